import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { fitPages } from '../../lib/workbook/fit-pages.js';
import { LAYOUT_NOTES, officePdfs, pdfaOption, pdfReports } from './_office-pdf.js';

export default defineTool({
  id: 'xlsx-to-pdf',
  title: 'XLSX to PDF',
  summary: 'Converts Excel, OpenDocument and CSV spreadsheets to PDF, columns fitted to the width of the page.',
  family: 'documents',
  class: 'native',
  needs: ['programs', 'scratch'],
  program: 'libreoffice',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.xlsx', '.xlsm', '.xltx', '.xls', '.ods', '.csv'] },
  options: {
    fitWidth: z
      .boolean()
      .default(true)
      .describe('Shrinks sheets of XLSX files without a print scale of their own until all columns fit on a page.'),
    orientation: z
      .enum(['keep', 'portrait', 'landscape'])
      .default('keep')
      .describe('Page orientation of XLSX files; keep leaves it as each sheet has it.'),
    onePage: z.boolean().default(false).describe('Puts each sheet on one page of its own size.'),
    pdfa: pdfaOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: pdfReports(),
  notes: [
    'Visible sheets are printed in their order, with the print areas, headers and page breaks of the file. Formulas have the value that is stored with them.',
    'XLS, ODS and CSV files are printed as they are set up.',
    ...LAYOUT_NOTES,
  ],
  aliases: ['excel to pdf', 'xls to pdf', 'ods to pdf', 'csv to pdf', 'spreadsheet to pdf', 'print excel'],
  verified: [
    'pdftotext 22.12: a generated sheet of 40 columns has all of its 400 cells on one page with "fitWidth", and on several pages without.',
  ],
  examples: [
    {
      title: 'A workbook',
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: {
        data: { files: [{ name: 'orders.xlsx', outputs: ['orders.pdf'], pages: 2 }] },
        files: [{ name: 'orders.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'CSV on one page',
      options: { onePage: true },
      files: [{ name: 'fares.csv', text: 'line,price\nNorth,4.50\n' }],
      output: {
        data: { files: [{ name: 'fares.csv', outputs: ['fares.pdf'], pages: 1 }] },
        files: [{ name: 'fares.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Not a workbook',
      files: [{ name: 'a.xlsx', text: 'x,1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.xlsx" as a spreadsheet: it is neither a ZIP archive nor a compound file',
      },
    },
  ],
  run(run) {
    const { fitWidth, orientation, onePage, pdfa, password } = run.options;
    return officePdfs(run, {
      kind: 'a spreadsheet',
      filter: 'calc_pdf_Export',
      settings: { SinglePageSheets: onePage },
      pdfa,
      password,
      prepare: (bytes, ending) =>
        /^\.xl[st][xm]$/.test(ending) && (fitWidth || orientation !== 'keep')
          ? fitPages(bytes, { fitWidth, orientation })
          : bytes,
    });
  },
});
