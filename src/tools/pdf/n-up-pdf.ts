import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { isTagged } from '../../formats/pdf/document/inventory.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { flattenPdf } from '../../formats/pdf/forms/flatten.js';
import { imposePages } from '../../formats/pdf/pages/impose.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { impositionOf } from './_imposition.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition, rounded } from './_report-data.js';
import { changedPdf } from './_results.js';
import { ownSides, SHEET_NAMES } from './_sheets.js';

const whole = (least: number, most: number, value: number, description: string) =>
  z.number().multipleOf(1).min(least).max(most).default(value).describe(description);

const length = (most: number, description: string) => z.number().min(0).max(most).default(0).describe(description);

export default defineTool({
  id: 'n-up-pdf',
  title: 'N-up PDF',
  summary: 'Puts several PDF pages on each sheet, arranges them as a booklet, or spreads a page over several sheets.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    layout: z
      .enum(['n-up', 'booklet', 'poster'])
      .default('n-up')
      .describe('Several pages on each sheet, a booklet to fold, or a poster of several sheets per page.'),
    perSheet: whole(1, 100, 2, 'Pages on each sheet for n-up.'),
    columns: whole(0, 20, 0, 'Columns of pages on each sheet; 0: those in which pages become largest.'),
    rows: whole(0, 20, 0, 'Rows of pages on each sheet; 0: those in which pages become largest.'),
    order: z
      .enum(['rows', 'columns'])
      .default('rows')
      .describe('Order of pages on a sheet: row by row, or column by column.'),
    rightToLeft: z.boolean().default(false).describe('Starts at the right; a booklet is then bound at the right.'),
    repeat: z.boolean().default(false).describe('Fills each sheet with copies of one page, as for cards and labels.'),
    signature: z
      .number()
      .multipleOf(4)
      .min(0)
      .max(400)
      .default(0)
      .describe('Pages that are folded together for a booklet, a multiple of 4; 0 folds all sheets together.'),
    posterColumns: whole(1, 20, 2, 'Sheets beside each other for a poster.'),
    posterRows: whole(1, 20, 2, 'Sheets one below the other for a poster.'),
    overlap: length(100, 'Millimetres that neighbouring sheets of a poster share, for gluing.'),
    margin: length(100, 'Millimetres left free at the edges of each sheet.'),
    gap: length(100, 'Millimetres between pages on a sheet.'),
    border: z.boolean().default(false).describe('Draws a thin line around each page, or along which a poster is cut.'),
    pageSize: z.enum(SHEET_NAMES).default('a4').describe('Size of the sheets.'),
    ...ownSides,
    orientation: z
      .enum(['auto', 'portrait', 'landscape'])
      .default('auto')
      .describe(
        'Orientation of the sheets; auto takes the one in which pages become larger, and keeps "pageWidth" and "pageHeight" as given.',
      ),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages of the upload.'),
    columns: count('Columns of pages on a sheet, or of sheets of a poster.'),
    rows: count('Rows of pages on a sheet, or of sheets of a poster.'),
    sheets: z
      .array(
        z.object({
          widthMm: z.number().describe('Width in millimetres.'),
          heightMm: z.number().describe('Height in millimetres.'),
          pages: z.array(z.int()).describe('Pages of the upload on it, in their order.'),
        }),
      )
      .describe('Sides of sheets in order: the pages of the result.'),
    ...condition,
  }),
  notes: [
    'Pages stay text and drawings. Each is scaled to fill its cell, in the middle of it. Grid and orientation are chosen for the first page.',
    'Print a booklet on both sides, flipped on the short edge, and fold the stack once. Blank pages at the end fill the last sheet. With "signature", each set of sheets is folded by itself.',
    'Links keep working, and bookmarks and named destinations lead to the sheets. Form fields and annotations become part of the pages; page labels and tags are not kept.',
    '"perSheet" is not needed where both "columns" and "rows" are given. "repeat" is for n-up.',
    'At most 50,000 sheets.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'two pages on one sheet',
    '2-up pdf',
    '4 pages per sheet',
    'booklet',
    'pdf booklet printing',
    'imposition',
    'poster from pdf',
    'tile pdf over several sheets',
    'handouts of slides',
    'save paper when printing',
    'business cards on a sheet',
    'pdfjam',
  ],
  verified: [
    'Order of booklets of 4 to 16 pages: that of printers’ tables; booklets of 1 to 70 pages in signatures of 4 to 16, folded, read from first to last.',
    'Poppler 22.12: the first page of 165 real files on a sheet of its own size looks as before, but one with a text box that poppler cannot draw; sheets of a poster fit together.',
    'qpdf 11.3: links, bookmarks, names, layers and attachments lead to the sheets; no fault in --check.',
  ],
  examples: [
    {
      title: 'Two pages on each sheet',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-n-up.pdf'],
              pages: 4,
              columns: 1,
              rows: 2,
              sheets: [
                { widthMm: 210, heightMm: 297, pages: [1, 2] },
                { widthMm: 210, heightMm: 297, pages: [3, 4] },
              ],
              repaired: false,
              warnings: ['its tags are not kept'],
            },
          ],
        },
        files: [{ name: 'report-n-up.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A booklet',
      options: { layout: 'booklet' },
      files: [{ name: 'many.pdf', fixture: 'pdf/report.pdf' }],
      output: { files: [{ name: 'many-booklet.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A poster of six sheets with lines to cut along',
      options: { layout: 'poster', posterColumns: 3, posterRows: 2, overlap: 10, margin: 5, border: true, pages: '1' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-poster.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'No room for the pages',
      options: { columns: 20, rows: 20, gap: 20 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Options "perSheet", "columns", "rows", "margin" and "gap" must leave 5 mm of each side of a page at least: too little room is left on the sheet',
      },
    },
    {
      title: 'A width alone',
      options: { pageWidth: 100 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Options "pageWidth" and "pageHeight" must be given together' },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, async (file) => {
      const opened = openPdf(file, { password: options.password });
      const numbers = pageSetOf(options.pages, opened);
      prepareChange(opened);
      if (isTagged(opened.document)) opened.document.warn('its tags are not kept');
      const flat = withPlainTree(opened);
      await flattenPdf(flat, file.bytes, 'all');
      const indexes = numbers.map((number) => number - 1);
      const bytes = assemblePdf([{ pdf: flat, pages: indexes, isDocumentKept: true }]);
      const taken = withPlainTree(openPdf({ name: file.name, bytes }));
      const { sheets, columns, rows } = impositionOf(taken, options);
      const result = writeChanged(imposePages(taken, sheets));
      const millimetres = (side: number): number => rounded(side / POINTS_A_MILLIMETRE);
      const told = sheets.map(({ width, height, pages }) => ({
        widthMm: millimetres(width),
        heightMm: millimetres(height),
        pages: pages.map(({ page }) => numbers[page] ?? 0),
      }));
      return changedPdf(opened, options.layout, result, { pages: opened.pages.length, columns, rows, sheets: told });
    });
  },
});
