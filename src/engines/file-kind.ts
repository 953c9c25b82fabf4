/** What a file is by its content. */
export interface FileKind {
  /** With its dot. */
  readonly extension: string;
  readonly mime: string;
}

/** Finds what bytes are by their signature, or as text by how it begins; `undefined` where nothing shows it. */
export async function detectFileKind(bytes: Uint8Array): Promise<FileKind | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  // It knows XML by its first line only; a picture in it is found below.
  if (found !== undefined && found.ext !== 'xml') return { extension: `.${found.ext}`, mime: found.mime };
  const text = utf8Start(bytes);
  if (text === undefined || bytes.length === 0) return undefined;
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? (isJson(bytes) ? JSON_KIND : PLAIN);
}

const START_BYTES = 4096;
const JSON_BYTES = 1_000_000;

/** The first characters, where the bytes are UTF-8 without control characters. */
function utf8Start(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[\u0000-\u0008\u000e-\u001a]/.test(text) ? undefined : text.slice(0, START_BYTES);
  } catch {
    // Not UTF-8: then it is not known to be a text.
    return undefined;
  }
}

const PLAIN: FileKind = { extension: '.txt', mime: 'text/plain' };
const JSON_KIND: FileKind = { extension: '.json', mime: 'application/json' };
const TEXTS: readonly (readonly [RegExp, FileKind])[] = [
  [
    /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<!DOCTYPE svg[^>]{0,400}>\s*)?<svg[\s>]/i,
    { extension: '.svg', mime: 'image/svg+xml' },
  ],
  [/^\s*(?:<!doctype html|<html[\s>])/i, { extension: '.html', mime: 'text/html' }],
  [/^\s*<\?xml[\s?]/, { extension: '.xml', mime: 'application/xml' }],
  [/^BEGIN:VCARD/i, { extension: '.vcf', mime: 'text/vcard' }],
  [/^BEGIN:VCALENDAR/i, { extension: '.ics', mime: 'text/calendar' }],
  [/^WEBVTT/, { extension: '.vtt', mime: 'text/vtt' }],
];

function isJson(bytes: Uint8Array): boolean {
  if (bytes.length > JSON_BYTES || !/^\s*[[{]/.test(Buffer.from(bytes.subarray(0, 100)).toString())) return false;
  try {
    JSON.parse(Buffer.from(bytes).toString());
    return true;
  } catch {
    // Text that only begins like JSON.
    return false;
  }
}
