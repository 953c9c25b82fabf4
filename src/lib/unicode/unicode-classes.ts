import { CLASS_RUNS } from './unicode-classes.data.js';

/** `\p{Lu}`, `\p{Lt}` and what has no case: `\p{Lm}`, `\p{Lo}`, `\p{M}`. */
export const UPPER = 1;
/** `\p{Ll}` and what has no case: `\p{Lm}`, `\p{Lo}`, `\p{M}`. */
export const LOWER = 2;
/** `\p{L}`. */
export const LETTER = 4;
/** `[^\s\p{L}\p{N}]`: punctuation, symbols, marks, controls, unassigned. */
export const SYMBOL = 8;
/** `\p{N}`. */
export const NUMBER = 16;
/** `\s`, that is Unicode's White_Space. JavaScript's `\s` differs: it has U+FEFF and lacks U+0085. */
export const SPACE = 32;
/** `[\r\n]`. */
export const NEWLINE = 64;

const BITS: Readonly<Record<string, number>> = {
  U: LETTER | UPPER,
  L: LETTER | LOWER,
  E: LETTER | UPPER | LOWER,
  M: SYMBOL | UPPER | LOWER,
  N: NUMBER,
  W: SPACE,
  R: SPACE | NEWLINE,
  S: SYMBOL,
};

/**
 * The class bits of every code point, for the regular expressions that split text before byte-pair encoding. Of one
 * fixed Unicode version, so that a count does not depend on the Node it was made with.
 */
export const UNICODE_CLASSES: Uint8Array = readClasses();

function readClasses(): Uint8Array {
  const classes = new Uint8Array(0x110000);
  let start = 0;
  for (const [, letter = '', length = ''] of CLASS_RUNS.matchAll(/([A-Z])([0-9a-z]*)/g)) {
    const end = start + (length === '' ? 1 : Number.parseInt(length, 36));
    classes.fill(BITS[letter] ?? 0, start, end);
    start = end;
  }
  return classes;
}
