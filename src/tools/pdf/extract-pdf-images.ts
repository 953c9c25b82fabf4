import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type OutputFile, ToolError } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { imagesOf } from '../../formats/pdf/pictures/page-images.js';
import { pageList } from '../../lib/documents/page-ranges.js';
import { SEVERAL_FILES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

const extractedImage = z.object({
  name: z.string().describe('Name of the result.'),
  pages: z.string().describe('Pages that show it, such as 1-3,5.'),
  width: count('Width in pixels.'),
  height: count('Height in pixels.'),
  bits: z.int().nullable().describe('Bits per component; null where not stated.'),
  colorSpace: z.string().describe('Colour space as PDF calls it.'),
  encoding: z.string().describe('Filters as PDF calls them.'),
  how: z.string().describe('How it was extracted: original, wrapped, lossless or drawn.'),
  alpha: z.boolean().describe('Whether the result has transparency.'),
});

const MAX_BYTES = CLASS_LIMITS.native.outputFilesBytes;
const STEM_CHARACTERS = 180;

function uniqueName(results: readonly OutputFile[], stem: string, extension: string): string {
  const taken = new Set(results.map(({ name }) => name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `${stem}.${extension}` : `${stem} (${n}).${extension}`;
    if (!taken.has(name)) return name;
  }
}

export default defineTool({
  id: 'extract-pdf-images',
  title: 'Extract PDF Images',
  summary: 'Extracts the images stored in PDF files: JPEG and JPEG 2000 unchanged, others losslessly.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    minSize: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Skips images whose width or height is smaller, in pixels.'),
    duplicates: z.boolean().default(false).describe('Also extracts repeated copies of the same image.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    images: z.array(extractedImage).describe('Images in the order of the pages.'),
    ...condition,
  }),
  notes: [
    'JPEG images come as .jpg and JPEG 2000 as .jp2, byte for byte; fax images (CCITT) as .tif with a header added; CMYK as .tif; everything else as .png with the bit depth, palette and ICC profile of the PDF.',
    'JBIG2 images, and colour spaces that neither PNG nor TIFF supports (Separation, DeviceN, Lab), are rendered as a viewer does, pixel for pixel: "how" is then "drawn".',
    'A soft mask of the same size with 8 bits becomes the alpha channel of a PNG; any other mask is a separate file whose name ends in -mask.',
    'Images in forms, patterns and annotations are found too. Inline images, and drawings made of lines, are not.',
    'At most 500 images and 200 million pixels per file; damaged images are skipped, and "warnings" says so.',
    SEVERAL_FILES,
  ],
  aliases: [
    'get pictures from pdf',
    'pdf to images',
    'pdfimages',
    'save images from pdf',
    'extract photos from pdf',
    'pdf image export',
    'pull pictures out of a pdf',
    'photos from a pdf',
  ],
  verified: [
    'poppler 22.12 (pdfimages -all): the JPEG of a file is the same byte for byte; palette, RGB, soft mask and CMYK have the same samples to libvips.',
    'A fax picture of libtiff, and samples of 1, 4 and 16 bits, come back to libvips as they were.',
    '188 real and damaged files by a script: of 72 images that pdfimages does not list as inline, 28 come byte for byte and 12 with the same samples; the rest are fax pictures, which pdfimages gives without a header, and colour spaces that are drawn.',
  ],
  examples: [
    {
      title: 'A JPEG, a palette, a soft mask, CMYK and a stencil',
      files: [{ name: 'pictures.pdf', fixture: 'pdf/pictures.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'pictures.pdf',
              outputs: ['pictures-1.jpg', 'pictures-2.png', 'pictures-3.png', 'pictures-4.tif', 'pictures-5.png'],
              images: [
                {
                  name: 'pictures-1.jpg',
                  pages: '1-2',
                  width: 16,
                  height: 8,
                  bits: 8,
                  colorSpace: 'DeviceRGB',
                  encoding: 'DCTDecode',
                  how: 'original',
                  alpha: false,
                },
                {
                  name: 'pictures-2.png',
                  pages: '1',
                  width: 4,
                  height: 2,
                  bits: 2,
                  colorSpace: 'Indexed',
                  encoding: 'none',
                  how: 'lossless',
                  alpha: false,
                },
                {
                  name: 'pictures-3.png',
                  pages: '2',
                  width: 16,
                  height: 8,
                  bits: 8,
                  colorSpace: 'DeviceRGB',
                  encoding: 'none',
                  how: 'lossless',
                  alpha: true,
                },
                {
                  name: 'pictures-4.tif',
                  pages: '2',
                  width: 16,
                  height: 8,
                  bits: 8,
                  colorSpace: 'DeviceCMYK',
                  encoding: 'none',
                  how: 'lossless',
                  alpha: false,
                },
                {
                  name: 'pictures-5.png',
                  pages: '2',
                  width: 8,
                  height: 2,
                  bits: 1,
                  colorSpace: 'mask',
                  encoding: 'none',
                  how: 'lossless',
                  alpha: false,
                },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'pictures-1.jpg', mime: 'image/jpeg', bytes: 364 },
          { name: 'pictures-2.png', mime: 'image/png' },
          { name: 'pictures-3.png', mime: 'image/png' },
          { name: 'pictures-4.tif', mime: 'image/tiff' },
          { name: 'pictures-5.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A file without images',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { data: { files: [{ name: 'letter.pdf', images: [], repaired: false, warnings: [] }] } },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    const { minSize, duplicates, password } = options;
    return await eachFile({ files, signal }, async (file) => {
      const pdf = openPdf(file, { password });
      const stem = [...stemOf(pdf.name)].slice(0, STEM_CHARACTERS).join('');
      const results: OutputFile[] = [];
      const images: z.output<typeof extractedImage>[] = [];
      let total = 0;
      for await (const taken of imagesOf(pdf, {
        pages: pageSetOf(options.pages, pdf),
        minSize,
        dedupe: !duplicates,
        signal,
      })) {
        const { bytes, extension, mime, how, hasAlpha, facts, number, isMask } = taken;
        total += bytes.length;
        if (total > MAX_BYTES)
          throw new ToolError('OUTPUT_TOO_LARGE', `The images have more than ${MAX_BYTES} bytes in all`);
        const name = uniqueName(results, `${stem}-${number}${isMask ? '-mask' : ''}`, extension);
        results.push({ name, mime, bytes });
        images.push({ name, pages: pageList(taken.pages), ...facts, how, alpha: hasAlpha });
      }
      return { report: { images, ...conditionOf(pdf) }, outputs: results };
    });
  },
});
