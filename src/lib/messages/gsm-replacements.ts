import { gsmSeptets } from './message-lengths.js';

const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
  '•': '*',
  '·': '*',
  '×': 'x',
  '÷': '/',
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '©': '(c)',
  '®': '(R)',
  '™': 'TM',
  '°': ' deg',
  '№': 'No',
  '⁄': '/',
  '→': '->',
  '←': '<-',
  '\t': ' ',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  ç: 'c',
};

/** Greek capitals that look as Latin ones do; the alphabet has the others. */
const GREEK = new Map(Array.from('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (letter, i) => [letter, 'ABEZHIKMNOPTYX'[i] ?? '']));

/**
 * What a character that GSM 7-bit lacks may become: a plain quote, dash or space, a letter without its accent, a Greek capital. Empty for
 * invisible ones; `undefined` where nothing fits, as for emoji and most scripts.
 */
export function gsmReplacement(character: string): string | undefined {
  const sign = SIGNS[character];
  if (sign !== undefined) return sign;
  if (/[\p{Zs}\u2028\u2029]/u.test(character)) return ' ';
  if (/\p{Cf}/u.test(character)) return '';
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (bare === '') return '';
  const upper = /\p{Script=Greek}/u.test(bare) ? bare.toUpperCase() : bare;
  const plain = Array.from(upper, (letter) => GREEK.get(letter) ?? letter).join('');
  return [...plain].every((letter) => gsmSeptets(letter) !== undefined) ? plain : undefined;
}

/** The text with every character replaced that can be. Letters and their accents are composed first. */
export const toGsm = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) =>
    gsmSeptets(character) === undefined ? (gsmReplacement(character) ?? character) : character,
  ).join('');
