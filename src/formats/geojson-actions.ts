import { invalid } from '../core/errors.js';
import type { Geodesics } from '../engines/geodesics.js';
import type { Polygons } from '../engines/polygons.js';
import { LimitFault } from '../lib/faults.js';
import { crossingOf } from '../lib/geo/crossings.js';
import type { Feature } from '../lib/geo/model.js';
import {
  type Box,
  boxOf,
  centroidOf,
  contains,
  type GeoParts,
  geometryOf,
  partsOf,
  placesOf,
  type Rings,
  withoutRepeats,
  type XY,
} from '../lib/geo/parts.js';
import { thinLine, thinRing } from '../lib/geo/thin-line.js';
import { JsonNumber, type JsonValue } from '../lib/json/values.js';
import { writeJson } from '../lib/json/write.js';

/** Pairs of a point and an edge that are compared. */
const MAX_COMPARISONS = 300_000_000;
/** How far an arc of a buffer is off, in parts of its distance. */
const ARC_TOLERANCE = 1 / 400;
/** Times that a tolerance is halved until rings no longer cross. */
const MAX_HALVINGS = 12;

const mapped = (features: readonly Feature[], change: (parts: GeoParts) => GeoParts): Feature[] =>
  features.map((feature) => ({ ...feature, geometry: geometryOf(change(partsOf(feature.geometry))) }));

/** Rings closed, repeated positions gone, polygons that cross themselves cut into ones that do not. Rings are wound when written. */
export const mended = (features: readonly Feature[], polygons: Polygons): Feature[] =>
  mapped(features, ({ points, lines, polygons: all }) => ({
    points,
    lines: lines.map(withoutRepeats).map((line) => (line.length === 1 ? [line[0] as XY, line[0] as XY] : line)),
    polygons: all.flatMap((rings): readonly Rings[] => {
      const clean = rings.map(withoutRepeats).filter(({ length }) => length >= 4);
      if (clean.length > 0 && clean.length === rings.length && crossingOf(clean) === undefined) return [clean];
      return polygons.union([clean], 'even-odd');
    }),
  }));

export const simplified = (features: readonly Feature[], tolerance: number): Feature[] =>
  mapped(features, ({ points, lines, polygons }) => ({
    points,
    lines: lines.map((line) => thinLine(line, tolerance)),
    polygons: polygons.map((rings) => thinPolygon(rings, tolerance)),
  }));

/** With a smaller tolerance where the rings would cross, so that a polygon stays one. */
function thinPolygon(rings: Rings, tolerance: number): Rings {
  for (let times = 0, within = tolerance; times < MAX_HALVINGS; times++, within /= 2) {
    const thin = rings.map((ring) => thinRing(ring, within));
    if (crossingOf(thin) === undefined) return thin;
  }
  return rings;
}

const numberOf = (value: number): JsonNumber => new JsonNumber(String(value));
const corners = ({ west, south, east, north }: Box): Rings => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

export const boxed = (features: readonly Feature[]): Feature[] =>
  mapped(features, (parts) => {
    const box = boxOf(placesOf(parts));
    return { points: [], lines: [], polygons: box === undefined ? [] : [corners(box)] };
  });

export const centred = (features: readonly Feature[]): Feature[] =>
  mapped(features, (parts) => {
    const centre = centroidOf(parts);
    return { points: centre === undefined ? [] : [centre], lines: [], polygons: [] };
  });

/**
 * All places within a distance in metres. Each feature is laid in a plane around the middle of its box in which distances and directions
 * from there are those on the ellipsoid (azimuthal equidistant).
 */
export function buffered(
  features: readonly Feature[],
  distance: number,
  geodesics: Geodesics,
  polygons: Polygons,
): Feature[] {
  return mapped(features, (parts) => {
    const box = boxOf(placesOf(parts));
    if (box === undefined) return { points: [], lines: [], polygons: [] };
    const centre = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
    const flat = ([x, y]: XY): XY => {
      const { meters, initialBearing } = geodesics.inverse(centre, { latitude: y, longitude: x });
      const angle = (initialBearing * Math.PI) / 180;
      return [meters * Math.sin(angle), meters * Math.cos(angle)];
    };
    const round = ([x, y]: XY): XY => {
      const bearing = (Math.atan2(x, y) * 180) / Math.PI;
      const { place } = geodesics.direct(centre, bearing, Math.hypot(x, y));
      // On the same side of the antimeridian as the middle.
      const turns = Math.round((place.longitude - centre.longitude) / 360);
      return [place.longitude - 360 * turns, place.latitude];
    };
    const laid = {
      points: parts.points.map(flat),
      lines: parts.lines.map((line) => line.map(flat)),
      polygons: parts.polygons.map((rings) => rings.map((ring) => ring.map(flat))),
    };
    const found = polygons.offset(laid, distance, Math.abs(distance) * ARC_TOLERANCE);
    return { points: [], lines: [], polygons: found.map((rings) => rings.map((ring) => ring.map(round))) };
  });
}

