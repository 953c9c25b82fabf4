import { stemOf } from '../../core/files.js';
import { type InputFile, overLimit, quote } from '../../core/index.js';
import { readCsvText } from '../../formats/table-text.js';
import { readTextFile } from '../../formats/text-source.js';
import { openSpreadsheet } from '../../formats/workbook.js';
import { findCodeColumns } from '../../lib/table/cell-types.js';
import { shownNumber } from '../../lib/table/shown-numbers.js';
import { type Cell, cellText, uniqueColumns } from '../../lib/table/table.js';
import type { FormattedNumber, MergedCells, Sheet } from '../../lib/table/write-xlsx.js';
import { displayWidth } from '../../lib/unicode/display-width.js';
import { GENERAL } from '../../lib/workbook/format-codes.js';
import { type SheetCell, SheetError, type Workbook } from '../../lib/workbook/model.js';
import { serial1900, serialOfClock, serialOfIso } from '../../lib/workbook/serial-dates.js';

/** A value, or a number with the format that it is shown in. */
export type MergedCell = Cell | FormattedNumber;

export interface SourceSheet {
  readonly file: string;
  readonly name: string;
  readonly rows: readonly (readonly MergedCell[])[];
  readonly merged: readonly MergedCells[];
  readonly isHidden: boolean;
  /** Of the file it is from. */
  readonly warnings: readonly string[];
}

const MAX_CELLS = 2_000_000;
const [LEAST_WIDTH, MOST_WIDTH] = [8, 50];
const MEASURED_ROWS = 1_000;

const isFormatted = (cell: MergedCell | undefined): cell is FormattedNumber =>
  typeof cell === 'object' && cell !== null && 'format' in cell && 'value' in cell;

/** The sheets of an uploaded workbook, or the one of a CSV file. Throws INVALID_INPUT naming the file, LIMIT_EXCEEDED. */
export async function sheetsOf(upload: InputFile, password: string): Promise<SourceSheet[]> {
  const file = stemOf(upload.name);
  if (/\.(?:csv|tsv|txt)$/i.test(upload.name)) {
    const source = await readTextFile(upload);
    const { records } = readCsvText(source, 'auto');
    const isCode = findCodeColumns(records.slice(1));
    const rows = records.map((row) => row.map((text, i) => (isCode(i) ? text : typedText(text))));
    return [{ file, name: file, rows, merged: [], isHidden: false, warnings: [] }];
  }
  const workbook = await openSpreadsheet(upload, { password });
  let room = MAX_CELLS;
  return workbook.sheets.map((sheet) => {
    const rows: MergedCell[][] = [];
    for (const { index, cells } of sheet.rows) {
      const width = (cells.at(-1)?.column ?? -1) + 1;
      // Rows are filled up to their last cell, which may be far away.
      room -= width + index - rows.length;
      if (room < 0) throw overLimit(`The workbook file ${quote(upload.name)} must have at most ${MAX_CELLS} cells`);
      while (rows.length < index) rows.push([]);
      const row: MergedCell[] = Array.from({ length: width }, () => null);
      for (const cell of cells) row[cell.column] = mergedCellOf(cell, workbook);
      rows.push(row);
    }
    const merged = sheet.merged
      .filter(({ top, bottom, left, right }) => bottom >= top && right >= left && top < rows.length)
      .map(({ top, left, bottom, right }) => ({
        row: top,
        column: left,
        rowSpan: bottom - top + 1,
        columnSpan: right - left + 1,
      }));
    const { name, visibility } = sheet;
    return { file, name, rows, merged, isHidden: visibility !== 'visible', warnings: workbook.warnings };
  });
}

/** A number, date or amount where nothing of what is written gets lost. */
function typedText(text: string): MergedCell {
  if (text === '') return null;
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  const number = shownNumber(text, 'point');
  if (number !== undefined) return number.format === '0' ? { ...number, format: 'General' } : number;
  const moment = serialOfIso(text) ?? serialOfClock(text);
  return moment === undefined ? text : { value: String(moment.serial), format: moment.format };
}

