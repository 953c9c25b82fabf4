import { type CsvCells, cellNumber } from '../csv/cells.js';
import { ContentFault } from '../faults.js';
import { BoundedText } from '../text/bounded-text.js';
import { findCodeColumns, isNumberText } from './cell-types.js';
import { type ColumnNode, columnTree } from './column-paths.js';
import { checkCells, numberedColumns, uniqueColumns } from './table.js';

export interface CsvJsonRequest {
  /** The first record holds the names. */
  readonly header: boolean;
  /** Numbers, `true`, `false` and nothing get JSON's types; else every cell is text. */
  readonly types: boolean;
  /** Headers such as `a.b` and `a[0]` make objects and lists. */
  readonly nested: boolean;
  readonly shape: 'objects' | 'arrays' | 'columns' | 'keyed';
  /** Place of the column that `keyed` takes its keys from. */
  readonly keyColumn: number;
  /** `keyed` gives lists of rows. */
  readonly group: boolean;
  /** Once a level; empty for one line. */
  readonly indent: string;
  /** A line for each row, of `objects` and `arrays`; without indentation. */
  readonly isLines?: boolean;
}

/** Names of all columns: those of the header, and `column_4` for cells beyond it. */
export function columnsOf({ records }: CsvCells, header: boolean): string[] {
  let width = 0;
  for (const { length } of records) width = Math.max(width, length);
  if (!header) return numberedColumns(width);
  const names = [...(records[0] ?? [])];
  while (names.length < width) names.push('');
  return uniqueColumns(names);
}

/**
 * Writes CSV as JSON without building it first. A cell that a short record lacks is left out of its object and list, and `null` in
 * a column. Throws ContentFault where rows share a key and where headers do not fit together, LimitFault.
 */
export function writeCsvAsJson(csv: CsvCells, request: CsvJsonRequest): string {
  const columns = columnsOf(csv, request.header);
  const cellOf = cellWriter(csv, request);
  // Every row looks for the places of all columns.
  if (request.nested) checkCells(columns.length, csv.records.length);
  const first = request.header ? 1 : 0;
  if (request.shape === 'columns') return writeColumns(csv, columns, first, cellOf, request.indent);
  const text = new BoundedText();
  const inner = request.indent === '' ? '' : `\n${request.indent}`;
  if (request.shape === 'keyed') {
    writeKeyed(csv, columns, cellOf, request, text, inner);
    return text.toString();
  }
  const isArrays = request.shape === 'arrays';
  const writeRow = isArrays
    ? arrayWriter(cellOf, inner, request.indent, text)
    : rowWriter(csv, columns, cellOf, request, inner, text);
  const isLines = request.isLines === true;
  let opening = isLines ? '' : `[${inner}`;
  for (let row = isArrays ? 0 : first; row < csv.records.length; row++) {
    text.add(opening);
    writeRow(csv.records[row] ?? [], row);
    opening = isLines ? '\n' : `,${inner}`;
  }
  if (isLines) text.add(opening);
  else text.add(opening.startsWith('[') ? '[]' : `${request.indent === '' ? '' : '\n'}]`);
  return text.toString();
}

type CellWriter = (cell: string, row: number, column: number) => string;
type RowWriter = (cells: readonly string[], row: number) => void;

const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

const jsonString = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);

function cellWriter(csv: CsvCells, { types, header }: CsvJsonRequest): CellWriter {
  const stringOf = csv.isPlain ? (cell: string): string => `"${cell}"` : jsonString;
  if (!types) return stringOf;
  const first = header ? 1 : 0;
  const isCode = findCodeColumns(csv.records.slice(first));
  const { quotedEmpty } = csv;
  return (cell, row, column) => {
    if (cell === '') return quotedEmpty.has(cellNumber(row, column)) ? '""' : 'null';
    if (row < first) return stringOf(cell);
    if (isNumberText(cell)) return isCode(column) ? `"${cell}"` : cell;
    return cell === 'true' || cell === 'false' ? cell : stringOf(cell);
  };
}

function rowWriter(
  csv: CsvCells,
  columns: readonly string[],
  cellOf: CellWriter,
  { nested, indent, header }: CsvJsonRequest,
  lineBreak: string,
  text: BoundedText,
): RowWriter {
  const first = header ? 1 : 0;
  if (nested) {
    const isEmpty = (column: number): boolean =>
      csv.records.every((cells, row) => row < first || /^(?:\[\]|\{\})?$/.test(cells[column] ?? ''));
    const tree = columnTree(columns, isEmpty);
    return (cells, row) => text.add(writeNode(tree, cells, row, cellOf, lineBreak, indent) ?? '{}');
  }
  const inner = lineBreak + indent;
  const colon = indent === '' ? ':' : ': ';
  const heads = columns.map((name, column) => `${column === 0 ? '{' : ','}${inner}${jsonString(name)}${colon}`);
  const end = `${lineBreak}}`;
  return (cells, row) => {
    let object = '';
    for (let column = 0; column < cells.length; column++) {
      object += (heads[column] ?? '') + cellOf(cells[column] ?? '', row, column);
    }
    text.add(object + end);
  };
}

