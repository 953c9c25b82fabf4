import { createHash } from 'node:crypto';

import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import {
  defineTool,
  invalid,
  json,
  type OutputFile,
  overLimit,
  quote,
  ToolError,
  withFiles,
} from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type OpenPdf, openPdf } from '../../formats/pdf/document/open.js';
import { surveyPages } from '../../formats/pdf/document/survey.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { type ExtractedImage, imageFacts, tryExtractImage } from '../../formats/pdf/pictures/images.js';
import { PdfStream } from '../../formats/pdf/syntax/objects.js';
import { pageList } from './_description.js';
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
  how: z.string().describe('How it was extracted: original, lossless or converted.'),
  alpha: z.boolean().describe('Whether the result has transparency.'),
});

const MAX_IMAGES = 500;
/** Pixels of all pictures together; unpacking them takes most of the time. */
const MAX_PIXELS = 200_000_000;
const STEM_CHARACTERS = 180;

interface Wanted {
  readonly image: PdfStream;
  readonly pages: readonly number[];
  readonly isMask: boolean;
}

/** The pictures of these pages, each followed by its mask where that is a picture of its own. */
function picturesOf(pdf: OpenPdf, pages: string, leastSize: number): Wanted[] {
  const { document } = pdf;
  const chosen = pageSetOf(pages, pdf).flatMap((number) => pdf.pages[number - 1] ?? []);
  const { images, isIncomplete } = surveyPages(pdf, chosen);
  if (isIncomplete) throw overLimit(`PDF ${quote(pdf.name)} must have fewer resources on the pages asked for`);
  const wanted: Wanted[] = [];
  for (const [image, used] of images) {
    const { width, height } = imageFacts(document, image);
    if (Math.min(width, height) < leastSize) continue;
    wanted.push({ image, pages: [...used], isMask: false });
    for (const key of ['SMask', 'Mask']) {
      const mask = document.get(image.dict, key);
      if (mask instanceof PdfStream) wanted.push({ image: mask, pages: [...used], isMask: true });
    }
  }
  return wanted.sort((a, b) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0));
}

const hashOf = (image: ExtractedImage): string => createHash('sha256').update(image.bytes).digest('hex');

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
  summary:
    'Takes the pictures out of a PDF as they are stored in it: JPEG and JPEG 2000 untouched, others without a loss.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    minSize: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Leaves out pictures whose width or height is less, in pixels.'),
    dedupe: z
      .boolean()
      .default(true)
      .describe('Gives pictures that are stored several times but are the same byte for byte only once.'),
  },
  result: 'mixed',
  data: z.object({
    images: z.array(extractedImage).describe('Images in the order of the pages.'),
    ...condition,
  }),
  notes: [
    'JPEG comes as .jpg and JPEG 2000 as .jp2, byte for byte; fax pictures (CCITT) as .tif with a header around them; everything else as .png with the depth, palette and ICC profile of the PDF, CMYK as .tif.',
    'JBIG2 pictures, and colour spaces that neither PNG nor TIFF knows (Separation, DeviceN, Lab), are drawn as a viewer does, pixel for pixel: "how" says so with "drawn".',
    'A soft mask of the same size and 8 bits becomes the alpha channel of a PNG; every other mask is a file of its own, its name ending in -mask.',
    'Pictures of forms, patterns and annotations are found too. Pictures written into the page content itself (inline images) and drawings made of lines are not.',
    'At most 500 pictures and 200 million pixels; pictures that are damaged are left out, which "warnings" tells.',
    'Password-encrypted PDFs must be unlocked first.',
  ],
  aliases: [
    'get pictures from pdf',
    'pdf to images',
    'pdfimages',
    'save images from pdf',
    'extract photos from pdf',
    'pdf image export',
  ],
  verified: [
    'poppler 22.12 (pdfimages -all): the JPEG of a file is the same byte for byte; palette, RGB, soft mask and CMYK have the same samples to libvips.',
    'A fax picture of libtiff, and samples of 1, 4 and 16 bits, come back to libvips as they were.',
    '188 real and damaged files by a script: of 72 pictures that are no inline images to pdfimages, 28 come byte for byte and 12 with the same samples; the rest are fax pictures, which pdfimages gives without a header, and colour spaces that are drawn.',
  ],
  examples: [
    {
      title: 'A JPEG, a palette, a soft mask, CMYK and a stencil',
      files: [{ name: 'pictures.pdf', fixture: 'pdf/pictures.pdf' }],
      output: {
        data: {
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
      title: 'A file without pictures',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { data: { images: [], repaired: false, warnings: [] } },
    },
    {
      title: 'A page that does not exist',
      options: { pages: '3' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 3 of 2 asked for' },
    },
  ],
  async run({ files, options, signal }) {
    const pdf = openPdf(files[0]);
    const { document } = pdf;
    const wanted = picturesOf(pdf, options.pages, options.minSize);
    if (wanted.length > MAX_IMAGES) {
      throw invalid(
        `Cannot take pictures out of PDF ${quote(pdf.name)}: it has ${wanted.length}, the most is ${MAX_IMAGES}`,
      );
    }
    const pixels = wanted.reduce((sum, { image }) => {
      const { width, height } = imageFacts(document, image);
      return sum + width * height;
    }, 0);
    if (pixels > MAX_PIXELS) {
      throw overLimit(
        `Pictures of PDF ${quote(pdf.name)} must have at most ${MAX_PIXELS} pixels in all, got ${pixels}`,
      );
    }
    const stem = [...stemOf(pdf.name)].slice(0, STEM_CHARACTERS).join('');
    const results: OutputFile[] = [];
    const reports: z.output<typeof extractedImage>[] = [];
    const seen = new Set<string>();
    const joined = new Set<PdfStream>();
    let total = 0;
    let number = 0;
    let damaged = 0;
    for (const { image, pages, isMask } of wanted) {
      signal.throwIfAborted();
      if (isMask && joined.has(image)) continue;
      const extracted = await tryExtractImage(document, image);
      if (extracted === undefined) {
        damaged += 1;
        continue;
      }
      const mask = document.get(image.dict, 'SMask');
      if (extracted.hasAlpha && mask instanceof PdfStream) joined.add(mask);
      const hash = hashOf(extracted);
      if (options.dedupe && seen.has(hash)) continue;
      seen.add(hash);
      if (!isMask) number += 1;
      const { bytes, extension, mime, how, hasAlpha } = extracted;
      total += bytes.length;
      if (total > CLASS_LIMITS.native.outputFilesBytes) {
        throw new ToolError(
          'OUTPUT_TOO_LARGE',
          `The pictures have more than ${CLASS_LIMITS.native.outputFilesBytes} bytes in all`,
        );
      }
      const name = uniqueName(results, `${stem}-${number}${isMask ? '-mask' : ''}`, extension);
      results.push({ name, mime, bytes });
      reports.push({ name, pages: pageList(pages), ...imageFacts(document, image), how, alpha: hasAlpha });
    }
    if (damaged > 0) document.warn(`${damaged} damaged picture${damaged === 1 ? ' was' : 's were'} left out`);
    return withFiles(json({ images: reports, ...conditionOf(pdf) }), results);
  },
});
