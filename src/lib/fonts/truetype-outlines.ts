import { ContentFault } from '../faults.js';

import { type SfntFont, TRUETYPE, viewOf } from './sfnt.js';

/** A step of an outline in font units: M, L, Q, C with their points, Z. */
export interface OutlineStep {
  readonly type: string;
  readonly values: readonly number[];
}

/** How far a quadratic curve may be from the cubic one, in parts of the em: half a unit of 1,000. */
const TOLERANCE = 1 / 2000;
/** Quadratic curves that one cubic curve may become. */
const MAX_CURVES = 32;
const MAX_POINTS = 65_535;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

/** A font with PostScript outlines as one with TrueType outlines: `outlineOf` gives each glyph's cubic curves. Hints are not kept. */
export function withTrueTypeOutlines(font: SfntFont, outlineOf: (glyph: number) => readonly OutlineStep[]): SfntFont {
  const head = Uint8Array.from(font.tables.get('head') ?? []);
  const unitsPerEm = viewOf(head).getUint16(18);
  const maxp = font.tables.get('maxp') ?? new Uint8Array(6);
  const count = viewOf(maxp).getUint16(4);
  const glyphs: Uint8Array[] = [];
  const bounds = { xMin: 32_767, yMin: 32_767, xMax: -32_768, yMax: -32_768 };
  const lefts: number[] = [];
  let [points, contours] = [0, 0];
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = contoursOf(outlineOf(glyph), unitsPerEm * TOLERANCE);
    const written = writeGlyph(outline, glyph);
    glyphs.push(written.bytes);
    lefts.push(written.xMin);
    points = Math.max(
      points,
      outline.reduce((sum, { length }) => sum + length, 0),
    );
    contours = Math.max(contours, outline.length);
    if (outline.length === 0) continue;
    for (const key of ['xMin', 'yMin'] as const) bounds[key] = Math.min(bounds[key], written[key]);
    for (const key of ['xMax', 'yMax'] as const) bounds[key] = Math.max(bounds[key], written[key]);
  }
  const { glyf, loca } = joined(glyphs);
  const headView = viewOf(head);
  const box = bounds.xMin > bounds.xMax ? [0, 0, 0, 0] : [bounds.xMin, bounds.yMin, bounds.xMax, bounds.yMax];
  for (const [index, value] of box.entries()) headView.setInt16(36 + 2 * index, value);
  headView.setInt16(50, 1);
  const tables = new Map([...font.tables].filter(([tag]) => !['CFF ', 'CFF2', 'VORG'].includes(tag)));
  tables.set('head', head);
  tables.set('maxp', maxpOf(count, points, contours));
  tables.set('hmtx', metricsOf(font, lefts));
  tables.set('post', postOf(font.tables.get('post')));
  tables.set('loca', loca);
  tables.set('glyf', glyf);
  return { flavor: TRUETYPE, tables };
}

/** Closed contours in whole units, turned round: PostScript fills what is on the left, TrueType what is on the right. */
function contoursOf(steps: readonly OutlineStep[], tolerance: number): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  let [x, y] = [0, 0];
  const end = (): void => {
    const [first, last] = [contour[0], contour.at(-1)];
    if (contour.length > 1 && first?.isOn && last?.isOn && first.x === last.x && first.y === last.y) contour.pop();
    if (contour.length > 1) contours.push(contour.reverse());
    contour = [];
  };
  const add = (toX: number, toY: number, isOn: boolean): void => {
    const point = { x: Math.round(toX), y: Math.round(toY), isOn };
    const last = contour.at(-1);
    // Rounding can make a line of no length.
    if (isOn && last?.isOn && last.x === point.x && last.y === point.y) return;
    contour.push(point);
  };
  for (const { type, values } of steps) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    if (type === 'Z') end();
    else if (type === 'M') {
      end();
      add(a, b, true);
      [x, y] = [a, b];
    } else if (type === 'L') {
      add(a, b, true);
      [x, y] = [a, b];
    } else if (type === 'Q') {
      add(a, b, false);
      add(c, d, true);
      [x, y] = [c, d];
    } else {
      for (const [controlX, controlY, toX, toY] of quadratics([x, y, a, b, c, d, e, f], tolerance)) {
        add(controlX, controlY, false);
        add(toX, toY, true);
      }
      [x, y] = [e, f];
    }
  }
  end();
  return contours;
}

type Cubic = readonly [number, number, number, number, number, number, number, number];
type Quadratic = readonly [controlX: number, controlY: number, x: number, y: number];

/**
 * Quadratic curves for equal parts of a cubic one. The distance of one is at most √3/36 of the cubic's third difference (the curve with
 * the same ends whose control point is the mean of the two that the ends ask for), which falls with the cube of the number of parts.
 */
