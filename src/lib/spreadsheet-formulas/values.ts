import { LimitFault } from '../faults.js';
import { type CellValue, SheetError } from '../workbook/model.js';
import { type CellRange, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from '../workbook/references.js';
import { serialOfClock, serialOfIso } from '../workbook/serial-dates.js';
import { generalText } from '../workbook/shown-values.js';

export const VALUE = new SheetError('#VALUE!');
export const DIV0 = new SheetError('#DIV/0!');
export const NUM = new SheetError('#NUM!');
export const NA = new SheetError('#N/A');
export const REF = new SheetError('#REF!');
export const NAME = new SheetError('#NAME?');

/** Longest text of a cell. */
export const MAX_TEXT = 32_767;

/** Rows of values: an array, or the cells of a range, which are looked up when they are asked for. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): CellValue;
  /** Rows and columns beyond which everything is empty. */
  readonly usedRows: number;
  readonly usedColumns: number;
}

export class ArrayMatrix implements Matrix {
  readonly rows: number;
  readonly columns: number;

  constructor(readonly cells: readonly (readonly CellValue[])[]) {
    this.rows = cells.length;
    this.columns = cells[0]?.length ?? 0;
  }

  get usedRows(): number {
    return this.rows;
  }

  get usedColumns(): number {
    return this.columns;
  }

  at(row: number, column: number): CellValue {
    return this.cells[row]?.[column] ?? null;
  }
}

/** What formulas see of a workbook. Rows and columns count from 0. */
export interface FormulaSheets {
  /** The name of a sheet as it is written; `undefined` where there is none. */
  find(sheet: string): string | undefined;
  valueAt(sheet: string, row: number, column: number): CellValue;
  formulaAt(sheet: string, row: number, column: number): string | undefined;
  /** How many rows and columns a sheet uses. */
  sizeOf(sheet: string): { readonly rows: number; readonly columns: number };
  /** What a defined name stands for. */
  nameOf(name: string, sheet: string): string | undefined;
}

export class RangeMatrix implements Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly usedRows: number;
  readonly usedColumns: number;

  constructor(
    readonly sheets: FormulaSheets,
    readonly sheet: string,
    readonly range: CellRange,
  ) {
    const { top, left, bottom, right } = range;
    const size = sheets.sizeOf(sheet);
    this.rows = bottom - top + 1;
    this.columns = right - left + 1;
    this.usedRows = Math.max(0, Math.min(this.rows, size.rows - top));
    this.usedColumns = Math.max(0, Math.min(this.columns, size.columns - left));
  }

  at(row: number, column: number): CellValue {
    return this.sheets.valueAt(this.sheet, this.range.top + row, this.range.left + column);
  }

  /** The same range moved and resized; the error where it leaves the sheet. */
  moved(rows: number, columns: number, height: number, width: number): RangeMatrix | SheetError {
    const top = this.range.top + rows;
    const left = this.range.left + columns;
    const range = { top, left, bottom: top + height - 1, right: left + width - 1 };
    const isInside = top >= 0 && left >= 0 && range.bottom < MAX_SHEET_ROWS && range.right < MAX_SHEET_COLUMNS;
    return isInside && height > 0 && width > 0 ? new RangeMatrix(this.sheets, this.sheet, range) : REF;
  }
}

export type FormulaValue = CellValue | Matrix;

export const isMatrix = (value: FormulaValue): value is Matrix =>
  typeof value === 'object' && value !== null && !(value instanceof SheetError);

/** Chosen: a second of work. */
const MAX_STEPS = 20_000_000;

/** Counts the cells that a calculation looks at. Throws LimitFault beyond 20 million. */
export class FormulaBudget {
  #left = MAX_STEPS;

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw LimitFault.whole(`The formulas must look at no more than ${MAX_STEPS} cells`, MAX_STEPS);
  }
}

/** A number of a text as cells take it: `12`, `1e3`, `50%`, `$5`, a date or a time in ISO 8601. */
export function numberOfText(text: string): number | undefined {
  const trimmed = text.trim();
  const [, sign = '', digits, percent] =
    /^([-+]?)\$?(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)(%?)$/.exec(trimmed) ??
    [];
  if (digits !== undefined) {
    const number = Number(digits.replaceAll(',', '')) / (percent === '%' ? 100 : 1);
    if (!Number.isFinite(number)) return undefined;
    return sign === '-' ? -number : number;
  }
  return (serialOfIso(trimmed) ?? serialOfClock(trimmed))?.serial;
}

/** Throws SheetError where a value is none. */
export function toNumber(value: CellValue): number {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof SheetError) throw value;
  const number = numberOfText(value);
  if (number === undefined) throw VALUE;
  return number;
}

export function toText(value: CellValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return generalText(value);
  if (value instanceof SheetError) throw value;
  return value ? 'TRUE' : 'FALSE';
}

export function toBoolean(value: CellValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (value === null) return false;
  if (value instanceof SheetError) throw value;
  if (/^true$/i.test(value)) return true;
  if (/^false$/i.test(value)) return false;
  throw VALUE;
}

/** 2^-48: spreadsheets take numbers that are closer for equal. */
const NEAR = 2 ** -48;

export const isNear = (a: number, b: number): boolean => a === b || Math.abs(a - b) < Math.abs(a) * NEAR;

/** Numbers come before texts and those before FALSE and TRUE; texts without their case. */
export function compareValues(left: CellValue, right: CellValue): number {
  const a = left ?? emptyLike(right);
  const b = right ?? emptyLike(left);
  if (a instanceof SheetError) throw a;
  if (b instanceof SheetError) throw b;
  if (typeof a === 'number' && typeof b === 'number') return isNear(a, b) ? 0 : a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return rank(a) - rank(b);
}

const emptyLike = (value: CellValue): CellValue => {
  if (typeof value === 'string') return '';
  return typeof value === 'boolean' ? false : 0;
};

const rank = (value: CellValue): number => ['number', 'string', 'boolean'].indexOf(typeof value);

const COLLATOR = new Intl.Collator('en', { sensitivity: 'accent' });

function compareTexts(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x === y) return 0;
  const order = COLLATOR.compare(x, y);
  if (order !== 0) return order;
  return x < y ? -1 : 1;
}
