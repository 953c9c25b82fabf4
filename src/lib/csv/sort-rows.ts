import { compareCodePoints } from '../json/write.js';
import { type CellReader, type ColumnType, dateKey, TypeGuess } from '../table/cell-reader.js';
import { compareExact, type ExactDecimal, readDecimal } from '../table/exact-decimal.js';
import type { CsvRows } from './rows.js';

export type SortType = 'auto' | 'text' | 'natural' | 'codepoint' | 'number' | 'date' | 'length';

export interface SortKey {
  readonly column: number;
  readonly type: SortType;
  readonly isDescending: boolean;
}

export interface SortRules {
  readonly reader: CellReader;
  readonly locale: string;
  readonly caseSensitive: boolean;
}

type Compare = (a: number, b: number) => number;

/** The type that a column of `first` and the rows below it has. */
export function typeOfColumn(rows: CsvRows, first: number, column: number, reader: CellReader): ColumnType {
  const guess = new TypeGuess(reader);
  for (let row = first; row < rows.count && !guess.isText; row++) guess.add(rows.cell(row, column));
  return guess.type;
}

/**
 * The rows below the header in order. Rows that compare as equal keep their order; cells without a value of the key's type come last, in
 * both orders.
 */
export function sortRows(rows: CsvRows, first: number, keys: readonly SortKey[], rules: SortRules): Uint32Array {
  const order = new Uint32Array(Math.max(0, rows.count - first));
  for (let index = 0; index < order.length; index++) order[index] = index + first;
  const compares = keys.map((key) => comparisonOf(rows, first, key, rules));
  const [only, ...more] = compares;
  if (only === undefined) return order;
  const compare: Compare =
    more.length === 0
      ? only
      : (a, b) => {
          for (const one of compares) {
            const found = one(a, b);
            if (found !== 0) return found;
          }
          return 0;
        };
  // The place decides at last: typed arrays are sorted by a method that is stable too, but this is what we promise.
  return order.sort((a, b) => compare(a, b) || a - b);
}

function comparisonOf(rows: CsvRows, first: number, key: SortKey, rules: SortRules): Compare {
  const found = key.type === 'auto' ? typeOfColumn(rows, first, key.column, rules.reader) : key.type;
  if (found === 'number') return byNumber(rows, first, key, rules.reader);
  if (found === 'date') return byValue(rows, first, key, (cell) => dateKey(rules.reader, cell));
  if (found === 'length') return byValue(rows, first, key, (cell) => [...cell].length);
  return byText(rows, first, key, found === 'codepoint' ? compareCodePoints : collation(found === 'natural', rules));
}

/** Values of 64 bits for all rows; those without one are NaN and come last. */
function byValue(
  rows: CsvRows,
  first: number,
  { column, isDescending }: SortKey,
  read: (cell: string) => number | undefined,
): Compare {
  const values = new Float64Array(rows.count);
  for (let row = first; row < rows.count; row++) values[row] = read(rows.cell(row, column)) ?? Number.NaN;
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    const [x, y] = [values[a] ?? 0, values[b] ?? 0];
    if (x < y) return -sign;
    if (x > y) return sign;
    return x === y ? 0 : Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  };
}

/** Doubles tell most numbers apart; the others are compared by all their digits. */
function byNumber(rows: CsvRows, first: number, key: SortKey, reader: CellReader): Compare {
  const exact = new Map<number, ExactDecimal>();
  let row = first;
  const compare = byValue(rows, first, key, (cell) => {
    const source = reader.number(cell);
    const at = row++;
    if (source === undefined) return undefined;
    if (source.length > SURELY_EXACT) {
      const value = readDecimal(source);
      if (value !== undefined) exact.set(at, value);
    }
    return Number(source);
  });
  if (exact.size === 0) return compare;
  const exactOf = (at: number): ExactDecimal | undefined =>
    exact.get(at) ?? readDecimal(reader.number(rows.cell(at, key.column)) ?? '');
  return (a, b) => {
    const found = compare(a, b);
    if (found !== 0 || !(exact.has(a) || exact.has(b))) return found;
    const [x, y] = [exactOf(a), exactOf(b)];
    if (x === undefined || y === undefined) return 0;
    return key.isDescending ? compareExact(y, x) : compareExact(x, y);
  };
}

/** Two numbers of at most 15 digits are two doubles. */
const SURELY_EXACT = 15;

/** Different texts get their rank once: most columns have few. */
function byText(
  rows: CsvRows,
  first: number,
  { column, isDescending }: SortKey,
  compare: (a: string, b: string) => number,
): Compare {
  const numbers = new Map<string, number>();
  const places = new Int32Array(rows.count);
  for (let row = first; row < rows.count; row++) {
    const cell = rows.cell(row, column);
    let number = numbers.get(cell);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(cell, number);
    }
    places[row] = number;
  }
  const texts = [...numbers.keys()];
  const sorted = texts.map((_, index) => index).sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''));
  const ranks = new Int32Array(texts.length);
  let rank = 0;
  for (const [index, number] of sorted.entries()) {
    if (index > 0 && compare(texts[sorted[index - 1] ?? 0] ?? '', texts[number] ?? '') !== 0) rank++;
    ranks[number] = texts[number] === '' ? EMPTY : rank;
  }
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    const [x, y] = [ranks[places[a] ?? 0] ?? 0, ranks[places[b] ?? 0] ?? 0];
    return x === EMPTY || y === EMPTY ? Number(x === EMPTY) - Number(y === EMPTY) : sign * (x - y);
  };
}

const EMPTY = -1;

function collation(isNatural: boolean, { locale, caseSensitive }: SortRules): (a: string, b: string) => number {
  const options = { numeric: isNatural, sensitivity: caseSensitive ? 'variant' : 'accent' } as const;
  return new Intl.Collator(locale, options).compare;
}
