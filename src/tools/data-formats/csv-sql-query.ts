import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, overLimit, quote } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openParquet } from '../../engines/parquet/read.js';
import { listTables, QUERY_SECONDS, SqlDatabase } from '../../engines/sqlite/database.js';
import { csvFormOptions } from '../../formats/csv/form-options.js';
import { type CsvForm, type DelimiterChoice, readCsvText } from '../../formats/table-text.js';
import { readTextFile } from '../../formats/text-source.js';
import { readWorkbook } from '../../formats/workbook.js';
import { cellNumber } from '../../lib/csv/cells.js';
import { commaCell, findCodeColumns, typedCell } from '../../lib/table/cell-types.js';
import { showsComma } from '../../lib/table/shown-marks.js';
import { renamedColumns, type Table, tableOf } from '../../lib/table/table.js';
import { queryResult, withWarnings } from './_sql-results.js';
import { readJsonTable } from './_table-formats.js';

/** SQLite's own limit. */
const MAX_COLUMNS = 2000;
const MAX_CELLS = 3_000_000;

interface Source {
  readonly names: readonly string[];
  readonly table: Table;
}

interface ReadRequest extends CsvForm {
  readonly header: boolean;
  readonly types: boolean;
  readonly decimal: 'point' | 'comma';
  readonly delimiter: DelimiterChoice;
  readonly inputCharset: string;
  readonly password: string;
}

async function readSources(file: InputFile, request: ReadRequest): Promise<Source[]> {
  const stem = stemOf(file.name);
  const extension = extensionOf(file.name);
  if (extension === '.xlsx' || extension === '.xlsm') {
    const sheets = readWorkbook(file.bytes, `file ${quote(file.name)}`, request.password);
    return sheets.map(({ name, rows }, i) => ({
      names: i === 0 ? [name, stem] : [name],
      table: tableOf(rows, request.header),
    }));
  }
  if (extension === '.parquet' || isParquet(file.bytes)) {
    const parquet = await openParquet(file.bytes, `file ${quote(file.name)}`);
    if (parquet.columns.length * parquet.rows > MAX_CELLS)
      throw overLimit(
        `Table ${quote(stem)} must have at most ${MAX_CELLS} cells, got ${parquet.columns.length * parquet.rows}`,
      );
    return [{ names: [stem], table: await parquet.read(undefined, 0, parquet.rows) }];
  }
  const source = await readTextFile(file, request.inputCharset);
  if (extension === '.json') return [{ names: [stem], table: readJsonTable(source, request.header) }];
  if (extension === '.jsonl' || extension === '.ndjson') {
    const lines = source.text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
    // One list, so that a fault keeps its column; its line is that of the record.
    return [{ names: [stem], table: readJsonTable({ ...source, text: `[${lines.join('\n,')}]` }, request.header) }];
  }
  return [{ names: [stem], table: readCsvTable(source, file, request) }];
}

/** https://parquet.apache.org/docs/file-format/: "PAR1" at both ends. */
const isParquet = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1';

function readCsvTable(
  source: { readonly text: string; readonly label: string },
  file: InputFile,
  request: ReadRequest,
): Table {
  const choice = request.delimiter === 'auto' && extensionOf(file.name) === '.tsv' ? 'tab' : request.delimiter;
  const csv = readCsvText(source, choice, request);
  const table = tableOf(csv.records, request.header);
  const first = table.hasHeader ? 1 : 0;
  const isCode = findCodeColumns(request.types ? table.rows : []);
  const cellOf = request.decimal === 'comma' || showsComma(source.text, csv.delimiter) ? commaCell : typedCell;
  const rows = table.rows.map((row, index) =>
    row.map((cell, i) => {
      if (cell === '') return csv.quotedEmpty.has(cellNumber(index + first, i)) ? '' : null;
      const value = request.types && !isCode(i) ? cellOf(textOf(cell)) : cell;
      // SQLite has no true and false of its own: in a table of text they are words.
      return typeof value === 'boolean' ? cell : value;
    }),
  );
  return { ...table, rows };
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '');

