/** Simpler forms of expressions that are the same wherever both have a value. */

import {
  absoluteOf,
  add,
  compare,
  isWhole,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  rational,
  ZERO,
} from '../numbers/rational.js';
import { exactCall } from './exact-values.js';
import {
  call,
  type Expression,
  numberOf,
  partsOf,
  power as powerOf,
  product,
  sum,
  whole,
  writeExpression,
} from './expression.js';

const isNumber = (expression: Expression, value: Rational): boolean =>
  expression.type === 'number' && compare(expression.value, value) === 0;

/** Only what is numbers alone is worked out; everything else stays as it was written. Throws as division and powers of numbers do. */
export function folded(expression: Expression): Expression {
  const parts = partsOf(expression).map(folded);
  const values = parts.flatMap((part) => (part.type === 'number' ? [part.value] : []));
  const isAll = parts.length > 0 && values.length === parts.length;
  switch (expression.type) {
    case 'sum':
      return isAll ? numberOf(values.reduce(add, ZERO)) : sum(...parts);
    case 'product':
      return isAll ? numberOf(values.reduce(multiply, ONE)) : product(...parts);
    case 'power': {
      const [base = whole(1), exponent = whole(1)] = parts;
      return foldedPower(base, exponent) ?? powerOf(base, exponent);
    }
    case 'call':
      return call(expression.name, parts[0] ?? whole(0));
    default:
      return expression;
  }
}

/** Whole powers, and roots that are rational: (4/9)^(1/2). */
function foldedPower(base: Expression, exponent: Expression): Expression | undefined {
  if (base.type !== 'number' || exponent.type !== 'number') return undefined;
  if (isWhole(exponent.value)) return numberOf(power(base.value, exponent.value.numerator));
  const degree = exponent.value.denominator;
  if (degree > 60n) return undefined;
  const isNegative = base.value.numerator < 0n;
  if (isNegative && degree % 2n === 0n) return undefined;
  const [top, bottom] = [rootOf(absoluteOf(base.value.numerator), degree), rootOf(base.value.denominator, degree)];
  if (top === undefined || bottom === undefined) return undefined;
  return numberOf(power(rational(isNegative ? -top : top, bottom), exponent.value.numerator));
}

/** The whole root of a whole number that has one. */
function rootOf(value: bigint, degree: bigint): bigint | undefined {
  if (value < 2n) return value;
  let low = 1n;
  let high = 1n << (BigInt(value.toString(2).length) / degree + 1n);
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** degree <= value) low = middle;
    else high = middle - 1n;
  }
  return low ** degree === value ? low : undefined;
}

/** Like terms and factors together, nothing multiplied out. */
export function simplify(expression: Expression): Expression {
  switch (expression.type) {
    case 'sum':
      return simpleSum(expression.terms.map(simplify));
    case 'product':
      return simpleProduct(expression.factors.map(simplify));
    case 'power':
      return simplePower(simplify(expression.base), simplify(expression.exponent));
    case 'call':
      return simpleCall(expression.name, simplify(expression.argument));
    default:
      return expression;
  }
}

function simpleSum(terms: readonly Expression[]): Expression {
  const flat = terms.flatMap((term) => (term.type === 'sum' ? term.terms : [term]));
  const found = new Map<string, { rest: Expression; times: Rational }>();
  let constant = ZERO;
  for (const term of flat) {
    if (term.type === 'number') {
      constant = add(constant, term.value);
      continue;
    }
    const { times, rest } = timesOf(term);
    const key = writeExpression(rest);
    found.set(key, { rest, times: add(found.get(key)?.times ?? ZERO, times) });
  }
  const kept = [...found.values()]
    .filter(({ times }) => times.numerator !== 0n)
    .map(({ rest, times }) => (isNumber(numberOf(times), ONE) ? rest : simpleProduct([numberOf(times), rest])));
  if (constant.numerator !== 0n || kept.length === 0) kept.push(numberOf(constant));
  return kept.length === 1 ? (kept[0] as Expression) : sum(...kept);
}

function timesOf(term: Expression): { readonly times: Rational; readonly rest: Expression } {
  if (term.type !== 'product') return { times: ONE, rest: term };
  const times = term.factors.reduce(
    (all, factor) => (factor.type === 'number' ? multiply(all, factor.value) : all),
    ONE,
  );
  const rest = term.factors.filter((factor) => factor.type !== 'number');
  return { times, rest: rest.length === 1 ? (rest[0] as Expression) : product(...rest) };
}

