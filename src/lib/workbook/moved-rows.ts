import type { Attributes } from '../xml/write-element.js';

/** Rows of a sheet and where they are now. */
export interface RowMap {
  readonly start: (row: number) => number;
  readonly end: (row: number) => number;
}

/** Of rows, counted from 1, that are there so many times; none counts as one. */
export function rowMap(copies: ReadonlyMap<number, number>): RowMap {
  const rows = [...copies.keys()].sort((a, b) => a - b);
  const moreOf = (row: number): number => Math.max(0, (copies.get(row) ?? 1) - 1);
  let sum = 0;
  const sums = rows.map((row) => (sum += moreOf(row)));
  const before = (row: number): number => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1] ?? 0;
  };
  return { start: (row) => row + before(row), end: (row) => row + before(row) + moreOf(row) };
}

/** A range such as `A1:C5` or several with spaces between, where it is now. */
export const movedRange = (cells: string, { start, end }: RowMap): string =>
  cells.replace(
    /(\$?[A-Za-z]{1,3}\$?)(\d+)(?::(\$?[A-Za-z]{1,3}\$?)(\d+))?/g,
    (_, first: string, top: string, last?: string, bottom?: string) =>
      last === undefined
        ? `${first}${start(Number(top))}`
        : `${first}${start(Number(top))}:${last}${end(Number(bottom))}`,
  );

/** Attributes that name cells. */
export const movedAttributes = (attributes: Attributes, map: RowMap): Attributes =>
  attributes.map((one) => (/^(?:ref|sqref)$/.test(one.name) ? { ...one, raw: movedRange(one.raw, map) } : one));
