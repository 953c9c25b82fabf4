import { type CellValue, SheetError } from '../../workbook/model.js';
import { columnLetters, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, readRange, sheetPrefix } from '../../workbook/references.js';
import { splitReference } from '../tokens.js';
import {
  ArrayMatrix,
  compareValues,
  type FormulaValue,
  type Matrix,
  NA,
  RangeMatrix,
  REF,
  toNumber,
  VALUE,
} from '../values.js';
import { fitsPattern, hasWildcards } from './criteria.js';
import { type Arguments, mixed, single, whole } from './define.js';
import type { FunctionTable } from './registry.js';

/** The cells of one row or column. */
function vectorOf(a: Arguments, matrix: Matrix): CellValue[] {
  const isRow = matrix.rows === 1;
  const length = isRow ? matrix.usedColumns : matrix.usedRows;
  a.call.engine.budget.spend(length);
  return Array.from({ length }, (_, i) => (isRow ? matrix.at(0, i) : matrix.at(i, 0)));
}

const isSameType = (a: CellValue, b: CellValue): boolean =>
  typeof a === typeof b && !(a instanceof SheetError) && a !== null;

/** The place of a value, -1 where it is not there. */
function exactPlace(a: Arguments, cells: readonly CellValue[], wanted: CellValue, usesWildcards: boolean): number {
  if (typeof wanted === 'string' && usesWildcards && hasWildcards(wanted))
    return cells.findIndex((cell) => {
      if (typeof cell !== 'string') return false;
      a.call.engine.budget.spend((cell.length * wanted.length) >> 6);
      return fitsPattern(cell, wanted);
    });
  return cells.findIndex((cell) => isSameType(cell, wanted) && compareValues(cell, wanted) === 0);
}

/** In ascending cells the last that is not beyond the value, by halves as spreadsheets search. */
function sortedPlace(cells: readonly CellValue[], wanted: CellValue): number {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // Cells of another kind are passed over.
    let at = middle;
    while (at < high && !isSameType(cells[at] ?? null, wanted)) at++;
    if (at < high && compareValues(cells[at] ?? null, wanted) <= 0) low = at + 1;
    else high = middle;
  }
  let found = low - 1;
  while (found >= 0 && !isSameType(cells[found] ?? null, wanted)) found--;
  return found;
}

function match(a: Arguments): number {
  const wanted = a.cell(0);
  const matrix = a.matrix(1);
  if (matrix.rows > 1 && matrix.columns > 1) throw NA;
  const kind = a.number(2, a.count > 2 ? 0 : 1);
  const cells = vectorOf(a, matrix);
  let place: number;
  if (kind === 0) place = exactPlace(a, cells, wanted, true);
  else if (kind > 0) place = sortedPlace(cells, wanted);
  else
    place = cells.findLastIndex(
      (cell, i) => isSameType(cell, wanted) && compareValues(cell, wanted) >= 0 && isDescending(cells, i, wanted),
    );
  if (place < 0) throw NA;
  return place + 1;
}

/** Everything before it is not below the value either. */
const isDescending = (cells: readonly CellValue[], until: number, wanted: CellValue): boolean => {
  const first = cells.findIndex((cell) => isSameType(cell, wanted) && compareValues(cell, wanted) < 0);
  return first < 0 || first > until;
};

function tableLookup(a: Arguments, isVertical: boolean): CellValue {
  const wanted = a.cell(0) ?? 0;
  const matrix = a.matrix(1);
  const index = a.whole(2);
  if (index < 1) throw VALUE;
  if (index > (isVertical ? matrix.columns : matrix.rows)) throw REF;
  const length = isVertical ? matrix.usedRows : matrix.usedColumns;
  a.call.engine.budget.spend(length);
  const keys = Array.from({ length }, (_, i) => (isVertical ? matrix.at(i, 0) : matrix.at(0, i)));
  const isSorted = a.count > 3 ? a.boolean(3) : true;
  const place = isSorted ? sortedPlace(keys, wanted) : exactPlace(a, keys, wanted, true);
  if (place < 0) throw NA;
  const found = isVertical ? matrix.at(place, index - 1) : matrix.at(index - 1, place);
  if (found instanceof SheetError) throw found;
  return found ?? 0;
}

/** The cell of a result row or column; of a table the last one. */
function lookup(a: Arguments): CellValue {
  const wanted = a.cell(0);
  const matrix = a.matrix(1);
  const isWide = matrix.columns > matrix.rows;
  const length = isWide ? matrix.usedColumns : matrix.usedRows;
  a.call.engine.budget.spend(length);
  const keys = Array.from({ length }, (_, i) => (isWide ? matrix.at(0, i) : matrix.at(i, 0)));
  const place = sortedPlace(keys, wanted);
  if (place < 0) throw NA;
  if (a.count < 3) return isWide ? matrix.at(matrix.rows - 1, place) : matrix.at(place, matrix.columns - 1);
  const results = a.matrix(2);
  return results.rows === 1 ? results.at(0, place) : results.at(place, 0);
}

