import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { settleAppearances } from '../../formats/pdf/forms/made-appearances.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { inTurn, placesOfFiles, reordered } from './_combined-pages.js';
import { NOT_ENCRYPTED, SIGNATURES } from './_notes.js';
import { withBlanks } from './_page-order.js';
import { condition } from './_report-data.js';
import { conditionOf, PDF_MIME } from './_results.js';

const EXPRESSION_CHARACTERS = 5_000;

export default defineTool({
  id: 'combine-pdf-pages',
  title: 'Combine PDF Pages',
  summary:
    'Combines selected pages of PDF files, one file after another or interleaved, such as fronts and backs of a scan.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pages: z
      .string()
      .max(EXPRESSION_CHARACTERS)
      .default('')
      .describe(
        'Pages of each file in the order of the files, with slashes between, such as 1-3/1-/2,blank,4- (blank is a blank page); empty takes all pages.',
      ),
    reverseFiles: z
      .string()
      .max(200)
      .default('')
      .describe('Files whose pages are taken from the last to the first, such as 2, 1,3 or even; empty reverses none.'),
    interleave: z.boolean().default(false).describe('Takes one page of each file in turn until all are used.'),
    blankAfterOdd: z
      .boolean()
      .default(false)
      .describe('Adds a blank page after each file that has an odd number of pages, for printing on both sides.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages of the result.'),
    order: z
      .array(
        z.object({
          file: count('Number of the file, from 1.'),
          page: z.int().nullable().describe('Page of the upload, from 1; null for a blank page.'),
        }),
      )
      .describe('Where each page of the result comes from.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the upload.'),
          pages: count('Number of its pages.'),
          used: count('Number of pages taken from it; a page taken twice counts twice.'),
          ...condition,
        }),
      )
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'For two-sided documents scanned one side at a time: upload the fronts and the backs, set "interleave" to true and, if the stack was only turned over, "reverseFiles" to 2.',
    'The options apply in this order: "pages", "reverseFiles", "blankAfterOdd", "interleave". When interleaving, a file that has run out of pages is skipped.',
    'A blank page has the size of the page before it, or of the page after it at the start.',
    'Outlines, links, named destinations, form fields, annotations, page labels, layers and tags of the pages taken are kept, as in merge-pdf; links to pages that are not taken lose their target.',
    'Title, author and other document information are those of the first file.',
    'At most 50,000 pages in total.',
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'interleave pdf',
    'alternate pdf pages',
    'mix pdf',
    'collate scanned pages',
    'merge front and back scans',
    'merge selected pages',
    'pick pages from several pdfs',
    'shuffle two pdfs',
  ],
  verified: [
    'qpdf 11.3 --pages and --collate, poppler 22.12: 60 random requests on two to five files take the same pages in the same order; no fault in qpdf --check.',
    'qpdf 11.3: links, outline entries, fields, labels, layers and attachments of two interleaved files lead to and stand on the pages they belong to.',
  ],
  examples: [
    {
      title: 'Fronts and backs of a scan, the backs from the last page to the first',
      options: { interleave: true, reverseFiles: '2' },
      files: [
        { name: 'fronts.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'backs.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          pages: 4,
          order: [
            { file: 1, page: 1 },
            { file: 2, page: 2 },
            { file: 1, page: 2 },
            { file: 2, page: 1 },
          ],
          files: [
            { name: 'fronts.pdf', pages: 2, used: 2, repaired: false, warnings: [] },
            { name: 'backs.pdf', pages: 2, used: 2, repaired: false, warnings: [] },
          ],
        },
        files: [{ name: 'combined.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Selected pages of two files, each starting on a front side',
      options: { pages: '2-4/2,1', blankAfterOdd: true },
      files: [
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
      ],
      output: {
        data: {
          pages: 6,
          order: [
            { file: 1, page: 2 },
            { file: 1, page: 3 },
            { file: 1, page: 4 },
            { file: 1, page: null },
            { file: 2, page: 2 },
            { file: 2, page: 1 },
          ],
          files: [
            { name: 'report.pdf', pages: 4, used: 3, repaired: false, warnings: [] },
            { name: 'letter.pdf', pages: 2, used: 2, repaired: false, warnings: [] },
          ],
        },
        files: [{ name: 'combined.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'More page lists than files',
      options: { pages: '1/2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pages" must have at most one list of pages per file, got 2 for 1 file',
      },
    },
    {
      title: 'A file that was not uploaded',
      options: { reverseFiles: '2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "reverseFiles" must name files from 1 to 1 like "1,3-4,even", got "2"',
      },
    },
    {
      title: 'A page that does not exist',
      options: { pages: '/3' },
      files: [
        { name: 'a.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'b.pdf', fixture: 'pdf/letter.pdf' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "b.pdf": page 3 of 2 asked for' },
    },
  ],
  async run({ files, options }) {
    const budget = new ReadBudget();
    const opened = files.map((file) => openPdf(file, { budget, password: options.password }));
    const places = placesOfFiles(opened, options);
    if (places.every((list) => list.every((place) => place === 'blank')))
      throw invalid('Option "pages" must take at least one page that is not blank');
    await settleAppearances(opened.map((pdf, i) => ({ pdf, bytes: files[i]?.bytes ?? new Uint8Array(0) })));
    const selections = opened.map((pdf, i) => {
      const { pdf: withPages, indexes } = withBlanks(pdf, places[i] ?? []);
      return { pdf: withPages, pages: indexes, title: stemOf(pdf.name) };
    });
    const chained = assemblePdf(selections.filter(({ pages }) => pages.length > 0));
    const order = inTurn(places, options.interleave);
    const bytes = options.interleave
      ? reordered(
          chained,
          order.map(({ position }) => position),
        )
      : chained;
    const report = {
      pages: order.length,
      order: order.map(({ file, place }) => ({ file, page: place === 'blank' ? null : place })),
      files: opened.map((pdf, i) => ({
        name: pdf.name,
        pages: pdf.pages.length,
        used: places[i]?.filter((place) => place !== 'blank').length ?? 0,
        ...conditionOf(pdf),
      })),
    };
    return withFiles(json(report), [{ name: 'combined.pdf', mime: PDF_MIME, bytes }]);
  },
});
