/** Which columns of a table a chart shows, and their values as series. */

import { invalid, overLimit, quote } from '../../core/errors.js';
import { columnOf, columnsOf } from '../csv/column-lists.js';
import { type ChartTable, columnDates, columnNumbers, withoutNumbers } from './chart-table.js';

/** Colours and a legend for more cannot be told apart. */
const MAX_SERIES = 50;

export interface ColumnRequest {
  /** Columns by name or number from 1; empty for those that suit. */
  readonly x: string;
  readonly y: string;
  /** Column whose values divide the rows into series; empty for one series per column of `y`. */
  readonly series: string;
}

/** What the horizontal axis is: texts side by side, or a scale. */
export type AxisKind = 'text' | 'number' | 'date';

export interface Series {
  readonly name: string;
  /** Rows of the table, from 0, in their order. */
  readonly rows: readonly number[];
  /** Beside them; `null` where one is missing. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Empty where the rows are counted. */
  readonly xName: string;
  readonly xKind: AxisKind;
  /** By row: place on a scale; `null` where one is missing, and for texts. */
  readonly xValues: readonly (number | null)[];
  /** By row: as written. */
  readonly xTexts: readonly string[];
  /** Name of the column of values where there is only one; else empty. */
  readonly yName: string;
  readonly series: readonly Series[];
}

/** How a tool differs from charts with an `x` and several `y`. */
interface ColumnRules {
  /** Names of the options. */
  readonly x?: string;
  readonly y?: string;
  readonly series?: string;
  /** As many columns of values as there are. */
  readonly isWide?: boolean;
  /** The chart has no column of places: every column of numbers has values. */
  readonly hasNoX?: boolean;
  /** A column that means something else. */
  readonly taken?: number | undefined;
  /** One column of values: where none is named, the first. */
  readonly isSingle?: boolean;
}

/** Throws INVALID_INPUT naming the option for a column that is not there, `ContentFault` with the row of what is not a number. */
export function chartData(table: ChartTable, request: ColumnRequest, rules: ColumnRules = {}): ChartData {
  const { columns, rowCount } = table;
  const {
    x: xOption = 'x',
    y: yOption = 'y',
    series: option = 'series',
    taken,
    isSingle = false,
    hasNoX = false,
  } = rules;
  const by = request.series.trim() === '' ? undefined : columnOf(table, request.series, option);
  const chosen = request.y.trim() === '' ? undefined : chosenY(table, request.y, yOption, isSingle);
  const used = new Set([by, taken, ...(chosen ?? [])]);
  const x = hasNoX ? undefined : placesOf(table, request.x, xOption, used, chosen === undefined);
  const free = columns.flatMap(({ type }, at) => (type === 'number' && at !== x && !used.has(at) ? [at] : []));
  const y = chosen ?? (isSingle ? free.slice(0, 1) : free);
  if (y.length === 0) throw withoutNumbers(table);
  if (by !== undefined && y.length > 1) {
    const names = y.slice(0, 5).map((at) => quote(table.names[at] ?? ''));
    throw invalid(
      `Option "${yOption}" must name one column where "${option}" divides the rows, got ${names.join(', ')}`,
    );
  }
  const series = by === undefined ? columnSeries(table, y) : dividedSeries(table, y[0] ?? 0, by);
  if (series.length > MAX_SERIES && rules.isWide !== true)
    throw overLimit(`The table of ${table.label} must give at most ${MAX_SERIES} series, got ${series.length}`);
  const column = x === undefined ? undefined : columns[x];
  const xKind = column === undefined ? 'number' : column.type === 'boolean' ? 'text' : column.type;
  const rowNumbers = Array.from({ length: rowCount }, (_, row) => row + 1);
  return {
    xName: column?.name ?? '',
    xKind,
    xValues: x === undefined ? rowNumbers : scaleOf(table, x, xKind),
    xTexts: column?.cells ?? rowNumbers.map(String),
    yName: y.length === 1 ? (table.names[y[0] ?? 0] ?? '') : '',
    series,
  };
}

const chosenY = (table: ChartTable, list: string, option: string, isSingle: boolean): readonly number[] =>
  isSingle ? [columnOf(table, list, option)] : [...new Set(columnsOf(table, list, option))];

const scaleOf = (table: ChartTable, column: number, kind: AxisKind): (number | null)[] => {
  if (kind === 'text') return (table.columns[column]?.cells ?? []).map(() => null);
  return kind === 'date' ? columnDates(table, column) : columnNumbers(table, column);
};

const placesOf = (
  table: ChartTable,
  wanted: string,
  option: string,
  used: ReadonlySet<number | undefined>,
  needsValues: boolean,
): number | undefined => (wanted.trim() === '' ? suitableX(table, used, needsValues) : columnOf(table, wanted, option));

/** The first column that is not of numbers; of numbers alone the first, unless it is the only one. */
function suitableX(
  { columns }: ChartTable,
  used: ReadonlySet<number | undefined>,
  needsValues: boolean,
): number | undefined {
  const free = columns.flatMap((_, at) => (used.has(at) ? [] : [at]));
  const named = free.find((at) => columns[at]?.type !== 'number');
  if (named !== undefined) return named;
  return needsValues && free.length < 2 ? undefined : free[0];
}

const columnSeries = (table: ChartTable, y: readonly number[]): Series[] =>
  y.map((at) => {
    const values = columnNumbers(table, at);
    return { name: table.names[at] ?? '', rows: values.map((_, row) => row), values };
  });

function dividedSeries(table: ChartTable, y: number, by: number): Series[] {
  const values = columnNumbers(table, y);
  const found = new Map<string, { name: string; rows: number[]; values: (number | null)[] }>();
  for (const [row, name] of (table.columns[by]?.cells ?? []).entries()) {
    const series = found.get(name) ?? { name, rows: [], values: [] };
    found.set(name, series);
    series.rows.push(row);
    series.values.push(values[row] ?? null);
  }
  return [...found.values()];
}
