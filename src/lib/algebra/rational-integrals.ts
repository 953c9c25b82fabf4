import { divide, multiply, negate, ONE, type Rational, rational, subtract, ZERO } from '../numbers/rational.js';

import {
  absoluteLogarithm,
  call,
  difference,
  type Expression,
  negative,
  numberOf,
  power,
  product,
  quotient,
  root,
  sum,
  whole,
} from './expression.js';
import type { PartialFraction } from './partial-fractions.js';
import { derivative, multiplyPolynomials, type Polynomial } from './polynomials.js';
import { simplify } from './simplify.js';

export function polynomialIntegral(list: Polynomial, x: Expression): Expression {
  return sum(
    ...list.map((value, i) => product(numberOf(divide(value, rational(BigInt(i + 1)))), power(x, whole(i + 1)))),
  );
}

export function writtenPolynomial(list: Polynomial, x: Expression): Expression {
  return simplify(sum(...list.map((value, i) => product(numberOf(value), power(x, whole(i)))).reverse()));
}

/** Of a partial fraction; `undefined` where the degree of its factor is above 2. */
export function fractionIntegral(
  { above: [c = ZERO, b = ZERO], factor, times }: PartialFraction,
  x: Expression,
): Expression | undefined {
  const base = writtenPolynomial(factor, x);
  const lead = factor.at(-1) ?? ONE;
  if (factor.length === 2) {
    if (times === 1) return product(numberOf(divide(c, lead)), absoluteLogarithm(base));
    return product(numberOf(divide(c, multiply(lead, rational(BigInt(1 - times))))), power(base, whole(1 - times)));
  }
  if (factor.length !== 3) return undefined;
  const [q = ZERO, p = ZERO] = factor;
  // b x + c = b/(2a) (2a x + p) + (c - b p/(2a))
  const slope = divide(b, multiply(rational(2n), lead));
  const rest = subtract(c, multiply(slope, p));
  const isPositive = subtract(multiply(rational(4n), multiply(lead, q)), multiply(p, p));
  const inner =
    times === 1
      ? absoluteLogarithm(base)
      : product(numberOf(rational(1n, BigInt(1 - times))), power(base, whole(1 - times)));
  return sum(
    product(numberOf(slope), inner),
    product(numberOf(rest), quadraticPower(base, [q, p, lead], isPositive, times, x)),
  );
}

/** The integral of one over a power of a quadratic, by its reduction formula; `gap` is 4aq - p². */
function quadraticPower(
  base: Expression,
  [, p = ZERO, a = ONE]: Polynomial,
  gap: Rational,
  times: number,
  x: Expression,
): Expression {
  const line = writtenPolynomial([p, multiply(rational(2n), a)], x);
  if (times === 1) {
    if (gap.numerator > 0n)
      return quotient(product(whole(2), call('atan', quotient(line, root(numberOf(gap))))), root(numberOf(gap)));
    const width = root(numberOf(negate(gap)));
    return quotient(absoluteLogarithm(quotient(difference(line, width), sum(line, width))), width);
  }
  const less = rational(BigInt(times - 1));
  return sum(
    quotient(line, product(numberOf(multiply(less, gap)), power(base, whole(times - 1)))),
    product(
      numberOf(divide(multiply(a, rational(BigInt(2 * (2 * times - 3)))), multiply(less, gap))),
      quadraticPower(base, [ZERO, p, a], gap, times - 1, x),
    ),
  );
}

/** The integral of `above / sqrt(c + bx + ax²)`; `undefined` where it is not real anywhere. */
export function overRootIntegral(above: Polynomial, quadratic: Polynomial, x: Expression): Expression | undefined {
  const [c = ZERO, b = ZERO, a = ONE] = quadratic;
  const written = writtenPolynomial(quadratic, x);
  // d/dx (Q sqrt(q)) = (Q' q + Q q'/2) / sqrt(q): Q is found from its highest term down, a number is left.
  const rest = [...above];
  const found: Rational[] = [];
  for (let degree = above.length - 2; degree >= 0; degree--) {
    const value = divide(rest[degree + 1] ?? ZERO, multiply(a, rational(BigInt(degree + 1))));
    found[degree] = value;
    const term = [...Array.from({ length: degree }, () => ZERO), value];
    const slope = derivative(term);
    const half = (list: Polynomial): Polynomial => list.map((one) => divide(one, rational(2n)));
    for (const [i, one] of multiplyPolynomials(slope, quadratic).entries()) rest[i] = subtract(rest[i] ?? ZERO, one);
    for (const [i, one] of multiplyPolynomials(term, half(derivative(quadratic))).entries())
      rest[i] = subtract(rest[i] ?? ZERO, one);
  }
  const left = rest[0] ?? ZERO;
  const algebraic = product(writtenPolynomial(found, x), root(written));
  if (left.numerator === 0n) return algebraic;
  const line = writtenPolynomial([b, multiply(rational(2n), a)], x);
  const gap = subtract(multiply(rational(4n), multiply(a, c)), multiply(b, b));
  if (gap.numerator === 0n) return undefined;
  const width = root(numberOf(gap.numerator < 0n ? negate(gap) : gap));
  const inner =
    a.numerator > 0n
      ? gap.numerator > 0n
        ? call('asinh', quotient(line, width))
        : absoluteLogarithm(sum(line, product(whole(2), root(numberOf(a)), root(written))))
      : gap.numerator < 0n
        ? negative(call('asin', quotient(line, width)))
        : undefined;
  if (inner === undefined) return undefined;
  return sum(algebraic, quotient(product(numberOf(left), inner), root(numberOf(a.numerator < 0n ? negate(a) : a))));
}
