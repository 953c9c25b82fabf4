import { ContentFault, inPart } from '../faults.js';
import { type MappedFeatures, type MapSystem, systemOfSrid } from './map-system.js';
import { type Budget, build, doubleText, type Feature, type Geometry, type GeoPosition, hasHeight } from './model.js';

/**
 * Features of well-known binary in hexadecimal digits, one a line: ISO (1001, 2001, 3001), and the flags of PostGIS (EWKB).
 * Measures are left out. Throws ContentFault naming line and byte, LimitFault.
 */
export function readWkb(text: string, budget: Budget): MappedFeatures {
  const features: Feature[] = [];
  const systems: (MapSystem | undefined)[] = [];
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    const hex = line.trim().replace(/^(?:\\x|0x)/i, '');
    if (hex === '') return;
    budget.addFeature();
    inPart(`line ${index + 1}`, () => {
      if (/[^0-9a-f]/i.test(hex)) throw new ContentFault('it must have hexadecimal digits only');
      if (hex.length % 2 !== 0) throw new ContentFault(`it must have an even number of digits, got ${hex.length}`);
      const { geometry, srid } = readWkbBytes(Buffer.from(hex, 'hex'), budget);
      systems.push(systemOfSrid(srid));
      features.push({ id: undefined, geometry, properties: new Map() });
    });
  });
  return { features, systemOf: (index) => systems[index] };
}

/** One geometry of well-known binary; `srid` is 0 where EWKB names none. Throws ContentFault naming the byte, LimitFault. */
export function readWkbBytes(
  bytes: Buffer,
  budget: Budget,
): { readonly geometry: Geometry | null; readonly srid: number } {
  const reader = new WkbReader(bytes, budget);
  const geometry = reader.readGeometry(1);
  reader.checkEnd();
  return { geometry, srid: reader.srid ?? 0 };
}

const NAMES = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

class WkbReader {
  #at = 0;
  #isLittle = true;
  /** Of the geometry, whose parts are in the same system. */
  srid: number | undefined;

  constructor(
    readonly bytes: Buffer,
    readonly budget: Budget,
  ) {}

  checkEnd(): void {
    if (this.#at < this.bytes.length)
      throw new ContentFault(`the geometry ends at byte ${this.#at}, but there are ${this.bytes.length} bytes`);
  }

  readGeometry(depth: number, wanted?: number): Geometry | null {
    const start = this.#at;
    const order = this.#take(1)[0];
    if (order !== 0 && order !== 1)
      throw new ContentFault(`byte ${start + 1} must be 00 or 01, the order of the bytes`);
    this.#isLittle = order === 1;
    const code = this.#uint32();
    const base = (code & 0x0fffffff) % 1000;
    const iso = Math.floor((code & 0x0fffffff) / 1000);
    const hasZ = (code & 0x80000000) !== 0 || iso === 1 || iso === 3;
    const hasM = (code & 0x40000000) !== 0 || iso === 2 || iso === 3;
    if (iso > 3 || base < 1 || base > 7)
      throw new ContentFault(`byte ${start + 2}: type ${code & 0x0fffffff} is not read`);
    if ((code & 0x20000000) !== 0) this.#readReference(depth);
    if (wanted !== undefined && base !== wanted)
      throw new ContentFault(`byte ${start + 2}: expected a ${NAMES[wanted]}, got a ${NAMES[base]}`);
    return this.#readBody(base, hasZ, hasM, depth);
  }

  #readReference(depth: number): void {
    const srid = this.#uint32();
    if (depth === 1) this.srid = srid;
    else if (srid !== (this.srid ?? 0))
      throw new ContentFault(`a part has SRID ${srid}, the geometry that it is in ${this.srid ?? 0}`);
  }

