import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { recoverPdf } from '../../formats/pdf/document/recover.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';

import { changedName, PDF_MIME } from './_results.js';

export default defineTool({
  id: 'repair-pdf',
  title: 'Repair PDF',
  summary: 'Repairs damaged PDF files and reports what was fixed and what is lost.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: { password: shared.password() },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    damaged: z.boolean().describe('Whether any damage was found.'),
    repaired: z
      .object({
        pagesFound: count('Pages found outside the page tree.'),
        streams: count('Streams that were repaired.'),
        pageSizes: count('Pages whose missing size was set.'),
      })
      .describe('What was repaired.'),
    lost: z
      .object({ pages: count('Pages that are lost.'), streams: count('Streams that are lost.') })
      .describe('What is lost.'),
    warnings: warnings(),
  }),
  notes: [
    'Fixes missing or wrong cross-reference tables and trailers, wrong stream lengths, unclosed objects, damaged page trees, damaged compressed data (as far as it can be read) and pages without a size.',
    'From a truncated file, all complete pages are recovered, in file order, even if the catalog and page tree are missing.',
    '"damaged" is false if no damage was found; the file is still rewritten, without unused objects.',
    'Streams that cannot be read are left empty and counted in "lost"; damaged images and fonts are not repaired.',
    'A file without any recoverable page is refused.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'fix pdf',
    'recover pdf',
    'corrupt pdf',
    'damaged pdf',
    'pdf will not open',
    'rebuild xref',
    'pdf does not open',
  ],
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
          files: [
            {
              name: 'damaged.pdf',
              outputs: ['damaged-repaired.pdf'],
              pages: 3,
              damaged: true,
              repaired: { pagesFound: 0, streams: 0, pageSizes: 0 },
              lost: { pages: 0, streams: 0 },
              warnings: ['the cross-reference table was wrong and was rebuilt'],
            },
          ],
        },
        files: [{ name: 'damaged-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A truncated file whose page tree is missing',
      files: [{ name: 'cut.pdf', fixture: 'pdf/cut-short.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'cut.pdf',
              outputs: ['cut-repaired.pdf'],
              pages: 2,
              damaged: true,
              repaired: { pagesFound: 2, streams: 1, pageSizes: 2 },
              lost: { pages: 0, streams: 0 },
              warnings: [
                'the cross-reference table was damaged and was rebuilt',
                'damaged objects were repaired',
                'the catalog was lost, and with it the outline, forms and named destinations',
                'the page tree was damaged and was rebuilt from the pages found',
              ],
            },
          ],
        },
        files: [{ name: 'cut-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file without damage',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-repaired.pdf'],
              pages: 2,
              damaged: false,
              repaired: { pagesFound: 0, streams: 0, pageSizes: 0 },
              lost: { pages: 0, streams: 0 },
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-repaired.pdf', mime: 'application/pdf' }],
      },
    },
    NEEDS_PASSWORD,
    {
      title: 'A file without pages',
      files: [{ name: 'header.pdf', text: '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "header.pdf": it has no pages left' },
    },
    {
      title: 'Not a PDF file',
      files: [{ name: 'notes.pdf', text: 'Shopping list' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const { pdf, foundPages, lostPages, mendedStreams, lostStreams, sizedPages } = recoverPdf(file, options.password);
      const { document } = pdf;
      const isDamaged = document.isRepaired || foundPages + mendedStreams + lostStreams + sizedPages > 0;
      prepareChange(pdf);
      const report = {
        pages: pdf.pages.length,
        damaged: isDamaged,
        repaired: { pagesFound: foundPages, streams: mendedStreams, pageSizes: sizedPages },
        lost: { pages: lostPages, streams: lostStreams },
      };
      const bytes = writeChanged(pdf);
      return {
        report: { ...report, warnings: document.warnings },
        outputs: [{ name: changedName(pdf.name, 'repaired'), mime: PDF_MIME, bytes }],
      };
    });
  },
});
