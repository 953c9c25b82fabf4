import { z } from 'zod';

import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption, POSITIONS, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { everyFrame } from '../../engines/image/every-frame.js';
import { MAX_ANIMATION_PIXELS, type Picture } from '../../engines/image/picture.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { resizePicture } from '../../engines/image/resize-picture.js';
import { colourFor, groundFor, mostPixels, writePicture } from '../../engines/image/write-picture.js';
import { fittedSize, type Size, scaledBy } from '../../lib/pictures/fitted-size.js';
import {
  eachPicture,
  formatOption,
  PICTURE_FILES,
  PICTURE_NOTES,
  pictureFile,
  pictureRefusals,
  pictureReports,
  writeFormat,
} from './_pictures.js';

const MAX_SIDE = 16_384;

const side = (name: string) =>
  ofKind(
    'pixels',
    z
      .number()
      .min(0)
      .max(MAX_SIDE)
      .multipleOf(1)
      .default(0)
      .describe(`${name} in pixels; 0 to follow from the other side.`),
  );

function checkSize({ name, frames }: Picture, { width, height }: Size): void {
  const pixels = width * height;
  const limit = Math.min(MAX_PIXELS, Math.floor(MAX_ANIMATION_PIXELS / frames));
  if (pixels > limit) {
    throw overLimit(
      `Cannot resize image ${quote(name)}: ${width} × ${height} = ${pixels} pixels asked for, the limit is ${limit}`,
    );
  }
}

export default defineTool({
  id: 'resize-image',
  title: 'Resize Image',
  summary: 'Resizes images to pixels, to a percentage or to a longest side, and fits, crops or pads them.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    width: side('Width'),
    height: side('Height'),
    percent: z
      .number()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Percentage of the current size, instead of width and height; 0 for none.'),
    fit: z
      .enum(['inside', 'cover', 'contain', 'fill', 'outside'])
      .default('inside')
      .describe(
        'How to fit both sides: inside and outside keep the proportions, cover crops, contain pads, fill distorts.',
      ),
    position: z.enum(POSITIONS).default('center').describe('Part of the image that cover keeps.'),
    background: colorOption('#00000000', 'Padding colour for contain; on white in formats without transparency.'),
    enlarge: z
      .boolean()
      .default(false)
      .describe('Enlarges images that are smaller than the target size. A percentage over 100 always does.'),
    kernel: z
      .enum(['nearest', 'linear', 'cubic', 'mitchell', 'lanczos3'])
      .default('lanczos3')
      .describe('Resampling filter; nearest for pixel art.'),
    format: formatOption(),
    keepMetadata: shared.keepMetadata(),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    ...PICTURE_NOTES,
    'The same number as width and height with fit inside is a longest side. Cover keeps the middle.',
  ],
  aliases: [
    'scale image',
    'image resizer',
    'make image smaller',
    'thumbnail',
    'change image dimensions',
    'enlarge picture',
    'resize photo',
    'make a picture smaller',
    'image too large for upload',
  ],
  verified: [
    'ImageMagick 6.9 -resize with the same four filters at three sizes: within 35 dB (nearest, whose rounding differs: 20 dB).',
  ],
  examples: [
    {
      title: 'To a width',
      options: { width: 32 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { text: null, files: [{ name: 'photo-32x24.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Into a square, with padding, as PNG',
      options: { width: 40, height: 40, fit: 'contain', format: 'png' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { text: null, files: [{ name: 'photo-40x40.png', mime: 'image/png' }] },
    },
    {
      title: 'A sideways photo is turned upright first',
      options: { percent: 50 },
      files: [{ name: 'sideways.jpg', fixture: 'photo/sideways.jpg' }],
      output: { text: null, files: [{ name: 'sideways-36x48.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Every frame of an animation',
      options: { width: 8 },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      output: { text: null, files: [{ name: 'blink-8x6.gif', mime: 'image/gif' }] },
    },
    {
      title: 'No size given',
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "width", "height" or "percent" must be greater than 0' },
    },
    {
      title: 'Two conflicting sizes',
      options: { width: 10, percent: 50 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "percent" must be 0 where "width" or "height" is given, got 50',
      },
    },
    {
      title: 'A result that is too large',
      options: { width: 16_384, height: 16_384, fit: 'fill', enlarge: true },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot resize image "photo.jpg": 16384 × 16384 = 268435456 pixels asked for, the limit is 50000000',
      },
    },
    ...pictureRefusals({ width: 10 }),
  ],
  async run({ files: uploads, options, signal }) {
    const { width, height, percent, fit, position, enlarge, kernel, quality, keepMetadata } = options;
    const background = parseColor('background', options.background);
    if (width === 0 && height === 0 && percent === 0) {
      throw invalid('Option "width", "height" or "percent" must be greater than 0');
    }
    if (percent > 0 && (width > 0 || height > 0)) {
      throw invalid(`Option "percent" must be 0 where "width" or "height" is given, got ${percent}`);
    }
    return await eachPicture(
      { files: uploads, signal },
      (picture) => mostPixels(writeFormat(options.format, picture)),
      async (picture) => {
        const format = writeFormat(options.format, picture);
        const size =
          percent > 0
            ? fittedSize(picture, scaledBy(picture, percent / 100), 'fill', true)
            : fittedSize(picture, { width, height }, fit, enlarge);
        checkSize(picture, size);
        // Padding may be coloured where the picture is grey.
        const colour = fit === 'contain' && picture.isGrey ? 'srgb' : colourFor(format);
        const ground = groundFor(format, background);
        const image = await everyFrame(picture, colour, (frame) =>
          resizePicture(frame, size, kernel, ground, position),
        );
        const bytes = await writePicture(image, picture, { format, quality, size, keepsMetadata: keepMetadata });
        return pictureFile(picture, `-${size.width}x${size.height}`, format, bytes);
      },
    );
  },
});
