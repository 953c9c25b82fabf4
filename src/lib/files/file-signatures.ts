/** Marks that `file-type` does not know, or knows only at the very front: offset, bytes as Latin-1 text, MIME type. */
const SIGNATURES: readonly (readonly [offset: number, mark: string, mime: string])[] = [
  [0x8001, 'CD001', 'application/x-iso9660-image'],
  [0, 'MSWIM\0\0\0', 'application/x-ms-wim'],
  [0, '070701', 'application/x-cpio'],
  [0, '070702', 'application/x-cpio'],
  [0, '070707', 'application/x-cpio'],
  [0, '\u00c7\u0071', 'application/x-cpio'],
  [0, '#?RADIANCE', 'image/vnd.radiance'],
  [0, '#?RGBE', 'image/vnd.radiance'],
  [0, 'qoif', 'image/qoi'],
  [0, '8BPS\0', 'image/vnd.adobe.photoshop'],
  [0, '\u001f\u009d', 'application/x-compress'],
  [0, 'LZIP\u0001', 'application/x-lzip'],
  [0, 'PK\u0003\u0004', 'application/zip'],
  [0, 'PK\u0005\u0006', 'application/zip'],
  [0, 'Cr24', 'application/x-google-chrome-extension'],
  [0, 'ITSF', 'application/vnd.ms-htmlhelp'],
  [0, '\u0004\u0022\u004d\u0018', 'application/x-lz4'],
  [0, '\0asm', 'application/wasm'],
];

/** Texts by how they begin. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^#!\s*\S*(?:\/|\s)(?:ba|da|z|k|)sh\b/, 'text/x-shellscript'],
  [/^#!.*\bpython/, 'text/x-python'],
  [/^#!.*\bnode\b/, 'text/javascript'],
  [/^#!.*\bperl\b/, 'text/x-perl'],
  [/^#!.*\bruby\b/, 'text/x-ruby'],
  [/^\s*<\?php\b/i, 'text/x-php'],
  [/^-----BEGIN PGP /, 'application/pgp-encrypted'],
  [/^-----BEGIN [A-Z0-9 ]{1,60}-----/, 'application/x-pem-file'],
  [/^\ufeff?1\r?\n\d\d:\d\d:\d\d,\d{3} --> /, 'application/x-subrip'],
  [/^\ufeff?\[Script Info\]/, 'text/x-ssa'],
  [/^(?:diff --git |--- \S.*\n\+\+\+ \S|Index: \S)/, 'text/x-diff'],
  [
    /^(?:Received|Return-Path|Delivered-To|From|To|Subject|Date|Message-ID|MIME-Version|X-[\w-]{1,40}): [^\n]*\n(?:[\w-]{1,60}: |[ \t])/i,
    'message/rfc822',
  ],
  [/^\\documentclass\b/, 'text/x-tex'],
  [/^\s*\{[^\n]*\}\r?\n\s*\{[^\n]*\}/, 'application/x-ndjson'],
];

const has = (bytes: Buffer, offset: number, mark: string): boolean =>
  bytes.toString('latin1', offset, offset + mark.length) === mark;

/** The MIME type by a mark of bytes; `undefined` where none fits. */
export const typeOfMark = (bytes: Buffer): string | undefined =>
  SIGNATURES.find(([offset, mark]) => has(bytes, offset, mark))?.[2];

/** The MIME type of a text by its beginning. */
export const typeOfText = (start: string): string | undefined => TEXTS.find(([pattern]) => pattern.test(start))?.[1];

/** A root element `svg` behind an XML declaration, comments, a document type (with its own rules) and other instructions. */
export function isSvg(start: string): boolean {
  let rest = start.replace(/^\ufeff/, '').trimStart();
  for (let i = 0; i < 50; i += 1) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined;
    if (end !== undefined) {
      const at = rest.indexOf(end);
      if (at < 0) return false;
      rest = rest.slice(at + end.length).trimStart();
    } else if (/^<!doctype/i.test(rest)) {
      const bracket = rest.indexOf('[');
      const close = rest.indexOf('>');
      const at = bracket >= 0 && bracket < close ? rest.indexOf(']>', bracket) + 1 : close;
      if (at <= 0) return false;
      rest = rest.slice(at + 1).trimStart();
    } else return /^<(?:\w+:)?svg[\s>]/i.test(rest);
  }
  return false;
}

/** What else a file can be taken for by other programs. */
export interface SecondFace {
  readonly mime: string;
  readonly offset: number;
  readonly why: string;
}

/** PDF readers look for the head in the first kilobyte (ISO 32000-2, annex I). */
const PDF_HEAD_BYTES = 1024;
const ZIP_END_BYTES = 65_557;

/** Faces besides the first: a ZIP end behind something else, a PDF head further on, script in what is none. */
export function secondFaces(bytes: Buffer, mime: string): SecondFace[] {
  const faces: SecondFace[] = [];
  const isText = mime.startsWith('text/') || mime.endsWith('xml') || mime === 'application/json';
  const isZip = /zip|officedocument|opendocument|java-archive|android|macroenabled/.test(mime);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (!isZip && end >= Math.max(0, bytes.length - ZIP_END_BYTES) && end + 22 <= bytes.length)
    faces.push({
      mime: 'application/zip',
      offset: end,
      why: 'the end of a ZIP archive stands at its end, so unzip opens it',
    });
  const pdf = bytes.subarray(0, PDF_HEAD_BYTES).indexOf('%PDF-', 0, 'latin1');
  if (mime !== 'application/pdf' && pdf >= 0)
    faces.push({
      mime: 'application/pdf',
      offset: pdf,
      why: 'the head of a PDF stands in its first kilobyte, so PDF readers open it',
    });
  if (mime === 'application/pdf' && pdf > 0)
    faces.push({
      mime: 'application/octet-stream',
      offset: 0,
      why: `${pdf} bytes of something else stand before the PDF`,
    });
  if (mime === 'application/pdf' && /^\s*(?:<!doctype html|<html)/i.test(bytes.toString('latin1', 0, 200)))
    faces.push({ mime: 'text/html', offset: 0, why: 'it begins as an HTML page, so browsers may show it as one' });
  if (!isText) {
    const script = /<script[\s>]|<\?php\s/i.exec(bytes.toString('latin1', 0, Math.min(bytes.length, 2 ** 20)));
    if (script !== null)
      faces.push({
        mime: script[0].startsWith('<?') ? 'text/x-php' : 'text/html',
        offset: script.index,
        why: 'a script stands in it, which a careless server may run',
      });
  }
  return faces;
}
