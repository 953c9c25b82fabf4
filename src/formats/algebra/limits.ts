import type { Decimal, Decimals } from '../../engines/decimals.js';
import { call, type Expression, half, numberOf, power, product, whole } from '../../lib/algebra/expression.js';
import { simplify } from '../../lib/algebra/simplify.js';
import { type Rational, rational } from '../../lib/numbers/rational.js';

/** Powers of ten by which one comes nearer. */
const STEPS = [3, 5, 7, 9, 11, 13, 20, 28, 36];
/** A sequence has settled when its last step is below this part of its size. */
const SETTLED = 1e-6;
/** Greatest denominator of a fraction that is taken for exact. */
const MAX_DENOMINATOR = 10_000;

export type Limit =
  | {
      readonly outcome: 'finite';
      readonly value: Decimal;
      readonly error: Decimal;
      readonly exact: Expression | undefined;
    }
  | { readonly outcome: 'infinite'; readonly isNegative: boolean }
  /** It swings without settling. */
  | { readonly outcome: 'none' }
  /** Too slow to tell. */
  | { readonly outcome: 'unknown' }
  /** Without real values there. */
  | { readonly outcome: 'undefined' };

/** The limit of `f` on one side of a point, or at infinity: from its values at distances down to 1e-36 with many digits. */
export function oneSidedLimit(
  f: (x: Decimal) => Decimal,
  point: Decimal | 'infinity',
  sign: 1 | -1,
  Real: Decimals,
): Limit {
  const values = STEPS.map((step) =>
    point === 'infinity' ? new Real(10).pow(step).times(sign) : point.plus(new Real(10).pow(-step).times(sign)),
  )
    .map(f)
    .filter((value) => !value.isNaN());
  const [last, before, earlier] = [values.at(-1), values.at(-2), values.at(-3)];
  if (last === undefined || before === undefined || earlier === undefined) return { outcome: 'undefined' };
  if (!last.isFinite()) return { outcome: 'infinite', isNegative: last.isNegative() };
  const steps = values.slice(1).map((value, index) => value.minus(values[index] ?? value));
  const isOneWay =
    steps.every((step) => !step.isNegative()) || steps.every((step) => step.isNegative() || step.isZero());
  const step = last.minus(before).abs();
  const earlierStep = before.minus(earlier).abs();
  const size = Real.max(1, last.abs());
  if (step.lte(size.times(SETTLED)) && step.lte(earlierStep)) {
    const error = Real.max(step, size.times('1e-60'));
    const exact = recognized(last, error, Real);
    return { outcome: 'finite', value: last, error, exact };
  }
  if (isOneWay && step.gte(earlierStep.times(0.6)) && last.abs().gt(5))
    return { outcome: 'infinite', isNegative: last.isNegative() };
  return { outcome: isOneWay ? 'unknown' : 'none' };
}

/** A fraction, or one times π, e to it, its root or its logarithm, that agrees to as many digits as there are. */
function recognized(value: Decimal, error: Decimal, Real: Decimals): Expression | undefined {
  if (error.gt('1e-9')) return undefined;
  const fraction = fractionNear(value, error, Real);
  if (fraction !== undefined) return numberOf(fraction);
  const pi: Expression = { type: 'name', name: 'pi' };
  const forms: readonly (readonly [inner: Decimal, slope: Decimal, make: (part: Rational) => Expression])[] = [
    [value.div(Real.acos(-1)), new Real(1), (part) => product(numberOf(part), pi)],
    [
      value.abs().ln(),
      value.abs().pow(-1),
      (part) => product(whole(value.isNegative() ? -1 : 1), call('exp', numberOf(part))),
    ],
    [
      value.pow(2),
      value.abs().times(2),
      (part) => product(whole(value.isNegative() ? -1 : 1), power(numberOf(part), half)),
    ],
    [value.exp(), value.exp(), (part) => call('ln', numberOf(part))],
  ];
  for (const [inner, slope, make] of forms) {
    const part = inner.isFinite() ? fractionNear(inner, error.times(slope).times(2), Real) : undefined;
    if (part !== undefined && part.numerator !== 0n) return simplify(make(part));
  }
  return undefined;
}

/** By continued fractions. So many digits must agree that chance is out of the question. */
function fractionNear(value: Decimal, error: Decimal, Real: Decimals): Rational | undefined {
  if (value.abs().gt(1e12)) return undefined;
  let [beforeTop, top] = [0n, 1n];
  let [beforeBottom, bottom] = [1n, 0n];
  let rest = value;
  for (let times = 0; times < 30; times++) {
    const floor = rest.floor();
    const part = BigInt(floor.toFixed(0));
    [beforeTop, top] = [top, part * top + beforeTop];
    [beforeBottom, bottom] = [bottom, part * bottom + beforeBottom];
    if (bottom > BigInt(MAX_DENOMINATOR)) return undefined;
    const near = new Real(top.toString()).div(bottom.toString());
    const isNear = near.minus(value).abs().lte(error.times(4));
    if (isNear) return error.times(Number(bottom * bottom)).lt(1e-4) ? rational(top, bottom) : undefined;
    rest = new Real(1).div(rest.minus(floor));
  }
  return undefined;
}
