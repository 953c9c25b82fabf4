import { MAX_COLUMNS } from '../csv/records.js';
import { formatRecord } from '../csv/write.js';
import { LimitFault } from '../faults.js';
import { writeJson } from '../json/write.js';
import { cellText } from '../table/table.js';
import { BoundedText } from '../text/bounded-text.js';
import type { LineReader, LogEntry } from './log-entry.js';
import { readLog } from './read-log.js';

/** A log as a JSON document: what became of its lines, then `rows`, each on a line of its own. Throws LimitFault. */
export function writeLogJson(format: string, lines: readonly string[], open: () => LineReader): string {
  const rows = new BoundedText();
  const report = readLog(lines, open(), {
    onEntry: (entry) => rows.add(`${rows.length === 0 ? '' : ','}\n    ${writeJson(entry)}`),
  });
  const head = JSON.stringify({ format, ...report }, null, 2).slice(0, -2);
  return `${head},\n  "rows": [${rows.toString()}${rows.length === 0 ? '' : '\n  '}]\n}`;
}

/**
 * A log as CSV, a column for every key in order of appearance. Lines that are no entries have their number and text in two columns at
 * the end. Throws LimitFault.
 */
export function writeLogCsv(lines: readonly string[], open: () => LineReader): string {
  const places = new Map<string, number>();
  const { unparsed } = readLog(lines, open(), { onEntry: (entry) => addKeys(places, entry) });
  const width = places.size;
  const columns = [...places.keys()];
  const isWhole = unparsed.count === 0;
  const text = new BoundedText();
  const add = (cells: readonly string[]): void => {
    const record = formatRecord(cells, ',');
    // A record of one empty cell would be a blank line.
    text.add(record === '' ? '""\n' : `${record}\n`);
  };
  add(isWhole ? columns : [...columns, freeName('unparsedLine', places), freeName('unparsed', places)]);
  readLog(lines, open(), {
    onEntry: (entry) => {
      const cells = columns.map((name) => cellText(entry.get(name)));
      add(isWhole ? cells : [...cells, '', '']);
    },
    onUnparsed: (line, content) => add([...Array<string>(width).fill(''), String(line), content]),
  });
  return text.toString();
}

function addKeys(places: Map<string, number>, entry: LogEntry): void {
  for (const key of entry.keys()) if (!places.has(key)) places.set(key, places.size);
  if (places.size > MAX_COLUMNS)
    throw new LimitFault(`its entries have more than ${MAX_COLUMNS} different keys`, MAX_COLUMNS);
}

function freeName(wanted: string, taken: ReadonlyMap<string, number>): string {
  let name = wanted;
  // Ends: there are no more names taken than keys.
  while (taken.has(name)) name = `_${name}`;
  return name;
}
