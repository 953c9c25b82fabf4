import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { ContentFault, isFault, LimitFault } from '../../lib/faults.js';
import { utf16Of } from '../../lib/files/sqlite-file.js';
import { type Cell, cellText, sqlColumns, type Table } from '../../lib/table/table.js';

import { bindValue, readCell, readValue, type SqlValue } from './cells.js';
import { engine, lockDatabase, MAX_HEAP_BYTES, MAX_VALUE_BYTES, setLimits } from './connection.js';
import { explainFault, faultOf, handleOf, prepareOne, quoteName } from './statements.js';
import { copyUtf16 } from './utf16.js';

/** Most rows and cells that a query may give. */
const MAX_QUERY_ROWS = 100_000;
const MAX_QUERY_CELLS = 2_000_000;
/** Longest run of one query. */
export const QUERY_SECONDS = 20;
/** Characters of all column names of a table. */
const MAX_NAMES_CHARACTERS = 500_000;

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
    setLimits(sqlite, database.#db, () => performance.now() > database.#deadline);
    defineFunctions(database.#db);
    return database;
  }

  /** The database of a file, read only. Throws INVALID_INPUT, naming it by `label`, where it is none or damaged. */
  static async open(bytes: Uint8Array, label: string): Promise<SqlDatabase> {
    checkHeader(bytes, label);
    const database = await SqlDatabase.create();
    try {
      const encoding = utf16Of(bytes);
      if (encoding === undefined) database.#load(bytes);
      else database.#copy(bytes, encoding);
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

  /** A file that the engine does not read as it is, as far as time allows. */
  #copy(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): void {
    this.#deadline = performance.now() + QUERY_SECONDS * 1000;
    copyUtf16(this.#sqlite, this.#db, bytes, encoding);
    this.#deadline = Number.POSITIVE_INFINITY;
    this.#db.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;');
  }

  #load(bytes: Uint8Array): void {
    const { capi, wasm } = this.#sqlite;
    const copy = Uint8Array.from(bytes);
    // Write-ahead logging asks for a second file, which there is not: read as an ordinary one (file format, bytes 18 and 19).
    copy[18] = 1;
    copy[19] = 1;
    const pointer = wasm.allocFromTypedArray(copy);
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY;
    const code = capi.sqlite3_deserialize(handleOf(this.#db), 'main', pointer, copy.length, copy.length, flags);
    if (code !== 0) throw new Error('it is damaged');
    // A hostile schema calls functions and virtual tables that are not meant for it.
    this.#db.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;');
  }

  /** Makes a table, fills it and gives the names of its columns. Booleans are 1 and 0, lists and objects JSON. */
  addTable(name: string, { columns, rows }: Table): readonly string[] {
    const names = sqlColumns(columns);
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
        this.#bind(
          insert,
          Array.from({ length: width }, (_, i) => row[i] ?? null),
        );
        insert.stepReset();
      }
    } finally {
      insert.finalize();
    }
    this.#db.exec('COMMIT');
    return names;
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
    if (!this.#isReadOnly) lockDatabase(this.#sqlite, this.#db);
    this.#isReadOnly = true;
    this.#deadline = performance.now() + seconds * 1000;
    try {
      return this.#run(sql, label);
    } catch (error) {
      if (performance.now() > this.#deadline) throw overLimit(`The query must end within ${seconds} seconds`);
      throw explainFault(this.#sqlite, this.#db, error, { sql, label, tables });
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Gives the rows of a SELECT that is ours to `take`, blobs as bytes. All of them together have the time of one query. Throws
   * ContentFault where the database is damaged or has not what is asked for, LimitFault beyond time and memory.
   */
  forEachRow(sql: string, parameters: readonly SqlValue[], take: (row: readonly SqlValue[]) => void): void {
    if (!this.#isReadOnly) {
      lockDatabase(this.#sqlite, this.#db);
      this.#deadline = performance.now() + QUERY_SECONDS * 1000;
    }
    this.#isReadOnly = true;
    this.#faulting(() => {
      const statement = this.#db.prepare(sql);
      try {
        this.#bind(statement, parameters);
        const count = statement.columnCount;
        while (statement.step()) take(Array.from({ length: count }, (_, i) => readValue(this.#sqlite, statement, i)));
      } finally {
        statement.finalize();
      }
    });
  }

  /** Runs statements that are ours. */
  execute(sql: string): void {
    this.#db.exec(sql);
  }

  /** Runs one statement that is ours for each row of values. Throws LimitFault beyond memory or the length of a value. */
  insertRows(sql: string, rows: Iterable<readonly SqlValue[]>): void {
    this.#faulting(() => {
      this.#db.exec('BEGIN');
      const insert = this.#db.prepare(sql);
      try {
        for (const row of rows) {
          this.#bind(insert, row);
          insert.stepReset();
        }
      } finally {
        insert.finalize();
      }
      this.#db.exec('COMMIT');
    });
  }

  #bind(statement: PreparedStatement, values: readonly SqlValue[]): void {
    values.forEach((value, index) => {
      bindValue(this.#sqlite, statement, index + 1, value);
    });
  }

  /** The database as a file. */
  toBytes(): Uint8Array {
    return this.#sqlite.capi.sqlite3_js_db_export(this.#db);
  }

  /** What SQLite refuses, as a fault of the content. */
  #faulting(work: () => void): void {
    const { capi, SQLite3Error } = this.#sqlite;
    try {
      work();
    } catch (error) {
      if (isFault(error)) throw error;
      if (performance.now() > this.#deadline)
        throw new LimitFault(`it must be read within ${QUERY_SECONDS} seconds`, QUERY_SECONDS);
      const code = error instanceof SQLite3Error ? error.resultCode : undefined;
      if (code === capi.SQLITE_NOMEM || error instanceof RangeError)
        throw new LimitFault(`it must take at most ${MAX_HEAP_BYTES} bytes of memory`, MAX_HEAP_BYTES);
      if (code === capi.SQLITE_TOOBIG)
        throw new LimitFault(`a row must have at most ${MAX_VALUE_BYTES} bytes`, MAX_VALUE_BYTES);
      if (code === undefined) throw error;
      const fault = faultOf(error);
      throw new ContentFault(fault, fault, undefined, { cause: error });
    }
  }

  #run(sql: string, label: string): Table {
    const statement = prepareOne(this.#sqlite, this.#db, sql, label);
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
        rows.push(columns.map((_, i) => readCell(this.#sqlite, statement, i)));
      }
      return { columns, hasHeader: true, rows };
    } finally {
      statement.finalize();
    }
  }
}

const MARK = Buffer.from('SQLite format 3\0', 'latin1');

function checkHeader(bytes: Uint8Array, label: string): void {
  if (bytes.length === 0) throw invalid(`Cannot read ${label}: it is empty`);
  const start = Buffer.from(bytes.subarray(0, 100));
  if (!start.subarray(0, MARK.length).equals(MARK)) {
    const isEncrypted = bytes.length % 1024 === 0 && bytes.length >= 1024;
    throw invalid(`Cannot read ${label}: it is not a SQLite database${isEncrypted ? ', or it is encrypted' : ''}`);
  }
  if (start.length < 100) throw invalid(`Cannot read ${label}: it is cut off`);
}

/** A name of a table as the message of an unknown one lists it. */
export const listTables = (schema: readonly SchemaEntry[]): string =>
  schema
    .filter(({ type }) => type === 'table' || type === 'view')
    .slice(0, 20)
    .map(({ name }) => quote(name))
    .join(', ');
