/** What n-up-pdf puts on each sheet. */

import { invalid, overLimit } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import type { Imposed, Sheet } from '../../formats/pdf/pages/impose.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import { MAX_PAGES } from '../../formats/pdf/pages/pages.js';
import {
  type Area,
  bestGrid,
  bookletPairs,
  type CellOrder,
  cellSides,
  cellsOf,
  fitted,
  type Grid,
} from '../../lib/documents/imposition.js';
import { POINTS_A_MILLIMETRE, type SheetSize } from '../../lib/documents/page-sizes.js';
import { ownSidesOf, type Sides, sheetSides, turned } from './_sheets.js';

export interface ImpositionOptions extends CellOrder {
  readonly layout: 'n-up' | 'booklet' | 'poster';
  readonly perSheet: number;
  readonly columns: number;
  readonly rows: number;
  readonly repeat: boolean;
  readonly signature: number;
  readonly posterColumns: number;
  readonly posterRows: number;
  readonly border: boolean;
  /** Millimetres, like the sides. */
  readonly overlap: number;
  readonly margin: number;
  readonly gap: number;
  readonly pageSize: SheetSize;
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly orientation: 'auto' | 'portrait' | 'landscape';
}

interface Imposition extends Grid {
  readonly sheets: readonly Sheet[];
}

/** Smallest cell in points: 5 mm. */
const LEAST_CELL = 5 * POINTS_A_MILLIMETRE;

const boxOf = ({ x, y, width, height }: Area) => [x, y, x + width, y + height] as const;

/** Sheets with the pages of a file. Throws INVALID_INPUT where no room is left for a page, LIMIT_EXCEEDED. */
export function impositionOf(pdf: OpenPdf, options: ImpositionOptions): Imposition {
  const sizes = pdf.pages.map((page) => shownSizeOf(pdf.document, page));
  const choices = sheetChoices(options);
  switch (options.layout) {
    case 'n-up':
      return nUp(sizes, choices, options);
    case 'booklet':
      return booklet(sizes, choices, options);
    case 'poster':
      return poster(sizes, choices, options);
  }
}

/** The sheet as it may lie; the first is taken where it makes no difference. */
function sheetChoices(options: ImpositionOptions): readonly Sides[] {
  const own = ownSidesOf(options);
  const sheet = own ?? sheetSides(options.pageSize);
  const { orientation } = options;
  // Sides that a caller gives stay as they are.
  if (own !== undefined && orientation === 'auto') return [own];
  return orientation === 'auto'
    ? [turned(sheet, 'portrait'), turned(sheet, 'landscape')]
    : [turned(sheet, orientation)];
}

const points = (millimetres: number): number => millimetres * POINTS_A_MILLIMETRE;

function checkRoom({ width, height }: Sides, names: string): void {
  if (Math.min(width, height) < LEAST_CELL)
    throw invalid(
      `Options ${names} must leave 5 mm of each side of a page at least: too little room is left on the sheet`,
    );
}

function checkCount(count: number): void {
  if (count > MAX_PAGES) throw overLimit(`The result must have at most ${MAX_PAGES} pages, got ${count}`);
}

function placed(sizes: readonly Sides[], page: number, cell: Area): Imposed {
  return { page, ...fitted(sizes[page] ?? cell, cell) };
}

function sheetOf(
  sizes: readonly Sides[],
  sheet: Sides,
  cells: readonly Area[],
  pages: readonly (number | null)[],
  border: boolean,
): Sheet {
  const used = pages.flatMap((page, i) => {
    const cell = cells[i];
    return page === null || cell === undefined ? [] : [placed(sizes, page, cell)];
  });
  const frames = used.map(({ page, scale, x, y }) => {
    const { width, height } = sizes[page] ?? { width: 0, height: 0 };
    return boxOf({ x, y, width: width * scale, height: height * scale });
  });
  return { ...sheet, pages: used, frames: border ? frames : [] };
}

function nUp(sizes: readonly Sides[], choices: readonly Sides[], options: ImpositionOptions): Imposition {
  const spaces = { margin: points(options.margin), gap: points(options.gap) };
  const { sheet, grid } = bestGrid(sizes[0] ?? { width: 1, height: 1 }, choices, options, spaces);
  checkRoom(cellSides(sheet, grid, spaces), '"perSheet", "columns", "rows", "margin" and "gap"');
  const cells = cellsOf(sheet, grid, spaces, options);
  const taken = options.columns > 0 && options.rows > 0 ? cells.length : Math.min(cells.length, options.perSheet);
  const sheets: Sheet[] = [];
  if (options.repeat) {
    for (const page of sizes.keys())
      sheets.push(sheetOf(sizes, sheet, cells, Array<number>(cells.length).fill(page), options.border));
  } else {
    const all = [...sizes.keys()];
    for (let first = 0; first < all.length; first += taken) {
      const pages = all.slice(first, first + taken);
      sheets.push(sheetOf(sizes, sheet, cells, pages, options.border));
    }
  }
  return { ...grid, sheets };
}

function booklet(sizes: readonly Sides[], choices: readonly Sides[], options: ImpositionOptions): Imposition {
  const grid = { columns: 2, rows: 1 };
  // Two pages beside each other: the sheet lies across unless the caller says otherwise.
  const sheet = choices[choices.length - 1] as Sides;
  const spaces = { margin: points(options.margin), gap: points(options.gap) };
  checkRoom(cellSides(sheet, grid, spaces), '"margin" and "gap"');
  const cells = cellsOf(sheet, grid, spaces, { order: 'rows', rightToLeft: options.rightToLeft });
  const pairs = bookletPairs(sizes.length, options.signature);
  return { ...grid, sheets: pairs.map((pair) => sheetOf(sizes, sheet, cells, pair, options.border)) };
}

function poster(sizes: readonly Sides[], choices: readonly Sides[], options: ImpositionOptions): Imposition {
  const grid = { columns: options.posterColumns, rows: options.posterRows };
  const [margin, overlap] = [points(options.margin), points(options.overlap)];
  checkCount(sizes.length * grid.columns * grid.rows);
  const sheets = sizes.flatMap((size, page) => {
    // Sheets overlap where cells have gaps.
    const posters = choices.map((sheet) => {
      const [across, up] = [sheet.width - 2 * margin, sheet.height - 2 * margin];
      const width = grid.columns * across - (grid.columns - 1) * overlap;
      const height = grid.rows * up - (grid.rows - 1) * overlap;
      return { sheet, across, up, area: { x: 0, y: 0, width, height }, ...fitted(size, { x: 0, y: 0, width, height }) };
    });
    const best = posters.reduce((a, b) => (b.scale > a.scale * 1.0001 ? b : a));
    const { sheet, across, up, area, scale, x, y } = best;
    checkRoom({ width: across - overlap, height: up - overlap }, '"margin" and "overlap"');
    const clip = boxOf({ x: margin, y: margin, width: across, height: up });
    return Array.from({ length: grid.columns * grid.rows }, (_, i): Sheet => {
      const [row, column] = [Math.floor(i / grid.columns), i % grid.columns];
      const left = column * (across - overlap);
      const bottom = area.height - up - row * (up - overlap);
      const part = { page, scale, x: margin + x - left, y: margin + y - bottom, clip };
      return { ...sheet, pages: [part], frames: options.border ? [clip] : [] };
    });
  });
  return { ...grid, sheets };
}
