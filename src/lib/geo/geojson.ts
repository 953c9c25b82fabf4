import { ContentFault, inPart } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue, jsonType } from '../json/values.js';
import { writeJson } from '../json/write.js';
import { BoundedText } from '../text/bounded-text.js';
import { type MappedFeatures, type MapSystem, systemOfEpsg } from './map-system.js';
import {
  type Budget,
  build,
  doubleText,
  type Feature,
  type Geometry,
  type GeometryType,
  type GeoPosition,
  wound,
} from './model.js';

const GEOMETRIES: readonly GeometryType[] = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

/** Features of GeoJSON (RFC 7946): a collection, one feature or one geometry. Throws ContentFault, LimitFault. */
export function readGeoJson(value: JsonValue, budget: Budget): Feature[] {
  if (systemOfGeoJson(value) !== undefined) throw notDegrees(value);
  return readFeatures(value, budget);
}

/** As `readGeoJson`, in whatever system the member "crs" of the older GeoJSON of 2008 names; `undefined` for that of RFC 7946. */
export function readGeoJsonIn(value: JsonValue, budget: Budget): MappedFeatures {
  const system = systemOfGeoJson(value);
  return { features: readFeatures(value, budget), systemOf: () => system };
}

function readFeatures(value: JsonValue, budget: Budget): Feature[] {
  if (!isJsonObject(value)) throw new ContentFault(`it must be an object, got ${jsonType(value)}`);
  const type = value.get('type');
  if (type !== 'FeatureCollection') return [readFeature(value, budget, 'the feature')];
  const list = value.get('features');
  if (list === undefined || !isJsonArray(list)) throw new ContentFault('"features" must be a list');
  return list.map((item, index) => readFeature(item, budget, `feature ${index + 1}`));
}

function systemName(value: JsonValue): string | undefined {
  const crs = isJsonObject(value) ? value.get('crs') : undefined;
  if (crs === undefined || crs === null) return undefined;
  const properties = isJsonObject(crs) ? crs.get('properties') : undefined;
  const name = properties !== undefined && isJsonObject(properties) ? properties.get('name') : undefined;
  return typeof name === 'string' ? name : '';
}

/** Names as `urn:ogc:def:crs:EPSG::25832`, `EPSG:25832` and `urn:ogc:def:crs:OGC:1.3:CRS84`. */
function systemOfGeoJson(value: JsonValue): MapSystem | undefined {
  const name = systemName(value);
  if (name === undefined || /(?:CRS:?:?84h?|OGC:.*CRS84h?)$/i.test(name)) return undefined;
  const code = /EPSG:(?:[\d.]*:)?(\d{4,6})$/i.exec(name)?.[1];
  const system = code === undefined ? 'unknown' : systemOfEpsg(Number(code));
  if (system === 'unknown') throw notDegrees(value);
  return system;
}

function notDegrees(value: JsonValue): ContentFault {
  const name = systemName(value) ?? '';
  const shown = name === '' ? 'another one' : JSON.stringify(name.slice(0, 80));
  return new ContentFault(`its coordinates must be longitude and latitude (WGS 84), "crs" names ${shown}`);
}

function readFeature(value: JsonValue, budget: Budget, label: string): Feature {
  budget.addFeature();
  if (!isJsonObject(value)) throw new ContentFault(`${label} must be an object, got ${jsonType(value)}`);
  const type = value.get('type');
  if (type !== 'Feature') {
    return { id: undefined, geometry: readGeometry(value, budget, label, 1), properties: new Map() };
  }
  const geometry = value.get('geometry') ?? null;
  const properties = value.get('properties') ?? null;
  if (properties !== null && !isJsonObject(properties))
    throw new ContentFault(`"properties" of ${label} must be an object or null, got ${jsonType(properties)}`);
  const id = value.get('id');
  return {
    id: typeof id === 'string' || id instanceof JsonNumber ? id : undefined,
    geometry: geometry === null ? null : readGeometry(geometry, budget, label, 1),
    properties: properties ?? new Map(),
  };
}

