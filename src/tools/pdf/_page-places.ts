/** Where resize-pdf-pages puts a page on its new sheet. */

import { invalid, quote } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import type { SheetPlace } from '../../formats/pdf/pages/resize.js';
import { POINTS_A_MILLIMETRE, type SheetSize } from '../../lib/documents/page-sizes.js';
import { ownSidesOf, type Sides, sheetSides, turned } from './_sheets.js';

export interface ResizeOptions {
  readonly pageSize: 'keep' | 'first' | SheetSize;
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly orientation: 'auto' | 'portrait' | 'landscape';
  readonly fit: 'contain' | 'shrink' | 'none';
  /** Millimetres. */
  readonly margin: number;
  readonly position: string;
}

/** The least that margins must leave of a sheet in points: 2 mm. */
const LEAST_ROOM = 2 * POINTS_A_MILLIMETRE;

/** The size of the sheets; `undefined` where each page keeps its own. */
function sheetOf(pdf: OpenPdf, options: ResizeOptions): Sides | undefined {
  const own = ownSidesOf(options);
  if (own !== undefined) return own;
  const { pageSize } = options;
  if (pageSize === 'keep') return undefined;
  const [first] = pdf.pages;
  return pageSize === 'first' && first !== undefined
    ? shownSizeOf(pdf.document, first)
    : sheetSides(pageSize as SheetSize);
}

const orientationOf = ({ width, height }: Sides): 'portrait' | 'landscape' =>
  width > height ? 'landscape' : 'portrait';

/** By index from 0, for the pages with these numbers. Throws INVALID_INPUT where margins leave nothing. */
export function placesOnSheets(
  pdf: OpenPdf,
  numbers: readonly number[],
  options: ResizeOptions,
): ReadonlyMap<number, SheetPlace> {
  const sheet = sheetOf(pdf, options);
  const margin = options.margin * POINTS_A_MILLIMETRE;
  const places = new Map<number, SheetPlace>();
  for (const number of numbers) {
    const page = pdf.pages[number - 1];
    if (page === undefined) continue;
    const size = shownSizeOf(pdf.document, page);
    const wanted = options.orientation === 'auto' ? orientationOf(size) : options.orientation;
    // Sides that a caller gives, and those that pages have, stay as they are.
    const isKept = options.orientation === 'auto' && (sheet === undefined || options.pageWidth > 0);
    let sides = isKept ? (sheet ?? size) : turned(sheet ?? size, wanted);
    // A page that keeps its size and its scale gets its margin around it.
    if (sheet === undefined && options.fit === 'none')
      sides = { width: sides.width + 2 * margin, height: sides.height + 2 * margin };
    const [across, up] = [sides.width - 2 * margin, sides.height - 2 * margin];
    if (options.fit !== 'none' && Math.min(across, up) < LEAST_ROOM) {
      const [w, h] = [sides.width, sides.height].map((side) => Math.round(side / POINTS_A_MILLIMETRE));
      throw invalid(
        `Option "margin" must leave 2 mm of each side of a page at least: page ${number} of PDF ${quote(pdf.name)} would be ${w} × ${h} mm`,
      );
    }
    const filling = Math.min(across / size.width, up / size.height);
    const scale = options.fit === 'none' ? 1 : options.fit === 'shrink' ? Math.min(1, filling) : filling;
    const [x, y] = cornerAt(options.position, across - size.width * scale, up - size.height * scale);
    places.set(number - 1, { ...sides, scale, x: margin + x, y: margin + y });
  }
  return places;
}

/** The lower left corner within free room, which is negative where a page is larger than its sheet. */
function cornerAt(position: string, across: number, up: number): readonly [number, number] {
  const x = position.endsWith('left') ? 0 : position.endsWith('right') ? across : across / 2;
  const y = position.startsWith('bottom') ? 0 : position.startsWith('top') ? up : up / 2;
  return [x, y];
}

/** Whether a place changes anything of a page of this size. */
export const changes = ({ width, height, scale, x, y }: SheetPlace, size: Sides): boolean =>
  [width - size.width, height - size.height, (scale - 1) * size.width, x, y].some((by) => Math.abs(by) > 0.005);
