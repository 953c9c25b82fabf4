import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { POSITIONS, shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import { resizePages } from '../../formats/pdf/pages/resize.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { changes, placesOnSheets } from './_page-places.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition, rounded } from './_report-data.js';
import { changedPdf } from './_results.js';
import { ownSides, SHEET_NAMES } from './_sheets.js';

const millimetres = (points: number): number => rounded(points / POINTS_A_MILLIMETRE);

export default defineTool({
  id: 'resize-pdf-pages',
  title: 'Resize PDF Pages',
  summary: 'Changes the page size of PDF files, such as Letter to A4, and scales the content with it or adds margins.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pageSize: z
      .enum([...SHEET_NAMES, 'first', 'keep'])
      .default('a4')
      .describe('New page size; first makes all pages as large as the first one, keep leaves each at its size.'),
    ...ownSides,
    orientation: z
      .enum(['auto', 'portrait', 'landscape'])
      .default('auto')
      .describe(
        'Orientation of the new pages; auto follows each page, and keeps "pageWidth" and "pageHeight" as given. The content is not rotated.',
      ),
    fit: z
      .enum(['contain', 'shrink', 'none'])
      .default('contain')
      .describe(
        'How the content gets its size: contain scales it to fill the page, shrink only if it is too large, none keeps its scale.',
      ),
    margin: z.number().min(0).max(500).default(0).describe('Margin around the content in millimetres.'),
    position: z.enum(POSITIONS).default('center').describe('Where the content is on a page that it does not fill.'),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    resized: z
      .array(
        z.object({
          page: place('Number of the page.'),
          widthMmBefore: z.number().describe('Width before, in millimetres, as the page is shown.'),
          heightMmBefore: z.number().describe('Height before, in millimetres.'),
          widthMm: z.number().describe('Width now, in millimetres.'),
          heightMm: z.number().describe('Height now, in millimetres.'),
          scalePercent: z.number().describe('Scale of the content in percent.'),
        }),
      )
      .describe('Pages that were changed.'),
    ...condition,
  }),
  notes: [
    'Text stays text: nothing is drawn anew. Annotations, links, form fields and the places that bookmarks and links lead to move with the content; fonts of fields are scaled.',
    'What is outside of a page, such as what crop-pdf cut off, stays out of sight.',
    'With "pageSize" keep, "fit" contain makes room for "margin" by scaling the content down, and none makes the pages larger by it, for notes or binding.',
    'With "fit" none, what is larger than the page is cut off at its edges, by "position".',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'change pdf page size',
    'pdf to a4',
    'letter to a4',
    'scale pdf',
    'resize pdf',
    'pdf paper size',
    'add margins to pdf',
    'make all pages the same size',
    'fit pdf to page',
  ],
  verified: [
    'Poppler 22.12: eight pages twice as large look as before: turned, cropped, with patterns, annotations, a unit of their own, badly written content.',
    'Poppler 22.12: the first page of 165 real files at half its size looks as before. qpdf 11.3: the same links, bookmarks, names and fields, no new fault in --check.',
  ],
  examples: [
    {
      title: 'Square pages to A4',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-resized.pdf'],
              pages: 2,
              resized: [1, 2].map((page) => ({
                page,
                widthMmBefore: 70.56,
                heightMmBefore: 70.56,
                widthMm: 210,
                heightMm: 297,
                scalePercent: 297.64,
              })),
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-resized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Wider margins at the same page size',
      options: { pageSize: 'keep', margin: 10, pages: '1' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { files: [{ name: 'report-resized.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A size of its own, the content unscaled at the top left',
      options: { pageWidth: 200, pageHeight: 100, fit: 'none', position: 'top-left' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { files: [{ name: 'letter-resized.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A width alone',
      options: { pageWidth: 100 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Options "pageWidth" and "pageHeight" must be given together' },
    },
    {
      title: 'A page that is too narrow',
      options: { pageWidth: 100, pageHeight: 1 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Options "pageWidth" and "pageHeight" must be at least 2' },
    },
    {
      title: 'Margins that leave nothing',
      options: { margin: 105 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "margin" must leave 2 mm of each side of a page at least: page 1 of PDF "letter.pdf" would be 210 × 297 mm',
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const opened = openPdf(file, { password: options.password });
      const places = placesOnSheets(opened, pageSetOf(options.pages, opened), options);
      prepareChange(opened);
      const pdf = withPlainTree(opened);
      const sizes = pdf.pages.map((page) => shownSizeOf(pdf.document, page));
      const changed = [...places].filter(([index, found]) => changes(found, sizes[index] ?? found));
      readingPdf(file.name, () => resizePages(pdf, new Map(changed)));
      const resized = changed.map(([index, { scale }]) => {
        const page = pdf.pages[index];
        const [before, now] = [sizes[index], page && shownSizeOf(pdf.document, page)];
        return {
          page: index + 1,
          widthMmBefore: millimetres(before?.width ?? 0),
          heightMmBefore: millimetres(before?.height ?? 0),
          widthMm: millimetres(now?.width ?? 0),
          heightMm: millimetres(now?.height ?? 0),
          scalePercent: rounded(100 * scale),
        };
      });
      return changedPdf(pdf, 'resized', writeChanged(pdf), { pages: pdf.pages.length, resized });
    });
  },
});
