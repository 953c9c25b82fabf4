/** Shapes and solids: their measures, and what follows from what. */

import { oneOfTwo, type Rule, rule } from '../numbers/rules.js';

/** 0 for plain numbers, 1 to 3 for lengths, areas and volumes. */
type Dimension = 0 | 1 | 2 | 3;

interface Shape {
  readonly measures: Readonly<Record<string, readonly [name: string, dimension: Dimension]>>;
  readonly needs: string;
  readonly rules: readonly Rule[];
}

const { PI, sqrt, cbrt, tan, sin } = Math;
const radius: readonly [string, Dimension] = ['Radius', 1];
const height: readonly [string, Dimension] = ['Height', 1];
const area: readonly [string, Dimension] = ['Area', 2];
const perimeter: readonly [string, Dimension] = ['Perimeter', 1];
const surface: readonly [string, Dimension] = ['Surface area', 2];
const volume: readonly [string, Dimension] = ['Volume', 3];

export const SHAPES = {
  circle: {
    measures: { r: radius, d: ['Diameter', 1], C: ['Circumference', 1], A: area },
    needs: 'one of r, d, C and A',
    rules: [
      rule('r', ['d'], (d) => d / 2),
      rule('r', ['C'], (c) => c / (2 * PI)),
      rule('r', ['A'], (a) => sqrt(a / PI)),
      rule('d', ['r'], (r) => 2 * r),
      rule('C', ['r'], (r) => 2 * PI * r),
      rule('A', ['r'], (r) => PI * r * r),
    ],
  },
  square: {
    measures: { a: ['Side', 1], d: ['Diagonal', 1], P: perimeter, A: area },
    needs: 'one of a, d, P and A',
    rules: [
      rule('a', ['d'], (d) => d / Math.SQRT2),
      rule('a', ['P'], (p) => p / 4),
      rule('a', ['A'], (s) => sqrt(s)),
      rule('d', ['a'], (a) => a * Math.SQRT2),
      rule('P', ['a'], (a) => 4 * a),
      rule('A', ['a'], (a) => a * a),
    ],
  },
  rectangle: {
    measures: { a: ['Length', 1], b: ['Width', 1], d: ['Diagonal', 1], P: perimeter, A: area },
    needs: 'one side and another of a, b, d, P and A, or two of these',
    rules: [
      rule('b', ['a', 'A'], (a, s) => s / a),
      rule('a', ['b', 'A'], (b, s) => s / b),
      rule('b', ['a', 'P'], (a, p) => p / 2 - a),
      rule('a', ['b', 'P'], (b, p) => p / 2 - b),
      rule('b', ['a', 'd'], (a, d) => sqrt(d * d - a * a)),
      rule('a', ['b', 'd'], (b, d) => sqrt(d * d - b * b)),
      oneOfTwo(rule('a', ['P', 'A'], (p, s) => p / 4 + sqrt((p * p) / 16 - s))),
      oneOfTwo(rule('a', ['d', 'A'], (d, s) => (sqrt(d * d + 2 * s) + sqrt(d * d - 2 * s)) / 2)),
      rule('A', ['d', 'P'], (d, p) => ((p / 2) ** 2 - d * d) / 2),
      rule('d', ['a', 'b'], (a, b) => Math.hypot(a, b)),
      rule('P', ['a', 'b'], (a, b) => 2 * (a + b)),
      rule('A', ['a', 'b'], (a, b) => a * b),
    ],
  },
  trapezoid: {
    measures: { a: ['First parallel side', 1], b: ['Second parallel side', 1], h: height, m: ['Midline', 1], A: area },
    needs: 'three of a, b, h and A',
    rules: [
      rule('m', ['a', 'b'], (a, b) => (a + b) / 2),
      rule('m', ['A', 'h'], (s, h) => s / h),
      rule('a', ['m', 'b'], (m, b) => 2 * m - b),
      rule('b', ['m', 'a'], (m, a) => 2 * m - a),
      rule('A', ['m', 'h'], (m, h) => m * h),
      rule('h', ['A', 'm'], (s, m) => s / m),
    ],
  },
  ellipse: {
    measures: {
      a: ['Semi-major axis', 1],
      b: ['Semi-minor axis', 1],
      A: area,
      P: ['Perimeter (Ramanujan, to 5 digits or more)', 1],
    },
    needs: 'a and b, or one of them and A',
    rules: [
      rule('A', ['a', 'b'], (a, b) => PI * a * b),
      rule('a', ['A', 'b'], (s, b) => s / (PI * b)),
      rule('b', ['A', 'a'], (s, a) => s / (PI * a)),
      rule('P', ['a', 'b'], (a, b) => {
        const h = ((a - b) / (a + b)) ** 2;
        return PI * (a + b) * (1 + (3 * h) / (10 + sqrt(4 - 3 * h)));
      }),
    ],
  },
  'regular-polygon': {
    measures: {
      n: ['Number of sides', 0],
      a: ['Side', 1],
      r: ['Inradius', 1],
      R: ['Circumradius', 1],
      P: perimeter,
      A: area,
    },
    needs: 'n and one of a, r, R, P and A',
    rules: [
      rule('a', ['r', 'n'], (r, n) => 2 * r * tan(PI / n)),
      rule('a', ['R', 'n'], (r, n) => 2 * r * sin(PI / n)),
      rule('a', ['P', 'n'], (p, n) => p / n),
      rule('a', ['A', 'n'], (s, n) => sqrt((4 * s * tan(PI / n)) / n)),
      rule('r', ['a', 'n'], (a, n) => a / (2 * tan(PI / n))),
      rule('R', ['a', 'n'], (a, n) => a / (2 * sin(PI / n))),
      rule('P', ['a', 'n'], (a, n) => a * n),
      rule('A', ['a', 'n'], (a, n) => (n * a * a) / (4 * tan(PI / n))),
    ],
  },
  sphere: {
    measures: { r: radius, d: ['Diameter', 1], S: surface, V: volume },
    needs: 'one of r, d, S and V',
    rules: [
      rule('r', ['d'], (d) => d / 2),
      rule('r', ['S'], (s) => sqrt(s / (4 * PI))),
      rule('r', ['V'], (v) => cbrt((3 * v) / (4 * PI))),
      rule('d', ['r'], (r) => 2 * r),
      rule('S', ['r'], (r) => 4 * PI * r * r),
      rule('V', ['r'], (r) => (4 / 3) * PI * r ** 3),
    ],
  },
  cube: {
    measures: { a: ['Edge', 1], d: ['Space diagonal', 1], S: surface, V: volume },
    needs: 'one of a, d, S and V',
    rules: [
      rule('a', ['d'], (d) => d / sqrt(3)),
      rule('a', ['S'], (s) => sqrt(s / 6)),
      rule('a', ['V'], (v) => cbrt(v)),
      rule('d', ['a'], (a) => a * sqrt(3)),
      rule('S', ['a'], (a) => 6 * a * a),
      rule('V', ['a'], (a) => a ** 3),
    ],
  },
  box: {
    measures: { a: ['Length', 1], b: ['Width', 1], c: height, d: ['Space diagonal', 1], S: surface, V: volume },
    needs: 'a, b and c, or two of them and V, S or d',
    rules: [
      ...(['a', 'b', 'c'] as const).flatMap((side, i, all) => {
        const others = all.filter((_, k) => k !== i);
        return [
          rule(side, ['V', ...others], (v, p, q) => v / (p * q)),
          rule(side, ['S', ...others], (s, p, q) => (s / 2 - p * q) / (p + q)),
          rule(side, ['d', ...others], (d, p, q) => sqrt(d * d - p * p - q * q)),
        ];
      }),
      rule('d', ['a', 'b', 'c'], (a, b, c) => Math.hypot(a, b, c)),
      rule('S', ['a', 'b', 'c'], (a, b, c) => 2 * (a * b + b * c + a * c)),
      rule('V', ['a', 'b', 'c'], (a, b, c) => a * b * c),
    ],
  },
  cylinder: {
    measures: { r: radius, h: height, L: ['Lateral area', 2], S: surface, V: volume },
    needs: 'r and one of h, L, S and V, or h and L or V',
    rules: [
      rule('h', ['r', 'V'], (r, v) => v / (PI * r * r)),
      rule('h', ['r', 'L'], (r, l) => l / (2 * PI * r)),
      rule('h', ['r', 'S'], (r, s) => s / (2 * PI * r) - r),
      rule('r', ['h', 'V'], (h, v) => sqrt(v / (PI * h))),
      rule('r', ['h', 'L'], (h, l) => l / (2 * PI * h)),
      rule('r', ['h', 'S'], (h, s) => (sqrt(h * h + (2 * s) / PI) - h) / 2),
      rule('L', ['r', 'h'], (r, h) => 2 * PI * r * h),
      rule('S', ['r', 'h'], (r, h) => 2 * PI * r * (r + h)),
      rule('V', ['r', 'h'], (r, h) => PI * r * r * h),
    ],
  },
  cone: {
    measures: { r: radius, h: height, s: ['Slant height', 1], L: ['Lateral area', 2], S: surface, V: volume },
    needs: 'two of r, h and s, or one of r and h and V, or r and L or S',
    rules: [
      rule('s', ['r', 'h'], (r, h) => Math.hypot(r, h)),
      rule('h', ['r', 's'], (r, s) => sqrt(s * s - r * r)),
      rule('r', ['h', 's'], (h, s) => sqrt(s * s - h * h)),
      rule('h', ['r', 'V'], (r, v) => (3 * v) / (PI * r * r)),
      rule('r', ['h', 'V'], (h, v) => sqrt((3 * v) / (PI * h))),
      rule('s', ['r', 'L'], (r, l) => l / (PI * r)),
      rule('s', ['r', 'S'], (r, all) => all / (PI * r) - r),
      rule('L', ['r', 's'], (r, s) => PI * r * s),
      rule('S', ['r', 's'], (r, s) => PI * r * (r + s)),
      rule('V', ['r', 'h'], (r, h) => (PI * r * r * h) / 3),
    ],
  },
  frustum: {
    measures: {
      R: ['Lower radius', 1],
      r: ['Upper radius', 1],
      h: height,
      s: ['Slant height', 1],
      S: surface,
      V: volume,
    },
    needs: 'R and r, and h, s or V',
    rules: [
      rule('s', ['R', 'r', 'h'], (a, b, h) => Math.hypot(a - b, h)),
      rule('h', ['R', 'r', 's'], (a, b, s) => sqrt(s * s - (a - b) ** 2)),
      rule('h', ['R', 'r', 'V'], (a, b, v) => (3 * v) / (PI * (a * a + a * b + b * b))),
      rule('S', ['R', 'r', 's'], (a, b, s) => PI * (a * a + b * b + (a + b) * s)),
      rule('V', ['R', 'r', 'h'], (a, b, h) => (PI * h * (a * a + a * b + b * b)) / 3),
    ],
  },
  pyramid: {
    measures: { a: ['Side of the square base', 1], h: height, s: ['Slant height', 1], S: surface, V: volume },
    needs: 'a and one of h, s, S and V, or h and V',
    rules: [
      rule('s', ['a', 'h'], (a, h) => Math.hypot(a / 2, h)),
      rule('h', ['a', 's'], (a, s) => sqrt(s * s - (a * a) / 4)),
      rule('h', ['a', 'V'], (a, v) => (3 * v) / (a * a)),
      rule('a', ['h', 'V'], (h, v) => sqrt((3 * v) / h)),
      rule('s', ['a', 'S'], (a, all) => (all / a - a) / 2),
      rule('S', ['a', 's'], (a, s) => a * a + 2 * a * s),
      rule('V', ['a', 'h'], (a, h) => (a * a * h) / 3),
    ],
  },
  torus: {
    measures: { R: ['Radius to the middle of the tube', 1], r: ['Radius of the tube', 1], S: surface, V: volume },
    needs: 'two of R, r, S and V',
    rules: [
      rule('r', ['S', 'V'], (s, v) => (2 * v) / s),
      rule('R', ['V', 'r'], (v, r) => v / (2 * PI * PI * r * r)),
      rule('R', ['S', 'r'], (s, r) => s / (4 * PI * PI * r)),
      rule('r', ['S', 'R'], (s, R) => s / (4 * PI * PI * R)),
      rule('r', ['V', 'R'], (v, R) => sqrt(v / (2 * PI * PI * R))),
      rule('S', ['R', 'r'], (R, r) => 4 * PI * PI * R * r),
      rule('V', ['R', 'r'], (R, r) => 2 * PI * PI * R * r * r),
    ],
  },
} as const satisfies Readonly<Record<string, Shape>>;

export type ShapeName = keyof typeof SHAPES;
export const shapeOf = (name: ShapeName): Shape => SHAPES[name];

export const isShape = (name: string): name is ShapeName => Object.hasOwn(SHAPES, name);
