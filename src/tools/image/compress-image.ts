import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { Picture } from '../../engines/image/picture.js';
import { ownFormat, type WriteFormat } from '../../engines/image/write-picture.js';
import { type CompressedPicture, compressPicture } from '../../formats/pictures/compress-picture.js';
import { PICTURE_MIMES } from '../../lib/picture-files/picture-format.js';
import { eachPicture, PICTURE_FILES, PICTURE_NOTES, pictureFile, pictureRefusals } from './_pictures.js';

/** So that all attempts at a target end in time. */
const TARGET_PIXELS = 30_000_000;
const PIXELS = 100_000_000;

interface Report {
  readonly name: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly savedPercent: number;
  readonly quality?: number;
  readonly colors?: number;
  readonly note?: string;
}

/** The picture's own format, unless that has no compression. */
function compressedFormat(picture: Picture): WriteFormat {
  const format = ownFormat(picture);
  return format === 'bmp' || format === 'ppm' || format === 'ico' ? 'png' : format;
}

function reportOf(
  { file }: Picture,
  { bytes, quality, colors }: CompressedPicture,
  isSmaller: boolean,
): Omit<Report, 'name'> {
  const [before, after] = [file.bytes.length, bytes.length];
  return {
    bytesBefore: before,
    bytesAfter: after,
    savedPercent: Math.round(1000 * (1 - after / before)) / 10,
    ...(quality === undefined ? {} : { quality }),
    ...(colors === undefined ? {} : { colors }),
    ...(isSmaller ? {} : { note: 'Nothing can be saved, so the uploaded file comes back as it is' }),
  };
}

export default defineTool({
  id: 'compress-image',
  title: 'Compress Image',
  summary: 'Makes picture files smaller, at a quality or to a target size, and never larger.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    quality: shared
      .quality()
      .describe('Quality of JPEG, WebP and AVIF in percent; with a target, the best that is tried.'),
    targetKb: z
      .number()
      .min(0)
      .max(20_480)
      .default(0)
      .describe('Most KiB of each result, reached by lower quality or fewer colours; 0 is no target.'),
    format: z
      .enum(['same', 'jpg', 'png', 'webp', 'avif'])
      .default('same')
      .describe(
        'Format of the result; same keeps JPEG, PNG, WebP, AVIF, GIF and TIFF, makes HEIC a JPEG and the rest PNG.',
      ),
    keepMetadata: z.boolean().default(false).describe('Keeps EXIF, XMP and IPTC, the position too.'),
    paletteColors: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(256)
      .default(0)
      .describe('Colours that PNG and GIF are reduced to, at least 2; 0 keeps all colours of a PNG.'),
  },
  result: 'mixed',
  data: z.object({
    pictures: z
      .array(
        z.object({
          name: z.string().describe('Name of the result.'),
          bytesBefore: count('Size of the upload.'),
          bytesAfter: count('Size of the result.'),
          savedPercent: z.number().describe('Share of the bytes that was saved, in percent.'),
          quality: z.number().optional().describe('Quality that was used.'),
          colors: count('Colours of the palette.').optional(),
          note: z.string().optional().describe('Why the upload was not changed.'),
        }),
      )
      .describe('One entry per image.'),
  }),
  notes: [
    ...PICTURE_NOTES,
    'Where nothing can be saved the uploaded file comes back as it is, metadata too, and "note" says so.',
    'JPEG is optimised with progressive scans; PNG stays lossless unless colours are reduced; a lossless WebP stays lossless.',
    'With a target the pictures of a run have at most 30 megapixels together, else 100.',
  ],
  aliases: [
    'reduce image size',
    'image compressor',
    'make jpg smaller',
    'shrink png',
    'tinypng',
    'compress photo to 100kb',
    'optimize images',
  ],
  verified: [
    'By its own tests: results never larger than the file on two pictures in four formats, targets reached in four formats and to at least 60 percent, PNG without loss as sharp reads it.',
  ],
  examples: [
    {
      title: 'A bitmap becomes a PNG of a tenth of its size',
      files: [{ name: 'photo.bmp', fixture: 'image/raster/photo.bmp' }],
      output: { files: [{ name: 'photo-compressed.png', mime: 'image/png' }] },
    },
    {
      title: 'To half a KiB',
      options: { targetKb: 0.5, format: 'webp' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: { files: [{ name: 'photo-compressed.webp', mime: 'image/webp' }] },
    },
    {
      title: 'Nothing to save',
      files: [{ name: 'bordered.png', fixture: 'image/raster/bordered.png' }],
      output: {
        data: {
          pictures: [
            {
              name: 'bordered.png',
              bytesBefore: 94,
              bytesAfter: 94,
              savedPercent: 0,
              note: 'Nothing can be saved, so the uploaded file comes back as it is',
            },
          ],
        },
        files: [{ name: 'bordered.png', mime: 'image/png', bytes: 94 }],
      },
    },
    {
      title: 'A target out of reach',
      options: { targetKb: 0.05, format: 'webp' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot compress picture "photo.jpg" to 0.05 KiB: as WebP it has at least 0.2 KiB, make it smaller first',
      },
    },
    {
      title: 'One colour',
      options: { paletteColors: 1 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "paletteColors" must be 0 or 2 to 256, got 1' },
    },
    ...pictureRefusals(),
  ],
  async run({ files: uploads, options, signal }) {
    const { quality, targetKb, keepMetadata, paletteColors } = options;
    const limit = targetKb > 0 ? TARGET_PIXELS : PIXELS;
    if (paletteColors === 1) throw invalid('Option "paletteColors" must be 0 or 2 to 256, got 1');
    const reports: Omit<Report, 'name'>[] = [];
    const files = await eachPicture(
      uploads,
      signal,
      () => limit,
      async (picture) => {
        const format = options.format === 'same' ? compressedFormat(picture) : options.format;
        const result = await compressPicture(picture, {
          format,
          quality,
          targetBytes: Math.floor(targetKb * 1024),
          colors: paletteColors,
          keepsMetadata: keepMetadata,
        });
        // A page alone is no uploaded file.
        const isPage = picture.name !== picture.file.name;
        const isSmaller = isPage || result.bytes.length < picture.file.bytes.length;
        reports.push(reportOf(picture, isSmaller ? result : { bytes: picture.file.bytes }, isSmaller));
        return isSmaller
          ? pictureFile(picture, '-compressed', format, result.bytes)
          : { name: picture.name, mime: PICTURE_MIMES[picture.format], bytes: picture.file.bytes };
      },
    );
    const pictures: Report[] = reports.map((report, i) => ({ name: files[i]?.name ?? '', ...report }));
    return withFiles(json({ pictures }), files);
  },
});
