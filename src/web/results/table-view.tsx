import { useMemo } from 'preact/hooks';

import { readCsvRecords } from '../../lib/csv/records.js';
import { words } from '../words/words.js';
import { LongText } from './long-text.js';
import { SortedTable } from './sorted-table.js';

const MAX_COLUMNS = 60;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A CSV text as a table that can be sorted; as text where it is none. */
export function TableView({ text, name }: { readonly text: string; readonly name: string }) {
  const table = useMemo(() => readTable(text), [text]);
  if (table === undefined) return <LongText text={text} label={name} />;
  return <SortedTable head={table.head} rows={table.rows} label={words.result.tableOf(name)} />;
}

function readTable(text: string) {
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
