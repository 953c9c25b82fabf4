import { ContentFault, LimitFault } from '../faults.js';

/** Every element of ASN.1 in BER or DER (ITU-T X.690), in the order of the bytes. */

export interface Asn1Element {
  /** Place of the identifier, from 0. */
  readonly offset: number;
  readonly depth: number;
  readonly headerBytes: number;
  /** Of the content; of an indefinite length what was found. */
  readonly length: number;
  readonly isIndefinite: boolean;
  readonly isConstructed: boolean;
  /** 0 universal, 1 application, 2 context, 3 private. */
  readonly tagClass: number;
  readonly number: number;
  readonly content: Uint8Array;
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 20_000;

export interface Asn1Reading {
  readonly elements: readonly Asn1Element[];
  /** What BER allows and DER does not, with its place. */
  readonly notDer: readonly string[];
}

/** A place where elements end: by a length, or by the mark of an indefinite length (X.690, 8.1.5). */
interface Open {
  readonly end: number;
  readonly isIndefinite: boolean;
  readonly index: number;
}

/** Throws ContentFault naming the place, LimitFault beyond 64 levels or 20,000 elements. */
export function readAsn1Elements(bytes: Uint8Array): Asn1Reading {
  const elements: Asn1Element[] = [];
  const notDer: string[] = [];
  const open: Open[] = [];
  let at = 0;
  for (;;) {
    let inner = open.at(-1);
    while (inner !== undefined && !inner.isIndefinite && at === inner.end) {
      open.pop();
      inner = open.at(-1);
    }
    const end = inner?.end ?? bytes.length;
    if (at >= end) {
      if (inner?.isIndefinite) throw new ContentFault(`offset ${at}: the end of an indefinite length is missing`);
      return { elements, notDer };
    }
    if (inner?.isIndefinite && bytes[at] === 0 && bytes[at + 1] === 0) {
      const opened = elements[inner.index];
      if (opened !== undefined) {
        const start = opened.offset + opened.headerBytes;
        elements[inner.index] = { ...opened, length: at - start, content: bytes.subarray(start, at) };
      }
      open.pop();
      at += 2;
      continue;
    }
    const header = readHeader(bytes, at, end, notDer);
    if (elements.length === MAX_ELEMENTS)
      throw new LimitFault(`it has more than ${MAX_ELEMENTS} elements`, MAX_ELEMENTS);
    if (open.length >= MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    const start = at + header.headerBytes;
    const stop = start + header.length;
    elements.push({ ...header, offset: at, depth: open.length, content: bytes.subarray(start, stop) });
    if (header.isConstructed)
      open.push({
        end: header.isIndefinite ? end : stop,
        isIndefinite: header.isIndefinite,
        index: elements.length - 1,
      });
    at = header.isConstructed ? start : stop;
  }
}

function readHeader(bytes: Uint8Array, at: number, end: number, notDer: string[]) {
  const fault = (what: string) => new ContentFault(`offset ${at}: ${what}`);
  const first = bytes[at] ?? 0;
  let next = at + 1;
  let number = first & 31;
  if (number === 31) {
    number = 0;
    for (let byte = 0x80; byte & 0x80; ) {
      if (next >= end || next - at > 5) throw fault('the tag is cut short or too long');
      byte = bytes[next++] ?? 0;
      number = number * 128 + (byte & 0x7f);
    }
  }
  if (next >= end) throw fault('the length is missing');
  const size = bytes[next++] ?? 0;
  const isConstructed = (first & 32) !== 0;
  let length = size;
  const isIndefinite = size === 0x80;
  if (isIndefinite) {
    if (!isConstructed) throw fault('an indefinite length where the element has no parts');
    notDer.push(`offset ${at}: indefinite length`);
    length = 0;
  } else if (size > 0x80) {
    const count = size & 0x7f;
    if (count > 6 || next + count > end) throw fault('the length is cut short or too long');
    length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + (bytes[next++] ?? 0);
    if (length < 128 || length < 256 ** (count - 1)) notDer.push(`offset ${at}: length in a longer form than needed`);
  }
  if (next + length > end) throw fault(`a length of ${length} bytes where ${end - next} are left`);
  return { headerBytes: next - at, length, isIndefinite, isConstructed, tagClass: first >> 6, number };
}
