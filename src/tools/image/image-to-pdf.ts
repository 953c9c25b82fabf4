import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, file, json, overLimit, quote, ToolError, withFiles } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPages, PICTURE_ENDINGS, type Picture } from '../../engines/image/picture.js';
import { type StoredPicture, storePicture } from '../../engines/image/stored-picture.js';
import { type PlacedPicture, picturesToPdf } from '../../formats/pdf/pictures/picture-pages.js';
import { PAGE_SIZES, POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';

/** Most pixels of all pictures. Chosen: five of the largest. */
const MAX_PIXELS = 250_000_000;
/** Most pages: every page of every TIFF. */
const MAX_PAGES = 200;

const SIZES = ['fit', ...(Object.keys(PAGE_SIZES) as (keyof typeof PAGE_SIZES)[])] as const;

const storage = (stored: StoredPicture, picture: Picture): string => {
  if (stored.kind === 'jpeg') return picture.format === 'jpeg' ? 'as sent' : 'jpeg';
  return 'lossless';
};

/** Before dozens of pictures fill the memory. */
function checkBytes(bytes: number): void {
  const limit = CLASS_LIMITS.native.outputFileBytes;
  if (bytes > limit) throw new ToolError('OUTPUT_TOO_LARGE', `The PDF would have more than ${limit} bytes`);
}

export default defineTool({
  id: 'image-to-pdf',
  title: 'Image to PDF',
  summary: 'Combines up to 20 images into one PDF, one page each, with JPEG files embedded unchanged.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS] },
  options: {
    pageSize: z
      .enum(SIZES)
      .default('fit')
      .describe('Page size; fit gives each page the proportions of its image, with the long side of A4.'),
    orientation: z
      .enum(['auto', 'portrait', 'landscape'])
      .default('auto')
      .describe('Orientation of pages with a fixed size; auto follows each image.'),
    margin: z.number().min(0).max(50).default(0).describe('Margin on all sides in millimetres.'),
    fit: z
      .enum(['contain', 'cover', 'shrink'])
      .default('contain')
      .describe(
        'How an image fills its page: contain shows all of it, cover fills the page and crops, shrink keeps its own size (by its dpi, else 96) unless the page is smaller.',
      ),
    quality: shared.quality().describe('JPEG quality of HEIC, AVIF, WebP, JPEG XL and JPEG 2000 images, 1 to 100.'),
  },
  result: 'mixed',
  data: z.object({
    pages: z
      .array(
        z.object({
          page: place('Number of the page.'),
          file: z.string().describe('Name of the upload.'),
          width: count('Width of the image in pixels.'),
          height: count('Height of the image in pixels.'),
          stored: z.string().describe('How it is stored: as sent, jpeg or lossless.'),
        }),
      )
      .describe('Pages in order.'),
    warnings: warnings(),
  }),
  notes: [
    'JPEG files are embedded byte for byte, including CMYK ones, and rotated by the page if their EXIF says so; everything in the file, such as the location, stays in the PDF.',
    'PNG, GIF, BMP, TIFF and other lossless formats stay lossless, also with 16 bits; HEIC, AVIF, JPEG XL, JPEG 2000 and lossy WebP become JPEG.',
    'Colour profiles and transparency are kept.',
    'A multi-page TIFF gives one page per page; of an animation, the first frame is used.',
    'At most 50 megapixels per image, 250 in total, and 200 pages; the PDF can have at most 20 MiB.',
  ],
  aliases: [
    'jpg to pdf',
    'png to pdf',
    'photos to pdf',
    'pictures to pdf',
    'scan to pdf',
    'tiff to pdf',
    'convert image to pdf',
    'scans to pdf',
    'pictures to one document',
  ],
  verified: [
    'pdfimages 22.12: of a JPEG, one turned by EXIF and a CMYK one the very bytes sent come out again; PNG, palette, 16 bits and alpha are stored as such.',
    'pdftoppm 22.12: pages of seven kinds of pictures look as libvips decodes them upright (mean difference below 6 of 255), CMYK without a profile below 25.',
    'img2pdf 0.4.4: the same coding, size and components of four pictures.',
  ],
  examples: [
    {
      title: 'Three images on A4 with a margin of 10 mm',
      options: { pageSize: 'a4', margin: 10 },
      files: [
        { name: 'fields.jpg', fixture: 'image/to-pdf/fields.jpg' },
        { name: 'turned.jpg', fixture: 'image/to-pdf/turned.jpg' },
        { name: 'alpha.png', fixture: 'image/to-pdf/alpha.png' },
      ],
      output: {
        data: {
          pages: [
            { page: 1, file: 'fields.jpg', width: 60, height: 40, stored: 'as sent' },
            { page: 2, file: 'turned.jpg', width: 60, height: 40, stored: 'as sent' },
            { page: 3, file: 'alpha.png', width: 60, height: 40, stored: 'lossless' },
          ],
          warnings: [],
        },
        files: [{ name: 'images.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'The first frame of an animation',
      files: [{ name: 'moving.gif', fixture: 'image/to-pdf/moving.gif' }],
      output: {
        data: {
          pages: [{ page: 1, file: 'moving.gif', width: 60, height: 40, stored: 'lossless' }],
          warnings: ['only the first frame of the animation "moving.gif" was used'],
        },
        files: [{ name: 'moving.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A phone photo',
      options: { quality: 70 },
      files: [{ name: 'IMG_0001.HEIC', fixture: 'image/heic/phone.heic' }],
      output: {
        data: { pages: [{ page: 1, file: 'IMG_0001.HEIC', width: 64, height: 96, stored: 'jpeg' }], warnings: [] },
        files: [{ name: 'IMG_0001.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A truncated image',
      files: [{ name: 'cut.jpg', fixture: 'image/to-pdf/cut.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read JPEG picture "cut.jpg": it is damaged or cut short' },
    },
    {
      title: 'Text named as an image',
      files: [{ name: 'note.png', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "note.png": it is in no known picture format' },
    },
  ],
  async run({ files, options, signal }) {
    const { pageSize, orientation, fit, quality } = options;
    const pictures: PlacedPicture[] = [];
    const pages: { page: number; file: string; width: number; height: number; stored: string }[] = [];
    const warnings: string[] = [];
    let pixels = 0;
    let bytes = 0;
    for (const upload of files) {
      for (const picture of await openPages(upload, signal)) {
        pixels += picture.width * picture.height;
        if (pixels > MAX_PIXELS) throw overLimit(`Images must have at most ${MAX_PIXELS} pixels in total`);
        if (pictures.length === MAX_PAGES) throw overLimit(`Images must give at most ${MAX_PAGES} pages in total`);
        const stored = await storePicture(picture, quality);
        if (picture.frames > 1) warnings.push(`only the first frame of the animation ${quote(picture.name)} was used`);
        bytes += (stored.kind === 'jpeg' ? stored.jpeg : stored.image.compressed).length;
        checkBytes(bytes);
        pictures.push({ stored, density: picture.density });
        const { width, height } = picture;
        pages.push({ page: pages.length + 1, file: upload.name, width, height, stored: storage(stored, picture) });
      }
    }
    const layout = { pageSize, orientation, fit, margin: options.margin * POINTS_A_MILLIMETRE };
    const pdf = picturesToPdf(pictures, layout);
    checkBytes(pdf.length);
    const name = files.length === 1 ? renamed(files[0].name, '.pdf') : 'images.pdf';
    return withFiles(json({ pages, warnings }), file(name, 'application/pdf', pdf).files);
  },
});
