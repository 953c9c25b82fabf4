import { z } from 'zod';
import { defineTool, invalid } from '../../core/index.js';
import type { Picture } from '../../engines/image/picture.js';
import { checkWritable, colourFor, mostPixels, writePicture } from '../../engines/image/write-picture.js';
import { adjust, isNeutral } from '../../lib/pictures/adjust.js';
import { DRAWING_NOTES, drawnPicture, EVERY_FRAME, qualityOption } from './_drawing.js';
import { eachPicture, formatOption, PICTURE_FILES, pictureFile, pictureReports, writeFormat } from './_pictures.js';

const percent = (description: string) => z.number().min(-100).max(100).default(0).describe(description);

export default defineTool({
  id: 'adjust-image',
  title: 'Adjust Image',
  summary: 'Changes brightness, contrast, exposure, colour temperature, saturation, hue, gamma and levels of images.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    brightness: percent('Adds light, or takes it, in percent; 0 changes nothing.'),
    contrast: percent('More or less contrast about the middle, in percent; 0 changes nothing.'),
    exposure: z.number().min(-5).max(5).default(0).describe('Stops of light: 1 doubles it, -1 halves it.'),
    saturation: percent('Stronger or weaker colours in percent; -100 leaves greys.'),
    hue: z.number().min(-180).max(180).default(0).describe('Turns all colours on the colour wheel by so many degrees.'),
    temperature: percent('Warmer (orange) or, below 0, colder (blue) light.'),
    gamma: z.number().min(0.1).max(5).default(1).describe('Above 1 lightens the middle tones, below 1 darkens them.'),
    blackPoint: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(254)
      .default(0)
      .describe('Level of 255 that becomes black, with all below it.'),
    whitePoint: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(255)
      .default(255)
      .describe('Level of 255 that becomes white, with all above it.'),
    format: formatOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'Order: exposure and temperature in linear light, levels, gamma, brightness and contrast, then hue and saturation in HSL. Alpha stays.',
    'Brightness b and contrast c: slope = tan(45° × (c / 100 + 1)) about the middle, plus b / 100. Temperature t: red × 2^(t / 200), blue × 2^(-t / 200), white as light as before.',
    'Where no option changes anything, the pixels are the very same, with their depth and profile; a lossy format is still encoded again.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'brightness contrast',
    'saturation',
    'lighten image',
    'white balance',
    'levels',
    'hue shift',
    'make a photo brighter',
    'photo too dark',
  ],
  verified: [
    'ImageMagick 6.9.11 -brightness-contrast, -gamma, -level, -modulate and -evaluate in linear light: every sample within 1 of 255.',
    'With the options at their defaults a 16-bit PNG with a profile keeps every sample and its profile.',
  ],
  examples: [
    {
      title: 'A lighter photo with stronger colours',
      options: { brightness: 10, contrast: 15, saturation: 30 },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-adjusted.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Every frame of an animation in other colours',
      options: { hue: 120 },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots-adjusted.gif', mime: 'image/gif' }] },
    },
    {
      title: 'Black above white',
      options: { blackPoint: 200, whitePoint: 100 },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "blackPoint" must be less than "whitePoint" 100, got 200' },
    },
    {
      title: 'A file that is not an image',
      files: [{ name: 'note.png', text: 'not an image' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "note.png": it is in no known picture format' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { blackPoint, whitePoint, quality } = options;
    if (blackPoint >= whitePoint) {
      throw invalid(`Option "blackPoint" must be less than "whitePoint" ${whitePoint}, got ${blackPoint}`);
    }
    const limitOf = (picture: Picture): number => mostPixels(writeFormat(options.format, picture));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const format = writeFormat(options.format, picture);
      const settings = { format, quality };
      if (!isNeutral(options))
        return await drawnPicture(picture, settings, '-adjusted', (frame) => adjust(frame, options));
      checkWritable(picture, settings);
      const bytes = await writePicture(picture.open(colourFor(format)), picture, settings);
      return pictureFile(picture, '-adjusted', format, bytes);
    });
  },
});
