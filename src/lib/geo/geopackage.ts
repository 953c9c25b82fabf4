/** Geometries and values of GeoPackages (OGC 12-128r18, version 1.3). */

import { ContentFault } from '../faults.js';
import { JsonNumber, type JsonValue } from '../json/values.js';
import { cellText } from '../table/table.js';
import { type Budget, type Geometry, hasHeight, positionsOf } from './model.js';
import { readWkbBytes, wkbOf } from './wkb.js';

/** Bytes of an envelope by its code: none, XY, XYZ, XYM, XYZM. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** A GeoPackageBinary (clause 2.1.3): its geometry and the `srs_id` of its header. Throws ContentFault, LimitFault. */
export function readGeoPackageGeometry(
  bytes: Uint8Array,
  budget: Budget,
): { readonly geometry: Geometry | null; readonly srsId: number } {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (blob.length < 8 || blob.toString('latin1', 0, 2) !== 'GP')
    throw new ContentFault('its geometry must begin with GP, as a GeoPackage stores it');
  const flags = blob[3] ?? 0;
  if (blob[2] !== 0 || (flags & 0x20) !== 0)
    throw new ContentFault('its geometry is stored in a way that is not read: version or extension');
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined) throw new ContentFault('the envelope of its geometry must have a code from 0 to 4');
  const srsId = (flags & 1) === 1 ? blob.readInt32LE(4) : blob.readInt32BE(4);
  const { geometry } = readWkbBytes(blob.subarray(8 + envelope), budget);
  return { geometry, srsId };
}

/** West, east, south, north: the order of an envelope. */
type Bounds = readonly [minX: number, maxX: number, minY: number, maxY: number];

export function boundsOf(geometries: Iterable<Geometry>): Bounds | undefined {
  let bounds: Bounds | undefined;
  for (const geometry of geometries)
    for (const position of positionsOf(geometry)) {
      const [x, y] = [Number(position[0]), Number(position[1])];
      const [minX, maxX, minY, maxY] = bounds ?? [x, x, y, y];
      bounds = [Math.min(minX, x), Math.max(maxX, x), Math.min(minY, y), Math.max(maxY, y)];
    }
  return bounds;
}

/** A geometry with the header of GeoPackages, in `srsId`; with its envelope unless it is a point. */
export function writeGeoPackageGeometry(geometry: Geometry, srsId: number): Buffer {
  const bounds = geometry.type === 'Point' ? undefined : boundsOf([geometry]);
  const head = Buffer.alloc(bounds === undefined ? 8 : 40);
  head.write('GP', 'latin1');
  head[3] = bounds === undefined ? 1 : 3;
  head.writeInt32LE(srsId, 4);
  bounds?.forEach((value, index) => {
    head.writeDoubleLE(value, 8 + index * 8);
  });
  return Buffer.concat([head, wkbOf(geometry)]);
}

/** The name that a layer has for its geometries, and whether all (1), some (2) or none (0) have heights. */
export function layerKind(geometries: readonly Geometry[]): { readonly type: string; readonly z: 0 | 1 | 2 } {
  const types = new Set(geometries.map(({ type }) => type));
  const [type = ''] = types;
  const high = geometries.filter(hasHeight).length;
  return {
    type: types.size === 1 ? type.toUpperCase() : 'GEOMETRY',
    z: high === 0 ? 0 : high === geometries.length ? 1 : 2,
  };
}

/** A value of a column as its declared type means it: only BOOLEAN is stored as something else, a number. */
export function valueOfColumn(value: JsonValue | Uint8Array, type: string): JsonValue {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (type.toUpperCase() !== 'BOOLEAN' || !(value instanceof JsonNumber)) return value;
  return value.source === '0' || value.source === '1' ? value.source === '1' : value;
}

/** A column for the values of a property: its type, and what makes a value one of it. */
export interface PropertyColumn {
  readonly type: 'BOOLEAN' | 'INTEGER' | 'REAL' | 'DATE' | 'DATETIME' | 'TEXT';
  readonly store: (value: JsonValue) => JsonValue;
}

const MAX_INTEGER = 2n ** 63n;

/**
 * The type that holds all values of a property without a change; texts where they are of different types, where numbers have more digits
 * than a double or 64 bits, and for lists and objects, which become JSON.
 */
export function columnOf(values: readonly JsonValue[]): PropertyColumn {
  const given = values.filter((value) => value !== null);
  const are = (test: (value: JsonValue) => boolean): boolean => given.length > 0 && given.every(test);
  const same = (value: JsonValue): JsonValue => value;
  if (are((value) => typeof value === 'boolean')) return { type: 'BOOLEAN', store: same };
  if (are((value) => value instanceof JsonNumber && isInteger(value))) return { type: 'INTEGER', store: same };
  if (are((value) => value instanceof JsonNumber && value.isExact())) return { type: 'REAL', store: same };
  if (are((value) => typeof value === 'string' && isDate(value))) return { type: 'DATE', store: same };
  if (are((value) => typeof value === 'string' && isInstant(value))) return { type: 'DATETIME', store: same };
  return { type: 'TEXT', store: (value) => (value === null ? null : cellText(value)) };
}

function isInteger({ source }: JsonNumber): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(source)) return false;
  const value = BigInt(source);
  return value >= -MAX_INTEGER && value < MAX_INTEGER;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** As a GeoPackage writes an instant (table 1 of the standard): in UTC, with milliseconds. */
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && new Date(text).toJSON() === text;