function simpleProduct(factors: readonly Expression[]): Expression {
  const flat = factors.flatMap((factor) => (factor.type === 'product' ? factor.factors : [factor]));
  let scale = ONE;
  const found = new Map<string, { base: Expression; exponents: Expression[] }>();
  const exponentials: Expression[] = [];
  for (const factor of flat) {
    if (factor.type === 'number') {
      scale = multiply(scale, factor.value);
      continue;
    }
    if (factor.type === 'call' && factor.name === 'exp') {
      exponentials.push(factor.argument);
      continue;
    }
    const [base, exponent] = factor.type === 'power' ? [factor.base, factor.exponent] : [factor, whole(1)];
    const key = writeExpression(base);
    const entry = found.get(key) ?? { base, exponents: [] };
    entry.exponents.push(exponent);
    found.set(key, entry);
  }
  if (scale.numerator === 0n) return whole(0);
  const kept: Expression[] = [];
  for (const { base, exponents } of found.values()) {
    const raised = exponents.length === 1 ? (exponents[0] as Expression) : simpleSum(exponents);
    const factor = simplePower(base, raised);
    if (factor.type === 'number') scale = multiply(scale, factor.value);
    else kept.push(factor);
  }
  if (exponentials.length > 0) {
    const factor = simpleCall('exp', simpleSum(exponentials));
    if (factor.type !== 'number') kept.push(factor);
    else scale = multiply(scale, factor.value);
  }
  if (kept.length === 0) return numberOf(scale);
  if (isNumber(numberOf(scale), ONE)) return kept.length === 1 ? (kept[0] as Expression) : product(...kept);
  return product(numberOf(scale), ...kept.flatMap((part) => (part.type === 'product' ? part.factors : [part])));
}

function simplePower(base: Expression, exponent: Expression): Expression {
  if (isNumber(exponent, ONE)) return base;
  if (isNumber(exponent, ZERO)) return whole(1);
  if (isNumber(base, ONE)) return whole(1);
  if (isNumber(base, ZERO) && exponent.type === 'number' && exponent.value.numerator > 0n) return whole(0);
  if (base.type === 'name' && base.name === 'e') return simpleCall('exp', exponent);
  const isWholeExponent = exponent.type === 'number' && isWhole(exponent.value);
  if (base.type === 'number' && exponent.type === 'number' && base.value.numerator !== 0n) {
    const value = foldedPower(base, exponent);
    if (value !== undefined) return value;
  }
  if (!isWholeExponent) return powerOf(base, exponent);
  // True for whole exponents only: sqrt(x^2) is not x.
  if (base.type === 'power') return simplePower(base.base, simpleProduct([base.exponent, exponent]));
  if (base.type === 'product') return simpleProduct(base.factors.map((factor) => simplePower(factor, exponent)));
  if (base.type === 'call' && base.name === 'exp') return simpleCall('exp', simpleProduct([base.argument, exponent]));
  return powerOf(base, exponent);
}

const AT_ZERO: Readonly<Partial<Record<string, number>>> = {
  abs: 0,
  exp: 1,
  sin: 0,
  cos: 1,
  tan: 0,
  asin: 0,
  atan: 0,
  sinh: 0,
  cosh: 1,
  tanh: 0,
  asinh: 0,
  atanh: 0,
};

function simpleCall(name: Parameters<typeof call>[0], argument: Expression): Expression {
  const atZero = AT_ZERO[name];
  if (atZero !== undefined && isNumber(argument, ZERO)) return whole(atZero);
  if (name === 'exp' && isNumber(argument, ONE)) return { type: 'name', name: 'e' };
  if (name === 'exp' && argument.type === 'call' && argument.name === 'ln') return argument.argument;
  if (name === 'ln') {
    if (isNumber(argument, ONE)) return whole(0);
    if (argument.type === 'name' && argument.name === 'e') return whole(1);
    if (argument.type === 'call' && argument.name === 'exp') return argument.argument;
  }
  if (name === 'abs' && argument.type === 'number')
    return numberOf(argument.value.numerator < 0n ? negate(argument.value) : argument.value);
  const exact = exactCall(name, argument);
  return exact === undefined ? call(name, argument) : simplify(exact);
}
