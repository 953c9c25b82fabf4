import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { rotationOf } from '../../formats/pdf/pages/page-size.js';
import { MISSING_PAGE } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

export default defineTool({
  id: 'rotate-pdf',
  title: 'Rotate PDF',
  summary: 'Turns all or some pages of a PDF by quarter turns without changing their content.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    angle: z
      .number()
      .multipleOf(90)
      .min(-270)
      .max(270)
      .default(90)
      .describe('Degrees clockwise in quarter turns; below 0 turns anticlockwise.'),
    relative: z
      .boolean()
      .default(true)
      .describe('Adds to the turn that a page already has; otherwise "angle" is the turn that it gets.'),
    pages: shared.pages(),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    rotated: z
      .array(
        z.object({
          page: place('Number of the page.'),
          from: z.int().describe('Rotation before, in degrees clockwise.'),
          to: z.int().describe('Rotation after, in degrees clockwise.'),
        }),
      )
      .describe('Pages whose rotation changed.'),
    ...condition,
  }),
  notes: [
    'Only the entry for the turn is set: text, pictures, links, form fields and everything else stay as they are.',
    'Pages keep their own turn where "relative" is true: a page that lies on its side at 90 stands at 180 after another 90.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells.',
    'Password-encrypted PDFs must be unlocked first.',
  ],
  aliases: ['turn pdf pages', 'flip pdf', 'pdf landscape portrait', 'fix sideways scan', 'rotate pages'],
  verified: [
    'qpdf 11.3 --rotate: the same pictures of all pages by poppler 22.12 at 50 dpi for three turns of four pages with inherited turns.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check, and every page that poppler draws of the original looks the same at angle 0 (first three pages of each).',
  ],
  examples: [
    {
      title: 'Every page a quarter turn clockwise',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          pages: 2,
          rotated: [
            { page: 1, from: 0, to: 90 },
            { page: 2, from: 0, to: 90 },
          ],
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'letter-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Pages that already have a turn, anticlockwise',
      options: { angle: -90, pages: '2-' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          pages: 4,
          rotated: [
            { page: 2, from: 90, to: 0 },
            { page: 3, from: 90, to: 0 },
            { page: 4, from: 0, to: 270 },
          ],
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'All pages upright again',
      options: { angle: 0, relative: false },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          pages: 4,
          rotated: [
            { page: 2, from: 90, to: 0 },
            { page: 3, from: 90, to: 0 },
          ],
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    MISSING_PAGE,
    {
      title: 'A range written wrongly',
      options: { pages: 'all' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pages" must be pages and ranges like "1-3,5,8-,last,odd", got "all"',
      },
    },
  ],
  run({ files, options }) {
    const opened = openPdf(files[0]);
    prepareChange(opened);
    const pdf = withPlainTree(opened);
    const rotated: { page: number; from: number; to: number }[] = [];
    for (const number of pageSetOf(options.pages, pdf)) {
      const page = pdf.pages[number - 1];
      if (page === undefined) continue;
      const from = rotationOf(pdf.document, page);
      const to = ((((options.relative ? from : 0) + options.angle) % 360) + 360) % 360;
      if (to === from) continue;
      page.dict.set('Rotate', to);
      rotated.push({ page: number, from, to });
    }
    const bytes = writeChanged(pdf);
    const report = { pages: pdf.pages.length, rotated, ...conditionOf(pdf) };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'rotated'), mime: PDF_MIME, bytes }]);
  },
});
