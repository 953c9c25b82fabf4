import { z } from 'zod';

import { file, invalid, quote } from '../../core/index.js';
import { decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { charsetOf } from '../../formats/html/page-bytes.js';
import type { Fetched, Hop } from '../../network/fetch-public.js';
import { locationOf } from './_hops.js';

export const hopData = z.object({
  url: z.string().describe('Address that was asked.'),
  method: z.string().describe('Method of the request.'),
  status: z.int().describe('Status code.'),
  location: z.string().nullable().describe('Where it leads, as written; null where it does not say.'),
});

export const hopOf = (hop: Hop) => ({
  url: hop.url,
  method: hop.method,
  status: hop.status,
  location: locationOf(hop),
});

export const NO_ANSWER = {
  status: null,
  statusText: '',
  httpVersion: '',
  headers: [],
  address: null,
  timings: null,
  bodyMs: 0,
  sentBytes: 0,
  bodyBytes: 0,
  isCut: false,
  body: null,
};

/** Header lines, such as `Accept: application/json`. */
export function readHeaders(text: string): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1)
      throw invalid(
        `Option "headers" must have lines such as Accept: application/json, got ${quote(line)} in line ${index + 1}`,
      );
    const name = line.slice(0, colon).trim();
    if (headers.has(name.toLowerCase()))
      throw invalid(`Option "headers" must name each header once, got ${quote(name)} twice`);
    headers.set(name.toLowerCase(), line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}

/** Longer text is a file: in JSON each character may take four. */
const TEXT_BYTES = 1_000_000;

/** What no text has: control characters but white space and escape. */
const CONTROLS = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const TEXTS =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded|yaml|graphql|x-ndjson)\b|image\/svg)/i;

/** The body as text, where it says that it is text and reads as such. */
export function textOf({ bytes, headers }: Fetched): string | null {
  const type = headers.get('content-type')?.at(-1) ?? '';
  if ((type !== '' && !TEXTS.test(type)) || bytes.length > TEXT_BYTES) return null;
  const charset = charsetOf(type);
  try {
    const text =
      charset !== undefined && hasEncoding(charset)
        ? decodeWith(bytes, charset)
        : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return CONTROLS.test(text) ? null : text;
  } catch {
    // Bytes of another kind go out as a file.
    return null;
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'text/html': '.html',
  'application/json': '.json',
  'text/css': '.css',
  'text/plain': '.txt',
};

/** The body as a file, named after the last part of its address. */
export function bodyFile({ url, bytes, headers }: Fetched) {
  const mime = headers.get('content-type')?.at(-1)?.trim() || 'application/octet-stream';
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const name =
    /^[\w.-]{1,100}$/.test(last) && /\.\w+$/.test(last)
      ? last.toLowerCase()
      : `result${ENDINGS[mime.replace(/;.*$/, '').toLowerCase()] ?? '.bin'}`;
  return file(name, mime, bytes).files;
}
