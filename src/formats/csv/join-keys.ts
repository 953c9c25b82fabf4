import { invalid } from '../../core/errors.js';
import { jaroWinkler, numberTexts } from '../../lib/text/edit-distance.js';
import { columnsOf } from './column-lists.js';
import type { CsvTable } from './source.js';

/** How rows of two tables match. */
export interface Matching {
  readonly key: (table: CsvTable, row: number, columns: readonly number[]) => string | undefined;
  readonly threshold: number;
}

/** Rows of the right table for each key; `undefined` keys match nothing. */
export function indexRows(table: CsvTable, columns: readonly number[], { key }: Matching): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (let row = table.first; row < table.rows.count; row++) {
    const found = key(table, row, columns);
    if (found === undefined) continue;
    const rows = index.get(found);
    if (rows === undefined) index.set(found, [row]);
    else rows.push(row);
  }
  return index;
}

/** The key most like another one, if any is like enough. */
export function closest(
  key: string,
  keys: readonly string[],
  threshold: number,
): { key: string; score: number } | undefined {
  let best: { key: string; score: number } | undefined;
  for (const other of keys) {
    const score = jaroWinkler(numberTexts(key, other));
    if (score >= threshold && (best === undefined || score > best.score)) best = { key: other, score };
  }
  return best;
}

/** Key columns of both tables: the ones named, or those that both have. */
export function keyColumns(left: CsvTable, right: CsvTable, leftKey: string, rightKey: string) {
  const common = left.names.filter((name) => right.names.includes(name));
  const leftNames = leftKey.trim() === '' ? rightKey : leftKey;
  const rightNames = rightKey.trim() === '' ? leftKey : rightKey;
  if (leftNames.trim() === '' && common.length === 0)
    throw invalid(
      'The tables have no column name in common: options "leftKey" and "rightKey" must name the key columns',
    );
  const isFound = leftNames.trim() === '';
  const leftColumns = isFound ? common.map((name) => left.names.indexOf(name)) : columnsOf(left, leftNames, 'leftKey');
  const rightColumns = isFound
    ? common.map((name) => right.names.indexOf(name))
    : columnsOf(right, rightNames, 'rightKey');
  if (leftColumns.length !== rightColumns.length)
    throw invalid(`Options "leftKey" and "rightKey" name ${leftColumns.length} and ${rightColumns.length} columns`);
  return { leftColumns, rightColumns };
}
