/** Polynomials with exact coefficients: of several variables as terms, of one as lists of coefficients, the constant first. */

import { ContentFault, LimitFault } from '../faults.js';
import { modularPower } from '../numbers/primes.js';
import {
  absoluteOf,
  add,
  divide,
  greatestCommonDivisor,
  isWhole,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../numbers/rational.js';
import type { Expression } from './expression.js';

/** By the exponents of the variables, divided by commas. */
export type Terms = ReadonlyMap<string, Rational>;
export type Polynomial = readonly Rational[];

/** Of one variable. Chosen: all the roots to 20 digits take a second or two. */
const MAX_DEGREE = 50;
const MAX_TERMS = 2000;

/** A quotient of two polynomials. */
export interface Ratio {
  readonly above: Terms;
  readonly below: Terms;
}

const isZero = ({ numerator }: Rational): boolean => numerator === 0n;

function addTerms(a: Terms, b: Terms): Terms {
  const total = new Map(a);
  for (const [key, value] of b) {
    const next = add(total.get(key) ?? ZERO, value);
    if (isZero(next)) total.delete(key);
    else total.set(key, next);
  }
  return total;
}

function multiplyTerms(a: Terms, b: Terms): Terms {
  if (a.size * b.size > 200_000) throw new LimitFault(`products must have fewer than ${MAX_TERMS} terms`);
  const total = new Map<string, Rational>();
  for (const [left, x] of a)
    for (const [right, y] of b) {
      const others = right.split(',');
      const exponents = left.split(',').map((exponent, i) => Number(exponent) + Number(others[i] ?? 0));
      if (exponents.some((exponent) => exponent > MAX_DEGREE))
        throw new LimitFault(`the degree must be at most ${MAX_DEGREE}`, MAX_DEGREE);
      const key = exponents.join(',');
      const next = add(total.get(key) ?? ZERO, multiply(x, y));
      if (isZero(next)) total.delete(key);
      else total.set(key, next);
    }
  if (total.size > MAX_TERMS) throw new LimitFault(`products must have fewer than ${MAX_TERMS + 1} terms`, MAX_TERMS);
  return total;
}

/** The quotient that an expression is; `undefined` where it is none: roots, functions, powers that are not whole, π. */
export function ratioOf(expression: Expression, variables: readonly string[]): Ratio | undefined {
  const constant = (value: Rational): Terms =>
    isZero(value) ? new Map() : new Map([[variables.map(() => 0).join(','), value]]);
  const one = constant(ONE);
  const read = (part: Expression): Ratio | undefined => {
    switch (part.type) {
      case 'number':
        return { above: constant(part.value), below: one };
      case 'name': {
        const index = variables.indexOf(part.name);
        if (index < 0) return undefined;
        return { above: new Map([[variables.map((_, i) => (i === index ? 1 : 0)).join(','), ONE]]), below: one };
      }
      case 'sum':
        return part.terms.reduce<Ratio | undefined>(
          (total, term) =>
            combine(total, read(term), (a, b) => ({
              above: addTerms(multiplyTerms(a.above, b.below), multiplyTerms(b.above, a.below)),
              below: multiplyTerms(a.below, b.below),
            })),
          { above: new Map(), below: one },
        );
      case 'product':
        return part.factors.reduce<Ratio | undefined>(
          (total, factor) =>
            combine(total, read(factor), (a, b) => ({
              above: multiplyTerms(a.above, b.above),
              below: multiplyTerms(a.below, b.below),
            })),
          { above: one, below: one },
        );
      case 'power':
        return raise(read(part.base), part.exponent, one);
      case 'call':
        return undefined;
    }
  };
  return read(expression);
}

const combine = (a: Ratio | undefined, b: Ratio | undefined, work: (a: Ratio, b: Ratio) => Ratio): Ratio | undefined =>
  a === undefined || b === undefined ? undefined : work(a, b);

function raise(base: Ratio | undefined, exponent: Expression, one: Terms): Ratio | undefined {
  const value = exponent.type === 'number' ? exponent.value : undefined;
  if (base === undefined || value === undefined || !isWhole(value)) return undefined;
  if (value.numerator < 0n && base.above.size === 0) throw new ContentFault('division by zero');
  const times = absoluteOf(value.numerator);
  const isPlain = base.above.size <= 1 && base.below.size <= 1;
  const [onlyAbove] = base.above.keys();
  if (
    isPlain &&
    base.above.size === 1 &&
    onlyAbove !== undefined &&
    !/[1-9]/.test(onlyAbove) &&
    /^[0,]*$/.test([...base.below.keys()][0] ?? '')
  ) {
    const [a = ONE, b = ONE] = [[...base.above.values()][0], [...base.below.values()][0]];
    return { above: new Map([[onlyAbove, power(divide(a, b), value.numerator)]]), below: one };
  }
  if (times > BigInt(MAX_DEGREE)) throw new LimitFault(`the degree must be at most ${MAX_DEGREE}`, MAX_DEGREE);
  const { above, below } = value.numerator < 0n ? { above: base.below, below: base.above } : base;
  let result: Ratio = { above: one, below: one };
  for (let i = 0n; i < times; i++)
    result = { above: multiplyTerms(result.above, above), below: multiplyTerms(result.below, below) };
  return result;
}

/** Terms of one variable as a list; the others must have been replaced. */
export function coefficientsOf(terms: Terms, index = 0): Polynomial {
  const list: Rational[] = [];
  for (const [key, value] of terms) {
    const exponent = Number(key.split(',')[index]);
    while (list.length <= exponent) list.push(ZERO);
    list[exponent] = add(list[exponent] ?? ZERO, value);
  }
  return trimmed(list);
}

function trimmed(list: readonly Rational[]): Polynomial {
  let length = list.length;
  while (length > 0 && isZero(list[length - 1] ?? ZERO)) length--;
  return list.slice(0, length);
}

export const degreeOf = (polynomial: Polynomial): number => polynomial.length - 1;
const leading = (polynomial: Polynomial): Rational => polynomial.at(-1) ?? ONE;

/** Whole coefficients without a common divisor, the first of them positive. */
export function primitive(polynomial: Polynomial): Polynomial {
  const bottom = polynomial.reduce(
    (common, { denominator }) => (common * denominator) / greatestCommonDivisor(common, denominator),
    1n,
  );
  const wholes = polynomial.map(({ numerator, denominator }) => numerator * (bottom / denominator));
  const divisor = wholes.reduce((common, value) => greatestCommonDivisor(common, value), 0n);
  const sign = (wholes.at(-1) ?? 1n) < 0n ? -1n : 1n;
  return wholes.map((value) => rational((sign * value) / (divisor === 0n ? 1n : divisor)));
}

export const derivative = (polynomial: Polynomial): Polynomial =>
  polynomial.slice(1).map((value, i) => multiply(value, rational(BigInt(i + 1))));

export function multiplyPolynomials(a: Polynomial, b: Polynomial): Polynomial {
  const all: Rational[] = Array.from({ length: Math.max(0, a.length + b.length - 1) }, () => ZERO);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) all[i + j] = add(all[i + j] ?? ZERO, multiply(x, y));
  return all;
}

