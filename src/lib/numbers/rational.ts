import { ContentFault, LimitFault } from '../faults.js';

/** A fraction in lowest terms; its denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Most decimal digits of a numerator or denominator. Chosen: their products and common divisors take microseconds. */
const MAX_DIGITS = 10_000;
/** Bits of so many digits. */
const MAX_BITS = 33_220;
const LIMIT = 10n ** BigInt(MAX_DIGITS);

export const absoluteOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** Euclid's algorithm, never negative. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [absoluteOf(a), absoluteOf(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Throws `LimitFault` beyond 10,000 digits. */
function checkSize(value: bigint): void {
  if (absoluteOf(value) >= LIMIT) throw tooLong();
}

const tooLong = () => new LimitFault(`numbers must have fewer than ${MAX_DIGITS + 1} digits`, MAX_DIGITS);

/** Throws `ContentFault` for a denominator of 0, `LimitFault` where either is too long. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new ContentFault('division by zero');
  checkSize(numerator);
  checkSize(denominator);
  if (denominator === 1n) return { numerator, denominator };
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const negate = ({ numerator, denominator }: Rational): Rational => ({ numerator: -numerator, denominator });
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b));
export const multiply = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator);
/** Throws `ContentFault` where `b` is 0. */
export const divide = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator);
export const absolute = (a: Rational): Rational => (a.numerator < 0n ? negate(a) : a);
export const isWhole = ({ denominator }: Rational): boolean => denominator === 1n;

/** Negative, 0 or positive. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Throws `ContentFault` for a negative power of 0, `LimitFault` before the result would be too long. */
export function power(base: Rational, exponent: bigint): Rational {
  const { numerator, denominator } = base;
  const size = absoluteOf(exponent);
  const longest = absoluteOf(numerator) > denominator ? absoluteOf(numerator) : denominator;
  if (longest > 1n && size * BigInt(longest.toString(2).length - 1) > BigInt(MAX_BITS)) throw tooLong();
  // 1, -1 and 0 in any power: only whether it is odd or even, or 0, matters.
  const times = longest > 1n ? size : size === 0n ? 0n : 2n - (size % 2n);
  const [top, bottom] = [numerator ** times, denominator ** times];
  return exponent < 0n ? rational(bottom, top) : rational(top, bottom);
}

/** The whole number at or below. */
export function floor({ numerator, denominator }: Rational): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

export const ceiling = (value: Rational): bigint => -floor(negate(value));

/** How a number that is between two goes to one of them; halves to even, away from 0, or everything towards or away from 0. */
export const ROUNDINGS = ['half-even', 'half-up', 'up', 'down'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** The nearest whole number. */
export function roundToWhole(value: Rational, rounding: Rounding = 'half-even'): bigint {
  const sign = value.numerator < 0n ? -1n : 1n;
  const { numerator, denominator } = absolute(value);
  const [quotient, rest] = [numerator / denominator, numerator % denominator];
  if (rest === 0n || rounding === 'down') return sign * quotient;
  if (rounding === 'up') return sign * (quotient + 1n);
  const twice = 2n * rest;
  const isUp = twice > denominator || (twice === denominator && (rounding === 'half-up' || quotient % 2n === 1n));
  return sign * (isUp ? quotient + 1n : quotient);
}

/** Rounded to so many decimals; negative ones round to tens, hundreds and so on. */
export function roundTo(value: Rational, places: number, rounding: Rounding = 'half-even'): Rational {
  const scale = power(rational(10n), BigInt(places));
  return divide(rational(roundToWhole(multiply(value, scale), rounding)), scale);
}

/** Decimals after which the number ends; `undefined` where it never does, as 1/3. */
export function decimalsOf({ denominator }: Rational): number | undefined {
  let [left, twos, fives] = [denominator, 0, 0];
  for (; left % 2n === 0n; left /= 2n) twos++;
  for (; left % 5n === 0n; left /= 5n) fives++;
  return left === 1n ? Math.max(twos, fives) : undefined;
}

/** The power of ten of the first digit: 0 for 1 to 9, -1 for 0.1; 0 for 0. */
export function magnitudeOf(value: Rational): number {
  const { numerator, denominator } = absolute(value);
  if (numerator === 0n) return 0;
  const guess = numerator.toString().length - denominator.toString().length;
  const [top, bottom] =
    guess >= 0 ? [numerator, denominator * 10n ** BigInt(guess)] : [numerator * 10n ** BigInt(-guess), denominator];
  return top < bottom ? guess - 1 : guess;
}

/** With so many decimals, without an exponent. */
export function toFixed(value: Rational, places: number, rounding: Rounding = 'half-even'): string {
  const { numerator, denominator } = absolute(value);
  const units = roundToWhole({ numerator: numerator * 10n ** BigInt(places), denominator }, rounding);
  const digits = units.toString().padStart(places + 1, '0');
  const sign = value.numerator < 0n && units !== 0n ? '-' : '';
  const whole = digits.slice(0, digits.length - places);
  return sign + (places === 0 ? whole : `${whole}.${digits.slice(-places)}`);
}

export interface WrittenNumber {
  readonly text: string;
  /** Nothing was rounded. */
  readonly isExact: boolean;
}

/** Numbers this much longer than asked for, or this small, get an exponent. */
const MAX_LEADING_ZEROS = 12;

/**
 * As decimal with at most `precision` significant digits. A whole number keeps all its digits, and what ends within the precision is
 * exact; the rest is rounded half to even. Small ones, and rounded large ones, get an exponent: 1.5e-20.
 */
export function writeRational(value: Rational, precision: number): WrittenNumber {
  if (isWhole(value)) return { text: String(value.numerator), isExact: true };
  const first = magnitudeOf(value);
  const ends = decimalsOf(value);
  const isExact = ends !== undefined && first + 1 + ends <= precision;
  const rounded = isExact ? value : roundTo(value, precision - 1 - first);
  // Rounding may carry into a further digit.
  const magnitude = magnitudeOf(rounded);
  const places = decimalsOf(rounded) ?? 0;
  if (magnitude >= -MAX_LEADING_ZEROS && magnitude < Math.max(precision, 21))
    return { text: toFixed(rounded, places), isExact };
  const digits = trimZeros(
    toFixed(divide(rounded, power(rational(10n), BigInt(magnitude))), Math.max(places + magnitude, 0)),
  );
  return { text: `${digits}e${magnitude < 0 ? '' : '+'}${magnitude}`, isExact };
}

/** Without zeros at the end of its decimals. */
const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** `3/4`; a whole number alone. */
export const writeFraction = ({ numerator, denominator }: Rational): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;

/** The double nearest to it. */
export const toNumber = (value: Rational): number => {
  if (isWhole(value)) return Number(value.numerator);
  const first = magnitudeOf(value);
  // 25 digits decide between two doubles but for halves that nobody types.
  return Number(`${roundToWhole(multiply(value, power(rational(10n), BigInt(25 - first))))}e${first - 25}`);
};
