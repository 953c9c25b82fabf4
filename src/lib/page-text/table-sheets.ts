import { findCodeColumns } from '../table/cell-types.js';
import { type DecimalMark, shownNumber } from '../table/shown-numbers.js';
import { numberedColumns } from '../table/table.js';
import type { Sheet } from '../table/write-xlsx.js';
import type { PageTable } from './tables.js';

/** Widest column in letters. */
const WIDEST = 60;

/** The texts of a table; nothing where a merged cell reaches. */
export const textsOf = ({ rows }: PageTable): string[][] => rows.map((row) => row.map((cell) => cell?.text ?? ''));

/** Cells over several rows or columns; rows and columns count from 0. */
export const mergedOf = ({ rows }: PageTable) =>
  rows.flatMap((row, r) =>
    row.flatMap((cell, c) =>
      cell === undefined || (cell.rowSpan === 1 && cell.columnSpan === 1)
        ? []
        : [{ row: r, column: c, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan }],
    ),
  );

/**
 * A sheet that shows a table as its page does. `decimal` stands before the fraction of its numbers; columns of codes, which have leading
 * zeros, stay text.
 */
export function sheetOf(name: string, table: PageTable, decimal: DecimalMark): Sheet {
  const texts = textsOf(table);
  const width = texts[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, c) => texts.map((row) => row[c] ?? ''));
  // The first row is mostly a header, which has no digits to go by.
  const isCode = findCodeColumns(texts.slice(1));
  return {
    name,
    table: { columns: numberedColumns(width), hasHeader: false, rows: texts },
    formattedAt: (row, column) => (isCode(column) ? undefined : shownNumber(texts[row]?.[column] ?? '', decimal)),
    merged: mergedOf(table),
    widths: columns.map((cells) => Math.min(WIDEST, 3 + Math.max(6, longestLine(cells)))),
  };
}

/** Letters of the longest line of any cell. */
function longestLine(cells: readonly string[]): number {
  let longest = 0;
  for (const text of cells) for (const line of text.split('\n')) longest = Math.max(longest, line.length);
  return longest;
}
