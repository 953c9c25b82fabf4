import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { CSV_FILES, CSV_FILES_NOTE, csvReports, eachTable, RowText, reportOption } from '../../formats/csv/results.js';
import { MAX_COLUMNS } from '../../lib/csv/records.js';
import { checkCells } from '../../lib/table/table.js';

const { header: _, ...options } = csvOptions;

export default defineTool({
  id: 'csv-transpose',
  title: 'CSV Transpose',
  summary: 'Swaps the rows and columns of a CSV file.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    fill: z.string().max(100).default('').describe('Text for the cells that short rows lack.'),
    report: reportOption(),
    ...options,
  },
  result: 'mixed',
  data: csvReports({}),
  notes: [
    'The header becomes the first column, and the first column the header. Rows that are too short are filled up, so that transposing twice gives the full table back.',
    'At most 16,384 rows, because each becomes a column.',
    ...CSV_NOTES.slice(1),
    CSV_FILES_NOTE,
  ],
  aliases: [
    'transpose csv',
    'swap rows and columns',
    'rotate table',
    'csv rows to columns',
    'flip csv',
    'datamash transpose',
  ],
  verified: [
    'Python 3.11 (csv, itertools.zip_longest): the same cells for 300 random tables with ragged rows',
    'Twice gives the table itself: 300 random tables without ragged rows',
  ],
  examples: [
    {
      title: 'Rows to columns',
      input: 'name,Ada,Bob\nage,36,41\ncity,"London, UK",Paris\n',
      output: { text: 'name,age,city\nAda,36,"London, UK"\nBob,41,Paris\n' },
    },
    {
      title: 'Short rows filled up',
      input: 'a;b;c\n1\n2;3\n',
      options: { fill: '-' },
      output: { text: 'a;1;2\nb;-;3\nc;-;-\n' },
    },
    {
      title: 'A file, with a report',
      files: [{ name: 'a.tsv', text: 'a\t1\nb\t2' }],
      options: { report: true },
      output: {
        data: { rowsBefore: 1, rowsAfter: 1, columns: ['a', 'b'], warnings: [] },
        files: [{ name: 'a.tsv', mime: 'text/tab-separated-values;charset=utf-8', text: 'a\tb\n1\t2' }],
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: given }) {
    return eachTable({ input, files, signal, options: { ...given, header: true } }, (table) => {
      const { rows, writer } = table;
      if (rows.count > MAX_COLUMNS)
        throw overLimit(`The table of ${table.source.label} must have at most ${MAX_COLUMNS} rows, got ${rows.count}`);
      checkCells(rows.width, rows.count);
      const fill = writer.cell(given.fill);
      const cells = Array.from({ length: rows.count }, (_row, row) => {
        const count = rows.read(row);
        // A table of one column may hold the delimiter in its text.
        return Array.from({ length: count }, (_cell, column) =>
          rows.width === 1 ? writer.cell(rows.value(column)) : rows.rawCell(column),
        );
      });
      const out = new RowText(table);
      for (let column = 0; column < rows.width; column++) {
        const row = cells.map((line) => line[column] ?? fill);
        out.add(row.length === 1 && row[0] === '' ? writer.row(['']) : row.join(writer.delimiter));
      }
      const columns = Array.from({ length: rows.count }, (_row, row) => rows.cell(row, 0));
      return { content: out.toString(), rowsAfter: Math.max(0, out.count - 1), columns, warnings: [], report: {} };
    });
  },
});
