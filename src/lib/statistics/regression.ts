/** Least squares of exact numbers: every figure is rounded once, at its end, so that no data are ill-conditioned. */

import { ContentFault } from '../faults.js';
import { add, divide, multiply, type Rational, rational, subtract, toNumber, ZERO } from '../numbers/rational.js';
import { fisherF, quantile, studentT } from './distributions.js';
import { rootOf, scaled } from './exact-sums.js';

/** A column of the design. */
export interface Term {
  readonly name: string;
  readonly values: readonly Rational[];
}

export interface Coefficient {
  readonly name: string;
  readonly estimate: number;
  readonly standardError: number | null;
  /** t of linear models, z of logistic ones. */
  readonly statistic: number | null;
  readonly pValue: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface Fit {
  readonly coefficients: readonly Coefficient[];
  /** The same, exactly. */
  readonly exact: readonly Rational[];
  readonly residualDegrees: number;
  readonly rSquared: number | null;
  readonly adjustedRSquared: number | null;
  readonly standardError: number | null;
  readonly sums: { readonly regression: number; readonly residual: number; readonly total: number };
  readonly f: number | null;
  readonly pValue: number | null;
  /** The fit where the terms have these values, with half the widths of its intervals. */
  readonly predict: (row: readonly Rational[]) => Prediction;
}

export interface Prediction {
  readonly value: number;
  /** Of the mean there, and of one further observation; null where nothing is left over to estimate them from. */
  readonly meanHalf: number | null;
  readonly observationHalf: number | null;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
/** To the digits that distribution functions have. */
export const digits = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(12)) : null);

/** Gauss and Jordan without fractions (Bareiss 1968): [A | I] to det(A) times [I | A⁻¹]. `undefined`: the index where a column depends on those before. */
function invert(matrix: readonly (readonly bigint[])[]): { inverse: bigint[][]; determinant: bigint } | number {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1n : 0n))]);
  let previous = 1n;
  for (let k = 0; k < size; k++) {
    const top = rows[k] ?? [];
    const pivot = top[k] ?? 0n;
    // Sums of products have a pivot of 0 only where the terms depend on each other.
    if (pivot === 0n) return k;
    for (const [i, row] of rows.entries()) {
      if (i === k) continue;
      const factor = row[k] ?? 0n;
      rows[i] = row.map((cell, j) => (pivot * cell - factor * (top[j] ?? 0n)) / previous);
    }
    previous = pivot;
  }
  return { inverse: rows.map((row) => row.slice(size)), determinant: previous };
}

function sumOfProducts(a: readonly bigint[], b: readonly bigint[]): bigint {
  let sum = 0n;
  for (const [i, value] of a.entries()) sum += value * (b[i] ?? 0n);
  return sum;
}

/** The sum of squares of a column, about its mean where the model has an intercept. */
function totalOf(values: readonly bigint[], isCentred: boolean): Rational {
  const squares = rational(sumOfProducts(values, values));
  if (!isCentred) return squares;
  let sum = 0n;
  for (const value of values) sum += value;
  return subtract(squares, rational(sum * sum, BigInt(values.length)));
}

/**
 * Fits `y` by the terms. `confidence` from 0 to 1. Throws `ContentFault` where there are fewer rows than terms, or a term depends on others.
 */
