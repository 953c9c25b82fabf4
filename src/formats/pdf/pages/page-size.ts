import type { PdfDocument } from '../document/document.js';
import type { PdfValue } from '../syntax/objects.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** A rectangle in user space: left, bottom, right, top. */
export type PdfBox = readonly [left: number, bottom: number, right: number, top: number];

/** What viewers take for a page without a box: US Letter. */
const LETTER: PdfBox = [0, 0, 612, 792];
/** Coordinates beyond this are damage (ISO 32000-1, C.2 has 14,400 units). */
const MAX_UNITS = 1_000_000;

/** The rectangle that a value is, its corners in order; `undefined` for what is none or has no area. */
export function pdfBoxOf(document: PdfDocument, value: PdfValue | undefined): PdfBox | undefined {
  const list = document.resolve(value);
  if (!Array.isArray(list) || list.length < 4) return undefined;
  const numbers = list.slice(0, 4).map((item) => document.resolve(item));
  const [a, b, c, d] = numbers;
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    return undefined;
  const box: PdfBox = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box.every((side) => Math.abs(side) <= MAX_UNITS) && box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

const mediaBoxOf = (document: PdfDocument, page: PdfPage): PdfBox =>
  pdfBoxOf(document, pageAttribute(page, 'MediaBox')) ?? LETTER;

/** What is shown of a page: its crop box within its media box. */
export function shownBoxOf(document: PdfDocument, page: PdfPage): PdfBox {
  const media = mediaBoxOf(document, page);
  const crop = pdfBoxOf(document, pageAttribute(page, 'CropBox'));
  if (crop === undefined) return media;
  const box: PdfBox = [
    Math.max(crop[0], media[0]),
    Math.max(crop[1], media[1]),
    Math.min(crop[2], media[2]),
    Math.min(crop[3], media[3]),
  ];
  return box[2] > box[0] && box[3] > box[1] ? box : media;
}

/** Degrees clockwise: 0, 90, 180 or 270. What is not a quarter turn is none to viewers either. */
export function rotationOf(document: PdfDocument, page: PdfPage): 0 | 90 | 180 | 270 {
  const stated = document.resolve(pageAttribute(page, 'Rotate'));
  if (typeof stated !== 'number' || stated % 90 !== 0) return 0;
  return (((stated % 360) + 360) % 360 || 0) as 0 | 90 | 180 | 270;
}

/** Points per unit of the page's own coordinates; 1 where the page states nothing that can be. */
export function userUnitOf(document: PdfDocument, page: PdfPage): number {
  const stated = document.get(page.dict, 'UserUnit');
  return typeof stated === 'number' && stated > 0 && stated <= MAX_UNITS ? stated : 1;
}

/** Writes the boxes and the unit that are used here where the page states impossible ones, which viewers take differently. */
export function settleBoxes(document: PdfDocument, page: PdfPage): void {
  const media = document.resolve(pageAttribute(page, 'MediaBox'));
  const isPlain = Array.isArray(media) && media.length === 4 && pdfBoxOf(document, media) !== undefined;
  if (!isPlain) page.dict.set('MediaBox', [...mediaBoxOf(document, page)]);
  const crop = pageAttribute(page, 'CropBox');
  if (crop !== undefined && crop !== null) {
    const box = pdfBoxOf(document, crop);
    const shown = shownBoxOf(document, page);
    if (box === undefined || box.some((side, i) => side !== shown[i])) page.dict.set('CropBox', [...shown]);
  }
  if (page.dict.has('UserUnit') && document.get(page.dict, 'UserUnit') !== userUnitOf(document, page))
    page.dict.delete('UserUnit');
}

/** Width and height in points as a page is shown, turned and in its own unit. */
export function shownSizeOf(document: PdfDocument, page: PdfPage): { readonly width: number; readonly height: number } {
  const [left, bottom, right, top] = shownBoxOf(document, page);
  const unit = userUnitOf(document, page);
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  return rotationOf(document, page) % 180 === 0 ? { width, height } : { width: height, height: width };
}

const PAPERS: readonly (readonly [name: string, width: number, height: number])[] = [
  // ISO 216 in millimetres; North American sizes (ANSI/ASME Y14.1 and custom).
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['B4', 250, 353],
  ['B5', 176, 250],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
  ['Tabloid', 279.4, 431.8],
];
/** How far a page may be from a paper's size, in millimetres: writers round to whole points. */
const TOLERANCE_MM = 1.5;

/** The name of the paper that a size in points is; `null` for none. */
export function paperOf(width: number, height: number): string | null {
  const mm = [width, height].map((points) => (points * 25.4) / 72).sort((a, b) => a - b);
  const paper = PAPERS.find(
    ([, short, long]) => Math.abs((mm[0] ?? 0) - short) < TOLERANCE_MM && Math.abs((mm[1] ?? 0) - long) < TOLERANCE_MM,
  );
  return paper?.[0] ?? null;
}
