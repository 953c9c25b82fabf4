import { z } from 'zod';

import { invalid, overLimit, quote } from '../../core/index.js';
import { sheetNamed } from '../../formats/workbook.js';
import type { Sheet, SheetCell, Workbook } from '../../lib/workbook/model.js';
import { type CellRange, readRange } from '../../lib/workbook/references.js';

/** Chosen: cells that a rectangle may have, the empty ones too. */
const MAX_AREA = 5_000_000;
/** Chosen: cells that merged ones are written into. */
const MAX_FILLED = 5_000_000;

/** Options of tools that read cells. */
export const cellOptions = {
  sheet: z
    .string()
    .max(200)
    .default('')
    .describe('Sheet to read, by its name or by its number from 1; empty for all sheets.'),
  cells: z
    .string()
    .max(40)
    .default('')
    .describe('Cells to read, such as B2:F100 or A:C; empty for everything up to the last used cell.'),
  fillMerged: z.boolean().default(false).describe('Repeats the value of a merged cell in every cell it covers.'),
  skipHidden: z.boolean().default(false).describe('Skips hidden sheets, rows and columns.'),
  skipEmpty: z.boolean().default(false).describe('Skips empty rows.'),
} as const;

export interface CellRequest {
  readonly sheet: string;
  readonly cells: string;
  readonly fillMerged: boolean;
  readonly skipHidden: boolean;
  readonly skipEmpty: boolean;
}

/** The sheets that option `sheet` asks for. Throws INVALID_INPUT, naming those there are, where there is none of them. */
export function chosenSheets(
  { sheets }: Workbook,
  { sheet, skipHidden }: CellRequest,
  label: string,
): readonly Sheet[] {
  const shown = skipHidden ? sheets.filter(({ visibility }) => visibility === 'visible') : sheets;
  if (shown.length === 0) throw invalid(`Cannot read ${label} as a workbook: it has no sheets with cells`);
  if (sheet.trim() === '') return shown;
  return sheetNamed(sheets, sheet, label);
}

/** The range of option `cells`; `undefined` where it is empty. Throws INVALID_INPUT. */
export function rangeOption(cells: string): CellRange | undefined {
  if (cells.trim() === '') return undefined;
  const read = readRange(cells);
  if (read === undefined) throw invalid(`Option "cells" is not a range such as B2:F100, got ${quote(cells)}`);
  return read;
}

/** From A1, or the start of the range, to the last used cell; `undefined` where there is none. */
function areaOf(sheet: Sheet, range: CellRange | undefined): CellRange | undefined {
  let [bottom, right] = [-1, -1];
  for (const { index, cells } of sheet.rows) {
    if (range !== undefined && (index < range.top || index > range.bottom)) continue;
    const last = range === undefined ? cells.at(-1) : cells.findLast(({ column }) => column <= range.right);
    if (last === undefined || last.column < (range?.left ?? 0)) continue;
    bottom = Math.max(bottom, index);
    right = Math.max(right, last.column);
  }
  return bottom < 0 ? undefined : { top: range?.top ?? 0, left: range?.left ?? 0, bottom, right };
}

export interface SheetGrid {
  /** Numbers of the rows that are there, from 0. */
  readonly rowNumbers: readonly number[];
  readonly columnNumbers: readonly number[];
  /** As many cells in each row as there are columns. */
  readonly rows: readonly (readonly (SheetCell | undefined)[])[];
}

/** The cells of a sheet as a rectangle. Throws LIMIT_EXCEEDED beyond 5,000,000 cells. */
export function gridOf(sheet: Sheet, request: CellRequest, range: CellRange | undefined): SheetGrid {
  const area = areaOf(sheet, range);
  if (area === undefined) return { rowNumbers: [], columnNumbers: [], rows: [] };
  const width = area.right - area.left + 1;
  const used = sheet.rows.filter(({ index }) => index >= area.top && index <= area.bottom);
  const height = request.skipEmpty ? used.length : area.bottom - area.top + 1;
  if (width * height > MAX_AREA)
    throw overLimit(
      `Sheet ${quote(sheet.name)} must have at most ${MAX_AREA} cells up to the last used one, got ${height} x ${width}; option "cells" takes a part of it, option "skipEmpty" leaves empty rows out`,
    );
  const numbers = request.skipEmpty
    ? used.map(({ index }) => index)
    : Array.from({ length: height }, (_, i) => area.top + i);
  const placeOf = new Map(numbers.map((number, i) => [number, i]));
  const grid: (SheetCell | undefined)[][] = numbers.map(() => new Array<SheetCell | undefined>(width).fill(undefined));
  const hiddenRows = new Set<number>();
  for (const row of used) {
    const target = grid[placeOf.get(row.index) ?? -1];
    if (row.isHidden) hiddenRows.add(row.index);
    for (const cell of row.cells) {
      const at = cell.column - area.left;
      if (target !== undefined && at >= 0 && at < width) target[at] = cell;
    }
  }
  if (request.fillMerged) fill(sheet, area, grid, placeOf);
  const hidden = new Set(request.skipHidden ? sheet.hiddenColumns : []);
  const kept = Array.from({ length: width }, (_, i) => area.left + i).filter((column) => !hidden.has(column));
  const isKept = (number: number, row: readonly (SheetCell | undefined)[]): boolean =>
    !(request.skipHidden && hiddenRows.has(number)) && !(request.skipEmpty && row.every((cell) => cell === undefined));
  const chosen = numbers.filter((number, i) => isKept(number, grid[i] ?? []));
  const rows = chosen.map((number) => grid[placeOf.get(number) ?? -1] ?? []);
  return {
    rowNumbers: chosen,
    columnNumbers: kept,
    rows: kept.length === width ? rows : rows.map((row) => kept.map((column) => row[column - area.left])),
  };
}

function fill(
  sheet: Sheet,
  area: CellRange,
  grid: (SheetCell | undefined)[][],
  placeOf: ReadonlyMap<number, number>,
): void {
  let filled = 0;
  for (const { top, left, bottom, right } of sheet.merged) {
    const source = grid[placeOf.get(top) ?? -1]?.[left - area.left];
    if (source === undefined) continue;
    for (let row = Math.max(top, area.top); row <= Math.min(bottom, area.bottom); row++) {
      const target = grid[placeOf.get(row) ?? -1];
      const last = Math.min(right, area.right);
      filled += last - left + 1;
      if (filled > MAX_FILLED)
        throw overLimit(`The merged cells of sheet ${quote(sheet.name)} must cover at most ${MAX_FILLED} cells`);
      for (let column = Math.max(left, area.left); target !== undefined && column <= last; column++)
        target[column - area.left] = source;
    }
  }
}
