import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { conditionOf, EXPRESSION_CHARACTERS, EXPRESSION_NOTES, RowReader } from '../../formats/csv/expressions.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { localeReaders } from '../../formats/csv/source.js';

export default defineTool({
  id: 'csv-filter',
  title: 'CSV Filter',
  summary: 'Keeps the rows of a CSV file that meet a condition, written as in the WHERE of SQL.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    where: z
      .string()
      .max(EXPRESSION_CHARACTERS)
      .default('')
      .describe("Condition such as: price > 10 AND city IN ('Paris', 'Lyon'); empty for all rows."),
    invert: z.boolean().default(false).describe('Keeps the other rows: those that the condition is not true for.'),
    skip: z.number().multipleOf(1).min(0).max(1e9).default(0).describe('Number of matching rows to skip first.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1e9)
      .default(0)
      .describe('Number of rows to keep at most, from the start; 0: all.'),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({}),
  notes: [
    ...EXPRESSION_NOTES,
    'A row is kept where the condition is true; where it is unknown, as with an empty cell, it is not, and "invert" keeps it.',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
    'Dates such as 25/1/2024 have the order of "locale", or the other where a number above 12 in one of them shows it; with points the day comes first. Numbers have a decimal comma in en too where the file shows one (1.234,50) and no decimal point.',
  ],
  aliases: [
    'csv where',
    'filter csv rows',
    'csvgrep',
    'mlr filter',
    'select rows from csv',
    'csv query',
    'grep csv column',
    'csv head',
    'only some rows of a spreadsheet',
    'rows where a column is',
  ],
  verified: [
    'SQLite 3.40 (SELECT … WHERE): the same rows for 1,000 random conditions on 300 random tables',
    'Miller 6.6 (mlr filter): the same rows for 300 random conditions',
  ],
  examples: [
    {
      title: 'Dates whose order one of them shows',
      input: 'd,n\n13/02/2024,a\n01/03/2024,b\n25/01/2024,c\n',
      options: { where: 'd > 2024-02-01' },
      output: { text: 'd,n\n13/02/2024,a\n01/03/2024,b\n' },
    },
    {
      title: 'Rows by number and text',
      input: 'name,city,age\nAda,London,36\nBob,Paris,41\nEve,Paris,\n',
      options: { where: "city = 'Paris' AND age > 40" },
      output: { text: 'name,city,age\nBob,Paris,41\n' },
    },
    {
      title: 'The rows for which it is not true',
      input: 'name,age\nAda,36\nBob,41\nEve,n/a\n',
      options: { where: 'age > 40', invert: true },
      output: { text: 'name,age\nAda,36\nEve,n/a\n' },
    },
    {
      title: 'Dates, patterns and empty cells',
      input: 'item;sold;note\n"bolt; M4";31.01.2024;\nnut;1.2.2024;as ordered\nscrew;3.2.2024;\n',
      options: { where: "date(sold) < '2024-02-02' AND note IS NULL OR item ILIKE 'SCR%'", locale: 'de' },
      output: { text: 'item;sold;note\n"bolt; M4";31.01.2024;\nscrew;3.2.2024;\n' },
    },
    {
      title: 'A file without a header, columns by number, with a report',
      files: [{ name: 'a.csv', text: '1,x\n2,y\n3,z\n' }],
      options: { where: 'column_1 * 2 >= 4', limit: 1, header: false, report: true },
      output: {
        data: { rowsBefore: 3, rowsAfter: 1, columns: ['column_1', 'column_2'], warnings: [] },
        files: [{ name: 'a.csv', mime: 'text/csv;charset=utf-8', text: '2,y\n' }],
      },
    },
    {
      title: 'No row matches',
      input: 'a,b\n1,2\n',
      options: { where: 'a > b' },
      output: { text: 'a,b\n' },
    },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { where: 'a = 1 AND c = 2' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "where": line 1, column 11: there is no column "c", the columns are "a", "b"\na = 1 AND c = 2\n          ^',
      },
    },
    {
      title: 'Not a condition',
      input: 'a,b\n1,2',
      options: { where: 'a + 1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "where": line 1, column 1: it gives a value instead of true or false\na + 1\n^',
      },
    },
    {
      title: 'Compared with an empty text',
      input: 'a\n1',
      options: { where: "a = ''" },
      error: {
        code: 'INVALID_INPUT',
        message:
          "Cannot read option \"where\": line 1, column 7: an empty cell is NULL and equals nothing: write IS NULL or IS NOT NULL instead of ''\na = ''\n      ^",
      },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    const most = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    return eachTable({ input, files, signal, options }, (table) => {
      const { rows, first } = table;
      const holds =
        options.where.trim() === '' ? () => true : conditionOf(options.where, table, readerOf(table), 'where');
      const out = new RowText(table);
      if (table.hasHeader) out.add(rows.raw(0));
      const view = new RowReader(rows, first);
      let skipped = 0;
      for (let row = first; row < rows.count && out.count - first < most; row++) {
        view.moveTo(row);
        if (holds(view) === options.invert) continue;
        if (skipped++ < options.skip) continue;
        out.add(rows.raw(row));
      }
      const rowsAfter = out.count - first;
      return { content: out.toString(), rowsAfter, columns: table.names, warnings: [], report: {} };
    });
  },
});
