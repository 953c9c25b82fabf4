import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { type CsvTable, localeReaders } from '../../formats/csv/source.js';
import type { TextSource } from '../../formats/text-source.js';
import { type CleanRules, cleanNames, cleanRow, filledColumns, noChanges, tidy } from '../../lib/csv/clean.js';
import { CellWriter } from '../../lib/csv/rows.js';
import { type CellReader, TypeGuess } from '../../lib/table/cell-reader.js';

const LINE_BREAKS = { lf: '\n', crlf: '\r\n' } as const;

/** Types of the columns as they are once their cells are tidied. */
function guessTypes({ rows, first }: CsvTable, reader: CellReader): TypeGuess[] {
  const guesses = Array.from({ length: rows.width }, () => new TypeGuess(reader));
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    for (let column = 0; column < cells; column++) {
      const guess = guesses[column];
      if (guess !== undefined && !guess.isText) guess.add(tidy(rows.value(column)));
    }
  }
  return guesses;
}

/** The same upload as UTF-8, its ending by the delimiter. */
function cleanSource(source: TextSource, delimiter: string, hasMark: boolean): TextSource {
  if (source.file === undefined) return source;
  const ending = delimiter === '\t' ? '.tsv' : '.csv';
  const name = source.file.name.replace(/(?:\.(?:csv|tsv|txt|tab))?$/i, ending);
  return { ...source, file: { ...source.file, name }, encoding: { encoding: 'utf-8', hasMark } };
}

function cleanTable(table: CsvTable, rules: CleanRules, form: { delimiter: string; lineBreak: string; bom: boolean }) {
  const { rows, first } = table;
  const counts = noChanges();
  const writer = new CellWriter(form.delimiter, '"');
  const isTyped = rules.dates === 'iso' || rules.numbers === 'plain';
  const guesses = isTyped ? guessTypes(table, rules.reader) : [];
  const width = table.hasHeader ? rows.cellCount(0) : 0;
  const filled = filledColumns(rows, first, rules.trim);
  const header = table.hasHeader ? rows.cells(0) : [];
  // A delimiter at the end of every line makes a column without a name and without a cell.
  const isSpare = (column: number): boolean =>
    (header[column] ?? '').trim() === '' && (column >= width || table.hasHeader);
  const kept = filled.flatMap((isFilled, column) =>
    isFilled || !(rules.dropEmptyColumns || isSpare(column)) ? [column] : [],
  );
  counts.removedColumns = filled.length - kept.length;
  const names = cleanNames(
    kept.map((column) => header[column] ?? ''),
    kept.length,
    rules,
  );
  const out = new RowText(table, { head: '', isClosed: true, lineBreak: form.lineBreak });
  if (table.hasHeader) out.add(writer.row(names));
  for (let row = first; row < rows.count; row++) {
    const clean = cleanRow(rows, row, kept, guesses, rules, counts);
    if (clean !== undefined) out.add(writer.row(clean));
  }
  const extra =
    names.length > width && table.hasHeader
      ? [`Rows have more cells than the header: columns ${width + 1} to ${names.length} were added`]
      : [];
  return {
    content: out.toString(),
    rowsAfter: out.count - first,
    columns: names,
    warnings: extra,
    report: counts,
    source: cleanSource(table.source, form.delimiter, form.bom),
  };
}

