import { readQuotedPrintable } from '../encodings/quoted-printable.js';
import { LimitFault } from '../faults.js';

/** A part of a message without parts of its own, its transfer encoding undone. */
export interface MessagePart {
  /** Its own header fields, those of the message for the first. */
  readonly headers: ReadonlyMap<string, string>;
  /** In lower case, `text/plain` where none is told. */
  readonly type: string;
  readonly charset: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Messages within messages, and parts within parts. */
const MAX_DEPTH = 20;
const MAX_PARTS = 1_000;

/** Every leaf part of a message (RFC 5322, RFC 2045 to 2047), forwarded messages opened too. `message` is its bytes as Latin-1. */
export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  read(message, 0, parts);
  return parts;
}

function read(text: string, depth: number, parts: MessagePart[]): void {
  if (depth > MAX_DEPTH) throw new LimitFault(`its parts are nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  if (parts.length >= MAX_PARTS) throw new LimitFault(`it has more than ${MAX_PARTS} parts`, MAX_PARTS);
  const end = /(?:^|\r?\n)\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const body = end === null ? '' : text.slice(end.index + end[0].length);
  const headers = headerFields(head);
  const content = headers.get('content-type') ?? '';
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(content)?.[1]?.toLowerCase() ?? 'text/plain';
  const boundary = parameter(content, 'boundary');
  if (type.startsWith('multipart/') && boundary !== '') {
    const own = { headers, type, charset: '', fileName: '', bytes: new Uint8Array(0) };
    if (depth === 0) parts.push(own);
    for (const piece of divided(body, boundary)) read(piece, depth + 1, parts);
    return;
  }
  const bytes = decoded(body, headers.get('content-transfer-encoding') ?? '');
  if (type === 'message/rfc822') {
    read(Buffer.from(bytes).toString('latin1'), depth + 1, parts);
    return;
  }
  const fileName = parameter(headers.get('content-disposition') ?? '', 'filename') || parameter(content, 'name');
  parts.push({ headers, type, charset: parameter(content, 'charset') || 'utf-8', fileName, bytes });
}

/** Fields by their name in lower case, folded lines joined; of a repeated one all, a line each. */
function headerFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const known = fields.get(name);
    fields.set(name, known === undefined ? line.slice(colon + 1).trim() : `${known}\n${line.slice(colon + 1).trim()}`);
  }
  return fields;
}

function parameter(field: string, name: string): string {
  const [, quoted, plain] =
    new RegExp(`;\\s{0,20}${name}\\s{0,5}=\\s{0,5}(?:"([^"]{0,1000})"|([^\\s;]{1,1000}))`, 'i').exec(field) ?? [];
  return quoted ?? plain ?? '';
}

/** The parts between lines of the boundary (RFC 2046 §5.1.1); a missing last one is forgiven. */
function divided(body: string, boundary: string): string[] {
  const pieces: string[] = [];
  const mark = `--${boundary}`;
  let start = -1;
  for (let at = lineOf(body, mark, 0); at >= 0; at = lineOf(body, mark, at + mark.length)) {
    if (start >= 0) pieces.push(body.slice(start, at).replace(/\r?\n$/, ''));
    const after = body.indexOf('\n', at);
    start = after < 0 ? body.length : after + 1;
    if (body.startsWith('--', at + mark.length)) return pieces;
  }
  if (start >= 0) pieces.push(body.slice(start));
  return pieces;
}

function lineOf(body: string, mark: string, from: number): number {
  let at = body.indexOf(mark, from);
  while (at > 0 && body[at - 1] !== '\n') at = body.indexOf(mark, at + 1);
  return at;
}

function decoded(body: string, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') return Buffer.from(body, 'base64');
  return name === 'quoted-printable' ? readQuotedPrintable(body) : Buffer.from(body, 'latin1');
}
