import { inverse, type Matrix, multiply } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { moveDestinations, type PageMove } from '../navigation/moved-destinations.js';
import { PdfDict, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { matrixOf } from './content.js';
import { moveAnnotation, movedBox } from './moved-annotations.js';
import { coordinate, wrapContent } from './overlay.js';
import { pageFrame } from './page-frame.js';
import { pdfBoxOf, rotationOf, shownBoxOf } from './page-size.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** Where a page as it is shown gets on its new sheet: points from the lower left corner. */
export interface SheetPlace {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Longest side of a page in its own units (ISO 32000-1, C.2); larger ones need a larger unit. */
const MAX_SIDE = 14_400;
/** Sides that differ by less are the same, in points. */
const SAME = 0.01;

/**
 * Gives pages a new size and scales what is on them: content, annotations, fields, boxes, and the places that links and bookmarks lead
 * to. By the indexes of the pages, from 0. Every page must be an object of its own (`withPlainTree`).
 */
export function resizePages(pdf: OpenPdf, places: ReadonlyMap<number, SheetPlace>): void {
  const { document } = pdf;
  const moves = new Map<number, PageMove>();
  const annotations = new Set<PdfDict>();
  const patterns = new Map<string, PdfValue>();
  for (const [index, place] of places) {
    const page = pdf.pages[index];
    if (page?.ref === undefined) continue;
    const matrix = resizePage(document, page, place, patterns);
    moves.set(page.ref.number, { ref: page.ref, matrix });
    for (const value of document.getArray(page.dict, 'Annots') ?? []) {
      const annotation = document.dictOf(value);
      if (annotation === undefined || annotations.has(annotation)) continue;
      annotations.add(annotation);
      moveAnnotation(document, annotation, matrix);
    }
  }
  moveDestinations(document, moves);
}

function resizePage(
  document: PdfDocument,
  page: PdfPage,
  { width, height, scale, x, y }: SheetPlace,
  patterns: Map<string, PdfValue>,
): Matrix {
  const before = pageFrame(document, page);
  const shown = shownBoxOf(document, page);
  const boxes = (['BleedBox', 'TrimBox', 'ArtBox'] as const).flatMap((name) => {
    const box = pdfBoxOf(document, page.dict.get(name));
    return box === undefined ? [] : [{ name, box }];
  });
  const unit = Math.max(1, Math.ceil(Math.max(width, height) / MAX_SIDE));
  const isSideways = rotationOf(document, page) % 180 !== 0;
  const [across, up] = (isSideways ? [height, width] : [width, height]).map((side) => rounded(side / unit));
  const media = [0, 0, across ?? 0, up ?? 0];
  // What the content is drawn apart with needs the old box.
  const isCovered =
    x <= SAME && y <= SAME && before.width * scale >= width - SAME && before.height * scale >= height - SAME;
  const sheet = new PdfDict(page.dict).set('MediaBox', media).set('CropBox', media).set('UserUnit', unit);
  const after = pageFrame(document, { ...page, dict: sheet });
  const matrix = multiply(multiply(inverse(before.toPage), [scale, 0, 0, scale, x, y]), after.toPage);
  const isMoved = matrix.some((part, i) => Math.abs(part - ([1, 0, 0, 1, 0, 0][i] ?? 0)) > 1e-9);
  const [left, bottom, right, top] = shown;
  // What was outside of the page stays out of sight.
  const clip = isCovered ? '' : `${[left, bottom, right - left, top - bottom].map(coordinate).join(' ')} re W n`;
  if (isMoved || clip !== '') {
    wrapContent(document, page, `${isMoved ? `${matrix.map(coordinate).join(' ')} cm ` : ''}${clip}`);
    // Afterwards: content that is drawn as a form of its own keeps its patterns, which have their place on the form.
    if (isMoved) movePatterns(document, page, matrix, patterns);
  }
  page.dict.set('MediaBox', media);
  if (pageAttribute(page, 'CropBox') !== undefined) page.dict.set('CropBox', media);
  if (unit === 1) page.dict.delete('UserUnit');
  else page.dict.set('UserUnit', unit);
  for (const { name, box } of boxes) page.dict.set(name, [...movedBox(box, matrix)]);
  moveParts(document, page.dict, matrix);
  // A small picture of the page as it was.
  page.dict.delete('Thumb');
  return matrix;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Parts of articles (ISO 32000-2, 12.4.3) and of maps (12.9) on a page. */
function moveParts(document: PdfDocument, page: PdfDict, matrix: Matrix): void {
  for (const [list, key] of [
    ['B', 'R'],
    ['VP', 'BBox'],
  ] as const) {
    for (const value of document.getArray(page, list) ?? []) {
      const part = document.dictOf(value);
      const box = part && pdfBoxOf(document, part.get(key));
      if (part !== undefined && box !== undefined) part.set(key, [...movedBox(box, matrix)]);
    }
  }
}

/**
 * Patterns have their place on the page itself, whatever matrix content is drawn with (ISO 32000-2, 8.7.3.1): the page gets copies that
 * are moved as it is.
 */
function movePatterns(document: PdfDocument, page: PdfPage, matrix: Matrix, made: Map<string, PdfValue>): void {
  const resources = document.dictOf(pageAttribute(page, 'Resources'));
  const list = resources && document.getDict(resources, 'Pattern');
  if (resources === undefined || list === undefined) return;
  const moved = new PdfDict();
  for (const [name, value] of list) {
    const pattern = document.resolve(value);
    const dict = document.dictOf(pattern);
    if (dict === undefined) continue;
    const key = value instanceof PdfRef ? `${value.number} ${matrix.map(coordinate).join(' ')}` : undefined;
    const known = key === undefined ? undefined : made.get(key);
    if (known !== undefined) {
      moved.set(name, known);
      continue;
    }
    const own = matrixOf(document.getArray(dict, 'Matrix')?.map((item) => document.resolve(item)));
    const copy = new PdfDict(dict).set('Matrix', [...(own === undefined ? matrix : multiply(own, matrix))]);
    const ref = document.add(pattern instanceof PdfStream ? new PdfStream(copy, pattern.bytes) : copy);
    if (key !== undefined) made.set(key, ref);
    moved.set(name, ref);
  }
  page.dict.set('Resources', new PdfDict(resources).set('Pattern', moved));
}
