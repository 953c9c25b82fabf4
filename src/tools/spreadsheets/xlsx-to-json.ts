import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, jsonText, quote } from '../../core/index.js';
import { anyJson, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openSpreadsheet, SPREADSHEETS, shownCell, typedValue } from '../../formats/workbook.js';
import type { JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { cellText, uniqueColumns } from '../../lib/table/table.js';
import { type SheetCell, SheetError, type Workbook } from '../../lib/workbook/model.js';
import { cellName, columnLetters, rangeName } from '../../lib/workbook/references.js';

import { cellOptions, chosenSheets, gridOf, rangeOption, type SheetGrid } from './_sheets.js';

type Grid = SheetGrid & { readonly jsonOf: (cell: SheetCell | undefined) => JsonValue };

/** A table does not always begin in A1: the grid without the empty rows above and the empty columns before it. */
function withoutMargin(grid: Grid): Grid {
  const top = grid.rows.findIndex((row) => row.some((cell) => cell !== undefined));
  const rows = top < 0 ? [] : grid.rows.slice(top);
  const starts = rows.map((row) => row.findIndex((cell) => cell !== undefined)).filter((start) => start >= 0);
  const left = starts.reduce((least, start) => Math.min(least, start), grid.columnNumbers.length);
  return {
    ...grid,
    rows: left === 0 ? rows : rows.map((row) => row.slice(left)),
    rowNumbers: grid.rowNumbers.slice(Math.max(0, top)),
    columnNumbers: grid.columnNumbers.slice(left),
  };
}

/** Objects by the names in the first row; columns without a name have their letters. */
function objectsOf({ rows, columnNumbers, jsonOf }: Grid): JsonValue[] {
  const [first = [], ...more] = rows;
  const names = uniqueColumns(first.map((cell, i) => cellText(jsonOf(cell)) || columnLetters(columnNumbers[i] ?? i)));
  return more.map((row) => new Map(names.map((name, i) => [name, jsonOf(row[i])])));
}

function typeOf({ value, format }: SheetCell, { formats }: Workbook): string {
  if (value instanceof SheetError) return 'error';
  if (typeof value === 'number') return formats[format]?.isDate === true ? 'date' : 'number';
  if (value === null) return 'empty';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

function cellsOf({ rows, rowNumbers, columnNumbers, jsonOf }: Grid, workbook: Workbook): JsonValue[] {
  return rows.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      if (cell === undefined) return [];
      const told = new Map<string, JsonValue>([
        ['cell', cellName(rowNumbers[y] ?? 0, columnNumbers[x] ?? 0)],
        ['type', typeOf(cell, workbook)],
        ['value', jsonOf(cell)],
        ['shown', shownCell(cell, workbook)],
      ]);
      if (cell.formula !== undefined) told.set('formula', `=${cell.formula}`);
      const code = workbook.formats[cell.format]?.code ?? 'General';
      if (code !== 'General') told.set('format', code);
      return [told];
    }),
  );
}

const valuesOf = ({ rows, jsonOf }: Grid): JsonValue[] => rows.map((row) => row.map(jsonOf));