function checkSize({ columns, rows }: Table, names: readonly string[]): void {
  const name = quote(names[0] ?? '');
  if (columns.length > MAX_COLUMNS)
    throw overLimit(`Table ${name} must have at most ${MAX_COLUMNS} columns, got ${columns.length}`);
  const cells = columns.length * rows.length;
  if (cells > MAX_CELLS) throw overLimit(`Table ${name} must have at most ${MAX_CELLS} cells, got ${cells}`);
}

export default defineTool({
  id: 'csv-sql-query',
  title: 'CSV SQL Query',
  summary: 'Runs SQL queries on CSV, TSV, JSON, Parquet and Excel files, including joins between files.',
  family: 'data-formats',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    sql: z
      .string()
      .max(1_000_000)
      .default('SELECT * FROM t1 LIMIT 10')
      .describe('One SELECT, WITH, VALUES or EXPLAIN statement of SQLite.'),
    format: z.enum(['csv', 'json', 'jsonl', 'markdown']).default('csv').describe('Format of the rows.'),
    header: shared.header(),
    types: z.boolean().default(true).describe('Reads numeric cells as numbers; otherwise everything is text.'),
    decimal: z
      .enum(['point', 'comma'])
      .default('point')
      .describe('Decimal mark of the input, as in 1.234,50 with "comma"; a comma that a file shows is found anyway.'),
    delimiter: shared.delimiter(),
    ...csvFormOptions,
    inputCharset: shared.inputCharset(),
    password: shared.password().describe('Password that opens the uploaded workbooks; empty if they have none.'),
  },
  result: 'mixed',
  data: z
    .array(z.record(z.string(), anyJson('Cell.')))
    .describe('Rows as objects by column; only where the format is json.'),
  notes: [
    'The tables are t1, t2 and so on in the order of the files; a table also has the name of its file without the ending, in double quotes where it is not a plain word. Each sheet of a workbook is a table and has the name of the sheet too.',
    'Numbers of CSV are what JSON writes as a number; 007 and +49 stay text, and so does a whole column of such codes. Integers are exact to 64 bits, 1.0 and 6.022e23 are real numbers; other numbers stay text. An empty cell is NULL, "" is an empty text.',
    'SQL ignores the case of column names: of "id" and "ID" in one table the second becomes "ID_2", and a name used twice gets a number too. The file warnings.txt beside the rows lists such names.',
    'JSON is a list of objects or of lists, or one object per line (JSON Lines); true and false are 1 and 0, lists and objects are JSON text for json_extract and its kin. Dates of a workbook are 2024-01-31 or 2024-01-31 12:00:00, which the date functions of SQLite read; formulas have the value they last had. A workbook with a password (Office 2007 and later, AES) is opened by "password". Dates, times, decimals and nested values of Parquet are as in parquet-to-csv.',
    'The database is in memory and read only: nothing is written, attached or loaded.',
    `At most 2,000 columns and 3,000,000 cells per table, and 1,000 sheets per workbook; answers of at most 100,000 rows and 2,000,000 values within ${QUERY_SECONDS} seconds. Larger results are refused, never truncated.`,
    'SQLite 3.50 with JSON, FTS5, mathematical and window functions.',
  ],
  aliases: [
    'sql on csv',
    'query csv with sql',
    'csvsql',
    'join csv files',
    'sql on excel',
    'sql on json',
    'q text as data',
  ],
  verified: [
    'sqlite3 3.40: 200 real numbers from CSV and JSON are the same doubles.',
    'sqlite3 3.40: the same rows for 60 random queries over the same cells.',
    'officecrypto-tool 0.0.19: workbooks that it encrypted in both ways of Office (agile and standard) are read.',
    'openpyxl 3.0: workbooks that it wrote give its values, dates, times and booleans too.',
  ],
  examples: [
    {
      title: 'Sums by group',
      options: { sql: 'SELECT city, sum(amount) AS total FROM sales GROUP BY city ORDER BY total DESC' },
      files: [{ name: 'sales.csv', text: 'city,amount\nOslo,10\nRome,2.5\nOslo,5\n' }],
      output: { text: 'city,total\nOslo,15\nRome,2.5\n' },
    },
    {
      title: 'Two files joined, as JSON',
      options: {
        sql: 'SELECT name, item FROM t1 JOIN t2 ON t2.person = t1.id ORDER BY item',
        format: 'json',
      },
      files: [
        { name: 'people.csv', text: 'id;name\n1;Ada\n2;Bob\n' },
        { name: 'items.json', text: '[{"person": 1, "item": "pen"}, {"person": 2, "item": "cup"}]' },
      ],
      output: {
        data: [
          { name: 'Bob', item: 'cup' },
          { name: 'Ada', item: 'pen' },
        ],
      },
    },
    {
      title: 'Codes, large numbers and empty cells',
      options: { sql: 'SELECT zip, typeof(zip) AS zt, n + 1 AS n, e IS NULL AS empty FROM t1', format: 'markdown' },
      files: [{ name: 'a.csv', text: 'zip,n,e\n01234,9007199254740992,\n90210,1,""\n' }],
      output: {
        text: '| zip   | zt   | n                | empty |\n| ----- | ---- | ---------------- | ----- |\n| 01234 | text | 9007199254740993 | 1     |\n| 90210 | text | 2                | 0     |\n',
      },
    },
    {
      title: 'Unknown table',
      options: { sql: 'SELECT * FROM people' },
      files: [{ name: 'a.csv', text: 'x\n1\n' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run option "sql": no such table: people, there are "t1", "a"',
      },
    },
    {
      title: 'Statement that writes',
      options: { sql: "ATTACH 'x.db' AS x" },
      files: [{ name: 'a.csv', text: 'x\n1\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot run option "sql": it must only read, not authorized' },
    },
    {
      title: 'No statement',
      options: { sql: ' -- nothing' },
      files: [{ name: 'a.csv', text: 'x\n1\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot run option "sql": it contains no statement' },
    },
    {
      title: 'A workbook with a password',
      options: { sql: 'SELECT sum(amount) AS total FROM t1', password: 'Grüße 1' },
      files: [{ name: 'sales.xlsx', fixture: 'data/encrypted-agile.xlsx' }],
      output: { text: 'total\n19.5\n' },
    },
    {
      title: 'A workbook without its password',
      files: [{ name: 'sales.xlsx', fixture: 'data/encrypted-standard.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "sales.xlsx" as a workbook: it is encrypted, option "password" must open it',
      },
    },
    {
      title: 'Not a workbook',
      files: [{ name: 'a.xlsx', text: 'x,1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.xlsx" as a workbook: it is not a ZIP archive',
      },
    },
  ],
  async run({ files, options }) {
    const database = await SqlDatabase.create();
    try {
      const sources: Source[] = [];
      const warnings: string[] = [];
      for (const file of files) sources.push(...(await readSources(file, options)));
      if (sources.length === 0) throw invalid('Cannot read the files: no table found in them');
      for (const [i, { names, table }] of sources.entries()) {
        checkSize(table, names);
        const columns = database.addTable(`t${i + 1}`, table);
        warnings.push(...renamedColumns(table.columns, columns).map((warning) => `Table t${i + 1}: ${warning}`));
      }
      for (const [i, { names }] of sources.entries()) for (const name of names) database.addAlias(name, `t${i + 1}`);
      const hint = () => listTables(database.schema('the tables'));
      return withWarnings(queryResult(database, options.sql, options.format, 'result', hint), warnings);
    } finally {
      database.close();
    }
  },
});