export const clipped = (features: readonly Feature[], box: Box, polygons: Polygons): Feature[] =>
  mapped(features, (parts) => ({
    points: parts.points.filter(([x, y]) => x >= box.west && x <= box.east && y >= box.south && y <= box.north),
    lines: polygons.clipLines(parts.lines, box),
    polygons: parts.polygons.flatMap((rings) => polygons.clip([rings], box)),
  })).filter(({ geometry }) => geometry !== null);

/** The polygons of the features as one feature for each value of a property; of all for an empty name. */
export function dissolved(features: readonly Feature[], property: string, polygons: Polygons): Feature[] {
  const groups = new Map<string, { readonly value: JsonValue | undefined; readonly polygons: Rings[] }>();
  for (const { geometry, properties } of features) {
    const parts = partsOf(geometry);
    if (parts.polygons.length === 0) continue;
    const value = property === '' ? undefined : (properties.get(property) ?? null);
    const key = value === undefined ? '' : writeJson(value);
    const group = groups.get(key) ?? { value, polygons: [] };
    group.polygons.push(...parts.polygons);
    groups.set(key, group);
  }
  if (groups.size === 0) throw invalid('Option "action" is "dissolve", and none of the features is a polygon');
  return [...groups.values()].map((group) => ({
    id: undefined,
    properties: new Map(group.value === undefined ? [] : [[property, group.value] as const]),
    geometry: geometryOf({ points: [], lines: [], polygons: polygons.union(group.polygons, 'non-zero') }),
  }));
}

/** Point features with the polygon they are in: the value of its property, else its number among all features. */
export function located(features: readonly Feature[], property: string): Feature[] {
  const areas = features.flatMap(({ geometry, properties }, index) =>
    partsOf(geometry).polygons.map((rings) => ({
      rings,
      box: boxOf(rings.flat()) as Box,
      edges: rings.reduce((sum, { length }) => sum + length, 0),
      name: property === '' ? numberOf(index + 1) : (properties.get(property) ?? null),
    })),
  );
  let left = MAX_COMPARISONS;
  const nameAt = (place: XY): JsonValue => {
    for (const { rings, box, edges, name } of areas) {
      left--;
      if (place[0] < box.west || place[0] > box.east || place[1] < box.south || place[1] > box.north) continue;
      left -= edges;
      if (left < 0)
        throw new LimitFault(`it takes more than ${MAX_COMPARISONS} comparisons of points with edges`, MAX_COMPARISONS);
      if (contains(rings, place)) return name;
    }
    return null;
  };
  const points = features.filter(({ geometry }) => geometry?.type === 'Point');
  if (points.length === 0 || areas.length === 0)
    throw invalid('Option "action" is "points-in-polygons": there must be points and polygons among the features');
  return points.map((feature) => {
    const [place] = partsOf(feature.geometry).points;
    return {
      ...feature,
      properties: new Map<string, JsonValue>([...feature.properties, ['polygon', nameAt(place as XY)]]),
    };
  });
}

export interface GeoMeasure {
  readonly lengthMeters: number;
  readonly perimeterMeters: number;
  readonly areaSquareMeters: number;
}

/** Lengths of lines, perimeters and areas of polygons on the ellipsoid; holes are taken off the area. */
export function measured({ lines, polygons }: GeoParts, geodesics: Geodesics): GeoMeasure {
  const place = ([x, y]: XY) => ({ latitude: y, longitude: x });
  let [length, perimeter, area] = [0, 0, 0];
  for (const line of lines)
    for (let index = 1; index < line.length; index++)
      length += geodesics.inverse(place(line[index - 1] as XY), place(line[index] as XY)).meters;
  for (const rings of polygons)
    for (const [index, ring] of rings.entries()) {
      const found = geodesics.polygon(ring.slice(0, -1).map(place));
      perimeter += found.perimeter;
      area += index === 0 ? Math.abs(found.area) : -Math.abs(found.area);
    }
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return { lengthMeters: rounded(length), perimeterMeters: rounded(perimeter), areaSquareMeters: rounded(area) };
}
