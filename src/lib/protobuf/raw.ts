import { unlessFaulty } from '../faults.js';
import { type JsonValue, numberOf } from '../json/values.js';
import { readFields, type WireField } from './wire.js';

/** Messages without a schema: what their bytes may mean. */

/** As protoc guesses: it stops looking for messages within messages below this. */
const GUESS_DEPTH = 10;

/** The text of `protoc --decode_raw`. */
export function rawText(fields: readonly WireField[], indent = '', budget = GUESS_DEPTH): string {
  return fields
    .map((field) => {
      const { number, wire } = field;
      if (wire === 'group')
        return `${indent}${number} {\n${rawText(field.fields, `${indent}  `, budget - 1)}${indent}}\n`;
      if (wire === 'varint') return `${indent}${number}: ${field.value}\n`;
      if (wire !== 'length')
        return `${indent}${number}: 0x${field.value.toString(16).padStart(wire === 'fixed64' ? 16 : 8, '0')}\n`;
      const inner = field.bytes.length > 0 && budget > 0 ? unlessFaulty(() => readFields(field.bytes)) : undefined;
      if (inner !== undefined) return `${indent}${number} {\n${rawText(inner, `${indent}  `, budget - 1)}${indent}}\n`;
      return `${indent}${number}: "${escaped(field.bytes)}"\n`;
    })
    .join('');
}

const ESCAPES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 39: "\\'", 92: '\\\\' };

const escaped = (bytes: Uint8Array): string =>
  Array.from(
    bytes,
    (byte) =>
      ESCAPES[byte] ??
      (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`),
  ).join('');

/** Fields as a tree for readers: the likeliest meaning of each, and what else it may be. */
export function rawTree(fields: readonly WireField[], depth = 0): JsonValue {
  return fields.map((field) => {
    const told = (entries: readonly (readonly [string, JsonValue])[]): JsonValue =>
      new Map([['field', numberOf(field.number)], ['wireType', field.wire], ...entries] as [string, JsonValue][]);
    if (field.wire === 'group')
      return told([
        ['type', 'group'],
        ['value', rawTree(field.fields, depth + 1)],
      ]);
    if (field.wire !== 'length') return told(numberMeanings(field.wire, field.value));
    return told(blockMeanings(field.bytes, depth));
  });
}

type Entries = readonly (readonly [string, JsonValue])[];

function numberMeanings(wire: 'varint' | 'fixed64' | 'fixed32', value: bigint): Entries {
  if (wire === 'varint') {
    const zigzag = (value >> 1n) ^ -(value & 1n);
    const signed = BigInt.asIntN(64, value);
    return [
      ['type', 'uint'],
      ['value', numberOf(value)],
      ...(signed === value ? [] : [['signed', numberOf(signed)] as const]),
      ['zigzag', numberOf(zigzag)],
      ...(value < 2n ? [['bool', value === 1n] as const] : []),
    ];
  }
  const bytes = new DataView(new ArrayBuffer(8));
  const size = wire === 'fixed64' ? 64 : 32;
  if (size === 64) bytes.setBigUint64(0, value);
  else bytes.setUint32(0, Number(value));
  const float = size === 64 ? bytes.getFloat64(0) : bytes.getFloat32(0);
  const signed = BigInt.asIntN(size, value);
  // Numbers that people write down have an exponent near zero.
  const isFloat =
    Number.isFinite(float) && (float === 0 ? value !== 0n : Math.abs(float) > 1e-6 && Math.abs(float) < 1e12);
  const floatValue: JsonValue = Number.isFinite(float) ? numberOf(shortest(float, size)) : String(float);
  return [
    ['type', isFloat ? (size === 64 ? 'double' : 'float') : 'fixed'],
    ['value', isFloat ? floatValue : numberOf(value)],
    ...(isFloat ? [['fixed', numberOf(value)] as const] : [['float', floatValue] as const]),
    ...(signed === value ? [] : [['signed', numberOf(signed)] as const]),
  ];
}

/** A float in as few digits as tell it from its neighbours. */
export function shortest(value: number, size: number): number {
  if (size === 64) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8Of(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text).equals(Buffer.from(bytes)) ? UTF8.decode(bytes) : undefined;
}

function blockMeanings(bytes: Uint8Array, depth: number): Entries {
  const text = utf8Of(bytes);
  const isPlain = text !== undefined && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
  const fields = bytes.length > 0 && depth < GUESS_DEPTH ? unlessFaulty(() => readFields(bytes)) : undefined;
  if (isPlain) {
    // A text that is a message by chance has odd field numbers.
    return [
      ['type', 'string'],
      ['value', text],
    ];
  }
  if (fields !== undefined)
    return [
      ['type', 'message'],
      ['value', rawTree(fields, depth + 1)],
    ];
  return [
    ['type', 'bytes'],
    ['value', Buffer.from(bytes).toString('base64')],
    ['hex', Buffer.from(bytes).toString('hex')],
  ];
}
