import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, json, overLimit, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { type DelimiterChoice, raggedRows, readCsvText } from '../../formats/table-text.js';
import { checkFileSize, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { findCodeColumns } from '../../lib/table/cell-types.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import { showsComma } from '../../lib/table/shown-marks.js';
import { type DecimalMark, shownNumber } from '../../lib/table/shown-numbers.js';
import { type Cell, cellText, type Table, tableOf } from '../../lib/table/table.js';
import { type FormattedNumber, type Sheet, writeXlsx } from '../../lib/table/write-xlsx.js';
import { displayWidth } from '../../lib/unicode/display-width.js';
import { serialOfClock, serialOfIso } from '../../lib/workbook/serial-dates.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Chosen: wide enough for most texts, and a column does not fill the screen. */
const [LEAST_WIDTH, MOST_WIDTH] = [8, 50];
/** Of all sheets. Measured: 4,000,000 take 1.6 of the 2 GB of the class. */
const MAX_CELLS = 4_000_000;
/** Rows that a column's width is found by. */
const MEASURED_ROWS = 1000;

interface ReadRequest {
  readonly header: boolean;
  readonly types: boolean;
  readonly decimal: DecimalMark;
  readonly delimiter: DelimiterChoice;
  readonly inputCharset: string;
  readonly filter: boolean;
  readonly freezeHeader: boolean;
}

interface ReadSource {
  readonly table: Table;
  readonly isTyped: boolean;
  readonly decimal: DecimalMark;
  readonly warnings: readonly string[];
}

function readSource(source: TextSource, request: ReadRequest): ReadSource {
  const extension = extensionOf(source.file?.name ?? '');
  const isLines = extension === '.jsonl' || extension === '.ndjson';
  const isJson = extension === '.json' || (source.file === undefined && /^\s*[[{]/.test(source.text));
  if (isJson || isLines) {
    // One list, so that a fault keeps its column; its line is that of the record.
    const lines = isLines ? source.text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '') : [];
    const text = isLines ? `[${lines.join('\n,')}]` : source.text;
    const value = readJson(text, source.label);
    const table = refusing(`Cannot read ${source.label} as a table`, () => tableFromJson(value, request.header));
    return { table, isTyped: true, decimal: request.decimal, warnings: [] };
  }
  const choice = request.delimiter === 'auto' && extension === '.tsv' ? 'tab' : request.delimiter;
  const csv = readCsvText(source, choice);
  const ragged = raggedRows(csv);
  const [first] = ragged;
  const warnings =
    first === undefined
      ? []
      : [
          `${ragged.length} rows of ${source.label} have more or fewer cells than the first one, the first in line ${first.line}`,
        ];
  const decimal = showsComma(source.text, csv.delimiter) ? 'comma' : request.decimal;
  return { table: tableOf(csv.records, request.header), isTyped: false, decimal, warnings };
}

/** The number and format in which a text looks the same; `undefined` where it stays a text. */
function formattedOf(cell: Cell, decimal: DecimalMark): FormattedNumber | undefined {
  if (typeof cell !== 'string' || cell === '') return undefined;
  const number = shownNumber(cell, decimal);
  if (number !== undefined) return number.format === '0' ? { ...number, format: 'General' } : number;
  const moment = serialOfIso(cell) ?? serialOfClock(cell);
  return moment === undefined ? undefined : { value: String(moment.serial), format: moment.format };
}

function sheetOf(name: string, { table, isTyped }: ReadSource, request: ReadRequest): Sheet {
  const isCode = findCodeColumns(request.types && !isTyped ? table.rows : []);
  const rows = table.rows.map((row) =>
    row.map((cell, i) =>
      request.types && !isTyped && !isCode(i) && typeof cell === 'string' && /^(?:true|false)$/i.test(cell)
        ? /^true$/i.test(cell)
        : cell,
    ),
  );
  return {
    name,
    table: { ...table, rows },
    formattedAt: (row, column) =>
      request.types && !isCode(column) ? formattedOf(rows[row]?.[column] ?? null, request.decimal) : undefined,
    widths: table.columns.map((column, i) =>
      widthOf([table.hasHeader ? column : '', ...columnTexts(rows, i)], request),
    ),
    isHeaderFrozen: request.freezeHeader,
    hasFilter: request.filter,
  };
}

const columnTexts = (rows: Table['rows'], column: number): string[] =>
  rows.slice(0, MEASURED_ROWS).map((row) => cellText(row[column]));

/** The longest line, and room for the button of a filter. */
function widthOf(texts: readonly string[], { filter }: ReadRequest): number {
  let longest = 0;
  for (const text of texts)
    for (const line of text.slice(0, 500).split('\n')) longest = Math.max(longest, displayWidth(line));
  return Math.min(Math.max(longest + (filter ? 3 : 1), LEAST_WIDTH), MOST_WIDTH);
}

const sheetName = (file: InputFile | undefined): string => (file === undefined ? 'Sheet1' : stemOf(file.name));

export default defineTool({
  id: 'csv-to-xlsx',
  title: 'CSV to XLSX',
  summary:
    'Converts CSV, TSV and JSON to an Excel workbook with typed cells, a header that stays in view, and filters.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.csv', '.tsv', '.tab', '.txt', '.json', '.jsonl', '.ndjson'] },
  options: {
    header: shared.header(),
    types: z
      .boolean()
      .default(true)
      .describe(
        'Turns numbers, percentages, amounts, ISO dates and times, true and false into typed cells; otherwise all is text.',
      ),
    decimal: z
      .enum(['point', 'comma'])
      .default('point')
      .describe('Decimal mark of the input, as in 1.234,50 with "comma"; a comma that a file shows is found anyway.'),
    delimiter: shared.delimiter(),
    filter: z.boolean().default(true).describe('Adds filter buttons to the header.'),
    freezeHeader: z.boolean().default(true).describe('Keeps the header in view.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.object({
    sheets: z
      .array(
        z.object({
          name: z.string().describe('Name that was asked for: that of the file without its ending.'),
          rows: count('Rows below the header.'),
          columns: count('Columns.'),
        }),
      )
      .describe('Sheets in the order of the uploads.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Each file becomes a sheet. A number is one only where nothing of what is written gets lost: 1.10 is 1.1 in the format 0.00, 12,400.50 and $1,200 and 7.5% keep their look; 007, +49 and numbers of more than 15 digits stay text, and so does a whole column of such codes.',
    'Dates are read in ISO 8601 only (2024-01-31, 2024-01-31 12:00, 12:30): 01/02/2024 is ambiguous and stays text. Dates before 1900 stay text, as Excel has none.',
    'Text that begins with = + - or @ is written as text: no formula comes of it.',
    'JSON is a list of objects, a list of lists, an object of lists or one object; its types are kept. Lists and objects in cells are written as JSON.',
    'Sheet names have at most 31 characters and none of []:*?/\\; names that collide get a number. At most 4,000,000 cells in all sheets, 1,048,576 rows, 16,384 columns and 32,767 characters per cell, as in Excel.',
  ],
  aliases: [
    'csv to excel',
    'json to excel',
    'json to xlsx',
    'tsv to xlsx',
    'make excel file',
    'csv2xlsx',
    'combine csv into workbook',
    'open csv in excel',
    'csv as a workbook',
  ],
  verified: [
    'openpyxl 3.0: 40 random tables are read back with their values, types and number formats.',
    'LibreOffice 7.4: tables opened and saved as CSV show what was sent.',
  ],
  examples: [
    {
      title: 'A CSV file with amounts, dates and codes',
      files: [
        {
          name: 'sales.csv',
          text: 'item,amount,share,day,zip\nDesk,"1,234.50",7.5%,2024-01-31,01234\nLamp,3.10,12%,2024-02-01,90210\n',
        },
      ],
      output: {
        data: { sheets: [{ name: 'sales', rows: 2, columns: 5 }], warnings: [] },
        files: [{ name: 'sales.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'Two files, a sheet each; a short row is told',
      files: [
        { name: 'people.csv', text: 'id;name\n1;Ada\n2\n' },
        { name: 'items.json', text: '[{"person": 1, "item": "pen"}]' },
      ],
      output: {
        data: {
          sheets: [
            { name: 'people', rows: 2, columns: 2 },
            { name: 'items', rows: 1, columns: 2 },
          ],
          warnings: ['1 rows of file "people.csv" have more or fewer cells than the first one, the first in line 3'],
        },
        files: [{ name: 'workbook.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'Pasted text',
      input: 'a\tb\n1\t=1+1\n',
      output: {
        data: { sheets: [{ name: 'Sheet1', rows: 1, columns: 2 }], warnings: [] },
        files: [{ name: 'workbook.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'JSON that is not a table',
      files: [{ name: 'a.json', text: '[1, 2]' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read file "a.json" as a table: its items must all be objects or all be lists, item 1 is a number',
      },
    },
    {
      title: 'No table',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const sources: TextSource[] = [];
    if (files.length > 1 && input === '')
      for (const file of files) sources.push(await readTextFile(file, options.inputCharset));
    else sources.push(await readTextSource({ input, files }, options.inputCharset));
    const read = sources.map((source) => ({ source, ...readSource(source, options) }));
    const cells = read.reduce((sum, { table }) => sum + table.columns.length * table.rows.length, 0);
    if (cells > MAX_CELLS) throw overLimit(`All sheets together must have at most ${MAX_CELLS} cells, got ${cells}`);
    const sheets = read.map((one) => sheetOf(sheetName(one.source.file), one, { ...options, decimal: one.decimal }));
    const bytes = refusing('Cannot write the workbook', () => writeXlsx(sheets));
    checkFileSize(bytes, 'native');
    const [only, ...more] = files;
    const name = only !== undefined && more.length === 0 ? `${stemOf(only.name)}.xlsx` : 'workbook.xlsx';
    const report = sheets.map(({ name: sheet, table }) => ({
      name: sheet,
      rows: table.rows.length,
      columns: table.columns.length,
    }));
    const warnings = read.flatMap((one) => one.warnings);
    return withFiles(json({ sheets: report, warnings }), [{ name, mime: XLSX, bytes }]);
  },
});
