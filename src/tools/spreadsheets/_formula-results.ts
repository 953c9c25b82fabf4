import { invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { listColumns } from '../../formats/table-text.js';
import type { SheetCalculator } from '../../lib/spreadsheet-formulas/calculator.js';
import { isNear } from '../../lib/spreadsheet-formulas/values.js';
import { type CellValue, SheetError } from '../../lib/workbook/model.js';
import { cellName } from '../../lib/workbook/references.js';
import { isoOfSerial } from '../../lib/workbook/serial-dates.js';

import type { CellInput } from './_cell-input.js';

const MAX_FORMULAS = 1000;
/** Chosen: cells that are told; more make an answer of many megabytes. */
const MAX_TOLD = 20_000;

type Plain = string | number | boolean | null;

const plain = (value: CellValue): Plain => (value instanceof SheetError ? value.code : value);

function typeOf(value: CellValue): 'number' | 'text' | 'boolean' | 'error' | 'empty' {
  if (value instanceof SheetError) return 'error';
  if (value === null) return 'empty';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

/** One formula per line, with or without `=`. */
export function formulasOf(text: string): string[] {
  const lines = text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim().replace(/^=/, ''))
    .filter((line) => line !== '');
  if (lines.length > MAX_FORMULAS)
    throw overLimit(`Option "formula" must hold no more than ${MAX_FORMULAS} formulas, got ${lines.length}`);
  return lines;
}

/** The sheet that references without one mean. Throws INVALID_INPUT. */
export function calculatedSheet({ sheets, label }: CellInput, wanted: string): string {
  const found =
    wanted === '' ? sheets[0] : sheets.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  if (found !== undefined) return found.name;
  const names = listColumns(sheets.map(({ name }) => name));
  throw invalid(
    `Option "sheet" names no sheet of ${label}, it has ${names === '' ? 'none' : names}, got ${quote(wanted)}`,
  );
}

/** What a formula of the option gives. Throws INVALID_INPUT where it cannot be read, LIMIT_EXCEEDED. */
export function oneResult(calculator: SheetCalculator, formula: string, sheet: string) {
  const value = refusing('Cannot read option "formula"', () => calculator.calculate(formula, sheet));
  const isSpread = typeof value === 'object' && value !== null && !(value instanceof SheetError);
  const top = isSpread ? value.at(0, 0) : value;
  const isWide = isSpread && value.rows * value.columns > 1;
  if (isWide && value.rows * value.columns > MAX_TOLD)
    throw overLimit(
      `The result of a formula must have no more than ${MAX_TOLD} cells, got ${value.rows} x ${value.columns}`,
    );
  return {
    formula: `=${formula}`,
    value: plain(top),
    type: isWide ? ('array' as const) : typeOf(top),
    ...(isWide ? { rows: value.cells.map((row) => row.map(plain)) } : {}),
  };
}

const isSame = (a: CellValue, b: CellValue): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return isNear(a, b) || Math.abs(a - b) < 1e-12;
  return plain(a) === plain(b) || (a === null && b === '') || (a === '' && b === null);
};

/** Every formula of the cells, calculated anew. */
export function allResults({ sheets, workbook }: CellInput, calculator: SheetCalculator) {
  const told: {
    sheet: string;
    cell: string;
    formula: string;
    value: Plain;
    type: ReturnType<typeof typeOf>;
    saved?: Plain;
    changed?: boolean;
    date?: string;
  }[] = [];
  for (const { name, rows } of sheets)
    for (const { index, cells } of rows)
      for (const cell of cells) {
        if (cell.formula === undefined) continue;
        if (told.length === MAX_TOLD) throw overLimit(`The cells must hold no more than ${MAX_TOLD} formulas`);
        const value = calculator.cell(name, index, cell.column);
        const format = 'format' in cell ? workbook?.formats[Number(cell.format)] : undefined;
        const date =
          typeof value === 'number' && format?.isDate === true && !format.isElapsed
            ? isoOfSerial(value, workbook?.is1904 === true)
            : undefined;
        told.push({
          sheet: name,
          cell: cellName(index, cell.column),
          formula: `=${cell.formula}`,
          value: plain(value),
          type: typeOf(value),
          ...(date === undefined ? {} : { date }),
          ...(workbook === undefined ? {} : { saved: plain(cell.value), changed: !isSame(value, cell.value) }),
        });
      }
  return told;
}
