import { type Draw, drawFrom } from './draw.js';
import { EFF_WORDS } from './eff-words.data.js';

export const WORD_LISTS = ['eff-large', 'eff-short', 'eff-short-2'] as const;

export interface PassphraseRules {
  readonly list: (typeof WORD_LISTS)[number];
  readonly words: number;
  readonly separator: string;
  readonly capitalize: boolean;
  /** One digit at the end of one of the words. */
  readonly number: boolean;
}

/** The words of a list in the order of the dice. */
export const wordsOf = (list: PassphraseRules['list']): readonly string[] => EFF_WORDS[list].split(' ');

/** A function that makes passphrases, and the binary logarithm of how many there are. */
export function passphraseMaker({ list, words, separator, capitalize, number }: PassphraseRules) {
  const known = wordsOf(list);
  return {
    bits: words * Math.log2(known.length) + (number ? Math.log2(10 * words) : 0),
    make: (draw: Draw): string => {
      const chosen = Array.from({ length: words }, () => drawFrom(draw, known));
      const numbered = number ? draw(words) : -1;
      return chosen
        .map((word) => (capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word))
        .map((word, at) => (at === numbered ? `${word}${draw(10)}` : word))
        .join(separator);
    },
  };
}
