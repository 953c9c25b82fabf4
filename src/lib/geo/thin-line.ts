import type { XY } from './parts.js';

/** Metres that a degree of latitude has on average. */
const METERS_PER_DEGREE = 111_195;

/**
 * A line with fewer positions: none that is left out is farther than `tolerance` metres from what stays (Douglas and Peucker). Distances
 * are those of a plane at the line's own latitude. The ends stay.
 */
export function thinLine(line: readonly XY[], tolerance: number): XY[] {
  if (line.length < 3) return [...line];
  const middle = line.reduce((sum, [, y]) => sum + y, 0) / line.length;
  const scale = METERS_PER_DEGREE * Math.cos((middle * Math.PI) / 180);
  const plane = line.map(([x, y]): XY => [x * scale, y * METERS_PER_DEGREE]);
  const isKept = new Uint8Array(line.length);
  isKept[0] = 1;
  isKept[line.length - 1] = 1;
  const left: [number, number][] = [[0, line.length - 1]];
  for (;;) {
    const next = left.pop();
    if (next === undefined) break;
    const [from, to] = next;
    let [farthest, most] = [-1, tolerance];
    for (let index = from + 1; index < to; index++) {
      const distance = distanceTo(plane[index] as XY, plane[from] as XY, plane[to] as XY);
      if (distance > most) [farthest, most] = [index, distance];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    left.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, index) => isKept[index] === 1);
}

/** From a point to a stretch between two others. */
function distanceTo([x, y]: XY, [x0, y0]: XY, [x1, y1]: XY): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

/** A closed ring with fewer positions, four at least: cut at the position that is farthest from its first, so that both halves have ends. */
export function thinRing(ring: readonly XY[], tolerance: number): XY[] {
  if (ring.length <= 4) return [...ring];
  const [x0, y0] = ring[0] as XY;
  let [farthest, most] = [1, -1];
  for (const [index, [x, y]] of ring.entries()) {
    const distance = Math.hypot(x - x0, y - y0);
    if (distance > most) [farthest, most] = [index, distance];
  }
  const thin = [
    ...thinLine(ring.slice(0, farthest + 1), tolerance),
    ...thinLine(ring.slice(farthest), tolerance).slice(1),
  ];
  return thin.length >= 4 ? thin : [...ring];
}
