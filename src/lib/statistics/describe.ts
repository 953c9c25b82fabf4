/** Descriptive statistics of numbers that are exact: every figure is rounded once, at its end. */

import {
  add,
  compare,
  divide,
  floor,
  multiply,
  ONE,
  type Rational,
  rational,
  subtract,
  toNumber,
  ZERO,
} from '../numbers/rational.js';
import { quantile, studentT } from './distributions.js';
import { rootOf, scaled } from './exact-sums.js';

/** Hyndman and Fan 1996: where in the sorted values a share is, as (share · (n + a) + b). */
const PLACES: Readonly<Record<string, readonly [a: Rational, b: Rational]>> = {
  r4: [ZERO, ZERO],
  r5: [ZERO, rational(1n, 2n)],
  r6: [ONE, ZERO],
  r7: [rational(-1n), ONE],
  r8: [rational(1n, 3n), rational(1n, 3n)],
  r9: [rational(1n, 4n), rational(3n, 8n)],
};

export const QUANTILES = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'] as const;
export type QuantileType = (typeof QUANTILES)[number];

/** Of values in ascending order, at least one. */
function quantileOf(sorted: readonly Rational[], share: Rational, type: QuantileType): Rational {
  const at = (place: bigint): Rational => {
    const index = Number(place < 1n ? 1n : place > BigInt(sorted.length) ? BigInt(sorted.length) : place) - 1;
    return sorted[index] ?? ZERO;
  };
  const count = rational(BigInt(sorted.length));
  const place = PLACES[type];
  if (place !== undefined) {
    const position = add(multiply(share, add(count, place[0])), place[1]);
    const whole = floor(position);
    const rest = subtract(position, rational(whole));
    return add(at(whole), multiply(rest, subtract(at(whole + 1n), at(whole))));
  }
  const position = type === 'r3' ? subtract(multiply(share, count), rational(1n, 2n)) : multiply(share, count);
  const whole = floor(position);
  const isBetween = position.denominator === 1n;
  if (type === 'r2' && isBetween) return divide(add(at(whole), at(whole + 1n)), rational(2n));
  if (type === 'r3') return isBetween && whole % 2n === 0n ? at(whole) : at(whole + 1n);
  return isBetween ? at(whole) : at(whole + 1n);
}

/** What is not exact, to the digits that are right. */
const orNull = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(13)) : null);
const QUARTERS = [rational(1n, 4n), rational(1n, 2n), rational(3n, 4n)] as const;
const MAX_LISTED = 100;

