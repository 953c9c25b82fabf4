import type { PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { JsonNumber } from '../../lib/json/values.js';
import { type Cell, cellText } from '../../lib/table/table.js';

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

/** A real number: the wrapper binds whole numbers of JavaScript as 64-bit integers, which 1e19 is too large for. */
class Real {
  constructor(readonly value: number) {}
}

/** A cell as SQLite takes it: booleans are 1 and 0, lists and objects JSON. */
function bindable(cell: Cell): string | number | bigint | Real | null {
  if (cell === null) return null;
  if (typeof cell === 'boolean') return Number(cell);
  if (!(cell instanceof JsonNumber)) return cellText(cell);
  if (/^-?\d+$/.test(cell.source) && cell.source !== '-0') {
    const value = cell.source.length > 20 ? undefined : BigInt(cell.source);
    return value !== undefined && value >= MIN_INTEGER && value <= MAX_INTEGER ? value : cell.source;
  }
  // A number that no double holds stays as it is written.
  return cell.isExact() ? new Real(cell.toNumber()) : cell.source;
}

/** A cell, or the bytes of a blob. */
export type SqlValue = Cell | Uint8Array;

/** Binds a value to the parameter of that number, from 1. */
export function bindValue({ capi }: Sqlite3Static, statement: PreparedStatement, index: number, given: SqlValue) {
  const value = given instanceof Uint8Array ? given : bindable(given);
  if (!(value instanceof Real)) statement.bind(index, value);
  else if (statement.pointer !== undefined) capi.sqlite3_bind_double(statement.pointer, index, value.value);
}

/** A value of the row that a statement stands on: integers exact, blobs hexadecimal text. */
export function readCell(sqlite: Sqlite3Static, statement: PreparedStatement, index: number): Cell {
  const { capi } = sqlite;
  const handle = statement.pointer;
  if (handle === undefined) throw new Error('the statement is finalised');
  switch (capi.sqlite3_column_type(handle, index)) {
    case capi.SQLITE_INTEGER:
      return new JsonNumber(String(capi.sqlite3_column_int64(handle, index)));
    case capi.SQLITE_FLOAT:
      return realCell(capi.sqlite3_column_double(handle, index));
    case capi.SQLITE_NULL:
      return null;
    default: {
      const isBlob = capi.sqlite3_column_type(handle, index) === capi.SQLITE_BLOB;
      return shownBytes(sqlite, handle, index).toString(isBlob ? 'hex' : 'utf8');
    }
  }
}

/** The same, but a blob as a copy of its bytes. */
export function readValue(sqlite: Sqlite3Static, statement: PreparedStatement, index: number): SqlValue {
  const handle = statement.pointer;
  const isBlob = handle !== undefined && sqlite.capi.sqlite3_column_type(handle, index) === sqlite.capi.SQLITE_BLOB;
  return isBlob ? Buffer.from(shownBytes(sqlite, handle, index)) : readCell(sqlite, statement, index);
}

/** A view of a text or blob in the engine's memory, gone with the next step. */
function shownBytes({ capi, wasm }: Sqlite3Static, handle: number, index: number): Buffer {
  const pointer = capi.sqlite3_column_blob(handle, index);
  const length = capi.sqlite3_column_bytes(handle, index);
  const heap = wasm.heap8u();
  return Buffer.from(heap.buffer, pointer, length);
}

/** A real number has a point or an exponent, as sqlite3 prints it: 1.0, 1.0e+19. */
function realCell(value: number): Cell {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  if (!Number.isInteger(value)) return new JsonNumber(String(value));
  if (Math.abs(value) < 1e15) return new JsonNumber(`${Object.is(value, -0) ? '-0' : value}.0`);
  const written = value.toExponential();
  return new JsonNumber(written.includes('.') ? written : written.replace('e', '.0e'));
}
