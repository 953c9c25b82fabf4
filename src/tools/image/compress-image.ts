import { z } from 'zod';

import { defineTool, type InputFile, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { Picture } from '../../engines/image/picture.js';
import { ownFormat, type WriteFormat } from '../../engines/image/write-picture.js';
import { type CompressedPicture, compressPicture } from '../../formats/pictures/compress-picture.js';
import { PICTURE_MIMES } from '../../lib/picture-files/picture-format.js';
import {
  PICTURE_FILES,
  PICTURE_NOTES,
  type PictureWork,
  pictureFile,
  pictureRefusals,
  reportedPictures,
} from './_pictures.js';

/** So that all attempts at a target end in time. */
const TARGET_PIXELS = 30_000_000;
const PIXELS = 100_000_000;
/** Of PNGs that are packed by trial, which takes up to a second a megapixel. */
const PNG_PIXELS = 50_000_000;

/** The image's own format, unless that has no compression. */
function compressedFormat(picture: Picture): WriteFormat {
  const format = ownFormat(picture);
  return format === 'bmp' || format === 'ppm' || format === 'ico' || format === 'icns' ? 'png' : format;
}

const UNCHANGED = 'Nothing can be saved, so the uploaded file is returned unchanged';

interface Facts extends Omit<CompressedPicture, 'bytes' | 'warning'> {
  readonly bytes: number;
  readonly warnings: readonly string[];
}

function reportOf(facts: readonly Facts[], { bytes }: InputFile) {
  const [first] = facts;
  const bytesAfter = facts.reduce((sum, page) => sum + page.bytes, 0);
  return {
    bytesBefore: bytes.length,
    bytesAfter,
    savedPercent: Math.round(1000 * (1 - bytesAfter / bytes.length)) / 10,
    ...(first?.quality === undefined ? {} : { quality: first.quality }),
    ...(first?.colors === undefined ? {} : { colors: first.colors }),
    warnings: [...new Set(facts.flatMap(({ warnings }) => warnings))],
  };
}

export default defineTool({
  id: 'compress-image',
  title: 'Compress Image',
  summary: 'Makes image files smaller, by quality or to a target size, and never larger.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    quality: shared
      .quality()
      .describe('Quality of JPEG, WebP and AVIF images, 1 to 100; with a target, the highest that is tried.'),
    targetKb: ofKind(
      'bytes',
      z
        .number()
        .min(0)
        .max(20_480)
        .default(0)
        .describe('Largest size of each result in KiB, reached by lower quality or fewer colours; 0 for no target.'),
    ),
    lossless: z
      .boolean()
      .default(false)
      .describe('Keeps every pixel of PNG and WebP; otherwise a PNG gets a palette if it looks the same.'),
    maxWidth: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(0)
        .max(16_384)
        .default(0)
        .describe('Shrinks wider images to this width in pixels; 0 for no limit.'),
    ),
    format: z
      .enum(['same', 'jpg', 'png', 'webp', 'avif'])
      .default('same')
      .describe(
        'Format of the result; same keeps JPEG, PNG, WebP, AVIF, GIF and TIFF, turns HEIC into JPEG and the rest into PNG.',
      ),
    keepMetadata: shared.keepMetadata(),
    paletteColors: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(256)
      .default(0)
      .describe('Number of colours for PNG and GIF, at least 2; 0 to decide by the image.'),
  },
  result: 'mixed',
  data: fileReports({
    bytesBefore: count('Size of the upload.'),
    bytesAfter: count('Size of the result.'),
    savedPercent: z.number().describe('Bytes saved, in percent.'),
    quality: z.number().optional().describe('Quality that was used.'),
    colors: count('Number of colours in the palette.').optional(),
    warnings: warnings(),
  }),
  notes: [
    ...PICTURE_NOTES,
    'If nothing can be saved, the uploaded file is returned unchanged, metadata included, with a warning. A target that cannot be reached gives the smallest result, with a warning.',
    'PNG is optimised losslessly, up to 50 megapixels per run thoroughly, or gets a palette of at most 256 colours if the mean difference is below 1.5 of 255 levels (45 dB). JPEG is optimised with progressive scans; a lossless WebP stays lossless.',
    'Animations are not resized. With a target, the images of a run have at most 30 megapixels together, otherwise 100.',
  ],
  aliases: [
    'reduce image size',
    'image compressor',
    'make jpg smaller',
    'shrink png',
    'tinypng',
    'compress photo to 100kb',
    'optimize images',
    'picture too big to email',
    'reduce photo size',
    'shrink photos',
  ],
  verified: [
    'Results are never larger than the file in four formats, targets are reached in four formats and to at least 60 percent, lossless PNG has the same pixels as read by another decoder.',
    'optipng 0.7.7 -o2: never more bytes without loss on 5 photographs and drawings, 0.2 to 7 % fewer; pngquant 2.17.0: at 256 colours SSIM within 0.015 of it on 3 photographs, in fewer bytes.',
  ],
  examples: [
    {
      title: 'A bitmap becomes a small PNG',
      files: [{ name: 'photo.bmp', fixture: 'image/raster/photo.bmp' }],
      output: { files: [{ name: 'photo-compressed.png', mime: 'image/png' }] },
    },
    {
      title: 'Half a KiB',
      options: { targetKb: 0.5, format: 'webp' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { files: [{ name: 'photo-compressed.webp', mime: 'image/webp' }] },
    },
    {
      title: 'Nothing to save',
      files: [
        {
          name: 'frame.png',
          base64:
            'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoAQMAAACYdQu8AAAABlBMVEX///8gMEDEFeL9AAAAEklEQVR42mOgL+D//3+wMOgLABZpINHY4EfzAAAAAElFTkSuQmCC',
        },
      ],
      output: {
        data: {
          files: [
            {
              name: 'frame.png',
              outputs: ['frame.png'],
              bytesBefore: 93,
              bytesAfter: 93,
              savedPercent: 0,
              warnings: [UNCHANGED],
            },
          ],
        },
        files: [{ name: 'frame.png', mime: 'image/png', bytes: 93 }],
      },
    },
    {
      title: 'A target out of reach gives the smallest result and a warning',
      options: { targetKb: 0.05, format: 'webp' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { files: [{ name: 'photo-compressed.webp', mime: 'image/webp' }] },
    },
    {
      title: 'One colour',
      options: { paletteColors: 1 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "paletteColors" must be 0 or 2 to 256, got 1' },
    },
    ...pictureRefusals(),
  ],
  run({ files, options, signal }) {
    const { quality, targetKb, lossless, maxWidth, keepMetadata, paletteColors } = options;
    const limit = targetKb > 0 ? TARGET_PIXELS : PIXELS;
    if (paletteColors === 1) throw invalid('Option "paletteColors" must be 0 or 2 to 256, got 1');
    const budget = { pixels: PNG_PIXELS };
    const compress = async (picture: Picture): Promise<PictureWork<Facts>> => {
      const format = options.format === 'same' ? compressedFormat(picture) : options.format;
      const { bytes, warning, ...facts } = await compressPicture(picture, {
        format,
        quality,
        targetBytes: Math.floor(targetKb * 1024),
        colors: paletteColors,
        isLossless: lossless,
        maxWidth,
        keepsMetadata: keepMetadata,
        budget,
      });
      // A page alone is not an uploaded file.
      const isPage = picture.name !== picture.file.name;
      if (isPage || bytes.length < picture.file.bytes.length) {
        return {
          outputs: [pictureFile(picture, '-compressed', format, bytes)],
          facts: { ...facts, bytes: bytes.length, warnings: warning === undefined ? [] : [warning] },
        };
      }
      const { name, file } = picture;
      return {
        outputs: [{ name, mime: PICTURE_MIMES[picture.format], bytes: file.bytes }],
        facts: { bytes: file.bytes.length, warnings: [UNCHANGED] },
      };
    };
    return reportedPictures({ files, signal }, () => limit, compress, reportOf);
  },
});
