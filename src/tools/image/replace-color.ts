import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { eachFrame, readFrames, writeFrames } from '../../engines/image/frames.js';
import { checkWritable, mostPixels } from '../../engines/image/write-picture.js';
import { replaceColor } from '../../lib/colors/replace-color.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import {
  formatOption,
  PICTURE_FILES,
  pictureFile,
  pictureRefusals,
  reportedPictures,
  writeFormat,
} from './_pictures.js';

export default defineTool({
  id: 'replace-color',
  title: 'Replace Color',
  summary: 'Replaces a colour of images and what is close to it with another colour or with transparency.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    color: colorOption('#ffffff', 'Colour that is replaced.'),
    newColor: colorOption('#00000000', 'Colour that takes its place; transparent unless chosen.'),
    tolerance: z
      .number()
      .min(0)
      .max(100)
      .default(10)
      .describe('How far a colour may be off to be replaced, in percent: 0 for that colour only, 100 for all colours.'),
    keepShading: z
      .boolean()
      .default(true)
      .describe('Keeps what is lighter, darker or of another tint that way; otherwise the new colour is flat.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: fileReports({ replacedPixels: count('Pixels that were replaced, in all frames and pages.') }),
  notes: [
    'The distance of two colours is the root mean square of their differences in red, green and blue, as with -fuzz of ImageMagick.',
    'Every place that has the colour is changed, inside of things too; remove-solid-background clears the background alone, with clean edges.',
    'Fully transparent pixels have no colour and stay. A new colour with transparency turns JPEG files into PNG unless a format is chosen; formats without transparency show white there.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'change color in image',
    'recolor image',
    'swap colors',
    'color replacer',
    'make white transparent',
    'make a color transparent',
    'change logo color',
    'color to alpha',
  ],
  verified: [
    'ImageMagick 6.9.11: the same pixels as with -fuzz and -opaque, four pairs of colours at tolerances of 0, 12, 25 and 100 % on 4,096 colours.',
  ],
  examples: [
    {
      title: 'A blue logo in crimson, its soft edges too: 560 pixels by the histogram of ImageMagick',
      options: { color: '#145ac8', newColor: 'crimson', tolerance: 0 },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      output: {
        data: { files: [{ name: 'logo.png', outputs: ['logo-recolored.png'], replacedPixels: 560 }] },
        files: [{ name: 'logo-recolored.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A photo keeps its format where the new colour is solid',
      options: { color: '#4080c0', newColor: 'orange', tolerance: 20 },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { files: [{ name: 'harbour-recolored.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A photo becomes a PNG for the sake of transparency',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { files: [{ name: 'harbour-recolored.png', mime: 'image/png' }] },
    },
    {
      title: 'A word that is not a colour',
      options: { newColor: 'blurple' },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "newColor" must be a CSS colour such as "#ff0000", got "blurple"',
      },
    },
    ...pictureRefusals(),
  ],
  run({ files, options, signal }) {
    const { tolerance, keepShading, quality } = options;
    const color = parseColor('color', options.color);
    const newColor = parseColor('newColor', options.newColor);
    return reportedPictures(
      { files, signal },
      (picture) => mostPixels(writeFormat(options.format, picture)),
      async (picture) => {
        const own = writeFormat(options.format, picture);
        const needsAlpha = options.format === 'same' && own === 'jpg' && newColor.alpha < 1;
        const settings = { format: needsAlpha ? 'png' : own, quality } as const;
        checkWritable(picture, settings);
        const frames = await readFrames(picture);
        let replaced = 0;
        eachFrame(frames, (frame) => {
          replaced += replaceColor(frame, { color, newColor, tolerance, keepShading });
        });
        const bytes = await writeFrames(frames, picture, settings);
        return { outputs: [pictureFile(picture, '-recolored', settings.format, bytes)], facts: replaced };
      },
      (facts) => ({ replacedPixels: facts.reduce((sum, one) => sum + one, 0) }),
    );
  },
});
