import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

import { ContentFault } from '../../lib/faults.js';
import { SqliteFile, type SqliteValue, type StoredEntry, type StoredRow } from '../../lib/files/sqlite-file.js';

import { quoteName } from './statements.js';

/** As a tool of such files has to give. */
interface Column {
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0 outside of it. */
  readonly key: number;
  /** 0 ordinary, 2 computed when read, 3 computed when written. */
  readonly hidden: number;
}

/**
 * Fills an empty database from a file whose texts are UTF-16, which the build of SQLite does not read: tables are made by their own
 * statements, their rows read from the file's pages and inserted. Throws ContentFault where the file is damaged.
 */
export function copyUtf16(
  sqlite: Sqlite3Static,
  db: Database,
  bytes: Uint8Array,
  encoding: 'utf-16le' | 'utf-16be',
): void {
  const file = new SqliteFile(bytes, encoding);
  // Rows that a file holds are not judged anew.
  db.exec('PRAGMA ignore_check_constraints=ON');
  const entries = file.schema().filter(({ sql, name }) => /^CREATE /i.test(sql) && !/^sqlite_/i.test(name));
  const tables = entries.filter(({ type }) => type === 'table');
  const virtual = tables.filter(({ rootPage }) => rootPage === 0);
  // A virtual table makes the tables that it is stored in, which are filled like others.
  for (const { sql } of virtual) db.prepare(sql).stepFinalize();
  for (const table of tables) {
    if (table.rootPage === 0) continue;
    const isMade = db.selectValue('SELECT 1 FROM sqlite_schema WHERE name = ?', [table.name]) !== undefined;
    if (isMade) db.exec(`DELETE FROM ${quoteName(table.name)}`);
    else db.prepare(table.sql).stepFinalize();
    db.exec('BEGIN');
    new Filler(sqlite, db, table, file.hasRowids(table.rootPage)).fill(file.rows(table.rootPage));
    db.exec('COMMIT');
  }
  for (const { sql, type } of entries) if (type !== 'table') db.prepare(sql).stepFinalize();
  db.exec('PRAGMA ignore_check_constraints=OFF');
}

class Filler {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  readonly #name: string;
  /** In the order in which rows store them. */
  readonly #stored: readonly Column[];
  /** A name of the rowid that no column has; undefined for a table without, and where a column is the rowid. */
  readonly #rowid: string | undefined;
  readonly #alias: Column | undefined;
  readonly #statements = new Map<number, PreparedStatement>();

  constructor(sqlite: Sqlite3Static, db: Database, { name }: StoredEntry, hasRowids: boolean) {
    this.#sqlite = sqlite;
    this.#db = db;
    this.#name = name;
    const columns = db
      .selectObjects('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)', [name])
      .map(
        (row): Column => ({
          name: String(row.name),
          type: String(row.type),
          key: Number(row.pk),
          hidden: Number(row.hidden),
        }),
      )
      .filter(({ hidden }) => hidden !== 2);
    const keys = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
    this.#stored = hasRowids ? columns : [...keys, ...columns.filter(({ key }) => key === 0)];
    const [key, ...more] = keys;
    this.#alias = hasRowids && more.length === 0 && key?.type.toUpperCase() === 'INTEGER' ? key : undefined;
    const taken = new Set(columns.map((column) => column.name.toLowerCase()));
    this.#rowid = hasRowids ? ['rowid', '_rowid_', 'oid'].find((word) => !taken.has(word)) : undefined;
  }

  fill(rows: Iterable<StoredRow>): void {
    try {
      for (const row of rows) this.#insert(row);
    } finally {
      for (const statement of this.#statements.values()) statement.finalize();
    }
  }

  #insert({ rowid, values }: StoredRow): void {
    // Columns that were added after the row was written have their default.
    const count = Math.min(values.length, this.#stored.length);
    const statement = this.#statement(count);
    let parameter = 1;
    if (this.#rowid !== undefined && rowid !== undefined) this.#bind(statement, parameter++, rowid);
    for (let i = 0; i < count; i++) {
      const column = this.#stored[i];
      if (column === undefined || column.hidden !== 0) continue;
      const value = values[i] ?? null;
      this.#bind(statement, parameter++, value === null && column === this.#alias ? (rowid ?? null) : value);
    }
    statement.stepReset();
  }

  #statement(count: number): PreparedStatement {
    const known = this.#statements.get(count);
    if (known !== undefined) return known;
    const names = this.#stored.slice(0, count).flatMap(({ name, hidden }) => (hidden === 0 ? [quoteName(name)] : []));
    if (this.#rowid !== undefined) names.unshift(this.#rowid);
    if (names.length === 0) throw new ContentFault('it is damaged');
    const marks = names.map(() => '?').join(',');
    const made = this.#db.prepare(`INSERT INTO ${quoteName(this.#name)} (${names.join(',')}) VALUES (${marks})`);
    this.#statements.set(count, made);
    return made;
  }

  #bind(statement: PreparedStatement, index: number, value: SqliteValue): void {
    // The wrapper would bind 1e19 as an integer.
    if (typeof value === 'number' && statement.pointer !== undefined)
      this.#sqlite.capi.sqlite3_bind_double(statement.pointer, index, value);
    else statement.bind(index, value);
  }
}
