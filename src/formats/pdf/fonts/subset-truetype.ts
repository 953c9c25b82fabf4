import { TrueTypeFont } from '../../../lib/documents/truetype.js';
import { decodeWindows1252 } from '../../../lib/encodings/windows-1252.js';
import { collectionOf, fontStarts } from '../../../lib/fonts/font-collection.js';
import { charactersOfName, usualNames } from '../../../lib/fonts/glyph-names.js';
import type { PdfDocument } from '../document/document.js';
import { isName, PdfStream } from '../syntax/objects.js';
import { codesOf, differencesOf } from './encodings.js';
import { type ShownFont, shownCids } from './shown-font.js';

/** A TrueType program with the outlines that its fonts show; `undefined` where they cannot be told. */
export function subsetTrueType(
  document: PdfDocument,
  bytes: Uint8Array,
  fonts: readonly ShownFont[],
): Uint8Array | undefined {
  // Of a collection, viewers take the first font or the one with the right name.
  const starts = fontStarts(bytes);
  const programs = starts.map((start) => {
    const program = TrueTypeFont.read(bytes, start);
    return program && subsetOne(document, program, fonts);
  });
  if (!programs.every((program) => program !== undefined)) return undefined;
  const size = programs.reduce((sum, program) => sum + program.length, 0);
  return size > bytes.length && programs.length > 1 ? undefined : collectionOf(programs);
}

function subsetOne(document: PdfDocument, program: TrueTypeFont, fonts: readonly ShownFont[]): Uint8Array | undefined {
  const glyphs = new Set<number>();
  let isSimple = false;
  for (const shown of fonts) {
    if (isName(document.get(shown.font, 'Subtype'), 'Type0')) {
      const used = composite(document, shown);
      if (used === undefined) return undefined;
      for (const glyph of used) glyphs.add(glyph);
      continue;
    }
    if (!isName(document.get(shown.font, 'Subtype'), 'TrueType')) return undefined;
    isSimple = true;
    const used = simple(document, shown, program);
    if (used === undefined) return undefined;
    for (const glyph of used) glyphs.add(glyph);
  }
  return program.subset(glyphs, isSimple, isSimple);
}

/** Glyphs of a font with codes of two bytes that are glyphs, or characters that `CIDToGIDMap` gives glyphs for. */
function composite(document: PdfDocument, { font, descendant, strings }: ShownFont): Iterable<number> | undefined {
  const cids = shownCids(document, font, strings);
  if (descendant === undefined || cids === undefined) return undefined;
  const stated = document.get(descendant, 'CIDToGIDMap');
  if (!(stated instanceof PdfStream)) return cids;
  const map = document.tryDecode(stated, 2 ** 17);
  return map && [...cids].map((cid) => 256 * (map[2 * cid] ?? 0) + (map[2 * cid + 1] ?? 0));
}

/** Every glyph that a viewer may show for the codes, whichever of the font's maps and of the usual encodings it goes by. */
function simple(
  document: PdfDocument,
  { font, strings }: ShownFont,
  program: TrueTypeFont,
): Iterable<number> | undefined {
  const differences = differencesOf(document, font);
  if (differences === undefined) return undefined;
  const codes = codesOf(strings);
  const characters = new Set<number>();
  for (const code of codes) {
    // ISO 32000-2, 9.6.5.4: as they are, in the ranges of symbol fonts, or by way of their names.
    for (const start of [0, 0xf000, 0xf100, 0xf200]) characters.add(start + code);
    characters.add(decodeWindows1252(Uint8Array.of(code)).codePointAt(0) ?? code).add(inMacRoman(code));
    for (const other of STANDARD.get(code) ?? []) characters.add(other);
  }
  // Viewers differ in what they take instead of a map.
  if (!program.hasMap) return undefined;
  const named = namedGlyphs(program, codes, differences, characters);
  const mapped = program.glyphsOf(characters);
  return named && mapped && [...named, ...mapped];
}

/** Glyphs that have the names of codes; adds the characters that the names stand for. `undefined` for a name that nobody knows. */
function namedGlyphs(
  program: TrueTypeFont,
  codes: ReadonlySet<number>,
  differences: ReadonlyMap<number, string>,
  characters: Set<number>,
): Iterable<number> | undefined {
  const stated = new Set([...codes].flatMap((code) => differences.get(code) ?? []));
  const names = program.glyphNames();
  if (names === undefined) return stated.size === 0 ? [] : undefined;
  const wanted = new Set([...stated, ...[...codes].flatMap(usualNames)]);
  const own = new Set(names);
  const glyphs = new Set<number>();
  for (const name of stated) {
    const known = charactersOfName(name);
    const numbers = numbersIn(name);
    // The names that the Adobe Glyph List knows have no low lines; any other says nothing to a viewer that the font does not.
    const isKnown = known.length > 0 || numbers.length > 0 || own.has(name) || name === '.notdef' || name.includes('_');
    if (!isKnown) return undefined;
    for (const number of numbers) glyphs.add(number);
    for (const character of [...known, ...numbers]) {
      characters.add(character);
      const code = MACINTOSH.get(character);
      if (code !== undefined) characters.add(code);
    }
  }
  for (const [glyph, name] of names.entries()) if (wanted.has(name)) glyphs.add(glyph);
  return glyphs;
}

/** Names such as "g41" and "cid123" say a code or a glyph by its number, which viewers read as decimal or as hexadecimal. */
function numbersIn(name: string): number[] {
  const [, decimal] = /^[A-Za-z]{1,5}(\d{1,5})$/.exec(name) ?? [];
  const [, hexadecimal] = /^[A-Za-z]([\dA-Fa-f]{2,4})$/.exec(name) ?? [];
  return [
    ...(decimal === undefined ? [] : [Number(decimal)]),
    ...(hexadecimal === undefined ? [] : [Number.parseInt(hexadecimal, 16)]),
  ];
}

const MAC_ROMAN = new TextDecoder('macintosh');
const inMacRoman = (code: number): number => MAC_ROMAN.decode(Uint8Array.of(code)).codePointAt(0) ?? code;

/** Codes of MacRomanEncoding by character. */
const MACINTOSH = new Map(Array.from({ length: 256 }, (_, code) => [inMacRoman(code), code]));

/** StandardEncoding where no other encoding has the same (ISO 32000-2, D.2), and letters with two code points. */
const STANDARD: ReadonlyMap<number, readonly number[]> = new Map([
  [0x27, [0x2019]],
  [0x60, [0x2018]],
  [0x20, [0xa0]],
  [0x2d, [0xad, 0x2212]],
  [0x95, [0x2022]],
  [0xad, [0x2d]],
  [0xb5, [0x3bc]],
  [0xb7, [0x2219]],
  [0xc6, [0x2206, 0x394]],
  [0xbd, [0x2126, 0x3a9]],
]);
