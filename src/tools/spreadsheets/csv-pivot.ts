import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { columnOf, columnsOf, distinctColumns } from '../../formats/csv/column-lists.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { cellCopier } from '../../formats/csv/recoded.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { type CsvTable, localeReaders } from '../../formats/csv/source.js';
import { type Aggregate, type AggregateRules, aggregate } from '../../lib/csv/aggregates.js';
import { joinKey } from '../../lib/csv/row-keys.js';
import { typeOfColumn } from '../../lib/csv/sort-rows.js';
import { checkCells, uniqueColumns } from '../../lib/table/table.js';

type Choice = 'sum' | 'count' | 'mean' | 'median' | 'min' | 'max' | 'first' | 'last' | 'list';

/** One row for each key of the index columns, one column for each value of `across`. */
function pivot(
  table: CsvTable,
  index: readonly number[],
  across: number,
  values: number,
  choice: Choice,
  rules: AggregateRules,
) {
  const { rows, first, names, writer } = table;
  const titles = new Map<string, number>();
  const groups = new Map<string, { readonly key: readonly string[]; readonly cells: (Aggregate | undefined)[] }>();
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    const cellAt = (column: number): string => (column < cells ? rows.value(column) : '');
    const key = index.map(cellAt);
    const joined = joinKey(key);
    const group = groups.get(joined) ?? { key, cells: [] };
    groups.set(joined, group);
    const title = cellAt(across);
    const place = titles.get(title) ?? titles.size;
    if (place === titles.size) {
      titles.set(title, place);
      checkCells(titles.size, groups.size);
    }
    group.cells[place] ??= aggregate(choice, rules);
    const value = cellAt(values);
    if (value !== '') group.cells[place].add(value);
  }
  checkCells(titles.size, groups.size);
  const columns = uniqueColumns([...index.map((column) => names[column] ?? ''), ...titles.keys()]);
  const out = new RowText(table);
  out.add(writer.row(columns));
  for (const { key, cells } of groups.values())
    out.add(writer.row([...key, ...Array.from({ length: titles.size }, (_, place) => cells[place]?.result() ?? '')]));
  return { content: out.toString(), rowsAfter: groups.size, columns, warnings: [], report: {} };
}

/** A row for each cell of the value columns. */
function unpivot(table: CsvTable, kept: readonly number[], values: readonly number[], titles: readonly string[]) {
  const { rows, first, names, writer } = table;
  const columns = uniqueColumns([...kept.map((column) => names[column] ?? ''), ...titles]);
  const out = new RowText(table);
  out.add(writer.row(columns));
  const copy = cellCopier(table, table);
  const shown = values.map((column) => writer.cell(names[column] ?? ''));
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    const cellAt = (column: number): string => (column < cells ? copy(column) : '');
    const before = kept.map(cellAt);
    for (const [at, column] of values.entries())
      out.add([...before, shown[at] ?? '', cellAt(column)].join(writer.delimiter));
  }
  return { content: out.toString(), rowsAfter: out.count - 1, columns, warnings: [], report: {} };
}

export default defineTool({
  id: 'csv-pivot',
  title: 'CSV Pivot',
  summary: 'Turns the values of a CSV column into columns (pivot), or columns into rows (unpivot).',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    action: z.enum(['pivot', 'unpivot']).default('pivot').describe('From long to wide, or from wide to long.'),
    index: z
      .string()
      .max(5000)
      .default('')
      .describe('Columns that identify a row of the result; empty for all other columns.'),
    columns: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'Pivot: column whose values become columns. Unpivot: columns that become rows; empty for all but "index".',
      ),
    values: z.string().max(1000).default('').describe('Pivot: column with the values; empty for the last one.'),
    aggregate: z
      .enum(['sum', 'count', 'mean', 'median', 'min', 'max', 'first', 'last', 'list'])
      .default('sum')
      .describe('Pivot: what is made of several values for one cell.'),
    nameColumn: z.string().min(1).max(200).default('name').describe('Unpivot: name of the column with the old names.'),
    valueColumn: z.string().min(1).max(200).default('value').describe('Unpivot: name of the column with the values.'),
    decimals: z.number().multipleOf(1).min(0).max(20).default(10).describe('Most decimals of means and medians.'),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({}),
  notes: [
    'Rows and columns of a pivot come in the order in which their values first appear; a cell without a value is empty. Empty cells do not count.',
    'Sums are exact decimals; cells that are not numbers are ignored by sum, mean and median. A pivot has at most 10,000,000 cells.',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
  ],
  aliases: [
    'pivot table',
    'unpivot csv',
    'melt csv',
    'long to wide',
    'wide to long',
    'mlr reshape',
    'crosstab',
    'pandas pivot',
  ],
  verified: [
    'Miller 6.6 (mlr reshape wide-to-long): the same tables for 300 random tables',
    'SQLite 3.40 (GROUP BY): the same sums, counts, minima and maxima in each cell for 300 random tables',
  ],
  examples: [
    {
      title: 'Sums by city and year',
      input: 'city,year,sales\nParis,2023,1.5\nRome,2023,2\nParis,2024,3\nParis,2024,0.25\n',
      options: { index: 'city', columns: 'year', values: 'sales' },
      output: { text: 'city,2023,2024\nParis,1.5,3.25\nRome,2,\n' },
    },
    {
      title: 'Columns to rows',
      input: 'city;2023;2024\nParis;1;"2;5"\nRome;3;\n',
      options: { action: 'unpivot', index: 'city', nameColumn: 'year', valueColumn: 'sales' },
      output: { text: 'city;year;sales\nParis;2023;1\nParis;2024;"2;5"\nRome;2023;3\nRome;2024;\n' },
    },
    {
      title: 'A file, counted',
      files: [{ name: 'a.csv', text: 'a,b,c\nx,1,u\nx,1,v\n' }],
      options: { columns: 'b', index: 'a', aggregate: 'count' },
      output: { text: null, files: [{ name: 'a.csv', mime: 'text/csv;charset=utf-8', text: 'a,1\nx,2\n' }] },
    },
    {
      title: 'No column to pivot',
      input: 'a,b\n1,2',
      error: { code: 'INVALID_INPUT', message: 'Option "columns" must not be empty for a pivot' },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    return eachTable({ input, files, signal, options }, (table) => {
      const others = (used: readonly number[]): number[] =>
        table.names.flatMap((_, column) => (used.includes(column) ? [] : [column]));
      if (options.action === 'unpivot') {
        const index = columnsOf(table, options.index, 'index');
        const wanted =
          options.columns.trim() === '' ? others(index) : distinctColumns(table, options.columns, 'columns');
        const kept = options.index.trim() === '' ? others(wanted) : index;
        return unpivot(table, kept, wanted, [options.nameColumn, options.valueColumn]);
      }
      if (options.columns.trim() === '') throw invalid('Option "columns" must not be empty for a pivot');
      const across = columnOf(table, options.columns, 'columns');
      const values = options.values === '' ? table.names.length - 1 : columnOf(table, options.values, 'values');
      const index =
        options.index.trim() === '' ? others([across, values]) : distinctColumns(table, options.index, 'index');
      const reader = readerOf(table);
      const type = typeOfColumn(table.rows, table.first, values, reader);
      return refusing(`Cannot pivot ${table.source.label}`, () =>
        pivot(table, index, across, values, options.aggregate, { reader, type, decimals: options.decimals }),
      );
    });
  },
});
