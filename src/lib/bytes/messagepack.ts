import { ContentFault } from '../faults.js';
import { isJsonArray, JsonNumber, type JsonValue } from '../json/values.js';
import { ByteReader } from './byte-reader.js';

/** MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md) as JSON, and back. */

/** The values one after another; mostly one. Throws ContentFault, LimitFault. */
export function readMessagePack(bytes: Uint8Array): JsonValue[] {
  const reader = new ByteReader(bytes);
  const values: JsonValue[] = [];
  do values.push(readValue(reader, 0));
  while (!reader.isAtEnd);
  return values;
}

const integer = (value: bigint): JsonNumber => new JsonNumber(String(value));

function readValue(reader: ByteReader, depth: number): JsonValue {
  reader.enter(depth);
  const start = reader.offset;
  const first = reader.byte();
  if (first < 0x80) return new JsonNumber(String(first));
  if (first >= 0xe0) return new JsonNumber(String(first - 0x100));
  if (first < 0x90) return readMap(reader, BigInt(first & 15), depth);
  if (first < 0xa0) return readArray(reader, BigInt(first & 15), depth);
  if (first < 0xc0) return reader.text(first & 31);
  switch (first) {
    case 0xc0:
      return null;
    case 0xc2:
    case 0xc3:
      return first === 0xc3;
    case 0xc4:
    case 0xc5:
    case 0xc6:
      return reader.slice(reader.unsigned(2 ** (first - 0xc4))).toString('base64');
    case 0xc7:
    case 0xc8:
    case 0xc9:
      return readExtension(reader, Number(reader.unsigned(2 ** (first - 0xc7))));
    case 0xca:
    case 0xcb:
      return float(reader.float(first === 0xca ? 4 : 8));
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf:
      return integer(reader.unsigned(2 ** (first - 0xcc)));
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
      return integer(reader.signed(2 ** (first - 0xd0)));
    case 0xd9:
    case 0xda:
    case 0xdb:
      return reader.text(reader.unsigned(2 ** (first - 0xd9)));
    case 0xdc:
    case 0xdd:
      return readArray(reader, reader.unsigned(first === 0xdc ? 2 : 4), depth);
    case 0xde:
    case 0xdf:
      return readMap(reader, reader.unsigned(first === 0xde ? 2 : 4), depth);
    case 0xc1:
      throw reader.fault('c1, which MessagePack never uses', start);
    default:
      return readExtension(reader, 2 ** (first - 0xd4));
  }
}

const float = (value: number): JsonValue =>
  Number.isFinite(value)
    ? new JsonNumber(/^-?\d+$/.test(String(value)) ? `${Object.is(value, -0) ? '-0' : value}.0` : String(value))
    : null;

function readArray(reader: ByteReader, count: bigint, depth: number): JsonValue {
  const items: JsonValue[] = [];
  for (let left = reader.count(count); left > 0; left--) items.push(readValue(reader, depth + 1));
  return items;
}

function readMap(reader: ByteReader, count: bigint, depth: number): JsonValue {
  const entries = new Map<string, JsonValue>();
  for (let left = reader.count(count, 2); left > 0; left--) {
    const key = readValue(reader, depth + 1);
    entries.set(keyOf(key, reader), readValue(reader, depth + 1));
  }
  return entries;
}

/** Keys that are not text, as JSON writes them. */
function keyOf(key: JsonValue, reader: ByteReader): string {
  if (typeof key === 'string') return key;
  if (key instanceof JsonNumber) return key.source;
  if (key === null || typeof key === 'boolean') return String(key);
  throw reader.fault('a key that is an array or a map, which JSON cannot hold');
}

/** Timestamps (type -1) as ISO 8601 with nine digits of a second where there are any; others by type and base64. */
function readExtension(reader: ByteReader, length: number): JsonValue {
  const type = Number(reader.signed(1));
  const data = reader.slice(length);
  if (type === -1) {
    const time = timestampOf(data);
    if (time !== undefined) return time;
  }
  return new Map<string, JsonValue>([
    ['type', new JsonNumber(String(type))],
    ['data', data.toString('base64')],
  ]);
}

