/** Decimal numbers with as many digits as wanted: roots, logarithms, trigonometry. Exact arithmetic is in lib/numbers. */

import type { Decimal } from 'decimal.js';

import { LimitFault } from '../lib/faults.js';
import type { Rational } from '../lib/numbers/rational.js';

export type { Decimal } from 'decimal.js';

/** Largest and smallest exponent of ten. */
const MAX_EXPONENT = 100_000;

/** Makes decimals of one precision. */
export type Decimals = typeof Decimal;

/** `digits`: significant digits of every result. The package knows π and ln 10 to 1,025. */
export async function openDecimals(digits: number): Promise<Decimals> {
  const { Decimal: Base } = await import('decimal.js');
  return Base.clone({ precision: digits, maxE: MAX_EXPONENT, minE: -MAX_EXPONENT, modulo: Base.EUCLID });
}

export const decimalOf = (Decimals: Decimals, { numerator, denominator }: Rational): Decimal =>
  new Decimals(numerator.toString()).div(denominator.toString());

/** Throws `LimitFault` for what is too large, or not a number. */
export function checkDecimal(value: Decimal): Decimal {
  if (!value.isFinite()) throw new LimitFault(`results must be below 1e${MAX_EXPONENT}`, MAX_EXPONENT);
  return value;
}
