import { invalid, quote } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import { refusing } from '../../core/refusing.js';
import { DELIMITER_CHARACTERS } from '../../core/shared-options.js';
import type { InputFile } from '../../core/tool.js';
import { CellWriter, CsvRows } from '../../lib/csv/rows.js';
import { readDirective, sniffDelimiter } from '../../lib/csv/sniff.js';
import { marksOf } from '../../lib/numbers/typed-number.js';
import { type DateOrder, shownOrder } from '../../lib/table/cell-dates.js';
import { type CellReader, cellReader } from '../../lib/table/cell-reader.js';
import { isEnglish, shownMarks } from '../../lib/table/shown-marks.js';
import { numberedColumns, uniqueColumns } from '../../lib/table/table.js';
import { dateNames } from '../date-names.js';
import { type CsvForm, type DelimiterChoice, refuseDrawnTable } from '../table-text.js';
import { readTextFile, readTextSource, type TextSource } from '../text-source.js';

export interface CsvReading extends CsvForm {
  readonly delimiter: DelimiterChoice;
  readonly header: boolean;
  readonly inputCharset: string;
}

/** A caller's table: its rows as they stand, and what its columns are called. */
export interface CsvTable {
  readonly source: TextSource;
  readonly rows: CsvRows;
  /** One for each column, all different; `column_3` where there is no name. */
  readonly names: readonly string[];
  /** Row of `rows` below the header. */
  readonly first: number;
  readonly hasHeader: boolean;
  readonly writer: CellWriter;
  /** Rows whose number of cells is not that of the first. */
  readonly raggedRows: number;
}

/** The table of `input` or of the only file. Throws as `readTextSource`, `openTable`. */
export async function readTable(
  run: { readonly input: string; readonly files: readonly InputFile[] },
  options: CsvReading,
): Promise<CsvTable> {
  return openTable(await readTextSource(run, options.inputCharset), options);
}

export async function readTableFile(file: InputFile, options: CsvReading): Promise<CsvTable> {
  return openTable(await readTextFile(file, options.inputCharset), options);
}

/** Throws INVALID_INPUT where a quote is not closed, LIMIT_EXCEEDED beyond 16,384 columns. */
export function openTable(source: TextSource, options: CsvReading): CsvTable {
  const { text } = source;
  const start = startOf(text, options.skipLines);
  const rest = start === 0 ? text : text.slice(start);
  const isTsv = extensionOf(source.file?.name ?? '') === '.tsv';
  const isFound = options.delimiter === 'auto' && options.customDelimiter === '' && !isTsv;
  if (isFound) refuseDrawnTable({ text: rest, label: source.label });
  const choice = options.delimiter === 'auto' && isTsv ? 'tab' : options.delimiter;
  const named = choice === 'auto' ? sniffDelimiter(rest) : DELIMITER_CHARACTERS[choice];
  const delimiter = options.customDelimiter === '' ? named : options.customDelimiter;
  if (/[\r\n]/.test(delimiter + options.quote) || delimiter === options.quote)
    throw invalid('Options "customDelimiter" and "quote" must be different characters other than line breaks');
  const begin = start + (readDirective(rest) === undefined ? 0 : 'sep=;'.length);
  const rows = refusing(`Cannot read ${source.label} as CSV`, () => {
    const read = new CsvRows(text, delimiter, options.quote, begin, false);
    const isSingle = isFound && read.cellCount(0) === 1 && read.width > 1 && !text.includes('"');
    return isSingle ? new CsvRows(text, delimiter, options.quote, begin, true) : read;
  });
  return tableOf(source, rows, options.header, new CellWriter(delimiter, options.quote));
}

function tableOf(source: TextSource, rows: CsvRows, header: boolean, writer: CellWriter): CsvTable {
  const hasHeader = header && rows.count > 0;
  const names = hasHeader ? rows.cells(0) : numberedColumns(rows.width);
  while (names.length < rows.width) names.push('');
  const width = rows.cellCount(0);
  let raggedRows = 0;
  for (let row = 1; row < rows.count; row++) if (rows.cellCount(row) !== width) raggedRows++;
  return {
    source,
    rows,
    names: hasHeader ? uniqueColumns(names) : names,
    first: hasHeader ? 1 : 0,
    hasHeader,
    writer,
    raggedRows,
  };
}

/** Where the line after so many begins. */
function startOf(text: string, lines: number): number {
  const next = /\r\n|[\r\n]/g;
  for (let line = 0; line < lines; line++) if (next.exec(text) === null) return text.length;
  return next.lastIndex;
}

/** Rows below the header. */
export const rowCount = ({ rows, first }: CsvTable): number => Math.max(0, rows.count - first);

/**
 * Numbers and dates of tables as a language writes them; the order of day and month is that of the tables where a number above 12 shows
 * it, and the decimal mark a comma where the tables show it. Throws INVALID_INPUT where `locale` is not a known language.
 */
export function localeReaders(
  locale: string,
): (
  ...tables: readonly { readonly source: Pick<TextSource, 'text'>; readonly writer?: Pick<CellWriter, 'delimiter'> }[]
) => CellReader {
  const months = new Map<string, number>();
  for (const language of ['en', locale]) {
    const names = dateNames(language);
    for (const list of [names.months, names.shortMonths]) {
      for (const [index, name] of list.entries()) months.set(name.toLowerCase().replace(/\.$/, ''), index + 1);
    }
  }
  months.set('sept', 9);
  const [marks, usual] = [marksOf(locale), orderOf(locale)];
  return (...tables) => {
    let order: DateOrder | undefined;
    // Looked for where a cell may be such a date: it takes a look at the whole text.
    const dates = {
      order: () => (order ??= shownOrder(tables.map(({ source }) => source.text)) ?? usual),
      months,
    };
    const texts = tables.map(({ source, writer }) => ({ text: source.text, delimiter: writer?.delimiter ?? ',' }));
    return cellReader(marks, dates, () => (isEnglish(marks) ? shownMarks(texts) : undefined));
  };
}

function orderOf(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' }).formatToParts(0);
  const [first, second] = parts.map(({ type }) => type).filter((type) => type !== 'literal');
  if (first === 'year') return 'ymd';
  return first === 'month' && second === 'day' ? 'mdy' : 'dmy';
}

/** A column name for messages. */
export const columnLabel = ({ names }: CsvTable, column: number): string => quote(names[column] ?? '');
