import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import type { InputFile } from '../../core/tool.js';
import { comparePdfs } from './_comparison.js';
import { comparisonData } from './_comparison-data.js';
import { NEEDS_PASSWORD } from './_refusals.js';

/** Of examples. */
const PRICE = { x: 50.01, y: 28.66, width: 20.02, height: 14.03 };
const SAME_LOOK = { sizeDiffers: false, differentPercent: null, regions: [], image: null };

export default defineTool({
  id: 'compare-pdf',
  title: 'Compare PDF',
  summary:
    'Compares two PDF files page by page: changed words, moved, added and removed pages, and visual differences with images.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 2, formats: ['.pdf'] },
  options: {
    by: z
      .enum(['both', 'text', 'look'])
      .default('both')
      .describe('Compares the words, the look of the pages, or both.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(300)
      .default(100)
      .describe('Resolution at which pages are compared, in dots per inch.'),
    tolerancePercent: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(2)
      .describe('Difference of a colour channel that still counts as equal, in percent; 0 finds every difference.'),
    images: z
      .boolean()
      .default(true)
      .describe('Returns a PNG of each page that looks different, with the differences marked.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: comparisonData,
  notes: [
    'The first file is the old version, the second the new one.',
    'Pages are paired by their words (pages without words by their look), so an inserted page does not make all later pages differ. "status" is equal, changed, moved, moved and changed, added or removed.',
    'Words are compared in reading order, so different line breaks and hyphenation are ignored; text that moved to another page is listed as removed there and added here.',
    'A page is visually equal if no colour channel of any pixel differs by more than "tolerancePercent" at "dpi". A higher "dpi" finds smaller changes.',
    'Images show both pages in pale grey, what only the old one has in red and what only the new one has in green, framed. They stop at 24 MB in total: "imagesOmitted" counts the rest.',
    'Places are in points (1/72 inch) from the upper left corner of the page as shown. At most 200 pages per file, 1,000,000 characters in both, 250 megapixels per file at "dpi", 2,000 changes listed and 200 regions per page.',
  ],
  aliases: [
    'pdf diff',
    'diff pdf',
    'compare two pdfs',
    'pdf difference checker',
    'pdf redline',
    'find changes between pdfs',
    'differences between two contracts',
  ],
  verified: [
    'Planted differences: each of 30 words changed, removed or added in a made text is listed at its place, and nothing else; a moved page, an added and a removed one, another page size and a coloured dot of 1 × 1 point are found.',
    'poppler 22.12: the pixels that differ on three made pages lie inside the regions found, as pictures by pdftoppm tell.',
    'By hand: each of 172 real and damaged files is equal to itself.',
  ],
  examples: [
    {
      title: 'A word changed, a page moved, one added',
      options: { by: 'text' },
      files: [
        { name: 'report-old.pdf', fixture: 'pdf/report-old.pdf' },
        { name: 'report-new.pdf', fixture: 'pdf/report-new.pdf' },
      ],
      output: {
        data: {
          equal: false,
          old: { name: 'report-old.pdf', pages: 3, repaired: false },
          new: { name: 'report-new.pdf', pages: 4, repaired: false },
          changesOmitted: 0,
          imagesOmitted: 0,
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
      title: 'A changed price',
      options: { by: 'text' },
      files: [
        { name: 'price-old.pdf', fixture: 'pdf/price-old.pdf' },
        { name: 'price-new.pdf', fixture: 'pdf/price-new.pdf' },
      ],
      output: {
        data: {
          equal: false,
          old: { name: 'price-old.pdf', pages: 1, repaired: false },
          new: { name: 'price-new.pdf', pages: 1, repaired: false },
          changesOmitted: 0,
          imagesOmitted: 0,
          pages: [
            {
              old: 1,
              new: 1,
              status: 'changed',
              textChanges: 1,
              changes: [{ kind: 'changed', old: '120', new: '140', oldBoxes: [PRICE], newBoxes: [PRICE] }],
              ...SAME_LOOK,
            },
          ],
        },
      },
    },
    {
      title: 'A line added, without images',
      options: { by: 'look', dpi: 72, images: false },
      files: [
        { name: 'price-old.pdf', fixture: 'pdf/price-old.pdf' },
        { name: 'price-line.pdf', fixture: 'pdf/price-line.pdf' },
      ],
      output: {
        data: {
          equal: false,
          old: { name: 'price-old.pdf', pages: 1, repaired: false },
          new: { name: 'price-line.pdf', pages: 1, repaired: false },
          changesOmitted: 0,
          imagesOmitted: 0,
          pages: [
            {
              old: 1,
              new: 1,
              status: 'changed',
              textChanges: 0,
              changes: [],
              ...SAME_LOOK,
              differentPercent: 0.8,
              regions: [{ x: 20, y: 40, width: 80, height: 10 }],
            },
          ],
        },
      },
    },
    {
      title: 'Images of the visual differences',
      options: { by: 'look' },
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
          changesOmitted: 0,
          imagesOmitted: 0,
          pages: [
            { old: 1, new: 1, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
            { old: 2, new: 2, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
          ],
        },
      },
    },
    { ...NEEDS_PASSWORD, files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }, ...(NEEDS_PASSWORD.files ?? [])] },
  ],
  async run({ files, options, signal }) {
    const [oldFile, newFile] = files as readonly [InputFile, InputFile];
    const { report, images } = await comparePdfs(oldFile, newFile, options, signal);
    return withFiles(json(report, { name: `${stemOf(newFile.name)}-differences.json` }), images);
  },
});
