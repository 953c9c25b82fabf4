import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, count } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { openParquet, type ParquetFile } from '../../engines/parquet/read.js';
import { listColumns } from '../../formats/table-text.js';
import { checkFileSize, KINDS } from '../../formats/text-source.js';
import { writeCsv, writeJsonRows } from '../../lib/table/write-table.js';

const MAX_REPORT = 1_000_000;

/** Names of the option, in the order of the file. */
function chosenColumns({ columns }: ParquetFile, option: string): string[] | undefined {
  const wanted = option
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (wanted.length === 0) return undefined;
  const names = columns.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return wanted;
  throw invalid(`Option "columns" must name columns of the file, ${listColumns(names)}, got ${quote(unknown)}`);
}

export default defineTool({
  id: 'parquet-to-csv',
  title: 'Parquet to CSV',
  summary: 'Converts a Parquet file to CSV or JSON, or shows its schema, with exact values of every type.',
  family: 'data-formats',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.parquet', '.pq', '.parq'] },
  options: {
    to: z.enum(['csv', 'json', 'schema']).default('csv').describe('A CSV file, a JSON file, or the schema alone.'),
    columns: z
      .string()
      .max(10_000)
      .default('')
      .describe('Columns to write, separated by commas; empty for all. Fewer columns are read faster.'),
    offset: z.number().min(0).max(1_000_000_000).multipleOf(1).default(0).describe('Rows to skip at the start.'),
    limit: z.number().min(1).max(1_000_000).multipleOf(1).default(100_000).describe('Maximum number of rows to write.'),
    outputDelimiter: shared.outputDelimiter(),
  },
  result: 'mixed',
  data: z.object({
    written: count('Rows that were written; not of a schema.').optional(),
    truncated: z.boolean().optional().describe('Whether the file has rows that were not written; not of a schema.'),
    rows: z.int().describe('Rows that the file states.'),
    rowGroups: count('Row groups of the file.'),
    compression: z.array(z.string()).describe('Compression codecs.'),
    createdBy: z.string().nullable().describe('Program that wrote the file.'),
    columns: z
      .array(
        z.object({
          name: z.string().describe('Name of the column.'),
          type: z.string().describe('Type, such as INT64, DECIMAL(9,2), LIST or STRUCT.'),
          optional: z.boolean().describe('Whether it may be null.'),
          children: z.array(anyJson('Column.')).optional().describe('Columns inside, in the same form.'),
        }),
      )
      .describe('Columns in the order of the file.'),
  }),
  notes: [
    'Beside the file comes a report: rows in the file, rows written, whether rows are left ("truncated"), row groups, compression, writer and schema.',
    'Integers and decimals keep every digit (64 bits, 38 digits); floats are the shortest decimal that means the same; timestamps keep their nanoseconds and end with Z where the file says UTC: 2024-01-31T12:34:56.123456Z. Dates are 2024-01-31, times 12:34:56.789, intervals P1M3D, UUIDs and other bytes hexadecimal. Bytes without a type are text where they are valid UTF-8.',
    'Lists, structs and maps are JSON in one cell of CSV, and themselves in JSON.',
    'Compression: none, Snappy, gzip, Zstandard, Brotli, LZ4. Encrypted files, LZO and BSON are not read.',
    'At most 10,000,000 cells asked for, 500,000,000 bytes unpacked and 20 MB written.',
  ],
  aliases: [
    'parquet viewer',
    'parquet to json',
    'open parquet file',
    'convert parquet',
    'parquet schema',
    'read parquet',
  ],
  verified: [
    'DuckDB 1.5: files of 31 columns of all its types, in six compressions and both versions of pages, give the values that DuckDB shows.',
    'hyparquet-writer 0.17: random tables of integers, texts and lists read back as written.',
    'Damaged files: 300 with random bytes changed give rows or a refusal, nothing else.',
  ],
  examples: [
    {
      title: 'Rows as CSV',
      options: { columns: 'i64,d9,s,ts,li', limit: 3 },
      files: [{ name: 'types.parquet', fixture: 'data/types.parquet' }],
      output: {
        files: [
          {
            name: 'types.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'i64,d9,s,ts,li\n9007199254740993,0.00,,2024-01-31T12:34:56.123456,"[0,null,1]"\n9007199254740994,1.10,text 1,2024-01-31T12:34:56.123456,[]\n9007199254740995,2.20,text 2,2024-01-31T12:34:56.123456,"[2,null,3]"\n',
          },
        ],
      },
    },
    {
      title: 'Nested values as JSON',
      options: { to: 'json', columns: 'st,m', limit: 1 },
      files: [{ name: 'types.parquet', fixture: 'data/types.parquet' }],
      output: {
        files: [
          {
            name: 'types.json',
            mime: 'application/json',
            text: '[\n  {\n    "st": {\n      "a": 0,\n      "b": "x",\n      "c": [\n        1,\n        2\n      ]\n    },\n    "m": {\n      "k1": 0,\n      "k2": 2\n    }\n  }\n]',
          },
        ],
      },
    },
    {
      title: 'The schema',
      options: { to: 'schema' },
      files: [{ name: 'small.parquet', fixture: 'data/small.parquet' }],
      output: {
        data: {
          rows: 2,
          rowGroups: 1,
          compression: ['SNAPPY'],
          createdBy: 'hyparquet',
          columns: [
            { name: 'id', type: 'INT64', optional: true },
            { name: 'name', type: 'STRING', optional: true },
          ],
        },
      },
    },
    {
      title: 'Unknown column',
      options: { columns: 'id,city' },
      files: [{ name: 'small.parquet', fixture: 'data/small.parquet' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "columns" must name columns of the file, "id", "name", got "city"',
      },
    },
    {
      title: 'Not a Parquet file',
      files: [{ name: 'a.parquet', text: 'id,name\n1,Ada\n' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.parquet" as Parquet: it does not begin with "PAR1"',
      },
    },
  ],
  async run({ files, options }) {
    const [{ name, bytes }] = files;
    const parquet = await openParquet(bytes, `file ${quote(name)}`);
    const { rows, rowGroups, compression, createdBy, columns } = parquet;
    const about = { rows, rowGroups, compression, createdBy, columns };
    if (options.to === 'schema') return json(about);
    const end = options.offset + options.limit;
    const table = await parquet.read(chosenColumns(parquet, options.columns), options.offset, end);
    const delimiter = DELIMITER_CHARACTERS[options.outputDelimiter];
    const content = refusing('Cannot write the table', () =>
      Buffer.from(options.to === 'csv' ? writeCsv(table, delimiter) : writeJsonRows(table)),
    );
    checkFileSize(content, 'native');
    const kind = KINDS[options.to];
    const report = json({ written: table.rows.length, truncated: options.offset > 0 || end < rows, ...about });
    if ((report.text ?? '').length > MAX_REPORT)
      throw overLimit(`The schema must have at most ${MAX_REPORT} characters`);
    return withFiles(report, [{ name: `${stemOf(name)}${kind.extension}`, mime: kind.mime, bytes: content }]);
  },
});