export function dividePolynomials(
  dividend: Polynomial,
  divisor: Polynomial,
): { readonly quotient: Polynomial; readonly rest: Polynomial } {
  const rest = [...dividend];
  const size = divisor.length;
  const quotient = Array.from({ length: Math.max(0, dividend.length - size + 1) }, () => ZERO);
  for (let at = quotient.length - 1; at >= 0; at--) {
    const times = divide(rest[at + size - 1] ?? ZERO, leading(divisor));
    quotient[at] = times;
    if (isZero(times)) continue;
    for (const [i, value] of divisor.entries()) rest[at + i] = subtract(rest[at + i] ?? ZERO, multiply(times, value));
  }
  return { quotient, rest: trimmed(rest.slice(0, size - 1)) };
}

/** The greatest common divisor, primitive; its remainders are made primitive so that their numbers stay short. */
export function commonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  let [x, y] = [primitive(trimmed(a)), primitive(trimmed(b))];
  while (y.length > 0) [x, y] = [y, primitive(dividePolynomials(x, y).rest)];
  return x;
}

export interface PolynomialFactor {
  readonly polynomial: Polynomial;
  readonly multiplicity: number;
}

/** A prime beyond chance: 2^61 - 1. */
const PRIME = 2_305_843_009_213_693_951n;

