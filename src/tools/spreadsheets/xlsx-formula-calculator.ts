import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { anyJson, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { SPREADSHEETS } from '../../formats/workbook.js';
import { SheetCalculator } from '../../lib/spreadsheet-formulas/calculator.js';

import { readCells } from './_cell-input.js';
import { allResults, calculatedSheet, formulasOf, oneResult } from './_formula-results.js';

const anyValue = () => z.union([z.string(), z.number(), z.boolean(), z.null()]);

export default defineTool({
  id: 'xlsx-formula-calculator',
  title: 'XLSX Formula Calculator',
  summary: 'Calculates Excel formulas on cells you type or upload, or every formula of a workbook anew.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: [...SPREADSHEETS, '.csv', '.tsv', '.txt', '.json'] },
  options: {
    formula: z
      .string()
      .max(100_000)
      .default('')
      .describe('Formulas to calculate, one per line, such as =SUM(A1:A3); empty for every formula in the cells.'),
    sheet: z.string().max(200).default('').describe('Sheet that references without a sheet mean; empty for the first.'),
    recalculate: z
      .boolean()
      .default(true)
      .describe('Calculates the formulas of cells that are referred to; otherwise they have the value last saved.'),
    delimiter: shared.delimiter(),
    inputCharset: shared.inputCharset(),
    password: shared.password(),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          formula: z.string().describe('Formula as it was calculated.'),
          value: anyValue().describe('Its value; the first of several.'),
          type: z.enum(['number', 'text', 'boolean', 'error', 'empty', 'array']).describe('Type of the value.'),
          rows: z
            .array(z.array(anyJson('Value.')))
            .optional()
            .describe('Values of an array, row by row.'),
        }),
      )
      .describe('Results of option "formula", in its order.'),
    cells: z
      .array(
        z.object({
          sheet: z.string().describe('Sheet of the cell.'),
          cell: z.string().describe('Cell, such as B3.'),
          formula: z.string().describe('Its formula.'),
          value: anyValue().describe('Value that was calculated.'),
          type: z.enum(['number', 'text', 'boolean', 'error', 'empty']).describe('Type of the value.'),
          date: z.string().optional().describe('The value as a date, where the cell shows one.'),
          saved: anyValue().optional().describe('Value that the workbook last saved.'),
          changed: z.boolean().optional().describe('Whether the value differs from the saved one.'),
        }),
      )
      .describe('Cells with formulas, where option "formula" is empty.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'Cells are a workbook, CSV (the first line is row 1) or JSON: {"A1": 2, "A2": "=A1*3"}, a list of lists, or a list of objects with their keys in row 1. Cells that begin with = are formulas. Numbers, percentages, ISO dates, TRUE and FALSE are values; 007 stays text.',
    'More than 290 functions of Excel in English, among them SUMIFS, VLOOKUP, XLOOKUP, INDEX, MATCH, FILTER, SORT, UNIQUE, LET, TEXT, TEXTJOIN, DATEDIF, NETWORKDAYS, PMT, XIRR, PERCENTILE and NORM.DIST. Arguments are separated by commas. LAMBDA, references to tables and to other workbooks are not calculated.',
    'Formulas on ranges give arrays, as in Excel 365: =A1:A3*2 has three values. A range where one value is expected does the same.',
    'Errors such as #DIV/0! are values. A function that is not known gives #NAME? and a warning. A cell that refers to itself is refused.',
    'Dates are serial numbers, as in Excel. NOW and TODAY are in UTC. The formulas of a run may look at 20,000,000 cells in all.',
  ],
  aliases: [
    'excel formula calculator',
    'evaluate excel formula',
    'excel formula tester',
    'recalculate workbook',
    'formula parser',
    'spreadsheet calculator',
    'vlookup online',
  ],
  verified: [
    'LibreOffice 7.4: 2,298 generated formulas of 273 functions give the same number, text or boolean, or an error in both.',
    'LibreOffice 7.4: the formulas of a workbook it calculated give the values it saved.',
  ],
  examples: [
    {
      title: 'Formulas on a few cells',
      input: 'item,amount\npen,2\ncup,3.5\npen,4',
      options: { formula: '=SUM(B2:B4)\n=SUMIF(A2:A4,"pen",B2:B4)\n=TEXT(B3/SUM(B2:B4),"0.0%")\n=B2:B4*2' },
      output: {
        data: {
          results: [
            { formula: '=SUM(B2:B4)', value: 9.5, type: 'number' },
            { formula: '=SUMIF(A2:A4,"pen",B2:B4)', value: 6, type: 'number' },
            { formula: '=TEXT(B3/SUM(B2:B4),"0.0%")', value: '36.8%', type: 'text' },
            { formula: '=B2:B4*2', value: 4, type: 'array', rows: [[4], [7], [8]] },
          ],
          cells: [],
          warnings: [],
        },
      },
    },
    {
      title: 'Cells that hold formulas',
      input: '{"A1": 100, "A2": 0.19, "A3": "=A1*(1+A2)", "A4": "=A3/0"}',
      output: {
        data: {
          results: [],
          cells: [
            { sheet: 'Sheet1', cell: 'A3', formula: '=A1*(1+A2)', value: 119, type: 'number' },
            { sheet: 'Sheet1', cell: 'A4', formula: '=A3/0', value: '#DIV/0!', type: 'error' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A function that is not known',
      options: { formula: '=WEBSERVICE("a")' },
      output: {
        data: {
          results: [{ formula: '=WEBSERVICE("a")', value: '#NAME?', type: 'error' }],
          cells: [],
          warnings: ['Unknown functions: WEBSERVICE'],
        },
      },
    },
    {
      title: 'A bracket that is not closed',
      options: { formula: '=SUM(1,2' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "formula": line 1, column 1: the bracket that opens here is not closed\nSUM(1,2\n^',
      },
    },
    {
      title: 'A circle',
      input: '=B1,=A1',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot calculate cell A1 of sheet "Sheet1": its formula refers to itself',
      },
    },
    {
      title: 'No formulas',
      input: '1,2',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "formula" must hold a formula where property "input" has none',
      },
    },
  ],
  async run({ input, files, options, now, random }) {
    const source = await readCells({ input, files, options });
    const sheet = calculatedSheet(source, options.sheet);
    const calculator = new SheetCalculator(source.sheets, {
      names: source.workbook?.names ?? [],
      now: now.getTime() / 86_400_000 + 25_569,
      random: () => Buffer.from(random(4)).readUInt32LE() / 2 ** 32,
      recalculates: options.recalculate,
    });
    const formulas = formulasOf(options.formula);
    const results = formulas.map((formula) => oneResult(calculator, formula, sheet));
    const cells = formulas.length === 0 ? allResults(source, calculator) : [];
    if (results.length + cells.length === 0)
      throw invalid(`Option "formula" must hold a formula where ${source.label} has none`);
    const unknown = calculator.unknownFunctions;
    const warnings = unknown.length === 0 ? [] : [`Unknown functions: ${unknown.join(', ')}`];
    return json({ results, cells, warnings });
  },
});
