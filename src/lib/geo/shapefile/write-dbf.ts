import { ContentFault } from '../../faults.js';
import { JsonNumber, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { plainDecimal } from '../model.js';

import type { DbfRow } from './dbf.js';

const MAX_COLUMNS = 255;
const MAX_TEXT_BYTES = 254;
/** What programs take for a number: ESRI writes 19 and 24 characters, decimals at most 15. */
const MAX_NUMBER_CHARACTERS = 24;
const MAX_DECIMALS = 15;
const MAX_NAME_BYTES = 10;
const MAX_ROW_BYTES = 65_535;

interface Column {
  readonly name: string;
  readonly type: 'C' | 'N' | 'L';
  readonly length: number;
  readonly decimals: number;
  readonly cellOf: (row: DbfRow, index: number) => string;
}

/**
 * A table of dBASE III in UTF-8. Numbers keep their digits where they all have room in one column, else they are texts; lists and
 * objects are JSON. Names are cut to 10 bytes and told apart. Throws ContentFault where a text or a row is too long.
 */
export function writeDbf(rows: readonly DbfRow[]): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (names.length > MAX_COLUMNS)
    throw new ContentFault(`a .dbf file has at most ${MAX_COLUMNS} columns, there are ${names.length} properties`);
  const short = shortNames(names);
  const columns = names.map((name, index) => columnOf(name, short[index] ?? '', rows));
  // A table has one column at least.
  if (columns.length === 0) columns.push(ROW_NUMBERS);
  const rowBytes = columns.reduce((sum, { length }) => sum + length, 1);
  if (rowBytes > MAX_ROW_BYTES)
    throw new ContentFault(`a row of a .dbf file has at most ${MAX_ROW_BYTES} bytes, ${rowBytes} are needed`);
  const head = headOf(columns, rows.length, rowBytes);
  const body = Buffer.alloc(rows.length * rowBytes + 1, ' ');
  for (const [number, row] of rows.entries()) {
    let at = number * rowBytes + 1;
    for (const { type, length, cellOf } of columns) {
      const cell = Buffer.from(cellOf(row, number));
      cell.copy(body, type === 'N' ? at + length - cell.length : at);
      at += length;
    }
  }
  body[body.length - 1] = 0x1a;
  return Buffer.concat([head, body]);
}

function headOf(columns: readonly Column[], rows: number, rowBytes: number): Buffer {
  const head = Buffer.alloc(32 + columns.length * 32 + 1);
  // dBASE III; a fixed day, so that the same features give the same bytes: 1980-01-01.
  head.set([3, 80, 1, 1]);
  head.writeUInt32LE(rows, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(rowBytes, 10);
  for (const [index, { name, type, length, decimals }] of columns.entries()) {
    const at = 32 + index * 32;
    head.write(name, at);
    head.write(type, at + 11);
    head[at + 16] = length;
    head[at + 17] = decimals;
  }
  head[head.length - 1] = 0x0d;
  return head;
}

function columnOf(name: string, short: string, rows: readonly DbfRow[]): Column {
  const raw = (row: DbfRow): JsonValue => row.get(name) ?? null;
  const cells = rows.map(raw).filter((cell) => cell !== null);
  if (cells.length > 0 && cells.every((cell) => typeof cell === 'boolean'))
    return { name: short, type: 'L', length: 1, decimals: 0, cellOf: (row) => logical(raw(row)) };
  const numbers = cells.flatMap((cell) => (cell instanceof JsonNumber ? [plainDecimal(cell.source)] : []));
  if (numbers.length > 0 && numbers.length === cells.length) {
    const decimals = greatest(numbers, decimalsOf);
    const length = decimals > MAX_DECIMALS ? 0 : greatest(numbers, (text) => filled(text, decimals).length);
    if (length > 0 && length <= MAX_NUMBER_CHARACTERS) {
      const cellOf = (row: DbfRow): string => {
        const value = raw(row);
        return value instanceof JsonNumber ? filled(plainDecimal(value.source), decimals) : '';
      };
      return { name: short, type: 'N', length, decimals, cellOf };
    }
  }
  const length = Math.max(
    1,
    greatest(cells, (cell) => Buffer.byteLength(textOf(cell))),
  );
  if (length > MAX_TEXT_BYTES) {
    throw new ContentFault(
      `a text of a .dbf file has at most ${MAX_TEXT_BYTES} bytes, property ${JSON.stringify(name.slice(0, 80))} has one of ${length}`,
    );
  }
  return { name: short, type: 'C', length, decimals: 0, cellOf: (row) => textOf(raw(row)) };
}

const logical = (value: JsonValue): string => (value === null ? '?' : value === true ? 'T' : 'F');

const decimalsOf = (number: string): number => (number.includes('.') ? number.length - number.indexOf('.') - 1 : 0);

/** A number with so many decimals. */
function filled(number: string, decimals: number): string {
  if (decimals === 0) return number;
  return (number.includes('.') ? number : `${number}.`) + '0'.repeat(decimals - decimalsOf(number));
}

function textOf(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return value instanceof JsonNumber ? value.source : writeJson(value);
}

function greatest<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  let most = 0;
  for (const item of items) most = Math.max(most, measure(item));
  return most;
}

const ROW_NUMBERS: Column = {
  name: 'fid',
  type: 'N',
  length: 9,
  decimals: 0,
  cellOf: (_row, index) => String(index + 1),
};

/** At most 10 bytes each, whole characters, told apart by `_2`, `_3`, … whatever their case. */
function shortNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    for (let copy = 1; ; copy++) {
      const end = copy === 1 ? '' : `_${copy}`;
      const short = cutToBytes(name.replaceAll('\0', '') || 'property', MAX_NAME_BYTES - end.length) + end;
      if (taken.has(short.toLowerCase())) continue;
      taken.add(short.toLowerCase());
      return short;
    }
  });
}

function cutToBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) return cut;
    cut += character;
  }
  return cut;
}
