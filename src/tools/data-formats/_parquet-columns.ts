import { extensionOf } from '../../core/files.js';
import { invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { StoredColumn } from '../../engines/parquet/write.js';
import { raggedWarning } from '../../formats/csv/results.js';
import { type CsvReading, localeReaders, openTable, rowCount } from '../../formats/csv/source.js';
import { readJson, readJsonOrLines } from '../../formats/json-document.js';
import { listColumns } from '../../formats/table-text.js';
import type { TextSource } from '../../formats/text-source.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { readStatedTypes, type StatedType, type StoredType, typeLabel } from '../../lib/parquet/stored-types.js';
import { completeType, StoredGuess, type StoredValue, storedValue } from '../../lib/parquet/stored-values.js';
import { type CellReader, isMissing } from '../../lib/table/cell-reader.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import { cellText, uniqueColumns } from '../../lib/table/table.js';

/** Chosen: as many take 400 MB while they are written. */
const MAX_CELLS = 5_000_000;
const MAX_WARNINGS = 50;

export interface ColumnRules extends CsvReading {
  readonly types: boolean;
  readonly columnTypes: string;
  readonly fractions: 'double' | 'decimal';
  readonly locale: string;
}

export interface TypedColumns {
  readonly columns: readonly StoredColumn[];
  readonly rows: number;
  readonly warnings: readonly string[];
}

interface Columns {
  readonly names: readonly string[];
  /** By column, then by row. */
  readonly cells: readonly (readonly JsonValue[])[];
  readonly rows: number;
  readonly isJson: boolean;
  readonly reader: CellReader;
  readonly warnings: readonly string[];
}

const JSON_START = /^\s*(?:\{|\[\s*(?:[\]{["\d-]|null|true|false))/;

/** The columns of a caller's CSV or JSON, with the types that they are stored as. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export function typedColumns(source: TextSource, rules: ColumnRules): TypedColumns {
  const stated = refusing('Option "columnTypes" cannot be read', () => readStatedTypes(rules.columnTypes));
  const columns = isJsonText(source) ? jsonColumns(source, rules) : csvColumns(source, rules);
  const { names, rows } = columns;
  if (names.length === 0) throw invalid(`Cannot convert ${source.label}: it has no columns`);
  const unknown = [...stated.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw invalid(`Option "columnTypes" must name columns of the table, ${listColumns(names)}, got ${quote(unknown)}`);
  const warnings = [...columns.warnings];
  const stored = names.map((name, i) => {
    const cells = columns.cells[i] ?? [];
    const found = stated.get(name);
    const type = found === undefined ? foundType(cells, columns, rules) : statedType(name, found, cells, columns);
    return { name, type, values: valuesOf(name, type, cells, columns, warnings) };
  });
  return { columns: stored, rows, warnings: warnings.slice(0, MAX_WARNINGS) };
}

function isJsonText({ text, file }: TextSource): boolean {
  const extension = extensionOf(file?.name ?? '');
  if (['.json', '.jsonl', '.ndjson'].includes(extension)) return true;
  return !['.csv', '.tsv'].includes(extension) && JSON_START.test(text.slice(0, 1000));
}

function checkCells(columns: number, rows: number, { label }: TextSource): void {
  if (columns * rows > MAX_CELLS)
    throw overLimit(`The table of ${label} must have at most ${MAX_CELLS} cells, got ${columns * rows}`);
}

function csvColumns(source: TextSource, rules: ColumnRules): Columns {
  const table = openTable(source, rules);
  const { names, rows: read, first } = table;
  const rows = rowCount(table);
  checkCells(names.length, rows, source);
  const cells = names.map((): JsonValue[] => new Array<JsonValue>(rows));
  for (let row = 0; row < rows; row++) {
    const width = read.read(row + first);
    for (const [column, list] of cells.entries()) {
      const value = column < width ? read.value(column) : '';
      // "" is an empty text, nothing at all is no value.
      list[row] = value === '' && (column >= width || read.rawCell(column) === '') ? null : value;
    }
  }
  const reader = localeReaders(rules.locale)(table);
  // A currency is more than its number: $9.50 stays a text.
  const plain = { ...reader, number: (cell: string) => (/\p{Sc}/u.test(cell) ? undefined : reader.number(cell)) };
  return { names, cells, rows, isJson: false, reader: plain, warnings: raggedWarning(table) };
}

function jsonColumns(source: TextSource, rules: ColumnRules): Columns {
  const { header } = rules;
  const table = refusing(`Cannot read ${source.label} as a table`, () => {
    const isLines = /^\.(?:jsonl|ndjson)$/.test(extensionOf(source.file?.name ?? ''));
    const read = isLines ? readJsonOrLines(source) : { document: unlessLines(source) };
    const value = 'lines' in read ? read.lines : read.document;
    return tableFromJson(isLines && isJsonObject(value) ? [value] : value, header);
  });
  checkCells(table.columns.length, table.rows.length, source);
  const names = uniqueColumns(table.columns);
  const cells = names.map((_, i) => table.rows.map((row) => row[i] ?? null));
  return { names, cells, rows: table.rows.length, isJson: true, reader: localeReaders('en')(), warnings: [] };
}

/** Lines of JSON that were pasted, or a document. */
function unlessLines(source: TextSource): JsonValue {
  const read = readJsonOrLines(source);
  return 'lines' in read ? read.lines : readJson(source.text, source.label);
}

/** What a cell is as a text. */
const textOf = (cell: JsonValue, asJson: boolean): string => (asJson ? writeJson(cell) : cellText(cell));

function foundType(cells: readonly JsonValue[], { isJson, reader }: Columns, rules: ColumnRules): StoredType {
  const kinds = new Set(cells.map(kindOf));
  kinds.delete('null');
  if (kinds.has('nested')) return { kind: 'json' };
  if (!rules.types || kinds.size > 1) return { kind: 'text' };
  const guess = new StoredGuess(reader, rules.fractions === 'decimal');
  if (isJson && kinds.has('text') && !cells.every((cell) => typeof cell !== 'string' || ISO_DATE.test(cell)))
    return { kind: 'text' };
  for (const cell of cells) if (cell !== null) guess.add(cellText(cell));
  return guess.type;
}

/** Of JSON, whose texts are texts: only what is written as RFC 3339 says. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:)/;

function kindOf(cell: JsonValue): 'null' | 'text' | 'number' | 'boolean' | 'nested' {
  if (cell === null) return 'null';
  if (typeof cell === 'string') return 'text';
  if (cell instanceof JsonNumber) return 'number';
  return isJsonArray(cell) || isJsonObject(cell) ? 'nested' : 'boolean';
}

function statedType(name: string, type: StatedType, cells: readonly JsonValue[], { reader }: Columns): StoredType {
  const complete = completeType(type, reader, cells.map(cellText));
  if (complete !== undefined) return complete;
  throw invalid(
    `Cannot store column ${quote(name)} as timestamp: some of its cells have an offset from UTC and some have none`,
  );
}

function valuesOf(
  name: string,
  type: StoredType,
  cells: readonly JsonValue[],
  { reader, isJson }: Columns,
  warnings: string[],
): StoredValue[] {
  const missing = { count: 0, word: '' };
  const values = cells.map((cell, row): StoredValue => {
    if (cell === null) return null;
    const asJson = type.kind === 'json' && isJson;
    const text = textOf(cell, asJson);
    const value = asJson ? text : storedValue(text, type, reader);
    if (value === undefined)
      throw invalid(
        `Cannot store column ${quote(name)} as ${typeLabel(type)}: row ${row + 1} has ${quote(text)}; option "columnTypes" can make it text`,
      );
    if (value === null && isMissing(text) && text !== '') {
      missing.count++;
      missing.word ||= text;
    }
    return value;
  });
  if (missing.count > 0)
    warnings.push(
      `${missing.count === 1 ? '1 cell' : `${missing.count} cells`} of column ${quote(name)} became null, such as ${quote(missing.word)}`,
    );
  return values;
}
