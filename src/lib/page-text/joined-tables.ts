import type { PageTable } from './tables.js';

/** A table with the pages, from 1, that it goes over. */
export interface PlacedTable {
  readonly page: number;
  readonly lastPage: number;
  readonly table: PageTable;
}

/** A table on a page that is as high as `height`. */
interface TableOnPage {
  readonly page: number;
  readonly height: number;
  readonly table: PageTable;
}

/** How near to the lower edge a table that goes on must end, and to the upper edge the rest of it must begin: shares of the height. */
const LOW = 0.7;
const HIGH = 0.3;
/** Edges that differ by more points are of two tables. */
const SAME_EDGE = 10;

/** Tables that go on at the top of the next page put together; a head that is repeated there is dropped. In order of the pages. */
export function joinedTables(tables: readonly TableOnPage[]): PlacedTable[] {
  const joined: { page: number; lastPage: number; table: PageTable; end: TableOnPage }[] = [];
  for (const [i, next] of tables.entries()) {
    const last = joined.at(-1);
    const isFirst = tables[i - 1]?.page !== next.page;
    if (last === undefined || !isFirst || !goesOn(last.end, next)) {
      joined.push({ page: next.page, lastPage: next.page, table: next.table, end: next });
      continue;
    }
    const { grid: _ofOnePage, ...above } = last.table;
    last.table = {
      ...above,
      rows: [...last.table.rows, ...next.table.rows.slice(repeatedRows(last.table, next.table))],
      words: [...last.table.words, ...next.table.words],
    };
    last.lastPage = next.page;
    last.end = next;
  }
  return joined.map(({ page, lastPage, table }) => ({ page, lastPage, table }));
}

function goesOn(above: TableOnPage, below: TableOnPage): boolean {
  const [a, b] = [above.table, below.table];
  return (
    below.page === above.page + 1 &&
    a.box.bottom > LOW * above.height &&
    b.box.top < HIGH * below.height &&
    a.rows[0]?.length === b.rows[0]?.length &&
    Math.abs(a.box.left - b.box.left) < SAME_EDGE &&
    Math.abs(a.box.right - b.box.right) < SAME_EDGE
  );
}

const textOf = (row: PageTable['rows'][number] | undefined): string =>
  JSON.stringify(row?.map((cell) => cell?.text ?? null));

/** How many rows both tables begin with. */
function repeatedRows(first: PageTable, next: PageTable): number {
  let rows = 0;
  while (rows < next.rows.length - 1 && textOf(first.rows[rows]) === textOf(next.rows[rows])) rows += 1;
  return rows;
}