function timestampOf(data: Buffer): string | undefined {
  const [seconds, nanoseconds] =
    data.length === 4
      ? [BigInt(data.readUInt32BE()), 0]
      : data.length === 8
        ? [data.readBigUInt64BE() & 0x3_ffff_ffffn, Number(data.readBigUInt64BE() >> 34n)]
        : data.length === 12
          ? [data.readBigInt64BE(4), data.readUInt32BE()]
          : [undefined, 0];
  // Beyond these years there is no date in ISO 8601 of four digits.
  if (seconds === undefined || nanoseconds > 999_999_999 || seconds < -62_135_596_800n || seconds > 253_402_300_799n)
    return undefined;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return nanoseconds === 0 ? `${whole}Z` : `${whole}.${String(nanoseconds).padStart(9, '0')}Z`;
}

/** JSON in the shortest forms; numbers with a fraction are doubles. Throws ContentFault for numbers that would lose digits. */
export function writeMessagePack(value: JsonValue): Buffer {
  const parts: Uint8Array[] = [];
  const write = (one: JsonValue): void => {
    if (one instanceof JsonNumber) parts.push(numberBytes(one));
    else if (typeof one === 'string') {
      const bytes = Buffer.from(one);
      parts.push(head(bytes.length, [0xa0, 32], [0xd9, 0xda, 0xdb]), bytes);
    } else if (one === null || typeof one === 'boolean')
      parts.push(Uint8Array.of(one === null ? 0xc0 : one ? 0xc3 : 0xc2));
    else if (isJsonArray(one)) {
      parts.push(head(one.length, [0x90, 16], [0, 0xdc, 0xdd]));
      for (const item of one) write(item);
    } else {
      parts.push(head(one.size, [0x80, 16], [0, 0xde, 0xdf]));
      for (const [key, item] of one) {
        write(key);
        write(item);
      }
    }
  };
  write(value);
  return Buffer.concat(parts);
}

/** A length in the first byte below `most`, else behind the first byte for 1, 2 or 4 bytes; 0 where there is none. */
function head(
  length: number,
  [first, most]: readonly [number, number],
  codes: readonly [number, number, number],
): Buffer {
  if (length < most) return Buffer.from([first | length]);
  const index = length < 0x100 && codes[0] !== 0 ? 0 : length < 0x10000 ? 1 : 2;
  const width = 2 ** index;
  const bytes = Buffer.alloc(1 + width);
  bytes[0] = codes[index] ?? 0;
  bytes.writeUIntBE(length, 1, width);
  return bytes;
}

function numberBytes(number: JsonNumber): Buffer {
  const { source } = number;
  if (/^-?\d{1,20}$/.test(source) && source !== '-0') {
    const value = BigInt(source);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return integerBytes(value);
  }
  if (!number.isExact())
    throw new ContentFault(
      `the number ${source.length > 40 ? `${source.slice(0, 39)}…` : source} has more digits than MessagePack can hold`,
    );
  const bytes = Buffer.alloc(9, 0xcb);
  bytes.writeDoubleBE(number.toNumber(), 1);
  return bytes;
}

function integerBytes(value: bigint): Buffer {
  if (value >= -32n && value < 128n) return Buffer.from([Number(BigInt.asUintN(8, value))]);
  const index = [8, 16, 32, 64].findIndex(
    (bits) => (value < 0n ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value,
  );
  const width = 2 ** index;
  const hex = BigInt.asUintN(8 * width, value)
    .toString(16)
    .padStart(2 * width, '0');
  return Buffer.concat([Uint8Array.of((value < 0n ? 0xd0 : 0xcc) + index), Buffer.from(hex, 'hex')]);
}
