import { LimitFault } from '../faults.js';
import { JsonNumber, type JsonValue } from '../json/values.js';
import { writeJson } from '../json/write.js';

/** A cell: text, or a value of JSON with its type; `null` where there is none. */
export type Cell = JsonValue;

/** Named columns and rows below them. A row may be shorter than the header, never longer. */
export interface Table {
  readonly columns: readonly string[];
  /** Whether the columns have names of their own; else they are `column_1` and so on, for formats that need some. */
  readonly hasHeader: boolean;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Most columns times rows where every row is filled up to the header: no table of full rows has more in the largest upload, and a
 * wide header above many short rows would take minutes.
 */
const MAX_CELLS = 10_000_000;

/** Throws LimitFault. */
export function checkCells(columns: number, rows: number): void {
  if (columns * rows <= MAX_CELLS) return;
  throw new LimitFault(`columns times rows must be at most ${MAX_CELLS}, got ${columns} x ${rows}`, MAX_CELLS);
}

/** A cell as a format without types shows it: nothing for `null`, lists and objects as JSON on one line. */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  if (cell instanceof JsonNumber) return cell.source;
  return typeof cell === 'boolean' ? String(cell) : writeJson(cell);
}

/**
 * Names that can be keys: an empty one becomes `column_3` by its place, one that is taken gets a number, `name` → `name_2`. Names
 * are equal where `keyOf` gives the same for them.
 */
export function uniqueColumns(names: readonly string[], keyOf: (name: string) => string = (name) => name): string[] {
  const given = new Set(names.map(keyOf));
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return names.map((name, index) => {
    const wanted = name === '' ? `column_${index + 1}` : name;
    const key = keyOf(wanted);
    let unique = wanted;
    // The number goes on where it stopped, so that 16,384 equal names are not a quadratic search.
    let number = lastNumber.get(key) ?? 1;
    while (taken.has(keyOf(unique)) || (unique !== name && given.has(keyOf(unique)))) unique = `${wanted}_${++number}`;
    lastNumber.set(key, number);
    taken.add(keyOf(unique));
    return unique;
  });
}

/** Names that SQL tells apart: it ignores the case of ASCII letters, and a name ends at a zero byte. */
export const sqlColumns = (names: readonly string[]): string[] =>
  uniqueColumns(
    names.map((name) => name.replaceAll('\0', '')),
    (name) => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  );

/** What a reader must know of columns that have another name now; a column without a name is not told. */
export const renamedColumns = (before: readonly string[], after: readonly string[]): string[] =>
  before.flatMap((name, i) =>
    name === '' || name === after[i]
      ? []
      : [`Column ${i + 1}, ${JSON.stringify(name)}, is named ${JSON.stringify(after[i])}: SQL takes the name as used`],
  );

/** `column_1` to `column_<count>`, for a table without a header. */
export const numberedColumns = (count: number): string[] => Array.from({ length: count }, (_, i) => `column_${i + 1}`);

/** Rows as a table: the first is the header where `header` says so. Columns beyond the header's have no name. */
export function tableOf(rows: readonly (readonly Cell[])[], header: boolean): Table {
  let width = 0;
  for (const { length } of rows) width = Math.max(width, length);
  if (!header || rows.length === 0) return { columns: numberedColumns(width), hasHeader: false, rows };
  const names = (rows[0] ?? []).map(cellText);
  while (names.length < width) names.push('');
  return { columns: names, hasHeader: true, rows: rows.slice(1) };
}
