import { extensionOf } from '../../core/files.js';
import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { readJson } from '../../formats/json-document.js';
import { type DelimiterChoice, readCsvText } from '../../formats/table-text.js';
import { readTextSource, type TextSource } from '../../formats/text-source.js';
import { openSpreadsheet, SPREADSHEETS } from '../../formats/workbook.js';
import { ContentFault } from '../../lib/faults.js';
import { isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import type { CalculatedSheet } from '../../lib/spreadsheet-formulas/calculator.js';
import { numberOfText } from '../../lib/spreadsheet-formulas/values.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import { cellText } from '../../lib/table/table.js';
import type { CellValue, SheetCell, Workbook } from '../../lib/workbook/model.js';
import { readRange } from '../../lib/workbook/references.js';

/** Cells to calculate with, and what belongs to them. */
export interface CellInput {
  readonly sheets: readonly CalculatedSheet[];
  readonly workbook: Workbook | undefined;
  readonly label: string;
}

interface CellRequest {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly options: { readonly delimiter: DelimiterChoice; readonly inputCharset: string; readonly password: string };
}

type PlainCell = Pick<SheetCell, 'column' | 'value' | 'formula'>;

/** The cells of a workbook, a CSV text, or JSON: `{"A1": 1, "A2": "=A1*2"}` or a table. No cells where nothing is given. */
export async function readCells({ input, files, options }: CellRequest): Promise<CellInput> {
  const [file] = files;
  if (file !== undefined && SPREADSHEETS.some((ending) => ending === extensionOf(file.name))) {
    if (input !== '') throw invalid('Property "input" must be empty where a file is given');
    const workbook = await openSpreadsheet(file, { password: options.password, formulas: true });
    return { sheets: workbook.sheets, workbook, label: `file ${quote(file.name)}` };
  }
  if (file === undefined && input === '')
    return { sheets: [sheetOf([])], workbook: undefined, label: 'property "input"' };
  const source = await readTextSource({ input, files }, options.inputCharset);
  const isJson = extensionOf(file?.name ?? '') === '.json' || (file === undefined && /^\s*[[{]/.test(source.text));
  const sheet = isJson ? jsonCells(source) : sheetOf(readCsvText(source, options.delimiter).records);
  return { sheets: [sheet], workbook: undefined, label: source.label };
}

function jsonCells(source: TextSource): CalculatedSheet {
  const value = readJson(source.text, source.label);
  return refusing(`Cannot read ${source.label} as cells`, () => {
    if (!isJsonObject(value) || ![...value.keys()].every((key) => /^[A-Za-z]{1,3}\d{1,7}$/.test(key))) {
      const table = tableFromJson(value, true);
      return sheetOf([...(table.hasHeader ? [table.columns] : []), ...table.rows]);
    }
    const rows = new Map<number, PlainCell[]>();
    for (const [key, cell] of value) {
      const range = readRange(key);
      if (range === undefined) throw new ContentFault(`${JSON.stringify(key)} is beyond the last cell of a sheet`);
      const row = rows.get(range.top) ?? [];
      row.push({ column: range.left, ...cellOf(cell) });
      rows.set(range.top, row);
    }
    const sorted = [...rows].sort(([a], [b]) => a - b);
    return {
      name: 'Sheet1',
      rows: sorted.map(([index, cells]) => ({ index, cells: cells.sort((a, b) => a.column - b.column) })),
    };
  });
}

const sheetOf = (rows: readonly (readonly JsonValue[])[]): CalculatedSheet => ({
  name: 'Sheet1',
  rows: rows.map((row, index) => ({
    index,
    cells: row.flatMap((cell, column) => {
      const read = cellOf(cell);
      return read.value === null && read.formula === undefined ? [] : [{ column, ...read }];
    }),
  })),
});

/** What begins with `=` is a formula; numbers, percentages, ISO dates, TRUE and FALSE are values; codes with a leading zero stay text. */
function cellOf(cell: JsonValue): { readonly value: CellValue; readonly formula: string | undefined } {
  if (cell instanceof JsonNumber) {
    const number = cell.toNumber();
    return { value: Number.isFinite(number) ? number : cell.source, formula: undefined };
  }
  if (cell === null || typeof cell === 'boolean') return { value: cell, formula: undefined };
  const text = cellText(cell);
  if (text === '') return { value: null, formula: undefined };
  if (/^=./s.test(text)) return { value: null, formula: text.slice(1) };
  if (/^(true|false)$/i.test(text)) return { value: /^true$/i.test(text), formula: undefined };
  const number = /^0\d/.test(text) ? undefined : numberOfText(text);
  return { value: number ?? text, formula: undefined };
}
