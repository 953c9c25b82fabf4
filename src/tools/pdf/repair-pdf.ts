import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { recoverPdf } from '../../formats/pdf/document/recover.js';

import { changedName, PDF_MIME } from './_results.js';

export default defineTool({
  id: 'repair-pdf',
  title: 'Repair PDF',
  summary: 'Rebuilds a damaged PDF from what can be found in it, and says what was put right and what is lost.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {},
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    damaged: z.boolean().describe('Whether anything was wrong.'),
    repaired: z
      .object({
        pagesFound: count('Pages that were found outside of the page tree.'),
        streams: count('Streams that were repaired.'),
        pageSizes: count('Pages that got a size.'),
      })
      .describe('What was repaired.'),
    lost: z
      .object({ pages: count('Pages that are lost.'), streams: count('Streams that are lost.') })
      .describe('What is lost.'),
    warnings: warnings(),
  }),
  notes: [
    'Put right are: missing or wrong cross-reference tables and trailers, wrong stream lengths, unclosed objects, a damaged page tree, damaged compressed data (as far as it can be read), pages without a size.',
    'Of a file that is cut short the pages that are whole are found, even without catalog and page tree; they come in the order of the file.',
    '"damaged" is false where nothing was found wrong; the file is written anew all the same, without what it does not use.',
    'Streams of which nothing can be read are left empty and counted in "lost"; damaged pictures and fonts are not mended.',
    'A file in which no page is left is refused, and so is one that asks for a password.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells.',
  ],
  aliases: ['fix pdf', 'recover pdf', 'corrupt pdf', 'damaged pdf', 'pdf will not open', 'rebuild xref'],
  verified: [
    '188 of 211 real, damaged and hostile files that have a page and ask for no password, by a script: qpdf 11.3 --check finds no fault in 186 results; two keep a picture or a page content that is broken in itself.',
    'A file of four pages cut off at 24 places: every page object that is whole is found, and qpdf 11.3 --check has no complaint.',
  ],
  examples: [
    {
      title: 'A wrong cross-reference table',
      files: [{ name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' }],
      output: {
        data: {
          pages: 3,
          damaged: true,
          repaired: { pagesFound: 0, streams: 0, pageSizes: 0 },
          lost: { pages: 0, streams: 0 },
          warnings: ['the cross-reference table was wrong and was rebuilt'],
        },
        files: [{ name: 'damaged-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file cut short: the page tree was at its end',
      files: [{ name: 'cut.pdf', fixture: 'pdf/cut-short.pdf' }],
      output: {
        data: {
          pages: 2,
          damaged: true,
          repaired: { pagesFound: 2, streams: 1, pageSizes: 2 },
          lost: { pages: 0, streams: 0 },
          warnings: [
            'the cross-reference table was damaged and was rebuilt',
            'damaged objects were repaired',
            'the catalog was lost: outline, forms and names of the document with it',
            'the page tree was damaged and was rebuilt from the pages that were found',
          ],
        },
        files: [{ name: 'cut-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file with nothing wrong',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          pages: 2,
          damaged: false,
          repaired: { pagesFound: 0, streams: 0, pageSizes: 0 },
          lost: { pages: 0, streams: 0 },
          warnings: [],
        },
        files: [{ name: 'letter-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file without a page',
      files: [{ name: 'header.pdf', text: '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "header.pdf": no page is left in it' },
    },
    {
      title: 'A file that is no PDF',
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is no PDF' },
    },
  ],
  run({ files }) {
    const { pdf, foundPages, lostPages, mendedStreams, lostStreams, sizedPages } = recoverPdf(files[0]);
    const { document } = pdf;
    const isDamaged = document.isRepaired || foundPages + mendedStreams + lostStreams + sizedPages > 0;
    prepareChange(pdf);
    const bytes = writeChanged(pdf);
    const report = {
      pages: pdf.pages.length,
      damaged: isDamaged,
      repaired: { pagesFound: foundPages, streams: mendedStreams, pageSizes: sizedPages },
      lost: { pages: lostPages, streams: lostStreams },
      warnings: document.warnings,
    };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'repaired'), mime: PDF_MIME, bytes }]);
  },
});
