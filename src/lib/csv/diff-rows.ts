import type { CsvRows } from './rows.js';

/** One table of a comparison. */
export interface DiffSide {
  readonly rows: CsvRows;
  readonly first: number;
  /** Where the columns that are compared stand, in the same order on both sides. */
  readonly columns: readonly number[];
  readonly key: (row: number) => string;
}

export interface RowPair {
  /** `undefined`: added. */
  readonly before: number | undefined;
  /** `undefined`: removed. */
  readonly after: number | undefined;
}

/**
 * Pairs the rows of two tables by their keys; rows of the same key in their order. Pairs come in the order of the second table, removed
 * rows after the row that they stood behind.
 */
export function pairRows(before: DiffSide, after: DiffSide): RowPair[] {
  const open = new Map<string, number[]>();
  for (let row = before.rows.count - 1; row >= before.first; row--) {
    const key = before.key(row);
    const rows = open.get(key);
    if (rows === undefined) open.set(key, [row]);
    else rows.push(row);
  }
  const partner = new Int32Array(after.rows.count).fill(-1);
  const isPaired = new Uint8Array(before.rows.count);
  for (let row = after.first; row < after.rows.count; row++) {
    const found = open.get(after.key(row))?.pop();
    if (found === undefined) continue;
    partner[row] = found;
    isPaired[found] = 1;
  }
  const pairs: RowPair[] = [];
  const addRemoved = (from: number): void => {
    for (let row = from; row < before.rows.count && isPaired[row] !== 1; row++)
      pairs.push({ before: row, after: undefined });
  };
  addRemoved(before.first);
  for (let row = after.first; row < after.rows.count; row++) {
    const found = partner[row] ?? -1;
    pairs.push({ before: found < 0 ? undefined : found, after: row });
    if (found >= 0) addRemoved(found + 1);
  }
  return pairs;
}
