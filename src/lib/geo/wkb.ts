import { ContentFault, inPart } from '../faults.js';
import { type Budget, build, doubleText, type Feature, type Geometry, type GeoPosition } from './model.js';

/**
 * Features of well-known binary in hexadecimal digits, one a line: ISO (1001, 2001, 3001), and the flags of PostGIS (EWKB).
 * Measures are left out. Throws ContentFault naming line and byte, LimitFault.
 */
export function readWkb(text: string, budget: Budget): Feature[] {
  const features: Feature[] = [];
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    const hex = line.trim().replace(/^(?:\\x|0x)/i, '');
    if (hex === '') return;
    budget.addFeature();
    inPart(`line ${index + 1}`, () => {
      if (/[^0-9a-f]/i.test(hex)) throw new ContentFault('it must have hexadecimal digits only');
      if (hex.length % 2 !== 0) throw new ContentFault(`it must have an even number of digits, got ${hex.length}`);
      const reader = new WkbReader(Buffer.from(hex, 'hex'), budget);
      const geometry = reader.readGeometry(1);
      reader.checkEnd();
      features.push({ id: undefined, geometry, properties: new Map() });
    });
  });
  return features;
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
    if ((code & 0x20000000) !== 0) this.#readReference();
    if (wanted !== undefined && base !== wanted)
      throw new ContentFault(`byte ${start + 2}: expected a ${NAMES[wanted]}, got a ${NAMES[base]}`);
    return this.#readBody(base, hasZ, hasM, depth);
  }

  #readReference(): void {
    const srid = this.#uint32();
    if (srid !== 4326 && srid !== 0)
      throw new ContentFault(`its coordinates must be longitude and latitude (SRID 4326), got SRID ${srid}`);
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
