import { z } from 'zod';

import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { fileReports } from '../../core/shared-data.js';
import { mapFrames, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import { type Cut, partBoxes, partsOf } from '../../lib/pictures/crop-box.js';
import { cutOut } from '../../lib/pictures/hide.js';
import { DRAWING_NOTES, qualityOption } from './_drawing.js';
import {
  formatOption,
  PICTURE_FILES,
  pictureFile,
  pictureRefusals,
  reportedPictures,
  writeFormat,
} from './_pictures.js';

/** Most parts of all images of a run. */
const MAX_PARTS = 400;
const MAX_SIDE = 100_000;

const partSize = (what: string, instead: string) =>
  ofKind(
    'pixels',
    z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_SIDE)
      .default(0)
      .describe(`${what} of each part instead of ${instead}; 0 to use ${instead}.`),
  );

const partCount = (what: string) => z.number().multipleOf(1).min(1).max(100).default(2).describe(what);

const image = z.object({
  name: z.string().describe('Name of the file, or of its page.'),
  width: z.number().describe('Width of the image in pixels.'),
  height: z.number().describe('Height of the image in pixels.'),
  rows: z.number().describe('Parts from top to bottom.'),
  columns: z.number().describe('Parts from left to right.'),
});

/** Throws INVALID_INPUT where a side has fewer pixels than it is to have parts. */
function checkSide(option: 'rows' | 'columns', whole: number, cut: Cut, { name }: Picture): void {
  if (partsOf(whole, cut) <= whole) return;
  const side = option === 'rows' ? 'high' : 'wide';
  throw invalid(
    `Option "${option}" must be at most ${whole}: image ${quote(name)} is ${whole} pixels ${side}, got ${partsOf(whole, cut)}`,
  );
}

export default defineTool({
  id: 'split-image',
  title: 'Split Image',
  summary: 'Cuts images into a grid of equal parts, or into tiles of a size in pixels.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    rows: partCount('Number of parts from top to bottom.'),
    columns: partCount('Number of parts from left to right.'),
    partWidth: partSize('Width', 'columns'),
    partHeight: partSize('Height', 'rows'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: fileReports({ images: z.array(image).describe('One entry per image: each page of a TIFF file is one.') }),
  notes: [
    'Parts are named by row and column, photo-1-2.jpg for the second in the first row, and listed row by row.',
    'By rows and columns, parts differ by at most one pixel where the size does not divide evenly; by partWidth and partHeight, the last part of a row or column is what is left.',
    `Together the parts have every pixel once. At most ${MAX_PARTS} parts in all.`,
    'Each part of an animated GIF, WebP or PNG is an animation.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'cut image into pieces',
    'slice image',
    'image grid',
    'instagram grid',
    'image tiles',
    'divide picture',
    'split photo in half',
    'split sprite sheet',
    'tile cutter',
  ],
  verified: [
    'A size that divides evenly, and tiles with a rest: the parts of ImageMagick 6.9.11 -crop, pixel by pixel.',
    'Sizes that do not divide evenly, and tiles: the parts laid side by side are the image, pixel by pixel, with 60 random grids.',
  ],
  examples: [
    {
      title: 'A photo in four parts',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: {
        data: {
          files: [
            {
              name: 'harbour.jpg',
              outputs: ['harbour-1-1.jpg', 'harbour-1-2.jpg', 'harbour-2-1.jpg', 'harbour-2-2.jpg'],
              images: [{ name: 'harbour.jpg', width: 160, height: 120, rows: 2, columns: 2 }],
            },
          ],
        },
        files: [
          { name: 'harbour-1-1.jpg', mime: 'image/jpeg' },
          { name: 'harbour-1-2.jpg', mime: 'image/jpeg' },
          { name: 'harbour-2-1.jpg', mime: 'image/jpeg' },
          { name: 'harbour-2-2.jpg', mime: 'image/jpeg' },
        ],
      },
    },
    {
      title: 'Tiles of 100 pixels as PNG',
      options: { partWidth: 100, partHeight: 120, format: 'png' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: {
        files: [
          { name: 'harbour-1-1.png', mime: 'image/png' },
          { name: 'harbour-1-2.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'An animation, each half of it an animation',
      options: { rows: 1 },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: {
        files: [
          { name: 'dots-1-1.gif', mime: 'image/gif' },
          { name: 'dots-1-2.gif', mime: 'image/gif' },
        ],
      },
    },
    {
      title: 'Too many parts',
      options: { rows: 50, columns: 50 },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'The images up to "harbour.jpg" have 2500 parts, the limit is 400' },
    },
    ...pictureRefusals(),
  ],
  async run({ files, options, signal }) {
    const across: Cut = options.partWidth > 0 ? { length: options.partWidth } : { count: options.columns };
    const down: Cut = options.partHeight > 0 ? { length: options.partHeight } : { count: options.rows };
    let parts = 0;
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    const split = async (picture: Picture) => {
      const format = writeFormat(options.format, picture);
      checkWritable(picture, { format });
      checkSide('columns', picture.width, across, picture);
      checkSide('rows', picture.height, down, picture);
      const [columns, rows] = [partsOf(picture.width, across), partsOf(picture.height, down)];
      parts += rows * columns;
      if (parts > MAX_PARTS) {
        throw overLimit(`The images up to ${quote(picture.name)} have ${parts} parts, the limit is ${MAX_PARTS}`);
      }
      const frames = await readFrames(picture);
      const outputs = [];
      for (const [index, box] of partBoxes(picture, across, down).entries()) {
        signal.throwIfAborted();
        const part = mapFrames(frames, box, (frame, into) => into.data.set(cutOut(frame, box).data));
        const bytes = await writeFrames(part, picture, { format, quality: options.quality });
        const place = `-${Math.floor(index / columns) + 1}-${(index % columns) + 1}`;
        outputs.push(pictureFile(picture, place, format, bytes));
      }
      return { outputs, facts: { name: picture.name, width: picture.width, height: picture.height, rows, columns } };
    };
    return reportedPictures({ files, signal }, limitOf, split, (images) => ({ images }));
  },
});
