import { extensionOf } from '../../core/files.js';

/** How a file is shown. */
export type FileKind = 'picture' | 'pdf' | 'audio' | 'video' | 'csv' | 'json' | 'zip' | 'text' | 'other';

const PICTURES = /^image\/(png|jpeg|webp|gif|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const TEXTS = /^(text\/|application\/(xml|javascript|x-subrip|x-yaml|yaml|toml|sql|x-sh|rtf|ld\+json|.*\+xml)$)/;
const TEXT_ENDINGS = new Set(
  '.txt .md .srt .vtt .ass .ssa .lrc .xml .html .css .js .ts .yaml .yml .toml .ini .log .tex .sql .ics .vcf .pem'.split(
    ' ',
  ),
);

/** By what the service says it is; by its ending where that says nothing. */
export function fileKind(mime: string, name: string): FileKind {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = extensionOf(name);
  if (PICTURES.test(type)) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'csv';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/zip') return 'zip';
  if (TEXTS.test(type) || TEXT_ENDINGS.has(ending)) return 'text';
  return 'other';
}
