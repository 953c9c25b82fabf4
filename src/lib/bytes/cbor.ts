import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, JsonNumber, type JsonValue, significantDigits } from '../json/values.js';
import { ByteReader, numberToHalf } from './byte-reader.js';

/** CBOR (RFC 8949): items as they are in the bytes, as JSON, in diagnostic notation, and from JSON. */

export type CborItem =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'bytes' | 'text'; readonly parts: readonly (Buffer | string)[]; readonly isIndefinite: boolean }
  | { readonly kind: 'array'; readonly items: readonly CborItem[]; readonly isIndefinite: boolean }
  | {
      readonly kind: 'map';
      readonly entries: readonly (readonly [CborItem, CborItem])[];
      readonly isIndefinite: boolean;
    }
  | { readonly kind: 'tag'; readonly tag: bigint; readonly item: CborItem }
  | { readonly kind: 'simple'; readonly value: number }
  | { readonly kind: 'float'; readonly value: number };

const BREAK = 0xff;

/** The items of a CBOR sequence (RFC 8742); mostly one. Throws ContentFault, LimitFault. */
export function readCbor(bytes: Uint8Array): CborItem[] {
  const reader = new ByteReader(bytes);
  const items: CborItem[] = [];
  do items.push(readItem(reader, 0));
  while (!reader.isAtEnd);
  return items;
}

function readItem(reader: ByteReader, depth: number): CborItem {
  reader.enter(depth);
  const start = reader.offset;
  const first = reader.byte();
  const major = first >> 5;
  const info = first & 31;
  if (major === 7) return readSimple(reader, info, start);
  if (info > 27 && info < 31) throw reader.fault(`reserved additional information ${info}`, start);
  const isIndefinite = info === 31;
  if (isIndefinite && (major < 2 || major === 6))
    throw reader.fault('an indefinite length where there can be none', start);
  const argument = isIndefinite ? 0n : info < 24 ? BigInt(info) : reader.unsigned(2 ** (info - 24));
  switch (major) {
    case 0:
      return { kind: 'integer', value: argument };
    case 1:
      return { kind: 'integer', value: -1n - argument };
    case 2:
    case 3:
      return readString(reader, major, argument, isIndefinite);
    case 4: {
      const items: CborItem[] = [];
      const count = isIndefinite ? Number.POSITIVE_INFINITY : reader.count(argument);
      while (items.length < count && !(isIndefinite && takeBreak(reader))) items.push(readItem(reader, depth + 1));
      return { kind: 'array', items, isIndefinite };
    }
    case 5: {
      const entries: (readonly [CborItem, CborItem])[] = [];
      const count = isIndefinite ? Number.POSITIVE_INFINITY : reader.count(argument, 2);
      while (entries.length < count && !(isIndefinite && takeBreak(reader)))
        entries.push([readItem(reader, depth + 1), readItem(reader, depth + 1)]);
      return { kind: 'map', entries, isIndefinite };
    }
    default:
      return { kind: 'tag', tag: argument, item: readItem(reader, depth + 1) };
  }
}

function takeBreak(reader: ByteReader): boolean {
  if (reader.bytes[reader.offset] !== BREAK) return false;
  reader.offset += 1;
  return true;
}

function readString(reader: ByteReader, major: 2 | 3, length: bigint, isIndefinite: boolean): CborItem {
  const kind = major === 2 ? 'bytes' : 'text';
  const piece = (size: bigint): Buffer | string => (major === 2 ? reader.slice(size) : reader.text(size));
  if (!isIndefinite) return { kind, parts: [piece(length)], isIndefinite };
  const parts: (Buffer | string)[] = [];
  while (!takeBreak(reader)) {
    const start = reader.offset;
    reader.enter(0);
    const first = reader.byte();
    const info = first & 31;
    if (first >> 5 !== major || info > 27)
      throw reader.fault('a part of a string that is not a string of the same type', start);
    parts.push(piece(info < 24 ? BigInt(info) : reader.unsigned(2 ** (info - 24))));
  }
  return { kind, parts, isIndefinite };
}

function readSimple(reader: ByteReader, info: number, start: number): CborItem {
  if (info < 24) return { kind: 'simple', value: info };
  if (info === 24) {
    const value = reader.byte();
    if (value < 32) throw reader.fault(`simple value ${value} in two bytes`, start);
    return { kind: 'simple', value };
  }
  if (info <= 27) return { kind: 'float', value: reader.float(2 ** (info - 24)) };
  throw reader.fault(
    info === 31 ? 'a break outside of an indefinite length' : `reserved additional information ${info}`,
    start,
  );
}

