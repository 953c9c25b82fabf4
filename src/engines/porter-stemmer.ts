import { stemmer } from 'stemmer';

/** Longer words are not words of a language. */
const MAX_LETTERS = 50;

/** The stem of an English word in lowercase by Porter's rules of 1980. */
export const porterStem = (word: string): string => (word.length > MAX_LETTERS ? word : stemmer(word));
