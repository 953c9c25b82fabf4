import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, overLimit, quote } from '../../core/index.js';
import type { OutputFile } from '../../core/results.js';
import { count, fileReports, warnings as warningsSchema } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { checkFileSize, KINDS } from '../../formats/text-source.js';
import { openSpreadsheet, SPREADSHEETS, shownCell, typedValue } from '../../formats/workbook.js';
import { formatRecord } from '../../lib/csv/write.js';
import { cellText } from '../../lib/table/table.js';
import type { SheetCell, Workbook } from '../../lib/workbook/model.js';

import { cellOptions, chosenSheets, gridOf, rangeOption, type SheetGrid } from './_sheets.js';

/** A file's own limit; counted while it is written, for one long text may stand in thousands of cells. */
const MAX_CHARACTERS = 20 * 2 ** 20;

type Contents = 'values' | 'shown' | 'formulas';

function textOfCell(cell: SheetCell | undefined, contents: Contents, workbook: Workbook): string {
  if (cell === undefined) return '';
  if (contents === 'formulas' && cell.formula !== undefined) return `=${cell.formula}`;
  if (contents === 'shown') return shownCell(cell, workbook);
  const value = typedValue(cell, workbook);
  return typeof value === 'boolean' ? String(value).toUpperCase() : cellText(value);
}

function csvOf({ rows }: SheetGrid, cellOf: (cell: SheetCell | undefined) => string, delimiter: string): string {
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = `${formatRecord(row.map(cellOf), delimiter)}\r\n`;
    length += line.length;
    if (length > MAX_CHARACTERS) throw overLimit(`The CSV of a sheet must have at most ${MAX_CHARACTERS} characters`);
    lines.push(line);
  }
  return lines.join('');
}

/** A sheet's name as a part of a file name. */
const fileWord = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g, '_')
    .trim()
    .slice(0, 60);