const bytesOf = (item: CborItem): Buffer | undefined =>
  item.kind === 'bytes' ? Buffer.concat(item.parts.map((part) => Buffer.from(part))) : undefined;

/** Powers of ten of decimal fractions are not larger; more would make numbers that nobody reads. */
const MAX_EXPONENT = 1000n;

/** The number that a tag makes of its item: bignums and decimal fractions (RFC 8949 §3.4.3, §3.4.4). */
function taggedNumber(tag: bigint, item: CborItem): string | undefined {
  if (tag === 2n || tag === 3n) {
    const bytes = bytesOf(item);
    // Digits of a number take the square of its length.
    if (bytes === undefined || bytes.length > 4096) return undefined;
    const value = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
    return String(tag === 2n ? value : -1n - value);
  }
  if (tag !== 4n || item.kind !== 'array' || item.items.length !== 2) return undefined;
  const [exponent, mantissa] = item.items;
  if (exponent?.kind !== 'integer' || mantissa === undefined) return undefined;
  if (exponent.value > MAX_EXPONENT || exponent.value < -MAX_EXPONENT) return undefined;
  const digits =
    mantissa.kind === 'integer'
      ? String(mantissa.value)
      : mantissa.kind === 'tag'
        ? taggedNumber(mantissa.tag, mantissa.item)
        : undefined;
  return digits === undefined || !/^-?\d+$/.test(digits) ? undefined : withPoint(digits, Number(exponent.value));
}

