/** Values of expressions with many digits; NaN where there is no real one. */

import { type Decimal, type Decimals, decimalOf } from '../../engines/decimals.js';
import { type Expression, evaluate, type FunctionName } from '../../lib/algebra/expression.js';

const CALLS: Readonly<Record<FunctionName, (x: Decimal) => Decimal>> = {
  abs: (x) => x.abs(),
  exp: (x) => x.exp(),
  ln: (x) => x.ln(),
  sin: (x) => x.sin(),
  cos: (x) => x.cos(),
  tan: (x) => x.tan(),
  asin: (x) => x.asin(),
  acos: (x) => x.acos(),
  atan: (x) => x.atan(),
  sinh: (x) => x.sinh(),
  cosh: (x) => x.cosh(),
  tanh: (x) => x.tanh(),
  asinh: (x) => x.asinh(),
  acosh: (x) => x.acosh(),
  atanh: (x) => x.atanh(),
};

/** Beyond it, reducing an angle takes as many digits as the number has. */
const MAX_ANGLE = 1e15;
const ANGLES: ReadonlySet<string> = new Set(['sin', 'cos', 'tan']);

export function decimalValue(expression: Expression, Real: Decimals, values: ReadonlyMap<string, Decimal>): Decimal {
  const nothing = new Real(Number.NaN);
  const constant = (name: string): Decimal => (name === 'pi' ? Real.acos(-1) : name === 'e' ? Real.exp(1) : nothing);
  return evaluate<Decimal>(expression, {
    number: (value) => decimalOf(Real, value),
    name: (name) => values.get(name) ?? constant(name),
    add: (a, b) => a.plus(b),
    multiply: (a, b) => a.times(b),
    power: (base, exponent, exact) => {
      const isOddRoot = exact !== undefined && exact.denominator % 2n === 1n && exact.denominator !== 1n;
      if (!base.isNegative() || !isOddRoot) return base.pow(exponent);
      const size = base.neg().pow(exponent);
      return exact.numerator % 2n === 0n ? size : size.neg();
    },
    call: (name, x) => (ANGLES.has(name) && !x.abs().lt(MAX_ANGLE) ? nothing : CALLS[name](x)),
  });
}
