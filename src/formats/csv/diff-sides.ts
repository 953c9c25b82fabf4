import type { DiffSide } from '../../lib/csv/diff-rows.js';
import { joinKey } from '../../lib/csv/row-keys.js';
import type { CellReader } from '../../lib/table/cell-reader.js';
import { compareExact, readDecimal } from '../../lib/table/exact-decimal.js';
import { columnsOf } from './column-lists.js';
import type { CsvTable } from './source.js';

/** Which cells are equal. */
interface CellRules {
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
  readonly numbers: boolean;
}

const folded = (cell: string, { caseSensitive, ignoreWhitespace }: CellRules): string => {
  const tidy = ignoreWhitespace ? cell.trim().replace(/\s+/g, ' ') : cell;
  return caseSensitive ? tidy : tidy.normalize('NFC').toLowerCase();
};

/** Key columns: those named, else the first one if it tells all rows of both tables apart, else all that both have. */
export function keyNames(before: CsvTable, after: CsvTable, key: string): string[] {
  const common = before.names.filter((name) => after.names.includes(name));
  if (key.trim() !== '') return columnsOf({ names: common }, key, 'key').map((column) => common[column] ?? '');
  const [first] = common;
  const isKey = (table: CsvTable): boolean => {
    const column = table.names.indexOf(first ?? '');
    const seen = new Set<string>();
    for (let row = table.first; row < table.rows.count; row++) {
      const cell = table.rows.cell(row, column);
      if (cell === '' || seen.size === seen.add(cell).size) return false;
    }
    return true;
  };
  return first !== undefined && isKey(before) && isKey(after) ? [first] : common;
}

/** Whether two cells are equal: as texts, or as numbers where that is asked for. */
export function sameCells(rules: CellRules, reader: CellReader): (a: string, b: string) => boolean {
  return (a, b) => {
    if (a === b || folded(a, rules) === folded(b, rules)) return true;
    if (!rules.numbers) return false;
    const [left, right] = [a, b].map((cell) => readDecimal(reader.number(cell) ?? ''));
    return left !== undefined && right !== undefined && compareExact(left, right) === 0;
  };
}

/** A table with the columns that are compared, and its rows' keys. */
export function sideOf(table: CsvTable, key: readonly string[], common: readonly string[], rules: CellRules): DiffSide {
  const places = key.map((name) => table.names.indexOf(name));
  return {
    rows: table.rows,
    first: table.first,
    columns: common.map((name) => table.names.indexOf(name)),
    key: (at) => {
      const cells = table.rows.read(at);
      return joinKey(places.map((column) => folded(column < cells ? table.rows.value(column) : '', rules)));
    },
  };
}

/** Cells of the columns that are compared. */
export function cellsOf({ rows, columns }: DiffSide, at: number): string[] {
  const cells = rows.read(at);
  return columns.map((column) => (column < cells ? rows.value(column) : ''));
}

/** A row by its columns. */
export function objectOf(table: CsvTable, at: number): Record<string, string> {
  const cells = table.rows.cells(at);
  return Object.fromEntries(table.names.map((name, column) => [name, cells[column] ?? '']));
}

/** Rows that have the key of an earlier one. */
export function repeatedKeys({ rows, first, key }: DiffSide): number {
  const seen = new Set<string>();
  for (let at = first; at < rows.count; at++) seen.add(key(at));
  return Math.max(0, rows.count - first - seen.size);
}
