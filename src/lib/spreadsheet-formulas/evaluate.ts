import { type CellValue, SheetError } from '../workbook/model.js';
import { type Call, type FormulaFunction, findFunction } from './functions/registry.js';
import { type FormulaNode, parseFormula } from './parse.js';
import {
  ArrayMatrix,
  compareValues,
  DIV0,
  FormulaBudget,
  type FormulaSheets,
  type FormulaValue,
  isMatrix,
  MAX_TEXT,
  type Matrix,
  NAME,
  NUM,
  RangeMatrix,
  REF,
  toNumber,
  toText,
  VALUE,
} from './values.js';

/** Where a formula stands, and what it is calculated with. */
export interface FormulaPlace {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

interface Settings {
  readonly sheets: FormulaSheets;
  /** Days since 1899-12-30, the time of day behind the point. */
  readonly now: number;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  readonly budget?: FormulaBudget;
}

/** Chosen: names that stand for formulas with names. */
const MAX_NAMES = 50;

/** Calculates formulas on the cells of a workbook. Errors are values; faults of the formula itself are thrown. */
export class FormulaEngine {
  readonly sheets: FormulaSheets;
  readonly now: number;
  readonly random: () => number;
  readonly budget: FormulaBudget;
  /** Functions that are not known. */
  readonly unknown = new Set<string>();
  #names = 0;

  constructor({ sheets, now, random, budget = new FormulaBudget() }: Settings) {
    this.sheets = sheets;
    this.now = now;
    this.random = random;
    this.budget = budget;
  }

  /** Throws ContentFault where the formula cannot be read, LimitFault. */
  calculate(formula: string, place: FormulaPlace): FormulaValue {
    const value = this.value(parseFormula(formula), { place, names: new Map() });
    return isMatrix(value) ? this.copied(value) : value;
  }

  /** As many rows and columns as hold something. */
  copied(matrix: Matrix): ArrayMatrix {
    const rows = Math.max(1, matrix.rows === matrix.usedRows ? matrix.rows : matrix.usedRows);
    const columns = Math.max(1, matrix.columns === matrix.usedColumns ? matrix.columns : matrix.usedColumns);
    this.budget.spend(rows * columns);
    return new ArrayMatrix(
      Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => matrix.at(row, column))),
    );
  }

  value(node: FormulaNode, scope: Scope): FormulaValue {
    this.budget.spend(1);
    if (node.kind === 'value') return node.value;
    if (node.kind === 'array') return new ArrayMatrix(node.rows);
    if (node.kind === 'range') return this.#range(node, scope);
    if (node.kind === 'name') return this.#name(node.name, scope);
    if (node.kind === 'call') return this.#call(node, scope);
    if (node.kind === 'infix') return this.#infix(node, scope);
    const operand = this.value(node.operand, scope);
    return this.mapped([operand], ([value = null]) =>
      node.kind === 'prefix' ? -toNumber(value) : toNumber(value) / 100,
    );
  }

  #range({ sheet, range }: Extract<FormulaNode, { kind: 'range' }>, { place }: Scope): FormulaValue {
    const found = sheet === undefined ? place.sheet : this.sheets.find(sheet);
    return found === undefined ? REF : new RangeMatrix(this.sheets, found, range);
  }

  #name(name: string, scope: Scope): FormulaValue {
    const local = scope.names.get(name.toUpperCase());
    if (local !== undefined) return local;
    const meaning = this.sheets.nameOf(name, scope.place.sheet);
    if (meaning === undefined) return NAME;
    if (++this.#names > MAX_NAMES) return REF;
    const value = this.value(parseFormula(meaning), { place: scope.place, names: new Map() });
    this.#names--;
    return value;
  }

  #infix({ sign, left, right }: Extract<FormulaNode, { kind: 'infix' }>, scope: Scope): FormulaValue {
    const a = this.value(left, scope);
    const b = this.value(right, scope);
    if (sign === ':') return joined(a, b);
    return this.mapped([a, b], ([x = null, y = null]) => operate(sign, x, y));
  }

  #call(node: Extract<FormulaNode, { kind: 'call' }>, scope: Scope): FormulaValue {
    const known = findFunction(node.name);
    if (known === undefined) {
      if (this.unknown.size < MAX_NAMES) this.unknown.add(node.name);
      return NAME;
    }
    if (node.args.length < known.least || node.args.length > known.most) return VALUE;
    return guarded(() => this.#run(known, node, scope));
  }

  #run(known: FormulaFunction, { args }: Extract<FormulaNode, { kind: 'call' }>, scope: Scope): FormulaValue {
    const call = (values: readonly FormulaValue[]): Call => ({ engine: this, values, nodes: args, scope });
    if (known.form === 'lazy') return known.run(call([]));
    const values = args.map((arg) => this.value(arg, scope));
    if (known.form === 'whole') return known.run(call(values));
    // Every argument that should be one value and is several makes several results.
    const isSingle = (i: number): boolean => (known.pattern[Math.min(i, known.pattern.length - 1)] ?? 's') === 's';
    const wide = values.filter((value, i) => isMatrix(value) && isSingle(i));
    if (wide.length === 0) return known.run(call(values));
    const singles = values.map((value, i) => (isSingle(i) ? value : null));
    return this.mapped(singles, (cells) =>
      first(known.run(call(values.map((value, i) => (isSingle(i) ? (cells[i] ?? null) : value))))),
    );
  }

  /** One result for each cell of the arguments; single values and single rows or columns stand beside all. */
  mapped(values: readonly FormulaValue[], work: (cells: readonly CellValue[]) => CellValue): FormulaValue {
    const one = (cells: readonly CellValue[]): CellValue => {
      const fault = cells.find((cell) => cell instanceof SheetError);
      for (const cell of cells) if (typeof cell === 'string') this.budget.spend(cell.length >> 5);
      const result = fault ?? guarded(() => work(cells));
      if (typeof result === 'string' && result.length > MAX_TEXT) return VALUE;
      return typeof result === 'number' && !Number.isFinite(result) ? NUM : (result as CellValue);
    };
    const matrices = values.filter(isMatrix);
    if (matrices.every(({ rows, columns }) => rows === 1 && columns === 1))
      return one(values.map((value) => (isMatrix(value) ? value.at(0, 0) : value)));
    const rows = Math.max(
      ...matrices.map((matrix) => (matrix.rows === matrix.usedRows ? matrix.rows : matrix.usedRows)),
      1,
    );
    const columns = Math.max(
      ...matrices.map((matrix) => (matrix.columns === matrix.usedColumns ? matrix.columns : matrix.usedColumns)),
      1,
    );
    this.budget.spend(rows * columns * values.length);
    return new ArrayMatrix(
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (__, column) =>
          one(values.map((value) => (isMatrix(value) ? spread(value, row, column) : value))),
        ),
      ),
    );
  }
}

