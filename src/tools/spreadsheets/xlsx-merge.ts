import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { checkFileSize } from '../../formats/text-source.js';
import { SPREADSHEETS } from '../../formats/workbook.js';
import { writeXlsx } from '../../lib/table/write-xlsx.js';
import { type SourceSheet, sheetsOf, stackedSheets, writtenSheet } from './_merged-sheets.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default defineTool({
  id: 'xlsx-merge',
  title: 'XLSX Merge',
  summary: 'Combines Excel, LibreOffice and CSV files into one workbook, as sheets or as rows of one sheet.',
  family: 'spreadsheets',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...SPREADSHEETS, '.csv', '.tsv', '.txt'] },
  options: {
    shape: z
      .enum(['sheets', 'rows'])
      .default('sheets')
      .describe('Keeps every sheet as a sheet of its own, or stacks the rows of all sheets, columns matched by name.'),
    addSource: z
      .boolean()
      .default(false)
      .describe('Adds a first column with the file and sheet that each row is from, for shape rows.'),
    sourceName: z.string().min(1).max(200).default('source').describe('Name of that column.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: z.object({
    sheets: z
      .array(
        z.object({
          file: z.string().describe('Name of the upload without its ending.'),
          name: z.string().describe('Name of its sheet.'),
          rows: count('Rows taken from it.'),
        }),
      )
      .describe('Sheets that were combined, in their order.'),
    rowsAfter: count('Rows of the result below its header, for shape rows; rows of all sheets otherwise.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Values and number formats are kept: dates stay dates and amounts keep their look. Formulas become the value they last had; fonts, colours, charts, images and comments are omitted. Merged cells and hidden sheets are kept with shape sheets.',
    'Sheets that have the same name get the name of their file before it. With shape rows, the first row with content is the header of each sheet; columns of the same name become one, spaces around a name do not count.',
    'Cells of CSV files become numbers, dates and amounts as in csv-to-xlsx. Dates that count from 1904 are converted.',
    'At most 64 MB unpacked, 1,000 sheets and 2,000,000 cells per file; at most 1,048,576 rows in a sheet.',
  ],
  aliases: [
    'combine excel files',
    'merge workbooks',
    'join xlsx sheets',
    'consolidate spreadsheets',
    'stack excel sheets',
    'append workbooks',
    'several excel files into one',
  ],
  verified: [
    'openpyxl 3.0: 40 pairs of workbooks that it wrote give the values, types and number formats of both, sheet by sheet and stacked.',
    'LibreOffice 7.4: an XLS, an ODS and an XLSX file stacked in one open with the rows of all three.',
  ],
  examples: [
    {
      title: 'A workbook and a CSV file, a sheet each',
      files: [
        { name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' },
        { name: 'people.csv', text: 'id,name\n1,Ada\n' },
      ],
      output: {
        data: {
          sheets: [
            { file: 'orders', name: 'Orders', rows: 4 },
            { file: 'orders', name: 'Rates', rows: 4 },
            { file: 'orders', name: 'Archive', rows: 1 },
            { file: 'people', name: 'people', rows: 2 },
          ],
          rowsAfter: 11,
          warnings: [],
        },
        files: [{ name: 'merged.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'Rows of two files below one header',
      options: { shape: 'rows', addSource: true },
      files: [
        { name: 'may.csv', text: 'day,ships\n2026-05-01,4\n2026-05-02,5\n' },
        { name: 'june.csv', text: 'ships,day,note\n7,2026-06-01,calm\n' },
      ],
      output: {
        data: {
          sheets: [
            { file: 'may', name: 'may', rows: 2 },
            { file: 'june', name: 'june', rows: 1 },
          ],
          rowsAfter: 3,
          warnings: [],
        },
        files: [{ name: 'merged.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'Not a workbook',
      files: [{ name: 'a.xlsx', text: 'x,1' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "a.xlsx" as a workbook: it is not a ZIP archive' },
    },
    {
      title: 'A workbook without its password',
      files: [{ name: 'sales.xlsx', fixture: 'data/encrypted-agile.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "sales.xlsx" as a workbook: it is encrypted, option "password" must open it',
      },
    },
  ],
  async run({ files, options: { shape, addSource, sourceName, password } }) {
    const sources: SourceSheet[] = [];
    for (const file of files) sources.push(...(await sheetsOf(file, password)));
    const stacked = shape === 'rows' ? stackedSheets(sources, addSource ? sourceName : undefined) : undefined;
    const counts = stacked?.counts ?? sources.map(({ rows }) => rows.length);
    const isAnyShown = sources.some(({ isHidden }) => !isHidden);
    const isDouble = (name: string): boolean =>
      sources.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length > 1;
    const sheets =
      stacked === undefined
        ? sources.map(({ file, name, rows, merged, isHidden }) =>
            writtenSheet(isDouble(name) ? `${file} ${name}` : name, rows, { merged, isHidden: isHidden && isAnyShown }),
          )
        : [writtenSheet('Merged', stacked.rows, { header: stacked.header })];
    const bytes = refusing('Cannot write the workbook', () => writeXlsx(sheets));
    checkFileSize(bytes, 'native');
    const report = sources.map(({ file, name }, i) => ({ file, name, rows: counts[i] ?? 0 }));
    const rowsAfter = counts.reduce((sum, rows) => sum + rows, 0);
    const warnings = [...new Set(sources.flatMap((one) => one.warnings.map((text) => `${one.file}: ${text}`)))];
    return withFiles(json({ sheets: report, rowsAfter, warnings }), [{ name: 'merged.xlsx', mime: XLSX, bytes }]);
  },
});
