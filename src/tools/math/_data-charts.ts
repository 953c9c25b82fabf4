import { z } from 'zod';

import { add, divide, multiply, type Rational, rational, subtract } from '../../lib/numbers/rational.js';

/** Places of a curve that is drawn. */
const STEPS = 80n;

export const chartOption = (what: string) =>
  z.boolean().default(false).describe(`Also draws the data as SVG: ${what}.`);

/** Rows of one predictor from its least value to its greatest, in equal steps. */
export function gridOver(values: readonly Rational[]): readonly Rational[][] {
  const before = (a: Rational, b: Rational): boolean => subtract(a, b).numerator < 0n;
  const least = values.reduce((a, b) => (before(b, a) ? b : a));
  const most = values.reduce((a, b) => (before(a, b) ? b : a));
  const step = divide(subtract(most, least), rational(STEPS));
  return Array.from({ length: Number(STEPS) + 1 }, (_, i) => [add(least, multiply(step, rational(BigInt(i))))]);
}