export function fitLeastSquares(
  terms: readonly Term[],
  y: readonly Rational[],
  { hasIntercept, confidence }: { readonly hasIntercept: boolean; readonly confidence: number },
): Fit {
  const rows = y.length;
  const size = terms.length;
  if (rows < size) throw new ContentFault(`${size} coefficients need at least ${size} rows, got ${rows}`);
  const columns = terms.map(({ values }) => scaled(values));
  const right = scaled(y);
  const products: bigint[][] = columns.map(() => []);
  for (const [i, a] of columns.entries())
    for (const [j, b] of columns.entries()) {
      if (j > i) break;
      const sum = sumOfProducts(a.units, b.units);
      (products[i] ?? [])[j] = sum;
      (products[j] ?? [])[i] = sum;
    }
  const solved = invert(products);
  if (typeof solved === 'number') throw new ContentFault(`${terms[solved]?.name} depends on the terms before it`);
  const { inverse, determinant } = solved;
  const sides = columns.map(({ units }) => sumOfProducts(units, right.units));
  // In units of the columns, times the determinant.
  const solution = inverse.map((row) => sumOfProducts(row, sides));
  const exact = solution.map((value, i) =>
    divide(multiply(rational(value, determinant), right.unit), columns[i]?.unit ?? ZERO),
  );
  const squareUnit = multiply(right.unit, right.unit);
  const residual = multiply(
    subtract(rational(sumOfProducts(right.units, right.units)), rational(sumOfProducts(solution, sides), determinant)),
    squareUnit,
  );
  const total = multiply(totalOf(right.units, hasIntercept), squareUnit);
  const explained = subtract(total, residual);
  const degrees = rows - size;
  const modelDegrees = size - Number(hasIntercept);
  const variance = degrees > 0 ? divide(residual, rational(BigInt(degrees))) : undefined;
  const critical = degrees > 0 ? quantile(studentT(degrees), (1 + confidence) / 2) : Number.NaN;
  const coefficients = terms.map(({ name }, i): Coefficient => {
    const value = exact[i] ?? ZERO;
    const unit = columns[i]?.unit ?? ZERO;
    const share = divide(rational(inverse[i]?.[i] ?? 0n, determinant), multiply(unit, unit));
    const error = variance === undefined ? Number.NaN : rootOf(multiply(variance, share));
    return coefficientOf(name, toNumber(value), error, critical, (t) => studentT(degrees).tails(t).upper);
  });
  const f =
    variance === undefined || variance.numerator === 0n || modelDegrees === 0
      ? undefined
      : toNumber(divide(divide(explained, rational(BigInt(modelDegrees))), variance));
  const ratio = total.numerator === 0n ? undefined : divide(explained, total);
  const allDegrees = rational(BigInt(rows - Number(hasIntercept)));
  return {
    coefficients,
    exact,
    residualDegrees: degrees,
    rSquared: ratio === undefined ? null : toNumber(ratio),
    adjustedRSquared:
      variance === undefined || total.numerator === 0n
        ? null
        : toNumber(subtract(rational(1n), divide(multiply(variance, allDegrees), total))),
    standardError: variance === undefined ? null : rootOf(variance),
    sums: { regression: toNumber(explained), residual: toNumber(residual), total: toNumber(total) },
    f: f === undefined ? null : finite(f),
    pValue: f === undefined ? null : digits(fisherF(modelDegrees, degrees).tails(f).upper),
    predict: (row) => {
      const value = row.reduce((sum, cell, i) => add(sum, multiply(cell, exact[i] ?? ZERO)), ZERO);
      if (variance === undefined) return { value: toNumber(value), meanHalf: null, observationHalf: null };
      const scaledRow = row.map((cell, i) => divide(cell, columns[i]?.unit ?? ZERO));
      let share = ZERO;
      for (const [i, a] of scaledRow.entries())
        for (const [j, b] of scaledRow.entries())
          share = add(share, multiply(multiply(a, b), rational(inverse[i]?.[j] ?? 0n, determinant)));
      const half = (part: Rational): number => critical * rootOf(multiply(variance, part));
      return { value: toNumber(value), meanHalf: half(share), observationHalf: half(add(share, rational(1n))) };
    },
  };
}

/** With its test of being 0, and its interval. `upperTail` is that of the statistic's distribution. */
export function coefficientOf(
  name: string,
  estimate: number,
  error: number,
  critical: number,
  upperTail: (statistic: number) => number,
): Coefficient {
  const statistic = error > 0 ? estimate / error : Number.NaN;
  return {
    name,
    estimate,
    standardError: finite(error),
    statistic: digits(statistic),
    pValue: Number.isFinite(statistic) ? digits(2 * upperTail(Math.abs(statistic))) : null,
    lower: digits(estimate - critical * error),
    upper: digits(estimate + critical * error),
  };
}
