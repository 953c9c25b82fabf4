import { invalid, quote } from '../../core/errors.js';
import { listColumns } from '../table-text.js';

interface NamedColumns {
  readonly names: readonly string[];
}

/** Most columns that an option lists. */
const MAX_ITEMS = 20_000;

/** Place of a column by its name, in any letter case where none is spelled so, or by its number from 1. */
export function findColumn({ names }: NamedColumns, wanted: string): number | undefined {
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const folded = wanted.trim().toLowerCase();
  const close = names.flatMap((name, index) => (name.trim().toLowerCase() === folded ? [index] : []));
  if (close.length === 1) return close[0];
  if (!/^(?:column_)?\d{1,5}$/.test(folded)) return undefined;
  const number = Number(folded.replace('column_', ''));
  return number >= 1 && number <= names.length ? number - 1 : undefined;
}

export const unknownColumn = ({ names }: NamedColumns, option: string, wanted: string) =>
  invalid(
    names.length === 0
      ? `Option "${option}" names column ${quote(wanted)}, but the table is empty`
      : `Option "${option}" names column ${quote(wanted)}, the columns are ${listColumns(names)}`,
  );

/** One column. Throws INVALID_INPUT where there is none. */
export function columnOf(table: NamedColumns, wanted: string, option: string): number {
  const found = findColumn(table, unquoted(wanted.trim()));
  if (found === undefined) throw unknownColumn(table, option, wanted);
  return found;
}

/** The parts of a list between commas; those in double quotes hold commas too. */
export function listItems(list: string, separator = ','): string[] {
  const items: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= list.length; at++) {
    const letter = list.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    if (at < list.length && (isQuoted || (letter !== separator && letter !== '\n'))) continue;
    items.push(list.slice(from, at).trim());
    from = at + 1;
  }
  return items.filter((item) => item !== '');
}

/** A name without its double quotes. */
export const unquoted = (name: string): string =>
  name.length >= 2 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;

/** The columns that an option lists, in its order. Throws INVALID_INPUT for one that there is not. */
export function columnsOf(table: NamedColumns, list: string, option: string): number[] {
  const found: number[] = [];
  // A name may have commas, as in "City, State".
  const whole = list.trim() === '' ? -1 : table.names.indexOf(list.trim());
  if (whole >= 0) return [whole];
  for (const item of listItems(list)) {
    const one = findColumn(table, unquoted(item));
    const range = /^(\d{1,5})\s*-\s*(\d{1,5})?$/.exec(item);
    if (one !== undefined) found.push(one);
    else if (range === null) throw unknownColumn(table, option, unquoted(item));
    else found.push(...rangeOf(table, range, option, item));
    if (found.length > MAX_ITEMS) throw invalid(`Option "${option}" lists more than ${MAX_ITEMS} columns`);
  }
  return found;
}

function rangeOf(table: NamedColumns, range: RegExpExecArray, option: string, item: string): number[] {
  const first = Number(range[1]);
  const last = range[2] === undefined ? table.names.length : Number(range[2]);
  const most = Math.max(first, last);
  if (Math.min(first, last) < 1 || most > table.names.length) throw unknownColumn(table, option, item);
  const step = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first - 1 + step * index);
}

/** The same without repeats; all columns for an empty list. */
export function distinctColumns(table: NamedColumns, list: string, option: string): number[] {
  const found = columnsOf(table, list, option);
  return found.length === 0 ? table.names.map((_, index) => index) : [...new Set(found)];
}
