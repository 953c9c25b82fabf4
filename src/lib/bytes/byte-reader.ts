import { ContentFault, LimitFault } from '../faults.js';

/** Most values of one binary document: each becomes an object of some 100 bytes. */
const MAX_VALUES = 1_000_000;
const MAX_DEPTH = 500;

/** Reads numbers from bytes, the highest first; lengths that the bytes state are checked against what is left. Throws ContentFault, LimitFault. */
export class ByteReader {
  offset = 0;
  #values = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  fault(what: string, offset = this.offset): ContentFault {
    return new ContentFault(`byte ${offset + 1}: ${what}`, what);
  }

  /** Called for each value before it is read. */
  enter(depth: number): void {
    if (depth > MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new LimitFault(`it has more than ${MAX_VALUES} values`, MAX_VALUES);
  }

  #take(count: number): number {
    const start = this.offset;
    if (count > this.bytes.length - start)
      throw this.fault(
        `cut short: ${count} ${count === 1 ? 'byte' : 'bytes'} expected, ${this.bytes.length - start} left`,
      );
    this.offset += count;
    return start;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  unsigned(width: number): bigint {
    if (width === 1) return BigInt(this.byte());
    if (width === 2) return BigInt(this.#view.getUint16(this.#take(2)));
    if (width === 4) return BigInt(this.#view.getUint32(this.#take(4)));
    return this.#view.getBigUint64(this.#take(8));
  }

  /** A number in two's complement of 1, 2, 4 or 8 bytes. */
  signed(width: number): bigint {
    return BigInt.asIntN(8 * width, this.unsigned(width));
  }

  /** A floating-point number of 2, 4 or 8 bytes (IEEE 754). */
  float(width: number): number {
    if (width === 4) return this.#view.getFloat32(this.#take(4));
    if (width === 8) return this.#view.getFloat64(this.#take(8));
    return halfToNumber(Number(this.unsigned(2)));
  }

  slice(length: bigint | number): Buffer {
    const count = Number(length);
    const start = this.#take(count);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, count);
  }

  /** UTF-8. */
  text(length: bigint | number): string {
    const start = this.offset;
    const bytes = this.slice(length);
    const text = bytes.toString();
    if (text.includes('\ufffd') && !Buffer.from(text).equals(bytes))
      throw this.fault('a text that is not valid UTF-8', start);
    return text;
  }

  /** A number of items of which each has at least `least` bytes. */
  count(count: bigint, least = 1): number {
    const left = this.bytes.length - this.offset;
    if (count * BigInt(least) > BigInt(left))
      throw this.fault(`cut short: ${count} items expected, ${left} bytes left`);
    return Number(count);
  }
}

/** RFC 8949 Appendix D. */
function halfToNumber(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : (fraction + 1024) * 2 ** (exponent - 25);
  return half & 0x8000 ? -size : size;
}

/** The 16 bits of a number, `undefined` where they lose some of it. */
export function numberToHalf(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return sign;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const fraction = size / 2 ** (exponent - 10);
  if (exponent > 15 || !Number.isInteger(fraction) || fraction > 2047) return undefined;
  const half = fraction < 1024 ? fraction : ((exponent + 15) << 10) | (fraction - 1024);
  return halfToNumber(half) === size ? sign | half : undefined;
}
