import { LimitFault } from '../faults.js';

import { withoutRepeats, type XY } from './parts.js';

/** Pairs of edges that are looked at in one polygon. */
const MAX_PAIRS = 20_000_000;

interface Edge {
  readonly from: XY;
  readonly to: XY;
  readonly ring: number;
  readonly index: number;
  /** Edges of the ring. */
  readonly count: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const turn = ([x0, y0]: XY, [x1, y1]: XY, [x2, y2]: XY): number =>
  Math.sign((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));

const isOn = ([x, y]: XY, [x0, y0]: XY, [x1, y1]: XY): boolean =>
  Math.min(x0, x1) <= x && x <= Math.max(x0, x1) && Math.min(y0, y1) <= y && y <= Math.max(y0, y1);

/**
 * A place where two edges of closed rings cross, or run along each other; `undefined` where none do. Rings may touch each other in a
 * point; a ring that goes through a place twice crosses itself.
 */
export function crossingOf(rings: readonly (readonly XY[])[]): XY | undefined {
  const edges = rings.map(withoutRepeats).flatMap((ring, number) =>
    ring.slice(1).map((to, index): Edge => {
      const from = ring[index] as XY;
      return {
        from,
        to,
        ring: number,
        index,
        count: ring.length - 1,
        left: Math.min(from[0], to[0]),
        right: Math.max(from[0], to[0]),
        bottom: Math.min(from[1], to[1]),
        top: Math.max(from[1], to[1]),
      };
    }),
  );
  edges.sort((a, b) => a.left - b.left);
  const active: Edge[] = [];
  let pairs = 0;
  for (const edge of edges) {
    pairs += active.length;
    if (pairs > MAX_PAIRS)
      throw new LimitFault(`a polygon has more than ${MAX_PAIRS} pairs of edges side by side`, MAX_PAIRS);
    let kept = 0;
    for (const other of active) {
      if (other.right < edge.left) continue;
      active[kept++] = other;
      if (other.top < edge.bottom || other.bottom > edge.top) continue;
      const found = crossing(edge, other);
      if (found !== undefined) return found;
    }
    active.length = kept;
    active.push(edge);
  }
  return undefined;
}

function crossing(a: Edge, b: Edge): XY | undefined {
  const distance = a.ring === b.ring ? Math.abs(a.index - b.index) : -1;
  const areNeighbours = distance === 1 || (distance > 0 && distance === a.count - 1);
  if (areNeighbours) return foldedBack(a, b);
  const [first, second] = [turn(a.from, a.to, b.from), turn(a.from, a.to, b.to)];
  const [third, fourth] = [turn(b.from, b.to, a.from), turn(b.from, b.to, a.to)];
  if (first * second < 0 && third * fourth < 0) return between(a, b);
  if (first === 0 && second === 0) return overlap(a, b);
  if (a.ring !== b.ring) return undefined;
  // A ring that touches itself at the end of an edge.
  for (const [end, edge] of [
    [b.from, a],
    [b.to, a],
    [a.from, b],
    [a.to, b],
  ] as const)
    if (turn(edge.from, edge.to, end) === 0 && isOn(end, edge.from, edge.to)) return end;
  return undefined;
}

const same = ([x0, y0]: XY, [x1, y1]: XY): boolean => x0 === x1 && y0 === y1;

/** Two edges with a common corner of which one goes back over the other. */
function foldedBack(a: Edge, b: Edge): XY | undefined {
  const corner = same(a.to, b.from) ? a.to : a.from;
  const [one, other] = [same(corner, a.from) ? a.to : a.from, same(corner, b.from) ? b.to : b.from];
  if (turn(corner, one, other) !== 0) return undefined;
  const [ax, ay] = [one[0] - corner[0], one[1] - corner[1]];
  const [bx, by] = [other[0] - corner[0], other[1] - corner[1]];
  return ax * bx + ay * by > 0 ? corner : undefined;
}

function overlap(a: Edge, b: Edge): XY | undefined {
  const ends = [b.from, b.to].filter((end) => isOn(end, a.from, a.to));
  const inner = [a.from, a.to].filter((end) => isOn(end, b.from, b.to));
  const shared = [...ends, ...inner];
  const [first] = shared;
  return first !== undefined && shared.some((end) => !same(end, first)) ? first : undefined;
}

function between(a: Edge, b: Edge): XY {
  const [dx, dy] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [ex, ey] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const along = ((b.from[0] - a.from[0]) * ey - (b.from[1] - a.from[1]) * ex) / (dx * ey - dy * ex);
  return [a.from[0] + along * dx, a.from[1] + along * dy];
}