/** Whether it has a root twice, told by its remainder of a prime; only `false` is certain. */
function mayRepeat(polynomial: Polynomial): boolean {
  const remainders = (list: Polynomial): bigint[] => list.map(({ numerator }) => ((numerator % PRIME) + PRIME) % PRIME);
  let [a, b] = [remainders(polynomial), remainders(derivative(polynomial))];
  if (a.at(-1) === 0n || b.at(-1) === 0n) return true;
  while (b.length > 0) {
    const inverse = modularPower(b.at(-1) ?? 1n, PRIME - 2n, PRIME);
    while (a.length >= b.length) {
      const times = ((a.at(-1) ?? 0n) * inverse) % PRIME;
      const shift = a.length - b.length;
      for (const [i, value] of b.entries())
        a[i + shift] = ((((a[i + shift] ?? 0n) - times * value) % PRIME) + PRIME) % PRIME;
      while (a.length > 0 && a.at(-1) === 0n) a.pop();
    }
    [a, b] = [b, a];
  }
  return a.length > 1;
}

/** Factors that have no root twice (Yun 1976). */
export function squareFree(polynomial: Polynomial): readonly PolynomialFactor[] {
  const factors: PolynomialFactor[] = [];
  const first = primitive(polynomial);
  if (!mayRepeat(first)) return [{ polynomial: first, multiplicity: 1 }];
  const common = commonDivisor(first, derivative(first));
  let b = dividePolynomials(first, common).quotient;
  let c = dividePolynomials(derivative(first), common).quotient;
  let d = combineLists(c, derivative(b));
  for (let multiplicity = 1; degreeOf(b) > 0; multiplicity++) {
    const factor = d.length === 0 ? primitive(b) : commonDivisor(b, d);
    if (degreeOf(factor) > 0) factors.push({ polynomial: factor, multiplicity });
    b = dividePolynomials(b, factor).quotient;
    c = dividePolynomials(d, factor).quotient;
    d = combineLists(c, derivative(b));
  }
  return factors;
}

const combineLists = (a: Polynomial, b: Polynomial): Polynomial =>
  trimmed(Array.from({ length: Math.max(a.length, b.length) }, (_, i) => subtract(a[i] ?? ZERO, b[i] ?? ZERO)));

export const valueAt = (polynomial: Polynomial, x: Rational): Rational =>
  polynomial.reduceRight((total, value) => add(multiply(total, x), value), ZERO);

/** `2x^2 - x + 1`. */
export function writePolynomial(polynomial: Polynomial, variable: string): string {
  const terms: string[] = [];
  for (let i = polynomial.length - 1; i >= 0; i--) {
    const value = polynomial[i] ?? ZERO;
    if (isZero(value)) continue;
    const size = value.numerator < 0n ? negate(value) : value;
    const figure = size.denominator === 1n ? String(size.numerator) : `${size.numerator}/${size.denominator}`;
    const letter = i === 0 ? '' : i === 1 ? variable : `${variable}^${i}`;
    const term = letter === '' ? figure : figure === '1' ? letter : `${figure}*${letter}`;
    const sign = value.numerator < 0n ? '-' : '+';
    terms.push(terms.length === 0 ? (sign === '-' ? `-${term}` : term) : ` ${sign} ${term}`);
  }
  return terms.join('') || '0';
}
