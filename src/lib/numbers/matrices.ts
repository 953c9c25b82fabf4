/** Matrices of exact fractions. */

import { ContentFault } from '../faults.js';
import { add, compare, divide, multiply, negate, ONE, type Rational, subtract, ZERO } from './rational.js';

export type Matrix = readonly (readonly Rational[])[];

const widthOf = (matrix: Matrix): number => matrix[0]?.length ?? 0;
const shape = (matrix: Matrix): string => `${matrix.length} × ${widthOf(matrix)}`;
const at = (matrix: Matrix, row: number, column: number): Rational => matrix[row]?.[column] ?? ZERO;

const identity = (size: number): Matrix =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => (i === j ? ONE : ZERO)));

export const transpose = (matrix: Matrix): Matrix =>
  Array.from({ length: widthOf(matrix) }, (_, j) => matrix.map((row) => row[j] ?? ZERO));

/** Cell by cell. */
export function combineCells(a: Matrix, b: Matrix, work: (x: Rational, y: Rational) => Rational): Matrix {
  if (a.length !== b.length || widthOf(a) !== widthOf(b))
    throw new ContentFault(`matrices of ${shape(a)} and ${shape(b)} have different sizes`);
  return a.map((row, i) => row.map((cell, j) => work(cell, at(b, i, j))));
}

export function multiplyMatrices(a: Matrix, b: Matrix): Matrix {
  if (widthOf(a) !== b.length) throw new ContentFault(`matrices of ${shape(a)} and ${shape(b)} cannot be multiplied`);
  const columns = transpose(b);
  return a.map((row) =>
    columns.map((column) => row.reduce((sum, cell, k) => add(sum, multiply(cell, column[k] ?? ZERO)), ZERO)),
  );
}

export function checkSquare(matrix: Matrix): void {
  if (matrix.length !== widthOf(matrix)) throw new ContentFault(`the matrix is not square, it is ${shape(matrix)}`);
}

export interface Reduced {
  readonly matrix: Matrix;
  /** Columns of the leading ones. */
  readonly pivots: readonly number[];
  /** Product of the pivots, with the sign of the exchanges; the determinant of a square matrix of full rank. */
  readonly factor: Rational;
}

/** Reduced row echelon form; pivots are looked for in the first `columns` columns. */
export function reduce(matrix: Matrix, columns = widthOf(matrix)): Reduced {
  const rows = matrix.map((row) => [...row]);
  const pivots: number[] = [];
  let factor = ONE;
  for (let column = 0; column < columns && pivots.length < rows.length; column++) {
    const top = pivots.length;
    const found = rows.findIndex((row, index) => index >= top && (row[column] ?? ZERO).numerator !== 0n);
    if (found < 0) continue;
    const [pivotRow, topRow] = [rows[found] ?? [], rows[top] ?? []];
    if (found !== top) {
      rows[found] = topRow;
      factor = negate(factor);
    }
    const pivot = pivotRow[column] ?? ONE;
    factor = multiply(factor, pivot);
    const leading = pivotRow.map((cell) => divide(cell, pivot));
    rows[top] = leading;
    for (const [index, row] of rows.entries()) {
      const times = row[column] ?? ZERO;
      if (index === top || times.numerator === 0n) continue;
      rows[index] = row.map((cell, j) => subtract(cell, multiply(times, leading[j] ?? ZERO)));
    }
    pivots.push(column);
  }
  return { matrix: rows, pivots, factor };
}

export function determinant(matrix: Matrix): Rational {
  checkSquare(matrix);
  const { pivots, factor } = reduce(matrix);
  return pivots.length === matrix.length ? factor : ZERO;
}

export function inverse(matrix: Matrix): Matrix {
  checkSquare(matrix);
  const size = matrix.length;
  const { matrix: reduced, pivots } = reduce(
    matrix.map((row, i) => [...row, ...(identity(size)[i] ?? [])]),
    size,
  );
  if (pivots.length < size) throw new ContentFault('the matrix is singular, it has no inverse');
  return reduced.map((row) => row.slice(size));
}

export interface Solution {
  readonly kind: 'unique' | 'infinite' | 'none';
  /** One solution, in which free unknowns are 0. */
  readonly solution: Matrix | undefined;
  /** Vectors that may be added any number of times, one per row. */
  readonly nullSpace: Matrix;
}

/** All X with A · X = B. */
export function solve(matrix: Matrix, right: Matrix): Solution {
  if (matrix.length !== right.length)
    throw new ContentFault(`matrices of ${shape(matrix)} and ${shape(right)} have different numbers of rows`);
  const width = widthOf(matrix);
  const { matrix: reduced, pivots } = reduce(
    matrix.map((row, i) => [...row, ...(right[i] ?? [])]),
    width,
  );
  const nullSpace = nullSpaceOf({ matrix: reduced, pivots, factor: ONE }, width);
  const isImpossible = reduced
    .slice(pivots.length)
    .some((row) => row.slice(width).some((cell) => compare(cell, ZERO) !== 0));
  if (isImpossible) return { kind: 'none', solution: undefined, nullSpace };
  const rowOf = new Map(pivots.map((column, row) => [column, row]));
  const solution = Array.from({ length: width }, (_, unknown) => {
    const row = rowOf.get(unknown);
    return row === undefined ? Array.from({ length: widthOf(right) }, () => ZERO) : (reduced[row] ?? []).slice(width);
  });
  return { kind: nullSpace.length === 0 ? 'unique' : 'infinite', solution, nullSpace };
}

/** Basis of the vectors that the matrix takes to 0, one per row. */
export function nullSpaceOf({ matrix, pivots }: Reduced, width: number): Matrix {
  const taken = new Set(pivots);
  const free = Array.from({ length: width }, (_, i) => i).filter((column) => !taken.has(column));
  return free.map((column) =>
    Array.from({ length: width }, (_, i) => {
      if (i === column) return ONE;
      const row = pivots.indexOf(i);
      return row < 0 ? ZERO : negate(at(matrix, row, column));
    }),
  );
}

/** Whole powers, of the inverse where negative. */
export function raise(matrix: Matrix, exponent: number): Matrix {
  checkSquare(matrix);
  let result = identity(matrix.length);
  let square = exponent < 0 ? inverse(matrix) : matrix;
  for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiplyMatrices(result, square);
    if (left > 1) square = multiplyMatrices(square, square);
  }
  return result;
}
