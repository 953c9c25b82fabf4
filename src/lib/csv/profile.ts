import { type CellReader, type ColumnType, isMissing, TypeGuess } from '../table/cell-reader.js';
import { roundedTo, shortened, writeDecimal } from '../table/exact-decimal.js';
import { aggregate, percentileOf } from './aggregates.js';
import type { CsvRows } from './rows.js';

/** What a column holds. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: ColumnType | 'integer' | 'empty';
  /** Cells with something in them. */
  readonly filled: number;
  readonly empty: number;
  /** Cells such as n/a and null. */
  readonly missing: number;
  readonly distinct: number;
  readonly isUnique: boolean;
  readonly shortest: number;
  readonly longest: number;
  readonly min: string;
  readonly max: string;
  readonly sum?: string;
  readonly mean?: string;
  readonly median?: string;
  readonly lowerQuartile?: string;
  readonly upperQuartile?: string;
  readonly stddev?: string;
  readonly frequent: readonly { readonly value: string; readonly rows: number }[];
}

export interface ProfileRules {
  readonly reader: CellReader;
  /** Frequent values of a column at most. */
  readonly limit: number;
  readonly decimals: number;
}

/** Cells that are held at once. */
const CELLS_HELD = 2_000_000;

/** Profiles all columns, so many at a time that memory is bounded, whatever the shape of the table. */
export function profileColumns(
  rows: CsvRows,
  first: number,
  names: readonly string[],
  rules: ProfileRules,
): ColumnProfile[] {
  const block = Math.max(1, Math.floor(CELLS_HELD / Math.max(1, rows.count)));
  const profiles: ColumnProfile[] = [];
  for (let from = 0; from < names.length; from += block) {
    const to = Math.min(from + block, names.length);
    const counts = Array.from({ length: to - from }, () => new Map<string, number>());
    for (let row = first; row < rows.count; row++) {
      const cells = rows.read(row, to);
      for (let column = from; column < to; column++) {
        const cell = column < cells ? rows.value(column) : '';
        const map = counts[column - from];
        map?.set(cell, (map.get(cell) ?? 0) + 1);
      }
    }
    for (const [index, map] of counts.entries()) profiles.push(profileOf(names[from + index] ?? '', map, rules));
  }
  return profiles;
}

function profileOf(
  name: string,
  counts: Map<string, number>,
  { reader, limit, decimals }: ProfileRules,
): ColumnProfile {
  const empty = counts.get('') ?? 0;
  counts.delete('');
  const guess = new TypeGuess(reader);
  let [filled, missing, shortest, longest] = [0, 0, Number.POSITIVE_INFINITY, 0];
  let isUnique = true;
  for (const [cell, count] of counts) {
    filled += count;
    if (isMissing(cell)) missing += count;
    if (count > 1) isUnique = false;
    const length = Array.from(cell).length;
    shortest = Math.min(shortest, length);
    longest = Math.max(longest, length);
    guess.add(cell);
  }
  const type = filled === 0 ? 'empty' : guess.type;
  const [least, most] = [
    aggregate('min', { reader, type: guess.type, decimals }),
    aggregate('max', { reader, type: guess.type, decimals }),
  ];
  for (const cell of counts.keys()) {
    if (isMissing(cell)) continue;
    least.add(cell);
    most.add(cell);
  }
  const frequent = Array.from(counts, ([value, rows]) => ({ value, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, limit)
    .map(({ value, rows }) => ({ value: value.length > SHOWN ? `${value.slice(0, SHOWN - 1)}…` : value, rows }));
  return {
    name,
    type: type === 'number' && isWholeColumn(counts, reader) ? 'integer' : type,
    filled,
    empty,
    missing,
    distinct: counts.size,
    isUnique: isUnique && filled > 0 && empty === 0,
    shortest: filled === 0 ? 0 : shortest,
    longest,
    min: least.result(),
    max: most.result(),
    ...(type === 'number' ? numbersOf(counts, reader, decimals) : {}),
    frequent,
  };
}

/** Characters of a frequent value that are told. */
const SHOWN = 200;

function isWholeColumn(counts: ReadonlyMap<string, number>, reader: CellReader): boolean {
  for (const cell of counts.keys()) if (!isMissing(cell) && !/^-?\d+$/.test(reader.number(cell) ?? '')) return false;
  return true;
}

function numbersOf(counts: ReadonlyMap<string, number>, reader: CellReader, decimals: number) {
  const rules = { reader, type: 'number', decimals } as const;
  const [sum, mean, stddev] = [aggregate('sum', rules), aggregate('mean', rules), aggregate('stddev', rules)];
  const sources: string[] = [];
  for (const [cell, count] of counts) {
    const source = reader.number(cell);
    if (source === undefined) continue;
    for (let time = 0; time < count; time++) {
      sum.add(cell);
      mean.add(cell);
      stddev.add(cell);
      sources.push(source);
    }
  }
  sources.sort((a, b) => Number(a) - Number(b));
  const at = (percent: number): string => {
    const value = percentileOf(sources, percent);
    return value === undefined ? '' : reader.written(writeDecimal(shortened(roundedTo(value, decimals))));
  };
  return {
    sum: sum.result(),
    mean: mean.result(),
    median: at(50),
    lowerQuartile: at(25),
    upperQuartile: at(75),
    stddev: stddev.result(),
  };
}
