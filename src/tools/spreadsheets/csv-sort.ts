import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { findColumn, listItems, unknownColumn, unquoted } from '../../formats/csv/column-lists.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { type CsvTable, localeReaders } from '../../formats/csv/source.js';
import { type SortKey, type SortType, sortRows } from '../../lib/csv/sort-rows.js';

const MAX_KEYS = 50;
const TYPES: readonly string[] = ['auto', 'text', 'natural', 'codepoint', 'number', 'date', 'length'];

/** `city, age desc, "first name" text`. */
function keysOf(table: CsvTable, by: string, order: string): SortKey[] {
  const items = listItems(by);
  if (items.length === 0) return [{ column: 0, type: 'auto', isDescending: order === 'desc' }];
  if (items.length > MAX_KEYS) throw invalid(`Option "by" names ${items.length} columns, ${MAX_KEYS} are allowed`);
  return items.map((item) => {
    let name = item;
    let type: SortType = 'auto';
    let direction = order;
    for (let column = findColumn(table, unquoted(name)); ; column = findColumn(table, unquoted(name))) {
      if (column !== undefined) return { column, type, isDescending: direction === 'desc' };
      const [, rest, word = ''] = /^(.*\S)\s+(\S+)$/s.exec(name) ?? [];
      const told = word.toLowerCase();
      if (rest === undefined) throw unknownColumn(table, 'by', unquoted(name));
      if (told === 'asc' || told === 'desc') direction = told;
      else if (TYPES.includes(told)) type = told as SortType;
      else throw unknownColumn(table, 'by', unquoted(name));
      name = rest;
    }
  });
}

export default defineTool({
  id: 'csv-sort',
  title: 'CSV Sort',
  summary: 'Sorts the rows of a CSV file by one or more columns: numbers, dates, text, natural order.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    by: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'Columns to sort by, such as: country, price desc, name text. After each: asc or desc, and auto, text, natural, codepoint, number, date or length. Empty for the first column.',
      ),
    order: z.enum(['asc', 'desc']).default('asc').describe('Ascending or descending, for columns that do not say it.'),
    unique: shared.unique().describe('Removes rows that repeat an earlier row exactly.'),
    caseSensitive: shared.caseSensitive(),
    locale: shared
      .locale()
      .describe('Language whose alphabet, number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({}),
  notes: [
    'With auto, a column whose cells are all numbers is sorted by number, and one of dates by date; empty cells, n/a, null and - do not count. Otherwise it is text by the alphabet of the language.',
    'Numbers are compared exactly, with all their digits; thousands separators and currency signs are read as in "locale": 1,234.5 in en, 1.234,5 in de. A column with codes such as 007 is text.',
    'Dates: 2024-01-31, 31.01.2024, 1/31/2024 (month first in en, day first in en-GB), 31 Jan 2024, with or without a time; those without an offset count as UTC.',
    'Rows that compare as equal keep their order, in both orders. Empty cells, and cells that do not have the type, come last in both orders.',
    ...CSV_NOTES,
    CSV_FILES_NOTE,
    'Dates such as 25/1/2024 have the order of "locale", or the other where a number above 12 in one of them shows it; with points the day comes first. Numbers have a decimal comma in en too where the file shows one (1.234,50) and no decimal point.',
  ],
  aliases: [
    'csvsort',
    'sort csv by column',
    'sort spreadsheet',
    'order rows',
    'mlr sort',
    'sort tsv',
    'sort csv by date',
    'sort a table by a column',
  ],
  verified: [
    'Miller 6.6 (mlr sort -nf, -nr, -f, -r, -t): the same rows in the same order for 300 random tables with one to three keys',
    'SQLite 3.40 (ORDER BY x IS NULL, x): the same order for 300 more with empty cells',
  ],
  examples: [
    {
      title: 'By number, the largest first',
      input: 'name,price\nbolt,9.50\nnut,"1,200.00"\nscrew,10\n',
      options: { by: 'price desc' },
      output: { text: 'name,price\nnut,"1,200.00"\nscrew,10\nbolt,9.50\n' },
    },
    {
      title: 'By two columns',
      input: 'country;city;people\nFR;Lyon;522250\nDE;Ulm;128928\nFR;Paris;2102650\nDE;Köln;1087863\n',
      options: { by: 'country, people desc' },
      output: { text: 'country;city;people\nDE;Köln;1087863\nDE;Ulm;128928\nFR;Paris;2102650\nFR;Lyon;522250\n' },
    },
    {
      title: 'German dates and a missing one',
      input: 'wer,wann\r\nAda,1.2.2024\r\nBob,\r\nEve,31.01.2024\r\n',
      options: { by: 'wann', locale: 'de' },
      output: { text: 'wer,wann\r\nEve,31.01.2024\r\nAda,1.2.2024\r\nBob,\r\n' },
    },
    {
      title: 'A file, natural order, with a report',
      files: [{ name: 'parts.tsv', text: 'part\tn\nR10\t1\nR2\t2\nR2\t2\n' }],
      options: { by: 'part natural', unique: true, report: true },
      output: {
        data: { rowsBefore: 3, rowsAfter: 2, columns: ['part', 'n'], warnings: [] },
        files: [
          { name: 'parts.tsv', mime: 'text/tab-separated-values;charset=utf-8', text: 'part\tn\nR2\t2\nR10\t1\n' },
        ],
      },
    },
    { title: 'A header without rows', input: 'a,b', options: { by: 'b' }, output: { text: 'a,b' } },
    {
      title: 'Unknown column',
      input: 'a,b\n1,2',
      options: { by: 'c desc' },
      error: { code: 'INVALID_INPUT', message: 'Option "by" names column "c", the columns are "a", "b"' },
    },
    {
      title: 'Unclosed quote',
      input: 'a,b\n"1,2',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as CSV: line 2, column 1: the quoted value that begins here has no closing quote\n"1,2\n^',
      },
    },
    {
      title: 'Dates in the order that one of them shows',
      input: 'd,n\n13/02/2024,a\n01/03/2024,b\n25/01/2024,c\n',
      options: { by: 'd' },
      output: { text: 'd,n\n25/01/2024,c\n13/02/2024,a\n01/03/2024,b\n' },
    },
    {
      title: 'A table drawn with lines',
      input: '| a | b |\n|---|---|\n| 1 | 2 |\n',
      options: { by: 'a' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as CSV: it is a table drawn with lines, as Markdown, psql and MySQL write it; table-converter makes CSV of it (option "to": "csv")',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    return eachTable({ input, files, signal, options }, (table) => {
      const { rows, first } = table;
      const order = sortRows(rows, first, keysOf(table, options.by, options.order), {
        ...options,
        reader: readerOf(table),
      });
      const out = new RowText(table);
      if (table.hasHeader) out.add(rows.raw(0));
      const seen = new Set<string>();
      for (const row of order) {
        const raw = rows.raw(row);
        if (options.unique && seen.size === seen.add(raw).size) continue;
        out.add(raw);
      }
      const rowsAfter = out.count - first;
      return { content: out.toString(), rowsAfter, columns: table.names, warnings: [], report: {} };
    });
  },
});
