import { z } from 'zod';

import { defineTool, type InputFile, invalid, json, quote } from '../../core/index.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openSpreadsheet, SPREADSHEETS } from '../../formats/workbook.js';

import { type CellChange, compareSheets, hasKey } from './_compare-sheets.js';

const ORDERS = { name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' };

export default defineTool({
  id: 'xlsx-compare',
  title: 'XLSX Compare',
  summary: 'Finds the differences of two workbooks: cells, rows and sheets that were added, removed or changed.',
  family: 'spreadsheets',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 2, formats: [...SPREADSHEETS] },
  options: {
    contents: z
      .enum(['values', 'shown', 'formulas'])
      .default('values')
      .describe('Compares exact values, the text that cells show, or formulas where there are any.'),
    key: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Columns of the first row that tell rows apart, separated by commas, such as id; empty aligns rows by content.',
      ),
    tolerance: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .default(0)
      .describe('Numbers that differ by no more than this are equal.'),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100_000)
      .default(1000)
      .describe('Maximum number of differences to list.'),
    password: shared.password(),
  },
  result: 'data',
  data: z.object({
    isEqual: z.boolean().describe('Whether nothing differs.'),
    changedCells: count('Cells with another value.'),
    addedCells: count('Cells that the second workbook has more.'),
    removedCells: count('Cells that the second workbook lacks.'),
    addedRows: count('Rows that the second workbook has more.'),
    removedRows: count('Rows that the second workbook lacks.'),
    addedSheets: z.array(z.string()).describe('Sheets of the second workbook alone.'),
    removedSheets: z.array(z.string()).describe('Sheets of the first workbook alone.'),
    truncated: z.boolean().describe('Whether there are more differences than were asked for.'),
    changes: z
      .array(
        z.object({
          sheet: z.string().describe('Sheet of the first workbook.'),
          kind: z.enum(['changed', 'added', 'removed', 'row added', 'row removed']).describe('What became of it.'),
          cell: z
            .string()
            .describe('Cell in the first workbook, of what was added in the second; of a row its number.'),
          movedTo: z.string().optional().describe('Cell in the second workbook, where it is another.'),
          key: z.string().optional().describe('Key of the row, where one was asked for.'),
          before: z.string().optional().describe('Content in the first workbook.'),
          after: z.string().optional().describe('Content in the second workbook.'),
          values: z.array(z.string()).optional().describe('Cells of a row that was added or removed.'),
        }),
      )
      .describe('Differences, sheet by sheet.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Sheets are matched by name. Without a key, rows that hold the same are found even where rows were inserted or deleted above them; with one, rows are matched wherever they are.',
    'Numbers that differ only beyond their 15th digit are equal, as programs write 15 or 17 of them. Formulas have the value they last had; nothing is calculated.',
    'Formats, colours, widths, comments and charts are not compared.',
    'Both workbooks may be of different kinds: .xlsx, .xls and .ods.',
  ],
  aliases: [
    'compare excel files',
    'excel diff',
    'spreadsheet compare',
    'xlsx diff',
    'workbook differences',
    'compare two sheets',
  ],
  verified: [
    'Known changes: 40 random tables with cells that were changed and rows that were inserted and deleted give exactly these.',
    'LibreOffice 7.4: a workbook and what LibreOffice saved of it as ODS are equal but for TRUE and FALSE.',
  ],
  examples: [
    {
      title: 'A workbook and its copy',
      files: [ORDERS, { ...ORDERS, name: 'copy.xlsx' }],
      output: {
        data: {
          isEqual: true,
          changedCells: 0,
          addedCells: 0,
          removedCells: 0,
          addedRows: 0,
          removedRows: 0,
          addedSheets: [],
          removedSheets: [],
          truncated: false,
          changes: [],
          warnings: [],
        },
      },
    },
    {
      title: 'XLSX beside ODS',
      options: { key: 'item' },
      files: [ORDERS, { name: 'orders.ods', fixture: 'spreadsheets/orders.ods' }],
      output: {
        data: {
          isEqual: false,
          changedCells: 2,
          addedCells: 0,
          removedCells: 0,
          addedRows: 0,
          removedRows: 0,
          addedSheets: [],
          removedSheets: [],
          truncated: false,
          changes: [
            { sheet: 'Orders', kind: 'changed', cell: 'F2', key: 'Desk, oak', before: 'true', after: '1' },
            { sheet: 'Orders', kind: 'changed', cell: 'F3', key: 'Lamp', before: 'false', after: '0' },
          ],
          warnings: [
            'Sheet "Rates" lacks a column of the key: its rows are aligned by content',
            'Sheet "Archive" lacks a column of the key: its rows are aligned by content',
          ],
        },
      },
    },
    {
      title: 'A key that no sheet has',
      options: { key: 'id' },
      files: [ORDERS, { ...ORDERS, name: 'copy.xlsx' }],
      error: { code: 'INVALID_INPUT', message: 'Option "key" names no column of a sheet, got "id"' },
    },
    {
      title: 'Not a workbook',
      files: [ORDERS, { name: 'b.xlsx', text: 'x,1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "b.xlsx" as a workbook: it is not a ZIP archive',
      },
    },
  ],
  async run({ files, options }) {
    const open = (file: InputFile) =>
      openSpreadsheet(file, { password: options.password, formulas: options.contents === 'formulas' });
    const [first, second] = files;
    const one = await open(first);
    const two = await open(second as InputFile);
    const key = options.key
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const request = { ...options, key };
    if (key.length > 0 && !one.sheets.some((sheet) => hasKey(one, sheet, request)))
      throw invalid(`Option "key" names no column of a sheet, got ${quote(options.key)}`);
    const warnings = [...new Set([...one.warnings, ...two.warnings])];
    const named = new Map(two.sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
    const changes: CellChange[] = [];
    for (const sheet of one.sheets) {
      const other = named.get(sheet.name.toLowerCase());
      if (other !== undefined) changes.push(...compareSheets([one, sheet], [two, other], request, warnings));
    }
    const names = new Set(one.sheets.map(({ name }) => name.toLowerCase()));
    const addedSheets = two.sheets.filter(({ name }) => !names.has(name.toLowerCase())).map(({ name }) => name);
    const removedSheets = one.sheets.filter(({ name }) => !named.has(name.toLowerCase())).map(({ name }) => name);
    const counted = (kind: CellChange['kind']): number => changes.filter((change) => change.kind === kind).length;
    return json({
      isEqual: changes.length + addedSheets.length + removedSheets.length === 0,
      changedCells: counted('changed'),
      addedCells: counted('added'),
      removedCells: counted('removed'),
      addedRows: counted('row added'),
      removedRows: counted('row removed'),
      addedSheets,
      removedSheets,
      truncated: changes.length > options.limit,
      changes: changes.slice(0, options.limit),
      warnings,
    });
  },
});