/** A part of a nested row; undefined where the record is too short for any of it. */
function writeNode(
  node: ColumnNode,
  cells: readonly string[],
  row: number,
  cellOf: CellWriter,
  lineBreak: string,
  indent: string,
): string | undefined {
  if (node.kind === 'cell') {
    const cell = cells[node.column];
    if (cell === '[]' || cell === '{}') return cell;
    return cell === undefined ? undefined : cellOf(cell, row, node.column);
  }
  const none = node.empty === undefined ? '' : cells[node.empty];
  if (none === '[]' || none === '{}') return none;
  const inner = lineBreak + indent;
  if (node.kind === 'list') {
    const items = node.items.map((item) => writeNode(item, cells, row, cellOf, inner, indent));
    // A list of three in one row and of one in another: the places that are empty at the end are none.
    while (items.length > 0 && (items.at(-1) ?? 'null') === 'null') items.pop();
    return items.length === 0 ? '[]' : `[${inner}${items.map((item) => item ?? 'null').join(`,${inner}`)}${lineBreak}]`;
  }
  const colon = indent === '' ? ':' : ': ';
  const entries: string[] = [];
  for (const [key, child] of node.entries) {
    const value = writeNode(child, cells, row, cellOf, inner, indent);
    if (value !== undefined) entries.push(inner + jsonString(key) + colon + value);
  }
  return entries.length === 0 ? undefined : `{${entries.join(',')}${lineBreak}}`;
}

function arrayWriter(cellOf: CellWriter, lineBreak: string, indent: string, text: BoundedText): RowWriter {
  const inner = lineBreak + indent;
  const end = `${lineBreak}]`;
  return (cells, row) => {
    for (let column = 0; column < cells.length; column++) {
      text.add(column === 0 ? `[${inner}` : `,${inner}`);
      text.add(cellOf(cells[column] ?? '', row, column));
    }
    text.add(end);
  };
}

function writeColumns(
  csv: CsvCells,
  columns: readonly string[],
  first: number,
  cellOf: CellWriter,
  indent: string,
): string {
  const text = new BoundedText();
  const outer = indent === '' ? '' : `\n${indent}`;
  const inner = indent === '' ? '' : outer + indent;
  const colon = indent === '' ? ':' : ': ';
  for (const [column, name] of columns.entries()) {
    text.add(`${column === 0 ? '{' : ','}${outer}${jsonString(name)}${colon}[`);
    for (let row = first; row < csv.records.length; row++) {
      const cell = csv.records[row]?.[column];
      text.add((row === first ? inner : `,${inner}`) + (cell === undefined ? 'null' : cellOf(cell, row, column)));
    }
    text.add(csv.records.length > first ? `${outer}]` : ']');
  }
  text.add(columns.length === 0 ? '{}' : `${indent === '' ? '' : '\n'}}`);
  return text.toString();
}

function writeKeyed(
  csv: CsvCells,
  columns: readonly string[],
  cellOf: CellWriter,
  request: CsvJsonRequest,
  text: BoundedText,
  outer: string,
): void {
  const { indent, group, keyColumn } = request;
  const first = request.header ? 1 : 0;
  const rowsOf = new Map<string, number[]>();
  for (let row = first; row < csv.records.length; row++) {
    const key = csv.records[row]?.[keyColumn] ?? '';
    const rows = rowsOf.get(key);
    const [earlier] = rows ?? [];
    if (earlier !== undefined && !group) {
      throw new ContentFault(
        `lines ${csv.lines[earlier] ?? 0} and ${csv.lines[row] ?? 0} both have ${JSON.stringify(key.length > 80 ? `${key.slice(0, 79)}…` : key)}, which "duplicateKeys" as "group" allows`,
      );
    }
    if (rows === undefined) rowsOf.set(key, [row]);
    else rows.push(row);
  }
  const inner = indent === '' ? '' : outer + indent;
  const writeRow = rowWriter(csv, columns, cellOf, request, group ? inner : outer, text);
  const colon = indent === '' ? ':' : ': ';
  let opening = '{';
  for (const [key, rows] of rowsOf) {
    text.add(`${opening}${outer}${jsonString(key)}${colon}`);
    if (group) text.add('[');
    for (const [index, row] of rows.entries()) {
      if (group) text.add(index === 0 ? inner : `,${inner}`);
      writeRow(csv.records[row] ?? [], row);
    }
    if (group) text.add(`${outer}]`);
    opening = ',';
  }
  text.add(rowsOf.size === 0 ? '{}' : `${indent === '' ? '' : '\n'}}`);
}
