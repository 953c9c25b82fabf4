import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { distinctColumns } from '../../formats/csv/column-lists.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import type { CsvTable } from '../../formats/csv/source.js';
import { joinKey } from '../../lib/csv/row-keys.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

const REPORTED = 100;

interface KeyRules {
  readonly columns: readonly number[];
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
}

/** A text that is the same for rows that repeat each other. */
function keyOf({ rows }: CsvTable, row: number, { columns, caseSensitive, ignoreWhitespace }: KeyRules): string {
  const cells = rows.read(row);
  return joinKey(
    columns.map((column) => {
      let cell = column < cells ? rows.value(column) : '';
      if (ignoreWhitespace) cell = cell.trim().replace(/\s+/g, ' ');
      return caseSensitive ? cell : foldCase(cell.normalize('NFC'));
    }),
  );
}

/** The lines of the first groups. */
function listDuplicates(
  { rows, first }: CsvTable,
  groupOf: Int32Array,
  firsts: readonly number[],
  sizes: readonly number[],
) {
  const groups = firsts.flatMap((_, group) => ((sizes[group] ?? 0) > 1 ? [group] : [])).slice(0, REPORTED);
  const places = new Map(groups.map((group, index) => [group, index]));
  const members: number[][] = groups.map(() => []);
  for (let row = first; row < rows.count; row++) {
    const lines = members[places.get(groupOf[row] ?? -1) ?? -1];
    if (lines !== undefined && lines.length <= REPORTED) lines.push(rows.lineOf(row));
  }
  return groups.map((group, index) => {
    const [line = 1, ...others] = members[index] ?? [];
    return { line, others, rows: sizes[group] ?? 0 };
  });
}

export default defineTool({
  id: 'csv-deduplicate',
  title: 'CSV Deduplicate',
  summary: 'Removes duplicate rows from a CSV file, by all or chosen columns, or shows only the duplicates.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    columns: z
      .string()
      .max(20_000)
      .default('')
      .describe('Columns that make two rows duplicates, such as: email, or 2-4; empty for all columns.'),
    keep: z
      .enum(['first', 'last', 'unique', 'duplicates'])
      .default('first')
      .describe(
        'Rows to keep: the first or the last of each group of duplicates, only rows without a duplicate, or only rows that have one.',
      ),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    ignoreEmpty: z
      .boolean()
      .default(false)
      .describe('Keeps all rows whose chosen columns are empty, instead of treating them as duplicates.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({
    removed: count('Rows that were removed.'),
    groups: count('Groups of two or more rows that repeat each other.'),
    duplicates: z
      .array(
        z.object({
          line: place('Line of the first row of the group.'),
          others: z.array(place('Line of a row that repeats it.')).describe('Lines of the other rows, the first 100.'),
          rows: count('Rows of the group.'),
        }),
      )
      .describe('The first 100 groups, with the lines of their rows.'),
  }),
  notes: [
    'Cells are compared, not the text of the row: "a" in quotes and a without are the same. Rows keep their order and their place.',
    'Without "caseSensitive", letters are alike in any case, and é is alike however it is encoded.',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
  ],
  aliases: [
    'remove duplicate rows',
    'csv dedupe',
    'csv unique',
    'find duplicates in csv',
    'csv distinct',
    'mlr head -n 1 -g',
    'csvuniq',
    'same customer twice',
    'remove double rows',
  ],
  verified: ['Miller 6.6 (mlr head -n 1 -g, tail -n 1 -g, count-similar): the same rows for 300 random tables'],
  examples: [
    {
      title: 'The first of each row',
      input: 'name,city\nAda,London\n"Ada",London\nBob,Paris\n',
      output: { text: 'name,city\nAda,London\nBob,Paris\n' },
    },
    {
      title: 'The last of each address, in any letter case',
      input: 'id;email\n1;ada@x.org\n2;ADA@x.org \n3;bob@x.org\n4;\n5;\n',
      options: { columns: 'email', keep: 'last', caseSensitive: false, ignoreWhitespace: true, ignoreEmpty: true },
      output: { text: 'id;email\n2;ADA@x.org \n3;bob@x.org\n4;\n5;\n' },
    },
    {
      title: 'Only the duplicates, with a report',
      files: [{ name: 'a.csv', text: 'k,v\nx,1\ny,2\nx,3\n' }],
      options: { columns: 'k', keep: 'duplicates', report: true },
      output: {
        data: {
          rowsBefore: 3,
          rowsAfter: 2,
          columns: ['k', 'v'],
          warnings: [],
          removed: 1,
          groups: 1,
          duplicates: [{ line: 2, others: [4], rows: 2 }],
        },
        files: [{ name: 'a.csv', mime: 'text/csv;charset=utf-8', text: 'k,v\nx,1\nx,3\n' }],
      },
    },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { columns: 'c' },
      error: { code: 'INVALID_INPUT', message: 'Option "columns" names column "c", the columns are "a", "b"' },
    },
  ],
  run({ input, files, signal, options }) {
    const { keep, ignoreEmpty } = options;
    return eachTable({ input, files, signal, options }, (table) => {
      const { rows, first } = table;
      const rules = { ...options, columns: distinctColumns(table, options.columns, 'columns') };
      const nothing = joinKey(rules.columns.map(() => ''));
      const numbers = new Map<string, number>();
      const groupOf = new Int32Array(rows.count).fill(-1);
      const firsts: number[] = [];
      const lasts: number[] = [];
      const sizes: number[] = [];
      for (let row = first; row < rows.count; row++) {
        const key = keyOf(table, row, rules);
        const known = ignoreEmpty && key === nothing ? undefined : numbers.get(key);
        const group = known ?? firsts.push(row) - 1;
        if (known === undefined && !(ignoreEmpty && key === nothing)) numbers.set(key, group);
        groupOf[row] = group;
        lasts[group] = row;
        sizes[group] = (sizes[group] ?? 0) + 1;
      }
      const isKept = (row: number): boolean => {
        const group = groupOf[row] ?? 0;
        if (keep === 'first') return firsts[group] === row;
        if (keep === 'last') return lasts[group] === row;
        return (sizes[group] === 1) === (keep === 'unique');
      };
      const out = new RowText(table);
      if (table.hasHeader) out.add(rows.raw(0));
      for (let row = first; row < rows.count; row++) if (isKept(row)) out.add(rows.raw(row));
      const rowsAfter = out.count - first;
      return {
        content: out.toString(),
        rowsAfter,
        columns: table.names,
        warnings: [],
        report: {
          removed: rows.count - first - rowsAfter,
          groups: sizes.filter((size) => size > 1).length,
          duplicates: listDuplicates(table, groupOf, firsts, sizes),
        },
      };
    });
  },
});
