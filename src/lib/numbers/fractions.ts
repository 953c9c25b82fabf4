/** Other ways to write a fraction. */

import { absolute, compare, floor, isWhole, type Rational, rational, subtract, writeFraction } from './rational.js';

/** `-2 1/3`. */
export function writeMixed(value: Rational): string {
  const size = absolute(value);
  const whole = floor(size);
  if (whole === 0n || isWhole(value)) return writeFraction(value);
  return `${value.numerator < 0n ? '-' : ''}${whole} ${writeFraction(subtract(size, rational(whole)))}`;
}

/** `0.1(6)`: what repeats is in parentheses. `undefined` where it takes more than `most` digits. */
export function repeatingDecimal(value: Rational, most: number): string | undefined {
  const { numerator, denominator } = absolute(value);
  const sign = value.numerator < 0n ? '-' : '';
  const whole = String(numerator / denominator);
  const seen = new Map<bigint, number>();
  let [rest, digits] = [numerator % denominator, ''];
  while (rest !== 0n) {
    const start = seen.get(rest);
    if (start !== undefined) return `${sign}${whole}.${digits.slice(0, start)}(${digits.slice(start)})`;
    if (digits.length === most) return undefined;
    seen.set(rest, digits.length);
    digits += String((rest * 10n) / denominator);
    rest = (rest * 10n) % denominator;
  }
  return digits === '' ? sign + whole : `${sign}${whole}.${digits}`;
}

/** The first terms; all of them where it has no more. */
export function continuedFraction(value: Rational, most: number): readonly bigint[] {
  const terms: bigint[] = [];
  let [n, d] = [value.numerator, value.denominator];
  while (d !== 0n && terms.length < most) {
    const term = floor({ numerator: n, denominator: d });
    terms.push(term);
    [n, d] = [d, n - term * d];
  }
  return terms;
}

/** The nearest fraction with a denominator of at most `most`: convergents, and what is between the last two. */
export function nearestFraction(value: Rational, most: bigint): Rational {
  if (value.denominator <= most) return value;
  let [oldTop, oldBottom, top, bottom] = [0n, 1n, 1n, 0n];
  let [n, d] = [value.numerator, value.denominator];
  for (;;) {
    const term = floor({ numerator: n, denominator: d });
    if (oldBottom + term * bottom > most) break;
    [oldTop, oldBottom, top, bottom] = [top, bottom, oldTop + term * top, oldBottom + term * bottom];
    [n, d] = [d, n - term * d];
  }
  const times = (most - oldBottom) / bottom;
  const between = rational(oldTop + times * top, oldBottom + times * bottom);
  const last = rational(top, bottom);
  return compare(absolute(subtract(last, value)), absolute(subtract(between, value))) <= 0 ? last : between;
}
