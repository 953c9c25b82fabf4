import { LimitFault } from '../../faults.js';
import { build, type Geometry, type GeoPosition, ringArea } from '../model.js';

type Ring = readonly GeoPosition[];

/** Chosen: some seconds of work. Each ring that is a hole is looked for in the outer rings around it. */
const MAX_STEPS = 30_000_000;

/**
 * Polygons from rings in any order: those that run clockwise are outer ones, the others holes in the smallest outer ring around them
 * (ESRI, Polygon). A hole in none is an outer ring that runs the wrong way.
 */
export function polygonsOf(rings: readonly Ring[]): Geometry | null {
  const filled = rings.filter(({ length }) => length > 0).map((ring) => ({ ring, area: ringArea(ring) }));
  const outers = filled.filter(({ area }) => area <= 0).map(({ ring, area }) => outerRing(ring, -area));
  const holes = filled.filter(({ area }) => area > 0);
  const polygons = new Map(outers.map((outer) => [outer, [outer.ring]]));
  const lost: Ring[][] = [];
  let steps = 0;
  outers.sort((a, b) => a.area - b.area);
  for (const { ring, area } of holes) {
    const isAround = (outer: OuterRing): boolean => {
      const isNear = outer.area >= area && isInBox(ring, outer);
      steps += isNear ? outer.ring.length + ring.length : 1;
      if (steps > MAX_STEPS) throw new LimitFault('a polygon has more holes in more parts than are sorted out');
      return isNear && isInside(ring, outer.ring);
    };
    const around = outers.length === 1 ? outers[0] : outers.find(isAround);
    if (around === undefined) lost.push([ring]);
    else polygons.get(around)?.push(ring);
  }
  const all = [...polygons.values(), ...lost];
  const [only] = all;
  return only !== undefined && all.length === 1 ? build.polygon(only) : build.multiPolygon(all);
}

interface OuterRing {
  readonly ring: Ring;
  readonly area: number;
  readonly box: readonly [number, number, number, number];
}

function outerRing(ring: Ring, area: number): OuterRing {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const position of ring) {
    const [x, y] = [Number(position[0]), Number(position[1])];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { ring, area, box };
}

function isInBox(ring: Ring, { box }: OuterRing): boolean {
  const [x, y] = [Number(ring[0]?.[0]), Number(ring[0]?.[1])];
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** By the first position that is not on the outer ring itself: a hole may touch it. */
function isInside(hole: Ring, outer: Ring): boolean {
  const corners = new Set(outer.map(([x, y]) => `${x} ${y}`));
  const free = hole.find(([x, y]) => !corners.has(`${x} ${y}`)) ?? hole[0];
  return free !== undefined && isPointInside(Number(free[0]), Number(free[1]), outer);
}

/** Counts the edges that a ray to the right crosses. */
function isPointInside(x: number, y: number, ring: Ring): boolean {
  let inside = false;
  let [beforeX, beforeY] = [Number(ring.at(-1)?.[0]), Number(ring.at(-1)?.[1])];
  for (const position of ring) {
    const [nextX, nextY] = [Number(position[0]), Number(position[1])];
    if (nextY > y !== beforeY > y && x < ((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX)
      inside = !inside;
    [beforeX, beforeY] = [nextX, nextY];
  }
  return inside;
}
