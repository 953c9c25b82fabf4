import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { JsonNumber } from '../../lib/json/values.js';
import { type Cell, cellText, type Table, uniqueColumns } from '../../lib/table/table.js';
import { describeFault } from '../../lib/text/text-position.js';

import { keepInstance, type StartedEngine } from '../kept-instance.js';
import { makeFunctions } from './functions.js';

/** Most rows and cells that a query may give. */
const MAX_QUERY_ROWS = 100_000;
const MAX_QUERY_CELLS = 2_000_000;
/** Longest run of one query. */
export const QUERY_SECONDS = 20;
/** Longest text or blob that SQL may make, and its memory: well within a native tool's. */
const MAX_VALUE_BYTES = 20_000_000;
const HEAP_BYTES = 600 * 2 ** 20;
/** Characters of all column names of a table. */
const MAX_NAMES_CHARACTERS = 500_000;
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

const engine = keepInstance(async (): Promise<StartedEngine<Engine>> => {
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

/** What a table or index of a database is. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

interface QuerySettings {
  /** Names the SQL in messages. */
  readonly label?: string;
  readonly seconds?: number;
  /** Lists the tables that there are, told where a query asks for another. */
  readonly tables?: () => string;
}

/** A database in memory. It has no way to files or the network; `close` must be called. */
export class SqlDatabase {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  #deadline = Number.POSITIVE_INFINITY;
  #isReadOnly = false;

  private constructor(sqlite: Sqlite3Static, db: Database) {
    this.#sqlite = sqlite;
    this.#db = db;
  }

  /** An empty database. */
  static async create(): Promise<SqlDatabase> {
    const { sqlite, defineFunctions } = await engine.open();
    const database = new SqlDatabase(sqlite, new sqlite.oo1.DB(':memory:', 'c'));
    database.#setLimits();
    defineFunctions(database.#db);
    return database;
  }

  /** The database of a file, read only. Throws INVALID_INPUT, naming it by `label`, where it is none or damaged. */
  static async open(bytes: Uint8Array, label: string): Promise<SqlDatabase> {
    checkHeader(bytes, label);
    const database = await SqlDatabase.create();
    try {
      database.#load(bytes);
      // The first look at the schema finds most damage.
      database.#db.selectValue('SELECT count(*) FROM sqlite_schema');
    } catch (error) {
      database.close();
      throw invalid(`Cannot read ${label}: ${faultOf(error)}`, error);
    }
    return database;
  }

  close(): void {
    this.#db.close();
  }

  #setLimits(): void {
    const { capi } = this.#sqlite;
    const limits = [
      [capi.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES],
      [capi.SQLITE_LIMIT_SQL_LENGTH, 4_000_000],
      [capi.SQLITE_LIMIT_ATTACHED, 0],
      [capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, MAX_PATTERN_BYTES],
      [capi.SQLITE_LIMIT_TRIGGER_DEPTH, 10],
    ] as const;
    for (const [limit, value] of limits) capi.sqlite3_limit(this.#db, limit, value);
    this.#db.exec(`PRAGMA hard_heap_limit=${HEAP_BYTES}`);
    capi.sqlite3_progress_handler(this.#db, STEPS_A_LOOK, () => (performance.now() > this.#deadline ? 1 : 0), 0);
  }

  #load(bytes: Uint8Array): void {
    const { capi, wasm } = this.#sqlite;
    const copy = Uint8Array.from(bytes);
    // Write-ahead logging asks for a second file, which there is not: read as an ordinary one (file format, bytes 18 and 19).
    copy[18] = 1;
    copy[19] = 1;
    const pointer = wasm.allocFromTypedArray(copy);
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY;
    const handle = this.#db.pointer;
    if (handle === undefined) throw new Error('the database is closed');
    const code = capi.sqlite3_deserialize(handle, 'main', pointer, copy.length, copy.length, flags);
    if (code !== 0) throw new Error('it is damaged');
    // A hostile schema calls functions and virtual tables that are not meant for it.
    this.#db.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;');
  }

  /** Makes a table and fills it. Booleans are 1 and 0, lists and objects JSON. */
  addTable(name: string, { columns, rows }: Table): void {
    const names = uniqueColumns(columns);
    const width = Math.max(1, names.length);
    const list = names.length === 0 ? '"column_1"' : names.map(quoteName).join(', ');
    // SQLITE_LIMIT_SQL_LENGTH would say so too, of a statement that the caller has not written.
    if (list.length > MAX_NAMES_CHARACTERS) {
      throw overLimit(`The names of the columns of a table must have at most ${MAX_NAMES_CHARACTERS} characters`);
    }
    this.#db.exec(`CREATE TABLE ${quoteName(name)} (${list})`);
    this.#db.exec('BEGIN');
    const insert = this.#db.prepare(`INSERT INTO ${quoteName(name)} VALUES (${Array(width).fill('?').join(',')})`);
    try {
      for (const row of rows) {
        for (let i = 0; i < width; i++) insert.bind(i + 1, bindable(row[i]));
        insert.stepReset();
      }
    } finally {
      insert.finalize();
    }
    this.#db.exec('COMMIT');
  }

  /** Another name for a table, unless it is taken. */
  addAlias(alias: string, table: string): void {
    const taken = this.#db.selectValue('SELECT 1 FROM sqlite_schema WHERE lower(name) = lower(?)', [alias]);
    if (taken !== undefined || alias === '' || /^sqlite_/i.test(alias)) return;
    this.#db.exec(`CREATE VIEW ${quoteName(alias)} AS SELECT * FROM ${quoteName(table)}`);
  }

  /** Tables, views, indexes and triggers as the database tells them, without SQLite's own. */
  schema(label: string): SchemaEntry[] {
    const { rows } = this.query(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
      { label },
    );
    return rows.map(([type, name, table, sql]) => ({
      type: cellText(type),
      name: cellText(name),
      table: cellText(table),
      sql: sql === null || sql === undefined ? null : cellText(sql),
    }));
  }

  /**
   * The rows of one SELECT, VALUES, WITH or EXPLAIN. Integers are exact, blobs hexadecimal text. Throws INVALID_INPUT with the place of
   * a fault, or where it would change something; LIMIT_EXCEEDED beyond time, memory or rows.
   */
  query(sql: string, { label = 'option "sql"', seconds = QUERY_SECONDS, tables }: QuerySettings = {}): Table {
    this.#lock();
    this.#deadline = performance.now() + seconds * 1000;
    try {
      return this.#run(sql, label);
    } catch (error) {
      if (performance.now() > this.#deadline) throw overLimit(`The query must end within ${seconds} seconds`);
      throw this.#explain(error, sql, label, tables);
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }

  /** From here on nothing is changed, attached or set. */
  #lock(): void {
    if (this.#isReadOnly) return;
    this.#isReadOnly = true;
    const { capi } = this.#sqlite;
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
      this.#db,
      (_: unknown, action: number, first: unknown) =>
        isAllowed(action, textOf(first, this.#sqlite)) ? capi.SQLITE_OK : capi.SQLITE_DENY,
      0,
    );
  }

  #run(sql: string, label: string): Table {
    const statement = this.#prepareOne(sql, label);
    try {
      const count = statement.columnCount;
      const columns = Array.from({ length: count }, (_, i) => statement.getColumnName(i));
      const rows: Cell[][] = [];
      while (statement.step()) {
        if (rows.length === MAX_QUERY_ROWS) {
          throw overLimit(`The query must give at most ${MAX_QUERY_ROWS} rows, which a LIMIT makes sure of`);
        }
        if (rows.length * count > MAX_QUERY_CELLS)
          throw overLimit(`The query must give at most ${MAX_QUERY_CELLS} values`);
        rows.push(columns.map((_, i) => this.#readCell(statement, i)));
      }
      return { columns, hasHeader: true, rows };
    } finally {
      statement.finalize();
    }
  }

  #prepareOne(sql: string, label: string): PreparedStatement {
    const { capi, wasm } = this.#sqlite;
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
        const code = capi.sqlite3_prepare_v3(this.#handle(), at, end - at + 1, 0, outStatement, outTail);
        if (code !== 0)
          throw new PrepareFault(
            capi.sqlite3_errmsg(this.#handle()),
            code,
            at - text + capi.sqlite3_error_offset(this.#handle()),
          );
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
      if (found === 0) throw invalid(`Cannot run ${label}: there is no statement in it`);
    } finally {
      wasm.scopedAllocPop(scope);
    }
    return this.#db.prepare(sql);
  }

  #handle(): number {
    const { pointer } = this.#db;
    if (pointer === undefined) throw new Error('the database is closed');
    return pointer;
  }

  #readCell(statement: PreparedStatement, index: number): Cell {
    const { capi, wasm } = this.#sqlite;
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
        const pointer = capi.sqlite3_column_blob(handle, index);
        const length = capi.sqlite3_column_bytes(handle, index);
        const heap = wasm.heap8u();
        const bytes = Buffer.from(heap.buffer, pointer, length);
        return bytes.toString(isBlob ? 'hex' : 'utf8');
      }
    }
  }

  #explain(error: unknown, sql: string, label: string, tables: QuerySettings['tables']): unknown {
    const { capi, SQLite3Error } = this.#sqlite;
    if (error instanceof PrepareFault) {
      if (error.code === capi.SQLITE_AUTH)
        return invalid(`Cannot run ${label}: it must only read, ${error.message}`, error);
      if (error.code === capi.SQLITE_NOMEM) return overLimit(MEMORY);
      const isPlaced = error.byteOffset >= 0 && capi.sqlite3_error_offset(this.#handle()) >= 0;
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
}

const MEMORY = `The query must take at most ${HEAP_BYTES} bytes of memory`;

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

/** An argument of the authorizer: text, or where it stands in memory. */
function textOf(value: unknown, { wasm }: Sqlite3Static): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && value !== 0 ? (wasm.cstrToJs(value) ?? null) : null;
}

const MARK = Buffer.from('SQLite format 3\0', 'latin1');

function checkHeader(bytes: Uint8Array, label: string): void {
  if (bytes.length === 0) throw invalid(`Cannot read ${label}: it is empty`);
  const start = Buffer.from(bytes.subarray(0, 100));
  if (!start.subarray(0, MARK.length).equals(MARK)) {
    const isEncrypted = bytes.length % 1024 === 0 && bytes.length >= 1024;
    throw invalid(`Cannot read ${label}: it is no SQLite database${isEncrypted ? ', or an encrypted one' : ''}`);
  }
  if (start.length < 100) throw invalid(`Cannot read ${label}: it is cut off`);
}

/** SQLite's own words without the wrapper's. */
const faultOf = (error: unknown): string =>
  error instanceof Error
    ? error.message.replace(/^sqlite3 result code \d+: /i, '').replace(/^SQLITE_\w+: /, '')
    : 'it is damaged';

const quoteName = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`;

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

function bindable(cell: Cell | undefined): string | number | bigint | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'boolean') return Number(cell);
  if (!(cell instanceof JsonNumber)) return cellText(cell);
  if (/^-?\d+$/.test(cell.source) && cell.source !== '-0') {
    const value = cell.source.length > 20 ? undefined : BigInt(cell.source);
    return value !== undefined && value >= MIN_INTEGER && value <= MAX_INTEGER ? value : cell.source;
  }
  // A number that no double holds stays as it is written.
  return cell.isExact() ? cell.toNumber() : cell.source;
}

/** 1.0 is a real number to SQL and is shown so. */
function realCell(value: number): Cell {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  return new JsonNumber(
    Number.isInteger(value) && Math.abs(value) < 1e15 ? `${Object.is(value, -0) ? '-0' : value}.0` : String(value),
  );
}

/** A name of a table as the message of an unknown one lists it. */
export const listTables = (schema: readonly SchemaEntry[]): string =>
  schema
    .filter(({ type }) => type === 'table' || type === 'view')
    .slice(0, 20)
    .map(({ name }) => quote(name))
    .join(', ');
