import { isWhole, ONE, subtract } from '../numbers/rational.js';
import {
  call,
  difference,
  type Expression,
  type FunctionName,
  negative,
  numberOf,
  partsOf,
  power,
  product,
  quotient,
  root,
  square,
  sum,
  whole,
} from './expression.js';
import { simplify } from './simplify.js';

export const dependsOn = (expression: Expression, variable: string): boolean =>
  (expression.type === 'name' && expression.name === variable) ||
  partsOf(expression).some((part) => dependsOn(part, variable));

const reciprocal = (x: Expression): Expression => power(x, whole(-1));

/** Derivatives of the functions by their argument. */
const RULES: Readonly<Record<FunctionName, (x: Expression) => Expression>> = {
  abs: (x) => quotient(x, call('abs', x)),
  exp: (x) => call('exp', x),
  ln: reciprocal,
  sin: (x) => call('cos', x),
  cos: (x) => negative(call('sin', x)),
  tan: (x) => power(call('cos', x), whole(-2)),
  asin: (x) => reciprocal(root(difference(whole(1), square(x)))),
  acos: (x) => negative(reciprocal(root(difference(whole(1), square(x))))),
  atan: (x) => reciprocal(sum(square(x), whole(1))),
  sinh: (x) => call('cosh', x),
  cosh: (x) => call('sinh', x),
  tanh: (x) => power(call('cosh', x), whole(-2)),
  asinh: (x) => reciprocal(root(sum(square(x), whole(1)))),
  acosh: (x) => reciprocal(root(difference(square(x), whole(1)))),
  atanh: (x) => reciprocal(difference(whole(1), square(x))),
};

/** The derivative, simplified. */
export const differentiate = (expression: Expression, variable: string): Expression =>
  simplify(derive(simplify(expression), variable));

function derive(expression: Expression, variable: string): Expression {
  if (!dependsOn(expression, variable)) return whole(0);
  switch (expression.type) {
    case 'sum':
      return sum(...expression.terms.map((term) => derive(term, variable)));
    case 'product':
      return sum(
        ...expression.factors.map((factor, index) =>
          product(...expression.factors.map((other, i) => (i === index ? derive(factor, variable) : other))),
        ),
      );
    case 'power':
      return derivePower(expression.base, expression.exponent, variable);
    case 'call':
      return product(RULES[expression.name](expression.argument), derive(expression.argument, variable));
    default:
      return whole(1);
  }
}

function derivePower(base: Expression, exponent: Expression, variable: string): Expression {
  if (!dependsOn(exponent, variable)) {
    const less =
      exponent.type === 'number' && isWhole(exponent.value)
        ? numberOf(subtract(exponent.value, ONE))
        : sum(exponent, whole(-1));
    return product(exponent, power(base, less), derive(base, variable));
  }
  const logarithm = product(derive(exponent, variable), call('ln', base));
  const outer = dependsOn(base, variable)
    ? sum(logarithm, product(exponent, derive(base, variable), reciprocal(base)))
    : logarithm;
  return product(power(base, exponent), outer);
}
