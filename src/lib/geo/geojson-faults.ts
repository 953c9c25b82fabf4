import { LimitFault } from '../faults.js';
import { writePointer } from '../json/pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue, jsonType } from '../json/values.js';

import { crossingOf } from './crossings.js';
import { ringArea } from './model.js';
import { holds, type XY } from './parts.js';

/** Faults that are listed. */
const MAX_LISTED = 200;
const MAX_DEPTH = 32;

export interface GeoJsonFault {
  /** `error`: RFC 7946 does not allow it. `warning`: it advises against it, or programs read it in several ways. */
  readonly severity: 'error' | 'warning';
  /** JSON Pointer of the value. */
  readonly instance: string;
  readonly message: string;
}

export interface GeoJsonFaults {
  readonly errors: number;
  readonly warnings: number;
  /** Errors before warnings, each in the order of the document. */
  readonly list: readonly GeoJsonFault[];
}

type Path = readonly (string | number)[];

const GEOMETRY_DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Checks a document against RFC 7946. */
export function geoJsonFaults(document: JsonValue): GeoJsonFaults {
  const checker = new Checker();
  checker.document(document);
  return checker.result();
}

class Checker {
  readonly #errors: GeoJsonFault[] = [];
  readonly #warnings: GeoJsonFault[] = [];
  #counts = { error: 0, warning: 0 };

  result(): GeoJsonFaults {
    const list = [...this.#errors, ...this.#warnings].slice(0, MAX_LISTED);
    return { errors: this.#counts.error, warnings: this.#counts.warning, list };
  }

  #add(severity: GeoJsonFault['severity'], path: Path, message: string): undefined {
    this.#counts[severity]++;
    const list = severity === 'error' ? this.#errors : this.#warnings;
    if (list.length < MAX_LISTED) list.push({ severity, instance: writePointer(path), message });
  }

  document(value: JsonValue): undefined {
    if (!isJsonObject(value)) return this.#add('error', [], `must be an object, is ${jsonType(value)}`);
    if (value.has('crs'))
      this.#add(
        'warning',
        ['crs'],
        'RFC 7946 has only longitude and latitude of WGS 84: programs ignore "crs" or refuse it',
      );
    const type = value.get('type');
    if (type === 'FeatureCollection') {
      this.#box(value, []);
      this.#foreign(value, [], ['coordinates', 'geometries', 'geometry', 'properties']);
      const features = value.get('features');
      if (features === undefined || !isJsonArray(features)) return this.#add('error', ['features'], 'must be an array');
      for (const [index, feature] of features.entries()) this.#feature(feature, ['features', index]);
      return;
    }
    if (type === 'Feature') this.#feature(value, []);
    else this.#geometry(value, [], 1);
  }

