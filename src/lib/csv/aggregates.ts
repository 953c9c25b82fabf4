import { compareCodePoints } from '../json/write.js';
import type { CellReader, ColumnType } from '../table/cell-reader.js';
import {
  decimalOf,
  dividedBy,
  doubleOf,
  type ExactDecimal,
  minus,
  plus,
  readDecimal,
  roundedTo,
  shortened,
  times,
  writeDecimal,
} from '../table/exact-decimal.js';

export const AGGREGATES = [
  'count',
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'first',
  'last',
  'distinct',
  'list',
  'mode',
  'stddev',
  'variance',
  'range',
] as const;
/** `p90`, `p99.9` beside these. */
export type AggregateName = (typeof AGGREGATES)[number] | `p${number}`;

export interface AggregateRules {
  readonly reader: CellReader;
  /** Of the column: what min, max and range compare by. */
  readonly type: ColumnType;
  /** Most decimals of quotients and roots. */
  readonly decimals: number;
}

/** Takes the cells of a group one by one, and gives one. Empty cells are not given to it. */
export interface Aggregate {
  readonly add: (cell: string) => void;
  readonly result: () => string;
}

/** Between the values of a list. */
const LIST_SEPARATOR = '; ';

export const isPercentile = (name: string): boolean => /^p(?:\d{1,2}(?:\.\d{1,4})?|100)$/.test(name);

/** Whether it takes numbers only and passes over other cells. */
export const isNumeric = (name: AggregateName): boolean =>
  name === 'sum' ||
  name === 'mean' ||
  name === 'median' ||
  name === 'stddev' ||
  name === 'variance' ||
  isPercentile(name);

/** Throws LimitFault where a sum has too many digits. */
export function aggregate(name: AggregateName, rules: AggregateRules): Aggregate {
  if (name === 'count') return counting();
  if (name === 'sum' || name === 'mean') return summing(name, rules);
  if (name === 'stddev' || name === 'variance') return spreading(name, rules);
  if (name === 'min' || name === 'max' || name === 'range') return extreme(name, rules);
  if (name === 'first' || name === 'last') return single(name);
  if (name === 'distinct') return distinct();
  if (name === 'list') return listing();
  if (name === 'mode') return mostFrequent();
  return percentile(name === 'median' ? 50 : Number(name.slice(1)), rules);
}

function counting(): Aggregate {
  let count = 0;
  return { add: () => void count++, result: () => String(count) };
}

const shown = (value: ExactDecimal | undefined, { reader, decimals }: AggregateRules): string =>
  value === undefined ? '' : reader.written(writeDecimal(shortened(roundedTo(value, decimals))));

const decimalIn = (cell: string, { reader }: AggregateRules): ExactDecimal | undefined =>
  readDecimal(reader.number(cell) ?? '');

function summing(name: 'sum' | 'mean', rules: AggregateRules): Aggregate {
  let sum: ExactDecimal | undefined;
  let count = 0;
  return {
    add: (cell) => {
      const value = decimalIn(cell, rules);
      if (value === undefined) return;
      count++;
      sum = sum === undefined ? value : plus(sum, value);
    },
    result: () => {
      if (sum === undefined) return '';
      if (name === 'sum') return rules.reader.written(writeDecimal(sum));
      return shown(dividedBy(sum, decimalOf(count), rules.decimals), rules);
    },
  };
}

/** Of a sample: divided by one less than the count. */
function spreading(name: 'stddev' | 'variance', rules: AggregateRules): Aggregate {
  let [sum, squares] = [decimalOf(0), decimalOf(0)];
  let count = 0;
  return {
    add: (cell) => {
      const value = decimalIn(cell, rules);
      if (value === undefined) return;
      count++;
      sum = plus(sum, value);
      squares = plus(squares, times(value, value));
    },
    result: () => {
      if (count < 2) return '';
      const size = decimalOf(count);
      const above = minus(times(size, squares), times(sum, sum));
      const variance = dividedBy(above, times(size, decimalOf(count - 1)), Math.max(30, above.scale));
      if (variance === undefined || name === 'variance') return shown(variance, rules);
      return shown(plainDecimal(Math.sqrt(doubleOf(variance))), rules);
    },
  };
}

