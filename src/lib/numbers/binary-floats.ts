/** IEEE 754 binary formats, and bfloat16: bits and exact values. */

import { ContentFault } from '../faults.js';
import {
  absolute,
  compare,
  floor,
  magnitudeOf,
  multiply,
  power,
  type Rational,
  rational,
  roundToWhole,
  ZERO,
} from './rational.js';

export interface FloatFormat {
  readonly exponentBits: number;
  /** Without the hidden one. */
  readonly fractionBits: number;
}

export const FLOAT_FORMATS = {
  float16: { exponentBits: 5, fractionBits: 10 },
  bfloat16: { exponentBits: 8, fractionBits: 7 },
  float32: { exponentBits: 8, fractionBits: 23 },
  float64: { exponentBits: 11, fractionBits: 52 },
} as const satisfies Record<string, FloatFormat>;

const TWO = rational(2n);
export const sizeOf = ({ exponentBits, fractionBits }: FloatFormat): number => 1 + exponentBits + fractionBits;
const biasOf = ({ exponentBits }: FloatFormat): number => 2 ** (exponentBits - 1) - 1;

/** floor(log2 value) for positive values. */
function binaryMagnitude(value: Rational): number {
  let exponent = value.numerator.toString(2).length - value.denominator.toString(2).length;
  if (compare(value, power(TWO, BigInt(exponent))) < 0) exponent--;
  return exponent;
}

/** The bits nearest to a value, halves to even; beyond the largest number infinity. */
export function encodeFloat(value: Rational, format: FloatFormat, isNegativeZero = false): bigint {
  const { exponentBits, fractionBits } = format;
  const bias = biasOf(format);
  const isNegative = value.numerator < 0n || isNegativeZero;
  const sign = isNegative ? 1n << BigInt(exponentBits + fractionBits) : 0n;
  const size = absolute(value);
  if (size.numerator === 0n) return sign;
  const exponent = Math.max(binaryMagnitude(size), 1 - bias);
  const units = roundToWhole(multiply(size, power(TWO, BigInt(fractionBits - exponent))));
  // A carry goes into the exponent by itself; a subnormal number has none.
  const isSubnormal = units < 1n << BigInt(fractionBits);
  const stored = isSubnormal ? 0n : BigInt(exponent + bias - 1);
  const bits = (stored << BigInt(fractionBits)) + units;
  const infinity = ((1n << BigInt(exponentBits)) - 1n) << BigInt(fractionBits);
  return sign | (bits > infinity ? infinity : bits);
}

export type FloatClass = 'normal' | 'subnormal' | 'zero' | 'infinity' | 'quiet NaN' | 'signaling NaN';

export interface DecodedFloat {
  readonly isNegative: boolean;
  readonly kind: FloatClass;
  /** As it is stored. */
  readonly storedExponent: number;
  readonly fraction: bigint;
  /** Power of two of the leading digit. */
  readonly exponent: number;
  /** `undefined` for infinities and NaN. */
  readonly value: Rational | undefined;
  /** Distance to the next number away from 0. */
  readonly ulp: Rational | undefined;
}

export function decodeFloat(bits: bigint, format: FloatFormat): DecodedFloat {
  const { exponentBits, fractionBits } = format;
  const isNegative = bits >> BigInt(exponentBits + fractionBits) === 1n;
  const fraction = BigInt.asUintN(fractionBits, bits);
  const storedExponent = Number(BigInt.asUintN(exponentBits, bits >> BigInt(fractionBits)));
  const isLast = storedExponent === 2 ** exponentBits - 1;
  const exponent = Math.max(storedExponent, 1) - biasOf(format);
  const parts = { isNegative, storedExponent, fraction, exponent };
  if (isLast) {
    const isQuiet = fraction >> BigInt(fractionBits - 1) === 1n;
    const kind = fraction === 0n ? 'infinity' : isQuiet ? 'quiet NaN' : 'signaling NaN';
    return { ...parts, kind, value: undefined, ulp: undefined };
  }
  const units = fraction + (storedExponent === 0 ? 0n : 1n << BigInt(fractionBits));
  const ulp = power(TWO, BigInt(exponent - fractionBits));
  const value = multiply(rational(isNegative ? -units : units), ulp);
  return { ...parts, kind: units === 0n ? 'zero' : storedExponent === 0 ? 'subnormal' : 'normal', value, ulp };
}

/** The shortest decimal that reads back as the same bits, as programming languages print it. */
export function shortestDecimal(value: Rational, bits: bigint, format: FloatFormat): string {
  if (value.numerator === 0n) return '0';
  const first = magnitudeOf(value);
  for (let digits = 1; digits < 18; digits++) {
    const places = digits - 1 - first;
    const scale = power(rational(10n), BigInt(places));
    const scaled = multiply(value, scale);
    // The nearest of so many digits, or else a neighbour of it that is within half a unit as well.
    const nearest = roundToWhole(scaled);
    for (const units of [nearest, floor(scaled), floor(scaled) + 1n]) {
      const candidate = multiply(rational(units), power(rational(10n), BigInt(-places)));
      if (compare(candidate, ZERO) !== 0 && encodeFloat(candidate, format) === bits) return `${units}e${-places}`;
    }
  }
  return `${value.numerator}/${value.denominator}`;
}

/** Hexadecimal or binary digits of the whole size; both may be spaced. */
export function readBits(text: string, size: number): bigint {
  const digits = text.replace(/[\s_|]/g, '');
  const isBinary = /^(?:0b)?[01]+$/i.test(digits) && digits.replace(/^0b/i, '').length === size;
  if (isBinary) return BigInt(`0b${digits.replace(/^0b/i, '')}`);
  const hex = digits.replace(/^(?:0x|#|\\x)/i, '');
  if (!/^[\da-f]+$/i.test(hex) || hex.length !== size / 4)
    throw new ContentFault(
      `${JSON.stringify(text.slice(0, 60))} is not ${size / 4} hexadecimal or ${size} binary digits`,
    );
  return BigInt(`0x${hex}`);
}

/** The bytes the other way round. */
export function swapBytes(bits: bigint, size: number): bigint {
  const hex = bits.toString(16).padStart(size / 4, '0');
  return BigInt(`0x${hex.match(/../g)?.reverse().join('') ?? '0'}`);
}
