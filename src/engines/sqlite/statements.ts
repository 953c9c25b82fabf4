import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { invalid, overLimit } from '../../core/errors.js';
import { describeFault } from '../../lib/text/text-position.js';

import { MAX_HEAP_BYTES, MAX_VALUE_BYTES } from './connection.js';

const MEMORY = `The query must take at most ${MAX_HEAP_BYTES} bytes of memory`;

class PrepareFault extends Error {
  override readonly name = 'PrepareFault';

  constructor(
    message: string,
    readonly code: number,
    readonly byteOffset: number,
  ) {
    super(message);
  }
}

/** A name in SQL; it ends at a zero byte, which none may have. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`;

/** The database as SQLite's own functions take it. */
export function handleOf({ pointer }: Database): number {
  if (pointer === undefined) throw new Error('the database is closed');
  return pointer;
}

/**
 * Prepares the one statement of a caller's SQL, which only reads. `label` names the SQL in messages. Throws INVALID_INPUT where it is not
 * so, and a fault for `explainFault` where SQLite refuses it.
 */
export function prepareOne(sqlite: Sqlite3Static, db: Database, sql: string, label: string): PreparedStatement {
  const { capi, wasm } = sqlite;
  const handle = handleOf(db);
  const scope = wasm.scopedAllocPush();
  try {
    const bytes = Buffer.from(sql);
    const text = wasm.scopedAlloc(bytes.length + 1);
    const heap = wasm.heap8u();
    heap.set(bytes, text);
    heap[text + bytes.length] = 0;
    // What follows the first statement must be nothing but white space and comments.
    const outStatement = wasm.scopedAlloc(8);
    const outTail = wasm.scopedAlloc(8);
    const end = text + bytes.length;
    let found = 0;
    for (let at = text; at < end; ) {
      const code = capi.sqlite3_prepare_v3(handle, at, end - at + 1, 0, outStatement, outTail);
      if (code !== 0)
        throw new PrepareFault(capi.sqlite3_errmsg(handle), code, at - text + capi.sqlite3_error_offset(handle));
      const statement = wasm.peekPtr(outStatement);
      const tail = wasm.peekPtr(outTail);
      if (statement !== 0) {
        const isReading = capi.sqlite3_stmt_readonly(statement) !== 0;
        capi.sqlite3_finalize(statement);
        if (!isReading) throw invalid(`Cannot run ${label}: it must only read`);
        found++;
      }
      if (found > 1) {
        const offset = bytes.subarray(0, at - text).toString().length;
        throw invalid(
          `Cannot run ${label}: ${describeFault(sql, offset, 'one statement is run at once, a second begins here')}`,
        );
      }
      if (tail <= at) break;
      at = tail;
    }
    if (found === 0) throw invalid(`Cannot run ${label}: it contains no statement`);
  } finally {
    wasm.scopedAllocPop(scope);
  }
  return db.prepare(sql);
}

/** What was asked when a fault came up. */
interface AskedQuery {
  readonly sql: string;
  /** Names the SQL in messages. */
  readonly label: string;
  /** Lists the tables that there are. */
  readonly tables: (() => string) | undefined;
}

/** A fault of a query as the caller is told of it; what is none of SQLite's comes back as it is. */
export function explainFault(
  sqlite: Sqlite3Static,
  db: Database,
  error: unknown,
  { sql, label, tables }: AskedQuery,
): unknown {
  const { capi, SQLite3Error } = sqlite;
  if (error instanceof PrepareFault) {
    if (error.code === capi.SQLITE_AUTH)
      return invalid(`Cannot run ${label}: it must only read, ${error.message}`, error);
    if (error.code === capi.SQLITE_NOMEM) return overLimit(MEMORY);
    const isPlaced = error.byteOffset >= 0 && capi.sqlite3_error_offset(handleOf(db)) >= 0;
    const offset = Buffer.from(sql).subarray(0, error.byteOffset).toString().length;
    // SQLite has no code of its own for this fault.
    const what = error.message.replace(/no such table: [^\n]*/, (told) =>
      tables === undefined ? told : `${told}, there are ${tables() || 'none'}`,
    );
    const fault = isPlaced ? describeFault(sql, offset, what) : what;
    return invalid(`Cannot run ${label}: ${fault}`, error);
  }
  if (error instanceof SQLite3Error) {
    if (error.resultCode === capi.SQLITE_NOMEM) return overLimit(MEMORY);
    if (error.resultCode === capi.SQLITE_TOOBIG) {
      return overLimit(`A value of the query must have at most ${MAX_VALUE_BYTES} bytes`);
    }
    return invalid(`Cannot run ${label}: ${faultOf(error)}`, error);
  }
  if (error instanceof RangeError) return overLimit(MEMORY);
  return error;
}

/** SQLite's own words without the wrapper's. */
export const faultOf = (error: unknown): string =>
  error instanceof Error
    ? error.message.replace(/^sqlite3 result code \d+: /i, '').replace(/^SQLITE_\w+: /, '')
    : 'it is damaged';
