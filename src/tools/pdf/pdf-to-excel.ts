import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, overLimit, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { tablesOf } from '../../lib/page-text/tables.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { visitPages } from './_page-contents.js';
import { type FoundTable, tableData, tableFiles, tableReport } from './_page-tables.js';
import { LOCKED } from './_refusals.js';
import { condition } from './_report-data.js';

const MAX_TABLES = 500;
const MAX_CELLS = 200_000;

export default defineTool({
  id: 'pdf-to-excel',
  title: 'PDF to Excel',
  summary: 'Finds the tables of a PDF, with lines or without, and writes them as an Excel workbook, CSV files or JSON.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    method: z
      .enum(['auto', 'lattice', 'stream'])
      .default('auto')
      .describe(
        'How tables are found: lattice by the lines drawn around cells, stream by the white space between them, auto by lines first and white space elsewhere.',
      ),
    format: z
      .enum(['xlsx', 'csv', 'json'])
      .default('xlsx')
      .describe('What is written: one workbook with a sheet a table, a CSV file a table, or JSON only.'),
    decimal: z
      .enum(['point', 'comma'])
      .default('point')
      .describe('What stands before the fraction of numbers in the PDF; the other one parts thousands. Only for xlsx.'),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    withoutText: z.array(z.int()).describe('Pages without text.'),
    ...condition,
    tables: z.array(tableData).describe('Tables in the order of the pages.'),
  }),
  notes: [
    'In a workbook, numbers become numbers in a format that looks as in the PDF: 1,200.50, -3, $40, 7.5 %. Everything else is text to the letter: codes with leading zeros and their whole column, more than 15 digits, dates, numbers in brackets. A cell that begins with = is text, no formula.',
    'Cells over several rows or columns stay merged in a workbook; CSV has their text in the first cell, and the data lists them as "merged", counted from 0.',
    'CSV and JSON have every cell as the text it is. A CSV file opened in a spreadsheet may take a text that begins with = for a formula: xlsx does not.',
    'Tables without lines need three rows and two columns; running text in columns is not taken for one. Only upright text is looked at, and a scan needs OCR first: "withoutText" lists pages without text.',
    'Without any table there is no file, and "tables" is empty. At most 500 tables, 200,000 cells, and 1,000,000 characters and drawn things on the pages.',
  ],
  aliases: [
    'pdf table extractor',
    'pdf to xlsx',
    'pdf to csv',
    'extract tables from pdf',
    'pdf to spreadsheet',
    'pdf tables to json',
  ],
  verified: [
    'LibreOffice Calc 7.4 shows every cell of a workbook made here as the PDF does, numbers as numbers and merged cells merged (its HTML is read); the reader of workbooks here finds the same values in another.',
    'A table that LibreOffice Writer 7.4 wrote from HTML and nine tables drawn in five ways by scripts of ours come back cell for cell, with merged cells.',
    'By hand: 172 of 189 real and damaged files give 200 and 17 a clear 400; in 14 of them tables are found.',
  ],
  examples: [
    {
      title: 'A table with lines and one without, as a workbook',
      options: { pages: '1' },
      files: [{ name: 'tables.pdf', fixture: 'pdf/tables.pdf' }],
      output: {
        data: {
          pages: 2,
          withoutText: [],
          repaired: false,
          warnings: [],
          tables: [
            {
              page: 1,
              table: 1,
              method: 'lattice',
              x: 72,
              y: 82,
              width: 368,
              height: 80,
              merged: [],
              rows: [
                ['Article', 'Number', 'Price', 'Sum'],
                ['Pencil', '007', '1.25', '12.50'],
                ['Paper, white', '012', '4.00', '8.00'],
                ['=1+1', '120', '-3', '1200'],
              ],
            },
            {
              page: 1,
              table: 2,
              method: 'stream',
              x: 72,
              y: 251.6,
              width: 285.51,
              height: 76.86,
              merged: [],
              rows: [
                ['Town', 'People', 'Since'],
                ['Alford', '12,400', '1120'],
                ['Benton Hill', '980', '1731'],
                ['Carrow', '45,310', '1066'],
                ['Dunmere', '7,005', '1899'],
              ],
            },
          ],
        },
        files: [{ name: 'tables.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'Merged cells, as CSV',
      options: { pages: '2', format: 'csv' },
      files: [{ name: 'tables.pdf', fixture: 'pdf/tables.pdf' }],
      output: {
        files: [
          {
            name: 'tables-page-2-table-1.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'Region,Sales of both years,\r\nNorth,2024,2025\r\n,1000,2000.5\r\n',
          },
        ],
      },
    },
    {
      title: 'A table of an office program, as JSON',
      options: { format: 'json' },
      files: [{ name: 'office.pdf', fixture: 'pdf/office.pdf' }],
      output: {
        data: {
          pages: 1,
          withoutText: [],
          repaired: false,
          warnings: [],
          tables: [
            {
              page: 1,
              table: 1,
              method: 'lattice',
              x: 56.7,
              y: 373,
              width: 287.7,
              height: 113.7,
              merged: [{ row: 4, column: 0, rowSpan: 1, columnSpan: 3 }],
              rows: [
                ['Month', 'Ships', 'Tons', 'Income'],
                ['January', '41', '1,200.50', '$ 400'],
                ['February', '38', '998.00', '$ 380'],
                ['March, the first weeks of it\nonly', '57', '2,310.75', '$ 615'],
                ['Sum of all months', '', '', '$ 1,395'],
              ],
            },
          ],
        },
      },
    },
    {
      title: 'No table',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { data: { pages: 2, withoutText: [], repaired: false, warnings: [], tables: [] } },
    },
    LOCKED,
  ],
  async run({ files, options, signal }) {
    const [upload] = files;
    const pdf = openPdf(upload);
    const found: FoundTable[] = [];
    const withoutText: number[] = [];
    let cells = 0;
    await visitPages(
      pdf,
      upload.bytes,
      pageSetOf(options.pages, pdf),
      (content, page) => {
        const words = wordsOf(content.glyphs);
        if (words.length === 0) withoutText.push(page);
        for (const [i, table] of tablesOf(words, content, options.method).entries()) {
          cells += table.rows.length * (table.rows[0]?.length ?? 0);
          found.push({ page, number: i + 1, table });
          if (found.length > MAX_TABLES)
            throw overLimit(`The pages must have at most ${MAX_TABLES} tables: ask for fewer pages`);
          if (cells > MAX_CELLS)
            throw overLimit(`The tables must have at most ${MAX_CELLS} cells in all: ask for fewer pages`);
        }
      },
      { signal, drawing: true },
    );
    const stem = stemOf(pdf.name);
    const { document } = pdf;
    const report = {
      pages: pdf.pages.length,
      withoutText,
      repaired: document.isRepaired,
      warnings: document.warnings,
      tables: found.map(tableReport),
    };
    return withFiles(
      json(report, { name: `${stem}-tables.json` }),
      found.length === 0 ? [] : tableFiles(found, stem, options),
    );
  },
});
