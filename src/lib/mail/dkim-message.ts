import { ContentFault, LimitFault } from '../faults.js';

/** A message as it is signed: RFC 6376 §3.4. Texts are bytes as Latin-1. */
export interface SignedMessage {
  readonly fields: readonly RawField[];
  /** What follows the first empty line, as it is hashed: RFC 6376 §3.4.3 and §3.4.4. Made once for each way. */
  readonly body: (way: Canonicalization) => Uint8Array;
}

export interface RawField {
  /** As written. */
  readonly name: string;
  /** The whole field with its folding, without the final line break. */
  readonly raw: string;
}

export type Canonicalization = 'simple' | 'relaxed';

const MAX_FIELDS = 2_000;
/** All fields together: mail servers take less than 1 MB. */
const MAX_HEADER = 2_000_000;

/**
 * Takes a message apart. Line breaks become CRLF, as they travel: files on disk often have LF alone. Throws ContentFault where a line
 * of the header is not a field, LimitFault.
 */
export function readSignedMessage(bytes: Uint8Array): SignedMessage {
  const { header, rest } = divided(bytes);
  if (header.length > MAX_HEADER) throw new LimitFault(`its header has more than ${MAX_HEADER} bytes`, MAX_HEADER);
  const fields = readRawFields(header.toString('latin1').replace(/\r?\n/g, '\r\n'));
  const made = new Map<Canonicalization, Uint8Array>();
  return {
    fields,
    body(way) {
      const body = made.get(way) ?? canonicalBody(rest, way);
      made.set(way, body);
      return body;
    },
  };
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** Header and body, without the empty line between and the `From ` line of a mailbox. */
function divided(bytes: Uint8Array): { readonly header: Buffer; readonly rest: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.toString('latin1', 0, 5) === 'From ' ? buffer.indexOf(LF) + 1 || buffer.length : 0;
  for (let at = start; at < buffer.length; ) {
    const size = buffer[at] === LF ? 1 : buffer[at] === CR && buffer[at + 1] === LF ? 2 : 0;
    if (size > 0) return { header: buffer.subarray(start, at), rest: buffer.subarray(at + size) };
    at = buffer.indexOf(LF, at) + 1 || buffer.length;
  }
  return { header: buffer.subarray(start), rest: buffer.subarray(buffer.length) };
}

function readRawFields(header: string): RawField[] {
  const fields: { name: string; lines: string[] }[] = [];
  for (const [index, line] of header
    .replace(/(?:\r\n)+$/, '')
    .split('\r\n')
    .entries()) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last.lines.push(line);
      continue;
    }
    const name = /^([\x21-\x39\x3b-\x7e]{1,200})[ \t]*:/.exec(line)?.[1];
    if (name === undefined)
      throw new ContentFault(`line ${index + 1} of its header is not a field such as "From: ada@example.com"`);
    if (fields.length === MAX_FIELDS) throw new LimitFault(`it has more than ${MAX_FIELDS} header fields`, MAX_FIELDS);
    fields.push({ name, lines: [line] });
  }
  return fields.map(({ name, lines }) => ({ name, raw: lines.join('\r\n') }));
}

/** What a field holds, unfolded, without white space at its ends. */
export const fieldValue = ({ raw }: RawField): string =>
  raw
    .slice(raw.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();

/** A field as it is hashed, without its final line break: RFC 6376 §3.4.1 and §3.4.2. */
function canonicalField({ name, raw }: RawField, way: Canonicalization): string {
  if (way === 'simple') return raw;
  const value = raw.slice(raw.indexOf(':') + 1).replace(/\r\n/g, '');
  return `${name.toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
}

/** Byte by byte: a body may have millions of lines. A last line without a line break gets one. */
function canonicalBody(body: Buffer, way: Canonicalization): Uint8Array {
  const isRelaxed = way === 'relaxed';
  const made = Buffer.allocUnsafe(body.length * 2 + 2);
  // Ends of all that was made, and of what is not an empty line.
  let [size, filled, hasSpace] = [0, 0, false];
  const endLine = (): void => {
    made[size++] = CR;
    made[size++] = LF;
    hasSpace = false;
  };
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === LF || (byte === CR && body[at + 1] === LF)) {
      if (byte === CR) at += 1;
      endLine();
    } else if (isRelaxed && (byte === SPACE || byte === TAB)) hasSpace = true;
    else {
      if (hasSpace) made[size++] = SPACE;
      hasSpace = false;
      made[size++] = byte;
      filled = size;
    }
  }
  size = filled;
  if (size > 0 || !isRelaxed) endLine();
  return made.subarray(0, size);
}

/**
 * The header as it is hashed: for each name its last field that was not taken yet, none where there is no more, each with its line break
 * (RFC 6376 §5.4.2); then the signature itself, its `b` empty, without one.
 */
export function canonicalHeader(
  fields: readonly RawField[],
  names: readonly string[],
  signature: RawField,
  way: Canonicalization,
): string {
  const left = new Map<string, RawField[]>();
  for (const field of fields) {
    const key = field.name.toLowerCase();
    const known = left.get(key);
    if (known === undefined) left.set(key, [field]);
    else known.push(field);
  }
  const lines = names.flatMap((name) => {
    const field = left.get(name.toLowerCase())?.pop();
    return field === undefined ? [] : [`${canonicalField(field, way)}\r\n`];
  });
  return `${lines.join('')}${canonicalField(withoutSignature(signature), way)}`;
}

/** The value of `b`, with all white space around it, is taken as empty: RFC 6376 §3.7. */
function withoutSignature({ name, raw }: RawField): RawField {
  const start = raw.indexOf(':') + 1;
  const parts = raw.slice(start).split(';');
  const emptied = parts.map((part) => (/^\s*b\s*=/.test(part) ? part.slice(0, part.indexOf('=') + 1) : part));
  return { name, raw: `${raw.slice(0, start)}${emptied.join(';')}` };
}
