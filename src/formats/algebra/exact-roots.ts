/** Roots of polynomials as fractions and radicals, where they have them. */

import type { Decimal, Decimals } from '../../engines/decimals.js';
import {
  call,
  difference,
  type Expression,
  half,
  negative,
  numberOf,
  power,
  product,
  quotient,
  sum,
  whole,
} from '../../lib/algebra/expression.js';
import { degreeOf, dividePolynomials, type Polynomial, primitive, valueAt } from '../../lib/algebra/polynomials.js';
import { simplify } from '../../lib/algebra/simplify.js';
import {
  absoluteOf,
  divide,
  greatestCommonDivisor,
  multiply,
  negate,
  ONE,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../../lib/numbers/rational.js';
import type { Root } from './roots.js';

/** Real and imaginary part. */
export interface ExactRoot {
  readonly re: Expression;
  readonly im: Expression | undefined;
}

/** A factor that has no rational factor of degree 1 or 2 in it, or is one of these itself. */
export interface ExactFactor {
  readonly polynomial: Polynomial;
  /** In closed form, as far as there is one; matched with the decimals by `matchRoots`. */
  readonly roots: readonly ExactRoot[];
}

const wholeOf = (value: Decimal): bigint => BigInt(value.toFixed(0));

/** Divides off the factors of degree 1 and 2 that the decimals of the roots show; every division is checked exactly. */
export function exactFactors(polynomial: Polynomial, roots: readonly Root[]): readonly ExactFactor[] {
  const factors: ExactFactor[] = [];
  let rest = primitive(polynomial);
  const lead = (rest.at(-1) ?? ONE).numerator;
  const isNear = (value: Decimal): boolean => value.minus(value.round()).abs().lt('1e-6');
  const open: Root[] = [];
  for (const root of roots) {
    const scaled = root.re.times(lead.toString());
    const candidate = rational(root.isReal && isNear(scaled) ? wholeOf(scaled) : 0n, lead);
    if (!root.isReal || !isNear(scaled) || valueAt(rest, candidate).numerator !== 0n) open.push(root);
    else {
      const factor = primitive([negate(candidate), ONE]);
      rest = dividePolynomials(rest, factor).quotient;
      factors.push({ polynomial: factor, roots: [{ re: numberOf(candidate), im: undefined }] });
    }
  }
  for (const [i, a] of open.entries())
    for (const b of open.slice(i + 1)) {
      if (degreeOf(rest) <= 2 || a.isReal !== b.isReal) continue;
      const isPair =
        a.isReal ||
        (a.re.minus(b.re).abs().lte(a.radius.plus(b.radius)) && a.im.plus(b.im).abs().lte(a.radius.plus(b.radius)));
      if (!isPair) continue;
      const total = a.re.plus(b.re).times(lead.toString());
      const times = a.re.times(b.re).minus(a.im.times(b.im)).times(lead.toString());
      if (!isNear(total) || !isNear(times)) continue;
      const factor = primitive([rational(wholeOf(times), lead), rational(-wholeOf(total), lead), ONE]);
      const { quotient: left, rest: remains } = dividePolynomials(rest, factor);
      if (remains.length > 0) continue;
      rest = primitive(left);
      factors.push({ polynomial: factor, roots: closedForms(factor) });
    }
  if (degreeOf(rest) > 0) factors.push({ polynomial: rest, roots: closedForms(rest) });
  return factors;
}

function closedForms(polynomial: Polynomial): readonly ExactRoot[] {
  const degree = degreeOf(polynomial);
  if (degree === 2) return quadraticRoots(polynomial);
  if (polynomial.slice(1, -1).every(({ numerator }) => numerator === 0n)) return binomialRoots(polynomial);
  if (degree === 3) return cubicRoots(polynomial);
  const isEven = polynomial.every(({ numerator }, i) => i % 2 === 0 || numerator === 0n);
  return degree === 4 && isEven ? biquadraticRoots(polynomial) : [];
}

/** The largest square that small primes show, and what is left below the root. */
function squarePart(value: bigint): { readonly outside: bigint; readonly inside: bigint } {
  let [outside, inside] = [1n, value];
  for (let prime = 2n; prime < 2000n && prime * prime <= inside; prime++)
    while (inside % (prime * prime) === 0n) [outside, inside] = [outside * prime, inside / (prime * prime)];
  return { outside, inside };
}

const surd = (value: bigint): Expression => (value === 1n ? whole(1) : power(numberOf(rational(value)), half));

/** (-b ± s·sqrt(m)) / 2a in lowest terms. */
function quadraticRoots([c = ZERO, b = ZERO, a = ONE]: Polynomial): readonly ExactRoot[] {
  const [A, B] = [a.numerator, b.numerator];
  const discriminant = B * B - 4n * A * c.numerator;
  const { outside, inside } = squarePart(absoluteOf(discriminant));
  const part = (sign: bigint): Expression => {
    const common = greatestCommonDivisor(outside, 2n * A);
    return simplify(product(numberOf(rational((sign * outside) / common, (2n * A) / common)), surd(inside)));
  };
  const middle = numberOf(rational(-B, 2n * A));
  if (discriminant < 0n) return [1n, -1n].map((sign) => ({ re: middle, im: part(sign) }));
  return [-1n, 1n].map((sign) => {
    const common = greatestCommonDivisor(greatestCommonDivisor(B, outside), 2n * A);
    const root = simplify(product(numberOf(rational((sign * outside) / common)), surd(inside)));
    const above = B === 0n ? root : sum(numberOf(rational(-B / common)), root);
    const below = (2n * A) / common;
    return { re: below === 1n ? above : quotient(above, numberOf(rational(below))), im: undefined };
  });
}

/** a·x^n + c: the real root, and of even degree the two on the imaginary axis where there are. */
function binomialRoots(polynomial: Polynomial): readonly ExactRoot[] {
  const degree = degreeOf(polynomial);
  const value = negate(divide(polynomial[0] ?? ZERO, polynomial.at(-1) ?? ONE));
  const isNegative = value.numerator < 0n;
  const root = power(numberOf(isNegative ? negate(value) : value), numberOf(rational(1n, BigInt(degree))));
  const zero = whole(0);
  if (degree % 2 === 1) return [{ re: isNegative ? negative(root) : root, im: undefined }];
  const onAxis = [negative(root), root];
  if (!isNegative)
    return [
      ...onAxis.map((re) => ({ re, im: undefined })),
      ...(degree % 4 === 0 ? onAxis.map((im) => ({ re: zero, im })) : []),
    ];
  return degree % 4 === 2 ? onAxis.map((im) => ({ re: zero, im })) : [];
}

/** Roots of the roots of a·u² + b·u + c. */
function biquadraticRoots(polynomial: Polynomial): readonly ExactRoot[] {
  const inner = [polynomial[0] ?? ZERO, polynomial[2] ?? ZERO, polynomial[4] ?? ONE];
  const outer = quadraticRoots(inner).filter(({ im }) => im === undefined);
  return outer.flatMap(({ re }) => [
    // One of the two has no real value: only what agrees with a root is kept.
    ...[power(re, half), negative(power(re, half))].map((root) => ({ re: root, im: undefined })),
    ...[power(simplify(negative(re)), half), negative(power(simplify(negative(re)), half))].map((im) => ({
      re: whole(0),
      im,
    })),
  ]);
}

/** Cardano's formula for one real root, and that of Viète for three. */
function cubicRoots(polynomial: Polynomial): readonly ExactRoot[] {
  const [d = ZERO, c = ZERO, b = ZERO] = polynomial.map((value) => divide(value, polynomial.at(-1) ?? ONE));
  const third = rational(1n, 3n);
  const shift = numberOf(negate(multiply(b, third)));
  const p = subtract(c, multiply(multiply(b, b), third));
  const q = plus(subtract(multiply(cube(b), rational(2n, 27n)), multiply(multiply(b, c), third)), d);
  const inside = plus(multiply(multiply(q, q), rational(1n, 4n)), multiply(cube(p), rational(1n, 27n)));
  const back = (value: Expression): ExactRoot => ({ re: simplify(sum(value, shift)), im: undefined });
  if (inside.numerator > 0n) {
    const part = numberOf(multiply(q, rational(-1n, 2n)));
    const root = power(numberOf(inside), half);
    const cubeRoot = (value: Expression): Expression => power(simplify(value), numberOf(third));
    return [back(sum(cubeRoot(sum(part, root)), cubeRoot(difference(part, root))))];
  }
  const radius = product(whole(2), power(numberOf(multiply(negate(p), third)), half));
  const ratio = product(
    numberOf(divide(multiply(q, rational(3n)), multiply(p, rational(2n)))),
    power(numberOf(divide(rational(-3n), p)), half),
  );
  const angle = product(call('acos', simplify(ratio)), numberOf(third));
  return [0, 1, 2].map((k) =>
    back(
      product(
        radius,
        call(
          'cos',
          simplify(sum(angle, product(numberOf(rational(BigInt(-2 * k), 3n)), { type: 'name', name: 'pi' }))),
        ),
      ),
    ),
  );
}

const plus = (a: Rational, b: Rational): Rational => subtract(a, negate(b));
const cube = (value: Rational): Rational => multiply(value, multiply(value, value));

/** The closed form that agrees with a root to all its digits, if one does. */
export function matching(
  root: Root,
  candidates: readonly { readonly exact: ExactRoot; readonly re: Decimal; readonly im: Decimal }[],
  Real: Decimals,
  digits: number,
): ExactRoot | undefined {
  const scale = Real.max(root.re.abs(), root.im.abs());
  const bound = scale.times(`1e${-digits}`);
  return candidates.find(({ re, im }) => re.minus(root.re).abs().lte(bound) && im.minus(root.im).abs().lte(bound))
    ?.exact;
}
