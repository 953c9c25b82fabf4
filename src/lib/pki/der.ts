/** ASN.1 in its basic and distinguished encoding (ITU-T X.690), as far as certificates, keys and signatures need it. */

import { ContentFault } from '../faults.js';

/** An element. `content` are its bytes; of an indefinite length without the mark of its end. */
export interface DerNode {
  /** The identifier octet: class, form and number below 31. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The element with its header, as it stands in the input. */
  readonly raw: Uint8Array;
}

/** What is not ASN.1, or not what was asked for. */
const damaged = (what: string) => new ContentFault('it is damaged', what);

/** Deepest nesting of elements of indefinite length. */
const MAX_DEPTH = 32;
/** Most elements in one. */
const MAX_CHILDREN = 100_000;

/** The element at `start`. Throws ContentFault. */
export function readDer(bytes: Uint8Array, start = 0, depth = 0): DerNode {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined || depth > MAX_DEPTH) throw damaged('cut short');
  if ((tag & 0x1f) === 0x1f) throw damaged('a long tag');
  let at = start + 2;
  if (first === 0x80) {
    const inner = at;
    for (let count = 0; !(bytes[at] === 0 && bytes[at + 1] === 0); count += 1) {
      if (count === MAX_CHILDREN) throw damaged('too many elements');
      at += readDer(bytes, at, depth + 1).raw.length;
    }
    return { tag, content: bytes.subarray(inner, at), raw: bytes.subarray(start, at + 2) };
  }
  let length = first;
  if (first > 0x80) {
    if (first > 0x84) throw damaged('a length of more than four bytes');
    length = 0;
    for (let i = 0; i < first - 0x80; i += 1, at += 1) length = length * 256 + (bytes[at] ?? 0);
  }
  if (at + length > bytes.length) throw damaged('cut short');
  return { tag, content: bytes.subarray(at, at + length), raw: bytes.subarray(start, at + length) };
}

/** The elements within one. Throws ContentFault. */
export function derChildren({ content }: DerNode): DerNode[] {
  const children: DerNode[] = [];
  for (let at = 0; at < content.length; ) {
    if (children.length === MAX_CHILDREN) throw damaged('too many elements');
    const child = readDer(content, at);
    children.push(child);
    at += child.raw.length;
  }
  return children;
}

/** The child at `index`, of this tag where one is given. Throws ContentFault. */
export function childAt(node: DerNode, index: number, tag?: number): DerNode {
  const child = derChildren(node)[index];
  if (child === undefined || (tag !== undefined && child.tag !== tag)) throw damaged('an element is missing');
  return child;
}

/** The bytes of an octet string, put together where it comes in parts (X.690, 8.7.3). */
export function octetsOf(node: DerNode): Uint8Array {
  if ((node.tag & 0x20) === 0) return node.content;
  return Buffer.concat(derChildren(node).map(octetsOf));
}

/** An object identifier in dots. */
export function oidOf({ tag, content }: DerNode): string {
  if (tag !== 0x06 || content.length === 0 || content.length > 64) throw damaged('no object identifier');
  const parts: bigint[] = [];
  // Parts made of a UUID have 128 bits (ITU-T X.667).
  let value = 0n;
  for (const byte of content) {
    value = value * 128n + BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    if (parts.length > 0) parts.push(value);
    else {
      const first = value < 80n ? value / 40n : 2n;
      parts.push(first, value - 40n * first);
    }
    value = 0n;
  }
  return parts.join('.');
}

/** A small whole number. Throws ContentFault for a large one. */
export function integerOf({ tag, content }: DerNode): number {
  if (tag !== 0x02 || content.length === 0 || content.length > 6) throw damaged('no small number');
  let value = (content[0] ?? 0) & 0x80 ? -1 : 0;
  for (const byte of content) value = value * 256 + byte;
  return value;
}

/** A time (UTCTime, GeneralizedTime) as ISO 8601 in UTC; `undefined` for what is none. */
export function timeOf({ tag, content }: DerNode): string | undefined {
  const text = Buffer.from(content).toString('latin1');
  const match =
    tag === 0x17
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/.exec(text)
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z$/.exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second = '00'] = match;
  // RFC 5280, 4.1.2.5.1: two digits from 50 on are of the last century.
  const full = year.length === 4 ? year : `${Number(year) >= 50 ? '19' : '20'}${year}`;
  return `${full}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** An element of parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Uint8Array.of(tag, length), content]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.concat([Uint8Array.of(tag, 0x80 + digits.length, ...digits), content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(0x30, ...parts);
export const octets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes);
export const smallInteger = (value: number): Uint8Array => der(0x02, Uint8Array.of(value));
export const NULL = Uint8Array.of(0x05, 0x00);
export const bitString = (bytes: Uint8Array): Uint8Array => der(0x03, Uint8Array.of(0), bytes);

/** A number that is not negative, from its bytes, the highest first (X.690, 8.3). */
export function unsignedInteger(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const digits = bytes.length === 0 ? Uint8Array.of(0) : bytes.subarray(start);
  return (digits[0] ?? 0) & 0x80 ? der(0x02, Uint8Array.of(0), digits) : der(0x02, digits);
}

/** A set, its elements in the order of DER (X.690, 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array => der(0x31, ...[...parts].sort(Buffer.compare));

export function oid(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes: number[] = [];
  for (const part of [first * 40 + second, ...rest]) {
    const digits = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128);
    bytes.push(...digits);
  }
  return der(0x06, Uint8Array.from(bytes));
}