export interface Rules {
  readonly type: QuantileType;
  /** Divides by n − 1. */
  readonly sample: boolean;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Of at least one value. Figures that do not exist, as the deviation of one value, are null. */
export function describeNumbers(values: readonly Rational[], { type, sample, confidence }: Rules) {
  const sorted = [...values].sort(compare);
  const n = values.length;
  const count = rational(BigInt(n));
  const { units, unit } = scaled(sorted);
  let total = 0n;
  for (const value of units) total += value;
  const sum = multiply(rational(total), unit);
  const mean = divide(sum, count);
  // Deviations times n are whole numbers, so their powers are exact.
  let [second, third, fourth] = [0n, 0n, 0n];
  for (const value of units) {
    const deviation = value * BigInt(n) - total;
    const square = deviation * deviation;
    second += square;
    third += square * deviation;
    fourth += square * square;
  }
  const step = divide(unit, count);
  const squares = multiply(rational(second), multiply(step, step));
  const variance = sample ? (n > 1 ? divide(squares, rational(BigInt(n - 1))) : undefined) : divide(squares, count);
  const deviation = variance === undefined ? Number.NaN : rootOf(variance);
  const error = variance === undefined ? Number.NaN : rootOf(divide(variance, count));
  const [first, median, last] = QUARTERS.map((share) => quantileOf(sorted, share, type)) as [
    Rational,
    Rational,
    Rational,
  ];
  const [least, most] = [sorted[0] ?? ZERO, sorted[n - 1] ?? ZERO];
  const range = subtract(last, first);
  const reach = multiply(range, rational(3n, 2n));
  const [low, high] = [subtract(first, reach), add(last, reach)];
  const outliers = sorted.filter((value) => compare(value, low) < 0 || compare(value, high) > 0);
  const half =
    n > 1
      ? quantile(studentT(n - 1), (1 + confidence) / 2) *
        (sample ? error : rootOf(divide(squares, rational(BigInt(n * (n - 1))))))
      : Number.NaN;
  const middle = toNumber(mean);
  return {
    count: n,
    sum: toNumber(sum),
    mean: middle,
    median: toNumber(quantileOf(sorted, QUARTERS[1], 'r7')),
    modes: modesOf(sorted),
    minimum: toNumber(least),
    maximum: toNumber(most),
    range: toNumber(subtract(most, least)),
    variance: variance === undefined ? null : toNumber(variance),
    standardDeviation: variance === undefined ? null : deviation,
    standardError: variance === undefined ? null : error,
    coefficientOfVariation: middle === 0 ? null : orNull(deviation / Math.abs(middle)),
    meanConfidence:
      n > 1 ? { lower: Number((middle - half).toPrecision(13)), upper: Number((middle + half).toPrecision(13)) } : null,
    quartiles: { first: toNumber(first), second: toNumber(median), third: toNumber(last) },
    interquartileRange: toNumber(range),
    percentiles: Object.fromEntries(
      [1, 5, 10, 90, 95, 99].map((percent) => [
        `p${percent}`,
        toNumber(quantileOf(sorted, rational(BigInt(percent), 100n), type)),
      ]),
    ),
    skewness: skewness(second, third, n, sample),
    kurtosis: kurtosis(second, fourth, n, sample),
    geometricMean:
      compare(least, ZERO) > 0
        ? orNull(Math.exp(sorted.reduce((logs, value) => logs + Math.log(toNumber(value)), 0) / n))
        : null,
    harmonicMean:
      compare(least, ZERO) > 0 ? orNull(n / sorted.reduce((parts, value) => parts + 1 / toNumber(value), 0)) : null,
    outlierCount: outliers.length,
    outliers: outliers.slice(0, MAX_LISTED).map(toNumber),
  };
}

/** Values that are there most often, where any is there twice. */
function modesOf(sorted: readonly Rational[]): readonly number[] {
  let [most, run] = [2, 0];
  let modes: Rational[] = [];
  for (const [index, value] of sorted.entries()) {
    const previous = sorted[index - 1];
    run = previous !== undefined && compare(previous, value) === 0 ? run + 1 : 1;
    if (run > most) [most, modes] = [run, [value]];
    else if (run === most) modes.push(value);
  }
  return modes.slice(0, MAX_LISTED).map(toNumber);
}

/** Fisher and Pearson's; for a sample adjusted as spreadsheets do. Moments are of deviations times n, which cancels. */
function skewness(second: bigint, third: bigint, n: number, sample: boolean): number | null {
  if (second === 0n || (sample && n < 3)) return null;
  const root = rootOf(rational(second, BigInt(n))) ** 3;
  const plain = ratio(third, BigInt(n), root);
  return orNull(sample ? (plain * Math.sqrt(n * (n - 1))) / (n - 2) : plain);
}

const ratio = (sum: bigint, count: bigint, by: number): number => toNumber(rational(sum, count)) / by;

/** Above that of the normal distribution. */
function kurtosis(second: bigint, fourth: bigint, n: number, sample: boolean): number | null {
  if (second === 0n || (sample && n < 4)) return null;
  const plain = toNumber(subtract(rational(fourth * BigInt(n), second * second), rational(3n)));
  return orNull(sample ? ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * plain + 6) : plain);
}
