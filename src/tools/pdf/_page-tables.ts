import { z } from 'zod';

import type { OutputFile } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place } from '../../core/shared-data.js';
import { formatRecord } from '../../lib/csv/write.js';
import type { PlacedTable } from '../../lib/page-text/joined-tables.js';
import { mergedOf, sheetOf, textsOf } from '../../lib/page-text/table-sheets.js';
import type { DecimalMark } from '../../lib/table/shown-numbers.js';
import { writeXlsx } from '../../lib/table/write-xlsx.js';
import { boxReport, pageBox } from './_report-data.js';
import { XLSX_MIME } from './_results.js';

export const tableData = z.object({
  page: place('Number of the page.'),
  lastPage: place('Number of the last page, where the table continues on other pages.'),
  table: place('Number of the table on the page.'),
  method: z
    .enum(['lattice', 'stream'])
    .describe('Whether it was found by its lines (lattice) or by its columns (stream).'),
  ...pageBox.shape,
  merged: z
    .array(
      z.object({
        row: count('Row of the cell, from 0.'),
        column: count('Column of the cell, from 0.'),
        rowSpan: count('Rows it covers.'),
        columnSpan: count('Columns it covers.'),
      }),
    )
    .describe('Merged cells.'),
  rows: z.array(z.array(z.string())).describe('Texts of the cells by row.'),
});

export interface FoundTable extends PlacedTable {
  /** Among those that begin on its page, from 1. */
  readonly number: number;
}

/** The tables with their numbers on the pages on which they begin. */
export function numbered(tables: readonly PlacedTable[]): FoundTable[] {
  let [page, number] = [0, 0];
  return tables.map((table) => {
    number = table.page === page ? number + 1 : 1;
    page = table.page;
    return { ...table, number };
  });
}

export const tableReport = ({ page, lastPage, number, table }: FoundTable) => ({
  page,
  lastPage,
  table: number,
  method: table.method,
  ...boxReport(table.box),
  merged: mergedOf(table),
  rows: textsOf(table),
});

const workbookOf = (found: readonly FoundTable[], decimal: DecimalMark): Uint8Array =>
  refusing('The tables do not fit a workbook', () =>
    writeXlsx(found.map(({ page, number, table }) => sheetOf(`Page ${page} Table ${number}`, table, decimal))),
  );

const csvOf = (texts: readonly (readonly string[])[]): string =>
  texts.map((row) => `${formatRecord(row, ',')}\r\n`).join('');

/** The decimal sign of most numbers that show theirs: 1.200,50 and 3,5 have a comma, 1,200.50 and 3.5 a point. */
function decimalOf(found: readonly FoundTable[]): DecimalMark {
  let balance = 0;
  for (const { table } of found) {
    for (const text of textsOf(table).flat()) {
      if (/\d,(?:\d{1,2}|\d{4,})(?!\d)/.test(text) || /\d\.\d{3}[.,]/.test(text)) balance += 1;
      if (/\d\.(?:\d{1,2}|\d{4,})(?!\d)/.test(text) || /\d,\d{3}[.,]/.test(text)) balance -= 1;
    }
  }
  return balance > 0 ? 'comma' : 'point';
}

/** The tables as files: one workbook, a CSV file per table, or none. Throws INVALID_INPUT where they do not fit a workbook. */
export function tableFiles(
  found: readonly FoundTable[],
  stem: string,
  { format, decimal }: { readonly format: 'xlsx' | 'csv' | 'json'; readonly decimal: DecimalMark | 'auto' },
): OutputFile[] {
  if (format === 'xlsx') {
    return [
      {
        name: `${stem}.xlsx`,
        mime: XLSX_MIME,
        bytes: workbookOf(found, decimal === 'auto' ? decimalOf(found) : decimal),
      },
    ];
  }
  if (format === 'json') return [];
  return found.map(({ page, number, table }) => ({
    name: `${stem}-page-${page}-table-${number}.csv`,
    mime: 'text/csv;charset=utf-8',
    bytes: Buffer.from(csvOf(textsOf(table))),
  }));
}
