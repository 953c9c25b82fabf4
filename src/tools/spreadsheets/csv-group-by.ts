import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readAggregates, type WantedAggregate } from '../../formats/csv/aggregate-lists.js';
import { columnsOf } from '../../formats/csv/column-lists.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { type CsvTable, localeReaders } from '../../formats/csv/source.js';
import { type Aggregate, aggregate, isNumeric } from '../../lib/csv/aggregates.js';
import { joinKey } from '../../lib/csv/row-keys.js';
import { typeOfColumn } from '../../lib/csv/sort-rows.js';
import type { CellReader } from '../../lib/table/cell-reader.js';
import { uniqueColumns } from '../../lib/table/table.js';

interface Group {
  readonly key: readonly string[];
  readonly aggregates: readonly Aggregate[];
}

interface Grouping {
  readonly by: readonly number[];
  readonly wanted: readonly WantedAggregate[];
  readonly reader: CellReader;
  readonly decimals: number;
}

/** The groups in the order of their first rows, and how many cells were no number where one was needed. */
function groupRows({ rows, first }: CsvTable, { by, wanted, reader, decimals }: Grouping) {
  const types = wanted.map(({ name, column }) =>
    column !== undefined && (name === 'min' || name === 'max') ? typeOfColumn(rows, first, column, reader) : 'text',
  );
  const groups = new Map<string, Group>();
  const ignored = new Map<number, number>();
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    const cellAt = (column: number): string => (column < cells ? rows.value(column) : '');
    const key = by.map(cellAt);
    const joined = joinKey(key);
    let group = groups.get(joined);
    if (group === undefined) {
      const aggregates = wanted.map(({ name }, i) => aggregate(name, { reader, decimals, type: types[i] ?? 'text' }));
      group = { key, aggregates };
      groups.set(joined, group);
    }
    for (const [index, { name, column }] of wanted.entries()) {
      const cell = column === undefined ? 'row' : cellAt(column);
      if (cell === '') continue;
      group.aggregates[index]?.add(cell);
      if (column !== undefined && isNumeric(name) && reader.number(cell) === undefined)
        ignored.set(column, (ignored.get(column) ?? 0) + 1);
    }
  }
  return { groups: [...groups.values()], ignored };
}

export default defineTool({
  id: 'csv-group-by',
  title: 'CSV Group By',
  summary: 'Groups the rows of a CSV file and counts, adds up, averages or lists the values of each group.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    by: z
      .string()
      .max(5000)
      .default('')
      .describe('Columns to group by, such as: country, city; empty for one group of all rows.'),
    aggregates: z
      .string()
      .max(5000)
      .default('count')
      .describe(
        'What to calculate, such as: count, sum(price) as total, mean(price), p90(delay). Also median, min, max, range, first, last, distinct, list, mode, stddev, variance.',
      ),
    decimals: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(10)
      .describe('Most decimals of means, percentiles, variances and standard deviations.'),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({ groups: count('Number of groups.') }),
  notes: [
    'Groups come in the order of their first rows. Keys are compared letter by letter; an empty cell is a key of its own.',
    'Sums are exact decimals, with all digits. Empty cells do not count, and cells that are not numbers are ignored by sum, mean, median, percentiles, stddev and variance; the report says how many.',
    'With count the rows are counted, with count(x) the cells that have a value. Minima and maxima compare by number or date where all the cells of the column are such, else by code point. A list has each value once, separated by "; ".',
    'Percentiles interpolate between two values, as in Excel (PERCENTILE.INC) and NumPy; stddev and variance are those of a sample (n - 1).',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
    'Dates such as 25/1/2024 have the order of "locale", or the other where a number above 12 in one of them shows it; with points the day comes first. Numbers have a decimal comma in en too where the file shows one (1.234,50) and no decimal point.',
  ],
  aliases: [
    'csv aggregate',
    'add up per group',
    'csv sum by column',
    'group by csv',
    'mlr stats1',
    'csv count by',
    'csv average',
    'summarize csv',
    'totals per category',
    'sum by group',
  ],
  verified: [
    'Miller 6.6 (mlr stats1 -i): the same counts, sums, means, variances and percentiles for 300 random tables, numbers to nine digits',
    'SQLite 3.40 (GROUP BY): the same groups, counts, sums, minima and maxima for 300 random tables',
  ],
  examples: [
    {
      title: 'Rows and sums by country',
      input: 'country,price\nFR,1.10\nDE,5\nFR,2.20\n',
      options: { by: 'country', aggregates: 'count, sum(price) as total, mean(price)' },
      output: { text: 'country,count,total,price_mean\nFR,2,3.30,1.65\nDE,1,5,5\n' },
    },
    {
      title: 'All rows as one group',
      input: 'n;d\n1;2024-01-31\n2;2023-12-01\n4;\n',
      options: { aggregates: 'median(n), p90(n), min(d), count(d), stddev(n)', decimals: 4 },
      output: { text: 'n_median;n_p90;d_min;d_count;n_stddev\n2;3.6;2023-12-01;2;1.5275\n' },
    },
    {
      title: 'A list by two columns, with a report',
      files: [{ name: 'a.csv', text: 'a,b,c\nx,1,red\ny,1,blue\nx,1,"green, dark"\nx,1,red\n' }],
      options: { by: 'a, b', aggregates: 'list(c), distinct(c), sum(c)', report: true },
      output: {
        data: {
          rowsBefore: 4,
          rowsAfter: 2,
          columns: ['a', 'b', 'c_list', 'c_distinct', 'c_sum'],
          warnings: ['4 cells of column "c" are not numbers and were ignored'],
          groups: 2,
        },
        files: [
          {
            name: 'a.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'a,b,c_list,c_distinct,c_sum\nx,1,"red; green, dark",2,\ny,1,blue,1,\n',
          },
        ],
      },
    },
    {
      title: 'Not an aggregate',
      input: 'a,b\n1,2',
      options: { aggregates: 'product(b)' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "aggregates" has "product(b)", which is not an aggregate: count, sum, mean, median, min, max, first, last, distinct, list, mode, stddev, variance, range or a percentile such as p90',
      },
    },
    {
      title: 'An aggregate without a column',
      input: 'a,b\n1,2',
      options: { aggregates: 'sum' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "aggregates" has "sum", which names no column: write sum(column)',
      },
    },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { by: 'c' },
      error: { code: 'INVALID_INPUT', message: 'Option "by" names column "c", the columns are "a", "b"' },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    return eachTable({ input, files, signal, options }, (table) => {
      const by = [...new Set(columnsOf(table, options.by, 'by'))];
      const wanted = readAggregates(table, options.aggregates, 'aggregates');
      const { groups, ignored } = refusing(`Cannot group ${table.source.label}`, () =>
        groupRows(table, { by, wanted, reader: readerOf(table), decimals: options.decimals }),
      );
      const columns = uniqueColumns([
        ...by.map((column) => table.names[column] ?? ''),
        ...wanted.map(({ title }) => title),
      ]);
      const out = new RowText(table);
      out.add(table.writer.row(columns));
      for (const { key, aggregates } of groups)
        out.add(table.writer.row([...key, ...aggregates.map(({ result }) => result())]));
      const warnings = Array.from(
        ignored,
        ([column, cells]) =>
          `${cells === 1 ? '1 cell' : `${cells} cells`} of column ${JSON.stringify(table.names[column])} ${cells === 1 ? 'is not a number and was' : 'are not numbers and were'} ignored`,
      );
      return {
        content: out.toString(),
        rowsAfter: groups.length,
        columns,
        warnings,
        report: { groups: groups.length },
      };
    });
  },
});
