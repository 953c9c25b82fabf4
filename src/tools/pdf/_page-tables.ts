import { z } from 'zod';

import type { OutputFile } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place } from '../../core/shared-data.js';
import { formatRecord } from '../../lib/csv/write.js';
import { mergedOf, sheetOf, textsOf } from '../../lib/page-text/table-sheets.js';
import type { PageTable } from '../../lib/page-text/tables.js';
import type { DecimalMark } from '../../lib/table/shown-numbers.js';
import { writeXlsx } from '../../lib/table/write-xlsx.js';
import { boxReport, pageBox } from './_report-data.js';
import { XLSX_MIME } from './_results.js';

export const tableData = z.object({
  page: place('Number of the page.'),
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

export interface FoundTable {
  readonly page: number;
  /** On its page, from 1. */
  readonly number: number;
  readonly table: PageTable;
}

export const tableReport = ({ page, number, table }: FoundTable) => ({
  page,
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

/** The tables as files: one workbook, a CSV file per table, or none. Throws INVALID_INPUT where they do not fit a workbook. */
export function tableFiles(
  found: readonly FoundTable[],
  stem: string,
  { format, decimal }: { readonly format: 'xlsx' | 'csv' | 'json'; readonly decimal: DecimalMark },
): OutputFile[] {
  if (format === 'xlsx') {
    return [{ name: `${stem}.xlsx`, mime: XLSX_MIME, bytes: workbookOf(found, decimal) }];
  }
  if (format === 'json') return [];
  return found.map(({ page, number, table }) => ({
    name: `${stem}-page-${page}-table-${number}.csv`,
    mime: 'text/csv;charset=utf-8',
    bytes: Buffer.from(csvOf(textsOf(table))),
  }));
}
