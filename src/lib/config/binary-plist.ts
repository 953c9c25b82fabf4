import { ContentFault } from '../faults.js';
import { JsonNumber, type JsonValue } from '../json/values.js';

/** Deepest nesting that is read; far below what would exhaust the stack. */
const MAX_DEPTH = 500;
const TRAILER_BYTES = 32;
const MARK = 'bplist0';
/** 2001-01-01, from which its dates count seconds. */
const EPOCH_MS = Date.UTC(2001, 0, 1);

export const isBinaryPlist = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, MARK.length)).toString('latin1') === MARK;

/**
 * The value of a binary property list, as `readPlist` gives that of an XML one: dates are text, data base64, UIDs objects with the
 * key `CF$UID`, as plutil writes them in XML. What stands in several places is one object. Throws ContentFault.
 * Format: Apple, CF, CFBinaryPList.c.
 */
export const readBinaryPlist = (bytes: Uint8Array): JsonValue => new BinaryPlist(bytes).readTop();

const PENDING = Symbol('an object that is not read to its end');

class BinaryPlist {
  readonly #bytes: Buffer;
  readonly #values = new Map<number, JsonValue | typeof PENDING>();
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #count: number;
  readonly #top: number;
  readonly #table: number;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const trailer = this.#bytes.length - TRAILER_BYTES;
    if (trailer < MARK.length + 1) throw new ContentFault('it is cut off');
    this.#offsetBytes = this.#unsigned(trailer + 6, 1);
    this.#referenceBytes = this.#unsigned(trailer + 7, 1);
    this.#count = this.#unsigned(trailer + 8, 8);
    this.#top = this.#unsigned(trailer + 16, 8);
    this.#table = this.#unsigned(trailer + 24, 8);
    const sizes = [this.#offsetBytes, this.#referenceBytes];
    if (sizes.some((size) => size < 1 || size > 8)) throw new ContentFault('its trailer is damaged');
    if (this.#table + this.#count * this.#offsetBytes > trailer)
      throw new ContentFault(`its trailer announces ${this.#count} objects, more than there is room for`);
  }

  readTop(): JsonValue {
    return this.#read(this.#top);
  }

  #read(index: number): JsonValue {
    if (index >= this.#count) throw new ContentFault(`object ${index} of ${this.#count} is asked for`);
    const known = this.#values.get(index);
    if (known === PENDING) throw new ContentFault(`object ${index} is part of itself`);
    if (known !== undefined) return known;
    if (++this.#depth > MAX_DEPTH) throw new ContentFault(`it is nested more than ${MAX_DEPTH} deep`);
    this.#values.set(index, PENDING);
    const value = this.#object(this.#unsigned(this.#table + index * this.#offsetBytes, this.#offsetBytes));
    this.#values.set(index, value);
    this.#depth--;
    return value;
  }

  #object(at: number): JsonValue {
    const mark = this.#unsigned(at, 1);
    const [kind, low] = [mark >> 4, mark & 15];
    switch (kind) {
      case 0x0:
        return this.#simple(mark);
      case 0x1:
        return new JsonNumber(String(this.#integer(at + 1, 2 ** low)));
      case 0x2:
        return this.#real(at + 1, 2 ** low);
      case 0x3:
        return this.#date(at + 1);
      case 0x8:
        return new Map([['CF$UID', new JsonNumber(String(this.#integer(at + 1, low + 1, false)))]]);
      default:
        break;
    }
    const { count, start } = this.#counted(at + 1, low);
    if (kind === 0x4) return this.#slice(start, count).toString('base64');
    if (kind === 0x5) return this.#slice(start, count).toString('latin1');
    if (kind === 0x6)
      return Buffer.from(this.#slice(start, count * 2))
        .swap16()
        .toString('utf16le');
    if (kind === 0x7) return this.#slice(start, count).toString('utf8');
    if (kind === 0xa || kind === 0xb || kind === 0xc)
      return this.#references(start, count).map((one) => this.#read(one));
    if (kind === 0xd) return this.#dictionary(start, count);
    throw new ContentFault(`an object of kind 0x${mark.toString(16).padStart(2, '0')} is not read`);
  }

  #simple(mark: number): JsonValue {
    if (mark === 0x08) return false;
    if (mark === 0x09) return true;
    if (mark === 0x00) return null;
    throw new ContentFault(`an object of kind 0x${mark.toString(16).padStart(2, '0')} is not read`);
  }

  #dictionary(start: number, count: number): JsonValue {
    const references = this.#references(start, count * 2);
    const result = new Map<string, JsonValue>();
    for (let index = 0; index < count; index++) {
      const key = this.#read(references[index] ?? 0);
      if (typeof key !== 'string') throw new ContentFault('a key of a dictionary must be a text');
      if (result.has(key)) throw new ContentFault(`duplicate key ${JSON.stringify(key)}`);
      result.set(key, this.#read(references[count + index] ?? 0));
    }
    return result;
  }

  #references(start: number, count: number): number[] {
    this.#slice(start, count * this.#referenceBytes);
    return Array.from({ length: count }, (_, index) =>
      this.#unsigned(start + index * this.#referenceBytes, this.#referenceBytes),
    );
  }

  /** A length in the low four bits of the mark or, where they are all set, in the integer that follows. */
  #counted(at: number, low: number): { readonly count: number; readonly start: number } {
    if (low !== 15) return { count: low, start: at };
    const mark = this.#unsigned(at, 1);
    if (mark >> 4 !== 1) throw new ContentFault('a length is damaged');
    const size = 2 ** (mark & 15);
    return { count: this.#unsigned(at + 1, size), start: at + 1 + size };
  }

  /** Of 8 bytes and more the first bit is a sign. */
  #integer(at: number, size: number, isSigned = size >= 8): bigint {
    if (size > 16) throw new ContentFault(`a whole number of ${size} bytes is not read`);
    const value = BigInt(`0x${this.#slice(at, size).toString('hex')}`);
    return isSigned ? BigInt.asIntN(size * 8, value) : value;
  }

  #real(at: number, size: number): JsonValue {
    if (size !== 4 && size !== 8) throw new ContentFault(`a number of ${size} bytes is not read`);
    const bytes = this.#slice(at, size);
    const value = size === 4 ? bytes.readFloatBE() : bytes.readDoubleBE();
    if (!Number.isFinite(value)) throw new ContentFault('a number must be finite');
    const source = Object.is(value, -0) ? '-0' : String(value);
    return new JsonNumber(/^-?\d+$/.test(source) ? `${source}.0` : source);
  }

  #date(at: number): string {
    const date = new Date(EPOCH_MS + Math.round(this.#slice(at, 8).readDoubleBE() * 1000));
    if (Number.isNaN(date.getTime())) throw new ContentFault('a date is none');
    // As in XML, without the fraction where there is none.
    return date.toISOString().replace('.000Z', 'Z');
  }

  #unsigned(at: number, size: number): number {
    const value = Number(BigInt(`0x${this.#slice(at, size).toString('hex')}`));
    if (!Number.isSafeInteger(value)) throw new ContentFault('a length is damaged');
    return value;
  }

  #slice(start: number, length: number): Buffer {
    if (start + length > this.#bytes.length) throw new ContentFault('an object goes on behind its end');
    return this.#bytes.subarray(start, start + length);
  }
}
