import { topology } from 'topojson-server';

import { ContentFault, inPart } from '../faults.js';
import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  jsonType,
  numberOf,
} from '../json/values.js';
import { writeJson } from '../json/write.js';
import { BoundedText } from '../text/bounded-text.js';
import { readPosition } from './geojson.js';
import { type Budget, build, doubleText, type Feature, type Geometry, type GeoPosition } from './model.js';

interface Transform {
  readonly scale: readonly [number, number];
  readonly translate: readonly [number, number];
}

interface Source {
  readonly arcs: readonly (readonly GeoPosition[])[];
  readonly transform: Transform | undefined;
  readonly budget: Budget;
}

/** Features of a TopoJSON topology (specification 1.0). Of several objects, each names its features' `layer`. */
export function readTopoJson(value: JsonValue, budget: Budget): Feature[] {
  if (!isJsonObject(value) || value.get('type') !== 'Topology') throw new ContentFault('"type" must be Topology');
  const objects = value.get('objects');
  if (objects === undefined || !isJsonObject(objects)) throw new ContentFault('"objects" must be an object');
  const transform = readTransform(value.get('transform'));
  const source = { arcs: readArcs(value.get('arcs'), transform, budget), transform, budget };
  const features: Feature[] = [];
  for (const [name, object] of objects) {
    if (!isJsonObject(object)) throw new ContentFault(`object ${JSON.stringify(name.slice(0, 80))} must be an object`);
    const parts = object.get('geometries');
    const isCollection = object.get('type') === 'GeometryCollection' && parts !== undefined && isJsonArray(parts);
    // A collection with properties of its own is one feature; else it is the collection of features that GeoJSON had.
    const list = isCollection && !object.has('properties') && !object.has('id') ? parts : [object];
    for (const item of list) {
      const feature = readObject(item, source, features.length + 1);
      features.push(objects.size > 1 ? withLayer(feature, name) : feature);
    }
  }
  return features;
}

const withLayer = (feature: Feature, layer: string): Feature =>
  feature.properties.has('layer')
    ? feature
    : { ...feature, properties: new Map<string, JsonValue>([...feature.properties, ['layer', layer]]) };

function readTransform(value: JsonValue | undefined): Transform | undefined {
  if (value === undefined || value === null) return undefined;
  const pair = (name: string): readonly [number, number] => {
    const list = isJsonObject(value) ? value.get(name) : undefined;
    const [x, y] = list !== undefined && isJsonArray(list) ? list : [];
    if (!(x instanceof JsonNumber && y instanceof JsonNumber))
      throw new ContentFault(`"${name}" of the transform must be a list of 2 numbers`);
    return [x.toNumber(), y.toNumber()];
  };
  return { scale: pair('scale'), translate: pair('translate') };
}

/** Digits that a double holds without doubt: what scaling adds below them is an error of rounding. */
const scaled = (value: number, scale: number, translate: number): string =>
  doubleText(Number((value * scale + translate).toPrecision(15)));

function transformed(position: GeoPosition, { scale, translate }: Transform): GeoPosition {
  const [x, y, ...rest] = position;
  return [scaled(Number(x), scale[0], translate[0]), scaled(Number(y), scale[1], translate[1]), ...rest];
}

function readArcs(value: JsonValue | undefined, transform: Transform | undefined, budget: Budget): GeoPosition[][] {
  if (value === undefined || !isJsonArray(value)) throw new ContentFault('"arcs" must be a list');
  return value.map((arc, index) => {
    if (!isJsonArray(arc)) throw new ContentFault(`arc ${index} must be a list of positions, got ${jsonType(arc)}`);
    let [x, y] = [0, 0];
    return arc.map((item) => {
      const position = readPosition(item, budget);
      if (transform === undefined) return position;
      x += Number(position[0]);
      y += Number(position[1]);
      return transformed([doubleText(x), doubleText(y), ...position.slice(2)], transform);
    });
  });
}

function readObject(value: JsonValue, source: Source, number: number): Feature {
  source.budget.addFeature();
  if (!isJsonObject(value)) throw new ContentFault(`geometry ${number} must be an object, got ${jsonType(value)}`);
  const properties = value.get('properties') ?? new Map();
  if (!isJsonObject(properties)) throw new ContentFault(`"properties" of geometry ${number} must be an object`);
  const id = value.get('id');
  return inPart(`geometry ${number}`, () => ({
    id: typeof id === 'string' || id instanceof JsonNumber ? id : undefined,
    geometry: readGeometry(value, source, 1),
    properties,
  }));
}

function readGeometry(value: JsonValue, source: Source, depth: number): Geometry | null {
  if (!isJsonObject(value)) throw new ContentFault('a geometry must be an object');
  const point = (item: JsonValue): GeoPosition => {
    const position = readPosition(item, source.budget);
    return source.transform === undefined ? position : transformed(position, source.transform);
  };
  const type = value.get('type');
  switch (type) {
    case null:
    case undefined:
      return null;
    case 'Point': {
      const coordinates = listOf(value, 'coordinates');
      return coordinates.length === 0 ? null : build.point(point(coordinates));
    }
    case 'MultiPoint':
      return build.multiPoint(listOf(value, 'coordinates').map(point));
    case 'LineString':
      return build.line(stitch(listOf(value, 'arcs'), source, 2));
    case 'MultiLineString':
      return build.multiLine(listOf(value, 'arcs').map((arcs) => stitch(arcs, source, 2)));
    case 'Polygon':
      return build.polygon(listOf(value, 'arcs').map((arcs) => stitch(arcs, source, 4)));
    case 'MultiPolygon': {
      const polygons = listOf(value, 'arcs').map((rings) => {
        if (!isJsonArray(rings)) throw new ContentFault('"arcs" of a MultiPolygon must be lists of lists');
        return rings.map((arcs) => stitch(arcs, source, 4));
      });
      return build.multiPolygon(polygons);
    }
    case 'GeometryCollection':
      source.budget.checkDepth(depth);
      return build.collection(listOf(value, 'geometries').map((part) => readGeometry(part, source, depth + 1)));
    default:
      throw new ContentFault(`"type" must be a geometry, got ${writeJson(type).slice(0, 80)}`);
  }
}

