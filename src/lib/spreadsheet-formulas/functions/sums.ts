import { type CellValue, SheetError } from '../../workbook/model.js';
import { ArrayMatrix, DIV0, isMatrix, type Matrix, NA, toNumber, VALUE } from '../values.js';
import { criterionCell, criterionOf, fittingPlaces } from './criteria.js';
import { type Arguments, MANY, mixed, whole } from './define.js';
import type { FunctionTable } from './registry.js';
import { deviation, variance } from './spread.js';

/** Without the loss that adding small numbers to a large one has: Neumaier's sum, as LibreOffice adds. */
export function sumOf(numbers: Iterable<number>): number {
  let [sum, lost] = [0, 0];
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return Number.isFinite(lost) ? sum + lost : sum;
}

export function mean(numbers: readonly number[]): number {
  if (numbers.length === 0) throw DIV0;
  return sumOf(numbers) / numbers.length;
}

const least = (numbers: readonly number[]): number => {
  let found = numbers[0] ?? 0;
  for (const number of numbers) if (number < found) found = number;
  return found;
};

const most = (numbers: readonly number[]): number => {
  let found = numbers[0] ?? 0;
  for (const number of numbers) if (number > found) found = number;
  return found;
};

const product = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : numbers.reduce((x, y) => x * y, 1));

/** As AVERAGEA counts: texts are 0, TRUE is 1. */
function numbersOfAll(a: Arguments): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < a.count; i++) {
    if (!isMatrix(a.value(i))) numbers.push(toNumber(a.cell(i)));
    else
      for (const cell of a.cells(i)) {
        if (cell instanceof SheetError) throw cell;
        if (cell !== null) numbers.push(typeof cell === 'string' ? 0 : toNumber(cell));
      }
  }
  return numbers;
}

/** Numbers of a range at the places that fit. */
function numbersWhere(a: Arguments, values: Matrix, from: number): number[] {
  const numbers: number[] = [];
  for (const [row, column] of fittingPlaces(a, from)) {
    const cell = values.at(row, column);
    if (cell instanceof SheetError) throw cell;
    if (typeof cell === 'number') numbers.push(cell);
  }
  return numbers;
}

/** SUMIF(range, criterion, [values]): the values begin where their first cell is and are as large as the range. */
function numbersIf(a: Arguments): number[] {
  const range = a.matrix(0);
  const values = a.has(2) ? a.matrix(2) : range;
  const fits = criterionOf(criterionCell(a, 1), a.call.engine.budget);
  const numbers: number[] = [];
  const [rows, columns] = [
    Math.max(range.usedRows, Math.min(range.rows, values.usedRows)),
    Math.max(range.usedColumns, Math.min(range.columns, values.usedColumns)),
  ];
  a.call.engine.budget.spend(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!fits(range.at(row, column))) continue;
      const cell = values.at(row, column);
      if (cell instanceof SheetError) throw cell;
      if (typeof cell === 'number') numbers.push(cell);
    }
  return numbers;
}

function countIf(a: Arguments): number {
  const fits = criterionOf(criterionCell(a, 1), a.call.engine.budget);
  const range = a.matrix(0);
  let count = 0;
  for (const cell of a.cells(0)) if (fits(cell)) count++;
  const unused = range.rows * range.columns - range.usedRows * range.usedColumns;
  return fits(null) ? count + unused : count;
}

function count(a: Arguments): number {
  let found = 0;
  for (let i = 0; i < a.count; i++) {
    const value = a.value(i);
    if (isMatrix(value)) {
      for (const cell of a.cells(i)) if (typeof cell === 'number') found++;
    } else if (isNumeric(value)) found++;
  }
  return found;
}

function isNumeric(value: CellValue): boolean {
  try {
    toNumber(value);
    return !(value instanceof SheetError);
  } catch (error) {
    // A text that is not a number does not count.
    if (error instanceof SheetError) return false;
    throw error;
  }
}

function countAll(a: Arguments): number {
  let found = 0;
  for (let i = 0; i < a.count; i++) {
    if (!isMatrix(a.value(i))) found++;
    else for (const cell of a.cells(i)) if (cell !== null) found++;
  }
  return found;
}

function countBlank(a: Arguments): number {
  const range = a.matrix(0);
  let filled = 0;
  for (const cell of a.cells(0)) if (cell !== null && cell !== '') filled++;
  return range.rows * range.columns - filled;
}

function sumProduct(a: Arguments): number {
  const matrices = Array.from({ length: a.count }, (_, i) => a.matrix(i));
  const [first] = matrices;
  if (first === undefined) throw VALUE;
  if (matrices.some(({ rows, columns }) => rows !== first.rows || columns !== first.columns)) throw VALUE;
  const rows = Math.min(...matrices.map(({ usedRows }) => usedRows));
  const columns = Math.min(...matrices.map(({ usedColumns }) => usedColumns));
  a.call.engine.budget.spend(rows * columns * matrices.length);
  const parts: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let part = 1;
      for (const matrix of matrices) {
        const cell = matrix.at(row, column);
        if (cell instanceof SheetError) throw cell;
        // Texts and booleans count as 0.
        part *= typeof cell === 'number' ? cell : 0;
      }
      parts.push(part);
    }
  return sumOf(parts);
}

