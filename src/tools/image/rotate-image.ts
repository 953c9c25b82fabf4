import { z } from 'zod';

import { defineTool, overLimit, quote } from '../../core/index.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { turnedSize, turnPicture } from '../../engines/image/rotate-picture.js';
import { colourFor, groundFor, mostPixels, writePicture } from '../../engines/image/write-picture.js';
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

export default defineTool({
  id: 'rotate-image',
  title: 'Rotate Image',
  summary: 'Rotates images by any angle, mirrors them, and turns them upright as their metadata says.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    angle: z.number().min(-360).max(360).default(0).describe('Degrees clockwise.'),
    flipVertical: z.boolean().default(false).describe('Mirrors top to bottom, before rotating.'),
    flipHorizontal: z.boolean().default(false).describe('Mirrors left to right, before rotating.'),
    background: colorOption(
      '#00000000',
      'Colour of the corners around a slanted image; on white in formats without transparency.',
    ),
    format: formatOption(),
    keepMetadata: shared.keepMetadata(),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    ...PICTURE_NOTES,
    'Without angle and flips, an image is only turned upright as its metadata says.',
    'Quarter turns move pixels; other angles enlarge the canvas and blend pixels. JPEG is re-encoded.',
  ],
  aliases: [
    'rotate photo',
    'flip image',
    'mirror image',
    'turn picture 90 degrees',
    'fix image orientation',
    'straighten photo',
    'auto orient',
    'picture is upside down',
    'photo is sideways',
    'mirror an image',
  ],
  verified: [
    'ImageMagick 6.9 -flip, -flop and -rotate: the same pixels for the quarter turns with and without flips; for slanted angles the same size within two pixels.',
    'Eight EXIF orientations written by ExifTool 12.57: upright as ImageMagick -auto-orient has them, within 45 dB.',
  ],
  examples: [
    {
      title: 'A quarter turn',
      options: { angle: 90 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { text: null, files: [{ name: 'photo-rotated.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A mirrored animation',
      options: { flipHorizontal: true },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      output: { text: null, files: [{ name: 'blink-rotated.gif', mime: 'image/gif' }] },
    },
    {
      title: 'Slanted, with transparent corners',
      options: { angle: -12.5, format: 'webp' },
      files: [{ name: 'photo.png', fixture: 'image/raster/photo.png' }],
      output: { text: null, files: [{ name: 'photo-rotated.webp', mime: 'image/webp' }] },
    },
    {
      title: 'A sideways photo is turned upright',
      files: [{ name: 'sideways.jpg', fixture: 'photo/sideways.jpg' }],
      output: { text: null, files: [{ name: 'sideways-rotated.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A colour that is none',
      options: { background: '#12' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "#12"',
      },
    },
    ...pictureRefusals(),
  ],
  async run({ files: uploads, options, signal }) {
    const { angle, flipVertical, flipHorizontal, quality, keepMetadata } = options;
    const background = parseColor('background', options.background);
    const turn = {
      angleDegrees: angle,
      isFlippedVertically: flipVertical,
      isFlippedHorizontally: flipHorizontal,
    };
    return await eachPicture(
      { files: uploads, signal },
      (picture) => mostPixels(writeFormat(options.format, picture)),
      async (picture) => {
        const format = writeFormat(options.format, picture);
        const size = turnedSize(picture, angle);
        const pixels = size.width * size.height;
        if (pixels > MAX_PIXELS) {
          throw overLimit(
            `Cannot rotate picture ${quote(picture.name)}: the result has ${size.width} × ${size.height} = ${pixels} pixels, the limit is ${MAX_PIXELS}`,
          );
        }
        // The corners may be coloured where the picture is grey.
        const colour = picture.isGrey && angle % 90 !== 0 ? 'srgb' : colourFor(format);
        const bytes = await writePicture(
          await turnPicture(picture, colour, { ...turn, background: groundFor(format, background) }),
          picture,
          {
            format,
            quality,
            size,
            keepsMetadata: keepMetadata,
          },
        );
        return pictureFile(picture, '-rotated', format, bytes);
      },
    );
  },
});
