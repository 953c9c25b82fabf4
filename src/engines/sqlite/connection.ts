import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { keepInstance, type StartedEngine } from '../kept-instance.js';
import { makeFunctions } from './functions.js';

/** Longest text or blob that SQL may make, and its memory: well within a native tool's. */
export const MAX_VALUE_BYTES = 20_000_000;
export const MAX_HEAP_BYTES = 600 * 2 ** 20;
/** LIKE takes time exponential in the number of its wildcards. */
const MAX_PATTERN_BYTES = 200;
/**
 * Steps of SQLite's machine between two looks at the clock: one may take 20 ms where it measures or copies a text of the greatest
 * length.
 */
const STEPS_A_LOOK = 200;

/** Pragmas that only tell, and that no one sets by them. */
const READING_PRAGMAS = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
  'function_list',
  'collation_list',
  'compile_options',
  'data_version',
]);

interface Engine {
  readonly sqlite: Sqlite3Static;
  readonly defineFunctions: (db: Database) => void;
}

/** SQLite in WebAssembly, loaded on first use, its memory given back between runs. */
export const engine = keepInstance(async (): Promise<StartedEngine<Engine>> => {
  const { default: open } = await import('@sqlite.org/sqlite-wasm');
  const quiet = { print: () => undefined, printErr: () => undefined };
  // Its types do not say that it takes Emscripten's module options.
  const sqlite = await (open as (options: object) => Promise<Sqlite3Static>)(quiet);
  // It would print the SQL of every failed step, which is a caller's.
  const config = sqlite.config as unknown as Record<string, () => void>;
  for (const channel of ['debug', 'warn', 'error', 'log']) config[channel] = () => undefined;
  const defineFunctions = makeFunctions(sqlite, MAX_VALUE_BYTES);
  return { engine: { sqlite, defineFunctions }, memory: () => sqlite.wasm.heap8u() };
});

/** Bounds what SQL may take and make; a query ends where `isLate` says so. */
export function setLimits(sqlite: Sqlite3Static, db: Database, isLate: () => boolean): void {
  const { capi } = sqlite;
  const limits = [
    [capi.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES],
    [capi.SQLITE_LIMIT_SQL_LENGTH, 4_000_000],
    [capi.SQLITE_LIMIT_ATTACHED, 0],
    [capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, MAX_PATTERN_BYTES],
    [capi.SQLITE_LIMIT_TRIGGER_DEPTH, 10],
  ] as const;
  for (const [limit, value] of limits) capi.sqlite3_limit(db, limit, value);
  db.exec(`PRAGMA hard_heap_limit=${MAX_HEAP_BYTES}`);
  capi.sqlite3_progress_handler(db, STEPS_A_LOOK, () => (isLate() ? 1 : 0), 0);
}

/** From here on nothing of the database is changed, attached or set. */
export function lockDatabase(sqlite: Sqlite3Static, db: Database): void {
  const { capi } = sqlite;
  const isAllowed = (action: number, first: string | null): boolean => {
    if (action === capi.SQLITE_PRAGMA) return READING_PRAGMAS.has((first ?? '').toLowerCase());
    return (
      action === capi.SQLITE_SELECT ||
      action === capi.SQLITE_READ ||
      action === capi.SQLITE_FUNCTION ||
      action === capi.SQLITE_RECURSIVE
    );
  };
  capi.sqlite3_set_authorizer(
    db,
    (_: unknown, action: number, first: unknown) =>
      isAllowed(action, textOf(first, sqlite)) ? capi.SQLITE_OK : capi.SQLITE_DENY,
    0,
  );
}

/** An argument of the authorizer: text, or where it stands in memory. */
function textOf(value: unknown, { wasm }: Sqlite3Static): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && value !== 0 ? (wasm.cstrToJs(value) ?? null) : null;
}
