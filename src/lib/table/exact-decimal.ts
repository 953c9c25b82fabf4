import { LimitFault } from '../faults.js';

/** units × 10^-scale, exactly. */
export interface ExactDecimal {
  readonly units: bigint;
  /** From 0. */
  readonly scale: number;
}

/** Most digits of a number that is calculated with. Chosen: a product of two takes a microsecond. */
const MAX_DIGITS = 1000;
/** Decimals of a quotient that does not end. */
const QUOTIENT_DECIMALS = 20;
const LIMIT = 10n ** BigInt(MAX_DIGITS);
/** Largest exponent of ten: that of doubles. */
const MAX_EXPONENT = 400;

const tens: bigint[] = [];
const powerOfTen = (exponent: number): bigint => (tens[exponent] ??= 10n ** BigInt(exponent));

function checked(units: bigint, scale: number): ExactDecimal {
  if (units >= LIMIT || units <= -LIMIT || scale > MAX_DIGITS)
    throw new LimitFault(`numbers must have at most ${MAX_DIGITS} digits`, MAX_DIGITS);
  return { units, scale };
}

/** The value of a number as JSON writes it; `undefined` where it has too many digits or too large an exponent. */
export function readDecimal(source: string): ExactDecimal | undefined {
  if (source.length <= 15 && /^-?\d+$/.test(source)) return { units: BigInt(source), scale: 0 };
  const [, whole, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  if (whole === undefined || source.length > MAX_DIGITS / 2) return undefined;
  const power = Number(exponent);
  if (Math.abs(power) > MAX_EXPONENT) return undefined;
  const units = BigInt(whole + fraction);
  const scale = fraction.length - power;
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 };
}

export const decimalOf = (value: number): ExactDecimal => ({ units: BigInt(value), scale: 0 });

/** Both at the finer scale of the two. */
function aligned(a: ExactDecimal, b: ExactDecimal): readonly [a: bigint, b: bigint, scale: number] {
  if (a.scale === b.scale) return [a.units, b.units, a.scale];
  if (a.scale < b.scale) return [a.units * powerOfTen(b.scale - a.scale), b.units, b.scale];
  return [a.units, b.units * powerOfTen(a.scale - b.scale), a.scale];
}

export function plus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const [x, y, scale] = aligned(a, b);
  return checked(x + y, scale);
}

export const minus = (a: ExactDecimal, b: ExactDecimal): ExactDecimal => plus(a, { ...b, units: -b.units });

export const times = (a: ExactDecimal, b: ExactDecimal): ExactDecimal => checked(a.units * b.units, a.scale + b.scale);

/** Rounded half away from zero to `decimals` where it does not end before; `undefined` for a division by zero. */
export function dividedBy(a: ExactDecimal, b: ExactDecimal, decimals = QUOTIENT_DECIMALS): ExactDecimal | undefined {
  if (b.units === 0n) return undefined;
  const shift = decimals + b.scale - a.scale;
  const numerator = shift >= 0 ? a.units * powerOfTen(shift) : a.units;
  const denominator = shift >= 0 ? b.units : b.units * powerOfTen(-shift);
  return shortened({ units: rounded(numerator, denominator), scale: decimals });
}

/** The remainder with the sign of the first, as in SQL; `undefined` for a division by zero. */
export function remainder(a: ExactDecimal, b: ExactDecimal): ExactDecimal | undefined {
  const [x, y, scale] = aligned(a, b);
  return y === 0n ? undefined : { units: x % y, scale };
}

function rounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const whole = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -whole : whole;
}

/** Half away from zero; negative places round to tens and so on. */
export function roundedTo(value: ExactDecimal, places: number): ExactDecimal {
  if (value.scale <= places) return value;
  const units = rounded(value.units, powerOfTen(value.scale - places));
  return places >= 0 ? { units, scale: places } : { units: units * powerOfTen(-places), scale: 0 };
}

/** The largest whole number not above (`floor`), the smallest not below (`ceil`). */
export function wholeOf({ units, scale }: ExactDecimal, direction: 'floor' | 'ceil'): ExactDecimal {
  const size = powerOfTen(scale);
  let whole = units / size;
  const rest = units % size;
  if (rest < 0n && direction === 'floor') whole--;
  if (rest > 0n && direction === 'ceil') whole++;
  return { units: whole, scale: 0 };
}

export function compareExact(a: ExactDecimal, b: ExactDecimal): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Without zeros at the end of its fraction. */
export function shortened(value: ExactDecimal): ExactDecimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale--;
  }
  return { units, scale };
}

/** All its digits, without an exponent: `1.50` keeps its zero. */
export function writeDecimal({ units, scale }: ExactDecimal): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The nearest double. */
export const doubleOf = (value: ExactDecimal): number => Number(writeDecimal(value));