function quadratics([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, tolerance: number): Quadratic[] {
  const difference = Math.hypot(x3 - 3 * x2 + 3 * x1 - x0, y3 - 3 * y2 + 3 * y1 - y0);
  const parts = Math.min(MAX_CURVES, Math.max(1, Math.ceil(Math.cbrt((difference * Math.sqrt(3)) / 36 / tolerance))));
  const at = (a: number, b: number, c: number, d: number, t: number): number =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
  const slope = (a: number, b: number, c: number, d: number, t: number): number =>
    3 * (1 - t) ** 2 * (b - a) + 6 * (1 - t) * t * (c - b) + 3 * t ** 2 * (d - c);
  return Array.from({ length: parts }, (_, index) => {
    const [from, to] = [index / parts, (index + 1) / parts];
    const control = (a: number, b: number, c: number, d: number): number =>
      (at(a, b, c, d, from) + at(a, b, c, d, to)) / 2 +
      ((slope(a, b, c, d, from) - slope(a, b, c, d, to)) * (to - from)) / 4;
    return [control(x0, x1, x2, x3), control(y0, y1, y2, y3), at(x0, x1, x2, x3, to), at(y0, y1, y2, y3, to)];
  });
}

/** Bits of the flags of points. */
const ON = 1;
const X_SHORT = 2;
const Y_SHORT = 4;
const REPEAT = 8;
const X_SAME_OR_POSITIVE = 16;
const Y_SAME_OR_POSITIVE = 32;

function writeGlyph(contours: readonly (readonly Point[])[], glyph: number) {
  const points = contours.flat();
  if (points.length > MAX_POINTS) throw new ContentFault(`glyph ${glyph} has more than ${MAX_POINTS} points`);
  if (points.length === 0) return { bytes: new Uint8Array(0), xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
  let [xMin, yMin, xMax, yMax] = [32_767, 32_767, -32_768, -32_768];
  for (const { x, y } of points) {
    if (Math.abs(x) > 32_767 || Math.abs(y) > 32_767)
      throw new ContentFault(`glyph ${glyph} is larger than TrueType allows`);
    [xMin, yMin, xMax, yMax] = [Math.min(xMin, x), Math.min(yMin, y), Math.max(xMax, x), Math.max(yMax, y)];
  }
  const flags: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  let [x, y] = [0, 0];
  for (const point of points) {
    const flag =
      (point.isOn ? ON : 0) |
      coordinate(point.x - x, xs, X_SHORT, X_SAME_OR_POSITIVE) |
      coordinate(point.y - y, ys, Y_SHORT, Y_SAME_OR_POSITIVE);
    [x, y] = [point.x, point.y];
    flags.push(flag);
  }
  const packed = repeated(flags);
  let ends = 0;
  const header = new Uint8Array(10 + 2 * contours.length + 2);
  const view = viewOf(header);
  for (const [index, value] of [contours.length, xMin, yMin, xMax, yMax].entries()) view.setInt16(2 * index, value);
  for (const [index, { length }] of contours.entries()) {
    ends += length;
    view.setUint16(10 + 2 * index, ends - 1);
  }
  return { bytes: Uint8Array.from([...header, ...packed, ...xs, ...ys]), xMin, yMin, xMax, yMax };
}

/** Adds a distance in as few bytes as it takes; the bits that say so. */
function coordinate(distance: number, bytes: number[], short: number, same: number): number {
  if (distance === 0) return same;
  if (Math.abs(distance) < 256) {
    bytes.push(Math.abs(distance));
    return short | (distance > 0 ? same : 0);
  }
  bytes.push((distance >> 8) & 0xff, distance & 0xff);
  return 0;
}

function repeated(flags: readonly number[]): number[] {
  const packed: number[] = [];
  for (let at = 0; at < flags.length; ) {
    const flag = flags[at] as number;
    let more = 0;
    while (more < 255 && flags[at + more + 1] === flag) more++;
    if (more > 1) packed.push(flag | REPEAT, more);
    else for (let time = 0; time <= more; time++) packed.push(flag);
    at += more + 1;
  }
  return packed;
}

function joined(glyphs: readonly Uint8Array[]): { readonly glyf: Uint8Array; readonly loca: Uint8Array } {
  const total = glyphs.reduce((sum, { length }) => sum + ((length + 3) & ~3), 0);
  const glyf = new Uint8Array(total);
  const loca = new Uint8Array(4 * (glyphs.length + 1));
  const view = viewOf(loca);
  let offset = 0;
  for (const [index, glyph] of glyphs.entries()) {
    view.setUint32(4 * index, offset);
    glyf.set(glyph, offset);
    offset += (glyph.length + 3) & ~3;
  }
  view.setUint32(4 * glyphs.length, offset);
  return { glyf, loca };
}

function maxpOf(count: number, points: number, contours: number): Uint8Array {
  const table = new Uint8Array(32);
  const view = viewOf(table);
  view.setUint32(0, 0x0001_0000);
  view.setUint16(4, count);
  view.setUint16(6, points);
  view.setUint16(8, contours);
  // One zone: no instructions.
  view.setUint16(14, 1);
  return table;
}

/** Advance widths as they were, left side bearings as the new outlines have them. */
function metricsOf(font: SfntFont, lefts: readonly number[]): Uint8Array {
  const hhea = font.tables.get('hhea') ?? new Uint8Array(36);
  const hmtx = font.tables.get('hmtx') ?? new Uint8Array(0);
  const long = Math.min(viewOf(hhea).getUint16(34), lefts.length);
  if (hmtx.length < 4 * long) throw new ContentFault('table "hmtx" is cut short');
  const table = new Uint8Array(4 * long + 2 * (lefts.length - long));
  const view = viewOf(table);
  for (const [glyph, left] of lefts.entries()) {
    if (glyph < long) {
      view.setUint16(4 * glyph, viewOf(hmtx).getUint16(4 * glyph));
      view.setInt16(4 * glyph + 2, left);
    } else view.setInt16(4 * long + 2 * (glyph - long), left);
  }
  return table;
}

/** Without glyph names, which PostScript outlines kept in their own table. */
function postOf(post: Uint8Array | undefined): Uint8Array {
  const table = new Uint8Array(32);
  if (post !== undefined) table.set(post.subarray(0, 32));
  viewOf(table).setUint32(0, 0x0003_0000);
  return table;
}
