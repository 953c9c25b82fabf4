/** Real roots of any equation of one variable in an interval, found by sign changes and refined to many digits. */

import type { Decimal, Decimals } from '../../engines/decimals.js';
import { differentiate } from '../../lib/algebra/differentiate.js';
import type { Expression } from '../../lib/algebra/expression.js';
import { realFunction } from '../../lib/algebra/real-function.js';
import { type Bracket, signChanges } from '../../lib/algebra/sign-changes.js';
import { LimitFault } from '../../lib/faults.js';
import { decimalValue } from './decimal-values.js';

const MAX_ROOTS = 500;
const MAX_STEPS = 60;
/** From a sample that seems to be a root: a simple one is reached in half as many. */
const SAMPLE_STEPS = 12;

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** In ascending order. Throws `LimitFault` beyond 500. */
export function numericRoots(
  expression: Expression,
  variable: string,
  { from, to }: Interval,
  Real: Decimals,
  digits: number,
): readonly Decimal[] {
  const valueAt = (part: Expression, x: Decimal): Decimal => decimalValue(part, Real, new Map([[variable, x]]));
  const changes = signChanges(realFunction(expression, variable), from, to, MAX_ROOTS);
  if (changes.length > MAX_ROOTS)
    throw new LimitFault(`the interval must hold at most ${MAX_ROOTS} solutions, choose a shorter one`, MAX_ROOTS);
  const crossing = changes.flatMap((bracket) => refined((x) => valueAt(expression, x), bracket, Real, digits) ?? []);
  // Where it touches zero without crossing it, its slope crosses.
  const slope = differentiate(expression, variable);
  const turns = signChanges(realFunction(slope, variable), from, to, 4 * MAX_ROOTS);
  const touching = turns
    .filter(({ from: a }) => isSmall(realFunction(expression, variable), a))
    .flatMap((bracket) => refined((x) => valueAt(slope, x), bracket, Real, digits) ?? [])
    .filter((x) => valueAt(expression, x).abs().lt(`1e${-digits}`));
  const ends = [from, to].map((end) => new Real(end)).filter((x) => valueAt(expression, x).isZero());
  const all = [...crossing, ...touching, ...ends].sort((a, b) => a.cmp(b));
  const kept: Decimal[] = [];
  for (const x of all) {
    const before = kept.at(-1);
    const isSame = before !== undefined && x.minus(before).abs().lte(Real.max(x.abs(), 1).times('1e-10'));
    if (!isSame) kept.push(x);
    // Of two that are the same but for noise, the shorter one is the better.
    else if (x.precision() < before.precision()) kept[kept.length - 1] = x;
  }
  return kept;
}

const isSmall = (work: (x: number) => number, x: number): boolean => {
  const [near, far] = [Math.abs(work(x)), Math.abs(work(x + 1e-3)) + Math.abs(work(x - 1e-3))];
  return near < 1e-9 || near < far * 1e-6;
};

/**
 * By the secant of the bracket's ends, then of the last two points, as long as the values fall. `undefined` where a sample was 0 only
 * because doubles are too coarse there.
 */
function refined(
  work: (x: Decimal) => Decimal,
  { from, to }: Bracket,
  Real: Decimals,
  digits: number,
): Decimal | undefined {
  const start = new Real(from);
  if (from === to && work(start).isZero()) return start;
  let [a, b] = [start, from === to ? start.plus(Math.abs(from) * 1e-9 + 1e-15) : new Real(to)];
  let [ya, yb] = [work(a), work(b)];
  for (let i = 0; i < (from === to ? SAMPLE_STEPS : MAX_STEPS); i++) {
    const step = yb.times(b.minus(a)).div(yb.minus(ya));
    if (!step.isFinite()) break;
    const next = b.minus(step);
    [a, ya, b, yb] = [b, yb, next, work(next)];
    const isThere = yb.isZero() || step.abs().lte(Real.max(b.abs(), 1e-30).times(`1e${-digits - 3}`));
    if (isThere && b.minus(start).abs().lte(Real.max(start.abs(), 1).times('1e-6'))) return b;
  }
  // A secant that ran away is worth less than the double.
  return from === to ? undefined : start;
}
