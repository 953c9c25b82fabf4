import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { quarterTurns, shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { rotationOf } from '../../formats/pdf/pages/page-size.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

export default defineTool({
  id: 'rotate-pdf',
  title: 'Rotate PDF',
  summary: 'Rotates all or some pages of PDF files by 90, 180 or 270 degrees.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    angle: quarterTurns(),
    relative: z
      .boolean()
      .default(true)
      .describe('Adds "angle" to the current rotation of each page; if false, sets the rotation to "angle".'),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
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
    'Only the rotation entry of the pages changes: text, images, links, form fields and everything else stay as they are.',
    'With "relative", rotations add up: a page already rotated by 90 degrees ends at 180 after another 90.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'turn pdf pages',
    'flip pdf',
    'pdf landscape portrait',
    'fix sideways scan',
    'rotate pages',
    'pdf is sideways',
    'pdf pages upside down',
  ],
  verified: [
    'qpdf 11.3 --rotate: the same pictures of all pages by poppler 22.12 at 50 dpi for three turns of four pages with inherited turns.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check, and every page that poppler draws of the original looks the same at angle 0 (first three pages of each).',
  ],
  examples: [
    {
      title: 'Every page 90 degrees clockwise',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-rotated.pdf'],
              pages: 2,
              rotated: [
                { page: 1, from: 0, to: 90 },
                { page: 2, from: 0, to: 90 },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Pages that are already rotated, anticlockwise',
      options: { angle: -90, pages: '2-' },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-rotated.pdf'],
              pages: 4,
              rotated: [
                { page: 2, from: 90, to: 0 },
                { page: 3, from: 90, to: 0 },
                { page: 4, from: 0, to: 270 },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Rotation removed from all pages',
      options: { angle: 0, relative: false },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              outputs: ['report-rotated.pdf'],
              pages: 4,
              rotated: [
                { page: 2, from: 90, to: 0 },
                { page: 3, from: 90, to: 0 },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'report-rotated.pdf', mime: 'application/pdf' }],
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
    {
      title: 'An invalid page range',
      options: { pages: 'every' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pages" must be pages and ranges like "1-3,5,8-,last,odd", got "every"',
      },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const opened = openPdf(file, { password: options.password });
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
      return changedPdf(pdf, 'rotated', writeChanged(pdf), { pages: pdf.pages.length, rotated });
    });
  },
});
