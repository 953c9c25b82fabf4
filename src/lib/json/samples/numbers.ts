import { pointed } from '../../chance/numbers.js';
import { LimitFault } from '../../faults.js';
import { greatestCommonDivisor } from '../../numbers/rational.js';
import { JsonNumber } from '../values.js';

import { type Chance, leastOf, NoSample, numbersOf, type Part, type Place } from './parts.js';

/** Digits before or behind the point that bounds may have. */
const MAX_DIGITS = 400;
/** How far numbers go where a schema leaves a side open. */
const SPAN = 1000n;
/** Decimals of a number whose schema asks for none. */
const DECIMALS = 2;

interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

/** A number as digits and how many of them are behind the point. Throws LimitFault for one that would be too long to write out. */
function decimalOf({ source }: JsonNumber): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const exponent = Number(power);
  if (Math.abs(exponent) > MAX_DIGITS || whole.length + fraction.length > MAX_DIGITS)
    throw new LimitFault(`it has a bound of more than ${MAX_DIGITS} digits`, MAX_DIGITS);
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const decimals = fraction.length - exponent;
  return decimals >= 0 ? { digits, decimals } : { digits: digits * 10n ** BigInt(-decimals), decimals: 0 };
}

const floorOf = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by;
const ceilingOf = (value: bigint, by: bigint): bigint => -floorOf(-value, by);

interface Bound {
  readonly value: Decimal;
  readonly isExclusive: boolean;
}

/** Bounds of one side; draft 4 has `exclusiveMinimum: true` beside `minimum`. */
function boundsOf(parts: readonly Part[], keyword: 'minimum' | 'maximum'): Bound[] {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return parts.flatMap((part) => [
    ...numbersOf([part], keyword).map((value) => ({
      value: decimalOf(value),
      isExclusive: part.schema.get(exclusive) === true,
    })),
    ...numbersOf([part], exclusive).map((value) => ({ value: decimalOf(value), isExclusive: true })),
  ]);
}

/** Bounds that a number has where its schema gives none: years, ages and the like, by the name of the property. */
const KNOWN_SPANS: Readonly<Record<string, readonly [low: bigint, high: bigint]>> = {
  age: [18n, 90n],
  year: [1990n, 2025n],
  month: [1n, 12n],
  day: [1n, 28n],
  hour: [0n, 23n],
  minute: [0n, 59n],
  rating: [1n, 5n],
  percent: [0n, 100n],
  percentage: [0n, 100n],
  latitude: [-90n, 90n],
  lat: [-90n, 90n],
  longitude: [-180n, 180n],
  lng: [-180n, 180n],
  lon: [-180n, 180n],
  quantity: [1n, 20n],
  port: [1024n, 49151n],
};

/** A number within the bounds of all parts, exact: whole multiples of the smallest common step. */
export function sampleNumber(parts: readonly Part[], isWhole: boolean, chance: Chance, place: Place): JsonNumber {
  const lows = boundsOf(parts, 'minimum');
  const highs = boundsOf(parts, 'maximum');
  const steps = numbersOf(parts, 'multipleOf')
    .map(decimalOf)
    .filter(({ digits }) => digits > 0n);
  const stated = [...lows.map(({ value }) => value), ...highs.map(({ value }) => value), ...steps];
  const isFree = !isWhole && steps.length === 0;
  const least = Math.max(0, ...stated.map(({ decimals }) => decimals));
  const decimals = isFree ? Math.max(DECIMALS, least + 1) : least;
  const units = ({ digits, decimals: own }: Decimal): bigint => digits * 10n ** BigInt(decimals - own);
  const one = 10n ** BigInt(decimals);
  const step = [...steps.map(units), ...(isWhole ? [one] : [])].reduce(
    (all, next) => (all / greatestCommonDivisor(all, next)) * next,
    1n,
  );
  const lowest = lows.map(({ value, isExclusive }) => units(value) + (isExclusive ? 1n : 0n));
  const highest = highs.map(({ value, isExclusive }) => units(value) - (isExclusive ? 1n : 0n));
  const name = place.path.at(-1);
  const known =
    typeof name === 'string' && Object.hasOwn(KNOWN_SPANS, name.toLowerCase())
      ? KNOWN_SPANS[name.toLowerCase()]
      : undefined;
  const span = SPAN * one > step * 10n ? SPAN * one : step * 10n;
  const [openLow, openHigh] = known === undefined ? [0n, span] : [known[0] * one, known[1] * one];
  const max = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));
  const min = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));
  let low = lowest.length > 0 ? max(lowest) : openLow;
  let high = highest.length > 0 ? min(highest) : openHigh;
  if (low > high && lowest.length === 0) low = high - span;
  if (low > high && highest.length === 0) high = low + span;
  const first = ceilingOf(low, step);
  const count = floorOf(high, step) - first + 1n;
  if (count < 1n) throw new NoSample(place.path, 'no number is within its bounds');
  const value = pointed((first + chance.drawBig(count)) * step, decimals);
  // The decimals of all the bounds are seldom all needed.
  return new JsonNumber(decimals === 0 ? value : value.replace(/\.?0+$/, ''));
}

/** Counts that a schema may ask for. */
export function countOf(parts: readonly Part[], keyword: string, most: number): number {
  const least = leastOf(parts, keyword);
  if (least > most) throw new LimitFault(`it asks for "${keyword}" ${least}, and the limit is ${most}`, most);
  return Math.ceil(least);
}
