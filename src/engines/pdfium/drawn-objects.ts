import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

import type { DrawnShape, FilledArea, PicturePlace, Ruling } from '../../lib/page-text/glyphs.js';
import { IDENTITY, type Matrix, move, multiply } from '../../lib/page-text/matrix.js';
import { boxOf } from '../../lib/page-text/upright.js';
import { memoryOf } from './instance.js';

/** Most objects drawn on a page. Chosen. */
const MAX_OBJECTS = 200_000;
/** Deepest form inside a form that is looked into. */
const MAX_FORM_DEPTH = 8;

// fpdf_edit.h
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;

/** The upright page, and some of the engine's memory that results are written to: at least 32 bytes. */
export interface DrawnPage {
  readonly page: number;
  readonly scratch: number;
  readonly toUpright: Matrix;
  readonly width: number;
  readonly height: number;
}

/** What is drawn on a page beside letters. */
export class DrawnObjects {
  readonly rulings: Ruling[] = [];
  readonly pictures: PicturePlace[] = [];
  readonly fills: FilledArea[] = [];
  readonly shapes: DrawnShape[] = [];
  #objects = 0;
  readonly #scratch: number;
  readonly #width: number;
  readonly #height: number;

  constructor(
    private readonly module: WrappedPdfiumModule,
    { page, scratch, toUpright, width, height }: DrawnPage,
  ) {
    this.#scratch = scratch;
    this.#width = width;
    this.#height = height;
    const count = module.FPDFPage_CountObjects(page);
    for (let i = 0; i < count; i += 1) this.#readObject(module.FPDFPage_GetObject(page, i), toUpright, 0);
  }

  /** How many things are drawn. */
  get drawn(): number {
    return this.#objects;
  }

  #view(): DataView {
    const { buffer } = memoryOf(this.module);
    return new DataView(buffer, this.#scratch, 32);
  }