export default defineTool({
  id: 'csv-cleaner',
  title: 'CSV Cleaner',
  summary:
    'Cleans a CSV file: encoding, delimiter, quotes, ragged rows, spaces, empty rows and columns, dates and numbers.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    outputDelimiter: shared.outputDelimiter(),
    lineBreak: z.enum(['lf', 'crlf']).default('lf').describe('Line breaks of the result.'),
    trim: z
      .boolean()
      .default(true)
      .describe(
        'Removes spaces at both ends of cells and invisible characters, and writes special spaces as plain ones.',
      ),
    dropEmptyRows: z.boolean().default(true).describe('Removes rows whose cells are all empty.'),
    dropEmptyColumns: z
      .boolean()
      .default(false)
      .describe('Removes columns whose cells below the header are all empty.'),
    dates: z.enum(['keep', 'iso']).default('keep').describe('Writes columns of dates as ISO 8601: 2024-01-31.'),
    numbers: z
      .enum(['keep', 'plain'])
      .default('keep')
      .describe('Writes columns of numbers without thousands separators and currency signs, with a decimal point.'),
    missing: z.enum(['keep', 'empty']).default('keep').describe('Empties cells such as n/a, null, none, - and ?.'),
    names: z
      .enum(['keep', 'unique', 'snake'])
      .default('unique')
      .describe('Names of columns: kept, made unique and not empty, or such as unit_price too.'),
    bom: shared.bom(),
    locale: shared.locale().describe('Language whose number marks and order of dates apply, such as en, en-GB or de.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: csvReports({
    trimmedCells: count('Cells that lost spaces or invisible characters.'),
    clearedCells: count('Cells such as n/a that were emptied.'),
    rewrittenDates: count('Dates that are written in another way.'),
    rewrittenNumbers: count('Numbers that are written in another way.'),
    removedRows: count('Empty rows that were removed.'),
    removedColumns: count('Empty columns that were removed.'),
    filledRows: count('Rows that were too short and were filled up.'),
  }),
  notes: [
    'The result is UTF-8 as in RFC 4180: one delimiter, quotes only where needed, the same number of cells in every row. Titles above the table are dropped with "skipLines".',
    'Short rows are filled up with empty cells. Cells beyond the header are kept, in columns named column_4 and so on. A column with neither a name nor a cell, as a delimiter at the end of every line makes it, is removed.',
    'Only a column whose cells are all dates (or n/a and the like) is rewritten as dates, and the same for numbers: 31.01.2024 in de, 1/31/2024 in en. A column with codes such as 007 stays as it is.',
    'A duplicate name gets a number: name, name_2; an empty one becomes column_3 by its place.',
    CSV_FILES_NOTE,
    'Dates such as 25/1/2024 have the order of "locale", or the other where a number above 12 in one of them shows it; with points the day comes first. Numbers have a decimal comma in en too where the file shows one (1.234,50) and no decimal point.',
  ],
  aliases: [
    'clean csv',
    'fix csv',
    'csvclean',
    'csvformat',
    'normalize csv',
    'repair csv',
    'convert csv to utf-8',
    'semicolon to comma csv',
    'trim csv cells',
    'remove empty rows from a spreadsheet',
    'messy spreadsheet',
  ],
  verified: [
    'Python 3.11 (csv): reads the result of 300 random messy tables with spaces, ragged and empty rows as its own cleaning of them',
    'Cleaning a clean table changes nothing: the same 300 tables, cleaned twice',
  ],
  examples: [
    {
      title: 'Spaces, short and empty rows',
      input: ' name ; city;city\r\n Ada ;London\r\n;;\r\nBob;"Paris";  x\u00a0\r\n',
      output: { text: 'name,city,city_2\nAda,London,\nBob,Paris,x\n' },
    },
    {
      title: 'Dates, numbers and missing values',
      input: 'Unit price;Sold on\n"1.234,50 €";31.1.2024\nn/a;1. März 2024\n',
      options: { dates: 'iso', numbers: 'plain', missing: 'empty', names: 'snake', locale: 'de' },
      output: { text: 'unit_price,sold_on\n1234.50,2024-01-31\n,2024-03-01\n' },
    },
    {
      title: 'A file, with a report',
      files: [{ name: 'a.txt', text: 'a\tb\t\n1\t 2\t\n3\n' }],
      options: { report: true },
      output: {
        data: {
          rowsBefore: 2,
          rowsAfter: 2,
          columns: ['a', 'b'],
          warnings: ['1 row has more or fewer cells than the header'],
          trimmedCells: 1,
          clearedCells: 0,
          rewrittenDates: 0,
          rewrittenNumbers: 0,
          removedRows: 0,
          removedColumns: 1,
          filledRows: 1,
        },
        files: [{ name: 'a.csv', mime: 'text/csv;charset=utf-8', text: 'a,b\n1,2\n3,\n' }],
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const readerOf = localeReaders(options.locale);
    const form = {
      delimiter: DELIMITER_CHARACTERS[options.outputDelimiter],
      lineBreak: LINE_BREAKS[options.lineBreak],
      bom: options.bom,
    };
    return eachTable({ input, files, signal, options }, (table) =>
      cleanTable(table, { ...options, reader: readerOf(table) }, form),
    );
  },
});
