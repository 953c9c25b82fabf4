import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { json } from '../../core/results.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, raggedWarning } from '../../formats/csv/results.js';
import {
  type CsvTable,
  columnLabel,
  localeReaders,
  readTable,
  readTableFile,
  rowCount,
} from '../../formats/csv/source.js';
import { type ColumnProfile, type ProfileRules, profileColumns } from '../../lib/csv/profile.js';

const number = (description: string) => z.string().optional().describe(description);

const PROFILE = {
  rows: count('Rows below the header.'),
  delimiter: z.string().describe('Character that divides the columns.'),
  charset: z.string().describe('Character encoding of the file; empty for a text.'),
  columns: z
    .array(
      z.object({
        name: z.string().describe('Name of the column.'),
        type: z
          .enum(['integer', 'number', 'date', 'boolean', 'text', 'empty'])
          .describe('What all of its cells are that have a value.'),
        filled: count('Cells with something in them.'),
        empty: count('Cells with nothing in them.'),
        missing: count('Cells with a word or sign for a missing value, such as n/a, null or -.'),
        distinct: count('Different values, empty cells aside.'),
        isUnique: z.boolean().describe('Whether every row has a value of its own, so that the column can be a key.'),
        shortest: count('Characters of the shortest value.'),
        longest: count('Characters of the longest value.'),
        min: z.string().describe('Smallest number, earliest date, or first text by code point.'),
        max: z.string().describe('Largest number, latest date, or last text by code point.'),
        sum: number('Sum of the numbers.'),
        mean: number('Mean of the numbers.'),
        median: number('Median of the numbers.'),
        lowerQuartile: number('First quartile of the numbers.'),
        upperQuartile: number('Third quartile of the numbers.'),
        stddev: number('Standard deviation of the numbers, as of a sample.'),
        frequent: z
          .array(z.object({ value: z.string().describe('The value.'), rows: count('Rows that have it.') }))
          .describe('Most frequent values.'),
      }),
    )
    .describe('The columns, in their order.'),
  warnings: warnings(),
};

function profile(table: CsvTable, rules: ProfileRules) {
  const { rows, first, names, source } = table;
  const columns = refusing(`Cannot profile ${source.label}`, () => profileColumns(rows, first, names, rules));
  return {
    rows: rowCount(table),
    delimiter: table.writer.delimiter,
    charset: source.encoding?.encoding ?? '',
    columns,
    warnings: [...raggedWarning(table), ...warningsOf(table, columns)],
  };
}

/** What people want to know before they use the table. */
function warningsOf(table: CsvTable, columns: readonly ColumnProfile[]): string[] {
  const told: string[] = [];
  for (const [index, column] of columns.entries()) {
    const label = `Column ${columnLabel(table, index)}`;
    if (column.type === 'empty' && rowCount(table) > 0) told.push(`${label} is empty`);
    else if (column.missing > 0) told.push(`${label} writes missing values in words: ${column.missing} cells`);
    const spaced = column.frequent.filter(({ value }) => value !== value.trim());
    if (spaced.length > 0) told.push(`${label} has values with spaces at their ends`);
  }
  const most = 50;
  return told.length > most ? [...told.slice(0, most), `${told.length - most} more`] : told;
}

export default defineTool({
  id: 'csv-profile',
  title: 'CSV Profile',
  summary:
    'Describes each column of a CSV file: type, empty cells, distinct values, range, mean, quartiles, frequent values.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(10)
      .describe('Number of frequent values per column at most.'),
    decimals: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(6)
      .describe('Most decimals of means, quartiles and deviations.'),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    ...csvOptions,
  },
  result: 'data',
  data: z.union([z.object(PROFILE), fileReports(PROFILE)]),
  notes: [
    'A column is a number, date or boolean where all its cells are; n/a, null, none, - and ? count as missing values, and empty cells do not count. A column with codes such as 007 is text.',
    'Sums and means are exact decimals. Quartiles interpolate between two values, as in Excel (QUARTILE.INC) and NumPy; the standard deviation is that of a sample.',
    'Numbers are given as text, so that no digit is lost; minimum and maximum as they stand in the file.',
    'Several files give a report each; one that fails does not spoil the others.',
    'Dates such as 25/1/2024 have the order of "locale", or the other where a number above 12 in one of them shows it; with points the day comes first. Numbers have a decimal comma in en too where the file shows one (1.234,50) and no decimal point.',
  ],
  aliases: [
    'csvstat',
    'csv statistics',
    'describe csv',
    'data profiling',
    'csv summary',
    'mlr summary',
    'csv data types',
    'count null values',
    'pandas describe',
  ],
  verified: [
    'Python 3.11 (csv, statistics): the same counts, distinct values, sums, means, deviations and quartiles for 300 random tables',
  ],
  examples: [
    {
      title: 'Numbers and texts',
      input: 'name,age\nAda,36\nBob,41\nAda,\n',
      options: { limit: 1 },
      output: {
        data: {
          rows: 3,
          delimiter: ',',
          charset: '',
          columns: [
            {
              name: 'name',
              type: 'text',
              filled: 3,
              empty: 0,
              missing: 0,
              distinct: 2,
              isUnique: false,
              shortest: 3,
              longest: 3,
              min: 'Ada',
              max: 'Bob',
              frequent: [{ value: 'Ada', rows: 2 }],
            },
            {
              name: 'age',
              type: 'integer',
              filled: 2,
              empty: 1,
              missing: 0,
              distinct: 2,
              isUnique: false,
              shortest: 2,
              longest: 2,
              min: '36',
              max: '41',
              sum: '77',
              mean: '38.5',
              median: '38.5',
              lowerQuartile: '37.25',
              upperQuartile: '39.75',
              stddev: '3.535534',
              frequent: [{ value: '36', rows: 1 }],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A file with dates and missing values',
      files: [{ name: 'a.csv', text: 'when;note\n31.1.2024;\n1.2.2024;n/a\n' }],
      options: { locale: 'de', limit: 0 },
      output: {
        data: {
          rows: 2,
          delimiter: ';',
          charset: 'utf-8',
          columns: [
            {
              name: 'when',
              type: 'date',
              filled: 2,
              empty: 0,
              missing: 0,
              distinct: 2,
              isUnique: true,
              shortest: 8,
              longest: 9,
              min: '31.1.2024',
              max: '1.2.2024',
              frequent: [],
            },
            {
              name: 'note',
              type: 'text',
              filled: 1,
              empty: 1,
              missing: 1,
              distinct: 1,
              isUnique: false,
              shortest: 3,
              longest: 3,
              min: '',
              max: '',
              frequent: [],
            },
          ],
          warnings: ['Column "note" writes missing values in words: 1 cells'],
        },
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    const told = (table: CsvTable) => profile(table, { ...options, reader: readerOf(table) });
    if (files.length < 2 || input !== '') return json(told(await readTable({ input, files }, options)));
    return eachResult({ files, signal }, async (file) => {
      const report = told(await readTableFile(file, options));
      return { result: { text: null, files: [] }, report };
    });
  },
});
