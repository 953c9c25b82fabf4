import { formatRecord } from '../csv/write.js';
import type { JsonValue } from '../json/values.js';
import { writeJson } from '../json/write.js';
import { type Cell, cellText, type Table, uniqueColumns } from './table.js';
import { BoundedText } from './table-text.js';

/** A table as CSV with `\n` after every record. */
export function writeCsv({ columns, rows }: Table, delimiter = ','): string {
  const text = new BoundedText();
  const add = (cells: readonly string[]): void => {
    const record = formatRecord(cells, delimiter);
    // A record of one empty cell would be a blank line.
    text.add(record === '' ? '""\n' : `${record}\n`);
  };
  if (columns.length > 0) add(columns);
  for (const row of rows) add(columns.map((_, i) => cellText(row[i])));
  return text.toString();
}

/** A table as a JSON list of objects, on one line each where `indent` is empty. */
export function writeJsonObjects({ columns, rows }: Table, indent = '  '): string {
  if (rows.length === 0) return '[]';
  const text = new BoundedText();
  const names = uniqueColumns(columns);
  let opening = indent === '' ? '[' : `[\n${indent}`;
  const next = indent === '' ? ',' : `,\n${indent}`;
  for (const row of rows) {
    const entries = names.map((name, i): [string, JsonValue] => [name, row[i] ?? null]);
    const json = writeJson(new Map(entries), { indent });
    text.add(opening);
    text.add(indent === '' ? json : indentBlock(json, indent));
    opening = next;
  }
  text.add(indent === '' ? ']' : '\n]');
  return text.toString();
}

/** JSON has no line break inside its strings, so every one is layout. */
const indentBlock = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`);

/** A table as a list of rows, each a list of cells; for those who need JSON that keeps columns of the same name. */
export const tableToJson = ({ columns, rows }: Table): JsonValue[] => {
  const names = uniqueColumns(columns);
  return rows.map((row) => new Map(names.map((name, i): [string, Cell] => [name, row[i] ?? null])));
};
