/** What exact statistics share. */

import { greatestCommonDivisor, multiply, type Rational, rational, toNumber } from '../numbers/rational.js';

/** Values as whole numbers of a common unit. */
interface Scaled {
  readonly units: readonly bigint[];
  readonly unit: Rational;
}

export function scaled(values: readonly Rational[]): Scaled {
  let common = 1n;
  for (const { denominator } of values)
    if (common % denominator !== 0n)
      common = multiply(rational(common), rational(denominator, greatestCommonDivisor(common, denominator))).numerator;
  return {
    units: values.map(({ numerator, denominator }) => numerator * (common / denominator)),
    unit: rational(1n, common),
  };
}

/** Square root to more digits than a double has. */
export function rootOf(value: Rational): number {
  if (value.numerator <= 0n) return 0;
  const size = BigInt(Math.max(0, 130 - value.numerator.toString(2).length + value.denominator.toString(2).length));
  const even = size + (size % 2n);
  const whole = (value.numerator << even) / value.denominator;
  return toNumber(rational(wholeRoot(whole), 1n << (even / 2n)));
}

function wholeRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
