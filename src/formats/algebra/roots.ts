/** All roots of a polynomial to as many digits as wanted, each with a bound of its error. */

import { type Decimal, type Decimals, decimalOf } from '../../engines/decimals.js';
import { degreeOf, derivative, type Polynomial } from '../../lib/algebra/polynomials.js';
import { LimitFault } from '../../lib/faults.js';

export interface ComplexDecimal {
  readonly re: Decimal;
  readonly im: Decimal;
}

export interface Root extends ComplexDecimal {
  /** The root is within this distance. */
  readonly radius: Decimal;
  readonly isReal: boolean;
}

const MAX_ROUNDS = 120;
/** Digits that are enough to come near; the last rounds have all of them. */
const FIRST_STAGE = 32;
/** Digits are doubled this many times where the roots are too close together. */
const MAX_TRIES = 5;

/**
 * Of a polynomial without multiple roots, whose constant is not 0: Aberth's method from the circles of its Newton polygon. The discs
 * n·|p/p'| hold a root each where they are apart (Smith 1970), so a disc that meets the real axis holds a real one.
 */
export function rootsOf(polynomial: Polynomial, digits: number, Base: Decimals): readonly Root[] {
  const degree = degreeOf(polynomial);
  for (let attempt = 0, precision = digits + 12 + degree; attempt < MAX_TRIES; attempt++, precision *= 2) {
    const Real = Base.clone({ precision });
    const values = polynomial.map((value) => decimalOf(Real, value));
    const slopes = derivative(polynomial).map((value) => decimalOf(Real, value));
    let points: readonly ComplexDecimal[] = roughly(values, slopes, startingPoints(values, Real), Real);
    for (const stage of [FIRST_STAGE, precision])
      points = aberth(values, slopes, points, Base.clone({ precision: stage }), stage);
    const roots = points.map((point) => {
      const noise = noiseAt(values, point, Real).times(`1e${1 - precision}`);
      const [above, below] = [
        size(horner(values, point, Real), Real).plus(noise),
        size(horner(slopes, point, Real), Real),
      ];
      const radius = above.times(degree).div(below);
      return { ...point, radius, isReal: point.im.abs().lte(radius) };
    });
    const isSharp = roots.every(({ re, im, radius }) =>
      radius.lte(Real.max(re.abs(), im.abs()).times(`1e${-digits - 1}`)),
    );
    if (isSharp && areApart(roots, Real))
      return sorted(roots.map((root) => (root.isReal ? { ...root, im: new Real(0) } : root)));
  }
  throw new LimitFault('the roots are too close together to be told apart');
}

function areApart(roots: readonly Root[], Real: Decimals): boolean {
  return roots.every((a, i) =>
    roots.slice(i + 1).every((b) => {
      const distance = size({ re: a.re.minus(b.re), im: a.im.minus(b.im) }, Real);
      return distance.gt(a.radius.plus(b.radius).times(2));
    }),
  );
}

/** Real ones first, from the least; pairs of complex ones, the positive imaginary part first. */
const sorted = (roots: readonly Root[]): readonly Root[] =>
  [...roots].sort((a, b) => {
    if (a.isReal !== b.isReal) return a.isReal ? -1 : 1;
    // The parts of a pair differ in the last digits.
    const apart = a.re.minus(b.re);
    if (apart.abs().gt(a.radius.plus(b.radius))) return apart.cmp(0);
    return a.im.abs().minus(b.im.abs()).abs().gt(a.radius.plus(b.radius)) ? a.im.abs().cmp(b.im.abs()) : b.im.cmp(a.im);
  });

const size = ({ re, im }: ComplexDecimal, Real: Decimals): Decimal =>
  im.isZero() ? re.abs() : Real.sqrt(re.times(re).plus(im.times(im)));

function horner(values: readonly Decimal[], { re: x, im: y }: ComplexDecimal, Real: Decimals): ComplexDecimal {
  let [re, im] = [new Real(0), new Real(0)];
  for (let i = values.length - 1; i >= 0; i--)
    [re, im] = [
      re
        .times(x)
        .minus(im.times(y))
        .plus(values[i] ?? 0),
      re.times(y).plus(im.times(x)),
    ];
  return { re, im };
}

/** What the sizes of the terms add up to: rounding errors are a share of it. */
function noiseAt(values: readonly Decimal[], point: ComplexDecimal, Real: Decimals): Decimal {
  const x = size(point, Real);
  return values.reduceRight((total, value) => total.times(x).plus(value.abs()), new Real(0)).times(4 * values.length);
}

function quotient(a: ComplexDecimal, b: ComplexDecimal): ComplexDecimal {
  const below = b.re.times(b.re).plus(b.im.times(b.im));
  return {
    re: a.re.times(b.re).plus(a.im.times(b.im)).div(below),
    im: a.im.times(b.re).minus(a.re.times(b.im)).div(below),
  };
}

