import { isLuhn } from '../checksums/luhn.js';

/** Check digits inside domestic account numbers, which banks had before the IBAN. `true` where they fit. */

const digitsOf = (text: string): number[] => [...text].map(Number);

const weighted = (text: string, weights: readonly number[]): number =>
  digitsOf(text).reduce((sum, digit, i) => sum + digit * (weights[i % weights.length] ?? 0), 0);

/** The rest of a long number by 97. */
const rest97 = (digits: string): number => digitsOf(digits).reduce((rest, digit) => (rest * 10 + digit) % 97, 0);

/** ISO/IEC 7064, MOD 97-10. */
const isMod97 = (bban: string): boolean => /^\d+$/.test(bban) && rest97(bban) === 1;

/** Relevé d'identité bancaire: letters count as A or J 1, B, K or S 2, and so on; the whole is a multiple of 97. */
const isRib = (bban: string): boolean =>
  rest97(
    bban.replace(/[A-Z]/g, (letter) => {
      const at = letter.charCodeAt(0) - 65;
      return String(at < 9 ? at + 1 : at < 18 ? at - 8 : at - 16);
    }),
  ) === 0;

const isBelgian = (bban: string): boolean => (rest97(bban.slice(0, 10)) || 97) === Number(bban.slice(10));

function isSpanish(bban: string): boolean {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const digit = (text: string): number => {
    const found = 11 - (weighted(text, weights) % 11);
    return found === 11 ? 0 : found === 10 ? 1 : found;
  };
  return bban.slice(8, 10) === `${digit(`00${bban.slice(0, 8)}`)}${digit(bban.slice(10))}`;
}

/** Values of characters at odd places; at even ones their number. ABI, Italian Banking Association. */
const CIN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

function isItalian(bban: string): boolean {
  let sum = 0;
  for (const [i, character] of [...bban.slice(1)].entries()) {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    sum += i % 2 === 0 ? (CIN_ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === bban[0];
}

const isNorwegian = (bban: string): boolean => {
  const digit = (11 - (weighted(bban.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return digit === Number(bban[10]);
};

/** ISO/IEC 7064, MOD 11,10. */
function isMod11And10(digits: string): boolean {
  let rest = 10;
  for (const digit of digitsOf(digits.slice(0, -1))) rest = (((rest + digit) % 10 || 10) * 2) % 11;
  return (rest + Number(digits.at(-1))) % 10 === 1;
}

const ACCOUNT_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/** Prefix of six digits and account of ten, each a multiple of 11. */
const isCzech = (bban: string): boolean =>
  weighted(bban.slice(4, 10), ACCOUNT_WEIGHTS.slice(4)) % 11 === 0 &&
  weighted(bban.slice(10), ACCOUNT_WEIGHTS) % 11 === 0;

const isHungarian = (bban: string): boolean =>
  weighted(bban.slice(0, 8), [9, 7, 3, 1]) % 10 === 0 && weighted(bban.slice(8), [9, 7, 3, 1]) % 10 === 0;

const isEstonian = (bban: string): boolean => {
  const sum = weighted([...bban.slice(2, 15)].reverse().join(''), [7, 3, 1]);
  return (10 - (sum % 10)) % 10 === Number(bban[15]);
};

const CHECKS: Readonly<Record<string, (bban: string) => boolean>> = {
  BA: isMod97,
  BE: isBelgian,
  CZ: isCzech,
  EE: isEstonian,
  ES: isSpanish,
  FI: isLuhn,
  FR: isRib,
  HR: (bban) => isMod11And10(bban.slice(0, 7)) && isMod11And10(bban.slice(7)),
  HU: isHungarian,
  IT: isItalian,
  MC: isRib,
  ME: isMod97,
  MK: isMod97,
  NO: isNorwegian,
  PL: (bban) => weighted(bban.slice(0, 8), [3, 9, 7, 1]) % 10 === 0,
  PT: isMod97,
  RS: isMod97,
  SI: isMod97,
  SK: isCzech,
  SM: isItalian,
  TL: isMod97,
  TN: isRib,
  XK: isMod97,
};

/** `undefined` for countries whose rules are not known here or differ by bank. */
export const nationalCheck = (country: string, bban: string): boolean | undefined =>
  Object.hasOwn(CHECKS, country) ? CHECKS[country]?.(bban) : undefined;