  #floats(count: number): number[] {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) => view.getFloat32(4 * i, true));
  }

  #readObject(object: number, matrix: Matrix, depth: number): void {
    const { module } = this;
    this.#objects += 1;
    if (object === 0 || this.#objects > MAX_OBJECTS) return;
    switch (module.FPDFPageObj_GetType(object)) {
      case PATH:
        this.#readPath(object, matrix);
        return;
      case SHADING:
        this.#addShape(object, matrix, { isPlain: false, isFilled: true });
        return;
      case IMAGE: {
        const whole = multiply(this.#matrixOf(object), matrix);
        const box = boxOf([move(whole, 0, 0), move(whole, 1, 0), move(whole, 0, 1), move(whole, 1, 1)]);
        if (Number.isFinite(box.left + box.top + box.right + box.bottom)) this.pictures.push({ box });
        return;
      }
      case FORM: {
        if (depth >= MAX_FORM_DEPTH) return;
        const inner = multiply(this.#matrixOf(object), matrix);
        const count = module.FPDFFormObj_CountObjects(object);
        for (let i = 0; i < count && this.#objects <= MAX_OBJECTS; i += 1)
          this.#readObject(module.FPDFFormObj_GetObject(object, i), inner, depth + 1);
        return;
      }
      default:
    }
  }

  #matrixOf(object: number): Matrix {
    return this.module.FPDFPageObj_GetMatrix(object, this.#scratch) ? (this.#floats(6) as unknown as Matrix) : IDENTITY;
  }

  /** Where a path or shading is, cut to the page; `matrix` is that of what it stands in. */
  #addShape(object: number, matrix: Matrix, kind: Omit<DrawnShape, 'box'>): void {
    const at = this.#scratch;
    if (!this.module.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#floats(4);
    const whole = boxOf([
      move(matrix, left, bottom),
      move(matrix, right, bottom),
      move(matrix, left, top),
      move(matrix, right, top),
    ]);
    const box = {
      left: Math.max(0, whole.left),
      top: Math.max(0, whole.top),
      right: Math.min(this.#width, whole.right),
      bottom: Math.min(this.#height, whole.bottom),
    };
    const area = (box.right - box.left) * (box.bottom - box.top);
    const isThere = box.right >= box.left && box.bottom >= box.top;
    if (isThere && area < WHOLE_PAGE * this.#width * this.#height) this.shapes.push({ box, ...kind });
  }

  /** The straight lines of a path that is drawn: stroked ones, and thin filled rectangles, which many programs draw instead. */
  #readPath(object: number, outer: Matrix): void {
    const { module } = this;
    const at = this.#scratch;
    if (!module.FPDFPath_GetDrawMode(object, at, at + 4)) return;
    const view = this.#view();
    const isFilled = view.getInt32(0, true) !== 0;
    const isStroked = view.getInt32(4, true) !== 0;
    if (!isFilled && !isStroked) return;
    const fill = isFilled ? this.#colorOf('Fill', object) : undefined;
    const count = module.FPDFPath_CountSegments(object);
    // White areas are paper.
    const isSeen = isStroked || fill !== '#ffffff';
    // Curves and long outlines are drawings, not the lines of a table.
    if (count > 2_000) {
      if (isSeen) this.#addShape(object, outer, { isPlain: false, isFilled });
      return;
    }
    const matrix = multiply(this.#matrixOf(object), outer);
    const pen = isStroked ? this.#penOf(object, matrix) : {};
    let isPlain = true;
    let points: [number, number][] = [];
    const finish = (): void => {
      if (points.length > 1) this.#addOutline(points, isStroked, pen, fill);
      points = [];
    };
    for (let i = 0; i < count; i += 1) {
      const segment = module.FPDFPath_GetPathSegment(object, i);
      const kind = module.FPDFPathSegment_GetType(segment);
      if (!module.FPDFPathSegment_GetPoint(segment, at, at + 4)) continue;
      const [x = 0, y = 0] = this.#floats(2);
      if (kind === MOVE_TO) finish();
      if (kind === BEZIER_TO) {
        finish();
        isPlain = false;
        i += 2;
        continue;
      }
      const point = move(matrix, x, y);
      isPlain &&= isStraight(points.at(-1), point);
      points.push(point);
      const first = points[0];
      if (module.FPDFPathSegment_GetClose(segment) && first !== undefined) {
        isPlain &&= isStraight(point, first);
        points.push(first);
      }
    }
    finish();
    if (isSeen) this.#addShape(object, outer, { isPlain, isFilled });
  }

  /** What a path is stroked with; without a colour where that lets be seen what is behind it. */
  #penOf(object: number, [a, b, c, d]: Matrix): Pick<Ruling, 'color' | 'width'> {
    const color = this.#colorOf('Stroke', object);
    if (color === undefined || !this.module.FPDFPageObj_GetStrokeWidth(object, this.#scratch)) return {};
    const [width = 0] = this.#floats(1);
    return { color, width: width * Math.sqrt(Math.abs(a * d - b * c)) };
  }

  /** The colour that a thing is filled or stroked with, where it hides what is behind it. */
  #colorOf(what: 'Fill' | 'Stroke', object: number): string | undefined {
    const at = this.#scratch;
    const { module } = this;
    const read = what === 'Fill' ? module.FPDFPageObj_GetFillColor : module.FPDFPageObj_GetStrokeColor;
    if (!read(object, at, at + 4, at + 8, at + 12)) return undefined;
    const view = this.#view();
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 4, 8, 12].map((place) => view.getUint32(place, true) & 255);
    return alpha < HIDING ? undefined : colorName(red, green, blue);
  }

  #addOutline(
    points: readonly (readonly [number, number])[],
    isStroked: boolean,
    pen: Pick<Ruling, 'color' | 'width'>,
    fill: string | undefined,
  ): void {
    const box = boxOf(points);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (!Number.isFinite(width + height)) return;
    if (Math.min(width, height) <= THIN && Math.max(width, height) > THIN) {
      const isVertical = height > width;
      const at = isVertical ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2;
      const [from, to] = isVertical ? [box.top, box.bottom] : [box.left, box.right];
      const look = isStroked || fill === undefined ? pen : { color: fill, width: Math.min(width, height) };
      this.rulings.push({ isVertical, at, from, to, ...look });
      return;
    }
    if (fill !== undefined && isRectangle(points)) this.fills.push({ box, color: fill });
    // A filled area has edges as a table's shaded cells have, which count only where they are as straight as a frame.
    if (!isStroked && points.length > 6) return;
    const edge = isStroked ? pen : { isEdge: true };
    for (let i = 1; i < points.length; i += 1) {
      const [[x1, y1], [x2, y2]] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]];
      if (Math.abs(x1 - x2) <= STRAIGHT && Math.abs(y1 - y2) > THIN)
        this.rulings.push({
          isVertical: true,
          at: (x1 + x2) / 2,
          from: Math.min(y1, y2),
          to: Math.max(y1, y2),
          ...edge,
        });
      else if (Math.abs(y1 - y2) <= STRAIGHT && Math.abs(x1 - x2) > THIN)
        this.rulings.push({
          isVertical: false,
          at: (y1 + y2) / 2,
          from: Math.min(x1, x2),
          to: Math.max(x1, x2),
          ...edge,
        });
    }
  }
}

/** Larger shapes are the background of a page. */
const WHOLE_PAGE = 0.85;

/** Whether a line goes along an edge of the page. */
const isStraight = (from: readonly [number, number] | undefined, [x, y]: readonly [number, number]): boolean =>
  from === undefined || Math.abs(from[0] - x) <= STRAIGHT || Math.abs(from[1] - y) <= STRAIGHT;

const BEZIER_TO = 1;
const MOVE_TO = 2;
/** Thicker rectangles are areas. */
const THIN = 3;
const STRAIGHT = 0.5;

/** Areas less opaque than this let what is behind them be seen. Of 255. */
const HIDING = 200;

/** #rrggbb of bytes. */
export const colorName = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Whether an outline has four corners, each on a corner of its box. */
const isRectangle = (points: readonly (readonly [number, number])[]): boolean => {
  const { left, top, right, bottom } = boxOf(points);
  return (
    points.length >= 4 &&
    points.length <= 6 &&
    points.every(([x, y]) => Math.min(x - left, right - x) <= STRAIGHT && Math.min(y - top, bottom - y) <= STRAIGHT)
  );
};

/** Takes the letters off a page until it is closed. */
export function hideText(module: WrappedPdfiumModule, page: number): void {
  let seen = 0;
  const hide = (object: number, depth: number): void => {
    seen += 1;
    if (object === 0 || seen > MAX_OBJECTS) return;
    const type = module.FPDFPageObj_GetType(object);
    if (type === TEXT) module.FPDFPageObj_SetIsActive(object, false);
    if (type !== FORM || depth >= MAX_FORM_DEPTH) return;
    const count = module.FPDFFormObj_CountObjects(object);
    for (let i = 0; i < count && seen <= MAX_OBJECTS; i += 1) hide(module.FPDFFormObj_GetObject(object, i), depth + 1);
  };
  const count = module.FPDFPage_CountObjects(page);
  for (let i = 0; i < count && seen <= MAX_OBJECTS; i += 1) hide(module.FPDFPage_GetObject(page, i), 0);
}
