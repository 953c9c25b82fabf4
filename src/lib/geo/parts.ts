import { doubleText, type Geometry, type GeoPosition } from './model.js';

/** Longitude and latitude in degrees, or metres east and north in a plane. */
export type XY = readonly [x: number, y: number];

/** Outer ring first, then its holes; each ends where it begins. */
export type Rings = readonly (readonly XY[])[];

/** A geometry as its parts: heights are left out. */
export interface GeoParts {
  readonly points: readonly XY[];
  readonly lines: readonly (readonly XY[])[];
  readonly polygons: readonly Rings[];
}

const xyOf = (position: GeoPosition): XY => [Number(position[0]), Number(position[1])];

export function partsOf(geometry: Geometry | null): GeoParts {
  const parts = { points: [] as XY[], lines: [] as XY[][], polygons: [] as XY[][][] };
  const add = (one: Geometry): void => {
    switch (one.type) {
      case 'Point':
        parts.points.push(xyOf(one.coordinates));
        break;
      case 'MultiPoint':
        for (const position of one.coordinates) parts.points.push(xyOf(position));
        break;
      case 'LineString':
        parts.lines.push(one.coordinates.map(xyOf));
        break;
      case 'MultiLineString':
        for (const line of one.coordinates) parts.lines.push(line.map(xyOf));
        break;
      case 'Polygon':
        parts.polygons.push(one.coordinates.map((ring) => ring.map(xyOf)));
        break;
      case 'MultiPolygon':
        for (const rings of one.coordinates) parts.polygons.push(rings.map((ring) => ring.map(xyOf)));
        break;
      case 'GeometryCollection':
        for (const inner of one.geometries) add(inner);
        break;
    }
  };
  if (geometry !== null) add(geometry);
  return parts;
}

/** Decimals of degrees that are written: a hundred-millionth is a millimetre. */
const DECIMALS = 8;
const written = ([x, y]: XY): GeoPosition => [
  doubleText(Number(x.toFixed(DECIMALS))),
  doubleText(Number(y.toFixed(DECIMALS))),
];

/** The geometry of some parts: one, several of a kind, or a collection of kinds; `null` where there are none. */
export function geometryOf({ points, lines, polygons }: GeoParts): Geometry | null {
  const [point, ...morePoints] = points;
  const [line, ...moreLines] = lines;
  const [polygon, ...morePolygons] = polygons;
  const found: Geometry[] = [];
  if (point !== undefined)
    found.push(
      morePoints.length === 0
        ? { type: 'Point', coordinates: written(point) }
        : { type: 'MultiPoint', coordinates: points.map(written) },
    );
  if (line !== undefined)
    found.push(
      moreLines.length === 0
        ? { type: 'LineString', coordinates: line.map(written) }
        : { type: 'MultiLineString', coordinates: lines.map((one) => one.map(written)) },
    );
  if (polygon !== undefined)
    found.push(
      morePolygons.length === 0
        ? { type: 'Polygon', coordinates: polygon.map((ring) => ring.map(written)) }
        : { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map((ring) => ring.map(written))) },
    );
  const [first, ...more] = found;
  if (first === undefined) return null;
  return more.length === 0 ? first : { type: 'GeometryCollection', geometries: found };
}

export function* placesOf({ points, lines, polygons }: GeoParts): Generator<XY, void> {
  yield* points;
  for (const line of lines) yield* line;
  for (const rings of polygons) for (const ring of rings) yield* ring;
}

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxOf(places: Iterable<XY>): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return west <= east ? { west, south, east, north } : undefined;
}