/** Modes of XLOOKUP and XMATCH: 0 exact, -1 or next smaller, 1 or next larger, 2 wildcards; -1 searches from the end. */
function newPlace(a: Arguments, matrix: Matrix, mode: number, order: number): number {
  const wanted = a.cell(0);
  const cells = vectorOf(a, matrix);
  const list = order < 0 ? [...cells].reverse() : cells;
  const exact = exactPlace(a, list, wanted, mode === 2);
  const back = (place: number): number => (order < 0 && place >= 0 ? cells.length - 1 - place : place);
  if (exact >= 0 || mode === 0 || mode === 2) return back(exact);
  let best = -1;
  for (const [i, cell] of list.entries()) {
    if (!isSameType(cell, wanted) || Math.sign(compareValues(cell, wanted)) !== mode) continue;
    const isNearer = best < 0 || Math.sign(compareValues(cell, list[best] ?? null)) === -mode;
    if (isNearer) best = i;
  }
  return back(best);
}

function newLookup(a: Arguments): FormulaValue {
  const [keys, results] = [a.matrix(1), a.matrix(2)];
  const place = newPlace(a, keys, a.whole(4), a.whole(5, 1));
  if (place < 0) {
    if (a.count > 3 && a.value(3) !== null) return a.value(3);
    throw NA;
  }
  const isRow = keys.rows === 1 && keys.columns > 1;
  return isRow ? part(a, results, 0, place, results.rows, 1) : part(a, results, place, 0, 1, results.columns);
}

/** Some rows and columns of a range or array. */
function part(a: Arguments, matrix: Matrix, row: number, column: number, height: number, width: number): FormulaValue {
  if (matrix instanceof RangeMatrix) return matrix.moved(row, column, height, width);
  a.call.engine.budget.spend(height * width);
  return new ArrayMatrix(
    Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => matrix.at(row + y, column + x))),
  );
}

function index(a: Arguments): FormulaValue {
  const matrix = a.matrix(0);
  const isVector = matrix.rows === 1 && a.count === 2;
  const [row, column] = isVector ? [1, a.whole(1)] : [a.whole(1), a.whole(2, matrix.columns === 1 ? 1 : 0)];
  if (row < 0 || column < 0) throw VALUE;
  if (row > matrix.rows || column > matrix.columns) throw REF;
  const found = part(
    a,
    matrix,
    Math.max(0, row - 1),
    Math.max(0, column - 1),
    row === 0 ? matrix.rows : 1,
    column === 0 ? matrix.columns : 1,
  );
  return found;
}

function offset(a: Arguments): FormulaValue {
  const range = a.value(0);
  if (!(range instanceof RangeMatrix)) throw VALUE;
  const moved = range.moved(a.whole(1), a.whole(2), a.whole(3, range.rows), a.whole(4, range.columns));
  if (moved instanceof SheetError) throw moved;
  return moved;
}

function indirect(a: Arguments): FormulaValue {
  if (a.count > 1 && !a.boolean(1)) throw REF;
  const { sheet, cells } = splitReference(a.text(0).trim());
  const { sheets } = a.call.engine;
  const found = sheet === undefined ? a.call.scope.place.sheet : sheets.find(sheet);
  const range = readRange(cells);
  if (found === undefined || range === undefined) throw REF;
  return new RangeMatrix(sheets, found, range);
}

function address(a: Arguments): string {
  const [row, column, kind] = [a.whole(0), a.whole(1), a.whole(2, 1)];
  if (row < 1 || row > MAX_SHEET_ROWS || column < 1 || column > MAX_SHEET_COLUMNS || kind < 1 || kind > 4) throw VALUE;
  const prefix = a.has(4) ? sheetPrefix(a.text(4)) : '';
  if (a.count > 3 && a.value(3) !== null && !a.boolean(3)) {
    const rowText = kind === 1 || kind === 2 ? `R${row}` : `R[${row}]`;
    return `${prefix}${rowText}${kind === 1 || kind === 3 ? `C${column}` : `C[${column}]`}`;
  }
  const letters = `${kind === 1 || kind === 3 ? '$' : ''}${columnLetters(column - 1)}`;
  return `${prefix}${letters}${kind === 1 || kind === 2 ? '$' : ''}${row}`;
}

function placeOf(a: Arguments, axis: 'row' | 'column'): FormulaValue {
  const { place } = a.call.scope;
  if (a.count === 0) return place[axis] + 1;
  const range = a.value(0);
  if (!(range instanceof RangeMatrix)) throw VALUE;
  const start = axis === 'row' ? range.range.top : range.range.left;
  const length = axis === 'row' ? range.rows : range.columns;
  if (length === 1) return start + 1;
  a.call.engine.budget.spend(length);
  const numbers = Array.from({ length }, (_, i) => start + i + 1);
  return new ArrayMatrix(axis === 'row' ? numbers.map((number) => [number]) : [numbers]);
}

