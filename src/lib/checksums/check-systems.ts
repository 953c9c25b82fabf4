import { ISO_7064 } from './iso7064.js';
import { luhnDigit } from './luhn.js';
import { gs1CheckDigit, modulo11CheckCharacter } from './standard-numbers.js';

/** How a kind of numbers is checked. */
export interface CheckSystem {
  readonly title: string;
  /** Characters of the number without its check characters. */
  readonly alphabet: string;
  /** Characters that may check it. */
  readonly checkAlphabet: string;
  readonly checkLength: 1 | 2;
  /** Lengths of the whole number; any if absent. */
  readonly lengths?: readonly number[];
  /** Where the check character is, from 0; at the end if absent. */
  readonly at?: number;
  /** Throws nothing: the body has characters of the alphabet only. */
  readonly compute: (body: string) => string;
  /** Where more than one check character fits. */
  readonly isValid?: (number: string) => boolean;
}

const DIGITS = '0123456789';
const ALPHANUMERIC = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

// The dihedral group of ten elements and the permutation (Verhoeff 1969).
const inDihedral = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5)) : b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5;
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function verhoeff(body: string): string {
  let check = 0;
  for (let i = 0; i < body.length; i++) {
    let digit = Number(body[body.length - 1 - i]);
    for (let times = (i + 1) % 8; times > 0; times--) digit = PERMUTATION[digit] ?? 0;
    check = inDihedral(check, digit);
  }
  // The inverse: rotations but 0 turn back, reflections are their own.
  return String(check < 5 ? (5 - check) % 5 : check);
}

// Damm's quasigroup of order 10 (2004, §5.3).
const DAMM = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';

function damm(body: string): string {
  let interim = 0;
  for (const digit of body) interim = Number(DAMM[interim * 10 + Number(digit)]);
  return String(interim);
}

/** Weights from the right, over and over. */
export function weighted(weights: readonly number[], modulus: number): CheckSystem {
  return {
    title: 'weights',
    alphabet: DIGITS,
    checkAlphabet: modulus > 10 ? `${DIGITS}X` : DIGITS,
    checkLength: 1,
    compute: (body) => {
      let sum = 0;
      for (let i = 0; i < body.length; i++)
        sum = (sum + (weights[i % weights.length] ?? 0) * Number(body[body.length - 1 - i])) % modulus;
      const check = (modulus - sum) % modulus;
      return check === 10 ? 'X' : String(check);
    },
  };
}

// 49 CFR 565.15: letters without I, O and Q have values, places have weights, the ninth has none.
const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2];

function vin(body: string): string {
  let sum = 0;
  for (const [i, character] of [...body].entries()) sum += (VIN_VALUES.indexOf(character) % 10) * (VIN_WEIGHTS[i] ?? 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Letters as two digits each, then Luhn (ISO 6166). */
const isin = (body: string): string => luhnDigit(body.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)));

