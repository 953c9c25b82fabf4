import type { Box } from '../../lib/page-text/glyphs.js';
import type { Matrix } from './content.js';
import type { PageView } from './render.js';

/** From the space of a page to its upright picture, y downwards. */
export function uprightMatrix(rotate: PageView['rotate'], x: number, y: number, width: number, height: number): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, -y, -x];
  if (rotate === 180) return [-1, 0, 0, 1, x + width, -y];
  if (rotate === 270) return [0, -1, -1, 0, y + height, x + width];
  return [1, 0, 0, -1, -x, y + height];
}

export const move = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];
export const turn = ([a, b, c, d]: Matrix, x: number, y: number): [number, number] => [a * x + c * y, b * x + d * y];

export function boxOf(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
