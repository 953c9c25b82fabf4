import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES } from '../../formats/csv/results.js';
import { type CsvTable, localeReaders, readTable, readTableFile, rowCount } from '../../formats/csv/source.js';
import { TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult } from '../../formats/text-source.js';
import { typesOfColumns } from '../../lib/csv/column-types.js';
import { JsonNumber, type JsonValue } from '../../lib/json/values.js';
import type { CellReader, ColumnType } from '../../lib/table/cell-reader.js';
import { type InsertRules, type RowList, writeInserts } from '../../lib/table/write-inserts.js';

const SQL = { extension: '.sql', mime: 'application/sql' };

/** A cell as the type of its column has it; what is none of it, such as n/a among numbers, is NULL. */
function sqlCell(cell: string, type: ColumnType, reader: CellReader): JsonValue {
  if (cell === '') return null;
  if (type === 'text') return cell;
  if (type === 'boolean') {
    if (/^(?:true|yes)$/i.test(cell)) return true;
    return /^(?:false|no)$/i.test(cell) ? false : null;
  }
  if (type === 'date') return reader.date(cell)?.replace('T', ' ') ?? null;
  const source = reader.number(cell);
  return source === undefined ? null : new JsonNumber(source);
}

const CURRENCY = /\p{Sc}/u;

function sqlOf(table: CsvTable, types: boolean, reader: CellReader, rules: InsertRules): string {
  const { rows, first, names } = table;
  if (names.length === 0) throw invalid(`Cannot write ${table.source.label} as SQL: it has no columns`);
  // A currency is more than its number: $9.50 stays a text.
  const plain: CellReader = { ...reader, number: (cell) => (CURRENCY.test(cell) ? undefined : reader.number(cell)) };
  const guesses = typesOfColumns(rows, types ? first : rows.count, plain);
  // Not every database knows offsets.
  const found = guesses.map(({ type, hasOffset }) => (type === 'date' && hasOffset ? 'text' : type));
  const dates = new Map(
    found.flatMap((type, column) =>
      type === 'date' ? [[column, guesses[column]?.hasTime === true ? 'timestamp' : 'date'] as const] : [],
    ),
  );
  const list: RowList = {
    length: rowCount(table),
    at: (index) => {
      const cells = rows.read(index + first);
      return names.map((_, column) =>
        column < cells ? sqlCell(rows.value(column), found[column] ?? 'text', plain) : null,
      );
    },
  };
  return refusing(`Cannot write ${table.source.label} as SQL`, () => writeInserts(names, list, { ...rules, dates }));
}

export default defineTool({
  id: 'csv-to-sql',
  title: 'CSV to SQL',
  summary: 'Converts CSV to CREATE TABLE and INSERT statements for PostgreSQL, MySQL, SQLite or SQL Server.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
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
    types: z
      .boolean()
      .default(true)
      .describe('Finds numbers, dates and true or false; otherwise every column is text.'),
    batch: z.number().multipleOf(1).min(1).max(1000).default(100).describe('Rows per INSERT statement.'),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    ...csvOptions,
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A column is a number, a date, a timestamp or a boolean where all its cells are; n/a, null and - do not count and become NULL, as do empty cells. Codes such as 007, and amounts with a currency sign, stay text.',
    'Numbers keep every digit: what no number type of the database holds exactly is written as text. Dates are written as 2024-01-31; those with a time zone stay text as they are.',
    'Names and texts are quoted, so that no cell becomes SQL. MySQL must have its default sql_mode, without NO_BACKSLASH_ESCAPES.',
    'Names that the database would take for the same, or cut off, are changed, which a comment at the top says. A text over 33,554,432 characters and a file over 20 MiB are refused.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'csv to insert statements',
    'csv2sql',
    'csv to create table',
    'csv to postgres',
    'csv to mysql',
    'csv to sqlite',
    'import csv into database',
    'excel to sql',
  ],
  verified: [
    'SQLite by Python 3.11: executes the SQL of 300 random tables, and gives back the cells that Python reads in the CSV',
    'The other dialects were never executed: their text is compared with what is known of them',
  ],
  examples: [
    {
      title: 'A table with types',
      input: "name,price,sold,paid,code\nO'Neil,1.10,2024-01-31,true,007\nBob,n/a,,false,12\n",
      output: {
        text: `CREATE TABLE "data" (\n  "name" text,\n  "price" numeric,\n  "sold" date,\n  "paid" boolean,\n  "code" text\n);\nINSERT INTO "data" ("name", "price", "sold", "paid", "code") VALUES\n  ('O''Neil', 1.10, '2024-01-31', TRUE, '007'),\n  ('Bob', NULL, NULL, FALSE, '12');\n`,
      },
    },
    {
      title: 'German numbers and dates for MySQL, from a file',
      files: [{ name: 'a.csv', text: 'preis;wann\n"1.234,50";31.1.2024 9:30\n' }],
      options: { dialect: 'mysql', locale: 'de', tableName: 'shop.orders' },
      output: {
        text: null,
        files: [
          {
            name: 'a.sql',
            mime: 'application/sql',
            text: "CREATE TABLE `shop`.`orders` (\n  `preis` DECIMAL(6, 2),\n  `wann` DATETIME(6)\n);\nINSERT INTO `shop`.`orders` (`preis`, `wann`) VALUES\n  (1234.50, '2024-01-31 09:30:00');\n",
          },
        ],
      },
    },
    {
      title: 'Only rows, all of them text',
      input: 'a\n1\n',
      options: { create: false, types: false, dialect: 'sqlite' },
      output: { text: 'INSERT INTO "data" ("a") VALUES\n  (\'1\');\n' },
    },
    {
      title: 'An empty name',
      input: 'a\n1',
      options: { tableName: 'x.' },
      error: { code: 'INVALID_INPUT', message: 'Option "tableName" must not have empty names' },
    },
    {
      title: 'No columns',
      input: '\n\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot write property "input" as SQL: it has no columns' },
    },
  ],
  async run({ input, files, signal, options }) {
    const { dialect, tableName, create, batch, types } = options;
    if (tableName.split('.').some((name) => name.replaceAll('\0', '').trim() === ''))
      throw invalid('Option "tableName" must not have empty names');
    const readerOf = localeReaders(options.locale);
    const resultOf = (table: CsvTable) =>
      documentResult<never>(
        table.source,
        sqlOf(table, types, readerOf(table), { dialect, table: tableName, create, batch }),
        SQL,
        'native',
      );
    if (files.length < 2 || input !== '') return resultOf(await readTable({ input, files }, options));
    return eachFile({ files, signal }, async (file) => ({
      report: {},
      outputs: resultOf(await readTableFile(file, options)).files,
    }));
  },
});
