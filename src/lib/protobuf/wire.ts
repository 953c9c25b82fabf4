import { ContentFault, LimitFault } from '../faults.js';

/** The wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding). */
export type WireField =
  | { readonly number: number; readonly wire: 'varint' | 'fixed64' | 'fixed32'; readonly value: bigint }
  | { readonly number: number; readonly wire: 'length'; readonly bytes: Uint8Array }
  | { readonly number: number; readonly wire: 'group'; readonly fields: readonly WireField[] };

/** As the parsers of Google bound groups and messages. */
export const MAX_DEPTH = 100;
const MAX_FIELDS = 200_000;
const TAG_BYTES = 5;
const VARINT_BYTES = 10;

/** Fields of one message; `base` is where it begins, for messages. Throws ContentFault, and LimitFault beyond the depth or 200,000 fields. */
export function readFields(bytes: Uint8Array, depth = 0): WireField[] {
  const reader = { bytes, at: 0, left: MAX_FIELDS };
  return readUntil(reader, depth, undefined);
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
  left: number;
}

function readUntil(reader: Reader, depth: number, group: number | undefined): WireField[] {
  if (depth > MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  const fields: WireField[] = [];
  while (reader.at < reader.bytes.length) {
    const start = reader.at;
    // Bits beyond the 32 of a tag are ignored, as protoc does.
    const tag = varint(reader, TAG_BYTES) & 0xffff_ffffn;
    const number = Number(tag >> 3n);
    const type = Number(tag & 7n);
    if (number === 0) throw new ContentFault(`byte ${start + 1}: a field number ${number} is not allowed`);
    if (type === 4) {
      if (number === group) return fields;
      throw new ContentFault(`byte ${start + 1}: the end of group ${number}, which has not begun`);
    }
    if (--reader.left < 0) throw new LimitFault(`it has more than ${MAX_FIELDS} fields`, MAX_FIELDS);
    fields.push(readField(reader, number, type, depth, start));
  }
  if (group !== undefined) throw new ContentFault(`byte ${reader.at + 1}: cut short: group ${group} does not end`);
  return fields;
}

function readField(reader: Reader, number: number, type: number, depth: number, start: number): WireField {
  if (type === 0) return { number, wire: 'varint', value: varint(reader, VARINT_BYTES) & 0xffff_ffff_ffff_ffffn };
  if (type === 1) return { number, wire: 'fixed64', value: view(take(reader, 8)).getBigUint64(0, true) };
  if (type === 5) return { number, wire: 'fixed32', value: BigInt(view(take(reader, 4)).getUint32(0, true)) };
  if (type === 3) return { number, wire: 'group', fields: readUntil(reader, depth + 1, number) };
  if (type !== 2) throw new ContentFault(`byte ${start + 1}: wire type ${type} of field ${number} does not exist`);
  const length = varint(reader, VARINT_BYTES);
  if (length > BigInt(reader.bytes.length - reader.at))
    throw new ContentFault(
      `byte ${reader.at + 1}: cut short: field ${number} has ${length} bytes, ${reader.bytes.length - reader.at} are left`,
    );
  return { number, wire: 'length', bytes: take(reader, Number(length)) };
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function take(reader: Reader, count: number): Uint8Array {
  const end = reader.at + count;
  if (end > reader.bytes.length)
    throw new ContentFault(
      `byte ${reader.at + 1}: cut short: ${count} bytes expected, ${reader.bytes.length - reader.at} left`,
    );
  const taken = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return taken;
}

function varint(reader: Reader, most: number): bigint {
  let value = 0n;
  for (let count = 0; count < most; count++) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined) throw new ContentFault(`byte ${reader.at + 1}: cut short: a number does not end`);
    reader.at++;
    value |= BigInt(byte & 0x7f) << BigInt(7 * count);
    if (byte < 0x80) return value;
  }
  throw new ContentFault(`byte ${reader.at}: a number has more than ${most} bytes`);
}

/** Numbers one after another, as packed fields hold them. */
export function readPacked(bytes: Uint8Array, wire: 'varint' | 'fixed64' | 'fixed32'): bigint[] {
  const reader = { bytes, at: 0, left: 0 };
  const values: bigint[] = [];
  while (reader.at < bytes.length) {
    if (wire === 'varint') values.push(varint(reader, VARINT_BYTES) & 0xffff_ffff_ffff_ffffn);
    else if (wire === 'fixed64') values.push(view(take(reader, 8)).getBigUint64(0, true));
    else values.push(BigInt(view(take(reader, 4)).getUint32(0, true)));
  }
  return values;
}

/** Messages behind their length as a varint, as streams of them are written. */
export function readDelimited(bytes: Uint8Array): Uint8Array[] {
  const reader = { bytes, at: 0, left: 0 };
  const messages: Uint8Array[] = [];
  while (reader.at < bytes.length) {
    const length = varint(reader, TAG_BYTES);
    messages.push(take(reader, Number(length)));
  }
  return messages;
}

/** Messages of gRPC, each behind a flag and its length in four bytes. Throws ContentFault where one is compressed. */
export function readGrpcFrames(bytes: Uint8Array): Uint8Array[] {
  const reader = { bytes, at: 0, left: 0 };
  const messages: Uint8Array[] = [];
  while (reader.at < bytes.length) {
    const start = reader.at;
    const head = take(reader, 5);
    // Trailers of gRPC-Web, which are text.
    if (head[0] === 0x80) {
      take(reader, view(head).getUint32(1));
      continue;
    }
    if (head[0] === 1) throw new ContentFault(`byte ${start + 1}: the message is compressed; decompress it first`);
    if (head[0] !== 0) throw new ContentFault(`byte ${start + 1}: not the start of a gRPC message`);
    messages.push(take(reader, view(head).getUint32(1)));
  }
  return messages;
}

export class WireWriter {
  readonly #parts: Uint8Array[] = [];

  tag(number: number, type: number): this {
    return this.varint((BigInt(number) << 3n) | BigInt(type));
  }

  varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }

  fixed(value: bigint, size: 4 | 8): this {
    const bytes = new Uint8Array(size);
    if (size === 8) view(bytes).setBigUint64(0, BigInt.asUintN(64, value), true);
    else view(bytes).setUint32(0, Number(BigInt.asUintN(32, value)), true);
    this.#parts.push(bytes);
    return this;
  }

  block(bytes: Uint8Array): this {
    this.varint(BigInt(bytes.length)).#parts.push(bytes);
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}