  #readBody(base: number, hasZ: boolean, hasM: boolean, depth: number): Geometry | null {
    const size = 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0);
    const line = (): GeoPosition[] => this.#list(size, () => this.#position(hasZ, hasM) ?? this.#noPosition());
    switch (base) {
      case 1:
        return build.point(this.#position(hasZ, hasM));
      case 2:
        return build.line(line());
      case 3:
        return build.polygon(this.#list(4, line));
      default:
        break;
    }
    this.budget.checkDepth(depth);
    const isBigOrLittle = this.#isLittle;
    const parts = this.#list(5, () => {
      const part = this.readGeometry(depth + 1, base === 7 ? undefined : base - 3);
      this.#isLittle = isBigOrLittle;
      return part;
    }).filter((part) => part !== null);
    if (base === 7) return build.collection(parts);
    if (base === 4) return build.multiPoint(parts.flatMap((part) => (part.type === 'Point' ? [part.coordinates] : [])));
    if (base === 5)
      return build.multiLine(parts.flatMap((part) => (part.type === 'LineString' ? [part.coordinates] : [])));
    return build.multiPolygon(parts.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : [])));
  }

  /** `undefined` for the position of NaN that stands for an empty point. */
  #position(hasZ: boolean, hasM: boolean): GeoPosition | undefined {
    this.budget.addVertices(1);
    const [x, y] = [this.#double(), this.#double()];
    const z = hasZ ? this.#double() : undefined;
    if (hasM) this.#double();
    if (Number.isNaN(x) && Number.isNaN(y)) return undefined;
    return z === undefined || Number.isNaN(z)
      ? [doubleText(x), doubleText(y)]
      : [doubleText(x), doubleText(y), doubleText(z)];
  }

  #noPosition(): never {
    throw new ContentFault(`byte ${this.#at}: a coordinate must be a finite number, got NaN`);
  }

  #list<Item>(leastBytes: number, readItem: () => Item): Item[] {
    const count = this.#uint32();
    if (count * leastBytes > this.bytes.length - this.#at)
      throw new ContentFault(
        `byte ${this.#at - 3}: ${count} parts are announced, ${this.bytes.length - this.#at} bytes follow`,
      );
    return Array.from({ length: count }, readItem);
  }

  #uint32(): number {
    const bytes = this.#take(4);
    return this.#isLittle ? bytes.readUInt32LE() : bytes.readUInt32BE();
  }

  #double(): number {
    const bytes = this.#take(8);
    return this.#isLittle ? bytes.readDoubleLE() : bytes.readDoubleBE();
  }

  #take(count: number): Buffer {
    if (this.#at + count > this.bytes.length)
      throw new ContentFault(`it ends within the geometry, at byte ${this.bytes.length}`);
    this.#at += count;
    return this.bytes.subarray(this.#at - count, this.#at);
  }
}

/** A geometry as ISO well-known binary, little-endian. Positions without a height get 0 beside others with one. */
export function wkbOf(geometry: Geometry): Buffer {
  const parts: Buffer[] = [];
  writeGeometry(geometry, hasHeight(geometry), parts);
  return Buffer.concat(parts);
}

function writeGeometry(geometry: Geometry, withZ: boolean, parts: Buffer[]): void {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(NAMES.indexOf(geometry.type) + (withZ ? 1000 : 0), 1);
  parts.push(head);
  const each = <Part extends Geometry>(list: readonly Part[]): void => {
    parts.push(countOf(list.length));
    for (const part of list) writeGeometry(part, withZ, parts);
  };
  switch (geometry.type) {
    case 'Point':
      parts.push(positionsOf([geometry.coordinates], withZ));
      break;
    case 'LineString':
      parts.push(countOf(geometry.coordinates.length), positionsOf(geometry.coordinates, withZ));
      break;
    case 'Polygon':
      parts.push(countOf(geometry.coordinates.length));
      for (const ring of geometry.coordinates) parts.push(countOf(ring.length), positionsOf(ring, withZ));
      break;
    case 'MultiPoint':
      each(geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates })));
      break;
    case 'MultiLineString':
      each(geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates })));
      break;
    case 'MultiPolygon':
      each(geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })));
      break;
    case 'GeometryCollection':
      each(geometry.geometries);
  }
}

function countOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(count);
  return bytes;
}

function positionsOf(positions: readonly GeoPosition[], withZ: boolean): Buffer {
  const width = withZ ? 3 : 2;
  const bytes = Buffer.alloc(positions.length * width * 8);
  positions.forEach((position, index) => {
    for (let i = 0; i < width; i++) bytes.writeDoubleLE(Number(position[i] ?? 0), (index * width + i) * 8);
  });
  return bytes;
}
