import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { prepareChange } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { MAX_PAGES } from '../../formats/pdf/pages/pages.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { partsOf, placesOf, withBlanks } from './_page-order.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const EXPRESSION_CHARACTERS = 5_000;

export default defineTool({
  id: 'organize-pdf',
  title: 'Organize PDF',
  summary: 'Reorders, deletes, repeats and reverses pages of PDF files and inserts blank pages.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    order: ofKind(
      'page-order',
      z
        .string()
        .max(EXPRESSION_CHARACTERS)
        .default('')
        .describe(
          'New page order, such as 3,1-2,blank,5- (9-7 counts down, blank inserts a blank page); empty keeps the order.',
        ),
    ),
    delete: shared.pages().describe('Pages to delete, such as 2,5-7 or even; empty deletes none.'),
    insertBlankAfter: shared.pages().describe('Pages to insert a blank page after, such as 1,last; empty for none.'),
    reverse: z.boolean().default(false).describe('Reverses the order, before blank pages are inserted.'),
    splitEvery: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_PAGES)
      .default(0)
      .describe('Splits the result into PDFs of this many pages each; 0: one PDF.'),
    splitKb: z
      .number()
      .min(0)
      .max(20_480)
      .default(0)
      .describe('Splits the result into PDFs of at most this many KiB each; 0: no limit.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages of the upload.'),
    order: z.array(z.int().nullable()).describe('Pages of the upload in their new order; null for a blank page.'),
    ...condition,
  }),
  notes: [
    'Page numbers are those of the upload and start at 1.',
    'The options apply in this order: "order", "delete", "reverse", "insertBlankAfter" (wherever the page appears).',
    'A blank page has the size of the page before it, or of the page after it at the start.',
    'Outline entries, links, named destinations, form fields, annotations, page labels, layers and tags of the remaining pages are kept, as are attachments and scripts; links to deleted pages lose their target.',
    'Copies of a page share its form fields. XFA forms are kept only if no page is deleted.',
    'With "splitEvery" or "splitKb", attachments, scripts and XFA forms, which belong to the whole document, are not copied to the parts. At most 500 parts. A page larger than "splitKb" becomes a part by itself, with a warning.',
    'At most 50,000 pages per file.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'reorder pdf pages',
    'delete pdf pages',
    'remove pages from pdf',
    'reverse pdf',
    'insert blank page',
    'duplicate pdf page',
    'rearrange pdf',
    'split pdf every n pages',
    'split pdf by size',
    'delete a page of a pdf',
    'move pdf pages',
    'change the order of pdf pages',
  ],
  verified: [
    'A file of two pages with two images each, with 600 generated damages of its cross-reference table, offsets, lengths and object headers, alone and combined: every page shows what the best of qpdf 11.3, mutool 1.21 and poppler 22.12 shows, except images whose objects an otherwise intact table lists as free, which only poppler shows.',
    'qpdf 11.3 --pages: the same pages in the same order in four requests on nine pages.',
    'qpdf 11.3 and poppler 22.12: outline, links, fields, labels, layers, tags and the attachment of a four-page file with everything are kept as expected where a page is deleted.',
    '188 real and damaged files by a script, each with an empty page added: no new fault in qpdf 11.3 --check.',
  ],
  examples: [
    {
      title: 'A new order with a blank page',
      options: { order: '4,blank,1-2' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-organized.pdf'],
              pages: 4,
              order: [4, null, 1, 2],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A page deleted, the rest reversed, a blank page after the original last page',
      options: { delete: '2', reverse: true, insertBlankAfter: 'last' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-organized.pdf'],
              pages: 4,
              order: [4, null, 3, 1],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A page twice',
      options: { order: '1,1,2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-organized.pdf'],
              pages: 2,
              order: [1, 1, 2],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Two files of up to three pages',
      options: { splitEvery: 3 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-1.pdf', 'report-2.pdf'],
              pages: 4,
              order: [1, 2, 3, 4],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'report-1.pdf', mime: 'application/pdf' },
          { name: 'report-2.pdf', mime: 'application/pdf' },
        ],
      },
    },
    {
      title: 'More than 500 parts',
      options: { splitEvery: 1, order: '1,'.repeat(500).concat('2') },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot split the result into 501 files: the limit is 500' },
    },
    {
      title: 'Every page deleted',
      options: { delete: '1-' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot organize PDF "letter.pdf": every page would be deleted' },
    },
    {
      title: 'An invalid order',
      options: { order: '1;2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "order" must be pages and ranges like "1-3,5,8-,last,odd", got "1;2"',
      },
    },
    {
      title: 'A page that does not exist',
      options: { order: '1,9' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 9 of 2 asked for' },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
      prepareChange(pdf);
      const setOf = (option: 'delete' | 'insertBlankAfter'): ReadonlySet<number> =>
        new Set(options[option].trim() === '' ? [] : pageSetOf(options[option], pdf, option));
      const deleted = setOf('delete');
      const followed = setOf('insertBlankAfter');
      const kept = placesOf(options.order, pdf, 'order').filter((place) => place === 'blank' || !deleted.has(place));
      if (options.reverse) kept.reverse();
      const places = kept.flatMap((place) =>
        place !== 'blank' && followed.has(place) ? [place, 'blank' as const] : place,
      );
      if (!places.some((place) => place !== 'blank')) {
        throw invalid(`Cannot organize PDF ${quote(pdf.name)}: every page would be deleted`);
      }
      if (places.length > MAX_PAGES) {
        throw overLimit(`The result must have at most ${MAX_PAGES} pages, got ${places.length}`);
      }
      const { pdf: withPages, indexes } = withBlanks(pdf, places);
      const { parts, warnings } = partsOf(indexes, options, (part) =>
        assemblePdf([{ pdf: withPages, pages: part, isDocumentKept: part.length === indexes.length }]),
      );
      const told = conditionOf(pdf);
      const order = places.map((place) => (place === 'blank' ? null : place));
      return {
        report: { pages: pdf.pages.length, order, ...told, warnings: [...told.warnings, ...warnings] },
        outputs: parts.map((part, n) => ({
          name: changedName(pdf.name, parts.length === 1 ? 'organized' : String(n + 1)),
          mime: PDF_MIME,
          bytes: part,
        })),
      };
    });
  },
});
