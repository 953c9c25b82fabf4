/** Groups and counts out of tables: for tests of hypotheses. */

import { ContentFault } from '../lib/faults.js';
import { toNumber } from '../lib/numbers/rational.js';
import { columnIndex, columnIndices, completeRows, type NumberTable, numbersOf } from './number-table.js';

const MAX_COUNT = 1e6;

/** Two columns row by row, independent groups, or columns alone. */
type GroupLayout = 'pairs' | 'groups' | 'columns';

interface NumberGroup {
  readonly name: string;
  readonly values: readonly number[];
}

/**
 * Columns side by side, or values of one column by the names in another. Pairs, of two columns, have only rows with both. The
 * column options of the caller: lists and names, empty for what is usual.
 */
export function groupsOf(
  table: NumberTable,
  layout: GroupLayout,
  columns: string,
  group: string,
): readonly NumberGroup[] {
  const chosen = columns === '' ? table.numeric : columnIndices(table, columns, 'columns');
  const labels =
    group === ''
      ? table.names.findIndex((_, i) => !table.numeric.includes(i) && !chosen.includes(i))
      : columnIndex(table, group, 'group');
  const isLong = layout === 'groups' && labels >= 0 && (group !== '' || chosen.length === 1);
  if (!isLong) {
    const lists = chosen.map((index) => numbersOf(table, index));
    const kept =
      layout === 'pairs'
        ? completeRows(lists.slice(0, 2)).columns
        : lists.map((list) => list.filter((value) => value !== undefined));
    return kept.map((values, i) => ({ name: table.names[chosen[i] ?? 0] ?? '', values: values.map(toNumber) }));
  }
  const values = numbersOf(table, chosen.find((index) => index !== labels) ?? 0);
  const byName = new Map<string, number[]>();
  for (const [row, value] of values.entries()) {
    const name = table.rows[row]?.cells[labels]?.trim() ?? '';
    if (value === undefined || name === '') continue;
    const list = byName.get(name) ?? [];
    list.push(toNumber(value));
    byName.set(name, list);
  }
  return [...byName].map(([name, list]) => ({ name, values: list }));
}

/** Counts, row by row. `columns` as above. Throws `ContentFault` with the line of what is not one. */
export function countsOf(table: NumberTable, columns: string): readonly (readonly number[])[] {
  const chosen = columns === '' ? table.numeric : columnIndices(table, columns, 'columns');
  const lists = chosen.map((index) => numbersOf(table, index));
  const rows = table.rows.map(({ line }, row) =>
    lists.map((list) => {
      const value = toNumber(list[row] ?? { numerator: -1n, denominator: 1n });
      if (!(Number.isInteger(value) && value >= 0 && value <= MAX_COUNT))
        throw new ContentFault(`line ${line} holds what is not a whole number from 0 to ${MAX_COUNT}`);
      return value;
    }),
  );
  return rows;
}
