import { ContentFault } from '../faults.js';
import { BoundedText } from '../text/bounded-text.js';

import { type MappedFeatures, type MapSystem, systemOfSrid } from './map-system.js';
import { type Budget, build, type Feature, type Geometry, type GeoPosition, hasHeight, numberText } from './model.js';

const TYPES = new Set([
  'POINT',
  'LINESTRING',
  'LINEARRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
]);
const UNREAD =
  /^(?:CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE|POLYHEDRALSURFACE|TIN|TRIANGLE)(?:Z|M|ZM)?$/;

/**
 * Features of well-known text (OGC 06-103r4, ISO 19125): geometries one after the other, with or without `;` between them, with
 * or without the `SRID=4326;` of PostGIS, which holds for the one geometry behind it. Measures (M) are left out. Throws ContentFault with line and column, LimitFault.
 */
export function readWkt(text: string, budget: Budget): MappedFeatures {
  const reader = new WktReader(text, budget);
  const features: Feature[] = [];
  const systems: (MapSystem | undefined)[] = [];
  while (!reader.isAtEnd()) {
    budget.addFeature();
    systems.push(reader.readSystem());
    features.push({ id: undefined, geometry: reader.readTagged(1), properties: new Map() });
    reader.skipSeparators();
  }
  return { features, systemOf: (index) => systems[index] };
}

interface Dimensions {
  /** What the keyword says; without one, the third number is a height, the fourth a measure. */
  readonly tag: '' | 'Z' | 'M' | 'ZM';
}

class WktReader {
  #at = 0;

  constructor(
    readonly text: string,
    readonly budget: Budget,
  ) {}

  isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.text.length;
  }

  skipSeparators(): void {
    this.#skipSpace();
    while (this.text[this.#at] === ';') {
      this.#at++;
      this.#skipSpace();
    }
  }

  /** What `SRID=25832;` before a geometry says. */
  readSystem(): MapSystem | undefined {
    const found = /^SRID\s*=\s*(-?\d{1,9})\s*;\s*/i.exec(this.text.slice(this.#at, this.#at + 60));
    if (found === null) return undefined;
    const start = this.#at;
    this.#at += found[0].length;
    return this.#placed(start, () => systemOfSrid(Number(found[1])));
  }

  readTagged(depth: number): Geometry | null {
    this.#skipSpace();
    const start = this.#at;
    const word = this.#readWord();
    const [name, tag] = this.#readType(word, start);
    const dimensions: Dimensions = { tag: tag === '' ? this.#readTag() : tag };
    if (this.#takeWord('EMPTY')) return null;
    return this.#placed(start, () => this.#readBody(name, dimensions, depth));
  }

  /** Faults of the reader have their place; those of a geometry get the place of its keyword. */
  #placed<Result>(start: number, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof ContentFault && error.place === undefined) throw this.#fault(error.message, start);
      throw error;
    }
  }

  #readType(word: string, start: number): [string, Dimensions['tag']] {
    if (TYPES.has(word)) return [word, ''];
    if (UNREAD.test(word)) throw this.#fault(`curves and surfaces are not read, got ${word}`, start);
    const glued = /^(.+?)(ZM|Z|M)$/.exec(word);
    if (glued !== null && TYPES.has(glued[1] ?? '')) return [glued[1] ?? '', glued[2] as Dimensions['tag']];
    throw this.#fault(`expected a geometry such as POINT (30 10), got ${this.#here(start)}`, start);
  }

  #readTag(): Dimensions['tag'] {
    for (const tag of ['ZM', 'Z', 'M'] as const) if (this.#takeWord(tag)) return tag;
    return '';
  }

  #readBody(name: string, dimensions: Dimensions, depth: number): Geometry | null {
    const position = (): GeoPosition | undefined => this.#readPosition(dimensions);
    const line = (): GeoPosition[] => this.#readList(() => this.#readPosition(dimensions) as GeoPosition);
    const rings = (): GeoPosition[][] => this.#readList(line);
    switch (name) {
      case 'POINT': {
        this.#expect('(');
        const point = position();
        this.#expect(')');
        return build.point(point);
      }
      case 'LINESTRING':
      case 'LINEARRING':
        return build.line(line());
      case 'POLYGON':
        return build.polygon(rings());
      case 'MULTIPOINT':
        // Each position may stand in brackets of its own, or be empty.
        return build.multiPoint(
          this.#readList(() => this.#readBracketed(dimensions)).filter((one) => one !== undefined),
        );
      case 'MULTILINESTRING':
        return build.multiLine(rings());
      case 'MULTIPOLYGON':
        return build.multiPolygon(this.#readList(rings));
      default:
        this.budget.checkDepth(depth);
        return build.collection(this.#readList(() => this.readTagged(depth + 1)));
    }
  }

  #readBracketed(dimensions: Dimensions): GeoPosition | undefined {
    if (this.#takeWord('EMPTY')) return undefined;
    this.#skipSpace();
    if (this.text[this.#at] !== '(') return this.#readPosition(dimensions);
    this.#at++;
    const position = this.#readPosition(dimensions);
    this.#expect(')');
    return position;
  }

  #readList<Item>(readItem: () => Item): Item[] {
    if (this.#takeWord('EMPTY')) return [];
    this.#expect('(');
    const items: Item[] = [];
    do {
      items.push(readItem());
      this.#skipSpace();
    } while (this.text[this.#at] === ',' && ++this.#at);
    this.#expect(')', '"," or ")"');
    return items;
  }

  #readPosition({ tag }: Dimensions): GeoPosition {
    this.budget.addVertices(1);
    const numbers: string[] = [];
    this.#skipSpace();
    const start = this.#at;
    for (;;) {
      this.#skipSpace();
      NUMBER.lastIndex = this.#at;
      const found = NUMBER.exec(this.text)?.[0] ?? '';
      if (found === '') break;
      const number = numberText(found);
      if (number === undefined) throw this.#fault(`expected a number, got ${this.#here(this.#at)}`);
      numbers.push(number);
      this.#at += found.length;
    }
    const wanted = tag === '' ? Math.min(4, Math.max(2, numbers.length)) : 2 + tag.length;
    if (numbers.length !== wanted) {
      const got = numbers.length === 0 ? this.#here(this.#at) : `${numbers.length}`;
      throw this.#fault(`expected a position of ${tag === '' ? '2 to 4' : wanted} numbers, got ${got}`, start);
    }
    return numbers.slice(0, tag === 'M' ? 2 : 3);
  }

  #readWord(): string {
    this.#skipSpace();
    const start = this.#at;
    while (/[A-Za-z]/.test(this.text.charAt(this.#at)) && this.#at - start < 40) this.#at++;
    return this.text.slice(start, this.#at).toUpperCase();
  }

  #takeWord(word: string): boolean {
    const before = this.#at;
    if (this.#readWord() === word) return true;
    this.#at = before;
    return false;
  }

  #expect(sign: string, named = `"${sign}"`): void {
    this.#skipSpace();
    if (this.text[this.#at] !== sign) throw this.#fault(`expected ${named}, got ${this.#here(this.#at)}`);
    this.#at++;
  }

  #skipSpace(): void {
    while (/[ \t\r\n\f\ufeff]/.test(this.text.charAt(this.#at))) this.#at++;
  }

  #here(at: number): string {
    const point = this.text.codePointAt(at);
    return point === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(point));
  }

  #fault(message: string, offset = this.#at): ContentFault {
    return ContentFault.at(this.text, offset, message);
  }
}

const NUMBER = /[-+.\dA-Za-z]*/y;

/** One geometry a line; `GEOMETRYCOLLECTION EMPTY` for none. Positions without a height get 0 beside others with one. */
export function writeWkt(features: readonly Feature[]): string {
  const out = new BoundedText();
  for (const { geometry } of features) {
    writeWktGeometry(geometry, out);
    out.add('\n');
  }
  return out.toString();
}

/** A single geometry. */
export function wktOf(geometry: Geometry): string {
  const out = new BoundedText();
  writeWktGeometry(geometry, out);
  return out.toString();
}

function writeWktGeometry(geometry: Geometry | null, out: BoundedText): void {
  if (geometry === null) out.add('GEOMETRYCOLLECTION EMPTY');
  else writeGeometry(geometry, hasHeight(geometry), out);
}

type Nested = string | readonly Nested[];

function writeGeometry(geometry: Geometry, withZ: boolean, out: BoundedText): void {
  out.add(`${geometry.type.toUpperCase()}${withZ ? ' Z' : ''} (`);
  if (geometry.type === 'GeometryCollection') {
    geometry.geometries.forEach((part, index) => {
      if (index > 0) out.add(', ');
      writeGeometry(part, withZ, out);
    });
  } else if (geometry.type === 'Point') out.add(positionText(geometry.coordinates, withZ));
  else if (geometry.type === 'MultiPoint')
    out.add(geometry.coordinates.map((position) => `(${positionText(position, withZ)})`).join(', '));
  else writeNested(geometry.coordinates, withZ, out);
  out.add(')');
}

function writeNested(list: readonly Nested[], withZ: boolean, out: BoundedText): void {
  list.forEach((item, index) => {
    if (index > 0) out.add(', ');
    if (typeof item === 'string') return;
    if (typeof item[0] === 'string') {
      out.add(positionText(item as GeoPosition, withZ));
      return;
    }
    out.add('(');
    writeNested(item, withZ, out);
    out.add(')');
  });
}

const positionText = (position: GeoPosition, withZ: boolean): string =>
  withZ && position.length < 3 ? `${position.join(' ')} 0` : position.join(' ');
