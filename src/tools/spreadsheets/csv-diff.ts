import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { json, text } from '../../core/results.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { distinctColumns } from '../../formats/csv/column-lists.js';
import { cellsOf, keyNames, objectOf, repeatedKeys, sameCells, sideOf } from '../../formats/csv/diff-sides.js';
import { csvOptions } from '../../formats/csv/options.js';
import { PAIR_FILES, readTablePair } from '../../formats/csv/pairs.js';
import { RowText, raggedWarning } from '../../formats/csv/results.js';
import { localeReaders, rowCount } from '../../formats/csv/source.js';
import { KINDS } from '../../formats/text-source.js';
import { pairRows } from '../../lib/csv/diff-rows.js';

const row = (description: string) => z.record(z.string(), z.string()).describe(description);

export default defineTool({
  id: 'csv-diff',
  title: 'CSV Diff',
  summary: 'Compares two CSV files row by row by their key: added, removed and changed rows and cells.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: PAIR_FILES,
  options: {
    key: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'Columns that identify a row; empty for the first column if it is unique in both files, else for whole rows.',
      ),
    ignore: z.string().max(5000).default('').describe('Columns that are not compared.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('A report, or the differing rows as CSV with "before → after" in changed cells.'),
    numbers: z.boolean().default(true).describe('Numbers such as 1.50 and 1.5 are equal.'),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    limit: z.number().multipleOf(1).min(0).max(100_000).default(1000).describe('Rows of each kind to list at most.'),
    locale: shared.locale().describe('Language whose number marks apply, such as en or de.'),
    ...csvOptions,
  },
  result: 'mixed',
  data: z.object({
    isEqual: z.boolean().describe('Whether there is no difference.'),
    key: z.array(z.string()).describe('Columns that rows were paired by.'),
    rowsBefore: count('Rows of the first file.'),
    rowsAfter: count('Rows of the second file.'),
    unchangedCount: count('Rows without a difference.'),
    addedCount: count('Rows of the second file only.'),
    removedCount: count('Rows of the first file only.'),
    changedCount: count('Rows with a changed cell.'),
    addedColumns: z.array(z.string()).describe('Columns of the second file only.'),
    removedColumns: z.array(z.string()).describe('Columns of the first file only.'),
    added: z
      .array(z.object({ line: place('Line in the second file.'), row: row('Its cells by column.') }))
      .describe('Added rows.'),
    removed: z
      .array(z.object({ line: place('Line in the first file.'), row: row('Its cells by column.') }))
      .describe('Removed rows.'),
    changed: z
      .array(
        z.object({
          lineBefore: place('Line in the first file.'),
          lineAfter: place('Line in the second file.'),
          key: row('Cells of its key.'),
          changes: z
            .array(
              z.object({
                column: z.string().describe('Name of the column.'),
                before: z.string().describe('Cell of the first file.'),
                after: z.string().describe('Cell of the second file.'),
              }),
            )
            .describe('Cells that differ.'),
        }),
      )
      .describe('Changed rows.'),
    warnings: warnings(),
  }),
  notes: [
    'Two files, or "input" and one file: the first is the state before. They may differ in delimiter, encoding, quotes, and the order of rows and columns; none of that is a difference.',
    'Columns are matched by name. Where a key repeats, its rows are paired in their order, with a warning. Without a key, a changed row is one that was removed and one that was added.',
    'The CSV lists added, removed and changed rows in the order of the second file, with a first column "change".',
  ],
  aliases: [
    'compare csv files',
    'csvdiff',
    'daff',
    'difference between two csv',
    'spreadsheet compare',
    'csv changes',
    'compare two excel exports',
  ],
  verified: [
    'Python 3.11 (csv, dict): the same added, removed and changed rows and cells for 300 random pairs of tables with random edits',
  ],
  examples: [
    {
      title: 'Added, removed and changed',
      input: 'id,name,price\n1,bolt,1.50\n2,nut,2\n3,screw,3\n',
      files: [{ name: 'new.csv', text: 'id;price;name\n1;1.5;bolt\n3;4;screw\n4;5;rivet\n' }],
      output: {
        data: {
          isEqual: false,
          key: ['id'],
          rowsBefore: 3,
          rowsAfter: 3,
          unchangedCount: 1,
          addedCount: 1,
          removedCount: 1,
          changedCount: 1,
          addedColumns: [],
          removedColumns: [],
          added: [{ line: 4, row: { id: '4', price: '5', name: 'rivet' } }],
          removed: [{ line: 3, row: { id: '2', name: 'nut', price: '2' } }],
          changed: [
            { lineBefore: 4, lineAfter: 3, key: { id: '3' }, changes: [{ column: 'price', before: '3', after: '4' }] },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'As CSV',
      files: [
        { name: 'old.csv', text: 'id,name\n1,bolt\n2,nut\n' },
        { name: 'new.csv', text: 'id,name,note\n1,Bolt,x\n3,screw,\n' },
      ],
      options: { format: 'csv' },
      output: { text: 'change,id,name,note\nchanged,1,bolt → Bolt,x\nremoved,2,nut,\nadded,3,screw,\n' },
    },
    {
      title: 'No difference',
      input: 'a\n1\n',
      files: [{ name: 'b.csv', text: 'a\n1' }],
      options: { format: 'csv' },
      output: { text: 'change,a\n' },
    },
    {
      title: 'Unknown key',
      input: 'a\n1\n',
      files: [{ name: 'b.csv', text: 'a\n1' }],
      options: { key: 'id' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" names column "id", the columns are "a"' },
    },
  ],
  async run({ input, files, options }) {
    const [before, after] = await readTablePair({ input, files }, options);
    const reader = localeReaders(options.locale)(before, after);
    const key = keyNames(before, after, options.key);
    const ignored = new Set(
      options.ignore.trim() === ''
        ? []
        : distinctColumns(before, options.ignore, 'ignore').map((column) => before.names[column] ?? ''),
    );
    const common = before.names.filter((name) => after.names.includes(name) && !ignored.has(name));
    const [one, other] = [sideOf(before, key, common, options), sideOf(after, key, common, options)];
    const isSame = sameCells(options, reader);
    const addedColumns = after.names.filter((name) => !before.names.includes(name));
    const removedColumns = before.names.filter((name) => !after.names.includes(name));
    const told = { added: 0, removed: 0, changed: 0, unchanged: 0 };
    const lists = { added: [] as number[], removed: [] as number[], changed: [] as (readonly [number, number])[] };
    const columns = [...before.names, ...addedColumns];
    const out = new RowText(before, { head: '', isClosed: true });
    out.add(before.writer.row(['change', ...columns]));
    const write = (change: string, from: number | undefined, to: number | undefined): void => {
      if (options.format !== 'csv') return;
      const old = from === undefined ? undefined : before.rows.cells(from);
      const now = to === undefined ? undefined : after.rows.cells(to);
      const cells = columns.map((name) => {
        const [left, right] = [before.names.indexOf(name), after.names.indexOf(name)];
        const a = left < 0 ? undefined : old && (old[left] ?? '');
        const b = right < 0 ? undefined : now && (now[right] ?? '');
        if (a === undefined || b === undefined) return a ?? b ?? '';
        return isSame(a, b) || ignored.has(name) ? b : `${a} → ${b}`;
      });
      out.add(before.writer.row([change, ...cells]));
    };
    const changesOf = (from: number, to: number) => {
      const [a, b] = [cellsOf(one, from), cellsOf(other, to)];
      return common.flatMap((column, index) => {
        const [old = '', now = ''] = [a[index], b[index]];
        return isSame(old, now) ? [] : [{ column, before: old, after: now }];
      });
    };
    for (const { before: from, after: to } of pairRows(one, other)) {
      if (from !== undefined && to !== undefined) {
        if (before.rows.raw(from) === after.rows.raw(to) && before.rows.raw(0) === after.rows.raw(0)) told.unchanged++;
        else if (changesOf(from, to).length === 0) told.unchanged++;
        else {
          if (told.changed++ < options.limit) lists.changed.push([from, to]);
          write('changed', from, to);
        }
      } else if (to !== undefined) {
        if (told.added++ < options.limit) lists.added.push(to);
        write('added', undefined, to);
      } else if (from !== undefined) {
        if (told.removed++ < options.limit) lists.removed.push(from);
        write('removed', from, undefined);
      }
    }
    if (options.format === 'csv') return text(out.toString(), { name: 'diff.csv', mime: KINDS.csv.mime });
    const isWhole = key.length === before.names.length && options.key.trim() === '';
    const repeats = repeatedKeys(one) + repeatedKeys(other);
    return json({
      isEqual: told.added + told.removed + told.changed + addedColumns.length + removedColumns.length === 0,
      key,
      rowsBefore: rowCount(before),
      rowsAfter: rowCount(after),
      unchangedCount: told.unchanged,
      addedCount: told.added,
      removedCount: told.removed,
      changedCount: told.changed,
      addedColumns,
      removedColumns,
      added: lists.added.map((at) => ({ line: after.rows.lineOf(at), row: objectOf(after, at) })),
      removed: lists.removed.map((at) => ({ line: before.rows.lineOf(at), row: objectOf(before, at) })),
      changed: lists.changed.map(([from, to]) => {
        const cells = objectOf(after, to);
        return {
          lineBefore: before.rows.lineOf(from),
          lineAfter: after.rows.lineOf(to),
          key: Object.fromEntries(key.map((name) => [name, cells[name] ?? ''])),
          changes: changesOf(from, to),
        };
      }),
      warnings: [
        ...raggedWarning(before),
        ...raggedWarning(after),
        ...(repeats > 0 && !isWhole
          ? [`${repeats} rows repeat the key of an earlier row and were paired in their order`]
          : []),
      ],
    });
  },
});
