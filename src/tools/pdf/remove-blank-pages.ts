import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, quote } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { prepareChange } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { pageInks } from '../../formats/pdf/pictures/blank-pages.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

/** Pages kept whose ink is told: those that a caller may have wanted to go. */
const LITTLE_INK = 0.5;

export default defineTool({
  id: 'remove-blank-pages',
  title: 'Remove Blank Pages',
  summary: 'Finds and removes blank pages of PDF files, also of scans with dust and noise.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    inkPercent: z
      .number()
      .min(0)
      .max(10)
      .default(0.01)
      .describe('Percent of its area that may be ink on a blank scanned page; more removes pages with stains too.'),
    margin: z
      .number()
      .min(0)
      .max(100)
      .default(5)
      .describe('Millimetres along the edges that do not count, for shadows of the scanner; 16 for punch holes too.'),
    dryRun: z.boolean().default(false).describe('Only reports which pages are blank.'),
    pages: shared.pages().describe('Pages that may be removed, such as even or 3-; empty for all pages.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages of the upload.'),
    blankPages: z.array(z.int()).describe('Blank pages, as numbered in the upload.'),
    removed: count('Number of pages removed.'),
    littleInk: z
      .array(
        z.object({
          page: place('Number of the page.'),
          inkPercent: z.number().describe('Percent of its area that is ink.'),
        }),
      )
      .describe('Pages kept with at most 0.5 percent of ink, to choose "inkPercent" by.'),
    ...condition,
  }),
  notes: [
    'A page is blank if nothing is to be seen on it when it is drawn. A page that is an image (a scan) is blank if no more than "inkPercent" of it is darker than its paper; specks under half a millimetre, grain, shadows and show-through do not count.',
    'Text, lines and drawings that can be seen keep a page, however little they are; so do form fields. Text that OCR has put under a scan does not.',
    'The default keeps a scanned page with a word of eight letters of 12 points on A5. Scans of plain paper with large stains or folds need a higher "inkPercent": "dryRun" tells what each page has.',
    'What stays keeps its bookmarks, links, fields, labels and tags, as in organize-pdf. A file without blank pages comes back as it was sent, if it is not encrypted.',
    'About 3,000 pages per file, 300 of large scans.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'delete empty pages',
    'remove empty pdf pages',
    'find blank pages',
    'blank page detection',
    'duplex scan empty backs',
    'clean up scanned pdf',
    'drop white pages',
  ],
  verified: [
    'Scans made for it, 132 of twelve seeds: empty ones with grain, dust, shadows, dark edges and show-through are found, those with eight letters or more are kept.',
    'Poppler 22.12 draws nothing on any page of real files that is called blank. qpdf 11.3: bookmarks, links and fields of the other pages are kept, no fault in --check.',
  ],
  examples: [
    {
      title: 'A blank page between two others',
      files: [{ name: 'blank-between.pdf', fixture: 'pdf/blank-between.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'blank-between.pdf',
              outputs: ['blank-between-without-blanks.pdf'],
              pages: 3,
              blankPages: [2],
              removed: 1,
              littleInk: [],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'blank-between-without-blanks.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Only a report',
      options: { dryRun: true },
      files: [{ name: 'scanned-pages.pdf', fixture: 'pdf/scanned-pages.pdf' }],
      output: { files: [] },
    },
    {
      title: 'Nothing but blank pages',
      files: [{ name: 'blank.pdf', fixture: 'pdf/blank.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot remove the blank pages of PDF "blank.pdf": all of its pages are blank',
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, async (file) => {
      const pdf = openPdf(file, { password: options.password });
      const numbers = pageSetOf(options.pages, pdf);
      const margin = options.margin * POINTS_A_MILLIMETRE;
      const inks = await pageInks(pdf, file.bytes, numbers, { inkPercent: options.inkPercent, margin, signal });
      const blank = new Set(inks.flatMap(({ page, isBlank }) => (isBlank ? page : [])));
      const kept = pdf.pages.map(({ index }) => index).filter((index) => !blank.has(index + 1));
      const littleInk = inks.flatMap(({ page, isBlank, inkPercent }) =>
        isBlank || inkPercent === null || inkPercent > LITTLE_INK ? [] : { page, inkPercent },
      );
      const told = { pages: pdf.pages.length, blankPages: [...blank], littleInk };
      if (options.dryRun) return { report: { ...told, removed: 0, ...conditionOf(pdf) }, outputs: [] };
      if (kept.length === 0) {
        throw invalid(`Cannot remove the blank pages of PDF ${quote(pdf.name)}: all of its pages are blank`);
      }
      const isUnchanged = blank.size === 0 && pdf.document.encryption === undefined && !pdf.document.isRepaired;
      if (!isUnchanged) prepareChange(pdf);
      const bytes = isUnchanged ? file.bytes : assemblePdf([{ pdf, pages: kept, isDocumentKept: true }]);
      return {
        report: { ...told, removed: blank.size, ...conditionOf(pdf) },
        outputs: [{ name: changedName(pdf.name, 'without-blanks'), mime: PDF_MIME, bytes }],
      };
    });
  },
});
