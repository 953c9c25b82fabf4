import type { Decimal, Decimals } from '../../engines/decimals.js';
import { type Expression, writeExpression } from '../../lib/algebra/expression.js';
import {
  degreeOf,
  type Polynomial,
  type PolynomialFactor,
  squareFree,
  writePolynomial,
} from '../../lib/algebra/polynomials.js';
import {
  divide,
  multiply,
  ONE,
  power,
  type Rational,
  writeFraction,
  writeRational,
  ZERO,
} from '../../lib/numbers/rational.js';
import { decimalValue } from './decimal-values.js';
import { exactFactors, matching } from './exact-roots.js';
import { type Root, rootsOf } from './roots.js';

export interface SolvedRoot {
  readonly exact: string | null;
  readonly value: string;
  readonly isReal: boolean;
  readonly multiplicity: number;
  /** Of real ones, and the fraction of rational ones. */
  readonly decimal: Decimal;
  readonly rational: Rational | undefined;
}

export interface SolvedPolynomial {
  readonly roots: readonly SolvedRoot[];
  /** `2*(x - 1)^2*(x^2 + 1)`, over the rationals as far as degrees 1 and 2 go. */
  readonly factored: string;
}

/** Digits beyond those that are shown, for telling fractions from what is near them. */
const GUARD_DIGITS = 15;
/** So many of a coefficient and more are not looked at for fractions. */
const MAX_KNOWN_DIGITS = 300;

/** Real and complex roots of a polynomial that has a degree of at least 1. */
export function solvePolynomial(
  polynomial: Polynomial,
  variable: string,
  Base: Decimals,
  precision: number,
): SolvedPolynomial {
  const zeros = polynomial.findIndex(({ numerator }) => numerator !== 0n);
  const rest = polynomial.slice(zeros);
  const found: SolvedRoot[] = [];
  const factors: PolynomialFactor[] = [];
  if (zeros > 0) {
    found.push(zeroRoot(zeros, Base));
    factors.push({ polynomial: [ZERO, ONE], multiplicity: zeros });
  }
  for (const { polynomial: part, multiplicity } of degreeOf(rest) > 0 ? squareFree(rest) : []) {
    const longest = Math.max(...part.map(({ numerator }) => String(numerator).length));
    const digits = precision + GUARD_DIGITS + Math.min(longest + 5, MAX_KNOWN_DIGITS);
    const roots = rootsOf(part, digits, Base);
    const Real = Base.clone({ precision: digits + 10 });
    const exact = exactFactors(part, roots);
    const candidates = exact.flatMap(({ roots: forms }) =>
      forms.map((form) => ({ exact: form, re: partValue(form.re, Real), im: partValue(form.im, Real) })),
    );
    for (const root of roots) {
      const form = matching(root, candidates, Real, precision + 5);
      found.push(solved(root, form?.re, form?.im, multiplicity, Real, precision));
    }
    for (const { polynomial: factor } of exact) factors.push({ polynomial: factor, multiplicity });
  }
  return { roots: found.sort(byPlace), factored: factoredText(polynomial, factors, variable) };
}

const partValue = (expression: Expression | undefined, Real: Decimals): Decimal =>
  expression === undefined ? new Real(0) : decimalValue(expression, Real, new Map());

const zeroRoot = (multiplicity: number, Real: Decimals): SolvedRoot => ({
  exact: '0',
  value: '0',
  isReal: true,
  multiplicity,
  decimal: new Real(0),
  rational: { numerator: 0n, denominator: 1n },
});

const byPlace = (a: SolvedRoot, b: SolvedRoot): number =>
  a.isReal === b.isReal ? (a.isReal ? a.decimal.cmp(b.decimal) : 0) : a.isReal ? -1 : 1;

export const shownDecimal = (value: Decimal, precision: number): string =>
  value.toSignificantDigits(precision).toString();

function solved(
  root: Root,
  re: Expression | undefined,
  im: Expression | undefined,
  multiplicity: number,
  Real: Decimals,
  precision: number,
): SolvedRoot {
  const fraction = re?.type === 'number' && im === undefined ? re.value : undefined;
  // Noise of a part that is 0.
  const tiny = Real.max(root.re.abs(), root.im.abs()).times(`1e${-precision - 5}`);
  const clean = (part: Decimal): Decimal => (part.abs().lt(tiny) ? new Real(0) : part);
  const value =
    fraction === undefined
      ? complexText(clean(root.re), clean(root.im), precision)
      : writeRational(fraction, precision).text;
  const exact = re === undefined ? null : exactText(re, im);
  return { exact, value, isReal: root.isReal, multiplicity, decimal: root.re, rational: fraction };
}

function complexText(re: Decimal, im: Decimal, precision: number): string {
  if (im.isZero()) return shownDecimal(re, precision);
  const size = shownDecimal(im.abs(), precision);
  const part = size === '1' ? 'i' : `${size}i`;
  if (re.isZero()) return im.isNegative() ? `-${part}` : part;
  return `${shownDecimal(re, precision)} ${im.isNegative() ? '-' : '+'} ${part}`;
}

function exactText(re: Expression, im: Expression | undefined): string {
  const real = writeExpression(re);
  if (im === undefined) return real;
  const written = writeExpression(im);
  const isNegative = written.startsWith('-');
  const size = isNegative ? written.slice(1) : written;
  const part = size === '1' ? 'i' : `${size}*i`;
  if (real === '0') return isNegative ? `-${part}` : part;
  return `${real} ${isNegative ? '-' : '+'} ${part}`;
}

function factoredText(polynomial: Polynomial, factors: readonly PolynomialFactor[], variable: string): string {
  const leads = factors.reduce(
    (all, { polynomial: factor, multiplicity }) => multiply(all, power(factor.at(-1) ?? ONE, BigInt(multiplicity))),
    ONE,
  );
  const scale = writeFraction(divide(polynomial.at(-1) ?? ONE, leads));
  const isAlone = scale === '1' && factors.length === 1;
  const written = factors.map(({ polynomial: factor, multiplicity }) => {
    const text = writePolynomial(factor, variable);
    const base = text.includes(' ') && (!isAlone || multiplicity > 1) ? `(${text})` : text;
    return multiplicity === 1 ? base : `${base}^${multiplicity}`;
  });
  return scale === '1' ? written.join('*') : scale === '-1' ? `-${written.join('*')}` : [scale, ...written].join('*');
}
