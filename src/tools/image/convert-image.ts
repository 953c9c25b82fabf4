import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { openPages, PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { colourFor, mostPixels, WRITE_FORMATS, writePicture } from '../../engines/image/write-picture.js';
import { drawUpload, isDrawing } from './_drawings.js';
import { eachPicture, PICTURE_NOTES, pictureFile, pictureRefusals, pictureReports } from './_pictures.js';

export default defineTool({
  id: 'convert-image',
  title: 'Convert Image',
  summary:
    'Converts images of any format, SVG included, to JPEG, PNG, WebP, AVIF, GIF, TIFF, BMP, ICO, ICNS, JPEG XL or PPM.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS, '.svg'] },
  options: {
    format: z.enum(WRITE_FORMATS).default('png').describe('Format of the result.'),
    quality: shared.quality().describe('Quality of JPEG, WebP, AVIF and JPEG XL images, 1 to 100.'),
    lossless: z.boolean().default(false).describe('Writes WebP, AVIF and JPEG XL losslessly.'),
    background: colorOption('#ffffff', 'Colour behind transparency in formats without it (JPEG, PPM).'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1200)
      .default(0)
      .describe('Dots per inch to state in JPEG, PNG and TIFF images, and to render SVG at; 0 keeps them, 96 for SVG.'),
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
    'SVG is rendered on transparency at "dpi", without scripts, external resources and fonts of its own; svg-to-png has more options for it. "dpi" does not change the pixels of other images.',
    'A Windows icon (ICO) contains the image in all usual sizes up to 256 pixels, an Apple icon (ICNS) in those up to 1024 that the image has pixels for, each in a square.',
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
    'svg to jpg',
    'svg to ico',
    'png to icns',
    'icns to png',
    'mac app icon',
    'set dpi',
    'change image dpi',
    'png to jpeg',
    'webp to jpg',
  ],
  verified: [
    'ImageMagick 6.9 reads the PNG, TIFF, BMP and PPM with the same pixels, JPEG and WebP above 30 dB, GIF above 28 dB; AVIF, ICO and JPEG XL by hand (libheif 1.15, icotool, libjxl 0.7).',
    'libicns 0.8: Apple icons that it wrote, packed and with JPEG 2000, are read with the same pixels; it extracts five sizes of ours with those of the image made smaller by itself.',
    'ExifTool 12.57: the dots per inch that were asked for in JPEG, PNG and TIFF.',
    'rsvg-convert 2.54 at 192 dots per inch: two drawings have the same size, and differ by less than 4 of 255 levels on average.',
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
      title: 'A drawing for print',
      options: { format: 'tiff', dpi: 300 },
      files: [{ name: 'drawing.svg', fixture: 'image/svg/drawing.svg' }],
      output: { text: null, files: [{ name: 'drawing.tiff', mime: 'image/tiff' }] },
    },
    {
      title: 'An icon for macOS',
      options: { format: 'icns' },
      files: [{ name: 'half-clear.png', fixture: 'image/raster/half-clear.png' }],
      output: { text: null, files: [{ name: 'half-clear.icns', mime: 'image/x-icns' }] },
    },
    {
      title: 'The largest image of an icon',
      files: [{ name: 'app.icns', fixture: 'image/raster/app.icns' }],
      output: { text: null, files: [{ name: 'app.png', mime: 'image/png' }] },
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
    const { format, quality, lossless, dpi, keepMetadata, animated } = options;
    const background = parseColor('background', options.background);
    return await eachPicture(
      {
        files: uploads,
        signal,
        open: async (upload) =>
          isDrawing(upload)
            ? [(await drawUpload(upload, { width: 0, height: 0, dpi: dpi || 96 }, signal)).picture]
            : openPages(upload, signal),
      },
      () => mostPixels(format),
      async (picture) => {
        const still = animated ? picture : await picture.firstFrame();
        const bytes = await writePicture(still.open(colourFor(format)), still, {
          format,
          quality,
          isLossless: lossless,
          background,
          keepsMetadata: keepMetadata,
          ...(dpi === 0 ? {} : { density: dpi }),
        });
        return pictureFile(picture, '', format, bytes);
      },
    );
  },
});
