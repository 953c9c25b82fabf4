import { decodeWindows1252 } from '../encodings/windows-1252.js';
import { CFF_STANDARD_STRINGS, GLYPH_CHARACTERS, MACINTOSH_GLYPHS } from './glyph-names.data.js';

const words = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));

/** Strings that CFF fonts have without storing them, by number. */
export const STANDARD_STRINGS: readonly string[] = words(CFF_STANDARD_STRINGS);

/** Names of glyphs by their number in the table `post`. */
export const MACINTOSH_NAMES: readonly string[] = words(MACINTOSH_GLYPHS);

const CHARACTERS: ReadonlyMap<string, number> = new Map(
  words(GLYPH_CHARACTERS).map((item) => {
    const [name = '', character = ''] = item.split('=');
    return [name, Number.parseInt(character, 16)];
  }),
);

const NAMES = new Map<number, string[]>();
for (const [name, character] of CHARACTERS) NAMES.set(character, [...(NAMES.get(character) ?? []), name]);

/** Characters that fonts have one glyph for, under the name of either. */
const ALIKE: readonly (readonly number[])[] = [
  [0x20, 0xa0],
  [0x2d, 0xad],
  [0xb5, 0x3bc],
  [0xb7, 0x2219],
  [0xaf, 0x2c9],
  [0x2206, 0x394],
  [0x2126, 0x3a9],
  [0x2215, 0x2044],
  [0x162, 0x21a],
  [0x163, 0x21b],
];

/** The characters that a name may stand for (Adobe Glyph List Specification, 2): none for a name of the font's own. */
export function charactersOfName(name: string): readonly number[] {
  const base = name.split('.', 1)[0] ?? '';
  const known = CHARACTERS.get(name) ?? CHARACTERS.get(base) ?? numbered(base);
  if (known === undefined) return [];
  return ALIKE.find((characters) => characters.includes(known)) ?? [known];
}

function numbered(name: string): number | undefined {
  const [, digits] = /^(?:uni|u)([0-9A-Fa-f]{4,6})/.exec(name) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

const FIRST_OF_STANDARD = 32;
const LAST_OF_ASCII = 126;
/** Codes of StandardEncoding above those of ASCII, as the strings from 96 on are named (Adobe Technical Note 5176, appendix B). */
const STANDARD_CODES = [
  161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 177, 178, 179, 180, 182, 183, 184, 185,
  186, 187, 188, 189, 191, 193, 194, 195, 196, 197, 198, 199, 200, 202, 203, 205, 206, 207, 208, 225, 227, 232, 233,
  234, 235, 241, 245, 248, 249, 250, 251,
];

/** The number of a code's name in StandardEncoding among the standard strings; 0 (".notdef") where it has none. */
export function standardString(code: number): number {
  if (code >= FIRST_OF_STANDARD && code <= LAST_OF_ASCII) return code - FIRST_OF_STANDARD + 1;
  const place = STANDARD_CODES.indexOf(code);
  return place < 0 ? 0 : LAST_OF_ASCII - FIRST_OF_STANDARD + 2 + place;
}

const MACINTOSH = new TextDecoder('macintosh');

/** Names that a code has in StandardEncoding, WinAnsiEncoding and MacRomanEncoding (ISO 32000-2, D.2). */
export function usualNames(code: number): readonly string[] {
  const names = new Set<string>();
  const standard = standardString(code);
  if (standard > 0) names.add(STANDARD_STRINGS[standard] ?? '');
  for (const text of [decodeWindows1252(Uint8Array.of(code)), MACINTOSH.decode(Uint8Array.of(code))]) {
    const character = text.codePointAt(0) ?? 0;
    for (const name of NAMES.get(character) ?? []) names.add(name);
  }
  // Codes without a letter in WinAnsiEncoding show a bullet.
  if (code > LAST_OF_ASCII) names.add('bullet');
  return [...names];
}
