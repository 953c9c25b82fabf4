import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { type Flattened, flattenPdf } from '../../formats/pdf/forms/flatten.js';
import { rasterizePdf } from '../../formats/pdf/pictures/rasterize.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

interface Report {
  readonly pages: number;
  readonly dpi?: number;
  readonly flattened?: Omit<Flattened, 'missing'>;
}

export default defineTool({
  id: 'flatten-pdf',
  title: 'Flatten PDF',
  summary:
    'Makes form fields and annotations part of the pages so that they can no longer be edited, or turns pages into images.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    target: z
      .enum(['all', 'forms', 'annotations', 'pages'])
      .default('all')
      .describe('What is flattened: form fields, other annotations, or both; pages turns each page into one image.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(600)
      .default(200)
      .describe('Resolution of "target" pages in dots per inch.'),
    quality: shared.quality().describe('JPEG quality of "target" pages, 1 to 100.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    dpi: count('Resolution of the page images; missing unless pages became images.').optional(),
    flattened: z
      .object({
        fields: count('Form fields that were drawn.'),
        annotations: count('Annotations that were drawn.'),
        made: count('Missing appearances that were created.'),
        hidden: count('Hidden items that were removed.'),
      })
      .optional()
      .describe('What was drawn into the pages.'),
    ...condition,
  }),
  notes: [
    'Fields and annotations are drawn as viewers show them on screen, with their own appearances; hidden ones are removed.',
    'If a field or annotation has no appearance, one is created; "warnings" lists what could not be drawn.',
    'Text stays text and links stay links, except with "target" pages: that gives JPEG images, so text cannot be selected or searched, and the outline, links, layers, attachments and metadata are gone.',
    '"target" pages draws at most 400 million pixels in total: 100 A4 pages at 200 dpi.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'flatten pdf form',
    'merge annotations into pdf',
    'make pdf non editable',
    'pdf to image pdf',
    'rasterize pdf',
    'lock form fields',
    'make a form not editable',
    'print layers into the page',
  ],
  verified: [
    'poppler 22.12 at 50 dpi: a file with text fields, a ticked box and turned pages, and one with stretched, turned and non-rotating appearances, look exactly the same before and after; no field and no annotation is left.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check; of 182 that poppler draws, 10 look different at 50 dpi. Those were looked at: 8 have appearances that had to be made, drawn in the manner of another viewer.',
    'Pages as pictures: the same sizes to pdfinfo, and pixels like those of pdftoppm.',
  ],
  examples: [
    {
      title: 'A filled-in form with a comment',
      files: [{ name: 'registration.pdf', fixture: 'pdf/registration.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'registration.pdf',
              outputs: ['registration-flattened.pdf'],
              pages: 1,
              flattened: { fields: 2, annotations: 1, made: 0, hidden: 0 },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'registration-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Only annotations: form fields can still be filled in',
      options: { target: 'annotations' },
      files: [{ name: 'registration.pdf', fixture: 'pdf/registration.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'registration.pdf',
              outputs: ['registration-flattened.pdf'],
              pages: 1,
              flattened: { fields: 0, annotations: 1, made: 0, hidden: 0 },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'registration-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Fields, check boxes and notes',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-flattened.pdf'],
              pages: 4,
              flattened: { fields: 3, annotations: 1, made: 1, hidden: 0 },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Only form fields',
      options: { target: 'forms' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-flattened.pdf'],
              pages: 4,
              flattened: { fields: 3, annotations: 0, made: 0, hidden: 0 },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Pages as images',
      options: { target: 'pages', dpi: 72 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            { name: 'letter.pdf', outputs: ['letter-flattened.pdf'], pages: 2, dpi: 72, repaired: false, warnings: [] },
          ],
        },
        files: [{ name: 'letter-flattened.pdf', mime: 'application/pdf' }],
      },
    },
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    const { target, dpi, quality, password } = options;
    return await eachFile<Report>({ files, signal }, async (file) => {
      const opened = openPdf(file, { password });
      prepareChange(opened);
      if (target === 'pages') {
        const bytes = await rasterizePdf(opened, file.bytes, { dpi, quality, signal });
        return changedPdf(opened, 'flattened', bytes, { pages: opened.pages.length, dpi });
      }
      const pdf = withPlainTree(opened);
      const { missing, ...flattened } = await flattenPdf(pdf, file.bytes, target);
      if (missing > 0) {
        const items = missing === 1 ? '1 annotation' : `${missing} annotations`;
        pdf.document.warn(`${items} without an appearance could not be drawn and was removed`);
      }
      return changedPdf(pdf, 'flattened', writeChanged(pdf), { pages: pdf.pages.length, flattened });
    });
  },
});
