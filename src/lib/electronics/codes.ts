/** Codes on resistors and capacitors: IEC 60062:2016, EIA-96. */

import { ContentFault } from '../faults.js';
import { valuesOf } from './series.js';

const COLORS = ['black', 'brown', 'red', 'orange', 'yellow', 'green', 'blue', 'violet', 'grey', 'white'] as const;
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['gray', 'grey'],
  ['purple', 'violet'],
  ['none', 'none'],
]);
const MULTIPLIERS: Readonly<Record<string, number>> = {
  pink: -3,
  silver: -2,
  gold: -1,
  ...Object.fromEntries(COLORS.map((color, power) => [color, power])),
};
const TOLERANCES: Readonly<Record<string, number>> = {
  brown: 1,
  red: 2,
  orange: 0.05,
  yellow: 0.02,
  green: 0.5,
  blue: 0.25,
  violet: 0.1,
  grey: 0.01,
  gold: 5,
  silver: 10,
  none: 20,
};
const COEFFICIENTS: Readonly<Record<string, number>> = {
  black: 250,
  brown: 100,
  red: 50,
  orange: 15,
  yellow: 25,
  green: 20,
  blue: 10,
  violet: 5,
  grey: 1,
};

export interface Coded {
  readonly value: number;
  readonly tolerancePercent: number | undefined;
  /** Millionths per kelvin. */
  readonly coefficient: number | undefined;
}

const scaled = (digits: string, power: number): number => Number(`${digits}e${power}`);

const oneOf = (table: Readonly<Record<string, number>>, color: string, what: string, band: number): number => {
  const value = Object.hasOwn(table, color) ? table[color] : undefined;
  if (value === undefined) throw new ContentFault(`band ${band}: ${JSON.stringify(color)} is not a colour of ${what}`);
  return value;
};

/** Three to six bands, from the one nearest to an end. */
export function readBands(names: readonly string[]): Coded {
  const bands = names.map((name) => OTHER_NAMES.get(name.toLowerCase()) ?? name.toLowerCase());
  if (bands.length < 3 || bands.length > 6) throw new ContentFault(`a resistor has 3 to 6 bands, got ${bands.length}`);
  const count = bands.length > 4 ? 3 : 2;
  const digits = bands.slice(0, count).map((color, i) => {
    const digit = COLORS.indexOf(color as (typeof COLORS)[number]);
    if (digit < 0)
      throw new ContentFault(`band ${i + 1}: ${JSON.stringify(color.slice(0, 40))} is not a colour of a digit`);
    return digit;
  });
  const [multiplier = '', tolerance = 'none', coefficient] = bands.slice(count);
  return {
    value: scaled(digits.join(''), oneOf(MULTIPLIERS, multiplier, 'a multiplier', count + 1)),
    tolerancePercent: oneOf(TOLERANCES, tolerance, 'a tolerance', count + 2),
    coefficient:
      coefficient === undefined ? undefined : oneOf(COEFFICIENTS, coefficient, 'a temperature coefficient', 6),
  };
}

export const isColor = (text: string): boolean =>
  Object.hasOwn(MULTIPLIERS, text.toLowerCase()) || OTHER_NAMES.has(text.toLowerCase());

/** Colours of a value with two or three digits, and of a tolerance; `undefined` where there are none. */
export function bandsOf(value: number, digits: 2 | 3, tolerancePercent: number): readonly string[] | undefined {
  const power = Math.floor(Math.log10(value) + 1e-12) - (digits - 1);
  const whole = Math.round(value / 10 ** power);
  if (Math.abs(whole * 10 ** power - value) > 1e-9 * value) return undefined;
  const multiplier = Object.entries(MULTIPLIERS).find(([, exponent]) => exponent === power)?.[0];
  const tolerance = Object.entries(TOLERANCES).find(([, percent]) => percent === tolerancePercent)?.[0];
  if (multiplier === undefined || tolerance === undefined) return undefined;
  const colors = [...String(whole)].map((digit) => COLORS[Number(digit)] ?? 'black');
  return [...colors, multiplier, ...(tolerance === 'none' ? [] : [tolerance])];
}

const EIA_POWERS: Readonly<Record<string, number>> = {
  Z: -3,
  Y: -2,
  R: -2,
  X: -1,
  S: -1,
  A: 0,
  B: 1,
  H: 1,
  C: 2,
  D: 3,
  E: 4,
  F: 5,
};

/** 472, 4702, 4R7, R047, 01C; `undefined` where it is none of these. */
export function readSmd(code: string): Coded | undefined {
  const text = code.toUpperCase();
  const [, number, letter = ''] = /^(\d\d)([A-FHRSX-Z])$/.exec(text) ?? [];
  const step = number === undefined ? undefined : valuesOf('E96')[Number(number) - 1];
  if (step !== undefined)
    return {
      value: scaled(String(Math.round(step * 100)), EIA_POWERS[letter] ?? 0),
      tolerancePercent: 1,
      coefficient: undefined,
    };
  const [, whole, after] = /^(\d{0,3})R(\d{0,3})$/.exec(text) ?? [];
  if (whole !== undefined && whole + (after ?? '') !== '')
    return { value: Number(`${whole || '0'}.${after || '0'}`), tolerancePercent: undefined, coefficient: undefined };
  const [, digits, zeros = '0'] = /^(\d{2,3})(\d)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return {
    value: scaled(digits, Number(zeros)),
    tolerancePercent: digits.length === 3 ? 1 : 5,
    coefficient: undefined,
  };
}

const LETTERS: Readonly<Record<string, number>> = { B: 0.1, C: 0.25, D: 0.5, F: 1, G: 2, J: 5, K: 10, M: 20 };

/** 104K in farads: picofarads with so many zeros; 8 and 9 are hundredths and tenths. */
export function readCapacitor(code: string): Coded | undefined {
  const [, digits, zeros = '0', letter] = /^(\d{2})(\d)([BCDFGJKM])?$/i.exec(code) ?? [];
  if (digits === undefined) return undefined;
  const power = zeros === '9' ? -1 : zeros === '8' ? -2 : Number(zeros);
  return {
    value: scaled(digits, power - 12),
    // B, C and D are picofarads, not percent.
    tolerancePercent: letter === undefined || /[BCD]/i.test(letter) ? undefined : LETTERS[letter.toUpperCase()],
    coefficient: undefined,
  };
}