export interface Scope {
  readonly place: FormulaPlace;
  /** Of LET, in capitals. */
  readonly names: ReadonlyMap<string, FormulaValue>;
}

const spread = (matrix: Matrix, row: number, column: number): CellValue => {
  const [y, x] = [matrix.rows === 1 ? 0 : row, matrix.columns === 1 ? 0 : column];
  return y < matrix.rows && x < matrix.columns ? matrix.at(y, x) : new SheetError('#N/A');
};

/** The one value of an argument that should have one. */
export const first = (value: FormulaValue): CellValue => (isMatrix(value) ? value.at(0, 0) : value);

/** Errors are thrown inside functions and are values outside of them. */
export function guarded<Value>(work: () => Value): Value | SheetError {
  try {
    return work();
  } catch (error) {
    if (error instanceof SheetError) return error;
    throw error;
  }
}

function joined(a: FormulaValue, b: FormulaValue): FormulaValue {
  if (!(a instanceof RangeMatrix) || !(b instanceof RangeMatrix) || a.sheet !== b.sheet) return REF;
  const range = {
    top: Math.min(a.range.top, b.range.top),
    left: Math.min(a.range.left, b.range.left),
    bottom: Math.max(a.range.bottom, b.range.bottom),
    right: Math.max(a.range.right, b.range.right),
  };
  return new RangeMatrix(a.sheets, a.sheet, range);
}

function operate(sign: string, x: CellValue, y: CellValue): CellValue {
  if (sign === '&') return toText(x) + toText(y);
  if (/^[=<>]/.test(sign)) {
    const order = compareValues(x, y);
    if (sign === '=') return order === 0;
    if (sign === '<>') return order !== 0;
    if (sign === '<') return order < 0;
    if (sign === '>') return order > 0;
    return sign === '<=' ? order <= 0 : order >= 0;
  }
  const [a, b] = [toNumber(x), toNumber(y)];
  if (sign === '+') return sum(a, b);
  if (sign === '-') return sum(a, -b);
  if (sign === '*') return a * b;
  if (sign === '/') {
    if (b === 0) throw DIV0;
    return a / b;
  }
  return power(a, b);
}

/** What is left of two nearly equal numbers is nothing, as spreadsheets have it: 0.3-0.2-0.1 is 0. */
function sum(a: number, b: number): number {
  const result = a + b;
  return Math.abs(result) < Math.abs(a) * 2 ** -50 && Math.sign(a) !== Math.sign(b) ? 0 : result;
}

export function power(a: number, b: number): number {
  if (a === 0 && b === 0) throw NUM;
  if (a === 0 && b < 0) throw DIV0;
  const result = a ** b;
  if (!Number.isFinite(result)) throw NUM;
  return result;
}
