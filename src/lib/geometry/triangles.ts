/** Triangles from any three of their sides and angles, one of them a side. Angles in degrees, A opposite a. */

import { ContentFault } from '../faults.js';

export interface Triangle {
  readonly sides: readonly [a: number, b: number, c: number];
  readonly angles: readonly [A: number, B: number, C: number];
}

type Maybe = readonly [number | undefined, number | undefined, number | undefined];

const DEGREE = Math.PI / 180;
const sin = (angle: number): number => Math.sin(angle * DEGREE);
const cos = (angle: number): number => Math.cos(angle * DEGREE);

/** By half-angles, which keep their digits in flat triangles. */
function fromSides(a: number, b: number, c: number): Triangle {
  if (!(a < b + c && b < a + c && c < a + b))
    throw new ContentFault('no triangle has these sides: the longest is at least as long as the other two together');
  const half = (a + b + c) / 2;
  const radius = Math.sqrt(((half - a) / half) * (half - b) * (half - c));
  const angle = (side: number): number => (2 * Math.atan2(radius, half - side)) / DEGREE;
  return { sides: [a, b, c], angles: [angle(a), angle(b), angle(c)] };
}

/** All triangles: two where two sides and an angle that is not between them fit twice. Throws `ContentFault`. */
export function solveTriangle(sides: Maybe, angles: Maybe): readonly Triangle[] {
  const count = (list: Maybe): number => list.filter((value) => value !== undefined).length;
  const [knownSides, knownAngles] = [count(sides), count(angles)];
  if (knownSides === 0 || knownSides + knownAngles < 3)
    throw new ContentFault('a triangle needs three of a, b, c, A, B and C, one of them a side');
  if (angles.some((angle) => angle !== undefined && angle >= 180))
    throw new ContentFault('an angle must be below 180°');
  const found = candidates(sides, angles, knownAngles).filter((triangle) => fits(triangle, sides, angles));
  if (found.length === 0) throw new ContentFault('no triangle has these sides and angles');
  return found;
}

function candidates(sides: Maybe, given: Maybe, knownAngles: number): readonly Triangle[] {
  const [a, b, c] = sides;
  if (a !== undefined && b !== undefined && c !== undefined) return [fromSides(a, b, c)];
  if (knownAngles >= 2) {
    const missing = given.indexOf(undefined);
    const total = given.reduce<number>((sum, angle) => sum + (angle ?? 0), 0);
    if (missing >= 0 ? total >= 180 : Math.abs(total - 180) > 1e-6)
      throw new ContentFault('the angles of a triangle add up to 180°');
    const angles = given.map((angle) => angle ?? 180 - total) as [number, number, number];
    const known = sides.findIndex((side) => side !== undefined);
    const ratio = (sides[known] ?? 0) / sin(angles[known] ?? 90);
    return [{ sides: angles.map((angle) => ratio * sin(angle)) as [number, number, number], angles }];
  }
  // Two sides and one angle.
  const at = given.findIndex((angle) => angle !== undefined);
  const angle = given[at] ?? 0;
  const [first, second] = [0, 1, 2].filter((i) => i !== at) as [number, number];
  const [opposite, p, q] = [sides[at], sides[first], sides[second]];
  const build = (third: number, index: number): Triangle => {
    const all = sides.map((side, i) => (i === index ? third : (side ?? third))) as [number, number, number];
    return fromSides(...all);
  };
  if (opposite === undefined)
    return [build(Math.sqrt(Math.max(0, (p ?? 0) ** 2 + (q ?? 0) ** 2 - 2 * (p ?? 0) * (q ?? 0) * cos(angle))), at)];
  const [beside, unknown] = p === undefined ? [q ?? 0, first] : [p, second];
  const foot = beside * cos(angle);
  const height = beside * sin(angle);
  const reach = opposite ** 2 - height ** 2;
  // A right angle but for rounding has one solution.
  const isRight = Math.abs(reach) < 1e-12 * opposite ** 2;
  if (reach < 0 && !isRight) return [];
  const root = isRight ? 0 : Math.sqrt(reach);
  const thirds = root === 0 ? [foot] : [foot + root, foot - root];
  return thirds.filter((third) => third > 1e-12 * beside).map((third) => build(third, unknown));
}

function fits({ sides, angles }: Triangle, givenSides: Maybe, givenAngles: Maybe): boolean {
  const near = (given: number | undefined, found: number): boolean =>
    given === undefined || Math.abs(given - found) <= 1e-6 * Math.max(Math.abs(given), Math.abs(found));
  return (
    givenSides.every((side, i) => near(side, sides[i] ?? 0)) &&
    givenAngles.every((angle, i) => near(angle, angles[i] ?? 0))
  );
}
