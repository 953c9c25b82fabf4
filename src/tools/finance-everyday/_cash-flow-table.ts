import { quote } from '../../core/errors.js';
import { type ChartTable, columnDates, columnNumbers, withoutNumbers } from '../../formats/charts/chart-table.js';
import { columnOf } from '../../formats/csv/column-lists.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import type { CashFlow } from './_cash-flows.js';
import { MAX_MONEY } from './_money.js';

export const MAX_FLOWS = 2000;
const DAY = 86_400_000;
/** As spreadsheets count them in XNPV and XIRR. */
const DAYS_PER_YEAR = 365;

export interface CashFlowTable {
  /** In the order of time. */
  readonly flows: readonly CashFlow[];
  /** Their dates; `undefined` where they are even periods. */
  readonly dates: readonly string[] | undefined;
  readonly notes: readonly string[];
}

interface Reading {
  readonly column: string;
  readonly dateColumn: string;
  /** Periods of a year, for flows without dates. */
  readonly perYear: number;
}

/** The amounts of one line, with nothing but blanks and semicolons between: `-100 112` would be a name with its number elsewhere. */
export function listedAmounts(input: string): string[] | undefined {
  const parts = input.trim().split(/[;\s]+/);
  const amounts = parts.map((part) => part.replace(/,$/, ''));
  return parts.length > 1 && amounts.every((part) => /^[-+−]?\p{Sc}?[\d.,'’]+(?:e[-+]?\d+)?$/iu.test(part))
    ? amounts
    : undefined;
}

/**
 * The flows of a list, a single row, or a column with or without dates beside it. Throws ContentFault naming the row, LimitFault,
 * INVALID_INPUT for a column that is not there.
 */
export function readCashFlows(table: ChartTable, { column, dateColumn, perYear }: Reading): CashFlowTable {
  const dates =
    dateColumn.trim() === ''
      ? table.columns.findIndex(({ type }) => type === 'date')
      : columnOf(table, dateColumn, 'dateColumn');
  const isRow = dates < 0 && column.trim() === '' && table.rowCount === 1;
  const { amounts, notes } = isRow ? { amounts: rowOf(table), notes: [] } : amountsOf(table, column, dates);
  if (amounts.length < 2) throw new ContentFault(`cash flows must be at least 2, got ${amounts.length}`);
  if (amounts.length > MAX_FLOWS)
    throw new LimitFault(`cash flows must be at most ${MAX_FLOWS}, got ${amounts.length}`, MAX_FLOWS);
  const large = amounts.findIndex((amount) => Math.abs(amount) > MAX_MONEY);
  if (large >= 0) throw new LimitFault(`row ${large + 1}: amounts must be at most 1e12`, MAX_MONEY);
  if (dates < 0)
    return { flows: amounts.map((amount, index) => ({ amount, years: index / perYear })), dates: undefined, notes };
  return datedFlows(table, dates, amounts, notes);
}

function datedFlows(
  table: ChartTable,
  column: number,
  amounts: readonly number[],
  notes: readonly string[],
): CashFlowTable {
  const moments = columnDates(table, column).map((moment, row) => {
    if (moment !== null) return Math.floor(moment / DAY);
    const cell = table.columns[column]?.cells[row] ?? '';
    throw new ContentFault(`row ${row + 1}, column ${quote(table.names[column] ?? '')}: ${quote(cell)} is not a date`);
  });
  const sorted = amounts.map((amount, row) => ({ amount, day: moments[row] ?? 0 })).sort((a, b) => a.day - b.day);
  const start = sorted[0]?.day ?? 0;
  const isSorted = moments.every((moment, row) => row === 0 || moment >= (moments[row - 1] ?? 0));
  return {
    flows: sorted.map(({ amount, day }) => ({ amount, years: (day - start) / DAYS_PER_YEAR })),
    dates: sorted.map(({ day }) => new Date(day * DAY).toISOString().slice(0, 10)),
    notes: isSorted ? notes : [...notes, 'The flows were put in the order of their dates'],
  };
}

/** The numbers of the only row, whatever stands before them. */
function rowOf(table: ChartTable): number[] {
  const columns = table.columns.flatMap(({ type }, index) => (type === 'number' ? [index] : []));
  if (columns.length === 0) throw withoutNumbers(table);
  return columns.map((index) => amountIn(columnNumbers(table, index)[0] ?? null, 0, table.names[index] ?? ''));
}

function amountsOf(table: ChartTable, wanted: string, dates: number): { amounts: number[]; notes: readonly string[] } {
  const numbers = table.columns.flatMap(({ type }, index) => (type === 'number' && index !== dates ? [index] : []));
  const possible = numbers.filter((index) => numbers.length === 1 || !isCounting(columnNumbers(table, index)));
  const column = wanted.trim() === '' ? possible[0] : columnOf(table, wanted, 'column');
  if (column === undefined) throw withoutNumbers(table);
  const name = table.names[column] ?? '';
  const others = possible.filter((index) => index !== column).map((index) => quote(table.names[index] ?? ''));
  return {
    amounts: columnNumbers(table, column).map((amount, row) => amountIn(amount, row, name)),
    notes:
      wanted.trim() === '' && others.length > 0
        ? [`The amounts are those of column ${quote(name)}; option "column" takes ${others.join(' or ')} instead`]
        : [],
  };
}

function amountIn(amount: number | null, row: number, column: string): number {
  if (amount !== null) return amount;
  throw new ContentFault(
    `row ${row + 1}, column ${quote(column)}: there is no amount; 0 stands for a period without one`,
  );
}

/** Numbers of periods, or years: each is one more than that before it. */
const isCounting = (values: readonly (number | null)[]): boolean =>
  values.length > 1 &&
  values.every((value, row) => value !== null && (row === 0 || value === (values[row - 1] ?? 0) + 1));
