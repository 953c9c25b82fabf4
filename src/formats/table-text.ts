import { invalid, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { DELIMITER_CHARACTERS } from '../core/shared-options.js';
import { type CsvCells, readCsvCells } from '../lib/csv/cells.js';
import { sniffDelimiter } from '../lib/csv/sniff.js';
import { columnsOf } from '../lib/table/csv-json.js';
import type { TextSource } from './text-source.js';

/** Most columns that a message names. */
const MAX_LISTED = 10;

/** A choice of the shared option `delimiter`. */
export type DelimiterChoice = 'auto' | keyof typeof DELIMITER_CHARACTERS;

export interface CsvText extends CsvCells {
  /** The character that divides the columns. */
  readonly delimiter: string;
}

/** How CSV is written beside its delimiter. */
export interface CsvForm {
  /** In place of the choice; empty where that counts. */
  readonly customDelimiter: string;
  /** Empty for none. */
  readonly quote: string;
  /** Lines before the table, such as a title. */
  readonly skipLines: number;
}

const PLAIN_FORM: CsvForm = { customDelimiter: '', quote: '"', skipLines: 0 };

/** Empty lines in the place of the first ones, so that those behind them keep their numbers. */
function withoutLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const next = /\r\n|[\r\n]/g;
    next.lastIndex = at;
    const found = next.exec(text);
    if (found === null) return '';
    at = found.index + found[0].length;
  }
  return at === 0 ? text : '\n'.repeat(count) + text.slice(at);
}

/** A line that only separates the header of a drawn table: `|---|---|`, `---+---`, `+----+----+`. */
const RULED_LINE = /^[ \t]*[|+:=-][|+:= \t-]*$/;

/**
 * Throws INVALID_INPUT where the text is a table as Markdown, psql or MySQL draws it: read as CSV, its lines and blanks would be
 * cells.
 */
export function refuseDrawnTable({ text, label }: Pick<TextSource, 'text' | 'label'>): void {
  const head = text
    .slice(0, 10_000)
    .trimStart()
    .split(/\r\n|[\r\n]/, 2);
  if (!head.some((line) => RULED_LINE.test(line) && /---/.test(line) && /[|+]/.test(line))) return;
  throw invalid(
    `Cannot read ${label} as CSV: it is a table drawn with lines, as Markdown, psql and MySQL write it; table-converter makes CSV of it (option "to": "csv")`,
  );
}

/**
 * Reads a caller's CSV. With `auto` the delimiter is found out, and in a text whose first record is one cell, the commas of the
 * others belong to their text. `label` as in `TextSource`. Throws INVALID_INPUT where a quote is not closed, LIMIT_EXCEEDED beyond
 * 16,384 columns.
 */
export function readCsvText(
  source: Pick<TextSource, 'text' | 'label'>,
  choice: DelimiterChoice,
  form: CsvForm = PLAIN_FORM,
): CsvText {
  const { label } = source;
  const text = withoutLines(source.text, form.skipLines);
  const isFound = choice === 'auto' && form.customDelimiter === '';
  if (isFound) refuseDrawnTable({ text, label });
  const named = choice === 'auto' ? sniffDelimiter(text) : DELIMITER_CHARACTERS[choice];
  const delimiter = form.customDelimiter === '' ? named : form.customDelimiter;
  if (/[\r\n]/.test(delimiter + form.quote) || delimiter === form.quote)
    throw invalid('Options "customDelimiter" and "quote" must be different characters other than line breaks');
  const read = refusing(`Cannot read ${label} as CSV`, () => readCsvCells(text, delimiter, form.quote));
  const isSingle = isFound && read.records[0]?.length === 1 && !text.includes('"');
  if (!isSingle) return { ...read, delimiter };
  return { ...read, records: read.records.map((cells) => [cells.join(delimiter)]), delimiter };
}

/** A row with more or fewer cells than the first. */
interface RaggedRow {
  /** From 1. */
  readonly line: number;
  readonly cells: number;
}

/** The rows whose number of cells differs from the first. */
export function raggedRows({ records, lines }: CsvText): RaggedRow[] {
  const width = records[0]?.length ?? 0;
  const ragged: RaggedRow[] = [];
  for (const [row, { length }] of records.entries()) {
    if (length !== width) ragged.push({ line: lines[row] ?? 0, cells: length });
  }
  return ragged;
}

/** Throws INVALID_INPUT with the first of the ragged rows, where there are any. */
export function refuseRagged(
  { label }: Pick<TextSource, 'label'>,
  { records }: CsvText,
  ragged: readonly RaggedRow[],
): void {
  const [first] = ragged;
  if (first === undefined) return;
  const more = ragged.length === 1 ? '' : `, and ${ragged.length - 1} more lines differ`;
  throw invalid(
    `Cannot read ${label} as CSV: line ${first.line} has ${cellsOf(first.cells)}, the first record has ${cellsOf(records[0]?.length ?? 0)}${more}`,
  );
}

const cellsOf = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);

/** Place of the column that option "key" names, the first where it is empty. Throws INVALID_INPUT where there is none. */
export function keyColumnOf(csv: CsvText, name: string, header: boolean): number {
  if (name === '') return 0;
  const columns = columnsOf(csv, header);
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  throw invalid(`Option "key" must be one of the columns ${listColumns(columns)}, got ${quote(name)}`);
}

/** Names of columns as a message lists them: the first of them, and how many more there are. */
export function listColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => quote(name));
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}