function readGeometry(value: JsonValue, budget: Budget, label: string, depth: number): Geometry | null {
  if (!isJsonObject(value))
    throw new ContentFault(`the geometry of ${label} must be an object, got ${jsonType(value)}`);
  const type = value.get('type');
  if (typeof type !== 'string' || !GEOMETRIES.some((one) => one === type)) {
    const got = typeof type === 'string' ? JSON.stringify(type.slice(0, 80)) : 'none';
    throw new ContentFault(`"type" of ${label} must be Feature, FeatureCollection or a geometry, got ${got}`);
  }
  if (type === 'GeometryCollection') {
    budget.checkDepth(depth);
    const parts = value.get('geometries');
    if (parts === undefined || !isJsonArray(parts)) throw new ContentFault(`"geometries" of ${label} must be a list`);
    return build.collection(parts.map((part) => readGeometry(part, budget, label, depth + 1)));
  }
  const coordinates = value.get('coordinates');
  if (coordinates === undefined || !isJsonArray(coordinates))
    throw new ContentFault(`"coordinates" of ${label} must be a list`);
  return inPart(label, () => readCoordinates(type as Exclude<GeometryType, 'GeometryCollection'>, coordinates, budget));
}

function readCoordinates(
  type: Exclude<GeometryType, 'GeometryCollection'>,
  list: readonly JsonValue[],
  budget: Budget,
): Geometry | null {
  const position = (item: JsonValue): GeoPosition => readPosition(item, budget);
  const line = (item: JsonValue): GeoPosition[] => listOf(item, 'positions').map(position);
  const rings = (item: JsonValue): GeoPosition[][] => listOf(item, 'rings').map(line);
  switch (type) {
    case 'Point':
      return list.length === 0 ? null : build.point(position(list));
    case 'MultiPoint':
      return build.multiPoint(list.map(position));
    case 'LineString':
      return build.line(list.map(position));
    case 'MultiLineString':
      return build.multiLine(list.map(line));
    case 'Polygon':
      return build.polygon(list.map(line));
    case 'MultiPolygon':
      return build.multiPolygon(list.map(rings));
  }
}

function listOf(value: JsonValue, what: string): readonly JsonValue[] {
  if (!isJsonArray(value))
    throw new ContentFault(`a list of ${what} must stand in its coordinates, got ${jsonType(value)}`);
  return value;
}

/** What follows the third number has no meaning (RFC 7946 §3.1.1) and is left out. */
export function readPosition(value: JsonValue, budget: Budget): GeoPosition {
  budget.addVertices(1);
  if (!isJsonArray(value) || value.length < 2)
    throw new ContentFault('a position must be a list of at least 2 numbers');
  const position: string[] = [];
  for (const item of value.slice(0, 3)) {
    if (!(item instanceof JsonNumber))
      throw new ContentFault(`a position must have numbers only, got ${jsonType(item)}`);
    if (!Number.isFinite(item.toNumber())) throw new ContentFault('a coordinate must be a finite number');
    position.push(item.source === '-0' ? doubleText(0) : item.source);
  }
  return position;
}

/** GeoJSON as RFC 7946 has it, one feature a line. Throws LimitFault. */
export function writeGeoJson(features: readonly Feature[]): string {
  const out = new BoundedText();
  out.add('{"type":"FeatureCollection","features":[');
  features.forEach(({ id, geometry, properties }, index) => {
    out.add(index === 0 ? '\n' : ',\n');
    out.add('{"type":"Feature",');
    if (id !== undefined) out.add(`"id":${writeJson(id)},`);
    out.add('"properties":');
    out.add(writeJson(properties));
    out.add(',"geometry":');
    if (geometry === null) out.add('null');
    else writeGeometry(wound(geometry), out);
    out.add('}');
  });
  out.add(features.length === 0 ? ']}\n' : '\n]}\n');
  return out.toString();
}

function writeGeometry(geometry: Geometry, out: BoundedText): void {
  if (geometry.type === 'GeometryCollection') {
    out.add('{"type":"GeometryCollection","geometries":[');
    geometry.geometries.forEach((part, index) => {
      if (index > 0) out.add(',');
      writeGeometry(part, out);
    });
    out.add(']}');
    return;
  }
  out.add(`{"type":"${geometry.type}","coordinates":`);
  writeNested(geometry.coordinates, out);
  out.add('}');
}

type Nested = string | readonly Nested[];

function writeNested(value: Nested, out: BoundedText): void {
  if (typeof value === 'string') {
    out.add(value);
    return;
  }
  if (typeof value[0] === 'string') {
    out.add(`[${value.join(',')}]`);
    return;
  }
  out.add('[');
  value.forEach((item, index) => {
    if (index > 0) out.add(',');
    writeNested(item, out);
  });
  out.add(']');
}
