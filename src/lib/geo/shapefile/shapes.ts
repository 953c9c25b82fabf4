import { ContentFault, inPart } from '../../faults.js';
import { type Budget, build, doubleText, type Geometry, type GeoPosition } from '../model.js';

import { polygonsOf } from './rings.js';

/**
 * The geometries of a `.shp`, in order; heights are kept, measures left out. Throws ContentFault naming the record, LimitFault.
 * Format: ESRI Shapefile Technical Description (July 1998).
 */
export function readShapes(bytes: Uint8Array, budget: Budget): (Geometry | null)[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES || file.readInt32BE(0) !== FILE_CODE) throw new ContentFault('its .shp file is none');
  const geometries: (Geometry | null)[] = [];
  for (let at = HEADER_BYTES; at < file.length; ) {
    const number = geometries.length + 1;
    budget.addFeature();
    inPart(`record ${number}`, () => {
      const end = at + 8 + (at + 8 > file.length ? 0 : file.readInt32BE(at + 4) * 2);
      if (end < at + 12 || end > file.length) throw new ContentFault('it goes on behind the end of the .shp file');
      geometries.push(new ShapeReader(file.subarray(at + 8, end), budget).read());
      at = end;
    });
  }
  return geometries;
}

export const HEADER_BYTES = 100;
export const FILE_CODE = 9994;

/** Types of shapes without height and measure; 10 more have a height, 20 more a measure. */
export const SHAPES = { none: 0, point: 1, polyLine: 3, polygon: 5, multiPoint: 8 } as const;
const KNOWN = new Set<number>(Object.values(SHAPES));
const MULTI_PATCH = 31;

class ShapeReader {
  #at = 4;

  constructor(
    private readonly bytes: Buffer,
    private readonly budget: Budget,
  ) {}

  read(): Geometry | null {
    const type = this.bytes.readInt32LE(0);
    const [base, hasZ] = [type % 10, type > 10 && type < 20];
    if (type === SHAPES.none) return null;
    if (type === MULTI_PATCH) throw new ContentFault('it is a MultiPatch, a surface in space, which is not read');
    if (type < 0 || type > 28 || !KNOWN.has(base)) throw new ContentFault(`shapes of type ${type} are not read`);
    if (base === SHAPES.point) return this.#point(hasZ);
    // The bounding box, which follows from the positions.
    this.#at += 32;
    if (base === SHAPES.multiPoint) return build.multiPoint(this.#positions(this.#count('points', 16), hasZ));
    const parts = this.#parts(hasZ);
    if (base === SHAPES.polygon) return polygonsOf(parts);
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? build.line(only) : build.multiLine(parts);
  }

  #point(hasZ: boolean): Geometry | null {
    this.budget.addVertices(1);
    const [x, y] = [this.#double(), this.#double()];
    return build.point(hasZ ? [x, y, this.#double()] : [x, y]);
  }

  #parts(hasZ: boolean): (readonly GeoPosition[])[] {
    const count = this.#count('parts', 4);
    const points = this.#count('points', 16);
    if (count * 4 + points * 16 > this.bytes.length - this.#at) throw this.#tooFew('parts and points', count + points);
    const starts = Array.from({ length: count }, () => this.#int32());
    const positions = this.#positions(points, hasZ);
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? points;
      if (start < 0 || end > points || start > end || (index === 0 && start !== 0))
        throw new ContentFault(`its part ${index + 1} must begin within its ${points} points, got point ${start}`);
      return positions.slice(start, end);
    });
  }

  /** The heights stand behind all positions, after their least and greatest. */
  #positions(count: number, hasZ: boolean): GeoPosition[] {
    this.budget.addVertices(count);
    const flat = Array.from({ length: count }, (): [string, string] => [this.#double(), this.#double()]);
    if (!hasZ) return flat;
    this.#at += 16;
    return flat.map(([x, y]) => [x, y, this.#double()]);
  }

  #count(what: string, leastBytes: number): number {
    const count = this.#int32();
    if (count < 0 || count * leastBytes > this.bytes.length - this.#at) throw this.#tooFew(what, count);
    return count;
  }

  #tooFew(what: string, count: number): ContentFault {
    return new ContentFault(
      `${count} ${what} are announced, ${Math.max(0, this.bytes.length - this.#at)} bytes follow`,
    );
  }

  #int32(): number {
    this.#need(4);
    this.#at += 4;
    return this.bytes.readInt32LE(this.#at - 4);
  }

  #double(): string {
    this.#need(8);
    this.#at += 8;
    return doubleText(this.bytes.readDoubleLE(this.#at - 8));
  }

  #need(bytes: number): void {
    if (this.#at + bytes > this.bytes.length) throw new ContentFault('it ends within its shape');
  }
}