/** CUSIP: every second character doubled, digits of the products added. */
function cusip(body: string): string {
  let sum = 0;
  for (const [i, character] of [...body].entries()) {
    const value = `${ALPHANUMERIC}*@#`.indexOf(character) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return String((10 - (sum % 10)) % 10);
}

// Without vowels, so that no word appears by accident.
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ';

/** SEDOL: weights 1, 3, 1, 7, 3, 9 over letters that count from 10. */
function sedol(body: string): string {
  const weights = [1, 3, 1, 7, 3, 9];
  let sum = 0;
  for (const [i, character] of [...body].entries()) sum += ALPHANUMERIC.indexOf(character) * (weights[i] ?? 0);
  return String((10 - (sum % 10)) % 10);
}

const digits = (title: string, compute: (body: string) => string, lengths?: readonly number[]): CheckSystem => ({
  title,
  alphabet: DIGITS,
  checkAlphabet: DIGITS,
  checkLength: 1,
  ...(lengths === undefined ? {} : { lengths }),
  compute,
});

const iso = (name: keyof typeof ISO_7064): CheckSystem => ({
  title: `ISO 7064 ${name
    .toUpperCase()
    .replace('MOD-', 'MOD ')
    .replace(/(11-10|27-26|37-36)/, (pair) => pair.replace('-', ','))}`,
  ...ISO_7064[name],
});

const aba = weighted([7, 3, 1, 7, 3, 1, 7, 3], 10);

export const CHECK_SYSTEMS = {
  luhn: digits('Luhn', luhnDigit),
  verhoeff: digits('Verhoeff', verhoeff),
  damm: digits('Damm', damm),
  gs1: digits('GS1 (EAN, UPC, GTIN, SSCC)', gs1CheckDigit, [8, 12, 13, 14, 17, 18]),
  isbn: {
    ...digits('ISBN', (body) => (body.length === 9 ? modulo11CheckCharacter(body) : gs1CheckDigit(body)), [10, 13]),
    checkAlphabet: `${DIGITS}X`,
  },
  issn: { ...digits('ISSN', modulo11CheckCharacter, [8]), checkAlphabet: `${DIGITS}X` },
  imei: digits('IMEI', luhnDigit, [15]),
  vin: {
    title: 'VIN',
    alphabet: VIN_VALUES.replaceAll('.', ''),
    checkAlphabet: `${DIGITS}X`,
    checkLength: 1,
    lengths: [17],
    at: 8,
    compute: vin,
  },
  isin: { ...digits('ISIN', isin, [12]), alphabet: ALPHANUMERIC },
  cusip: { ...digits('CUSIP', cusip, [9]), alphabet: `${ALPHANUMERIC}*@#` },
  sedol: { ...digits('SEDOL', sedol, [7]), alphabet: `${DIGITS}${CONSONANTS}` },
  figi: { ...digits('FIGI', cusip, [12]), alphabet: `${DIGITS}${CONSONANTS}` },
  lei: { ...iso('mod-97-10'), title: 'LEI', lengths: [20] },
  aba: digits('ABA routing number', aba.compute, [9]),
  'mod-11-2': iso('mod-11-2'),
  'mod-37-2': iso('mod-37-2'),
  'mod-97-10': iso('mod-97-10'),
  'mod-661-26': iso('mod-661-26'),
  'mod-1271-36': iso('mod-1271-36'),
  'mod-11-10': iso('mod-11-10'),
  'mod-27-26': iso('mod-27-26'),
  'mod-37-36': iso('mod-37-36'),
} as const satisfies Readonly<Record<string, CheckSystem>>;

export type CheckSystemName = keyof typeof CHECK_SYSTEMS;

/** A number in its body and its check characters. */
export function divided(
  { at, checkLength }: CheckSystem,
  number: string,
): { readonly body: string; readonly check: string } {
  const start = at ?? number.length - checkLength;
  return {
    body: number.slice(0, start) + number.slice(start + checkLength),
    check: number.slice(start, start + checkLength),
  };
}

/** A body with check characters in their place. */
export const joined = ({ at }: CheckSystem, body: string, check: string): string =>
  at === undefined ? body + check : body.slice(0, at) + check + body.slice(at);

/** Whether a number of the right form has the check characters that it must have. */
export function fits(system: CheckSystem, number: string): boolean {
  if (system.isValid !== undefined) return system.isValid(number);
  const { body, check } = divided(system, number);
  return system.compute(body) === check;
}

/** What keeps a text from being a number of the system, in words; `undefined` where nothing does. */
export function formFault(system: CheckSystem, number: string): string | undefined {
  const { lengths, alphabet, checkAlphabet, checkLength } = system;
  if (lengths !== undefined && !lengths.includes(number.length))
    return `it must have ${lengths.join(', ').replace(/, (\d+)$/, ' or $1')} characters, got ${number.length}`;
  if (number.length <= checkLength) return `it must have more than ${checkLength} characters`;
  const { body, check } = divided(system, number);
  const wrong = [...body].find((character) => !alphabet.includes(character));
  const bad = wrong ?? [...check].find((character) => !checkAlphabet.includes(character));
  return bad === undefined
    ? undefined
    : `it must not have ${JSON.stringify(bad)}${wrong === undefined ? ' as check character' : ''}`;
}
