import { viewOf } from './sfnt.js';

/** An entry of a DICT: an operator (12 x is 1200 + x) with its operands, as numbers and as stored. */
export interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  readonly stored: Uint8Array;
}

/** An INDEX: data by number (Adobe Technical Note 5176, 5). */
export interface Index {
  readonly count: number;
  readonly item: (index: number) => Uint8Array;
  /** Where it ends in the font. */
  readonly end: number;
}

const ESCAPE = 12;
const LAST_OPERATOR = 21;
const MAX_OPERANDS = 513;
/** Of one DICT; they have some hundred. */
const MAX_DICT_BYTES = 65_536;

/** Throws `RangeError` where it does not lie within the font. */
export function readIndex(bytes: Uint8Array, at: number): Index {
  const view = viewOf(bytes);
  const count = view.getUint16(at);
  if (count === 0) return { count, item: () => new Uint8Array(), end: at + 2 };
  const size = view.getUint8(at + 2);
  if (size < 1 || size > 4) throw new RangeError('INDEX');
  const base = at + 2 + (count + 1) * size;
  if (base >= bytes.length) throw new RangeError('INDEX');
  const offset = (i: number): number => {
    let value = 0;
    for (let k = 0; k < size; k += 1) value = 256 * value + (bytes[at + 3 + i * size + k] ?? 0);
    return value;
  };
  let last = 1;
  for (let i = 0; i <= count; i += 1) {
    const next = offset(i);
    if (next < last || (i === 0 && next !== 1) || base + next > bytes.length) throw new RangeError('INDEX');
    last = next;
  }
  return { count, item: (i) => bytes.subarray(base + offset(i), base + offset(i + 1)), end: base + last };
}

/** Adobe Technical Note 5176, 4. */
export function readDict(bytes: Uint8Array): DictEntry[] {
  if (bytes.length > MAX_DICT_BYTES) throw new RangeError('DICT');
  const view = viewOf(bytes);
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = view.getUint8(at);
    if (byte <= LAST_OPERATOR) {
      const isLong = byte === ESCAPE;
      const operator = isLong ? 1200 + view.getUint8(at + 1) : byte;
      entries.push({ operator, operands, stored: bytes.subarray(start, at) });
      at += isLong ? 2 : 1;
      start = at;
      operands = [];
      continue;
    }
    if (operands.length >= MAX_OPERANDS) throw new RangeError('DICT');
    const [value, length] = readOperand(view, at);
    operands.push(value);
    at += length;
  }
  return entries;
}

/** A number and its length; a real number is `NaN`, because nobody asks for one. */
function readOperand(view: DataView, at: number): readonly [value: number, length: number] {
  const byte = view.getUint8(at);
  if (byte === 28) return [view.getInt16(at + 1), 3];
  if (byte === 29) return [view.getInt32(at + 1), 5];
  if (byte === 30) {
    let end = at + 1;
    for (; ; end += 1) {
      const pair = view.getUint8(end);
      if (pair >> 4 === 15 || (pair & 15) === 15) break;
    }
    return [Number.NaN, end + 1 - at];
  }
  if (byte >= 32 && byte <= 246) return [byte - 139, 1];
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + view.getUint8(at + 1) + 108, 2];
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - view.getUint8(at + 1) - 108, 2];
  throw new RangeError('DICT');
}

/** An integer operand in the form whose length does not depend on its value. */
export function integerOperand(value: number): Uint8Array {
  const bytes = new Uint8Array(5);
  bytes[0] = 29;
  new DataView(bytes.buffer).setInt32(1, value);
  return bytes;
}

/** Half bytes of real numbers: 12 is a negative exponent. */
const HALVES = new Map([...'0123456789.E'].map((digit, i) => [digit, i]));
const NEGATIVE_EXPONENT = 12;
const MINUS = 14;
const END = 15;

/** A number as an operand, as short as it gets (Adobe Technical Note 5176, 4). */
export function numberOperand(value: number): Uint8Array {
  if (value >= -107 && value <= 107 && Number.isInteger(value)) return Uint8Array.of(value + 139);
  // FreeType 2.12 takes negative numbers of four bytes for positive ones.
  if (value >= -32_768 && value <= 32_767 && Number.isInteger(value))
    return Uint8Array.of(28, (value >> 8) & 255, value & 255);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return integerOperand(value);
  const halves = [...`${value}`.toUpperCase().replace('E+', 'E').replace('E-', 'X')].map((digit) =>
    digit === 'X' ? NEGATIVE_EXPONENT : digit === '-' ? MINUS : (HALVES.get(digit) ?? END),
  );
  halves.push(END);
  if (halves.length % 2 === 1) halves.push(END);
  return Uint8Array.from([30, ...halves.flatMap((half, i) => (i % 2 === 0 ? 16 * half + (halves[i + 1] ?? END) : []))]);
}

/** A DICT with other operands for some operators; those that get none are left out. */
export function writeDict(
  entries: readonly DictEntry[],
  instead: ReadonlyMap<number, readonly number[] | undefined>,
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { operator, stored } of entries) {
    const operands = instead.get(operator);
    if (instead.has(operator) && operands === undefined) continue;
    parts.push(...(operands?.map(integerOperand) ?? [stored]));
    parts.push(Uint8Array.from(operator >= 1200 ? [ESCAPE, operator - 1200] : [operator]));
  }
  return Buffer.concat(parts);
}

export function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  const total = items.reduce((sum, item) => sum + item.length, 1);
  const size = total < 2 ** 8 ? 1 : total < 2 ** 16 ? 2 : total < 2 ** 24 ? 3 : 4;
  const head = Buffer.alloc(3 + (items.length + 1) * size);
  head.writeUInt16BE(items.length, 0);
  head[2] = size;
  let offset = 1;
  for (let i = 0; i <= items.length; i += 1) {
    head.writeUIntBE(offset, 3 + i * size, size);
    offset += items[i]?.length ?? 0;
  }
  return Buffer.concat([head, ...items]);
}
