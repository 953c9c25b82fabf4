import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { flattenPdf } from '../../formats/pdf/forms/flatten.js';
import { rasterizePdf } from '../../formats/pdf/pictures/rasterize.js';
import { LOCKED } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export default defineTool({
  id: 'flatten-pdf',
  title: 'Flatten PDF',
  summary:
    'Draws form fields and annotations into the pages so that they can no longer be changed, or makes pictures of the pages.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    what: z
      .enum(['all', 'forms', 'annotations', 'rasterize'])
      .default('all')
      .describe(
        'What becomes part of the page: form fields, other annotations, both, or everything as one picture a page (rasterize).',
      ),
    dpi: z.number().multipleOf(1).min(36).max(600).default(200).describe('Resolution of rasterize in dots per inch.'),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    dpi: count('Resolution of the pages, where they became images.').optional(),
    flattened: z
      .object({
        fields: count('Form fields that were drawn.'),
        annotations: count('Annotations that were drawn.'),
        made: count('Appearances that were missing and were made.'),
        hidden: count('Items that are not shown and were removed.'),
      })
      .optional()
      .describe('What was drawn into the pages.'),
    ...condition,
  }),
  notes: [
    'Fields and annotations are drawn as viewers show them on a screen, with their own appearances; those that are hidden are left out.',
    'Where a file has no appearance for a field or an annotation, one is made; what could not be drawn is told in "warnings".',
    'Text stays text, apart from rasterize. Links stay links, apart from rasterize.',
    '"rasterize" gives JPEG pictures: text cannot be selected or searched, and outline, links, layers, attachments and metadata are gone.',
    '"rasterize" draws at most 400 million pixels in all: 100 pages of A4 at 200 dpi.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells. Password-encrypted PDFs must be unlocked first.',
  ],
  aliases: [
    'flatten pdf form',
    'merge annotations into pdf',
    'make pdf non editable',
    'pdf to image pdf',
    'rasterize pdf',
    'lock form fields',
  ],
  verified: [
    'poppler 22.12 at 50 dpi: a file with text fields, a ticked box and turned pages, and one with stretched, turned and non-rotating appearances, look exactly the same before and after; no field and no annotation is left.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check; of 182 that poppler draws, 10 look different at 50 dpi. Those were looked at: 8 have appearances that had to be made, drawn in the manner of another viewer.',
    'Pages as pictures: the same sizes to pdfinfo, and pixels like those of pdftoppm.',
  ],
  examples: [
    {
      title: 'Fields, ticked boxes and notes',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          pages: 4,
          flattened: { fields: 3, annotations: 1, made: 1, hidden: 0 },
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Only form fields',
      options: { what: 'forms' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          pages: 4,
          flattened: { fields: 3, annotations: 0, made: 0, hidden: 0 },
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Pages as pictures',
      options: { what: 'rasterize', dpi: 72 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: { pages: 2, dpi: 72, repaired: false, warnings: [] },
        files: [{ name: 'letter-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    LOCKED,
  ],
  async run({ files, options, signal }) {
    const [input] = files;
    const opened = openPdf(input);
    prepareChange(opened);
    const name = changedName(opened.name, 'flattened');
    if (options.what === 'rasterize') {
      const { dpi, quality } = options;
      const bytes = await rasterizePdf(opened, input.bytes, { dpi, quality, signal });
      const report = { pages: opened.pages.length, dpi, ...conditionOf(opened) };
      return withFiles(json(report), [{ name, mime: PDF_MIME, bytes }]);
    }
    const pdf = withPlainTree(opened);
    const { missing, ...flattened } = await flattenPdf(pdf, input.bytes, options.what);
    if (missing > 0) {
      pdf.document.warn(`${plural(missing, 'annotation')} without an appearance could not be drawn and was left out`);
    }
    const bytes = writeChanged(pdf);
    const report = { pages: pdf.pages.length, flattened, ...conditionOf(pdf) };
    return withFiles(json(report), [{ name, mime: PDF_MIME, bytes }]);
  },
});
