import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { planColumns, writePlanned } from '../../formats/csv/column-plan.js';
import { EXPRESSION_CHARACTERS, EXPRESSION_NOTES } from '../../formats/csv/expressions.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { localeReaders } from '../../formats/csv/source.js';

const columnList = (description: string) => z.string().max(20_000).default('').describe(description);

export default defineTool({
  id: 'csv-columns',
  title: 'CSV Columns',
  summary: 'Selects, reorders, drops, renames, calculates, splits and combines the columns of a CSV file.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    select: columnList('Columns to keep, in the order wanted, such as: name, 5, 2-4; empty for all.'),
    drop: columnList('Columns to remove.'),
    rename: columnList('New names, such as: old = new, "Unit price" = price.'),
    add: z
      .string()
      .max(EXPRESSION_CHARACTERS)
      .default('')
      .describe(
        'Columns to calculate, one per line or separated by semicolons, such as: total = price * quantity; a name that exists is replaced.',
      ),
    split: columnList('Column to split at "separator" into columns of its own.'),
    combine: columnList('Columns to join into one with "separator" between; empty cells are left out.'),
    combineName: z.string().max(1000).default('').describe('Name of the combined column; empty for the names joined.'),
    separator: ofKind(
      'separator',
      z.string().max(100).default(' ').describe('Text that "split" splits at and "combine" joins with.'),
    ),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({}),
  notes: [
    'The order is add, split, combine, select, drop, rename: "select" and "drop" know the new columns, and all but "rename" use the old names.',
    ...EXPRESSION_NOTES,
    'A calculated number has all its digits: round(price * 1.19, 2). NULL is written as an empty cell. Parts of a split are trimmed, and named after their column: name_1, name_2.',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
  ],
  aliases: [
    'csvcut',
    'select csv columns',
    'reorder csv columns',
    'rename csv columns',
    'delete csv column',
    'csv calculated column',
    'split csv column',
    'merge csv columns',
    'mlr cut',
    'mlr put',
    'delete a column',
    'rename a column',
    'split names into two columns',
  ],
  verified: [
    'Miller 6.6 (mlr cut -o, cut -x, rename, put): the same tables for 300 random tables and choices',
    'Python 3.11 (fractions, decimal): the same exact results of 1,000 random calculations',
  ],
  examples: [
    {
      title: 'Selected, reordered and renamed',
      input: 'id,first name,last name,note\n1,Ada,Lovelace,"a, b"\n',
      options: { select: 'note, 2-3', rename: 'first name = first, last name = "last, or family"' },
      output: { text: 'note,first,"last, or family"\n"a, b",Ada,Lovelace\n' },
    },
    {
      title: 'Calculated columns',
      input: 'item,price,quantity\nbolt,0.1,3\nnut,,5\n',
      options: {
        add: "total = price * quantity; item = upper(item)\nsize = CASE WHEN quantity > 4 THEN 'L' ELSE 'S' END",
      },
      output: { text: 'item,price,quantity,total,size\nBOLT,0.1,3,0.3,S\nNUT,,5,,L\n' },
    },
    {
      title: 'Split and combined',
      input: 'name;street;city\nAda Lovelace;Main St 1;London\nPlato;;Athens\n',
      options: { split: 'name', combine: 'street, city', combineName: 'address', drop: 'name_2' },
      output: { text: 'name_1;address\nAda;Main St 1 London\nPlato;Athens\n' },
    },
    {
      title: 'A file',
      files: [{ name: 'a.csv', text: 'a,b,c\r\n1,"2",3\r\n4\r\n' }],
      options: { drop: 'a' },
      output: {
        text: null,
        files: [{ name: 'a.csv', mime: 'text/csv;charset=utf-8', text: 'b,c\r\n"2",3\r\n,\r\n' }],
      },
    },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { select: 'a, x' },
      error: { code: 'INVALID_INPUT', message: 'Option "select" names column "x", the columns are "a", "b"' },
    },
    {
      title: 'No column left',
      input: 'a\n1',
      options: { drop: 'a' },
      error: { code: 'INVALID_INPUT', message: 'Options "select" and "drop" leave no column' },
    },
    {
      title: 'Not a definition',
      input: 'a\n1',
      options: { add: 'a + 1' },
      error: { code: 'INVALID_INPUT', message: 'Option "add" has "a + 1", which is not: name = expression' },
    },
    {
      title: 'Not a new name',
      input: 'a\n1',
      options: { rename: 'a' },
      error: { code: 'INVALID_INPUT', message: 'Option "rename" has "a", which is not: old name = new name' },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    return eachTable({ input, files, signal, options }, (table) => {
      const plan = planColumns(table, options, readerOf(table));
      if (plan.length === 0 && table.names.length > 0) throw invalid('Options "select" and "drop" leave no column');
      const out = new RowText(table);
      writePlanned(table, plan, (row) => out.add(row));
      const columns = plan.map(({ name }) => name);
      return { content: out.toString(), rowsAfter: out.count - table.first, columns, warnings: [], report: {} };
    });
  },
});