const plainDecimal = (value: number): ExactDecimal | undefined => readDecimal(String(value));

/** By number or date where the column is of them, else by code point. */
function extreme(name: 'min' | 'max' | 'range', rules: AggregateRules): Aggregate {
  const { reader, type } = rules;
  let least: { cell: string; key: string | number } | undefined;
  let most: { cell: string; key: string | number } | undefined;
  const keyOf = (cell: string): string | number | undefined => {
    if (type !== 'number' && name !== 'range') return type === 'date' ? reader.date(cell) : cell;
    const number = reader.number(cell);
    return number === undefined ? undefined : Number(number);
  };
  const compare = (a: { cell: string; key: string | number }, b: { cell: string; key: string | number }): number => {
    if (typeof a.key === 'string' || typeof b.key === 'string') return compareCodePoints(String(a.key), String(b.key));
    if (a.key !== b.key) return a.key - b.key;
    const [x, y] = [decimalIn(a.cell, rules), decimalIn(b.cell, rules)];
    return x === undefined || y === undefined ? 0 : Number(minus(x, y).units > 0n) - Number(minus(x, y).units < 0n);
  };
  return {
    add: (cell) => {
      const key = keyOf(cell);
      if (key === undefined) return;
      const value = { cell, key };
      if (least === undefined || compare(value, least) < 0) least = value;
      if (most === undefined || compare(value, most) > 0) most = value;
    },
    result: () => {
      if (least === undefined || most === undefined) return '';
      if (name !== 'range') return (name === 'min' ? least : most).cell;
      const [low, high] = [decimalIn(least.cell, rules), decimalIn(most.cell, rules)];
      return low === undefined || high === undefined ? '' : reader.written(writeDecimal(minus(high, low)));
    },
  };
}

function single(name: 'first' | 'last'): Aggregate {
  let found: string | undefined;
  return {
    add: (cell) => {
      if (name === 'last' || found === undefined) found = cell;
    },
    result: () => found ?? '',
  };
}

function distinct(): Aggregate {
  const seen = new Set<string>();
  return { add: (cell) => void seen.add(cell), result: () => String(seen.size) };
}

function listing(): Aggregate {
  const seen = new Set<string>();
  return { add: (cell) => void seen.add(cell), result: () => [...seen].join(LIST_SEPARATOR) };
}

function mostFrequent(): Aggregate {
  const counts = new Map<string, number>();
  return {
    add: (cell) => void counts.set(cell, (counts.get(cell) ?? 0) + 1),
    result: () => {
      let best = '';
      let most = 0;
      for (const [cell, count] of counts) {
        if (count > most) [best, most] = [cell, count];
      }
      return best;
    },
  };
}

/** Between two values by their distance, as Excel's PERCENTILE.INC and NumPy have it. */
function percentile(percent: number, rules: AggregateRules): Aggregate {
  const sources: string[] = [];
  return {
    add: (cell) => {
      const source = rules.reader.number(cell);
      if (source !== undefined) sources.push(source);
    },
    result: () => (sources.length === 0 ? '' : shown(percentileOf(sortNumbers(sources), percent), rules)),
  };
}

const sortNumbers = (sources: readonly string[]): string[] => {
  const values = Float64Array.from(sources, Number);
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return Array.from(order, (index) => sources[index] ?? '');
};

/** Of numbers in order, as JSON writes them. */
export function percentileOf(sorted: readonly string[], percent: number): ExactDecimal | undefined {
  const place = times(
    decimalOf(sorted.length - 1),
    dividedBy(readDecimal(String(percent)) ?? decimalOf(0), decimalOf(100)) ?? decimalOf(0),
  );
  const below = Math.floor(doubleOf(place));
  const [low, high] = [readDecimal(sorted[below] ?? ''), readDecimal(sorted[below + 1] ?? sorted[below] ?? '')];
  if (low === undefined || high === undefined) return undefined;
  return plus(low, times(minus(high, low), minus(place, decimalOf(below))));
}