function aberth(
  values: readonly Decimal[],
  slopes: readonly Decimal[],
  starts: readonly ComplexDecimal[],
  Real: Decimals,
  precision: number,
): readonly ComplexDecimal[] {
  const zero = new Real(0);
  // Numbers of this precision, so that what is worked out of them has it too.
  const points = starts.map(({ re, im }) => ({ re: zero.plus(re), im: zero.plus(im) }));
  const isDone = points.map(() => false);
  const one = { re: new Real(1), im: new Real(0) };
  for (let round = 0; round < MAX_ROUNDS && isDone.includes(false); round++) {
    for (const [i, point] of points.entries()) {
      if (isDone[i] === true) continue;
      const value = horner(values, point, Real);
      if (size(value, Real).lte(noiseAt(values, point, Real).times(`1e${-precision}`))) {
        isDone[i] = true;
        continue;
      }
      const newton = quotient(value, horner(slopes, point, Real));
      let [re, im] = [new Real(0), new Real(0)];
      for (const [j, other] of points.entries()) {
        if (j === i) continue;
        const pull = quotient(one, { re: point.re.minus(other.re), im: point.im.minus(other.im) });
        [re, im] = [re.plus(pull.re), im.plus(pull.im)];
      }
      const step = quotient(newton, {
        re: newton.re.times(re).minus(newton.im.times(im)).neg().plus(1),
        im: newton.re.times(im).plus(newton.im.times(re)).neg(),
      });
      if (!step.re.isFinite() || !step.im.isFinite()) {
        // Two points met: one of them moves aside.
        points[i] = { re: point.re.times('1.0001').plus('1e-9'), im: point.im.times('0.9999').plus('1e-9') };
        continue;
      }
      points[i] = { re: point.re.minus(step.re), im: point.im.minus(step.im) };
      isDone[i] = size(step, Real).lte(size(point, Real).times(`1e${4 - precision}`));
    }
  }
  return points;
}

/** The same method in doubles, where they reach: it brings the points near, and costs next to nothing. */
function roughly(
  values: readonly Decimal[],
  slopes: readonly Decimal[],
  points: readonly ComplexDecimal[],
  Real: Decimals,
): ComplexDecimal[] {
  const scale = values.reduce((most, value) => Real.max(most, value.abs()), new Real(0));
  const plain = (list: readonly Decimal[]): number[] => list.map((value) => value.div(scale).toNumber());
  const [p, q] = [plain(values), plain(slopes)];
  const near = points.map(({ re, im }): [number, number] => [re.toNumber(), im.toNumber()]);
  const at = (list: readonly number[], [x, y]: readonly [number, number]): readonly [number, number] => {
    let [re, im] = [0, 0];
    for (let i = list.length - 1; i >= 0; i--) [re, im] = [re * x - im * y + (list[i] ?? 0), re * y + im * x];
    return [re, im];
  };
  const over = (a: readonly [number, number], b: readonly [number, number]): [number, number] => {
    const below = b[0] ** 2 + b[1] ** 2;
    return [(a[0] * b[0] + a[1] * b[1]) / below, (a[1] * b[0] - a[0] * b[1]) / below];
  };
  for (let round = 0; round < 60; round++)
    for (const [i, point] of near.entries()) {
      const newton = over(at(p, point), at(q, point));
      let [re, im] = [0, 0];
      for (const [j, other] of near.entries()) {
        if (j === i) continue;
        const pull = over([1, 0], [point[0] - other[0], point[1] - other[1]]);
        [re, im] = [re + pull[0], im + pull[1]];
      }
      const step = over(newton, [1 - newton[0] * re + newton[1] * im, -newton[0] * im - newton[1] * re]);
      if (Number.isFinite(step[0]) && Number.isFinite(step[1])) near[i] = [point[0] - step[0], point[1] - step[1]];
    }
  const isUsable = near.every(
    ([x, y], i) => Number.isFinite(x) && Number.isFinite(y) && near.every(([u, v], j) => j === i || u !== x || v !== y),
  );
  return isUsable ? near.map(([re, im]) => ({ re: new Real(re), im: new Real(im) })) : [...points];
}

/** On circles whose radii are the slopes of the upper hull of the sizes of the coefficients (Bini 1996). */
function startingPoints(values: readonly Decimal[], Real: Decimals): ComplexDecimal[] {
  const heights = values.map((value) =>
    value.isZero() ? undefined : Number(value.abs().toSignificantDigits(15).log(10)),
  );
  const corners: { readonly at: number; readonly height: number }[] = [];
  for (const [at, height] of heights.entries()) {
    if (height === undefined) continue;
    const next = { at, height };
    while (corners.length > 1) {
      const [a, b] = [corners.at(-2) ?? next, corners.at(-1) ?? next];
      if ((b.height - a.height) * (at - a.at) > (height - a.height) * (b.at - a.at)) break;
      corners.pop();
    }
    corners.push(next);
  }
  const points: ComplexDecimal[] = [];
  for (const [index, to] of corners.entries()) {
    const from = corners[index - 1];
    if (from === undefined) continue;
    const count = to.at - from.at;
    const radius = new Real(10).pow((from.height - to.height) / count);
    for (let i = 0; i < count; i++) {
      const angle = (2 * Math.PI * i) / count + (2 * Math.PI * index) / values.length + 0.7;
      points.push({ re: radius.times(Math.cos(angle)), im: radius.times(Math.sin(angle)) });
    }
  }
  return points;
}
