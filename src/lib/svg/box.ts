/** Boxes and transforms of drawings. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As in `matrix(a b c d e f)`. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that does `inner` first. */
export const multiplied = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const STEPS = /([a-z]+)\s*\(([^)]*)\)/gi;

const stepOf = (name: string, [a = 0, b, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Matrix => {
  const turn = (a * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  switch (name) {
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0];
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0];
    case 'rotate': {
      const y = b === undefined ? 0 : c;
      const x = b ?? 0;
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    case 'skewX':
      return [1, 0, Math.tan(turn), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(turn), 0, 1, 0, 0];
    case 'matrix':
      return [a, b ?? 0, c, d, e, f];
    default:
      return IDENTITY;
  }
};

/** What an attribute `transform` says. */
export function matrixOf(transform: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name = '', values = ''] of transform.matchAll(STEPS)) {
    const numbers = (values.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    matrix = multiplied(matrix, stepOf(name, numbers));
  }
  return matrix;
}

/** The upright box around some boxes; `undefined` where there are none. */
export function around(boxes: readonly Box[]): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The upright box around a box that was moved. */
export function movedBox({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const px of [x, x + width])
    for (const py of [y, y + height]) {
      xs.push(a * px + c * py + e);
      ys.push(b * px + d * py + f);
    }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