export default defineTool({
  id: 'xlsx-to-json',
  title: 'XLSX to JSON',
  summary: 'Converts the sheets of Excel and OpenDocument workbooks to JSON with types, formulas and merged cells.',
  family: 'spreadsheets',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: [...SPREADSHEETS] },
  options: {
    shape: z
      .enum(['objects', 'arrays', 'cells'])
      .default('objects')
      .describe(
        'Rows as objects by the names in the first row that is not empty, rows as lists, or each cell with its type, shown text, formula and format.',
      ),
    ...cellOptions,

    indent: shared.indent(),
    password: shared.password(),
  },
  result: 'data',
  data: z.object({
    sheets: z
      .array(
        z.object({
          name: z.string().describe('Name of the sheet.'),
          visibility: z.enum(['visible', 'hidden', 'veryHidden']).describe('Whether Excel shows the sheet.'),
          merged: z.array(z.string()).describe('Ranges of merged cells.'),
          rows: z.array(anyJson('Row, or a cell where cells were asked for.')).describe('Rows in the chosen shape.'),
        }),
      )
      .describe('Sheets in the order of the workbook.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Numbers stay numbers, dates are texts such as 2024-01-31 or 2024-01-31 12:00:00, spans of time such as 30:00:00, errors texts such as #DIV/0!, empty cells null. Formulas have the value they last had in Excel; nothing is calculated.',
    'As objects, a name that is used twice gets a number (name, name_2), and a column without a name has its letter. Choose the table of a busy sheet with "cells": its first row holds the names.',
    'A workbook with a password (Office 2007 and later, AES) is opened by "password". Binary workbooks (.xls, .xlsb) are read without their formulas.',
    'At most 64 MB unpacked, 1,000 sheets, 2,000,000 cells with content, 8,388,608 characters of JSON.',
  ],
  aliases: [
    'excel to json',
    'convert xlsx to json',
    'xls to json',
    'ods to json',
    'spreadsheet to json',
    'sheet to json',
  ],
  verified: [
    'openpyxl 3.0: 60 random workbooks give the values, types, formulas and merged ranges it wrote.',
    'LibreOffice 7.4: one workbook saved as XLSX, XLS and ODS is read with the same values, compared through xlsx-to-csv.',
  ],
  examples: [
    {
      title: 'Rows as objects',
      options: { sheet: 'Orders' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        data: {
          sheets: [
            {
              name: 'Orders',
              visibility: 'visible',
              merged: [],
              rows: [
                { Date: '2024-01-31', Item: 'Desk, oak', Quantity: 2, Price: 349.5, Total: 699, Paid: true },
                { Date: '2024-02-29 13:45:00', Item: 'Lamp', Quantity: 10, Price: 19.99, Total: 199.9, Paid: false },
                { Date: null, Item: 'Total', Quantity: null, Price: null, Total: 898.9, Paid: null },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Cells with type, formula and format',
      options: { shape: 'cells', sheet: 'Rates', cells: 'A2:B4', skipHidden: true },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        data: {
          sheets: [
            {
              name: 'Rates',
              visibility: 'visible',
              merged: ['A1:B1'],
              rows: [
                { cell: 'A2', type: 'text', value: 'Standard', shown: 'Standard' },
                { cell: 'B2', type: 'number', value: 0.19, shown: '19%', format: '0%' },
                { cell: 'A4', type: 'error', value: '#DIV/0!', shown: '#DIV/0!', formula: '=1/0' },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Rows as lists, merged cells filled',
      options: { shape: 'arrays', sheet: '2', cells: 'A1:B2', fillMerged: true },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        data: {
          sheets: [
            {
              name: 'Rates',
              visibility: 'visible',
              merged: ['A1:B1'],
              rows: [
                ['Tax rates', 'Tax rates'],
                ['Standard', 0.19],
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Unknown sheet',
      options: { sheet: '7' },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "sheet" names no sheet of file "orders.xlsx", it has "Orders", "Rates", "Archive", got "7"',
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
  async run({ files, options }) {
    const [file] = files;
    const workbook = await openSpreadsheet(file, { password: options.password, formulas: options.shape === 'cells' });
    const range = rangeOption(options.cells);
    const jsonOf = (cell: SheetCell | undefined): JsonValue => (cell === undefined ? null : typedValue(cell, workbook));
    const sheets = chosenSheets(workbook, options, `file ${quote(file.name)}`).map((sheet) => {
      const grid = { ...gridOf(sheet, options, range), jsonOf };
      const table = options.shape === 'objects' && range === undefined ? withoutMargin(grid) : grid;
      const rows = { objects: objectsOf, arrays: valuesOf, cells: cellsOf }[options.shape](table, workbook);
      const { name, visibility, merged } = sheet;
      return new Map<string, JsonValue>([
        ['name', name],
        ['visibility', visibility],
        ['merged', merged.map(rangeName)],
        ['rows', rows],
      ]);
    });
    const told = new Map<string, JsonValue>([
      ['sheets', sheets],
      ['warnings', [...workbook.warnings]],
    ]);
    return jsonText(writeJson(told, { indent: ' '.repeat(options.indent) }), { name: renamed(file.name, '.json') });
  },
});
