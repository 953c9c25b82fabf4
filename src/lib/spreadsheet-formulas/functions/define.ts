import { type CellValue, SheetError } from '../../workbook/model.js';
import {
  type FormulaValue,
  isMatrix,
  MAX_TEXT,
  type Matrix,
  NUM,
  toBoolean,
  toNumber,
  toText,
  VALUE,
} from '../values.js';
import type { Call, FormulaFunction } from './registry.js';

/** The arguments of a call as functions ask for them. What is not there has the value that `missing` says. */
export class Arguments {
  constructor(readonly call: Call) {}

  get count(): number {
    return this.call.values.length;
  }

  value(index: number): FormulaValue {
    return this.call.values[index] ?? null;
  }

  has(index: number): boolean {
    return index < this.count && this.value(index) !== null;
  }

  cell(index: number): CellValue {
    const value = this.value(index);
    const cell = isMatrix(value) ? value.at(0, 0) : value;
    if (cell instanceof SheetError) throw cell;
    return cell;
  }

  number(index: number, missing = 0): number {
    return this.has(index) ? toNumber(this.cell(index)) : missing;
  }

  /** Cut off towards zero. */
  whole(index: number, missing = 0): number {
    return Math.trunc(this.number(index, missing));
  }

  text(index: number, missing = ''): string {
    return index < this.count ? toText(this.cell(index)) : missing;
  }

  boolean(index: number, missing = false): boolean {
    return index < this.count ? toBoolean(this.cell(index)) : missing;
  }

  matrix(index: number): Matrix {
    const value = this.value(index);
    if (value instanceof SheetError) throw value;
    return isMatrix(value) ? value : { rows: 1, columns: 1, usedRows: 1, usedColumns: 1, at: () => value };
  }

  /** Every cell of an argument, row by row. Errors are among them. */
  *cells(index: number): Generator<CellValue, void> {
    const matrix = this.matrix(index);
    this.call.engine.budget.spend(matrix.usedRows * matrix.usedColumns);
    for (let row = 0; row < matrix.usedRows; row++)
      for (let column = 0; column < matrix.usedColumns; column++) yield matrix.at(row, column);
  }

  /**
   * Numbers as SUM takes them: of a range those that are numbers, of a value given itself also a text or a boolean that means one.
   * Throws SheetError at an error.
   */
  numbers(from = 0, to = this.count): number[] {
    const numbers: number[] = [];
    for (let index = from; index < to; index++) {
      const value = this.value(index);
      if (!isMatrix(value)) {
        if (value !== null || index > 0) numbers.push(toNumber(value));
        continue;
      }
      for (const cell of this.cells(index)) {
        if (cell instanceof SheetError) throw cell;
        if (typeof cell === 'number') numbers.push(cell);
      }
    }
    return numbers;
  }
}

type Body = (args: Arguments) => FormulaValue;

const checked =
  (body: Body) =>
  (call: Call): FormulaValue => {
    const value = body(new Arguments(call));
    if (typeof value === 'number' && !Number.isFinite(value)) throw NUM;
    if (typeof value === 'string' && value.length > MAX_TEXT) throw VALUE;
    return value;
  };

/** A function of single values. */
export const single = (least: number, most: number, body: Body): FormulaFunction => ({
  least,
  most,
  form: 'single',
  pattern: 's',
  run: checked(body),
});

/** A function that takes ranges as they are. */
export const whole = (least: number, most: number, body: Body): FormulaFunction => ({
  least,
  most,
  form: 'whole',
  pattern: 'w',
  run: checked(body),
});

/** `s` for a single value, `w` for a range, the last letter for all that follow. */
export const mixed = (pattern: string, least: number, most: number, body: Body): FormulaFunction => ({
  least,
  most,
  form: 'single',
  pattern,
  run: checked(body),
});

/** A function that calculates its arguments itself, or leaves some out. */
export const lazy = (least: number, most: number, run: (call: Call) => FormulaValue): FormulaFunction => ({
  least,
  most,
  form: 'lazy',
  pattern: 'w',
  run,
});

/** Excel's own limit of arguments. */
export const MANY = 255;
