import { divide, multiply, ONE, type Rational, subtract, ZERO } from '../numbers/rational.js';

import {
  degreeOf,
  dividePolynomials,
  multiplyPolynomials,
  type Polynomial,
  type PolynomialFactor,
} from './polynomials.js';

/** A part of a rational function: `above / factor^times`, of a smaller degree than the factor. */
export interface PartialFraction {
  readonly above: Polynomial;
  readonly factor: Polynomial;
  readonly times: number;
}

export interface PartialFractions {
  readonly whole: Polynomial;
  readonly fractions: readonly PartialFraction[];
}

const powerOf = (base: Polynomial, times: number): Polynomial =>
  Array.from({ length: times }).reduce<Polynomial>((all) => multiplyPolynomials(all, base), [ONE]);

/** Splits `above / below`, where `below` is a number times the factors. The unknown coefficients are solved for, exactly. */
export function partialFractions(
  above: Polynomial,
  below: Polynomial,
  factors: readonly PolynomialFactor[],
): PartialFractions {
  const { quotient: whole, rest } = dividePolynomials(above, below);
  const size = degreeOf(below);
  const parts = factors.flatMap(({ polynomial, multiplicity }) =>
    Array.from({ length: multiplicity }, (_, index) => ({ factor: polynomial, times: index + 1 })),
  );
  const columns: Polynomial[] = [];
  for (const { factor, times } of parts) {
    const { quotient } = dividePolynomials(below, powerOf(factor, times));
    for (let degree = 0; degree < degreeOf(factor); degree++)
      columns.push([...Array.from({ length: degree }, () => ZERO), ...quotient]);
  }
  const rows = Array.from({ length: size }, (_, row) => [
    ...columns.map((column) => column[row] ?? ZERO),
    rest[row] ?? ZERO,
  ]);
  const solution = solved(rows);
  let next = 0;
  const fractions = parts.map(({ factor, times }) => {
    const list = solution.slice(next, next + degreeOf(factor));
    next += degreeOf(factor);
    while (list.length > 0 && list.at(-1)?.numerator === 0n) list.pop();
    return { above: list, factor, times };
  });
  return { whole, fractions: fractions.filter((fraction) => fraction.above.length > 0) };
}

/** Gauss and Jordan, exactly; there is one solution. */
function solved(rows: Rational[][]): Rational[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows.findIndex((row, index) => index >= column && row[column]?.numerator !== 0n);
    [rows[column], rows[pivot]] = [rows[pivot] as Rational[], rows[column] as Rational[]];
    const lead = rows[column] as Rational[];
    const value = lead[column] ?? ONE;
    for (let at = column; at <= size; at++) lead[at] = divide(lead[at] ?? ZERO, value);
    for (const [index, row] of rows.entries()) {
      const times = row[column] ?? ZERO;
      if (index === column || times.numerator === 0n) continue;
      for (let at = column; at <= size; at++) row[at] = subtract(row[at] ?? ZERO, multiply(times, lead[at] ?? ZERO));
    }
  }
  return rows.map((row) => row[size] ?? ZERO);
}