export default defineTool({
  id: 'xlsx-to-csv',
  title: 'XLSX to CSV',
  summary: 'Converts the sheets of Excel and OpenDocument workbooks to CSV: exact values, text as shown, or formulas.',
  family: 'spreadsheets',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...SPREADSHEETS] },
  options: {
    contents: z
      .enum(['values', 'shown', 'formulas'])
      .default('values')
      .describe(
        'Exact values with dates in ISO 8601, the text that cells show in their number format, or formulas where there are any.',
      ),
    ...cellOptions,
    outputDelimiter: shared.outputDelimiter(),
    bom: shared.bom(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    sheets: z
      .array(
        z.object({
          name: z.string().describe('Name of the sheet.'),
          visibility: z.enum(['visible', 'hidden', 'veryHidden']).describe('Whether Excel shows the sheet.'),
          rows: count('Rows that were written.'),
          columns: count('Columns that were written.'),
        }),
      )
      .describe('Sheets that were written, in the order of the workbook; each has a file.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Values are what the cells hold: numbers with all their digits, dates as 2024-01-31 or 2024-01-31 12:00:00, times as 12:30:00, spans such as [h]:mm shows as 30:00:00, TRUE and FALSE, errors such as #DIV/0!. Formulas have the value they last had in Excel; nothing is calculated. Shown text follows the number format in English: 1,234.50, 15%, 31-Jan-24.',
    'A sheet of a workbook with several sheets becomes <workbook>-<sheet>.csv. Rows and columns begin at A1, so that places stay as in the workbook. Lines end with CRLF (RFC 4180).',
    'A workbook with a password (Office 2007 and later, AES) is opened by "password". Binary workbooks (.xls, .xlsb) are read without their formulas; LibreOffice files (.ods) show what LibreOffice last showed.',
    'At most 64 MB unpacked, 1,000 sheets, 2,000,000 cells with content and 5,000,000 cells in a sheet up to its last one.',
  ],
  aliases: [
    'excel to csv',
    'convert xlsx',
    'xls to csv',
    'ods to csv',
    'xlsx2csv',
    'export excel sheets',
    'spreadsheet to csv',
    'save excel as csv',
  ],
  verified: [
    'LibreOffice 7.4: 997 numbers and dates in 40 number formats are shown alike.',
    'openpyxl 3.0: 60 random workbooks are read with the values it wrote, compared through xlsx-to-json.',
    'LibreOffice 7.4: one workbook saved as XLSX, XLS and ODS gives the same values.',
  ],
  examples: [
    {
      title: 'Every sheet, exact values',
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        files: [
          {
            name: 'orders-Orders.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'Date,Item,Quantity,Price,Total,Paid\r\n2024-01-31,"Desk, oak",2,349.5,699,TRUE\r\n2024-02-29 13:45:00,Lamp,10,19.99,199.9,FALSE\r\n,Total,,,898.9,\r\n',
          },
          {
            name: 'orders-Rates.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'Tax rates,\r\nStandard,0.19\r\nReduced,0.07\r\n#DIV/0!,\r\n',
          },
          { name: 'orders-Archive.csv', mime: 'text/csv;charset=utf-8', text: 'old\r\n' },
        ],
      },
    },
    {
      title: 'One sheet as it is shown',
      options: { contents: 'shown', sheet: 'Orders', cells: 'A1:E3', outputDelimiter: 'semicolon' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        files: [
          {
            name: 'orders-Orders.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'Date;Item;Quantity;Price;Total\r\n1/31/2024;Desk, oak;2;$349.50;$699.00\r\n2024-02-29 13:45;Lamp;10;$19.99;$199.90\r\n',
          },
        ],
      },
    },
    {
      title: 'Formulas',
      options: { contents: 'formulas', sheet: '1', cells: 'B2:E4' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        files: [
          {
            name: 'orders-Orders.csv',
            mime: 'text/csv;charset=utf-8',
            text: '"Desk, oak",2,349.5,=C2*D2\r\nLamp,10,19.99,=C3*D3\r\nTotal,,,=SUM(E2:E3)\r\n',
          },
        ],
      },
    },
    {
      title: 'Unknown sheet',
      options: { sheet: 'Invoices' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "sheet" names no sheet of file "orders.xlsx", it has "Orders", "Rates", "Archive", got "Invoices"',
      },
    },
    {
      title: 'Not a range',
      options: { cells: 'B2-F9' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      error: { code: 'INVALID_INPUT', message: 'Option "cells" is not a range such as B2:F100, got "B2-F9"' },
    },
    {
      title: 'A workbook without its password',
      files: [{ name: 'sales.xlsx', fixture: 'data/encrypted-agile.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "sales.xlsx" as a workbook: it is encrypted, option "password" must open it',
      },
    },
    {
      title: 'Not a workbook',
      files: [{ name: 'a.xlsx', text: 'x,1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.xlsx" as a workbook: it is not a ZIP archive',
      },
    },
  ],
  run: ({ files, options, signal }) =>
    eachFile({ files, signal }, async (file) => {
      const label = `file ${quote(file.name)}`;
      const workbook = await openSpreadsheet(file, {
        password: options.password,
        formulas: options.contents === 'formulas',
      });
      const range = rangeOption(options.cells);
      const sheets = chosenSheets(workbook, options, label);
      const delimiter = DELIMITER_CHARACTERS[options.outputDelimiter];
      const kind = options.outputDelimiter === 'tab' ? KINDS.tsv : KINDS.csv;
      const outputs: OutputFile[] = [];
      const report = sheets.map((sheet) => {
        const grid = gridOf(sheet, options, range);
        const csv = csvOf(grid, (cell) => textOfCell(cell, options.contents, workbook), delimiter);
        const bytes = Buffer.from(`${options.bom ? '\ufeff' : ''}${csv}`);
        checkFileSize(bytes, 'native');
        const stem = workbook.sheets.length === 1 ? stemOf(file.name) : `${stemOf(file.name)}-${fileWord(sheet.name)}`;
        outputs.push({ name: `${stem}${kind.extension}`, mime: kind.mime, bytes });
        const { name, visibility } = sheet;
        return { name, visibility, rows: grid.rows.length, columns: grid.columnNumbers.length };
      });
      return { report: { sheets: report, warnings: workbook.warnings }, outputs };
    }),
});
