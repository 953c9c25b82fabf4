import type { Decimals } from '../../engines/decimals.js';
import { differentiate } from '../../lib/algebra/differentiate.js';
import {
  difference,
  type Expression,
  numberOf,
  partsOf,
  power,
  product,
  quotient,
  substitute,
  sum,
  variablesOf,
  whole,
  withParts,
  writeExpression,
} from '../../lib/algebra/expression.js';
import { integrate } from '../../lib/algebra/integrate.js';
import { kernelRatio, ratioExpression } from '../../lib/algebra/kernels.js';
import { coefficientsOf, degreeOf, ratioOf } from '../../lib/algebra/polynomials.js';
import { powerSeries } from '../../lib/algebra/power-series.js';
import { writtenPolynomial } from '../../lib/algebra/rational-integrals.js';
import { realFunction } from '../../lib/algebra/real-function.js';
import { simplify } from '../../lib/algebra/simplify.js';
import { withPythagoras } from '../../lib/algebra/substitution-parts.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { rational } from '../../lib/numbers/rational.js';

import { decimalValue } from './decimal-values.js';
import { splitRatio } from './rational-factors.js';
import { solvePolynomial } from './solve-polynomial.js';

/** Parts of a result: a page. */
const MAX_RESULT_PARTS = 4000;
/** Places at which a result is compared with what it is to be, and those that must have a value. */
const PLACES = 60;
const MIN_PLACES = 5;

/** The n-th derivative. Throws LimitFault where it becomes too long. */
export function nthDerivative(expression: Expression, variable: string, order: number): Expression {
  let found = simplify(expression);
  for (let n = 0; n < order; n++) {
    found = differentiate(found, variable);
    checkSize(found);
  }
  return found;
}

function checkSize(expression: Expression): void {
  let parts = 0;
  const left = [expression];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (++parts > MAX_RESULT_PARTS)
      throw new LimitFault(`the result has more than ${MAX_RESULT_PARTS} parts`, MAX_RESULT_PARTS);
    left.push(...partsOf(part));
  }
}

/** An antiderivative that was proved: its derivative has the values of the expression; `undefined` where none was found. */
export function antiderivative(expression: Expression, variable: string, Base: Decimals): Expression | undefined {
  const found = integrate(expression, variable, (above, below) => splitRatio(above, below, Base, 2));
  if (found === undefined) return undefined;
  checkSize(found);
  return areEqual(differentiate(found, variable), expression, variable) ? found : undefined;
}

/** Whether two expressions have the same values at many places; other names get numbers of their own. */
function areEqual(a: Expression, b: Expression, variable: string): boolean {
  const names = [...variablesOf(sum(a, b))].filter((name) => name !== variable);
  const numbers = new Map(names.map((name, i) => [name, numberOf(rational(BigInt(13 + 4 * i), 10n))]));
  const [f, g] = [realFunction(substitute(a, numbers), variable), realFunction(substitute(b, numbers), variable)];
  let compared = 0;
  for (let place = 0; place < PLACES; place++) {
    // Near 0 and far from it, on both sides.
    const x = (place % 2 === 0 ? 1 : -1) * 0.0137 * 1.13 ** place;
    const [first, second] = [f(x), g(x)];
    if (!Number.isFinite(first) || !Number.isFinite(second)) continue;
    if (Math.abs(first - second) > 1e-6 * Math.max(1e-3, Math.abs(first), Math.abs(second))) return false;
    compared++;
  }
  return compared >= MIN_PLACES;
}

/** Multiplied out, like terms together. */
export function expanded(expression: Expression): Expression {
  const ratio = kernelRatio(expression);
  return ratio === undefined ? simplify(expression) : ratioExpression(ratio);
}

/** The same inside of functions and roots, where what cancels is gone for good. */
export function expandedWithin(expression: Expression): Expression {
  const within = withParts(expression, expandedWithin);
  return within.type === 'sum' ? expanded(within) : within;
}

