import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, quote } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { listTables, QUERY_SECONDS, SqlDatabase } from '../../engines/sqlite/database.js';

import { queryResult, schemaResult, sqlTable } from './_sql-results.js';

export default defineTool({
  id: 'sqlite-query',
  title: 'SQLite Query',
  summary: 'Shows the schema of a SQLite file, or runs a read-only SQL query on it.',
  family: 'data-formats',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.db', '.sqlite', '.sqlite3', '.db3', '.gpkg', '.mbtiles'] },
  options: {
    sql: z
      .string()
      .max(1_000_000)
      .default('')
      .describe(
        'One SELECT, WITH, VALUES or EXPLAIN statement; empty to list tables with columns, keys, indexes and row counts as JSON.',
      ),
    format: z.enum(['json', 'jsonl', 'csv', 'markdown']).default('json').describe('Format of the rows.'),
  },
  result: 'text',
  data: z.union([
    z.object({
      tables: z.array(sqlTable).describe('Tables and views; where no query is given.'),
      triggers: z
        .array(
          z.object({
            name: z.string().describe('Name of the trigger.'),
            table: z.string().describe('Table it belongs to.'),
            sql: z.string().nullable().describe('Statement that made it.'),
          }),
        )
        .describe('Triggers.'),
    }),
    z.array(z.record(z.string(), anyJson('Cell.'))),
  ]),
  notes: [
    'The file is opened in memory and read only: nothing is written, attached or loaded, and only pragma functions that tell about the schema are allowed.',
    'Databases in UTF-16 are read too: their tables are rebuilt in memory.',
    'A file in write-ahead mode is read without its -wal file: changes stored only there are not visible.',
    'Integers are exact to 64 bits, real numbers are the shortest that mean the same double, blobs are hexadecimal text, NULL is null (nothing in CSV and Markdown).',
    `At most 100,000 rows, 2,000,000 values, 20,000,000 bytes per value and ${QUERY_SECONDS} seconds; larger results are refused, never truncated.`,
    'SQLite 3.50 with JSON, FTS5, R*Tree, mathematical and window functions.',
  ],
  aliases: ['sqlite viewer', 'sqlite browser', 'open db file', 'sql on sqlite file', 'sqlite schema', 'sqlite to csv'],
  verified: [
    'sqlite3 3.40: databases in UTF-16, with generated columns, WITHOUT ROWID and FTS5, give the same rows.',
    'sqlite3 3.40: the same answer, rows or refusal, to 60 random queries of a file that it made in write-ahead mode with pages of 512 bytes.',
    'Damaged files: 400 with random bytes changed or cut off give rows or a refusal, nothing else.',
  ],
  examples: [
    {
      title: 'The schema',
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      output: {
        data: {
          tables: [
            {
              name: 'customer',
              type: 'table',
              rows: 2,
              columns: [
                { name: 'id', type: 'INTEGER', notNull: false, default: null, primaryKey: 1 },
                { name: 'name', type: 'TEXT', notNull: true, default: null, primaryKey: 0 },
              ],
              foreignKeys: [],
              indexes: [],
              sql: 'CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL)',
            },
            {
              name: 'sale',
              type: 'table',
              rows: 3,
              columns: [
                { name: 'id', type: 'INTEGER', notNull: false, default: null, primaryKey: 1 },
                { name: 'customer', type: 'INTEGER', notNull: false, default: null, primaryKey: 0 },
                { name: 'amount', type: 'REAL', notNull: false, default: '0', primaryKey: 0 },
                { name: 'proof', type: 'BLOB', notNull: false, default: null, primaryKey: 0 },
              ],
              foreignKeys: [{ columns: ['customer'], table: 'customer', references: ['id'] }],
              indexes: [{ name: 'by_customer', unique: false, columns: ['customer'] }],
              sql: 'CREATE TABLE sale (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer(id), amount REAL DEFAULT 0, proof BLOB)',
            },
            {
              name: 'total',
              type: 'view',
              rows: 2,
              columns: [
                { name: 'name', type: 'TEXT', notNull: false, default: null, primaryKey: 0 },
                { name: 'total', type: '', notNull: false, default: null, primaryKey: 0 },
              ],
              foreignKeys: [],
              indexes: [],
              sql: 'CREATE VIEW total AS SELECT name, sum(amount) AS total FROM customer JOIN sale ON sale.customer = customer.id GROUP BY name ORDER BY name',
            },
          ],
          triggers: [],
        },
      },
    },
    {
      title: 'A query',
      options: { sql: 'SELECT id, amount, proof FROM sale WHERE amount > 5 ORDER BY id' },
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      output: {
        text: '[\n  {\n    "id": 1,\n    "amount": 9.5,\n    "proof": "00ff"\n  },\n  {\n    "id": 9007199254740993,\n    "amount": 20.0,\n    "proof": null\n  }\n]',
      },
    },
    {
      title: 'Rows as a Markdown table',
      options: { sql: 'SELECT * FROM total', format: 'markdown' },
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      output: { text: '| name | total |\n| ---- | ----- |\n| Ada  | 9.5   |\n| Bob  | 21.25 |\n' },
    },
    {
      title: 'Unknown name',
      options: { sql: 'SELECT nme FROM customer' },
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run option "sql": line 1, column 8: no such column: nme\nSELECT nme FROM customer\n       ^',
      },
    },
    {
      title: 'Statement that writes',
      options: { sql: 'DELETE FROM sale' },
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot run option "sql": it must only read, not authorized' },
    },
    {
      title: 'Two statements',
      options: { sql: 'SELECT 1; SELECT 2' },
      files: [{ name: 'shop.db', fixture: 'data/shop.db' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot run option "sql": line 1, column 10: one statement is run at once, a second begins here\nSELECT 1; SELECT 2\n         ^',
      },
    },
    {
      title: 'Not a database',
      files: [{ name: 'notes.db', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "notes.db": it is not a SQLite database' },
    },
  ],
  async run({ files, options }) {
    const [{ name, bytes }] = files;
    const label = `file ${quote(name)}`;
    const database = await SqlDatabase.open(bytes, label);
    try {
      if (options.sql.trim() === '') return schemaResult(database, label);
      const hint = () => listTables(database.schema(label));
      return queryResult(database, options.sql, options.format, stemOf(name), hint);
    } finally {
      database.close();
    }
  },
});
