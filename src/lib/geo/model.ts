import { ContentFault, inPart, LimitFault } from '../faults.js';
import { JsonNumber, type JsonValue } from '../json/values.js';

/** Longitude, latitude and, where there is one, height: numbers as JSON writes them, to the letter as they were read. */
export type GeoPosition = readonly string[];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: GeoPosition }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly GeoPosition[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly GeoPosition[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly GeoPosition[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

export type GeometryType = Geometry['type'];

export interface Feature {
  readonly id: string | JsonNumber | undefined;
  /** `null` where there is none, or an empty one. */
  readonly geometry: Geometry | null;
  readonly properties: ReadonlyMap<string, JsonValue>;
}

/** Chosen: more does not fit the largest upload as any text but the shortest. */
const MAX_FEATURES = 500_000;
const MAX_VERTICES = 2_000_000;
const MAX_COLLECTION_DEPTH = 32;

/** Counts what a reader makes. */
export class Budget {
  #features = 0;
  #vertices = 0;

  addFeature(): void {
    if (++this.#features > MAX_FEATURES) throw new LimitFault(`it must have at most ${MAX_FEATURES} features`);
  }

  addVertices(count: number): void {
    this.#vertices += count;
    if (this.#vertices > MAX_VERTICES) throw new LimitFault(`it must have at most ${MAX_VERTICES} vertices`);
  }

  checkDepth(depth: number): void {
    if (depth > MAX_COLLECTION_DEPTH)
      throw new LimitFault(`geometry collections must be nested at most ${MAX_COLLECTION_DEPTH} deep`);
  }
}

/** A number as texts write it (`+1.5`, `.5`, `2.`, `007`) as JSON writes it; `undefined` where it is none, or not finite. */
export function numberText(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  if (whole === '' && fraction === '') return undefined;
  if (!Number.isFinite(Number(text))) return undefined;
  const written = `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}`;
  return `${written}${fraction === '' ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`;
}

/** A double as JSON writes it. Throws ContentFault where it is not finite. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) throw new ContentFault(`a coordinate must be a finite number, got ${value}`);
  return Object.is(value, -0) ? '0' : String(value);
}

/** A number of JSON without an exponent, which XML's decimals have not. */
export function plainDecimal(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(source);
  if (match === null) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const power = Number(exponent);
  const digits = whole + fraction;
  if (/^0*$/.test(digits)) return '0';
  const point = whole.length + power;
  // Doubles end at 1e308; a longer run of zeros below is no place on Earth.
  if (point < -400) return '0';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.replace(/^0+(?=\d)/, '')}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`;
}

const samePlace = (a: GeoPosition | undefined, b: GeoPosition | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.length === b.length &&
  a.every((part, i) => part === b[i] || Number(part) === Number(b[i]));

/**
 * Geometries from what was read: empty parts are left out, an empty geometry is `null`, rings that are open are closed. Throws
 * ContentFault for a line of one position and a ring of fewer than four.
 */
export const build = {
  point: (position: GeoPosition | undefined): Geometry | null =>
    position === undefined ? null : { type: 'Point', coordinates: position },
  multiPoint: (positions: readonly GeoPosition[]): Geometry | null =>
    positions.length === 0 ? null : { type: 'MultiPoint', coordinates: positions },
  line: (positions: readonly GeoPosition[]): Geometry | null =>
    positions.length === 0 ? null : { type: 'LineString', coordinates: checkLine(positions) },
  multiLine: (lines: readonly (readonly GeoPosition[])[]): Geometry | null => {
    const filled = lines.filter(({ length }) => length > 0).map(checkLine);
    return filled.length === 0 ? null : { type: 'MultiLineString', coordinates: filled };
  },
  polygon: (rings: readonly (readonly GeoPosition[])[]): Geometry | null => {
    const closed = checkRings(rings);
    return closed.length === 0 ? null : { type: 'Polygon', coordinates: closed };
  },
  multiPolygon: (polygons: readonly (readonly (readonly GeoPosition[])[])[]): Geometry | null => {
    const filled = polygons.map(checkRings).filter(({ length }) => length > 0);
    return filled.length === 0 ? null : { type: 'MultiPolygon', coordinates: filled };
  },
  collection: (geometries: readonly (Geometry | null)[]): Geometry | null => {
    const filled = geometries.filter((geometry) => geometry !== null);
    return filled.length === 0 ? null : { type: 'GeometryCollection', geometries: filled };
  },
};

function checkLine(positions: readonly GeoPosition[]): readonly GeoPosition[] {
  if (positions.length < 2) throw new ContentFault('a line must have at least 2 positions, got 1');
  return positions;
}

function checkRings(rings: readonly (readonly GeoPosition[])[]): (readonly GeoPosition[])[] {
  // A polygon without its outer ring is empty, whatever its holes.
  if (rings[0] === undefined || rings[0].length === 0) {
    if (rings.some(({ length }) => length > 0)) throw new ContentFault('a polygon with holes must have an outer ring');
    return [];
  }
  return rings.filter(({ length }) => length > 0).map(closeRing);
}

function closeRing(ring: readonly GeoPosition[]): readonly GeoPosition[] {
  const [first] = ring;
  const closed = first === undefined || samePlace(first, ring.at(-1)) ? ring : [...ring, first];
  if (closed.length < 4) throw new ContentFault(`a ring must have at least 4 positions, got ${closed.length}`);
  return closed;
}

/** Twice the area that a ring encloses, positive where it runs counter-clockwise. */
export function ringArea(ring: readonly GeoPosition[]): number {
  // Seen from the first position, for the digits.
  const x0 = Number(ring[0]?.[0]);
  const y0 = Number(ring[0]?.[1]);
  let area = 0;
  let [beforeX, beforeY] = [0, 0];
  for (const position of ring) {
    const x = Number(position[0]) - x0;
    const y = Number(position[1]) - y0;
    area += beforeX * y - x * beforeY;
    [beforeX, beforeY] = [x, y];
  }
  return area;
}

/** A polygon's rings, the outer one counter-clockwise (RFC 7946 §3.1.6) or clockwise, holes the other way. */
export function windRings(
  rings: readonly (readonly GeoPosition[])[],
  outer: 'counter-clockwise' | 'clockwise',
): (readonly GeoPosition[])[] {
  return rings.map((ring, index) => {
    const area = ringArea(ring);
    const isWanted = (index === 0) === (outer === 'counter-clockwise') ? area >= 0 : area <= 0;
    return isWanted ? ring : [...ring].reverse();
  });
}

/** A geometry with its polygons wound with the outer rings counter-clockwise. */
export function wound(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { type: 'Polygon', coordinates: windRings(geometry.coordinates, 'counter-clockwise') };
  if (geometry.type === 'MultiPolygon') {
    const coordinates = geometry.coordinates.map((rings) => windRings(rings, 'counter-clockwise'));
    return { type: 'MultiPolygon', coordinates };
  }
  if (geometry.type !== 'GeometryCollection') return geometry;
  return { type: 'GeometryCollection', geometries: geometry.geometries.map(wound) };
}

/** A geometry with each of its positions changed. */
export function withPositions(geometry: Geometry, change: (position: GeoPosition) => GeoPosition): Geometry {
  const lines = (list: readonly (readonly GeoPosition[])[]) => list.map((line) => line.map(change));
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: change(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map(change) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: lines(geometry.coordinates) };
    case 'MultiPolygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(lines) };
    case 'GeometryCollection':
      return { type: geometry.type, geometries: geometry.geometries.map((part) => withPositions(part, change)) };
  }
}

/** Every position of a geometry. */
export function* positionsOf(geometry: Geometry): Generator<GeoPosition, void> {
  if (geometry.type === 'Point') yield geometry.coordinates;
  else if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) yield* positionsOf(part);
  else if (geometry.type === 'MultiPolygon')
    for (const rings of geometry.coordinates) for (const ring of rings) yield* ring;
  else if (geometry.type === 'Polygon' || geometry.type === 'MultiLineString')
    for (const line of geometry.coordinates) yield* line;
  else yield* geometry.coordinates as readonly GeoPosition[];
}

/** Whether any position has a height. */
export function hasHeight(geometry: Geometry): boolean {
  for (const position of positionsOf(geometry)) if (position.length > 2) return true;
  return false;
}

/** Throws ContentFault where a position is none on Earth. `mostLongitude` is 180, or 360 where formats allow to go on beyond. */
export function checkDegrees(geometry: Geometry, mostLongitude: number): void {
  for (const [x = '', y = ''] of positionsOf(geometry)) {
    if (Math.abs(Number(y)) > 90)
      throw new ContentFault(`latitude must be between -90 and 90 degrees, got ${shorten(y)}`);
    if (Math.abs(Number(x)) > mostLongitude) {
      throw new ContentFault(
        `longitude must be between -${mostLongitude} and ${mostLongitude} degrees, got ${shorten(x)}`,
      );
    }
  }
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** Properties for formats without ids: the id becomes a property, `id` or, where that is taken by another value, `feature_id`. */
export function propertiesWithId({ id, properties }: Feature): ReadonlyMap<string, JsonValue> {
  if (id === undefined) return properties;
  const text = id instanceof JsonNumber ? id.source : id;
  const taken = properties.get('id');
  if (taken === undefined && !properties.has('id')) return new Map([['id', id], ...properties]);
  if (taken === text || (taken instanceof JsonNumber && taken.source === text)) return properties;
  return properties.has('feature_id') ? properties : new Map<string, JsonValue>([['feature_id', id], ...properties]);
}

/** Calls `make` for each feature in order; what it throws names the feature by its number. */
export function forEachFeature(features: readonly Feature[], make: (feature: Feature, number: number) => void): void {
  features.forEach((feature, index) => {
    inPart(`feature ${index + 1}`, () => make(feature, index + 1));
  });
}
