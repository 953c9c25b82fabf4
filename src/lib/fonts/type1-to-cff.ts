import { integerOperand, numberOperand, writeIndex } from './cff-parts.js';
import { charsetOf, encodingOf, glyphOrder } from './cff-tables.js';
import { STANDARD_STRINGS, standardString } from './glyph-names.js';
import type { Type1Font } from './type1.js';
import { outlineOf, type Type1Outline } from './type1-outline.js';
import { type2Charstring } from './type2-charstring.js';

const HEADER = Uint8Array.of(1, 0, 4, 4);
const USUAL_MATRIX = [0.001, 0, 0, 0.001, 0, 0];
const OPERATOR = { box: [5], charset: [15], encoding: [16], charStrings: [17], private: [18], matrix: [12, 7] };
const DEFAULT_WIDTH = [20];
/** Operators and numbers that are read for each byte of a font; what no subroutine repeats has less than one. */
const STEPS_FOR_BYTE = 16;

/** Entries of Private (Adobe Technical Note 5176, 15) by their keys in Type 1 fonts; those with differences are told apart. */
const PRIVATE: ReadonlyMap<string, readonly [operator: readonly number[], isDelta: boolean]> = new Map([
  ['BlueValues', [[6], true]],
  ['OtherBlues', [[7], true]],
  ['FamilyBlues', [[8], true]],
  ['FamilyOtherBlues', [[9], true]],
  ['BlueScale', [[12, 9], false]],
  ['BlueShift', [[12, 10], false]],
  ['BlueFuzz', [[12, 11], false]],
  ['StdHW', [[10], false]],
  ['StdVW', [[11], false]],
  ['StemSnapH', [[12, 12], true]],
  ['StemSnapV', [[12, 13], true]],
  ['ForceBold', [[12, 14], false]],
  ['LanguageGroup', [[12, 17], false]],
]);

/**
 * A bare CFF font with some glyphs of a Type 1 font: the same outlines, hints and codes, in a form that packs well. `undefined` for what
 * cannot be followed.
 */
export function cffOfType1(font: Type1Font, wanted: ReadonlySet<string>): Uint8Array | undefined {
  try {
    return written(font, outlinesOf(font, wanted));
  } catch (error) {
    // A charstring that is damaged: viewers have their own way with such fonts.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The outlines by name, with those that accented letters are composed of; ".notdef" first. */
function outlinesOf(font: Type1Font, wanted: ReadonlySet<string>): ReadonlyMap<string, Type1Outline> {
  const outlines = new Map<string, Type1Outline>();
  const budget = { left: STEPS_FOR_BYTE * font.size };
  const names = new Set(['.notdef', ...wanted]);
  // Grows while it is gone through.
  for (const name of names) {
    const charstring = font.glyphs.get(name);
    if (charstring === undefined) throw new RangeError(name);
    const outline = outlineOf(charstring, font.subrs, budget);
    outlines.set(name, outline);
    for (const code of outline.accent?.slice(2) ?? []) {
      const part = standardString(code);
      if (part === 0) throw new RangeError('seac');
      names.add(STANDARD_STRINGS[part] ?? '');
    }
  }
  return outlines;
}

function written(font: Type1Font, outlines: ReadonlyMap<string, Type1Outline>): Uint8Array {
  const own: string[] = [];
  const numberOf = (name: string): number => {
    const standard = STANDARD_STRINGS.indexOf(name);
    return standard >= 0 ? standard : STANDARD_STRINGS.length + own.push(name) - 1;
  };
  const strings = new Map([...outlines.keys()].map((name) => [name, numberOf(name)]));
  const codes =
    font.encoding &&
    [...font.encoding].flatMap(([code, name]) => {
      const string = strings.get(name);
      return string === undefined || string === 0 ? [] : [[code, string] as const];
    });
  const names = [...outlines.keys()];
  const order = glyphOrder(
    names.map((name) => strings.get(name) ?? 0),
    codes,
  ).map((i) => names[i] ?? '');
  const charset = order.map((name) => strings.get(name) ?? 0);
  const usualWidth = mostFrequent([...outlines.values()].map(({ width }) => width));
  const charStrings = writeIndex(
    order.map((name) => {
      const outline = outlines.get(name);
      return outline === undefined ? new Uint8Array() : type2Charstring(outline, usualWidth);
    }),
  );
  const privateDict = privateOf(font, usualWidth);
  const encoding = codes === undefined ? new Uint8Array() : encodingOf(charset, codes);
  const blocks = [charsetOf(charset), encoding, charStrings, privateDict];
  const topOf = (start: number): Uint8Array => {
    let at = start;
    const [charsetAt = 0, encodingAt = 0, charStringsAt = 0, privateAt = 0] = blocks.map((block) => {
      at += block.length;
      return at - block.length;
    });
    const entry = (operator: readonly number[], ...operands: number[]): Uint8Array =>
      Buffer.concat([...operands.map(integerOperand), Uint8Array.from(operator)]);
    const { box, matrix } = font;
    const hasMatrix = matrix?.length === 6 && matrix.some((value, i) => value !== USUAL_MATRIX[i]);
    const parts = [
      ...(hasMatrix ? [dictEntry(OPERATOR.matrix, matrix)] : []),
      ...(box?.length === 4 ? [dictEntry(OPERATOR.box, box)] : []),
      entry(OPERATOR.charset, charsetAt),
      ...(codes === undefined ? [] : [entry(OPERATOR.encoding, encodingAt)]),
      entry(OPERATOR.charStrings, charStringsAt),
      entry(OPERATOR.private, privateDict.length, privateAt),
    ];
    return writeIndex([Buffer.concat(parts)]);
  };
  const name = writeIndex([Buffer.from(font.name, 'latin1')]);
  const after = [writeIndex(own.map((string) => Buffer.from(string, 'latin1'))), writeIndex([])];
  const start = [HEADER, name, topOf(0), ...after].reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([HEADER, name, topOf(start), ...after, ...blocks]);
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

function privateOf(font: Type1Font, usualWidth: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [key, values] of font.private) {
    const [operator, isDelta] = PRIVATE.get(key) ?? [[], false];
    if (operator.length === 0 || values.length === 0) continue;
    const operands = isDelta
      ? values.map((value, i) => value - (i === 0 ? 0 : (values[i - 1] ?? 0)))
      : values.slice(0, 1);
    parts.push(dictEntry(operator, operands));
  }
  parts.push(dictEntry(DEFAULT_WIDTH, [usualWidth]));
  return Buffer.concat(parts);
}

const dictEntry = (operator: readonly number[], operands: readonly number[]): Uint8Array =>
  Buffer.concat([...operands.map(numberOperand), Uint8Array.from(operator)]);
