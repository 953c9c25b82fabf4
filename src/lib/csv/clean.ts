import { type CellReader, isMissing, type TypeGuess } from '../table/cell-reader.js';
import { uniqueColumns } from '../table/table.js';
import type { CsvRows } from './rows.js';

export interface CleanRules {
  readonly reader: CellReader;
  readonly trim: boolean;
  readonly dropEmptyRows: boolean;
  readonly dropEmptyColumns: boolean;
  readonly dates: 'keep' | 'iso';
  readonly numbers: 'keep' | 'plain';
  readonly missing: 'keep' | 'empty';
  readonly names: 'keep' | 'unique' | 'snake';
}

/** What was changed. */
export interface CleanCounts {
  trimmedCells: number;
  clearedCells: number;
  rewrittenDates: number;
  rewrittenNumbers: number;
  removedRows: number;
  removedColumns: number;
  filledRows: number;
}

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const SUSPECT = /^\s|\s$|[\u00a0\u00ad\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/;

/** Without spaces at its ends and invisible characters, special spaces as plain ones, letters composed. */
export function tidy(cell: string): string {
  if (!SUSPECT.test(cell)) return cell;
  return cell.replace(INVISIBLE, '').replace(BLANK, ' ').trim();
}

/** `Unit price (€)` is `unit_price`. */
const snakeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** Names for the columns of a cleaned table, which has as many as `width` tells. */
export function cleanNames(header: readonly string[], width: number, { trim, names }: CleanRules): string[] {
  const given = Array.from({ length: width }, (_, column) => {
    const name = header[column] ?? '';
    const tidied = trim ? tidy(name).replace(/\s+/g, ' ') : name;
    return names === 'snake' ? snakeName(tidied) : tidied;
  });
  return names === 'keep' ? given : uniqueColumns(given);
}

export const noChanges = (): CleanCounts => ({
  trimmedCells: 0,
  clearedCells: 0,
  rewrittenDates: 0,
  rewrittenNumbers: 0,
  removedRows: 0,
  removedColumns: 0,
  filledRows: 0,
});

/** Cleans one cell of a column of the type that was guessed. */
function cleanCell(cell: string, guess: TypeGuess | undefined, rules: CleanRules, counts: CleanCounts): string {
  let clean = cell;
  if (rules.trim) {
    clean = tidy(cell);
    if (clean !== cell) counts.trimmedCells++;
  }
  if (rules.missing === 'empty' && clean !== '' && isMissing(clean)) {
    counts.clearedCells++;
    return '';
  }
  const written = rewritten(clean, guess, rules);
  if (written === undefined || written === clean) return clean;
  if (guess?.type === 'date') counts.rewrittenDates++;
  else counts.rewrittenNumbers++;
  return written;
}

function rewritten(
  cell: string,
  guess: TypeGuess | undefined,
  { dates, numbers, reader }: CleanRules,
): string | undefined {
  if (dates === 'iso' && guess?.type === 'date') return reader.date(cell);
  if (numbers === 'plain' && guess?.type === 'number') return reader.number(cell);
  return undefined;
}

/** Which columns below the header have something in one of their cells. */
export function filledColumns(rows: CsvRows, first: number, trim: boolean): boolean[] {
  const filled = Array.from({ length: rows.width }, () => false);
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    for (let column = 0; column < cells; column++) {
      if (filled[column] === true) continue;
      const cell = rows.value(column);
      filled[column] = (trim ? tidy(cell) : cell) !== '';
    }
  }
  return filled;
}

/** The cells of a row in the columns that stay; `undefined` for a row that goes. */
export function cleanRow(
  rows: CsvRows,
  row: number,
  kept: readonly number[],
  guesses: readonly TypeGuess[],
  rules: CleanRules,
  counts: CleanCounts,
): string[] | undefined {
  const cells = rows.read(row);
  let isEmpty = true;
  const clean = kept.map((column) => {
    if (column >= cells) return '';
    const cell = cleanCell(rows.value(column), guesses[column], rules, counts);
    if (cell !== '') isEmpty = false;
    return cell;
  });
  if (isEmpty && rules.dropEmptyRows) {
    counts.removedRows++;
    return undefined;
  }
  if (cells < kept.length) counts.filledRows++;
  return clean;
}
