/** English number words as numbers: `two hundred and five`, `minus one point five`, `twenty-first`. */

import { ContentFault } from '../faults.js';

const UNITS = ['zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen']
  .join(' ')
  .concat(' seventeen eighteen nineteen')
  .split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = (
  'thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion undecillion ' +
  'duodecillion tredecillion quattuordecillion quindecillion sexdecillion septendecillion octodecillion novemdecillion'
).split(' ');

const SMALL: ReadonlyMap<string, bigint> = new Map([
  ...UNITS.map((word, i) => [word, BigInt(i)] as const),
  ...TENS.map((word, i) => [word, BigInt(20 + 10 * i)] as const),
  ['nought', 0n],
  ['oh', 0n],
  ['fourty', 40n],
]);
const LARGE: ReadonlyMap<string, bigint> = new Map(SCALES.map((word, i) => [word, 1000n ** BigInt(i + 1)]));
const ORDINALS: ReadonlyMap<string, string> = new Map([
  ['first', 'one'],
  ['second', 'two'],
  ['third', 'three'],
  ['fifth', 'five'],
  ['eighth', 'eight'],
  ['ninth', 'nine'],
  ['twelfth', 'twelve'],
]);

/** `twentieth` is `twenty`, `sixth` is `six`. */
const cardinalOf = (word: string): string =>
  ORDINALS.get(word) ?? (word.endsWith('ieth') ? `${word.slice(0, -4)}y` : word.replace(/th$/, ''));

const isKnown = (word: string): boolean => SMALL.has(word) || LARGE.has(word) || word === 'hundred';

export interface WordNumber {
  /** As digits, with a point where it has one. */
  readonly number: string;
  readonly isOrdinal: boolean;
}

/** Throws `ContentFault` naming the word that is not one of a number, or is in the wrong place. */
export function readEnglishNumber(text: string): WordNumber {
  const words = text
    .toLowerCase()
    .replace(/[-,\s]+/g, ' ')
    .trim()
    .split(' ');
  const sign = words[0] === 'minus' || words[0] === 'negative' ? '-' : '';
  const [whole, decimals] = divided(sign === '' ? words : words.slice(1));
  const last = whole.at(-1) ?? '';
  const isOrdinal = decimals === undefined && !isKnown(last) && isKnown(cardinalOf(last));
  const value = wholeOf(isOrdinal ? [...whole.slice(0, -1), cardinalOf(last)] : whole);
  if (decimals === undefined) return { number: `${value === 0n ? '' : sign}${value}`, isOrdinal };
  const digits = decimals.map((word) => {
    const digit = SMALL.get(word);
    if (digit === undefined || digit > 9n)
      throw new ContentFault(`${JSON.stringify(word)} is not a digit after the point`);
    return String(digit);
  });
  if (digits.length === 0) throw new ContentFault('there are no digits after the point');
  return { number: `${sign}${value}.${digits.join('')}`, isOrdinal };
}

function divided(words: readonly string[]): readonly [readonly string[], readonly string[] | undefined] {
  const at = words.indexOf('point');
  return at < 0 ? [words, undefined] : [words.slice(0, at), words.slice(at + 1)];
}

function wholeOf(words: readonly string[]): bigint {
  let [total, part, ceiling] = [0n, 0n, 10n ** 70n];
  let before = '';
  for (const word of words) {
    const wrong = (): ContentFault =>
      new ContentFault(
        `${JSON.stringify(word.slice(0, 40))} cannot be after ${JSON.stringify(before || 'the beginning')}`,
      );
    const [small, large] = [SMALL.get(word), LARGE.get(word)];
    if (word === 'and' && before !== '') continue;
    if (word === 'a' && before === '') part = 1n;
    else if (small !== undefined) {
      const room = part % 100n;
      const fits = small < 10n ? room % 10n === 0n && room !== 10n : room === 0n;
      if (!fits || (before !== '' && !isKnown(before)) || (small === 0n && before !== '') || SMALL.get(before) === 0n)
        throw wrong();
      part += small;
    } else if (word === 'hundred') {
      if (part === 0n || part >= 100n) throw wrong();
      part *= 100n;
    } else if (large !== undefined) {
      if (part === 0n || large >= ceiling) throw wrong();
      total += part * large;
      [part, ceiling] = [0n, large];
    } else throw new ContentFault(`${JSON.stringify(word.slice(0, 40))} is not a word of a number`);
    before = word === 'a' ? 'one' : word;
  }
  if (before === '') throw new ContentFault('there is no number');
  return total + part;
}
