import { extensionOf } from '../../core/files.js';

/** How a file is shown. */
export type FileKind = 'picture' | 'pdf' | 'audio' | 'video' | 'csv' | 'json' | 'zip' | 'text' | 'other';

const PICTURES = /^image\/(png|jpeg|webp|gif|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const TEXTS = /^(text\/.*|application\/(xml|javascript|x-subrip|x-yaml|yaml|toml|sql|x-sh|rtf|.*\+xml))$/;

const ENDINGS: Readonly<Record<Exclude<FileKind, 'other'>, string>> = {
  picture: '.png .jpg .jpeg .webp .gif .avif .bmp .svg .ico',
  pdf: '.pdf',
  audio: '.mp3 .wav .m4a .flac .ogg .opus .aac',
  video: '.mp4 .webm .mov .mkv',
  csv: '.csv .tsv',
  json: '.json',
  zip: '.zip',
  text: '.txt .md .srt .vtt .ass .ssa .lrc .xml .html .css .js .ts .yaml .yml .toml .ini .log .tex .sql .ics .vcf .pem',
};

const KIND_OF_ENDING = new Map(
  (Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]).flatMap((kind) =>
    ENDINGS[kind].split(' ').map((ending) => [ending, kind] as const),
  ),
);

/** By the type that is stated; by the name's ending where that says nothing. */
export function fileKind(mime: string, name: string): FileKind {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return KIND_OF_ENDING.get(extensionOf(name)) ?? 'other';
  if (PICTURES.test(type)) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'csv';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/zip') return 'zip';
  return TEXTS.test(type) ? 'text' : 'other';
}
