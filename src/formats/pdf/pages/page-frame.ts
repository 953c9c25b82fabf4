import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** A page as a viewer shows it: cropped, turned and scaled. */
export interface PageFrame {
  /** In points of 1/72 inch. */
  readonly width: number;
  readonly height: number;
  /** From what is shown (points, origin in the lower left corner, y upwards) to the page's own coordinates. */
  readonly toPage: Matrix;
}

/** US Letter: what viewers take where a page states no box that can be. */
const NO_BOX = [0, 0, 612, 792] as const;
/** Boxes outside of this are damage (ISO 32000-1, C.2 has 14,400 units). */
const MAX_UNITS = 1_000_000;

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** How a page is shown: by its MediaBox, CropBox, Rotate and UserUnit, its own or inherited. */
export function pageFrame(document: PdfDocument, page: PdfPage): PageFrame {
  const media = boxOf(document, page, 'MediaBox') ?? NO_BOX;
  const crop = boxOf(document, page, 'CropBox') ?? media;
  // Where the two do not meet, viewers show the media box.
  const [left, bottom, right, top] = intersection(media, crop) ?? media;
  const unit = userUnit(document, page);
  const scale = 1 / unit;
  const width = right - left;
  const height = top - bottom;
  switch (turnOf(document, page)) {
    case 90:
      return { width: height * unit, height: width * unit, toPage: [0, scale, -scale, 0, right, bottom] };
    case 180:
      return { width: width * unit, height: height * unit, toPage: [-scale, 0, 0, -scale, right, top] };
    case 270:
      return { width: height * unit, height: width * unit, toPage: [0, -scale, scale, 0, left, top] };
    default:
      return { width: width * unit, height: height * unit, toPage: [scale, 0, 0, scale, left, bottom] };
  }
}

function boxOf(document: PdfDocument, page: PdfPage, key: string): Box | undefined {
  const value = document.resolve(pageAttribute(page, key));
  if (!Array.isArray(value)) return undefined;
  const [a, b, c, d] = value.map((side) => document.resolve(side));
  if (![a, b, c, d].every(isCoordinate)) return undefined;
  const [x1, y1, x2, y2] = [a, b, c, d] as [number, number, number, number];
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : undefined;
}

const isCoordinate = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MAX_UNITS;

function intersection(one: Box, other: Box): Box | undefined {
  const left = Math.max(one[0], other[0]);
  const bottom = Math.max(one[1], other[1]);
  const right = Math.min(one[2], other[2]);
  const top = Math.min(one[3], other[3]);
  return right > left && top > bottom ? [left, bottom, right, top] : undefined;
}

function userUnit(document: PdfDocument, page: PdfPage): number {
  const unit = document.get(page.dict, 'UserUnit');
  return typeof unit === 'number' && unit > 0 && unit <= MAX_UNITS ? unit : 1;
}

function turnOf(document: PdfDocument, page: PdfPage): number {
  const turn = document.resolve(pageAttribute(page, 'Rotate'));
  if (typeof turn !== 'number' || turn % 90 !== 0) return 0;
  return ((turn % 360) + 360) % 360;
}
