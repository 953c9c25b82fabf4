import type { Decimals } from '../../engines/decimals.js';
import { type PartialFractions, partialFractions } from '../../lib/algebra/partial-fractions.js';
import {
  commonDivisor,
  degreeOf,
  dividePolynomials,
  type Polynomial,
  type PolynomialFactor,
  squareFree,
} from '../../lib/algebra/polynomials.js';
import { ONE, ZERO } from '../../lib/numbers/rational.js';

import { exactFactors } from './exact-roots.js';
import { rootsOf } from './roots.js';

/** Digits of the roots by which factors are told. */
const DIGITS = 60;

/** Factors over the rational numbers as far as degrees 1 and 2 go, each primitive; the number before them is left out. */
function rationalFactors(polynomial: Polynomial, Base: Decimals): PolynomialFactor[] {
  const zeros = polynomial.findIndex(({ numerator }) => numerator !== 0n);
  const rest = polynomial.slice(zeros);
  const factors: PolynomialFactor[] = zeros > 0 ? [{ polynomial: [ZERO, ONE], multiplicity: zeros }] : [];
  for (const { polynomial: part, multiplicity } of degreeOf(rest) > 0 ? squareFree(rest) : []) {
    for (const { polynomial: factor } of exactFactors(part, rootsOf(part, DIGITS, Base)))
      factors.push({ polynomial: factor, multiplicity });
  }
  return factors;
}

/** Partial fractions; common factors are taken off first. `undefined` where a factor below has a degree above `most`. */
export function splitRatio(
  above: Polynomial,
  below: Polynomial,
  Base: Decimals,
  most: number,
): PartialFractions | undefined {
  const common = above.length === 0 ? [ONE] : commonDivisor(above, below);
  const [top, bottom] = [above, below].map((list) =>
    list.length === 0 ? list : dividePolynomials(list, common).quotient,
  ) as [Polynomial, Polynomial];
  const factors = rationalFactors(bottom, Base);
  return factors.some(({ polynomial }) => degreeOf(polynomial) > most)
    ? undefined
    : partialFractions(top, bottom, factors);
}