  #feature(value: JsonValue, path: Path): undefined {
    if (!isJsonObject(value) || value.get('type') !== 'Feature')
      return this.#add('error', path, 'must be an object of the type "Feature"');
    this.#box(value, path);
    this.#foreign(value, path, ['coordinates', 'geometries', 'features']);
    const id = value.get('id');
    if (id !== undefined && typeof id !== 'string' && !(id instanceof JsonNumber))
      this.#add('error', [...path, 'id'], `must be a string or a number, is ${jsonType(id)}`);
    const properties = value.get('properties');
    if (properties === undefined) this.#add('error', path, 'must have the member "properties", which may be null');
    else if (properties !== null && !isJsonObject(properties))
      this.#add('error', [...path, 'properties'], `must be an object or null, is ${jsonType(properties)}`);
    const geometry = value.get('geometry');
    if (geometry === undefined) this.#add('error', path, 'must have the member "geometry", which may be null');
    else if (geometry !== null) this.#geometry(geometry, [...path, 'geometry'], 1);
  }

  /** Members that RFC 7946 §7.1 keeps for other types. */
  #foreign(value: JsonObject, path: Path, names: readonly string[]): undefined {
    for (const name of names)
      if (value.has(name)) this.#add('error', [...path, name], 'must not be a member of this type');
  }

  #box(value: JsonObject, path: Path): undefined {
    const box = value.get('bbox');
    if (box === undefined) return;
    const place = [...path, 'bbox'];
    if (!isJsonArray(box) || !box.every((item) => item instanceof JsonNumber) || (box.length !== 4 && box.length !== 6))
      return this.#add('error', place, 'must be an array of 4 or 6 numbers');
    const numbers = box.map((item) => (item as JsonNumber).toNumber());
    const half = numbers.length / 2;
    if ((numbers[1] ?? 0) > (numbers[1 + half] ?? 0)) this.#add('error', place, 'must have its south before its north');
  }

  #geometry(value: JsonValue, path: Path, depth: number): undefined {
    if (!isJsonObject(value)) return this.#add('error', path, `must be a geometry object, is ${jsonType(value)}`);
    const type = value.get('type');
    this.#box(value, path);
    if (type === 'GeometryCollection') {
      if (depth > MAX_DEPTH)
        throw new LimitFault(`geometry collections are nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
      if (depth > 1) this.#add('warning', path, 'a collection within a collection should be avoided (section 3.1.8)');
      const parts = value.get('geometries');
      if (parts === undefined || !isJsonArray(parts))
        return this.#add('error', [...path, 'geometries'], 'must be an array');
      for (const [index, part] of parts.entries()) this.#geometry(part, [...path, 'geometries', index], depth + 1);
      return;
    }
    const levels = typeof type === 'string' && Object.hasOwn(GEOMETRY_DEPTH, type) ? GEOMETRY_DEPTH[type] : undefined;
    if (levels === undefined) {
      const shown = typeof type === 'string' ? JSON.stringify(type.slice(0, 80)) : jsonType(type ?? null);
      return this.#add('error', [...path, 'type'], `must be one of the nine types of GeoJSON, is ${shown}`);
    }
    const coordinates = value.get('coordinates');
    const place = [...path, 'coordinates'];
    if (coordinates === undefined || !isJsonArray(coordinates)) return this.#add('error', place, 'must be an array');
    // An empty array is a geometry without a place, which section 3.1 allows.
    if (coordinates.length === 0) return;
    this.#coordinates(type as string, coordinates, levels, place);
  }

  #coordinates(type: string, value: JsonValue, levels: number, path: Path): undefined {
    if (levels === 0) {
      this.#position(value, path);
      return;
    }
    if (!isJsonArray(value)) return this.#add('error', path, `must be an array, is ${jsonType(value)}`);
    const isPolygon = type.endsWith('Polygon') && levels === 2;
    const isLine = type.endsWith('LineString') && levels === 1;
    if (isPolygon) return this.#polygon(value, path);
    if (isLine) {
      if (value.length < 2) this.#add('error', path, `a line must have at least 2 positions, has ${value.length}`);
      this.#line(value, path);
      return;
    }
    for (const [index, item] of value.entries()) this.#coordinates(type, item, levels - 1, [...path, index]);
  }

  #position(value: JsonValue, path: Path): XY | undefined {
    if (!isJsonArray(value) || value.length < 2 || !value.every((item) => item instanceof JsonNumber)) {
      this.#add('error', path, 'a position must be an array of 2 or 3 numbers: longitude, latitude, height');
      return undefined;
    }
    if (value.length > 3) this.#add('warning', path, `a position should have 2 or 3 numbers, has ${value.length}`);
    const [x = 0, y = 0] = value.map((item) => (item as JsonNumber).toNumber());
    if (Math.abs(y) > 90) {
      const hint = Math.abs(x) <= 90 ? '; longitude comes first' : '';
      this.#add('error', path, `latitude must be between -90 and 90 degrees, is ${y}${hint}`);
    } else if (Math.abs(x) > 180)
      this.#add('warning', path, `longitude should be between -180 and 180 degrees, is ${x}`);
    return [x, y];
  }

  /** The positions of a line or ring, if all of them can be read. */
  #line(value: readonly JsonValue[], path: Path): XY[] | undefined {
    const line: XY[] = [];
    for (const [index, item] of value.entries()) {
      const place = this.#position(item, [...path, index]);
      if (place === undefined) continue;
      const last = line.at(-1);
      if (last !== undefined && last[0] === place[0] && last[1] === place[1])
        this.#add('warning', [...path, index], 'is the same position as the one before');
      if (last !== undefined && Math.abs(last[0] - place[0]) > 180)
        this.#add(
          'warning',
          [...path, index],
          'goes over the antimeridian: cut the geometry in two there (section 3.1.9)',
        );
      line.push(place);
    }
    return line.length === value.length ? line : undefined;
  }

  #polygon(rings: readonly JsonValue[], path: Path): undefined {
    const read: XY[][] = [];
    for (const [index, value] of rings.entries()) {
      const place = [...path, index];
      if (!isJsonArray(value)) {
        this.#add('error', place, `must be an array, is ${jsonType(value)}`);
        continue;
      }
      const ring = this.#line(value, place);
      if (ring === undefined) continue;
      const [first, last] = [ring[0], ring.at(-1)];
      const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
      if (ring.length < 4) this.#add('error', place, `a ring must have at least 4 positions, has ${ring.length}`);
      else if (!isClosed) this.#add('error', place, 'a ring must end where it begins');
      else {
        read.push(ring);
        const area = ringArea(ring.map(([x, y]) => [String(x), String(y)]));
        if (area === 0) this.#add('error', place, 'a ring must enclose an area');
        else if (area > 0 !== (index === 0))
          this.#add(
            'warning',
            place,
            `${index === 0 ? 'an outer ring should run counter-clockwise' : 'a hole should run clockwise'} (section 3.1.6)`,
          );
      }
    }
    if (read.length !== rings.length) return;
    const crossing = crossingOf(read);
    if (crossing !== undefined)
      return this.#add(
        'error',
        path,
        `its rings cross at ${crossing.map((part) => Number(part.toFixed(7))).join(', ')}`,
      );
    const [outer, ...holes] = read;
    for (const [index, hole] of holes.entries()) {
      if (outer !== undefined && !holds(outer, hole))
        this.#add('error', [...path, index + 1], 'a hole must be inside the outer ring');
    }
  }
}
