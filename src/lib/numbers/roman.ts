/** Roman numerals up to 3,999,999; from 4,000 an overline multiplies by a thousand. */

import { ContentFault } from '../faults.js';

const OVERLINE = '\u0305';
const MAX = 3_999_999;
/** Longest text that is read: a numeral of that length is not one. */
const MAX_LENGTH = 1000;

const WORTH: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The single characters of Unicode that are no letters with a compatibility mapping. */
const SPECIAL: Readonly<Record<string, string>> = {
  ↀ: 'M',
  ↁ: `V${OVERLINE}`,
  ↂ: `X${OVERLINE}`,
  ↇ: `L${OVERLINE}`,
  ↈ: `C${OVERLINE}`,
};

const STEPS = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function plainRoman(value: number): string {
  let [text, left] = ['', value];
  for (const [worth, letters] of STEPS) {
    for (; left >= worth; left -= worth) text += letters;
  }
  return text;
}

const overlined = (letters: string): string => [...letters].map((letter) => letter + OVERLINE).join('');

/** Throws `ContentFault` outside 1 to 3,999,999. */
export function toRoman(value: bigint): string {
  const shown = String(value).length > 40 ? 'a longer one' : String(value);
  if (value < 1n || value > BigInt(MAX)) throw new ContentFault(`Roman numerals go from 1 to ${MAX}, got ${shown}`);
  const number = Number(value);
  if (number < 4000) return plainRoman(number);
  return overlined(plainRoman(Math.floor(number / 1000))) + plainRoman(number % 1000);
}

/** Letters with their overlines, as `toRoman` writes them. */
function normalized(text: string): string {
  const folded = text
    .trim()
    .replace(/[ↀↁↂↇↈ]/g, (character) => SPECIAL[character] ?? '')
    .replace(/[Ⅰ-ⅿ]/g, (character) => character.normalize('NFKC'))
    .toUpperCase()
    .replaceAll('\u0304', OVERLINE);
  return folded.replace(/\(([A-Z]+)\)|_([A-Z]+)_/g, (_, bracketed?: string, underlined?: string) =>
    overlined(bracketed ?? underlined ?? ''),
  );
}

/** What the letters are worth, in whatever order: one before a larger one is subtracted. Throws `ContentFault` for other letters. */
export function romanValue(text: string): number {
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  if (text.length > MAX_LENGTH) throw new ContentFault(`${shown} is not a Roman numeral`);
  const letters = normalized(text).match(/.\u0305?/gsu) ?? [];
  const values = letters.map((letter) => {
    const [plain = ''] = letter;
    const worth = Object.hasOwn(WORTH, plain) ? (WORTH[plain] ?? 0) : undefined;
    if (worth === undefined)
      throw new ContentFault(`${shown} is not a Roman numeral, ${JSON.stringify(letter)} is not one of its letters`);
    return letter.endsWith(OVERLINE) ? 1000 * worth : worth;
  });
  let [sum, largest] = [0, 0];
  for (const value of values.toReversed()) {
    sum += value < largest ? -value : value;
    largest = Math.max(largest, value);
  }
  if (sum < 1 || sum > MAX) throw new ContentFault(`Roman numerals go from 1 to ${MAX}, got ${sum}`);
  return sum;
}

/** Why a numeral is not in the standard form. */
export function romanFault(text: string, standard: string): ContentFault | undefined {
  const given = normalized(text);
  // M with an overline or a thousand plain ones: from 1,000 to 3,999 both are used.
  if (given === standard || given.replaceAll(`I${OVERLINE}`, 'M') === standard) return undefined;
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  return new ContentFault(
    `${shown} is not a standard numeral, ${romanValue(text)} is ${standard}; option "strict" off reads it`,
  );
}