function listOf(value: JsonObject, name: string): readonly JsonValue[] {
  const list = value.get(name);
  if (list === undefined || !isJsonArray(list)) throw new ContentFault(`"${name}" must be a list`);
  return list;
}

/**
 * Arcs one after the other, each but the first without its first position; `~i` is arc `i` backwards. Rounding may have left
 * fewer positions than a line or ring needs: the first is repeated, as the reference implementation does.
 */
function stitch(indexes: JsonValue, { arcs, budget }: Source, least: number): GeoPosition[] {
  if (!isJsonArray(indexes)) throw new ContentFault('"arcs" must be lists of numbers');
  const line: GeoPosition[] = [];
  for (const item of indexes) {
    const index = item instanceof JsonNumber ? item.toNumber() : Number.NaN;
    const arc = arcs[index < 0 ? ~index : index];
    if (!Number.isSafeInteger(index) || arc === undefined)
      throw new ContentFault(`there is no arc ${writeJson(item).slice(0, 40)} among ${arcs.length}`);
    budget.addVertices(arc.length);
    const ordered = index < 0 ? arc.toReversed() : arc;
    for (let i = line.length === 0 ? 0 : 1; i < ordered.length; i++) line.push(ordered[i] as GeoPosition);
  }
  const [first] = line;
  while (first !== undefined && line.length < least) line.push(first);
  return line;
}

interface WrittenGeometry {
  readonly type: string | null;
  readonly arcs?: NestedIndexes;
  readonly geometries?: readonly WrittenGeometry[];
}

type NestedIndexes = readonly (number | NestedIndexes)[];

/** Never a key of ours: objects of the package are keyed by it. */
const LAYER = 'layer';

/**
 * One object `features` whose lines and rings share their arcs. Positions are shared where all their digits and heights are the
 * same: the package is given a number for each place instead of its coordinates. Throws LimitFault.
 */
export function writeTopoJson(features: readonly Feature[]): string {
  const places = new Map<string, number>();
  const positions: GeoPosition[] = [];
  const place = (position: GeoPosition): [number, number] => {
    const key = position.join(' ');
    const known = places.get(key) ?? positions.length;
    if (known === positions.length) {
      places.set(key, known);
      positions.push(position);
    }
    return [known, 0];
  };
  const geometries = features.map(({ geometry }) => (geometry === null ? null : numbered(geometry, place)));
  const made = topology({
    [LAYER]: {
      type: 'FeatureCollection',
      features: geometries.map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
    } as never,
  });
  const written = (made.objects[LAYER] as unknown as { geometries: readonly WrittenGeometry[] }).geometries;

  const out = new BoundedText();
  out.add('{"type":"Topology","objects":{"features":{"type":"GeometryCollection","geometries":[');
  features.forEach(({ id, geometry, properties }, index) => {
    out.add(index === 0 ? '\n{' : ',\n{');
    writeGeometry(geometry, written[index], out);
    if (id !== undefined) out.add(`,"id":${writeJson(id)}`);
    if (properties.size > 0) {
      out.add(',"properties":');
      out.add(writeJson(properties));
    }
    out.add('}');
  });
  out.add('\n]}},"arcs":[');
  (made.arcs as readonly (readonly (readonly number[])[])[]).forEach((arc, index) => {
    out.add(index === 0 ? '\n[' : ',\n[');
    arc.forEach(([id = 0], at) => {
      out.add(`${at === 0 ? '' : ','}[${positions[id]?.join(',')}]`);
    });
    out.add(']');
  });
  out.add('\n]}\n');
  return out.toString();
}

function numbered(geometry: Geometry, place: (position: GeoPosition) => [number, number]): unknown {
  const each = (list: readonly GeoPosition[]): [number, number][] => list.map(place);
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: [] };
    case 'LineString':
      return { type: geometry.type, coordinates: each(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(each) };
    case 'MultiPolygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map((rings) => rings.map(each)) };
    case 'GeometryCollection':
      return { type: geometry.type, geometries: geometry.geometries.map((part) => numbered(part, place)) };
  }
}

function writeGeometry(geometry: Geometry | null, written: WrittenGeometry | undefined, out: BoundedText): void {
  if (geometry === null) {
    out.add('"type":null');
    return;
  }
  out.add(`"type":"${geometry.type}"`);
  if (geometry.type === 'GeometryCollection') {
    out.add(',"geometries":[');
    geometry.geometries.forEach((part, index) => {
      out.add(index === 0 ? '{' : ',{');
      writeGeometry(part, written?.geometries?.[index], out);
      out.add('}');
    });
    out.add(']');
  } else if (geometry.type === 'Point') out.add(`,"coordinates":[${geometry.coordinates.join(',')}]`);
  else if (geometry.type === 'MultiPoint')
    out.add(`,"coordinates":[${geometry.coordinates.map((position) => `[${position.join(',')}]`).join(',')}]`);
  else out.add(`,"arcs":${writeJson(indexes(written?.arcs ?? []))}`);
}

const indexes = (list: NestedIndexes): JsonValue =>
  list.map((item) => (typeof item === 'number' ? numberOf(item) : indexes(item)));
