import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { colourFor, mostPixels, WRITE_FORMATS, writePicture } from '../../engines/image/write-picture.js';
import {
  eachPicture,
  PICTURE_FILES,
  PICTURE_NOTES,
  pictureFile,
  pictureRefusals,
  pictureReports,
} from './_pictures.js';

export default defineTool({
  id: 'convert-image',
  title: 'Convert Image',
  summary: 'Converts images of any format to JPEG, PNG, WebP, AVIF, GIF, TIFF, BMP, ICO, JPEG XL or PPM.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    format: z.enum(WRITE_FORMATS).default('png').describe('Format of the result.'),
    quality: shared.quality().describe('Quality of JPEG, WebP, AVIF and JPEG XL images, 1 to 100.'),
    lossless: z.boolean().default(false).describe('Writes WebP, AVIF and JPEG XL losslessly.'),
    background: colorOption('#ffffff', 'Colour behind transparency in formats without it (JPEG, PPM).'),
    keepMetadata: shared.keepMetadata(),
    animated: z
      .boolean()
      .default(true)
      .describe('Keeps all frames of an animation (GIF, WebP, PNG); otherwise only the first frame.'),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    ...PICTURE_NOTES,
    'An animation is refused in a format without frames, unless "animated" is false.',
    'Samples of 16 bits are kept in PNG and TIFF and reduced to 8 bits elsewhere.',
    'An icon contains the image in all usual sizes up to 256 pixels, in a square.',
  ],
  aliases: [
    'webp to png',
    'png to jpg',
    'jpg to webp',
    'avif to jpg',
    'tiff to png',
    'bmp to jpg',
    'image format converter',
    'png to ico',
  ],
  verified: [
    'ImageMagick 6.9 reads the PNG, TIFF, BMP and PPM with the same pixels, JPEG and WebP above 30 dB, GIF above 28 dB; AVIF, ICO and JPEG XL by hand (libheif 1.15, icotool, libjxl 0.7).',
    'ExifTool 12.57: no position, camera or artist is left unless kept.',
  ],
  examples: [
    {
      title: 'A photo as WebP',
      options: { format: 'webp' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { text: null, files: [{ name: 'photo.webp', mime: 'image/webp' }] },
    },
    {
      title: 'Two formats at once, transparency on a colour',
      options: { format: 'jpg', background: 'navy', quality: 90 },
      files: [
        { name: 'half-clear.png', fixture: 'image/raster/half-clear.png' },
        { name: 'photo.bmp', fixture: 'image/raster/photo.bmp' },
      ],
      output: {
        data: {
          files: [
            { name: 'half-clear.png', outputs: ['half-clear.jpg'] },
            { name: 'photo.bmp', outputs: ['photo.jpg'] },
          ],
        },
        files: [
          { name: 'half-clear.jpg', mime: 'image/jpeg' },
          { name: 'photo.jpg', mime: 'image/jpeg' },
        ],
      },
    },
    {
      title: 'The pages of a TIFF file',
      files: [{ name: 'scan.tif', fixture: 'image/raster/scan.tif' }],
      output: {
        text: null,
        files: [
          { name: 'scan-1.png', mime: 'image/png' },
          { name: 'scan-2.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'The first frame of an animation',
      options: { format: 'jpg', animated: false },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      output: { text: null, files: [{ name: 'blink.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'An animation in a format without frames',
      options: { format: 'jpg' },
      files: [{ name: 'blink.gif', fixture: 'image/raster/blink.gif' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write picture "blink.gif" as JPEG: it is animated, with 3 frames',
      },
    },
    ...pictureRefusals(),
    {
      title: 'A colour that is none',
      options: { background: 'blu' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "blu"',
      },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { format, quality, lossless, keepMetadata, animated } = options;
    const background = parseColor('background', options.background);
    return await eachPicture(
      { files: uploads, signal },
      () => mostPixels(format),
      async (picture) => {
        const still = animated ? picture : await picture.firstFrame();
        const bytes = await writePicture(still.open(colourFor(format)), still, {
          format,
          quality,
          isLossless: lossless,
          background,
          keepsMetadata: keepMetadata,
        });
        return pictureFile(picture, '', format, bytes);
      },
    );
  },
});