function mergedCellOf({ value, format }: SheetCell, { formats, is1904 }: Workbook): MergedCell {
  if (value instanceof SheetError) return value.code;
  if (typeof value !== 'number') return value;
  const { code, isDate } = formats[format] ?? GENERAL;
  return { value: String(isDate ? serial1900(value, is1904) : value), format: code };
}

const textOf = (cell: MergedCell | undefined): string => (isFormatted(cell) ? cell.value : cellText(cell));

/** A sheet to be written. `header`: names of columns above the rows. */
export function writtenSheet(
  name: string,
  rows: readonly (readonly MergedCell[])[],
  {
    merged = [],
    header,
    isHidden = false,
  }: { readonly merged?: readonly MergedCells[]; readonly header?: readonly string[]; readonly isHidden?: boolean },
): Sheet {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
  if (width * rows.length > 5 * MAX_CELLS)
    throw overLimit(`Sheet ${quote(name)} must have at most ${5 * MAX_CELLS} cells, got ${rows.length} x ${width}`);
  const columns = header ?? Array.from({ length: width }, (_, i) => `column_${i + 1}`);
  const widths = columns.map((column, i) => {
    const texts = [header === undefined ? '' : column, ...rows.slice(0, MEASURED_ROWS).map((row) => textOf(row[i]))];
    return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, ...texts.map((text) => displayWidth(text.slice(0, 500)) + 1)));
  });
  return {
    name,
    table: {
      columns,
      hasHeader: header !== undefined,
      rows: rows.map((row) => row.map((cell) => (isFormatted(cell) ? null : cell))),
    },
    formattedAt: (row, column) => {
      const cell = rows[row]?.[column];
      return isFormatted(cell) ? cell : undefined;
    },
    merged: apart(merged),
    widths,
    isHeaderFrozen: header !== undefined,
    isHidden,
  };
}

/** Merged cells that do not overlap one above: a damaged file may have such, and no program opens them. */
function apart(merged: readonly MergedCells[]): MergedCells[] {
  const kept: MergedCells[] = [];
  for (const one of merged.slice(0, 5_000)) {
    const overlaps = kept.some(
      (other) =>
        one.row < other.row + other.rowSpan &&
        other.row < one.row + one.rowSpan &&
        one.column < other.column + other.columnSpan &&
        other.column < one.column + one.columnSpan,
    );
    if (!overlaps && one.rowSpan * one.columnSpan > 1) kept.push(one);
  }
  return kept;
}

/** The rows of all sheets below one header, whose columns are matched by name. The first row of a sheet is its header. */
export function stackedSheets(sheets: readonly SourceSheet[], sourceName: string | undefined) {
  const names: string[] = [];
  const places = new Map<string, number>();
  const rows: MergedCell[][] = [];
  const offset = sourceName === undefined ? 0 : 1;
  const counts: number[] = [];
  for (const { file, name, rows: own } of sheets) {
    const first = own.findIndex((row) => row.some((cell) => textOf(cell) !== ''));
    const header = uniqueColumns((own[first] ?? []).map((cell) => textOf(cell).trim()));
    const targets = header.map((column) => {
      const known = places.get(column);
      if (known !== undefined) return known;
      places.set(column, names.length);
      names.push(column);
      return names.length - 1;
    });
    const before = rows.length;
    for (const row of first < 0 ? [] : own.slice(first + 1)) {
      if (row.every((cell) => textOf(cell) === '')) continue;
      const made: MergedCell[] = sourceName === undefined ? [] : [name === file ? file : `${file}: ${name}`];
      for (const [i, cell] of row.entries()) {
        const target = targets[i];
        if (target === undefined && textOf(cell) !== '') {
          // Cells to the right of the header have a column of their own.
          const column = `column_${i + 1}`;
          if (!places.has(column)) {
            places.set(column, names.length);
            names.push(column);
          }
          targets[i] = places.get(column) ?? 0;
        }
        const at = targets[i];
        if (at === undefined) continue;
        while (made.length <= at + offset) made.push(null);
        made[at + offset] = cell;
      }
      rows.push(made);
    }
    counts.push(rows.length - before);
  }
  return { header: sourceName === undefined ? names : [sourceName, ...names], rows, counts };
}
