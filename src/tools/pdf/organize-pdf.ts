import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { prepareChange } from '../../formats/pdf/document/change.js';
import { type OpenPdf, openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf, rangesOf } from '../../formats/pdf/pages/page-ranges.js';
import { MAX_PAGES, type PdfPage, pageAttribute } from '../../formats/pdf/pages/pages.js';
import { PdfDict, PdfName } from '../../formats/pdf/syntax/objects.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const EXPRESSION_CHARACTERS = 5_000;

/** A page of the file from 1, or an empty one. */
type Place = number | 'blank';

/** The pages that `order` asks for; `blank` stands for an empty page. */
function placesOf(order: string, pdf: OpenPdf): Place[] {
  if (order.trim() === '') return pdf.pages.map(({ index }) => index + 1);
  return order.split(',').flatMap((part): readonly Place[] => {
    if (part.trim() === 'blank') return ['blank'];
    const [range] = rangesOf(part.trim() === '' ? ',' : part, pdf, 'order');
    return range?.pages ?? [];
  });
}

/** An empty page of the size of another one. */
function blankLike(page: PdfPage | undefined, index: number): PdfPage {
  const dict = new PdfDict().set('Type', new PdfName('Page'));
  for (const key of ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']) {
    const value = page && pageAttribute(page, key);
    if (value !== undefined) dict.set(key, value);
  }
  return { index, number: 0, ref: undefined, dict, inherited: new PdfDict(), isBlank: true };
}

export default defineTool({
  id: 'organize-pdf',
  title: 'Organize PDF',
  summary: 'Reorders, deletes, repeats and reverses pages of a PDF and puts empty pages between them.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    order: z
      .string()
      .max(EXPRESSION_CHARACTERS)
      .default('')
      .describe(
        'Pages in the order wanted, such as 3,1-2,blank,5-: ranges as in "pages" of other tools, 9-7 runs backwards, blank is an empty page; nothing keeps the order.',
      ),
    delete: shared.pages().describe('Pages to leave out, such as 2,5-7 or even; blank deletes none.'),
    insertBlankAfter: shared.pages().describe('Pages after which an empty page is put, such as 1,last; blank is none.'),
    reverse: z.boolean().default(false).describe('Turns the order round, before empty pages are put after others.'),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages of the upload.'),
    order: z.array(z.int().nullable()).describe('Pages of the upload in their new order; null for an empty page.'),
    ...condition,
  }),
  notes: [
    'All page numbers are those of the file that is sent; they start at 1.',
    'First "order", then "delete", then "reverse", then "insertBlankAfter" (after every place where the page stands).',
    'An empty page has the size of the page before it, at the front that of the page after it.',
    'Outline entries, links, named destinations, form fields, annotations, page labels, layers and tags of the pages that stay are kept, and so are attachments and scripts; links to deleted pages lose their target.',
    'A page that is repeated shares its form fields; XFA forms stay only where no page is deleted.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells.',
    'Password-encrypted PDFs must be unlocked first. At most 50,000 pages.',
  ],
  aliases: [
    'reorder pdf pages',
    'delete pdf pages',
    'remove pages from pdf',
    'reverse pdf',
    'insert blank page',
    'duplicate pdf page',
    'rearrange pdf',
  ],
  verified: [
    'qpdf 11.3 --pages: the same pages in the same order in four requests on nine pages.',
    'qpdf 11.3 and poppler 22.12: outline, links, fields, labels, layers, tags and the attachment of a four-page file with everything are kept as expected where a page is deleted.',
    '188 real and damaged files by a script, each with an empty page added: no new fault in qpdf 11.3 --check.',
  ],
  examples: [
    {
      title: 'Another order with an empty page',
      options: { order: '4,blank,1-2' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { pages: 4, order: [4, null, 1, 2], repaired: false, warnings: [] },
        files: [{ name: 'report-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'One page deleted, the rest backwards, an empty page after the last of the file',
      options: { delete: '2', reverse: true, insertBlankAfter: 'last' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { pages: 4, order: [4, null, 3, 1], repaired: false, warnings: [] },
        files: [{ name: 'report-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A page twice',
      options: { order: '1,1,2' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: { pages: 2, order: [1, 1, 2], repaired: false, warnings: [] },
        files: [{ name: 'letter-organized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Every page deleted',
      options: { delete: '1-' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot organize PDF "letter.pdf": every page would be deleted' },
    },
    {
      title: 'An order written wrongly',
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
  run({ files, options }) {
    const pdf = openPdf(files[0]);
    prepareChange(pdf);
    const setOf = (option: 'delete' | 'insertBlankAfter'): ReadonlySet<number> =>
      new Set(options[option].trim() === '' ? [] : pageSetOf(options[option], pdf, option));
    const deleted = setOf('delete');
    const followed = setOf('insertBlankAfter');
    const kept = placesOf(options.order, pdf).filter((place) => place === 'blank' || !deleted.has(place));
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
    const pages = [...pdf.pages];
    let neighbour = places.find((place) => place !== 'blank') ?? 1;
    const indexes = places.map((place) => {
      if (place !== 'blank') {
        neighbour = place;
        return place - 1;
      }
      pages.push(blankLike(pdf.pages[neighbour - 1], pages.length));
      return pages.length - 1;
    });
    const bytes = assemblePdf([{ pdf: { ...pdf, pages }, pages: indexes, isDocumentKept: true }]);
    const report = {
      pages: pdf.pages.length,
      order: places.map((place) => (place === 'blank' ? null : place)),
      ...conditionOf(pdf),
    };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'organized'), mime: PDF_MIME, bytes }]);
  },
});
