import { luhnDigit } from '../checksums/luhn.js';

/** What is wrong with a number, told apart as callers can act on it. */
export type NumberFault = 'length' | 'format' | 'part' | 'check';

export type NumberCheck = (digits: string) => NumberFault | undefined;

const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);

/** A check that takes digits only, of one of some lengths. */
const ofLength =
  (lengths: readonly number[], check: (digits: string) => NumberFault | undefined): NumberCheck =>
  (digits) => {
    if (!/^\d+$/.test(digits)) return 'format';
    return lengths.includes(digits.length) ? check(digits) : 'length';
  };

/** Ten digits, the last a check digit modulo 11 (NHS Data Dictionary). */
export const checkNhsNumber: NumberCheck = ofLength([10], (digits) => {
  const check = (11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check === Number(digits[9]) ? undefined : 'check';
});

/** Month and day of a number whose month says the century too: from 1, from 21 and from 41. */
const isDayOfYear = (month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);

const bulgarianPerson: NumberCheck = (digits) =>
  isDayOfYear(Number(digits.slice(2, 4)) % 20, Number(digits.slice(4, 6))) && Number(digits.slice(2, 4)) <= 52
    ? (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(digits[9])
      ? undefined
      : 'check'
    : 'part';

// Nine digits name a company, ten a person, a foreigner or others: each has weights of its own.
const bulgarianVat: NumberCheck = ofLength([9, 10], (digits) => {
  if (digits.length === 9) {
    const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const check = first === 10 ? (weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first;
    return check === Number(digits[8]) ? undefined : 'check';
  }
  const last = Number(digits[9]);
  const isForeigner = weightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last;
  const isOther = (11 - (weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === last;
  return isForeigner || isOther || bulgarianPerson(digits) === undefined ? undefined : 'check';
});

// Numbers of nine digits that begin with 6: the 6 is not counted.
const czechSpecial: NumberCheck = (digits) => {
  const sum = weightedSum(digits.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (((8 - ((10 - sum + 11) % 11)) % 10) + 10) % 10 === Number(digits[8]) ? undefined : 'check';
};

const TAXPAYER_GROUPS = /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])\d{4}$/;

// RUC: weights from 2 upwards from the right; what is left over beyond nine is 0.
const paraguayanTax: NumberCheck = ofLength([5, 6, 7, 8, 9], (digits) => {
  const rest = [...digits.slice(0, -1)].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i + 2), 0) % 11;
  return (rest > 1 ? 11 - rest : 0) === Number(digits.at(-1)) ? undefined : 'check';
});

const slovakVat: NumberCheck = ofLength([10], (digits) => {
  if (!/^[1-9]\d[2-47-9]/.test(digits)) return 'part';
  return Number(digits) % 11 === 0 ? undefined : 'check';
});

interface OwnCheck {
  /** Numbers that it is for; all where absent. */
  readonly only?: RegExp;
  readonly check: NumberCheck;
}

/** Checks in the place of the package's: of numbers that it lacks, or judges otherwise than the offices do. */
export const OWN_CHECKS: Readonly<Record<string, OwnCheck>> = {
  'BG.vat': { check: bulgarianVat },
  'CZ.dic': { only: /^6\d{8}$/, check: czechSpecial },
  'GB.nhs': { check: checkNhsNumber },
  'PY.ruc': { check: paraguayanTax },
  'SK.dph': { check: slovakVat },
  'US.itin': { check: ofLength([9], (digits) => (TAXPAYER_GROUPS.test(digits) ? undefined : 'part')) },
};

/** What must hold beyond the package's check. */
export const FURTHER_CHECKS: Readonly<Record<string, NumberCheck>> = {
  'BG.egn': bulgarianPerson,
  'EE.ik': (digits) => (isDayOfYear(Number(digits.slice(3, 5)), Number(digits.slice(5, 7))) ? undefined : 'part'),
  // La Poste has establishments whose numbers follow a rule of their own; the company's number follows Luhn always.
  'FR.siret': (digits) => (luhnDigit(digits.slice(0, 8)) === digits[8] ? undefined : 'check'),
  // The last digit is the century: 1800s, 1900s, 2000s.
  'IS.kennitala': (digits) => (/[890]$/.test(digits) ? undefined : 'part'),
  'NL.btw': (number) => (number.endsWith('00') ? 'part' : undefined),
};
