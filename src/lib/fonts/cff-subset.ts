import { type CffFont, OPERATOR, type PrivatePart } from './cff.js';
import { type DictEntry, type Index, integerOperand, writeDict, writeIndex } from './cff-parts.js';
import { charsetOf, encodingOf, glyphOrder, selectOf } from './cff-tables.js';
import { CallTracer, type Routines } from './charstring-calls.js';
import { STANDARD_STRINGS, standardString } from './glyph-names.js';

/** A charstring that draws nothing: `endchar`. */
const EMPTY_GLYPH = Uint8Array.of(14);
/** What a subset may be longer by than its font: the writer's way with numbers. */
const MAX_GROWTH = 65_536;
const HEADER = Uint8Array.of(1, 0, 4, 4);
/** What names the whole font. */
const IDENTITY: readonly (readonly [number, undefined])[] = [
  [OPERATOR.uniqueId, undefined],
  [OPERATOR.xuid, undefined],
];

const routinesOf = (index: Index): Routines => ({ count: index.count, item: index.item, used: new Set() });

/**
 * The font with some of its glyphs and the subroutines that they call. `keepsNumbers`: glyphs that are left out stay as empty ones;
 * else they go, and the others are found by their names or CIDs as before. `undefined` for what cannot be followed.
 */
export function subsetCff(font: CffFont, wanted: ReadonlySet<number>, keepsNumbers: boolean): Uint8Array | undefined {
  try {
    return new CffSubset(font, wanted).write(keepsNumbers);
  } catch (error) {
    // A charstring that calls what is not there: viewers have their own way with damaged fonts.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class CffSubset {
  readonly #glyphs = new Set<number>([0]);
  readonly #global: Routines;
  readonly #locals = new Map<PrivatePart, Routines>();

  constructor(
    private readonly font: CffFont,
    wanted: ReadonlySet<number>,
  ) {
    this.#global = routinesOf(font.globalSubrs);
    for (const part of font.parts) {
      if (part.private?.subrs !== undefined) this.#locals.set(part.private, routinesOf(part.private.subrs));
    }
    for (const glyph of wanted) if (glyph < font.glyphCount) this.#glyphs.add(glyph);
    const tracer = new CallTracer(this.#global, font.size);
    // Grows while it is gone through: accented letters bring their parts.
    for (const glyph of this.#glyphs) {
      const own = font.parts[font.partOf[glyph] ?? 0]?.private;
      const parts = tracer.trace(font.charStrings.item(glyph), own && this.#locals.get(own));
      for (const code of parts ?? []) this.#glyphs.add(this.#standardGlyph(code));
    }
  }

  #standardGlyph(code: number): number {
    const glyph = this.font.isCidKeyed ? -1 : this.font.charset.indexOf(standardString(code));
    if (glyph < 0) throw new RangeError('seac');
    return glyph;
  }

  write(keepsNumbers: boolean): Uint8Array {
    const { font } = this;
    const all = Array.from({ length: font.glyphCount }, (_, i) => i);
    const kept = keepsNumbers ? all : this.#inOrder();
    const charStrings = kept.map((glyph) => (this.#glyphs.has(glyph) ? font.charStrings.item(glyph) : EMPTY_GLYPH));
    const strings = kept.map((glyph) => font.charset[glyph] ?? 0);
    const blocks = new Map<number, Uint8Array>([
      [OPERATOR.charset, charsetOf(strings)],
      [OPERATOR.charStrings, writeIndex(charStrings)],
    ]);
    if (font.codes !== undefined && !font.isCidKeyed) blocks.set(OPERATOR.encoding, encodingOf(strings, font.codes));
    if (font.isCidKeyed) blocks.set(OPERATOR.fdSelect, selectOf(kept.map((glyph) => font.partOf[glyph] ?? 0)));
    return this.#assembled(blocks, this.#strings(kept));
  }

  #inOrder(): number[] {
    const sorted = [...this.#glyphs].sort((a, b) => a - b);
    const strings = sorted.map((glyph) => this.font.charset[glyph] ?? 0);
    return glyphOrder(strings, this.font.codes).map((i) => sorted[i] ?? 0);
  }

  /** Strings keep their numbers; names of glyphs that are gone become empty. */
  #strings(kept: readonly number[]): Uint8Array {
    const { font } = this;
    const used = new Set<number>();
    for (const entries of [font.top, ...font.parts.map((part) => part.entries)])
      for (const { operands } of entries) for (const operand of operands) used.add(operand);
    if (!font.isCidKeyed) for (const glyph of kept) used.add(font.charset[glyph] ?? 0);
    const items: Uint8Array[] = [];
    for (let i = 0; i < font.strings.count; i += 1) {
      items.push(used.has(STANDARD_STRINGS.length + i) ? font.strings.item(i) : new Uint8Array());
    }
    while (items.length > 0 && items.at(-1)?.length === 0) items.pop();
    return writeIndex(items);
  }

  #assembled(blocks: Map<number, Uint8Array>, strings: Uint8Array): Uint8Array {
    const { font } = this;
    const dropped = new Map<number, readonly number[] | undefined>(IDENTITY);
    // A CID-keyed font has these in its parts, or not at all.
    if (font.isCidKeyed) dropped.set(OPERATOR.encoding, undefined).set(OPERATOR.private, undefined);
    const topOf = (at: ReadonlyMap<number, readonly number[]>): Uint8Array => {
      const missing = [...at].filter(([operator]) => !font.top.some((entry) => entry.operator === operator));
      const added = missing.map(
        ([operator, operands]): DictEntry => ({
          operator,
          operands,
          stored: Buffer.concat(operands.map(integerOperand)),
        }),
      );
      return writeIndex([writeDict([...font.top, ...added], new Map([...dropped, ...at]))]);
    };
    // Every operand that is written has the same length, whatever its value.
    const places = new Map<number, readonly number[]>([...blocks.keys()].map((operator) => [operator, [0]]));
    const [own] = font.parts;
    if (font.isCidKeyed) places.set(OPERATOR.fdArray, [0]);
    else if (own?.private !== undefined) places.set(OPERATOR.private, [0, 0]);
    const before = [HEADER, writeIndex([font.name])];
    const after = [strings, this.#routines(font.globalSubrs, this.#global)];
    let end = [...before, topOf(places), ...after].reduce((sum, part) => sum + part.length, 0);
    const body: Uint8Array[] = [];
    const put = (part: Uint8Array): number => {
      body.push(part);
      end += part.length;
      // Parts that overlap: not what a font is made of.
      if (end > font.size + MAX_GROWTH) throw new RangeError('size');
      return end - part.length;
    };
    for (const [operator, block] of blocks) places.set(operator, [put(block)]);
    const written = new Map<PrivatePart, readonly number[]>();
    for (const part of font.parts) {
      if (part.private === undefined || written.has(part.private)) continue;
      const { dict, routines } = this.#private(part.private);
      written.set(part.private, [dict.length, put(dict)]);
      put(routines);
    }
    if (font.isCidKeyed) {
      const fonts = font.parts.map((part) =>
        writeDict(part.entries, new Map([[OPERATOR.private, part.private && written.get(part.private)]])),
      );
      places.set(OPERATOR.fdArray, [put(writeIndex(fonts))]);
    } else if (own?.private !== undefined) places.set(OPERATOR.private, written.get(own.private) ?? [0, 0]);
    return Buffer.concat([...before, topOf(places), ...after, ...body]);
  }

  #private(part: PrivatePart): { readonly dict: Uint8Array; readonly routines: Uint8Array } {
    const used = this.#locals.get(part);
    const hasAny = part.subrs !== undefined && used !== undefined && used.used.size > 0;
    const routines = hasAny ? this.#routines(part.subrs, used) : new Uint8Array();
    const length = writeDict(part.entries, new Map([[OPERATOR.subrs, hasAny ? [0] : undefined]])).length;
    return { dict: writeDict(part.entries, new Map([[OPERATOR.subrs, hasAny ? [length] : undefined]])), routines };
  }

  /** All in number, because calls count from the middle; those that nothing calls are empty. */
  #routines(index: Index, { used }: Routines): Uint8Array {
    if (used.size === 0) return writeIndex([]);
    return writeIndex(Array.from({ length: index.count }, (_, i) => (used.has(i) ? index.item(i) : new Uint8Array())));
  }
}
