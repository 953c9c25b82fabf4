import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { json, withFiles } from '../../core/results.js';
import { count, warnings } from '../../core/shared-data.js';
import { columnOf } from '../../formats/csv/column-lists.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { csvFile, RowText, raggedWarning } from '../../formats/csv/results.js';
import { type CsvTable, readTable, rowCount } from '../../formats/csv/source.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

const MAX_PARTS = 1000;
/** Longest value of a column in a file name. */
const NAME_CHARACTERS = 60;

interface Part {
  /** What comes behind the name of the upload. */
  readonly ending: string;
  readonly value: string;
  readonly text: RowText;
}

const tooMany = (parts: number) => overLimit(`The table must be split into at most ${MAX_PARTS} files, got ${parts}`);

/** Rows below the header in each file, where they are split by their number. */
function sizesOf(rows: number, by: 'rows' | 'parts', size: number): number[] {
  if (by === 'rows') {
    const parts = Math.max(1, Math.ceil(rows / size));
    if (parts > MAX_PARTS) throw tooMany(parts);
    return Array.from({ length: parts }, (_, part) => Math.min(size, rows - part * size));
  }
  const parts = Math.max(1, Math.min(size, rows));
  if (parts > MAX_PARTS) throw tooMany(parts);
  return Array.from(
    { length: parts },
    (_, part) => Math.floor((rows * (part + 1)) / parts) - Math.floor((rows * part) / parts),
  );
}

function splitByNumber(
  table: CsvTable,
  sizes: readonly number[],
  open: (ending: string, value: string) => Part,
): Part[] {
  const digits = String(sizes.length).length;
  let row = table.first;
  return sizes.map((size, index) => {
    const part = open(`-${String(index + 1).padStart(digits, '0')}`, '');
    for (let left = size; left > 0; left--) part.text.add(table.rows.raw(row++));
    return part;
  });
}

function splitByColumn(table: CsvTable, column: number, open: (ending: string, value: string) => Part): Part[] {
  const parts = new Map<string, Part>();
  const { rows, first } = table;
  for (let row = first; row < rows.count; row++) {
    const value = rows.cell(row, column);
    let part = parts.get(value);
    if (part === undefined) {
      if (parts.size === MAX_PARTS)
        throw tooMany(new Set(Array.from({ length: rows.count - first }, (_, i) => rows.cell(i + first, column))).size);
      const shown = [...value.trim()].slice(0, NAME_CHARACTERS).join('');
      part = open(`-${shown === '' ? 'empty' : shown}`, value);
      parts.set(value, part);
    }
    part.text.add(rows.raw(row));
  }
  return [...parts.values()];
}

