import { useMemo, useState } from 'preact/hooks';

import { Scroller } from '../scroller.js';
import { english, words } from '../words/words.js';

/** Rows that are drawn at once. */
const STEP = 200;

interface Sorting {
  readonly column: number;
  readonly isDown: boolean;
}

type Rows = readonly (readonly string[])[];

interface SortedTableProps {
  readonly head: readonly string[];
  readonly rows: Rows;
  readonly label: string;
  /** What the columns mean, where that is known. */
  readonly meanings?: readonly (string | undefined)[];
}

/** A table that is sorted by the columns that are clicked: up, down, as it came. */
export function SortedTable({ head, rows, label, meanings = [] }: SortedTableProps) {
  const [shown, setShown] = useState(STEP);
  const [sorting, setSorting] = useState<Sorting>();
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting]);
  return (
    <div class="table-view">
      <Scroller kind="table" label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="row-number">
                <span class="hidden-words">{words.result.row}</span>
              </th>
              {head.map((cell, column) => (
                <th
                  key={column}
                  scope="col"
                  title={meanings[column]}
                  lang={meanings[column] === undefined ? undefined : english}
                  aria-sort={sorting?.column === column ? (sorting.isDown ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" class="sort" onClick={() => setSorting(nextSorting(sorting, column))}>
                    {cell}
                    <span aria-hidden="true">{sorting?.column === column ? (sorting.isDown ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map(({ cells, row }) => (
              <tr key={row}>
                <th scope="row" class="row-number">
                  {row + 1}
                </th>
                {head.map((_, column) => (
                  <td key={column} class={isNumber(cells[column]) ? 'number-cell' : undefined}>
                    {cells[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + 5 * STEP)}>
          {words.common.showMoreRows(rows.length)}
        </button>
      )}
    </div>
  );
}

const isNumber = (cell: string | undefined): boolean => cell !== undefined && /^-?\d+([.,]\d+)?$/.test(cell);
const numberOf = (cell: string): number => Number(cell.replace(',', '.'));

let collator: Intl.Collator | undefined;
/** Made when a table is first sorted: a browser reads its tables of letters for it, which every page would wait for. */
function compareWords(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/** The rows with their numbers, in the order asked for; equal ones as they came. */
function sortedRows(rows: Rows, sorting: Sorting | undefined) {
  const numbered = rows.map((cells, row) => ({ cells, row }));
  if (sorting === undefined) return numbered;
  const { column, isDown } = sorting;
  const order = (a: string, b: string): number =>
    isNumber(a) && isNumber(b) ? numberOf(a) - numberOf(b) : compareWords(a, b);
  return numbered.sort(
    (a, b) => (isDown ? -1 : 1) * order(a.cells[column] ?? '', b.cells[column] ?? '') || a.row - b.row,
  );
}

/** Ascending, descending, as it came. */
function nextSorting(sorting: Sorting | undefined, column: number): Sorting | undefined {
  if (sorting?.column !== column) return { column, isDown: false };
  return sorting.isDown ? undefined : { column, isDown: true };
}
