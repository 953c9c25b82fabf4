import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import type { InputFile } from '../../core/tool.js';
import { comparePdfs } from './_comparison.js';
import { comparisonData } from './_comparison-data.js';

/** Of examples. */
const SAME_LOOK = { sizeDiffers: false, differentPercent: null, regions: [], picture: null };

export default defineTool({
  id: 'compare-pdf',
  title: 'Compare PDF',
  summary:
    'Compares two PDFs page by page: which words changed, which pages moved, came or went, and where pages look different, with pictures.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 2, formats: ['.pdf'] },
  options: {
    mode: z
      .enum(['both', 'text', 'visual'])
      .default('both')
      .describe('What is compared: the words, the look of the pages, or both.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(300)
      .default(100)
      .describe('Dots per inch at which pages are drawn for comparing.'),
    tolerance: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(10)
      .describe('How far colours may differ and still count as the same, in percent.'),
    pictures: z
      .boolean()
      .default(true)
      .describe('Gives a PNG of each page that looks different, with the differences marked.'),
  },
  result: 'mixed',
  data: comparisonData,
  notes: [
    'The first file is the old one, the second the new one.',
    'Pages are paired by their words (pages without words by their look), so an inserted page does not make all pages after it different. "status" is equal, changed, moved, moved and changed, added or removed.',
    'Words are compared in the order of reading, so other line breaks and hyphens are no difference; text that moved to another page is removed there and added here.',
    'Pictures show both pages in pale grey, what only the old one has in red, what only the new one has in green, with frames around it. They stop at 24 MB in all: "picturesLeftOut" counts the rest.',
    'Places are in points (1/72 inch) from the upper left corner of the page as it is shown. At most 200 pages a file, 1,000,000 characters in both, 250 megapixels a file at the dpi asked for, 2,000 changes listed and 200 regions a page.',
  ],
  aliases: [
    'pdf diff',
    'diff pdf',
    'compare two pdfs',
    'pdf difference checker',
    'pdf redline',
    'find changes between pdfs',
  ],
  verified: [
    'Planted differences: each of 30 words changed, removed or added in a made text is listed at its place, and nothing else; a moved page, an added and a removed one, another page size and a coloured dot of 1 × 1 point are found.',
    'poppler 22.12: the pixels that differ on three made pages lie inside the regions found, as pictures by pdftoppm tell.',
    'By hand: each of 172 real and damaged files is equal to itself.',
  ],
  examples: [
    {
      title: 'A word changed, a page moved, one added',
      options: { mode: 'text' },
      files: [
        { name: 'report-old.pdf', fixture: 'pdf/report-old.pdf' },
        { name: 'report-new.pdf', fixture: 'pdf/report-new.pdf' },
      ],
      output: {
        data: {
          equal: false,
          old: { name: 'report-old.pdf', pages: 3, repaired: false },
          new: { name: 'report-new.pdf', pages: 4, repaired: false },
          changesLeftOut: 0,
          picturesLeftOut: 0,
          pages: [
            {
              old: 1,
              new: 1,
              status: 'changed',
              textChanges: 1,
              changes: [
                {
                  kind: 'changed',
                  old: '100',
                  new: '120',
                  oldBoxes: [{ x: 131.91, y: 133.6, width: 18.35, height: 12.86 }],
                  newBoxes: [{ x: 131.91, y: 133.6, width: 18.35, height: 12.86 }],
                },
              ],
              ...SAME_LOOK,
            },
            { old: 3, new: 2, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK },
            {
              old: 2,
              new: 3,
              status: 'moved and changed',
              textChanges: 1,
              changes: [
                {
                  kind: 'added',
                  old: '',
                  new: 'A line was added at the end.',
                  oldBoxes: [],
                  newBoxes: [{ x: 72, y: 149.6, width: 138.81, height: 12.86 }],
                },
              ],
              ...SAME_LOOK,
            },
            { old: null, new: 4, status: 'added', textChanges: 0, changes: [], ...SAME_LOOK },
          ],
        },
      },
    },
    {
      title: 'Pictures of what looks different',
      options: { mode: 'visual' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' },
      ],
      output: {
        files: [
          { name: 'damaged-page-1-differences.png', mime: 'image/png' },
          { name: 'damaged-page-2-differences.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A file compared with itself',
      files: [
        { name: 'a.pdf', fixture: 'pdf/scan.pdf' },
        { name: 'b.pdf', fixture: 'pdf/scan.pdf' },
      ],
      output: {
        data: {
          equal: true,
          old: { name: 'a.pdf', pages: 2, repaired: false },
          new: { name: 'b.pdf', pages: 2, repaired: false },
          changesLeftOut: 0,
          picturesLeftOut: 0,
          pages: [
            { old: 1, new: 1, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
            { old: 2, new: 2, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
          ],
        },
      },
    },
    {
      title: 'A file that asks for a password',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
  ],
  async run({ files, options, signal }) {
    const [oldFile, newFile] = files as readonly [InputFile, InputFile];
    const { report, pictures } = await comparePdfs(oldFile, newFile, options, signal);
    return withFiles(json(report, { name: `${stemOf(newFile.name)}-differences.json` }), pictures);
  },
});
