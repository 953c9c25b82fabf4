import { useMemo, useState } from 'preact/hooks';

import { readCsvRecords } from '../../lib/csv/records.js';
import { Scroller } from '../scroller.js';
import { numberText } from '../units.js';
import { LongText } from './text-view.js';

/** Rows that are drawn at once. */
const STEP = 200;
const MAX_COLUMNS = 60;
const DELIMITERS = [',', ';', '\t', '|'] as const;

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A CSV text as a table; as text where it is none. */
export function TableView({ text, name }: { readonly text: string; readonly name: string }) {
  const [shown, setShown] = useState(STEP);
  const table = useMemo(() => readTable(text), [text]);
  if (table === undefined) return <LongText text={text} label={name} />;
  const { head, rows } = table;
  return (
    <div class="table-view">
      <Scroller kind="table" label={`Table of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="row-number">
                <span class="hidden-words">Row</span>
              </th>
              {head.map((cell, column) => (
                <th key={column} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((cells, row) => (
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
          Show more of {numberText(rows.length)} rows
        </button>
      )}
    </div>
  );
}

const isNumber = (cell: string | undefined): boolean => cell !== undefined && /^-?\d+([.,]\d+)?$/.test(cell);

function readTable(text: string): Table | undefined {
  const plain = text.replace(/^\ufeff/, '');
  try {
    const records = [...readCsvRecords(plain, delimiterOf(plain))].filter(({ isBlank }) => !isBlank);
    const [head, ...rows] = records.map(({ cells }) => cells.slice(0, MAX_COLUMNS));
    return head === undefined ? undefined : { head, rows };
  } catch {
    // A quote that is never closed, too many columns: the text says more than a broken table.
    return undefined;
  }
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, next) => (count(next) > count(best) ? next : best), ',');
}