export default defineTool({
  id: 'csv-split',
  title: 'CSV Split',
  summary: 'Splits a CSV file into several by number of rows, number of files or the values of a column.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    by: z
      .enum(['rows', 'parts', 'column'])
      .default('rows')
      .describe('Splits after so many rows, into so many files, or into a file for each value of a column.'),
    rows: z.number().multipleOf(1).min(1).max(1_000_000).default(1000).describe('Rows per file.'),
    parts: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_PARTS)
      .default(2)
      .describe('Number of files, of nearly the same number of rows.'),
    column: z.string().max(1000).default('').describe('Column whose values decide; empty for the first.'),
    repeatHeader: z.boolean().default(true).describe('Writes the header into every file.'),
    ...csvOptions,
  },
  result: 'mixed',
  data: z.object({
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the file.'),
          rows: count('Its rows below the header.'),
          value: z.string().describe('Value of the column; empty where it is split by number.'),
        }),
      )
      .describe('The files, in the order of their first rows.'),
    warnings: warnings(),
  }),
  notes: [
    'Files are named after the upload: orders-1.csv, orders-2.csv, or orders-Paris.csv; names are made safe for every file system. At most 1,000 files.',
    'Rows keep their order and their text. Values of a column are compared letter by letter.',
    ...CSV_NOTES,
  ],
  aliases: [
    'split csv file',
    'csv splitter',
    'csv chunks',
    'divide csv',
    'split csv by column value',
    'mlr split',
    'break up large csv',
    'large table into several files',
  ],
  verified: [
    'Miller 6.6 (mlr split -g): the same files for 100 random tables',
    'The files of 300 random tables put together give the table again',
  ],
  examples: [
    {
      title: 'By the values of a column',
      files: [{ name: 'orders.csv', text: 'city,n\nParis,1\n"Rome/A",2\nParis,3\n' }],
      options: { by: 'column', column: 'city' },
      output: {
        data: {
          files: [
            { name: 'orders-Paris.csv', rows: 2, value: 'Paris' },
            { name: 'orders-Rome_A.csv', rows: 1, value: 'Rome/A' },
          ],
          warnings: [],
        },
        files: [
          { name: 'orders-Paris.csv', mime: 'text/csv;charset=utf-8', text: 'city,n\nParis,1\nParis,3\n' },
          { name: 'orders-Rome_A.csv', mime: 'text/csv;charset=utf-8', text: 'city,n\n"Rome/A",2\n' },
        ],
      },
    },
    {
      title: 'Two rows each',
      input: 'a\n1\n2\n3',
      options: { rows: 2 },
      output: {
        data: {
          files: [
            { name: 'result-1.csv', rows: 2, value: '' },
            { name: 'result-2.csv', rows: 1, value: '' },
          ],
          warnings: [],
        },
        files: [
          { name: 'result-1.csv', mime: 'text/csv;charset=utf-8', text: 'a\n1\n2' },
          { name: 'result-2.csv', mime: 'text/csv;charset=utf-8', text: 'a\n3' },
        ],
      },
    },
    {
      title: 'A header without rows',
      input: 'a,b\n',
      output: {
        data: { files: [{ name: 'result-1.csv', rows: 0, value: '' }], warnings: [] },
        files: [{ name: 'result-1.csv', mime: 'text/csv;charset=utf-8', text: 'a,b\n' }],
      },
    },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { by: 'column', column: 'c' },
      error: { code: 'INVALID_INPUT', message: 'Option "column" names column "c", the columns are "a", "b"' },
    },
    {
      title: 'No rows',
      input: 'a,b\n',
      options: { by: 'column' },
      error: { code: 'INVALID_INPUT', message: 'Cannot split property "input" by "a": it has no rows' },
    },
  ],
  async run({ input, files, options }) {
    const table = await readTable({ input, files }, options);
    const header = table.hasHeader && options.repeatHeader ? table.rows.raw(0) : undefined;
    let isFirst = true;
    const open = (ending: string, value: string): Part => {
      const text = new RowText(table, { head: isFirst ? table.rows.head : '' });
      if (header !== undefined) text.add(header);
      else if (isFirst && table.hasHeader) text.add(table.rows.raw(0));
      isFirst = false;
      return { ending, value, text };
    };
    const column = options.by === 'column' && options.column !== '' ? columnOf(table, options.column, 'column') : 0;
    if (options.by === 'column' && rowCount(table) === 0)
      throw invalid(`Cannot split ${table.source.label} by ${quote(table.names[column] ?? '')}: it has no rows`);
    const parts =
      options.by === 'column'
        ? splitByColumn(table, column, open)
        : splitByNumber(table, sizesOf(rowCount(table), options.by, options[options.by]), open);
    const outputs = withDistinctNames(
      parts.map(({ ending, text }) => {
        const made = csvFile(table.source, text.toString());
        const dot = stemOf(made.name).length;
        return { ...made, name: made.name.slice(0, dot) + ending.replaceAll(/[/\\]/g, '_') + made.name.slice(dot) };
      }),
    );
    const headers = parts.map((_, index) => (table.hasHeader && (options.repeatHeader || index === 0) ? 1 : 0));
    const told = parts.map(({ text, value }, index) => ({
      name: outputs[index]?.name ?? '',
      rows: text.count - (headers[index] ?? 0),
      value,
    }));
    return withFiles(json({ files: told, warnings: raggedWarning(table) }), outputs);
  },
});