/** Digits with a decimal point where that is short, else with an exponent. */
function withPoint(digits: string, exponent: number): string {
  if (exponent > 0 || exponent < -60) return `${digits}e${exponent}`;
  const [sign, plain] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  const padded = plain.padStart(1 - exponent, '0');
  return exponent === 0 ? digits : `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

const SIMPLES: ReadonlyMap<number, string> = new Map([
  [20, 'false'],
  [21, 'true'],
  [22, 'null'],
  [23, 'undefined'],
]);

/** An item as JSON (RFC 8949 §6.1): bytes in base64url, or as tags 22 and 23 ask; other tags are dropped; what JSON lacks is null. */
export function cborToJson(item: CborItem, bytesAs: 'base64url' | 'base64' | 'hex' = 'base64url'): JsonValue {
  switch (item.kind) {
    case 'integer':
      return new JsonNumber(String(item.value));
    case 'bytes':
      return bytesOf(item)?.toString(bytesAs) ?? '';
    case 'text':
      return item.parts.join('');
    case 'array':
      return item.items.map((one) => cborToJson(one, bytesAs));
    case 'map':
      return new Map(
        item.entries.map(([key, value]) => [
          key.kind === 'text' ? key.parts.join('') : cborToDiagnostic(key),
          cborToJson(value, bytesAs),
        ]),
      );
    case 'tag': {
      const number = taggedNumber(item.tag, item.item);
      if (number !== undefined) return new JsonNumber(number);
      const asked = item.tag === 21n ? 'base64url' : item.tag === 22n ? 'base64' : item.tag === 23n ? 'hex' : bytesAs;
      return cborToJson(item.item, asked);
    }
    case 'simple':
      return item.value === 20 ? false : item.value === 21 ? true : null;
    case 'float':
      return Number.isFinite(item.value) ? new JsonNumber(floatText(item.value)) : null;
  }
}

/** As JavaScript writes it, always with a fraction or an exponent, so that it is not taken for a whole number. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Most characters of diagnostic notation. */
const MAX_WRITTEN = 2 ** 22;

/** Diagnostic notation on one line (RFC 8949 §8). Throws LimitFault. */
export function cborToDiagnostic(item: CborItem): string {
  const parts: string[] = [];
  let length = 0;
  const push = (part: string): void => {
    length += part.length;
    if (length > MAX_WRITTEN)
      throw LimitFault.whole(`The result would have more than ${MAX_WRITTEN} characters`, MAX_WRITTEN);
    parts.push(part);
  };
  const list = (open: string, close: string, isIndefinite: boolean, items: readonly (() => void)[]): void => {
    push(isIndefinite ? `${open}_ ` : open);
    for (const [index, write] of items.entries()) {
      if (index > 0) push(', ');
      write();
    }
    push(close);
  };
  const write = (one: CborItem): void => {
    if (one.kind === 'integer') push(String(one.value));
    else if ('parts' in one) {
      const written = one.parts.map((part) =>
        typeof part === 'string' ? JSON.stringify(part) : `h'${part.toString('hex')}'`,
      );
      push(
        one.isIndefinite
          ? written.length === 0
            ? one.kind === 'text'
              ? '""_'
              : "''_"
            : `(_ ${written.join(', ')})`
          : written.join(''),
      );
    } else if (one.kind === 'array')
      list(
        '[',
        ']',
        one.isIndefinite,
        one.items.map((inner) => () => write(inner)),
      );
    else if (one.kind === 'map')
      list(
        '{',
        '}',
        one.isIndefinite,
        one.entries.map(([key, value]) => () => {
          write(key);
          push(': ');
          write(value);
        }),
      );
    else if (one.kind === 'tag') {
      push(`${one.tag}(`);
      write(one.item);
      push(')');
    } else if (one.kind === 'simple') push(SIMPLES.get(one.value) ?? `simple(${one.value})`);
    else
      push(
        Number.isFinite(one.value)
          ? floatText(one.value)
          : Number.isNaN(one.value)
            ? 'NaN'
            : one.value > 0
              ? 'Infinity'
              : '-Infinity',
      );
  };
  write(item);
  return parts.join('');
}

/** The shortest form of JSON in CBOR (RFC 8949 §4.2.1, §6.2); key order stays. Numbers that no double has become bignums and decimal fractions. */
export function jsonToCbor(value: JsonValue): Buffer {
  const parts: Uint8Array[] = [];
  const write = (one: JsonValue): void => {
    if (one instanceof JsonNumber) parts.push(numberBytes(one));
    else if (typeof one === 'string') {
      const bytes = Buffer.from(one);
      parts.push(head(3, BigInt(bytes.length)), bytes);
    } else if (one === null || typeof one === 'boolean')
      parts.push(Uint8Array.of(one === null ? 0xf6 : one ? 0xf5 : 0xf4));
    else if (isJsonArray(one)) {
      parts.push(head(4, BigInt(one.length)));
      for (const item of one) write(item);
    } else {
      parts.push(head(5, BigInt(one.size)));
      for (const [key, item] of one) {
        write(key);
        write(item);
      }
    }
  };
  write(value);
  return Buffer.concat(parts);
}

function head(major: number, argument: bigint): Buffer {
  const width =
    argument < 24n ? 0 : argument < 0x100n ? 1 : argument < 0x10000n ? 2 : argument < 0x1_0000_0000n ? 4 : 8;
  const bytes = Buffer.alloc(1 + width);
  bytes[0] = (major << 5) | (width === 0 ? Number(argument) : 24 + Math.log2(width));
  if (width === 8) bytes.writeBigUInt64BE(argument, 1);
  else if (width > 0) bytes.writeUIntBE(Number(argument), 1, width);
  return bytes;
}

function integerBytes(value: bigint): Buffer {
  const [major, argument] = value < 0n ? [1, -1n - value] : [0, value];
  if (argument < 2n ** 64n) return head(major, argument);
  const digits = argument.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([head(6, major === 0 ? 2n : 3n), head(2, BigInt(bytes.length)), bytes]);
}

/** Digits of numbers that are written without a loss. */
const MAX_DIGITS = 4000;

function numberBytes(number: JsonNumber): Buffer {
  const { source } = number;
  if (source.length > MAX_DIGITS) throw new LimitFault(`a number has more than ${MAX_DIGITS} digits`, MAX_DIGITS);
  if (/^-?\d+$/.test(source) && source !== '-0') return integerBytes(BigInt(source));
  if (number.isExact()) return floatBytes(number.toNumber());
  const [, digits = '', exponent = ''] = /^(-?\d+)e(-?\d+)$/.exec(significantDigits(source)) ?? [];
  if (digits === '' || exponent.length > 18) throw new ContentFault(`the number ${source.slice(0, 40)} is beyond CBOR`);
  return Buffer.concat([head(6, 4n), head(4, 2n), integerBytes(BigInt(exponent)), integerBytes(BigInt(digits))]);
}

function floatBytes(value: number): Buffer {
  const half = numberToHalf(value);
  if (half !== undefined) return Buffer.from([0xf9, half >> 8, half & 0xff]);
  const isSingle = Math.fround(value) === value;
  const bytes = Buffer.alloc(isSingle ? 5 : 9);
  bytes[0] = isSingle ? 0xfa : 0xfb;
  if (isSingle) bytes.writeFloatBE(value, 1);
  else bytes.writeDoubleBE(value, 1);
  return bytes;
}