const SUBTOTALS: readonly ((a: Arguments) => number)[] = [
  (a) => mean(a.numbers(1)),
  (a) => a.numbers(1).length,
  (a) => {
    let found = 0;
    for (let i = 1; i < a.count; i++) for (const cell of a.cells(i)) if (cell !== null) found++;
    return found;
  },
  (a) => most(a.numbers(1)),
  (a) => least(a.numbers(1)),
  (a) => product(a.numbers(1)),
  (a) => deviation(a.numbers(1), true),
  (a) => deviation(a.numbers(1), false),
  (a) => sumOf(a.numbers(1)),
  (a) => variance(a.numbers(1), true),
  (a) => variance(a.numbers(1), false),
];

function pairs(a: Arguments, work: (x: number, y: number) => number): number {
  const [left, right] = [a.matrix(0), a.matrix(1)];
  if (left.rows !== right.rows || left.columns !== right.columns) throw NA;
  const [xs, ys] = [[...a.cells(0)], [...a.cells(1)]];
  return sumOf(
    xs.map((x, i) => {
      const y = ys[i] ?? null;
      if (x instanceof SheetError) throw x;
      if (y instanceof SheetError) throw y;
      return typeof x === 'number' && typeof y === 'number' ? work(x, y) : 0;
    }),
  );
}

/** Rows of numbers. Throws VALUE where a cell is none. */
function numericRows(a: Arguments, index: number): number[][] {
  const matrix = a.matrix(index);
  a.call.engine.budget.spend(matrix.rows * matrix.columns);
  return Array.from({ length: matrix.rows }, (_, row) =>
    Array.from({ length: matrix.columns }, (__, column) => {
      const cell = matrix.at(row, column);
      if (cell instanceof SheetError) throw cell;
      if (typeof cell !== 'number') throw VALUE;
      return cell;
    }),
  );
}

function matrixProduct(a: Arguments): ArrayMatrix {
  const [x, y] = [numericRows(a, 0), numericRows(a, 1)];
  if (x[0]?.length !== y.length) throw VALUE;
  a.call.engine.budget.spend(x.length * y.length * (y[0]?.length ?? 0));
  return new ArrayMatrix(
    x.map((row) => (y[0] ?? []).map((_, column) => sumOf(row.map((cell, i) => cell * (y[i]?.[column] ?? 0))))),
  );
}

function determinant(a: Arguments): number {
  const rows = numericRows(a, 0);
  const size = rows.length;
  if (rows.some((row) => row.length !== size)) throw VALUE;
  a.call.engine.budget.spend(size ** 3);
  let result = 1;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let i = at; i < size; i++) if (Math.abs(rows[i]?.[at] ?? 0) > Math.abs(rows[pivot]?.[at] ?? 0)) pivot = i;
    const lead = rows[pivot] ?? [];
    if ((lead[at] ?? 0) === 0) return 0;
    if (pivot !== at) {
      rows[pivot] = rows[at] ?? [];
      rows[at] = lead;
      result = -result;
    }
    result *= lead[at] ?? 0;
    for (let i = at + 1; i < size; i++) {
      const row = rows[i] ?? [];
      const share = (row[at] ?? 0) / (lead[at] ?? 1);
      for (let k = at; k < size; k++) row[k] = (row[k] ?? 0) - share * (lead[k] ?? 0);
    }
  }
  return result;
}

export const SUM_FUNCTIONS: FunctionTable = {
  SUM: whole(1, MANY, (a) => sumOf(a.numbers())),
  PRODUCT: whole(1, MANY, (a) => product(a.numbers())),
  SUMSQ: whole(1, MANY, (a) => sumOf(a.numbers().map((x) => x * x))),
  SUMPRODUCT: whole(1, MANY, sumProduct),
  SUMIF: mixed('wsw', 2, 3, (a) => sumOf(numbersIf(a))),
  SUMIFS: whole(3, MANY, (a) => sumOf(numbersWhere(a, a.matrix(0), 1))),
  AVERAGE: whole(1, MANY, (a) => mean(a.numbers())),
  AVERAGEA: whole(1, MANY, (a) => mean(numbersOfAll(a))),
  AVERAGEIF: mixed('wsw', 2, 3, (a) => mean(numbersIf(a))),
  AVERAGEIFS: whole(3, MANY, (a) => mean(numbersWhere(a, a.matrix(0), 1))),
  COUNT: whole(1, MANY, count),
  COUNTA: whole(1, MANY, countAll),
  COUNTBLANK: whole(1, 1, countBlank),
  COUNTIF: mixed('ws', 2, 2, countIf),
  COUNTIFS: whole(2, MANY, (a) => {
    let found = 0;
    for (const _ of fittingPlaces(a, 0)) found++;
    return found;
  }),
  MIN: whole(1, MANY, (a) => least(a.numbers())),
  MAX: whole(1, MANY, (a) => most(a.numbers())),
  MINA: whole(1, MANY, (a) => least(numbersOfAll(a))),
  MAXA: whole(1, MANY, (a) => most(numbersOfAll(a))),
  MINIFS: whole(3, MANY, (a) => least(numbersWhere(a, a.matrix(0), 1))),
  MAXIFS: whole(3, MANY, (a) => most(numbersWhere(a, a.matrix(0), 1))),
  SUBTOTAL: whole(2, MANY, (a) => {
    const job = SUBTOTALS[(a.whole(0) % 100) - 1];
    if (job === undefined) throw VALUE;
    return job(a);
  }),
  SUMX2MY2: whole(2, 2, (a) => pairs(a, (x, y) => x * x - y * y)),
  SUMX2PY2: whole(2, 2, (a) => pairs(a, (x, y) => x * x + y * y)),
  SUMXMY2: whole(2, 2, (a) => pairs(a, (x, y) => (x - y) ** 2)),
  MMULT: whole(2, 2, matrixProduct),
  MDETERM: whole(1, 1, determinant),
};