const rowsOf = (a: Arguments, i = 0): readonly (readonly CellValue[])[] => a.call.engine.copied(a.matrix(i)).cells;

function transpose(a: Arguments): ArrayMatrix {
  const rows = rowsOf(a);
  return new ArrayMatrix((rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null)));
}

function filter(a: Arguments): FormulaValue {
  const rows = rowsOf(a);
  const tests = rowsOf(a, 1);
  const isOn = (cell: CellValue): boolean => toNumber(cell) !== 0;
  const isByColumn = tests.length === 1 && (tests[0]?.length ?? 0) === (rows[0]?.length ?? 0) && rows.length !== 1;
  const kept = isByColumn
    ? rows.map((row) => row.filter((_, i) => isOn(tests[0]?.[i] ?? null)))
    : rows.filter((_, i) => isOn(tests[i]?.[0] ?? null));
  if (kept.length === 0 || kept[0]?.length === 0) {
    if (a.count > 2) return a.value(2);
    throw new SheetError('#CALC!');
  }
  return new ArrayMatrix(kept);
}

function sort(a: Arguments): ArrayMatrix {
  const [column, order] = [a.whole(1, 1), a.whole(2, 1)];
  const rows = rowsOf(a);
  if (column < 1 || column > (rows[0]?.length ?? 0)) throw VALUE;
  return new ArrayMatrix(
    [...rows].sort((x, y) => {
      const [one, two] = [x[column - 1] ?? null, y[column - 1] ?? null];
      // Empty cells and errors are last.
      if (one === null || one instanceof SheetError) return two === null || two instanceof SheetError ? 0 : 1;
      if (two === null || two instanceof SheetError) return -1;
      return compareValues(one, two) * (order < 0 ? -1 : 1);
    }),
  );
}

function unique(a: Arguments): ArrayMatrix {
  const seen = new Map<string, { readonly row: readonly CellValue[]; count: number }>();
  for (const row of rowsOf(a)) {
    const key = JSON.stringify(
      row.map((cell) =>
        typeof cell === 'string' ? cell.toLowerCase() : cell instanceof SheetError ? cell.code : cell,
      ),
    );
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { row, count: 1 });
    else known.count++;
  }
  const kept = [...seen.values()].filter(({ count }) => !a.boolean(2) || count === 1).map(({ row }) => row);
  if (kept.length === 0) throw new SheetError('#CALC!');
  return new ArrayMatrix(kept);
}

function sequence(a: Arguments): ArrayMatrix {
  const [rows, columns, start, step] = [a.whole(0, 1), a.whole(1, 1), a.number(2, 1), a.number(3, 1)];
  if (rows < 1 || columns < 1 || rows > MAX_SHEET_ROWS || columns > MAX_SHEET_COLUMNS) throw VALUE;
  a.call.engine.budget.spend(rows * columns * 10);
  return new ArrayMatrix(
    Array.from({ length: rows }, (_, y) =>
      Array.from({ length: columns }, (__, x) => start + step * (y * columns + x)),
    ),
  );
}

export const LOOKUP_FUNCTIONS: FunctionTable = {
  VLOOKUP: mixed('swss', 3, 4, (a) => tableLookup(a, true)),
  HLOOKUP: mixed('swss', 3, 4, (a) => tableLookup(a, false)),
  LOOKUP: mixed('sww', 2, 3, lookup),
  MATCH: mixed('sws', 2, 3, match),
  XLOOKUP: mixed('swwwss', 3, 6, newLookup),
  XMATCH: mixed('sws', 2, 4, (a) => {
    const place = newPlace(a, a.matrix(1), a.whole(2), a.whole(3, 1));
    if (place < 0) throw NA;
    return place + 1;
  }),
  INDEX: whole(2, 3, index),
  OFFSET: whole(3, 5, offset),
  INDIRECT: whole(1, 2, indirect),
  ADDRESS: single(2, 5, address),
  ROW: whole(0, 1, (a) => placeOf(a, 'row')),
  COLUMN: whole(0, 1, (a) => placeOf(a, 'column')),
  ROWS: whole(1, 1, (a) => a.matrix(0).rows),
  COLUMNS: whole(1, 1, (a) => a.matrix(0).columns),
  TRANSPOSE: whole(1, 1, transpose),
  FILTER: whole(2, 3, filter),
  SORT: whole(1, 3, sort),
  UNIQUE: whole(1, 3, unique),
  SEQUENCE: single(1, 4, sequence),
  FORMULATEXT: whole(1, 1, (a) => {
    const range = a.value(0);
    if (!(range instanceof RangeMatrix)) throw VALUE;
    const formula = range.sheets.formulaAt(range.sheet, range.range.top, range.range.left);
    if (formula === undefined) throw NA;
    return `=${formula}`;
  }),
  HYPERLINK: single(1, 2, (a) => (a.count > 1 ? a.cell(1) : a.text(0))),
};
