import { type DictEntry, type Index, readDict, readIndex } from './cff-parts.js';
import { STANDARD_STRINGS, standardString } from './glyph-names.js';

/** Operators of DICTs (Adobe Technical Note 5176, appendix H). */
export const OPERATOR = {
  uniqueId: 13,
  xuid: 14,
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  charstringType: 1206,
  syntheticBase: 1220,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

const ISO_ADOBE_GLYPHS = 229;
/** Offsets that name a charset or an encoding instead (Adobe Technical Note 5176, 12 and 13). */
const PREDEFINED_CHARSETS = 2;
const PREDEFINED_ENCODINGS = 1;

/** A Private DICT and the subroutines that its glyphs share. */
export interface PrivatePart {
  readonly entries: readonly DictEntry[];
  readonly subrs: Index | undefined;
}

export interface FontPart {
  readonly entries: readonly DictEntry[];
  readonly private: PrivatePart | undefined;
}

const operandOf = (entries: readonly DictEntry[], operator: number): number | undefined =>
  entries.find((entry) => entry.operator === operator)?.operands[0];

/** A bare CFF font program with one font (Adobe Technical Note 5176). */
export class CffFont {
  readonly name: Uint8Array;
  readonly top: readonly DictEntry[];
  readonly strings: Index;
  readonly globalSubrs: Index;
  readonly charStrings: Index;
  readonly isCidKeyed: boolean;
  /** By glyph: the number of its name among the strings, or its CID. */
  readonly charset: Uint16Array;
  /** Codes of the built-in encoding with the number of their glyph's name; `undefined` for one that is predefined. */
  readonly codes: readonly (readonly [code: number, string: number])[] | undefined;
  /** The font itself, or those that a CID-keyed font is made of. */
  readonly parts: readonly FontPart[];
  /** By glyph, the part that it belongs to. */
  readonly partOf: Uint8Array;
  readonly #view: DataView;
  readonly #privates = new Map<string, PrivatePart>();

  private constructor(private readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#view.getUint8(0) !== 1) throw new RangeError('version');
    const names = readIndex(bytes, this.#view.getUint8(2));
    const tops = readIndex(bytes, names.end);
    if (names.count !== 1 || tops.count !== 1) throw new RangeError('fonts');
    this.name = names.item(0);
    this.top = readDict(tops.item(0));
    this.strings = readIndex(bytes, tops.end);
    this.globalSubrs = readIndex(bytes, this.strings.end);
    const isOdd = this.top.some(({ operator }) => operator === OPERATOR.syntheticBase);
    if (isOdd || (operandOf(this.top, OPERATOR.charstringType) ?? 2) !== 2) throw new RangeError('kind');
    this.charStrings = readIndex(bytes, this.#offset(OPERATOR.charStrings));
    if (this.charStrings.count === 0) throw new RangeError('CharStrings');
    this.isCidKeyed = this.top.some(({ operator }) => operator === OPERATOR.ros);
    this.charset = this.#charset();
    this.codes = this.isCidKeyed ? [] : this.#codes();
    this.partOf = new Uint8Array(this.charStrings.count);
    if (this.isCidKeyed) {
      const fonts = readIndex(bytes, this.#offset(OPERATOR.fdArray));
      this.parts = Array.from({ length: Math.min(fonts.count, 256) }, (_, i) => this.#part(readDict(fonts.item(i))));
      this.#select(this.#offset(OPERATOR.fdSelect));
    } else this.parts = [this.#part(this.top)];
  }

  /** `undefined` for what is damaged or of another kind. */
  static read(bytes: Uint8Array): CffFont | undefined {
    try {
      return new CffFont(bytes);
    } catch (error) {
      // A place outside of the file: viewers have their own way with damaged fonts.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  get size(): number {
    return this.bytes.length;
  }

  get glyphCount(): number {
    return this.charStrings.count;
  }

  /** The string with a number, of the standard ones or the font's own. */
  stringOf(number: number): string {
    if (number < STANDARD_STRINGS.length) return STANDARD_STRINGS[number] ?? '';
    const own = number - STANDARD_STRINGS.length;
    return own < this.strings.count ? Buffer.from(this.strings.item(own)).toString('latin1') : '';
  }

  /** Numbers of the names that the built-in encoding gives a code. */
  stringsOfCode(code: number): readonly number[] {
    if (this.codes === undefined) return [standardString(code)];
    return this.codes.filter(([own]) => own === code).map(([, string]) => string);
  }

  #offset(operator: number): number {
    const offset = operandOf(this.top, operator);
    if (offset === undefined || !(offset > 0)) throw new RangeError('offset');
    return offset;
  }

  /** Adobe Technical Note 5176, 13. */
  #charset(): Uint16Array {
    const count = this.charStrings.count;
    const at = operandOf(this.top, OPERATOR.charset) ?? 0;
    const charset = new Uint16Array(count);
    if (at <= PREDEFINED_CHARSETS) {
      // Expert charsets, and predefined ones of CID-keyed fonts, are left to others.
      if (at !== 0 || this.isCidKeyed || count > ISO_ADOBE_GLYPHS) throw new RangeError('charset');
      return charset.map((_, i) => i);
    }
    const format = this.#view.getUint8(at);
    if (format > 2) throw new RangeError('charset');
    for (let glyph = 1, place = at + 1; glyph < count; ) {
      const first = this.#view.getUint16(place);
      place += 2;
      const left = format === 0 ? 0 : format === 1 ? this.#view.getUint8(place) : this.#view.getUint16(place);
      place += format;
      for (let i = 0; i <= left && glyph < count; i += 1, glyph += 1) charset[glyph] = first + i;
    }
    return charset;
  }

  /** Adobe Technical Note 5176, 12. */
  #codes(): readonly (readonly [number, number])[] | undefined {
    const at = operandOf(this.top, OPERATOR.encoding) ?? 0;
    if (at === PREDEFINED_ENCODINGS) throw new RangeError('Expert encoding');
    if (at === 0) return undefined;
    const format = this.#view.getUint8(at);
    const count = this.#view.getUint8(at + 1);
    const codes: [number, number][] = [];
    let place = at + 2;
    let glyph = 1;
    for (let i = 0; i < count; i += 1) {
      const first = this.#view.getUint8(place);
      const left = (format & 0x7f) === 0 ? 0 : this.#view.getUint8(place + 1);
      place += (format & 0x7f) === 0 ? 1 : 2;
      for (let k = 0; k <= left; k += 1, glyph += 1) {
        if (glyph < this.charset.length && first + k < 256) codes.push([first + k, this.charset[glyph] ?? 0]);
      }
    }
    if ((format & 0x7f) > 1) throw new RangeError('Encoding');
    if ((format & 0x80) === 0) return codes;
    const more = this.#view.getUint8(place);
    for (let i = 0; i < more; i += 1)
      codes.push([this.#view.getUint8(place + 1 + 3 * i), this.#view.getUint16(place + 2 + 3 * i)]);
    return codes;
  }

  #part(entries: readonly DictEntry[]): FontPart {
    const [size, offset] = entries.find(({ operator }) => operator === OPERATOR.private)?.operands ?? [];
    if (size === undefined || offset === undefined) return { entries, private: undefined };
    if (!(size >= 0 && offset >= 0 && offset + size <= this.bytes.length)) throw new RangeError('Private');
    const key = `${offset} ${size}`;
    const known = this.#privates.get(key);
    if (known !== undefined) return { entries, private: known };
    const own = readDict(this.bytes.subarray(offset, offset + size));
    const subrs = operandOf(own, OPERATOR.subrs);
    const part = { entries: own, subrs: subrs === undefined ? undefined : readIndex(this.bytes, offset + subrs) };
    this.#privates.set(key, part);
    return { entries, private: part };
  }

  /** Adobe Technical Note 5176, 19. */
  #select(at: number): void {
    const format = this.#view.getUint8(at);
    if (format === 0) {
      for (let glyph = 0; glyph < this.partOf.length; glyph += 1)
        this.partOf[glyph] = this.#view.getUint8(at + 1 + glyph);
    } else if (format === 3) {
      const ranges = this.#view.getUint16(at + 1);
      let last = 0;
      for (let i = 0; i < ranges; i += 1) {
        const first = this.#view.getUint16(at + 3 + 3 * i);
        const next = this.#view.getUint16(at + 6 + 3 * i);
        if (first !== last || next < first) throw new RangeError('FDSelect');
        this.partOf.fill(this.#view.getUint8(at + 5 + 3 * i), first, next);
        last = next;
      }
      if (last !== this.partOf.length) throw new RangeError('FDSelect');
    } else throw new RangeError('FDSelect');
    for (const part of this.partOf) if (part >= this.parts.length) throw new RangeError('FDSelect');
  }
}
