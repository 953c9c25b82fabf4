/** The table that a chart is drawn of: CSV, JSON or a sheet of a workbook, its columns with their types. */

import { invalid, overLimit, quote } from '../../core/errors.js';
import { extensionOf, stemOf } from '../../core/files.js';
import { refusing } from '../../core/refusing.js';
import { DELIMITER_CHARACTERS } from '../../core/shared-options.js';
import type { InputFile } from '../../core/tool.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { marksOf } from '../../lib/numbers/typed-number.js';
import { instantOf } from '../../lib/table/cell-dates.js';
import { type CellReader, type ColumnType, isMissing, TypeGuess } from '../../lib/table/cell-reader.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import { type Cell, cellText, type Table, tableOf, uniqueColumns } from '../../lib/table/table.js';
import { titleLines, titleRows } from '../../lib/table/title-rows.js';
import { columnOf } from '../csv/column-lists.js';
import { type CsvReading, localeReaders, openTable } from '../csv/source.js';
import { readJsonOrLines } from '../json-document.js';
import { readTextSource, type TextSource } from '../text-source.js';
import { openSpreadsheet, SPREADSHEETS, sheetNamed, sheetValues } from '../workbook.js';
import { plainTable } from './plain-lines.js';

export const CHART_FILES = {
  min: 0,
  max: 1,
  formats: ['.csv', '.tsv', '.txt', '.json', '.jsonl', ...SPREADSHEETS],
} as const;

/** Most rows of a chart; more than a screen has places for. */
export const MAX_CHART_ROWS = 100_000;
/** Beyond it, sums and the steps of an axis are not doubles. */
const LARGEST = 1e150;

export interface ChartColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** As the locale writes them; empty for what is missing. */
  readonly cells: readonly string[];
}

export interface ChartTable {
  /** As in `TextSource`. */
  readonly label: string;
  /** Name of the result, without its ending. */
  readonly stem: string;
  readonly names: readonly string[];
  readonly columns: readonly ChartColumn[];
  readonly rowCount: number;
  readonly reader: CellReader;
  readonly warnings: readonly string[];
}

export interface TableReading {
  readonly header: boolean;
  readonly delimiter: CsvReading['delimiter'];
  /** Name or number of the sheet of a workbook; empty for the first that is shown. */
  readonly sheet: string;
  readonly password: string;
  readonly locale: string;
}

