import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { PARQUET_COMPRESSIONS, type ParquetWriting, writeParquet } from '../../engines/parquet/write.js';
import { csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES } from '../../formats/csv/results.js';
import { checkFileSize, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { typeLabel } from '../../lib/parquet/stored-types.js';

import { type ColumnRules, typedColumns } from './_parquet-columns.js';

const MIME = 'application/vnd.apache.parquet';

const REPORT = {
  rows: count('Rows that were written.'),
  columns: z
    .array(
      z.object({
        name: z.string().describe('Name of the column.'),
        type: z.string().describe('Type, such as INT64, DECIMAL(9,2), STRING or TIMESTAMP(MICROS, UTC).'),
        nulls: count('Rows without a value.'),
      }),
    )
    .describe('Columns in the order of the table.'),
  bytesBefore: count('Bytes of the text.'),
  bytesAfter: count('Bytes of the Parquet file.'),
  warnings: warnings(),
};

async function convert(source: TextSource, options: ColumnRules & ParquetWriting) {
  const typed = typedColumns(source, options);
  const bytes = await writeParquet(typed.columns, options);
  checkFileSize(bytes, 'native');
  const columns = typed.columns.map(({ name, type, values }) => ({
    name,
    type: typeLabel(type),
    nulls: values.reduce<number>((nulls, value) => (value === null ? nulls + 1 : nulls), 0),
  }));
  const report = {
    rows: typed.rows,
    columns,
    bytesBefore: source.file?.bytes.length ?? Buffer.byteLength(source.text),
    bytesAfter: bytes.length,
    warnings: [...typed.warnings],
  };
  const name = source.file === undefined ? 'result.parquet' : `${stemOf(source.file.name)}.parquet`;
  return { report, outputs: [{ name, mime: MIME, bytes }] };
}

export default defineTool({
  id: 'csv-to-parquet',
  title: 'CSV to Parquet',
  summary: 'Converts CSV, TSV, JSON or JSON Lines to a Parquet file, with types that are found or stated.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    compression: z
      .enum(PARQUET_COMPRESSIONS)
      .default('snappy')
      .describe('Compression of the columns; zstd makes smaller files, snappy is read everywhere.'),
    types: z
      .boolean()
      .default(true)
      .describe('Finds numbers, dates, timestamps and true or false; otherwise every column is text.'),
    columnTypes: z
      .string()
      .max(100_000)
      .default('')
      .describe(
        'Types of single columns, such as "zip: text, price: decimal(10,2)": text, integer, int32, double, float32, decimal(precision,scale), boolean, date, timestamp or json. One per line, or separated by commas.',
      ),
    fractions: z
      .enum(['double', 'decimal'])
      .default('double')
      .describe('How numbers with a decimal point are stored: as 64-bit floats, or as exact decimals.'),
    rowGroupRows: z
      .number()
      .multipleOf(1)
      .min(1000)
      .max(5_000_000)
      .default(100_000)
      .describe('Rows per row group; readers skip whole groups.'),
    locale: shared
      .locale()
      .describe('Language whose number marks and order of dates apply to CSV, such as en, en-GB or de.'),
    ...csvOptions,
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'A column is INT64, DOUBLE, DATE, TIMESTAMP or BOOLEAN where all its cells are; n/a, null and - do not count and become null, as do empty cells ("" in quotes is an empty text). Codes such as 007, and amounts with a currency sign, stay text.',
    'Integers beyond 64 bits become decimals with all their digits, up to 38; longer ones stay text. DOUBLE holds about 16 digits: "fractions" or "columnTypes" keep more.',
    'Timestamps are in microseconds, in nanoseconds where cells have more than six decimals; UTC where every cell has an offset, a wall clock where none has, text where they are mixed.',
    'A cell that is not of a stated type is refused with its row; "columnTypes" takes the words of SQL and pandas too: varchar(20), bigint, float, datetime. All columns may be null.',
    'JSON is a list of objects or lists, an object of lists, or one object per line. Its texts stay texts, but for ISO dates; lists and objects become JSON text of type JSON, and so does a column that has some of them.',
    'Several files give a Parquet file each. At most 5,000,000 cells per table and 16,384 columns.',
  ],
  aliases: [
    'json to parquet',
    'jsonl to parquet',
    'tsv to parquet',
    'csv2parquet',
    'parquet writer',
    'parquet converter',
    'make parquet file',
    'parquet file generator',
  ],
  verified: [
    'pyarrow 25 and DuckDB 1.5: both read a file with every type as its CSV has it; the tool writes that very file.',
    'parquet-to-csv, which is checked against DuckDB, gives 60 random tables again in five compressions.',
  ],
  examples: [
    {
      title: 'A table with types that are found',
      input: 'id,zip,price,sold,paid\n1,01234,1.10,2024-01-31,true\n2,90210,n/a,,false\n',
      output: {
        data: {
          rows: 2,
          columns: [
            { name: 'id', type: 'INT64', nulls: 0 },
            { name: 'zip', type: 'STRING', nulls: 0 },
            { name: 'price', type: 'DOUBLE', nulls: 1 },
            { name: 'sold', type: 'DATE', nulls: 1 },
            { name: 'paid', type: 'BOOLEAN', nulls: 0 },
          ],
          bytesBefore: 71,
          bytesAfter: 595,
          warnings: ['1 cell of column "price" became null, such as "n/a"'],
        },
        files: [{ name: 'result.parquet', mime: 'application/vnd.apache.parquet' }],
      },
    },
    {
      title: 'Stated types, and exact decimals',
      input: 'id;amount;at\n1;"1.234,50";31.1.2024 9:30\n2;7,25;1.2.2024 17:05\n',
      options: { columnTypes: 'id: text', fractions: 'decimal', locale: 'de', compression: 'zstd' },
      output: {
        data: {
          rows: 2,
          columns: [
            { name: 'id', type: 'STRING', nulls: 0 },
            { name: 'amount', type: 'DECIMAL(6,2)', nulls: 0 },
            { name: 'at', type: 'TIMESTAMP(MICROS)', nulls: 0 },
          ],
          bytesBefore: 63,
          bytesAfter: 438,
          warnings: [],
        },
        files: [{ name: 'result.parquet', mime: 'application/vnd.apache.parquet' }],
      },
    },
    {
      title: 'JSON Lines from a file',
      files: [{ name: 'events.jsonl', text: '{"id": 1, "tags": ["a", "b"]}\n{"id": 2.5, "tags": null}\n' }],
      output: {
        data: {
          rows: 2,
          columns: [
            { name: 'id', type: 'DOUBLE', nulls: 0 },
            { name: 'tags', type: 'JSON', nulls: 1 },
          ],
          bytesBefore: 56,
          bytesAfter: 296,
          warnings: [],
        },
        files: [{ name: 'events.parquet', mime: 'application/vnd.apache.parquet' }],
      },
    },
    {
      title: 'A cell that is not of the stated type',
      input: 'id,price\n1,2.50\n2,free\n',
      options: { columnTypes: 'price: decimal(10,2)' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot store column "price" as DECIMAL(10,2): row 2 has "free"; option "columnTypes" can make it text',
      },
    },
    {
      title: 'A type of a column that is not there',
      input: 'id,price\n1,2.50\n',
      options: { columnTypes: 'cost: double' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "columnTypes" must name columns of the table, "id", "price", got "cost"',
      },
    },
    {
      title: 'Not a type',
      input: 'id,price\n1,2.50\n',
      options: { columnTypes: 'price: money' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "columnTypes" cannot be read: the type of column "price" must be text, integer, int32, double, float32, decimal(precision,scale), boolean, date, timestamp or json, got "money"',
      },
    },
    {
      title: 'Offsets in some cells only',
      input: 'at\n2024-01-31T09:30:00Z\n2024-01-31T09:30:00\n',
      options: { columnTypes: 'at: timestamp' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot store column "at" as timestamp: some of its cells have an offset from UTC and some have none',
      },
    },
    {
      title: 'No columns',
      input: '[]',
      error: { code: 'INVALID_INPUT', message: 'Cannot convert property "input": it has no columns' },
    },
  ],
  async run({ input, files, signal, options }) {
    if (files.length > 1 && input === '')
      return eachFile({ files, signal }, async (file) =>
        convert(await readTextFile(file, options.inputCharset), options),
      );
    const { report, outputs } = await convert(await readTextSource({ input, files }, options.inputCharset), options);
    return withFiles(json(report), outputs);
  },
});
