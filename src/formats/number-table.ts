/** Tables whose columns are numbers or groups, read exactly: for tools that do statistics on several columns. */

import { invalid, quote } from '../core/errors.js';
import { readCsvRecords } from '../lib/csv/records.js';
import { readDirective, sniffDelimiter } from '../lib/csv/sniff.js';
import { ContentFault, LimitFault } from '../lib/faults.js';
import type { NumberMarks } from '../lib/numbers/decimal-order.js';
import { ONE, type Rational, ZERO } from '../lib/numbers/rational.js';
import { type NumberReader, numberReader } from '../lib/numbers/typed-number.js';
import { checkValue, MISSING } from './number-columns.js';
import type { TextSource } from './text-source.js';

const MAX_CELLS = 500_000;
const SAMPLE = 100;

export interface NumberTable {
  /** `column 1` and so on where there is no header. */
  readonly names: readonly string[];
  /** The table has names of its own. */
  readonly hasHeader: boolean;
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
  /** Columns whose cells are numbers or missing in the first 100 rows. */
  readonly numeric: readonly number[];
  readonly reader: NumberReader;
}

/** Cells divided by the sniffed delimiter, or by spaces where there is none. Throws `ContentFault` and `LimitFault`. */
export function readNumberTable(source: TextSource, marks: NumberMarks): NumberTable {
  const text = source.text.replace(/^\ufeff/, '');
  const reader = numberReader(marks);
  const delimiter = sniffDelimiter(text);
  const firstLine = /\S[^\r\n]*/.exec(text)?.[0] ?? '';
  const isSpaced = readDirective(text) === undefined && (!firstLine.includes(delimiter) || delimiter === marks.decimal);
  const records = isSpaced ? spacedRecords(text) : delimitedRecords(text, delimiter);
  const [first, second] = records;
  if (first === undefined) throw new ContentFault('it has no table');
  const isNumber = (cell: string): boolean => reader.read(cell) !== undefined;
  // Names stand above numbers, so that a table of texts alone has none.
  const hasHeader =
    second !== undefined &&
    first.cells.some((cell, i) => !isNumber(cell) && !MISSING.test(cell.trim()) && isNumber(second.cells[i] ?? ''));
  const rows = hasHeader ? records.slice(1) : records;
  const width = Math.max(first.cells.length, second?.cells.length ?? 0);
  if (rows.length * width > MAX_CELLS)
    throw new LimitFault(`there must be fewer than ${MAX_CELLS + 1} cells`, MAX_CELLS);
  const indices = Array.from({ length: width }, (_, i) => i);
  const numeric = indices.filter((i) => {
    const cells = rows.slice(0, SAMPLE).map((row) => row.cells[i] ?? '');
    return cells.some(isNumber) && cells.every((cell) => MISSING.test(cell.trim()) || isNumber(cell));
  });
  const names = indices.map((i) => (hasHeader && first.cells[i]?.trim()) || `column ${i + 1}`);
  return { names, hasHeader, rows, numeric, reader };
}

function delimitedRecords(text: string, delimiter: string): NumberTable['rows'] {
  return [...readCsvRecords(text, delimiter)].filter(
    ({ isBlank, raw, cells }, index) =>
      !(isBlank || (index === 0 && readDirective(raw) !== undefined) || cells.every((cell) => cell.trim() === '')),
  );
}

function spacedRecords(text: string): NumberTable['rows'] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ cells: line.split(/\s+/).filter((cell) => cell !== ''), line: index + 1 }))
    .filter(({ cells }) => cells.length > 0);
}

/** The column of a name, or of a number from 1. Throws INVALID_INPUT naming the option. */
export function columnIndex({ names, hasHeader }: NumberTable, wanted: string, option: string): number {
  const name = wanted.trim();
  const found = hasHeader ? names.indexOf(name) : -1;
  if (found >= 0) return found;
  const number = /^\d{1,5}$/.test(name) ? Number(name) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const shown = names.slice(0, 10).map(quote).join(', ');
  throw invalid(`Option "${option}" is not one of the columns ${shown}, got ${quote(name)}`);
}

/** Columns of a list divided by commas. */
export const columnIndices = (table: NumberTable, list: string, option: string): readonly number[] =>
  list
    .split(',')
    .filter((name) => name.trim() !== '')
    .map((name) => columnIndex(table, name, option));

/** Of each row; `undefined` where it is missing. Throws `ContentFault` with the line of what is not a number. */
export function numbersOf({ rows, reader, names }: NumberTable, index: number): readonly (Rational | undefined)[] {
  return rows.map(({ cells, line }, row) => {
    const cell = (cells[index] ?? '').trim();
    if (MISSING.test(cell)) return undefined;
    const value = reader.read(cell);
    if (value === undefined) throw new ContentFault(`line ${line}, ${names[index]}: ${quote(cell)} is not a number`);
    return checkValue(value, row + 1);
  });
}

/** Rows in which every one of the columns has a value, column by column. */
export function completeRows<Value>(columns: readonly (readonly (Value | undefined)[])[]): {
  readonly columns: readonly (readonly Value[])[];
  readonly missing: number;
} {
  const count = columns[0]?.length ?? 0;
  const kept = Array.from({ length: count }, (_, row) => row).filter((row) =>
    columns.every((column) => column[row] !== undefined),
  );
  return { columns: columns.map((column) => kept.map((row) => column[row] as Value)), missing: count - kept.length };
}

/** Words for what did not happen, and what did. */
const OUTCOMES = new Map([
  ...['0', 'false', 'no', 'n'].map((word) => [word, ZERO] as const),
  ...['1', 'true', 'yes', 'y'].map((word) => [word, ONE] as const),
]);

/** 0 and 1, also where they are words. Throws `ContentFault` with the line of anything else. */
export function outcomesOf({ rows, names }: NumberTable, index: number): readonly (Rational | undefined)[] {
  return rows.map(({ cells, line }) => {
    const cell = (cells[index] ?? '').trim().toLowerCase();
    if (MISSING.test(cell)) return undefined;
    const value = OUTCOMES.get(cell);
    if (value === undefined) throw new ContentFault(`line ${line}, ${names[index]}: ${quote(cell)} is not 0 or 1`);
    return value;
  });
}

/** Rows of numbers out of an option: divided by semicolons, or by spaces too where each is one number. Throws INVALID_INPUT. */
export function rowsOfOption(
  text: string,
  option: string,
  width: number,
  reader: NumberReader,
): readonly (readonly Rational[])[] {
  const rows = text.split(width === 1 ? /[\s;]+/ : /[;\n]+/).filter((row) => row.trim() !== '');
  return rows.map((row) => {
    const cells = (width === 1 ? [row] : row.split(/\s*,\s*|\s+/)).filter((cell) => cell !== '');
    if (cells.length !== width)
      throw invalid(`Option "${option}" needs ${width} values per row, got ${quote(row.trim())}`);
    return cells.map((cell) => {
      const value = reader.read(cell);
      if (value === undefined) throw invalid(`Option "${option}" holds ${quote(cell)}, which is not a number`);
      return value;
    });
  });
}
