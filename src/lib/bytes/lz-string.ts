import { ContentFault, LimitFault } from '../faults.js';

/**
 * LZ-String (pieroxy.net, 2013): LZW over UTF-16 units with codes that grow by a bit. In linear time and bounded, as the package is not:
 * it takes minutes to write four million equal letters, and any length to read them back.
 */

/** What a code below 3 says. */
const LITERAL_8 = 0;
const LITERAL_16 = 1;
const END = 2;

/** Compresses as `compressToUint8Array` does, byte for byte. */
export function writeLzString(text: string): Uint8Array {
  const bits = new BitWriter();
  const codes = new LzCodes();
  const widths = new CodeWidth(2, 2);
  /** Units that were met, but not yet written as a literal. */
  const unwritten = new Set<number>();
  let word = -1;
  const emit = (code: number): void => {
    const unit = codes.unitOf(code);
    if (unit !== undefined && unwritten.delete(unit)) {
      bits.write(unit < 256 ? LITERAL_8 : LITERAL_16, widths.bits);
      bits.write(unit, unit < 256 ? 8 : 16);
      widths.spend();
    } else bits.write(code, widths.bits);
    widths.spend();
  };
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (codes.addUnit(unit)) unwritten.add(unit);
    const longer = word < 0 ? codes.codeOf(unit) : codes.extended(word, unit);
    if (longer !== undefined) {
      word = longer;
      continue;
    }
    emit(word);
    codes.extend(word, unit);
    word = codes.codeOf(unit) ?? -1;
  }
  if (word >= 0) emit(word);
  bits.write(END, widths.bits);
  return bits.finish();
}

/** The words that have a code: single units, and known words with one unit more. */
class LzCodes {
  #next = 3;
  readonly #units = new Map<number, number>();
  readonly #unitOf = new Map<number, number>();
  readonly #longer = new Map<number, number>();

  /** Gives a unit a code, if it has none. */
  addUnit(unit: number): boolean {
    if (this.#units.has(unit)) return false;
    this.#unitOf.set(this.#next, unit);
    this.#units.set(unit, this.#next++);
    return true;
  }

  codeOf = (unit: number): number | undefined => this.#units.get(unit);
  unitOf = (code: number): number | undefined => this.#unitOf.get(code);
  extended = (code: number, unit: number): number | undefined => this.#longer.get(code * 65_536 + unit);

  extend(code: number, unit: number): void {
    this.#longer.set(code * 65_536 + unit, this.#next++);
  }
}

/** How many bits a code has: one more whenever as many codes were spent as fit. */
class CodeWidth {
  bits: number;
  #left: number;

  constructor(bits: number, left: number) {
    this.bits = bits;
    this.#left = left;
  }

  spend(): void {
    this.#left--;
    if (this.#left > 0) return;
    this.#left = 2 ** this.bits;
    this.bits++;
  }
}

/** Decompresses the bytes of `compressToUint8Array` or of `compressToBase64`. Throws ContentFault, LimitFault beyond `most` UTF-16 units. */
export function readLzString(bytes: Uint8Array, most: number): string {
  const bits = new BitReader(bytes);
  const first = readLiteral(bits, bits.read(2));
  if (first === undefined) return '';
  // Codes 0 to 2 are taken, 3 is the first literal.
  const words: string[] = ['', '', '', first];
  const parts = [first];
  let before = first;
  let length = first.length;
  const widths = new CodeWidth(3, 4);
  for (;;) {
    let code = bits.read(widths.bits);
    if (code === END) return parts.join('');
    if (code === LITERAL_8 || code === LITERAL_16) {
      words.push(readLiteral(bits, code) ?? '');
      code = words.length - 1;
      widths.spend();
    }
    const word = code === words.length ? before + before.charAt(0) : words[code];
    if (word === undefined) throw new ContentFault('a code that was never made');
    length += word.length;
    if (length > most) throw new LimitFault(`it has more than ${most} characters decompressed`, most);
    parts.push(word);
    words.push(before + word.charAt(0));
    before = word;
    widths.spend();
  }
}

const readLiteral = (bits: BitReader, code: number): string | undefined => {
  if (code === END) return undefined;
  if (code > END) throw new ContentFault('it does not begin as it must');
  return String.fromCharCode(bits.read(code === LITERAL_8 ? 8 : 16));
};

/** Bits of bytes from the highest on; numbers stand with their lowest bit first. */
class BitReader {
  #position = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++) {
      const byte = this.#bytes[this.#position >> 3];
      if (byte === undefined) throw new ContentFault('it ends too early');
      value += ((byte >> (7 - (this.#position & 7))) & 1) * 2 ** bit;
      this.#position++;
    }
    return value;
  }
}

/** The other way round; ends with zeros up to a multiple of two bytes, and with two more where nothing was left over. */
class BitWriter {
  readonly #bytes: number[] = [];
  #byte = 0;
  #count = 0;

  write(value: number, bits: number): void {
    for (let bit = 0; bit < bits; bit++) {
      this.#byte = this.#byte * 2 + (Math.floor(value / 2 ** bit) & 1);
      this.#count++;
      if (this.#count % 8 !== 0) continue;
      this.#bytes.push(this.#byte);
      this.#byte = 0;
    }
  }

  finish(): Uint8Array {
    this.write(0, 16 - (this.#count % 16));
    return Uint8Array.from(this.#bytes);
  }
}