/** The centre of mass of the polygons; of the lines where there is none, else of the points. */
export function centroidOf({ points, lines, polygons }: GeoParts): XY | undefined {
  const origin = polygons[0]?.[0]?.[0] ?? lines[0]?.[0] ?? points[0];
  if (origin === undefined) return undefined;
  const areas = weigh(polygons.flatMap((rings) => rings.map((ring, index) => ringWeight(ring, origin, index > 0))));
  const lengths = weigh(
    [...lines, ...polygons.flat()].flatMap((line) =>
      line.slice(1).map((to, index) => edgeWeight(line[index] as XY, to, origin)),
    ),
  );
  const places = weigh(
    [...points, ...lines.flat(), ...polygons.flat(2)].map(([x, y]) => [1, x - origin[0], y - origin[1]] as const),
  );
  const centre = areas ?? lengths ?? places;
  return centre === undefined ? undefined : [origin[0] + centre[0], origin[1] + centre[1]];
}

type Weight = readonly [weight: number, x: number, y: number];

function weigh(weights: readonly Weight[]): XY | undefined {
  let [total, sumX, sumY] = [0, 0, 0];
  for (const [weight, x, y] of weights) {
    total += weight;
    sumX += weight * x;
    sumY += weight * y;
  }
  return Math.abs(total) > 0 && weights.length > 0 ? [sumX / total, sumY / total] : undefined;
}

/** Twice the area of a ring and its centre, seen from an origin; holes count less than nothing. */
function ringWeight(ring: readonly XY[], origin: XY, isHole: boolean, isSigned = false): Weight {
  let [area, sumX, sumY] = [0, 0, 0];
  for (let index = 1; index < ring.length; index++) {
    const [x0, y0, x1, y1] = edge(ring[index - 1] as XY, ring[index] as XY, origin);
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    sumX += (x0 + x1) * cross;
    sumY += (y0 + y1) * cross;
  }
  if (area === 0) return [0, 0, 0];
  return [isSigned ? area : isHole ? -Math.abs(area) : Math.abs(area), sumX / (3 * area), sumY / (3 * area)];
}

function edgeWeight(from: XY, to: XY, origin: XY): Weight {
  const [x0, y0, x1, y1] = edge(from, to, origin);
  return [Math.hypot(x1 - x0, y1 - y0), (x0 + x1) / 2, (y0 + y1) / 2];
}

const edge = ([x0, y0]: XY, [x1, y1]: XY, [x, y]: XY) => [x0 - x, y0 - y, x1 - x, y1 - y] as const;

/** Where a place is to a polygon; on its edge only exactly. */
function sideOf(rings: Rings, [x, y]: XY): 'inside' | 'edge' | 'outside' {
  let isInside = false;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [x0, y0] = ring[index - 1] as XY;
      const [x1, y1] = ring[index] as XY;
      // Above or below both ends: neither on the edge nor crossed by a line to the right.
      if ((y0 > y && y1 > y) || (y0 < y && y1 < y)) continue;
      const cross = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
      if (cross === 0 && Math.min(x0, x1) <= x && x <= Math.max(x0, x1)) return 'edge';
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) isInside = !isInside;
    }
  }
  return isInside ? 'inside' : 'outside';
}

/** Whether a place is inside a polygon, or exactly on its edge. */
export const contains = (rings: Rings, place: XY): boolean => sideOf(rings, place) !== 'outside';

/** Whether a ring is inside another that it does not cross: the first of its corners that is not on the other's edge tells. */
export function holds(outer: readonly XY[], ring: readonly XY[]): boolean {
  for (const place of ring) {
    const side = sideOf([outer], place);
    if (side !== 'edge') return side === 'inside';
  }
  return true;
}

/** Twice the area of a ring, positive where it runs counter-clockwise. */
export const signedArea = (ring: readonly XY[]): number => ringWeight(ring, ring[0] ?? [0, 0], false, true)[0];

/** Rings with the outer one counter-clockwise and the holes clockwise. */
export const oriented = (rings: Rings): Rings =>
  rings.map((ring, index) => {
    return signedArea(ring) >= 0 === (index === 0) ? ring : [...ring].reverse();
  });

/** A line without positions that are the same as the one before. */
export const withoutRepeats = (line: readonly XY[]): XY[] =>
  line.filter(([x, y], index) => index === 0 || x !== line[index - 1]?.[0] || y !== line[index - 1]?.[1]);
