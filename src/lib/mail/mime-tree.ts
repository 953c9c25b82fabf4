import { readEncodedWords, readQuotedPrintable } from '../encodings/quoted-printable.js';
import { LimitFault, unlessFaulty } from '../faults.js';
import type { HeaderField } from './header-fields.js';

/** A part of a message (RFC 2045), or the message itself. */
export interface MimePart {
  /** In their order, folded lines joined, encoded words as they are. */
  readonly fields: readonly HeaderField[];
  /** In lower case, `text/plain` where none is told. */
  readonly type: string;
  /** Those of Content-Type, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Such as `attachment`; empty where none is told. */
  readonly disposition: string;
  /** As told by Content-Disposition, else by Content-Type, decoded. Empty where there is none. */
  readonly fileName: string;
  /** Its transfer encoding undone; empty for a multipart. */
  readonly bytes: Uint8Array;
  /** Of a multipart, and the message within `message/rfc822`. */
  readonly parts: readonly MimePart[];
}

/** Text of bytes in a charset that the message names. */
export type DecodeCharset = (bytes: Uint8Array, charset: string) => string;

/** Messages within messages, and parts within parts. */
const MAX_DEPTH = 20;
const MAX_PARTS = 1_000;
const MAX_FIELDS = 2_000;

/** A message (RFC 5322, RFC 2045 to 2047, RFC 2231). `message` is its bytes as Latin-1. Throws LimitFault. */
export function readMimeTree(message: string, decode: DecodeCharset): MimePart {
  let count = 0;
  const read = (text: string, depth: number): MimePart => {
    if (depth > MAX_DEPTH) throw new LimitFault(`its parts are nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    count += 1;
    if (count > MAX_PARTS) throw new LimitFault(`it has more than ${MAX_PARTS} parts`, MAX_PARTS);
    const end = /(?:^|\r?\n)\r?\n/.exec(text);
    const fields = headerFields(end === null ? text : text.slice(0, end.index));
    const body = end === null ? '' : text.slice(end.index + end[0].length);
    const content = fieldOf(fields, 'content-type');
    const parameters = parametersOf(content, decode);
    const place = fieldOf(fields, 'content-disposition');
    const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(content)?.[1]?.toLowerCase() ?? 'text/plain';
    const own = {
      fields,
      type,
      parameters,
      disposition: /^\s*([\w-]+)/.exec(place)?.[1]?.toLowerCase() ?? '',
      fileName: parametersOf(place, decode).get('filename') ?? parameters.get('name') ?? '',
    };
    const boundary = parameters.get('boundary') ?? '';
    if (type.startsWith('multipart/') && boundary !== '')
      return { ...own, bytes: new Uint8Array(0), parts: divided(body, boundary).map((one) => read(one, depth + 1)) };
    const bytes = decoded(body, fieldOf(fields, 'content-transfer-encoding'));
    const parts = type === 'message/rfc822' ? [read(Buffer.from(bytes).toString('latin1'), depth + 1)] : [];
    return { ...own, bytes, parts };
  };
  return read(message, 0);
}

/** Texts of a field, decoded; what is wrong with an encoded word leaves the text as it is written. */
export function decodedField(value: string, decode: DecodeCharset): string {
  // Bytes beyond ASCII are UTF-8 (RFC 6532), or what older programs wrote.
  const isBytes = /[\x80-\xff]/.test(value) && !/[^\0-\xff]/.test(value);
  const text = isBytes ? decode(Buffer.from(value, 'latin1'), 'utf-8') : value;
  return unlessFaulty(() => readEncodedWords(text, decode)) ?? text;
}

/** The first field of a name in lower case; empty where there is none. */
export const fieldOf = (fields: readonly HeaderField[], name: string): string =>
  fields.find((field) => field.name.toLowerCase() === name)?.value ?? '';

function headerFields(head: string): HeaderField[] {
  const fields: HeaderField[] = [];
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1 || !/^[\x21-\x7e]{1,200}\s*$/.test(line.slice(0, Math.min(colon, 300)))) continue;
    if (fields.length === MAX_FIELDS) throw new LimitFault(`it has more than ${MAX_FIELDS} header fields`, MAX_FIELDS);
    fields.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return fields;
}

const PARAMETER =
  /;\s{0,20}([\w!#$&+.^`|~-]{1,60})(?:\*(\d{1,3}))?(\*?)\s{0,5}=\s{0,5}(?:"((?:[^"\\]|\\.){0,5000})"|([^\s;"]{1,5000}))/g;

/** Parameters of a field, those that RFC 2231 divides or encodes put together. The first of a name counts. */
function parametersOf(field: string, decode: DecodeCharset): Map<string, string> {
  const plain = new Map<string, string>();
  const pieces = new Map<string, { readonly index: number; readonly isEncoded: boolean; readonly text: string }[]>();
  for (const [, written = '', index, star, quoted, bare] of field.slice(0, 100_000).matchAll(PARAMETER)) {
    const name = written.toLowerCase();
    const text = quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (index === undefined && star === '') {
      if (!plain.has(name)) plain.set(name, decodedField(text, decode));
      continue;
    }
    const list = pieces.get(name) ?? [];
    list.push({ index: Number(index ?? 0), isEncoded: star === '*', text });
    pieces.set(name, list);
  }
  for (const [name, list] of pieces) {
    list.sort((a, b) => a.index - b.index);
    const charset = list[0]?.isEncoded === true ? /^([\w.:+-]*)'[^']*'/.exec(list[0].text) : null;
    const bytes = list.map(({ isEncoded, text }, index) => {
      const rest = index === 0 && charset !== null ? text.slice(charset[0].length) : text;
      return isEncoded ? percentDecoded(rest) : Buffer.from(rest, 'latin1');
    });
    plain.set(name, decode(Buffer.concat(bytes), charset?.[1] || 'utf-8'));
  }
  return plain;
}

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

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

/** Where a line is the mark alone, or its end with `--`: a longer boundary may begin with a shorter one. */
function lineOf(body: string, mark: string, from: number): number {
  let at = body.indexOf(mark, from);
  while (at >= 0) {
    const isStart = at === 0 || body[at - 1] === '\n';
    const next = body.slice(at + mark.length, at + mark.length + 2);
    if (isStart && (next === '' || next === '--' || /^[ \t\r\n]/.test(next))) return at;
    at = body.indexOf(mark, at + 1);
  }
  return -1;
}

function decoded(body: string, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') return Buffer.from(body, 'base64');
  return name === 'quoted-printable' ? readQuotedPrintable(body) : Buffer.from(body, 'latin1');
}
