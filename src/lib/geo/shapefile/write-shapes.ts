import { type Geometry, type GeoPosition, hasHeight, windRings } from '../model.js';

import { FILE_CODE, HEADER_BYTES, SHAPES } from './shapes.js';

/** The kinds of geometry that a shapefile holds, one in each. */
export type ShapeKind = Exclude<keyof typeof SHAPES, 'none'>;

/** The kind that holds a geometry; `undefined` for collections, which none does. */
export function kindOf(geometry: Geometry): ShapeKind | undefined {
  switch (geometry.type) {
    case 'Point':
      return 'point';
    case 'MultiPoint':
      return 'multiPoint';
    case 'LineString':
    case 'MultiLineString':
      return 'polyLine';
    case 'Polygon':
    case 'MultiPolygon':
      return 'polygon';
    case 'GeometryCollection':
      return undefined;
  }
}

export interface ShapeFiles {
  readonly shp: Uint8Array;
  readonly shx: Uint8Array;
}

/** The `.shp` and its index for geometries of one kind; null shapes for those that are missing. A height that is missing among others is 0. */
export function writeShapes(kind: ShapeKind, geometries: readonly (Geometry | null)[]): ShapeFiles {
  const hasZ = geometries.some((geometry) => geometry !== null && hasHeight(geometry));
  const type = SHAPES[kind] + (hasZ ? 10 : 0);
  const box = new Box();
  const records = geometries.map((geometry) => writeRecord(type, geometry, hasZ, box));
  const index = Buffer.alloc(HEADER_BYTES + records.length * 8);
  let at = HEADER_BYTES;
  for (const [number, record] of records.entries()) {
    const words = record.length / 2 - 4;
    record.writeInt32BE(number + 1, 0);
    record.writeInt32BE(words, 4);
    index.writeInt32BE(at / 2, HEADER_BYTES + number * 8);
    index.writeInt32BE(words, HEADER_BYTES + number * 8 + 4);
    at += record.length;
  }
  const head = Buffer.alloc(HEADER_BYTES);
  writeHeader(head, type, at, box);
  writeHeader(index, type, index.length, box);
  return { shp: Buffer.concat([head, ...records]), shx: index };
}

/** Least and greatest of x, y and height; zeros where there is nothing. */
class Box {
  readonly #least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  add(values: readonly number[]): void {
    for (const [axis, value] of values.entries()) {
      this.#least[axis] = Math.min(this.#least[axis] ?? value, value);
      this.#most[axis] = Math.max(this.#most[axis] ?? value, value);
    }
  }

  range(axis: number): readonly [number, number] {
    const [least = 0, most = 0] = [this.#least[axis], this.#most[axis]];
    return least <= most ? [least, most] : [0, 0];
  }
}

function writeHeader(target: Buffer, type: number, bytes: number, box: Box): void {
  target.writeInt32BE(FILE_CODE, 0);
  target.writeInt32BE(bytes / 2, 24);
  target.writeInt32LE(1000, 28);
  target.writeInt32LE(type, 32);
  const [x, y, z] = [box.range(0), box.range(1), box.range(2)];
  for (const [place, value] of [x[0], y[0], x[1], y[1], ...z].entries()) target.writeDoubleLE(value, 36 + place * 8);
}

/** A measure that is none: below -10^38. */
const NO_MEASURE = -1.797_693_134_862_315_7e308;

function writeRecord(type: number, geometry: Geometry | null, hasZ: boolean, file: Box): Buffer {
  const parts = geometry === null ? [] : partsOf(geometry);
  const positions = parts.flat();
  // Positions of a shapefile without one: a null shape.
  if (positions.length === 0) return Buffer.alloc(12);
  const places = positions.map(([x, y, z]) => [Number(x), Number(y), ...(hasZ ? [Number(z ?? 0)] : [])]);
  for (const place of places) file.add(place);
  const writer = new RecordWriter(type);
  if (type % 10 === SHAPES.point) {
    const [x = 0, y = 0, ...z] = places[0] ?? [];
    writer.doubles([x, y, ...z, ...(hasZ ? [NO_MEASURE] : [])]);
    return writer.finish();
  }
  const box = new Box();
  for (const place of places) box.add(place);
  const [x, y] = [box.range(0), box.range(1)];
  writer.doubles([x[0], y[0], x[1], y[1]]);
  const starts: number[] = [];
  let start = 0;
  for (const part of parts) {
    starts.push(start);
    start += part.length;
  }
  writer.int32s(type % 10 === SHAPES.multiPoint ? [positions.length] : [parts.length, positions.length, ...starts]);
  writer.doubles(places.flatMap(([px = 0, py = 0]) => [px, py]));
  if (hasZ) writer.doubles([...box.range(2), ...places.map(([, , pz = 0]) => pz)]);
  return writer.finish();
}

/** Lines and rings; outer rings run clockwise, holes the other way. */
function partsOf(geometry: Geometry): readonly (readonly GeoPosition[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return windRings(geometry.coordinates, 'clockwise');
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings) => windRings(rings, 'clockwise'));
    case 'GeometryCollection':
      return [];
  }
}

class RecordWriter {
  readonly #pieces: Buffer[] = [Buffer.alloc(8)];

  constructor(type: number) {
    this.int32s([type]);
  }

  int32s(values: readonly number[]): void {
    const piece = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) piece.writeInt32LE(value, index * 4);
    this.#pieces.push(piece);
  }

  doubles(values: readonly number[]): void {
    const piece = Buffer.alloc(values.length * 8);
    for (const [index, value] of values.entries()) piece.writeDoubleLE(value, index * 8);
    this.#pieces.push(piece);
  }

  finish(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}