interface Source {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/** Throws INVALID_INPUT where the text or the file is not a table, LIMIT_EXCEEDED beyond 100,000 rows. */
export async function readChartTable(source: Source, reading: TableReading): Promise<ChartTable> {
  const readerOf = localeReaders(reading.locale);
  const {
    label,
    text,
    tableWith,
    warnings = [],
  } = await readAny(source, { ...reading, decimal: marksOf(reading.locale).decimal });
  const reader = text === undefined ? readerOf() : readerOf({ source: text });
  const named = tableWith(reading.header);
  // Nobody calls all columns by numbers, nor the one beside the names: it is data.
  const [, second = ''] = named.columns;
  const isData =
    named.hasHeader &&
    (named.columns.every((name) => isNumberName(name, reader)) ||
      (named.columns.length === 2 && isNumberName(second, reader) && typesOf(named, reader)[1] === 'number'));
  const table = isData ? tableWith(false) : named;
  const { rows, columns } = table;
  if (rows.length > MAX_CHART_ROWS)
    throw overLimit(`The table of ${label} must have at most ${MAX_CHART_ROWS} rows, got ${rows.length}`);
  if (columns.length === 0 || rows.length === 0) throw invalid(`Cannot read ${label} as a table: it has no rows`);
  const names = uniqueColumns(columns.map((name) => name.trim()));
  const [file] = source.files;
  return {
    label,
    stem: file === undefined ? 'chart' : stemOf(file.name),
    names,
    columns: names.map((name, index) => readColumn(name, rows, index, reader)),
    rowCount: rows.length,
    reader,
    warnings: isData
      ? [...warnings, 'The first row has numbers and was read as data, not as column names']
      : table.hasHeader
        ? [...warnings, ...headerWarnings(columns, reader)]
        : warnings,
  };
}

/** Types of the columns below the names. */
const typesOf = ({ columns, rows }: Table, reader: CellReader): ColumnType[] =>
  columns.map((name, index) => readColumn(name, rows, index, reader).type);

interface ReadTable {
  readonly label: string;
  /** The text that it was read from, if any. */
  readonly text?: TextSource;
  /** The table, its first row being names or data. */
  readonly tableWith: (header: boolean) => Table;
  readonly warnings?: readonly string[];
}

const PLAIN_WARNING = 'The text is not CSV: its lines were read as names with a number, or as numbers alone';

async function readAny(source: Source, reading: TableReading & { readonly decimal: string }): Promise<ReadTable> {
  const [file] = source.files;
  if (file !== undefined && (SPREADSHEETS as readonly string[]).includes(extensionOf(file.name))) {
    if (source.input !== '') throw invalid('Property "input" must be empty where a file is given');
    const label = `file ${quote(file.name)}`;
    const workbook = await openSpreadsheet(file, { password: reading.password });
    const sheets = sheetValues(workbook, label);
    const shown = sheets.filter(({ visibility }) => visibility === 'visible');
    const sheet = reading.sheet.trim() === '' ? (shown[0] ?? sheets[0]) : sheetNamed(sheets, reading.sheet, label)[0];
    const rows = withoutEmptyColumns(sheet?.rows.filter((row) => row.some((cell) => cell !== null)) ?? []);
    const above = titleRows(
      rows.slice(0, 40).map((row) => row.map(cellText)),
      isFigure,
    );
    return { label, ...belowTitle(above, (header, skipped) => tableOf(rows.slice(skipped), header)) };
  }
  const text = await readTextSource(source);
  const { label } = text;
  const isJson = file === undefined ? /^\s*[[{]/.test(text.text) : /^\.jsonl?$/.test(extensionOf(file.name));
  const plain = isJson || reading.delimiter !== 'auto' ? undefined : plainTable(text.text, reading.decimal === ',');
  if (plain !== undefined) return { label, text, tableWith: () => plain, warnings: [PLAIN_WARNING] };
  if (!isJson) {
    const delimiter = reading.delimiter === 'auto' ? undefined : DELIMITER_CHARACTERS[reading.delimiter];
    const above = titleLines(text.text, delimiter, isFigure);
    const tableBelow = (header: boolean, skipLines: number): Table =>
      csvTable(openTable(text, { ...CSV, ...reading, header, skipLines }));
    return { label, text, ...belowTitle(above, tableBelow) };
  }
  const read = readJsonOrLines(text);
  const tableWith = (header: boolean) =>
    refusing(`Cannot read ${label} as a table`, () =>
      'lines' in read ? tableFromJson([...read.lines], header) : tableOfDocument(read.document, header),
    );
  return { label, tableWith };
}

const isFigure = (cell: string): boolean => /^[-−+]?\d[\d.,' ]*%?$/.test(cell);

/** A table whose names of columns do not stand in the first row; where no row has names, the title is skipped as well. */
function belowTitle(
  rows: number,
  tableBelow: (header: boolean, skipped: number) => Table,
): Pick<ReadTable, 'tableWith' | 'warnings'> {
  if (rows === 0) return { tableWith: (header) => tableBelow(header, 0) };
  const warning = `Skipped above the names of the columns: ${rows === 1 ? 'one row' : `${rows} rows`}`;
  return { tableWith: (header) => tableBelow(header, rows), warnings: [warning] };
}

/** An object of nothing but numbers is a table of names and values, a list of them is a column. */
function tableOfDocument(document: JsonValue, header: boolean): Table {
  if (Array.isArray(document) && document.length > 0 && document.every((value) => value instanceof JsonNumber))
    return { columns: ['value'], hasHeader: true, rows: document.map((value) => [value]) };
  if (!isJsonObject(document) || document.size === 0) return tableFromJson(document, header);
  const entries = [...document];
  if (!entries.every(([, value]) => value instanceof JsonNumber)) return tableFromJson(document, header);
  return { columns: ['name', 'value'], hasHeader: true, rows: entries as Cell[][] };
}

/** A table of a sheet does not always begin in column A. */
function withoutEmptyColumns(rows: readonly (readonly Cell[])[]): Cell[][] {
  const used = new Set<number>();
  for (const row of rows) for (const [index, cell] of row.entries()) if (cell !== null) used.add(index);
  return rows.map((row) => row.filter((_, index) => used.has(index)));
}

const CSV = { customDelimiter: '', quote: '"', skipLines: 0, inputCharset: 'auto' } as const;

function csvTable({ rows, first, names, hasHeader }: ReturnType<typeof openTable>): Table {
  const count = Math.max(0, rows.count - first);
  if (count > MAX_CHART_ROWS) throw new LimitFault(`it must have at most ${MAX_CHART_ROWS} rows`, MAX_CHART_ROWS);
  const cells = Array.from({ length: count }, (_, row) => rows.cells(first + row));
  return { columns: names, hasHeader, rows: cells.filter((row) => row.some((cell) => cell.trim() !== '')) };
}

function readColumn(name: string, rows: readonly (readonly Cell[])[], index: number, reader: CellReader): ChartColumn {
  const written = rows.map((row) => {
    const cell = row[index];
    return cell instanceof JsonNumber ? reader.written(cell.source) : cellText(cell).trim();
  });
  const own = typeOf(written, reader);
  const bare = own === 'text' ? withoutUnits(written, reader) : undefined;
  const [type, cells] = bare === undefined ? [own, written] : [typeOf(bare, reader), bare];
  // Among texts, none and n/a are names as others.
  return { name, type, cells: type === 'text' ? cells : cells.map((text) => (isMissing(text) ? '' : text)) };
}

function typeOf(cells: readonly string[], reader: CellReader): ColumnType {
  const guess = new TypeGuess(reader);
  for (const text of cells) guess.add(text);
  return guess.type;
}

const UNIT = /(?<=\d)\s?(?:%|EUR|USD|GBP|CHF)$/;

/** Percentages, and amounts with the code of a currency, as numbers, where all of a column are in one unit; else `undefined`. */
function withoutUnits(cells: readonly string[], reader: CellReader): string[] | undefined {
  const units = new Set<string | undefined>();
  const bare = cells.map((text) => {
    if (isMissing(text)) return text;
    const number = text.replace(UNIT, '');
    units.add(reader.number(number) === undefined ? undefined : UNIT.exec(text)?.[0].trim());
    return number;
  });
  return units.size === 1 && !units.has(undefined) ? bare : undefined;
}

const isNumberName = (name: string, reader: CellReader): boolean =>
  reader.number(name.trim()) !== undefined && !/^(?:1[5-9]|20|21)\d\d$/.test(name.trim());

/** A first row of numbers may be data that was taken for names; years are names of columns everywhere. */
function headerWarnings(names: readonly string[], reader: CellReader): string[] {
  const number = names.find((name) => isNumberName(name, reader));
  return number === undefined
    ? []
    : [`The first row was read as column names, ${quote(number)} too: set "header" to false if it is data`];
}

/** The numbers of a column, `null` where one is missing. Throws `ContentFault` with the row of what is not a number. */
export function columnNumbers({ reader, columns }: ChartTable, column: number): (number | null)[] {
  const { name = '', cells = [] } = columns[column] ?? {};
  return cells.map((cell, row) => {
    if (isMissing(cell)) return null;
    const number = reader.number(cell);
    if (number === undefined)
      throw new ContentFault(`row ${row + 1}, column ${quote(name)}: ${quote(cell)} is not a number`);
    const value = Number(number);
    if (Math.abs(value) > LARGEST)
      throw new LimitFault(`row ${row + 1}, column ${quote(name)}: numbers must be at most 1e150`, 150);
    return value;
  });
}

/** Milliseconds since 1970 of a column of dates, `null` where one is missing. */
export const columnDates = ({ reader, columns }: ChartTable, column: number): (number | null)[] =>
  (columns[column]?.cells ?? []).map((cell) => {
    const date = cell === '' ? undefined : reader.date(cell);
    return date === undefined ? null : instantOf(date);
  });

/** Says where a decimal comma may be why. */
export function withoutNumbers({ columns }: ChartTable): ContentFault {
  const comma = columns.flatMap(({ cells }) => cells).find((cell) => /^\d{1,3}(?:\.?\d{3})*,\d+$/.test(cell));
  return new ContentFault(
    `it has no column of numbers${comma === undefined ? '' : `: for decimal commas as in ${quote(comma)}, option "locale" must be a language that has them, such as de`}`,
  );
}

/** The column of an option; where it is empty, the first of numbers. Throws INVALID_INPUT, or `ContentFault` where there is none. */
export function numericColumn(
  table: ChartTable,
  wanted: string,
  option: string,
  taken: readonly number[] = [],
): number {
  if (wanted.trim() !== '') return columnOf(table, wanted, option);
  const found = table.columns.findIndex(({ type }, at) => type === 'number' && !taken.includes(at));
  if (found < 0) throw withoutNumbers(table);
  return found;
}