/** The shortest of the forms that are tried: as written, multiplied out, with sin² + cos² = 1. */
export function simplest(expression: Expression, variable: string): Expression {
  const forms = [simplify(expression), expanded(expression)];
  const waves: Expression[] = [];
  const left = [expression];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part.type === 'call' && (part.name === 'sin' || part.name === 'cos') && waves.length < 6) waves.push(part);
    left.push(...partsOf(part));
  }
  for (const wave of waves) forms.push(expanded(withPythagoras(expanded(expression), wave)));
  return forms
    .map((form) => ({ form, length: writeExpression(form).length }))
    .filter(({ form }, index) => index === 0 || areEqual(form, expression, variable))
    .sort((a, b) => a.length - b.length)[0]?.form as Expression;
}

/** A quotient of polynomials in one variable as products over the rational numbers. Throws ContentFault for anything else. */
export function factored(expression: Expression, variable: string, Base: Decimals): string {
  const { above, below } = rationalParts(expression, variable);
  const write = (list: typeof above): string =>
    list.length === 0
      ? '0'
      : degreeOf(list) === 0
        ? writeExpression(numberOf(list[0] ?? rational(0n)))
        : solvePolynomial(list, variable, Base, 10).factored;
  const [top, bottom] = [write(above), write(below)];
  if (bottom === '1') return top;
  return `${/[ ]/.test(top) && !/^\(.*\)$/.test(top) ? `(${top})` : top}/${/[*/ ]/.test(bottom) ? `(${bottom})` : bottom}`;
}

function rationalParts(expression: Expression, variable: string) {
  const ratio = ratioOf(simplify(expression), [variable]);
  if (ratio === undefined)
    throw new ContentFault(`it must be a polynomial in ${variable}, or a quotient of two, with rational numbers`);
  return { above: coefficientsOf(ratio.above), below: coefficientsOf(ratio.below) };
}

export function asPartialFractions(expression: Expression, variable: string, Base: Decimals): Expression {
  const { above, below } = rationalParts(expression, variable);
  const x: Expression = { type: 'name', name: variable };
  if (degreeOf(below) < 1) return expanded(expression);
  const parts = splitRatio(above, below, Base, Number.POSITIVE_INFINITY);
  if (parts === undefined) return expanded(expression);
  return simplify(
    sum(
      writtenPolynomial(parts.whole, x),
      ...parts.fractions.map(({ above: top, factor, times }) =>
        quotient(writtenPolynomial(top, x), power(writtenPolynomial(factor, x), whole(times))),
      ),
    ),
  );
}

/** The Taylor polynomial around a point; `point` has no variable in it. Throws ContentFault where the function has none there. */
export function taylor(
  expression: Expression,
  variable: string,
  point: Expression,
  order: number,
  Base: Decimals,
): Expression {
  const x: Expression = { type: 'name', name: variable };
  const step = simplify(difference(x, point));
  const list = point.type === 'number' ? powerSeries(expression, variable, point.value, order) : undefined;
  const coefficients: Expression[] = list === undefined ? [] : list.map(numberOf);
  let derived = simplify(expression);
  let divisor = 1n;
  for (let n = 0; list === undefined && n <= order; n++) {
    if (n > 0) {
      derived = differentiate(derived, variable);
      checkSize(derived);
      divisor *= BigInt(n);
    }
    const value = simplify(
      quotient(simplify(substitute(derived, new Map([[variable, point]]))), numberOf(rational(divisor))),
    );
    if (variablesOf(value).size === 0 && !decimalValue(value, Base, new Map()).isFinite())
      throw new ContentFault(`its derivative of order ${n} has no value at ${writeExpression(point)}`);
    coefficients.push(value);
  }
  return simplify(sum(...coefficients.map((value, n) => product(value, n === 0 ? whole(1) : power(step, whole(n))))));
}
