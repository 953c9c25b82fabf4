/** Values of expressions in doubles; NaN where there is no real one. */

import { toNumber } from '../numbers/rational.js';
import type { Expression, FunctionName } from './expression.js';

const CALLS: Readonly<Record<FunctionName, (x: number) => number>> = {
  abs: Math.abs,
  exp: Math.exp,
  ln: Math.log,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
};

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

/** Odd roots of negative numbers are real: (-8)^(1/3) is -2. */
function realPower(base: number, exponent: number, denominator: bigint | undefined, isOddAbove: boolean): number {
  if (base >= 0 || denominator === undefined || denominator === 1n || denominator % 2n === 0n) return base ** exponent;
  return (isOddAbove ? -1 : 1) * (-base) ** exponent;
}

/** A function of one variable: numbers are converted once. */
export function realFunction(expression: Expression, variable: string): (x: number) => number {
  switch (expression.type) {
    case 'number': {
      const value = toNumber(expression.value);
      return () => value;
    }
    case 'name': {
      if (expression.name === variable) return (x) => x;
      const value = Object.hasOwn(CONSTANTS, expression.name) ? (CONSTANTS[expression.name] ?? Number.NaN) : Number.NaN;
      return () => value;
    }
    case 'sum': {
      const terms = expression.terms.map((term) => realFunction(term, variable));
      return (x) => terms.reduce((total, term) => total + term(x), 0);
    }
    case 'product': {
      const factors = expression.factors.map((factor) => realFunction(factor, variable));
      return (x) => factors.reduce((total, factor) => total * factor(x), 1);
    }
    case 'power': {
      const [base, exponent] = [realFunction(expression.base, variable), realFunction(expression.exponent, variable)];
      const exact = expression.exponent.type === 'number' ? expression.exponent.value : undefined;
      const isOdd = exact !== undefined && exact.numerator % 2n !== 0n;
      return (x) => realPower(base(x), exponent(x), exact?.denominator, isOdd);
    }
    case 'call': {
      const [work, argument] = [CALLS[expression.name], realFunction(expression.argument, variable)];
      return (x) => work(argument(x));
    }
  }
}
