import type { Box } from './glyphs.js';
import type { Matrix } from './matrix.js';

/** The visible box of a page in user space, and the turn with which it is shown. */
export interface PageView {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly rotate: 0 | 90 | 180 | 270;
}

/** From the space of a page to its upright picture, y downwards. */
export function uprightMatrix(rotate: PageView['rotate'], x: number, y: number, width: number, height: number): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, -y, -x];
  if (rotate === 180) return [-1, 0, 0, 1, x + width, -y];
  if (rotate === 270) return [0, -1, -1, 0, y + height, x + width];
  return [1, 0, 0, -1, -x, y + height];
}

export function boxOf(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
