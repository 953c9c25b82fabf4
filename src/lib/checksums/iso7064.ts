/** Check characters of ISO/IEC 7064:2003: pure systems (MOD 11-2 and its like) and hybrid ones (MOD 11,10). */

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface Iso7064 {
  /** Characters of the number. */
  readonly alphabet: string;
  /** Characters that may check it; further ones than those of the number only at the end. */
  readonly checkAlphabet: string;
  readonly checkLength: 1 | 2;
  readonly compute: (body: string) => string;
  /** Whether a number with its check characters fits; of two check digits 01 and 98 are the same. */
  readonly isValid: (number: string) => boolean;
}

function pure(modulus: number, radix: number, alphabet: string, checkLength: 1 | 2, further = ''): Iso7064 {
  const checkAlphabet = alphabet + further;
  const sum = (text: string): number => {
    let rest = 0;
    for (const character of text) rest = ((rest + checkAlphabet.indexOf(character)) * radix) % modulus;
    return rest;
  };
  return {
    alphabet,
    checkAlphabet,
    checkLength,
    compute: (body) => {
      const check = modulus + 1 - (checkLength === 1 ? sum(body) : (sum(body) * radix) % modulus);
      const digit = (value: number): string => checkAlphabet.charAt(value);
      return checkLength === 1 ? digit(check % modulus) : digit(Math.floor(check / radix)) + digit(check % radix);
    },
    // The last character counts once, without the radix.
    isValid: (number) => (sum(number.slice(0, -1)) + checkAlphabet.indexOf(number.slice(-1))) % modulus === 1,
  };
}

function hybrid(size: number, alphabet: string): Iso7064 {
  const rest = (body: string): number => {
    let product = size;
    for (const character of body) {
      const sum = (product + alphabet.indexOf(character)) % size;
      product = ((sum === 0 ? size : sum) * 2) % (size + 1);
    }
    return product;
  };
  const compute = (body: string): string => alphabet.charAt((size + 1 - rest(body)) % size);
  const isValid = (number: string): boolean => compute(number.slice(0, -1)) === number.slice(-1);
  return { alphabet, checkAlphabet: alphabet, checkLength: 1, compute, isValid };
}

const mod97 = pure(97, 10, DIGITS, 2);
/** Letters count as two digits: A is 10, Z is 35, as in LEI, IBAN and creditor references. */
const inDigits = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

export const ISO_7064 = {
  'mod-11-2': pure(11, 2, DIGITS, 1, 'X'),
  'mod-37-2': pure(37, 2, DIGITS + LETTERS, 1, '*'),
  'mod-97-10': {
    ...mod97,
    alphabet: DIGITS + LETTERS,
    compute: (body: string) => mod97.compute(inDigits(body)),
    isValid: (number: string) => mod97.isValid(inDigits(number)),
  },
  'mod-661-26': pure(661, 26, LETTERS, 2),
  'mod-1271-36': pure(1271, 36, DIGITS + LETTERS, 2),
  'mod-11-10': hybrid(10, DIGITS),
  'mod-27-26': hybrid(26, LETTERS),
  'mod-37-36': hybrid(36, DIGITS + LETTERS),
} as const satisfies Readonly<Record<string, Iso7064>>;
