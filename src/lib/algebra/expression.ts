/** Expressions of algebra as trees, with exact numbers. */

import { isWhole, ONE, type Rational, rational } from '../numbers/rational.js';

export type Expression =
  | { readonly type: 'number'; readonly value: Rational }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'sum'; readonly terms: readonly Expression[] }
  | { readonly type: 'product'; readonly factors: readonly Expression[] }
  | { readonly type: 'power'; readonly base: Expression; readonly exponent: Expression }
  | { readonly type: 'call'; readonly name: FunctionName; readonly argument: Expression };

/** Functions of one argument; logarithms of other bases are quotients. */
export const FUNCTION_NAMES = [
  'abs',
  'exp',
  'ln',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e']);

export const numberOf = (value: Rational): Expression => ({ type: 'number', value });
export const whole = (value: number): Expression => numberOf(rational(BigInt(value)));
export const half: Expression = numberOf(rational(1n, 2n));
export const sum = (...terms: readonly Expression[]): Expression => ({ type: 'sum', terms });
export const product = (...factors: readonly Expression[]): Expression => ({ type: 'product', factors });
export const power = (base: Expression, exponent: Expression): Expression => ({ type: 'power', base, exponent });
export const call = (name: FunctionName, argument: Expression): Expression => ({ type: 'call', name, argument });
export const negative = (value: Expression): Expression => product(whole(-1), value);
export const difference = (a: Expression, b: Expression): Expression => sum(a, negative(b));
export const quotient = (a: Expression, b: Expression): Expression => product(a, power(b, whole(-1)));

export const square = (value: Expression): Expression => power(value, whole(2));
export const root = (value: Expression): Expression => power(value, half);
/** The logarithm that is a real antiderivative of 1/x on both sides of 0. */
export const absoluteLogarithm = (value: Expression): Expression => call('ln', call('abs', value));

/** Its parts, one level down. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'sum':
      return expression.terms;
    case 'product':
      return expression.factors;
    case 'power':
      return [expression.base, expression.exponent];
    case 'call':
      return [expression.argument];
    default:
      return [];
  }
}

/** Names of variables, without the constants, in the order in which they come. */
export function variablesOf(expression: Expression, found = new Set<string>()): Set<string> {
  if (expression.type === 'name' && !CONSTANTS.has(expression.name)) found.add(expression.name);
  for (const part of partsOf(expression)) variablesOf(part, found);
  return found;
}

/** What each operation means for one sort of numbers. */
export interface Operations<Value> {
  readonly number: (value: Rational) => Value;
  readonly name: (name: string) => Value;
  readonly add: (a: Value, b: Value) => Value;
  readonly multiply: (a: Value, b: Value) => Value;
  readonly power: (base: Value, exponent: Value, exactExponent: Rational | undefined) => Value;
  readonly call: (name: FunctionName, argument: Value) => Value;
}

/** The value of an expression whose depth is bounded. */
export function evaluate<Value>(expression: Expression, by: Operations<Value>): Value {
  switch (expression.type) {
    case 'number':
      return by.number(expression.value);
    case 'name':
      return by.name(expression.name);
    case 'sum':
      return expression.terms
        .slice(1)
        .reduce((total, term) => by.add(total, evaluate(term, by)), evaluate(expression.terms[0] ?? whole(0), by));
    case 'product':
      return expression.factors
        .slice(1)
        .reduce(
          (total, factor) => by.multiply(total, evaluate(factor, by)),
          evaluate(expression.factors[0] ?? whole(1), by),
        );
    case 'power':
      return by.power(
        evaluate(expression.base, by),
        evaluate(expression.exponent, by),
        expression.exponent.type === 'number' ? expression.exponent.value : undefined,
      );
    case 'call':
      return by.call(expression.name, evaluate(expression.argument, by));
  }
}

const PRECEDENCE = { sum: 1, product: 2, power: 3, atom: 4 } as const;

/** As people type it: `2*x^2 - sin(x)/3`. */
export const writeExpression = (expression: Expression): string => write(expression).text;

interface Written {
  readonly text: string;
  readonly level: number;
}

const within = ({ text, level }: Written, least: number): string => (level < least ? `(${text})` : text);

function write(expression: Expression): Written {
  switch (expression.type) {
    case 'number':
      return writeNumber(expression.value);
    case 'name':
      return { text: expression.name, level: PRECEDENCE.atom };
    case 'call':
      return { text: `${expression.name}(${write(expression.argument).text})`, level: PRECEDENCE.atom };
    case 'power':
      return writePower(expression.base, expression.exponent);
    case 'product':
      return writeProduct(expression.factors);
    case 'sum':
      return writeSum(expression.terms);
  }
}

function writeNumber({ numerator, denominator }: Rational): Written {
  if (denominator !== 1n) return { text: `${numerator}/${denominator}`, level: PRECEDENCE.product };
  return { text: String(numerator), level: numerator < 0n ? PRECEDENCE.product : PRECEDENCE.atom };
}

const isHalf = ({ numerator, denominator }: Rational): boolean => numerator === 1n && denominator === 2n;

function writePower(base: Expression, exponent: Expression): Written {
  if (exponent.type === 'number' && isHalf(exponent.value))
    return { text: `sqrt(${write(base).text})`, level: PRECEDENCE.atom };
  if (exponent.type === 'number' && exponent.value.numerator < 0n) {
    const below = numberOf({ ...exponent.value, numerator: -exponent.value.numerator });
    const written = isOne(below) ? write(base) : writePower(base, below);
    return { text: `1/${within(written, PRECEDENCE.power)}`, level: PRECEDENCE.product };
  }
  const raised = write(exponent);
  return {
    text: `${within(write(base), PRECEDENCE.atom)}^${raised.level < PRECEDENCE.atom ? `(${raised.text})` : raised.text}`,
    level: PRECEDENCE.power,
  };
}

const isOne = (expression: Expression): boolean =>
  expression.type === 'number' && isWhole(expression.value) && expression.value.numerator === 1n;

function writeProduct(factors: readonly Expression[]): Written {
  let sign = '';
  let scale: Rational = ONE;
  const above: Expression[] = [];
  const below: Expression[] = [];
  for (const factor of factors) {
    if (factor.type === 'number')
      scale = rational(scale.numerator * factor.value.numerator, scale.denominator * factor.value.denominator);
    else if (factor.type === 'power' && factor.exponent.type === 'number' && factor.exponent.value.numerator < 0n) {
      const exponent = numberOf({ ...factor.exponent.value, numerator: -factor.exponent.value.numerator });
      below.push(isOne(exponent) ? factor.base : power(factor.base, exponent));
    } else above.push(factor);
  }
  if (scale.numerator < 0n) sign = '-';
  const top = scale.numerator < 0n ? -scale.numerator : scale.numerator;
  const tops = [
    ...(top === 1n && above.length > 0 ? [] : [String(top)]),
    ...above.map((part) => within(write(part), PRECEDENCE.product)),
  ];
  const bottoms = [
    ...(scale.denominator === 1n ? [] : [String(scale.denominator)]),
    ...below.map((part) => within(write(part), PRECEDENCE.power)),
  ];
  const upper = tops.join('*');
  if (bottoms.length === 0)
    return {
      text: sign + upper,
      level: sign === '' && tops.length === 1 ? atomLevel(above, upper) : PRECEDENCE.product,
    };
  return {
    text: `${sign}${upper}/${bottoms.length > 1 ? `(${bottoms.join('*')})` : bottoms[0]}`,
    level: PRECEDENCE.product,
  };
}

const atomLevel = ([only]: readonly Expression[], text: string): number =>
  only === undefined ? PRECEDENCE.atom : text.startsWith('(') ? PRECEDENCE.atom : write(only).level;

function writeSum(terms: readonly Expression[]): Written {
  const [first, ...rest] = terms.map((term) => within(write(term), PRECEDENCE.product));
  const text = rest.reduce(
    (all, term) => (term.startsWith('-') ? `${all} - ${term.slice(1)}` : `${all} + ${term}`),
    first ?? '0',
  );
  return { text, level: PRECEDENCE.sum };
}

/** The same with each part, one level down, changed; numbers and names are themselves. */
export function withParts(expression: Expression, change: (part: Expression) => Expression): Expression {
  switch (expression.type) {
    case 'sum':
      return sum(...expression.terms.map(change));
    case 'product':
      return product(...expression.factors.map(change));
    case 'power':
      return power(change(expression.base), change(expression.exponent));
    case 'call':
      return call(expression.name, change(expression.argument));
    default:
      return expression;
  }
}

/** With expressions in the place of names. */
export const substitute = (expression: Expression, values: ReadonlyMap<string, Expression>): Expression =>
  expression.type === 'name'
    ? (values.get(expression.name) ?? expression)
    : withParts(expression, (part) => substitute(part, values));
