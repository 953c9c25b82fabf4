import { LETTER_RARITIES } from './letter-frequencies.data.js';

/** How likely it is that a text was decoded with the right encoding: by its letters beyond ASCII, language by language. */

/** Rarity of letters that a language does not have, and of control characters, in the unit of the table. */
const FOREIGN = 11;
const CONTROL = 14;
/** A sign amid or before letters, a capital after a small letter, and letters of two alphabets side by side: hardly ever right. */
const AMID_WORD = 9;
const LATE_CAPITAL = 4;
const TWO_ALPHABETS = 8;
/** In languages of Latin letters two letters beyond ASCII are rarely neighbours. */
const NEIGHBOURS = 2;

const LATIN = /^\p{Script=Latin}$/u;

const tables = new Map(
  Object.entries(LETTER_RARITIES).map(([language, letters]) => {
    const pairs = Array.from(letters.matchAll(/(\D)(\d)/gu), ([, letter = '', rarity]): [string, number] => [
      letter,
      Number(rarity),
    ]);
    return [language, { rarities: new Map(pairs), isLatin: LATIN.test(pairs[0]?.[0] ?? '') }];
  }),
);

export interface EncodingFit {
  /** Sum over the characters beyond ASCII: lower is likelier. Comparable between decodings of the same bytes. */
  readonly rarity: number;
  /** The same for each of them. */
  readonly mean: number;
}

interface Found {
  /** Letters beyond ASCII, in lower case, and how often. */
  readonly letters: ReadonlyMap<string, number>;
  readonly count: number;
  /** What is against the decoding in every language. */
  readonly penalty: number;
  readonly neighbours: number;
}

export function fitOf(text: string): EncodingFit {
  const found = findLetters(text);
  let best = Number.POSITIVE_INFINITY;
  for (const { rarities, isLatin } of tables.values()) {
    let sum = isLatin ? found.neighbours * NEIGHBOURS : 0;
    for (const [letter, times] of found.letters) sum += times * (rarities.get(letter) ?? FOREIGN);
    best = Math.min(best, sum);
  }
  const rarity = best + found.penalty;
  return { rarity, mean: found.count === 0 ? 0 : rarity / found.count };
}

/** Signs that stand in texts of every language, with their rarity; others are rarer. */
const SIGNS: Readonly<Record<string, number>> = {
  '\u00a0': 3,
  '’': 2,
  '“': 3,
  '”': 3,
  '„': 3,
  '‘': 4,
  '«': 3,
  '»': 3,
  '–': 3,
  '—': 3,
  '…': 3,
  '•': 4,
  '€': 4,
  '°': 4,
  '§': 4,
  '·': 5,
  '№': 5,
  '¿': 4,
  '¡': 4,
  º: 5,
  ª: 5,
  '²': 6,
  '³': 6,
  '½': 6,
  '£': 6,
  '©': 6,
  '®': 6,
  '™': 6,
  '\u200e': 6,
  '\u200f': 6,
  '\u200c': 5,
  '\u200d': 6,
};
const RARE_SIGN = 8;
/** Apostrophes, hyphens and the like, which words have inside, and marks before a word. */
const IN_WORDS = new Set('’‘“„«\u00a0·\u200c\u200d–—¿¡•§№º”»€…');

function findLetters(text: string): Found {
  const letters = new Map<string, number>();
  let count = 0;
  let penalty = 0;
  let neighbours = 0;
  let last = '';
  for (const character of text) {
    if (character > '\u007f') {
      count++;
      const isMark = /\p{M}/u.test(character);
      if (isMark || /\p{L}/u.test(character)) {
        const lower = character.toLowerCase();
        letters.set(lower, (letters.get(lower) ?? 0) + 1);
        if (last > '\u007f' && /\p{L}/u.test(last)) neighbours++;
        if (lower !== character && /\p{Ll}/u.test(last)) penalty += LATE_CAPITAL;
        if (
          !/\p{Script=Inherited}/u.test(character) &&
          /\p{L}/u.test(last) &&
          LATIN.test(last) !== LATIN.test(character)
        )
          penalty += TWO_ALPHABETS;
      } else if (/[\u0080-\u009f\ufffd]/.test(character)) penalty += CONTROL;
      else
        penalty += (SIGNS[character] ?? RARE_SIGN) + (/\p{L}/u.test(last) && !IN_WORDS.has(character) ? AMID_WORD : 0);
    } else if (last > '\u007f' && /[A-Za-z]/.test(character)) {
      if (/\p{L}/u.test(last) && !LATIN.test(last)) penalty += TWO_ALPHABETS;
      else if (!/\p{L}|\p{M}/u.test(last) && !IN_WORDS.has(last)) penalty += AMID_WORD;
      else if (/[A-Z]/.test(character) && /\p{Ll}/u.test(last)) penalty += LATE_CAPITAL;
    }
    last = character;
  }
  return { letters, count, penalty, neighbours };
}
