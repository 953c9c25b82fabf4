import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { ByteSearch, countCharacters, replaceBytes, trimBytes } from '../../lib/bytes/byte-search.js';

/**
 * Puts functions of ours in the place of those of SQLite whose time is the product of their arguments' lengths: `instr`, `replace`
 * and the trims. One call of them may take hours, and no look at the clock comes between. Same answers (tests), linear time.
 * Called once; what it gives is called for every database.
 */
export function makeFunctions(sqlite: Sqlite3Static, mostBytes: number): (db: Database) => void {
  const { capi, wasm } = sqlite;

  // Not by `capi`, which knows texts of JavaScript only, and ends them at their first NUL.
  const exportOf = (name: string) => wasm.exports[name] as (...args: readonly number[]) => number;

  const isNull = (value: number): boolean => capi.sqlite3_value_type(value) === capi.SQLITE_NULL;
  const isBlob = (value: number): boolean => capi.sqlite3_value_type(value) === capi.SQLITE_BLOB;

  /** A copy: what SQLite shows is gone when the next value is asked for. */
  const bytesOf = (value: number): Uint8Array => {
    // Asked for as text, a number becomes one.
    if (!isBlob(value)) exportOf('sqlite3_value_text')(value);
    const length = capi.sqlite3_value_bytes(value);
    const start = capi.sqlite3_value_blob(value);
    return wasm.heap8u().slice(start, start + length);
  };

  const resultText = (context: number, bytes: Uint8Array): void => {
    const pointer = wasm.alloc(Math.max(1, bytes.length));
    wasm.heap8u().set(bytes, pointer);
    // SQLite frees what it is given.
    exportOf('sqlite3_result_text')(context, pointer, bytes.length, capi.SQLITE_WASM_DEALLOC);
  };

  /** The value as it is; bytes become text, as when SQLite has asked for it as one. */
  const resultSame = (context: number, value: number): void => {
    const type = capi.sqlite3_value_type(value);
    if (type === capi.SQLITE_INTEGER) capi.sqlite3_result_int64(context, capi.sqlite3_value_int64(value));
    else if (type === capi.SQLITE_FLOAT) capi.sqlite3_result_double(context, capi.sqlite3_value_double(value));
    else resultText(context, bytesOf(value));
  };

  const defined: (readonly [name: string, count: number, pointer: number])[] = [];
  const define = (name: string, count: number, work: (context: number, values: readonly number[]) => void): void => {
    const call = (context: number, given: number, list: number): void => {
      const values = Array.from({ length: given }, (_, index) => wasm.peekPtr(list + index * wasm.ptrSizeof));
      if (values.slice(0, 2).some(isNull)) capi.sqlite3_result_null(context);
      else work(context, values);
    };
    defined.push([name, count, wasm.installFunction('v(pip)', call)]);
  };

  define('instr', 2, (context, [text = 0, wanted = 0]) => {
    const isBytes = isBlob(text) && isBlob(wanted);
    const bytes = bytesOf(text);
    const at = new ByteSearch(bytesOf(wanted)).indexIn(bytes);
    const before = isBytes ? at : countCharacters(bytes, at);
    exportOf('sqlite3_result_int')(context, at < 0 ? 0 : before + 1);
  });

  define('replace', 3, (context, [text = 0, wanted = 0, by = 0]) => {
    const search = bytesOf(wanted);
    // As SQLite: the value as it is, whatever its type and whatever should take the place of nothing.
    if ((search[0] ?? 0) === 0) resultSame(context, text);
    else if (isNull(by)) capi.sqlite3_result_null(context);
    else {
      const replaced = replaceBytes(bytesOf(text), search, bytesOf(by), mostBytes);
      if (replaced === undefined) capi.sqlite3_result_error_toobig(context);
      else resultText(context, replaced);
    }
  });

  const trims = { trim: [true, true], ltrim: [true, false], rtrim: [false, true] } as const;
  for (const [name, [start, end]] of Object.entries(trims)) {
    define(name, 2, (context, [text = 0, characters = 0]) => {
      resultText(context, trimBytes(bytesOf(text), bytesOf(characters), { start, end }));
    });
  }

  const flags = capi.SQLITE_UTF8 | capi.SQLITE_DETERMINISTIC | capi.SQLITE_INNOCUOUS;
  return (db) => {
    for (const [name, count, pointer] of defined) {
      capi.sqlite3_create_function_v2(db, name, count, flags as never, 0, pointer as never, 0, 0, 0);
    }
  };
}
