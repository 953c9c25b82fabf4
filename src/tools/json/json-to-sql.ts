import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult } from '../../formats/text-source.js';
import { typedJsonTable } from '../../lib/json/to-table.js';
import { isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { checkCells } from '../../lib/table/table.js';
import { type InsertRules, writeInserts } from '../../lib/table/write-inserts.js';

import { checkChosen, columnsOption, readColumns, readItems, recordsPathOption } from './_records.js';

const SQL = { extension: '.sql', mime: 'application/sql' };

function sqlOf(items: readonly JsonValue[], chosen: readonly string[], flatten: boolean, rules: InsertRules): string {
  const wrong = items.findIndex((item) => !isJsonObject(item));
  if (wrong >= 0)
    throw invalid(`Each row must be an object, item ${wrong + 1} is not; option "path" names a list of objects`);
  // Arrays have no fixed length, so they are JSON in one column.
  const table = typedJsonTable(items, { flatten, arrays: 'json' }, (value) => value);
  checkChosen(chosen, table.columns);
  const columns = chosen.length > 0 ? chosen : table.columns;
  if (columns.length === 0) throw invalid('There must be one column or more, got none');
  checkCells(columns.length, table.rows.length);
  const rows = table.rows.map((row) => columns.map((column) => row.get(column) ?? null));
  return writeInserts(columns, rows, rules);
}

export default defineTool({
  id: 'json-to-sql',
  title: 'JSON to SQL',
  summary: 'Converts JSON records to CREATE TABLE and INSERT statements for PostgreSQL, MySQL, SQLite or SQL Server.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    dialect: z
      .enum(['postgres', 'mysql', 'sqlite', 'mssql'])
      .default('postgres')
      .describe('Database: PostgreSQL, MySQL and MariaDB, SQLite, or SQL Server.'),
    tableName: z
      .string()
      .max(128)
      .default('data')
      .describe('Name of the table, with its schema if there is one: public.users.'),
    create: z.boolean().default(true).describe('Writes CREATE TABLE before the rows.'),
    batch: z.number().multipleOf(1).min(1).max(1000).default(100).describe('Rows per INSERT statement.'),
    path: recordsPathOption(),
    columns: columnsOption(),
    flatten: z
      .boolean()
      .default(false)
      .describe('Writes nested objects to columns such as address.city; otherwise they are JSON in one column.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Rows are found as in json-to-csv: the elements of an array, the lines of JSON Lines, the only list of objects inside an object, or one object.',
    'Types are those that hold every value of the column: integer, bigint, exact decimals, boolean, text, JSON (jsonb in PostgreSQL, text in SQLite and SQL Server). A column of mixed types is text. Dates are texts.',
    'Numbers keep every digit: what no number type of the database holds exactly is written as text.',
    'Names and texts are quoted, so that no value of the JSON becomes SQL. MySQL must have its default sql_mode, without NO_BACKSLASH_ESCAPES.',
    'Names that the database would take for the same, or cut off, are changed, which a comment at the top says.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'json to insert statements',
    'json2sql',
    'json to create table',
    'json to postgres',
    'json to mysql',
    'json to sqlite',
    'sql insert generator',
    'import json into database',
  ],
  verified: [
    'SQLite by Python 3.11: executes the SQL of 300 random lists of records with hostile names and texts, and gives back the same values',
    'SQLite by Python 3.11: names and texts such as quotes, semicolons, comments and zero bytes come back letter for letter',
    'sqlite3 3.40: executes the SQL with the types of the columns; the other dialects were never executed: their text is compared with what is known of them',
  ],
  examples: [
    {
      title: 'PostgreSQL',
      input:
        '[{"id":1,"name":"O\'Hara","price":1.10,"tags":["a"],"ok":true},{"id":12345678901,"name":null,"price":20,"x":"1"}]',
      options: { tableName: 'public.items' },
      output: {
        text: 'CREATE TABLE "public"."items" (\n  "id" bigint,\n  "name" text,\n  "price" numeric,\n  "tags" jsonb,\n  "ok" boolean,\n  "x" text\n);\nINSERT INTO "public"."items" ("id", "name", "price", "tags", "ok", "x") VALUES\n  (1, \'O\'\'Hara\', 1.10, \'["a"]\', TRUE, NULL),\n  (12345678901, NULL, 20, NULL, NULL, \'1\');\n',
      },
    },
    {
      title: 'MySQL, two rows per statement, nested objects in columns',
      input: '{"a":{"b":1.5},"c":"x\\\\y"}\n{"a":{"b":2}}\n{"c":"z"}',
      options: { dialect: 'mysql', batch: 2, flatten: true, create: false },
      output: {
        text: "INSERT INTO `data` (`a.b`, `c`) VALUES\n  (1.5, 'x\\\\y'),\n  (2, NULL);\nINSERT INTO `data` (`a.b`, `c`) VALUES\n  (NULL, 'z');\n",
      },
    },
    {
      title: 'SQLite: numbers that it cannot hold are texts, names that it takes for the same are told apart',
      input: '[{"id":12345678901234567890,"ID":"; DROP TABLE data; --"}]',
      options: { dialect: 'sqlite' },
      output: {
        text: '-- Column 2, "ID", is named "ID_2": SQL takes the name as used\nCREATE TABLE "data" (\n  "id" TEXT,\n  "ID_2" TEXT\n);\nINSERT INTO "data" ("id", "ID_2") VALUES\n  (\'12345678901234567890\', \'; DROP TABLE data; --\');\n',
      },
    },
    {
      title: 'SQL Server',
      input: '[{"a":true,"b":"é","c":1e300}]',
      options: { dialect: 'mssql' },
      output: {
        text: "CREATE TABLE [data] (\n  [a] BIT,\n  [b] NVARCHAR(MAX),\n  [c] FLOAT\n);\nINSERT INTO [data] ([a], [b], [c]) VALUES\n  (1, N'é', 1e300);\n",
      },
    },
    {
      title: 'Not a list of objects',
      input: '[{"a":1},5]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Each row must be an object, item 2 is not; option "path" names a list of objects',
      },
    },
    {
      title: 'No columns',
      input: '[{}]',
      error: { code: 'INVALID_INPUT', message: 'There must be one column or more, got none' },
    },
    {
      title: 'No table name',
      input: '[{"a":1}]',
      options: { tableName: 'x.' },
      error: { code: 'INVALID_INPUT', message: 'Option "tableName" must not have empty names' },
    },
    {
      title: 'A text that PostgreSQL cannot hold',
      input: '[{"a":"x\\u0000y"}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as SQL: PostgreSQL has no texts with a zero byte',
      },
    },
    {
      title: 'Half of a character',
      input: '[{"a":"\\ud800"}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as SQL: a text has a lone surrogate, which no database holds',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { dialect, tableName, create, batch, path, flatten } = options;
    if (tableName.split('.').some((name) => name.replaceAll('\0', '').trim() === ''))
      throw invalid('Option "tableName" must not have empty names');
    const chosen = readColumns(options.columns);
    return eachText({ input, files, signal }, (source) => {
      const items = readItems(source, path, '', 'SQL');
      const rules = { dialect, table: tableName, create, batch };
      const sql = refusing(`Cannot write ${source.label} as SQL`, () => sqlOf(items, chosen, flatten, rules));
      return documentResult(source, sql, SQL);
    });
  },
});
