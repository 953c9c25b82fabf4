import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { FILE_NAME_CHARACTERS } from '../../core/limits.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { type DrawnFormat, drawPages } from '../../formats/pdf/pictures/drawn-pages.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { SEVERAL_FILES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

const MAX_PAGES = 500;

function nameOf(upload: string, part: string, format: DrawnFormat): string {
  const ending = `${part === '' ? '' : `-${part}`}.${format}`;
  return [...stemOf(upload)].slice(0, FILE_NAME_CHARACTERS - ending.length).join('') + ending;
}

export default defineTool({
  id: 'pdf-to-jpg',
  title: 'PDF to JPG',
  summary: 'Converts pages of PDF files to JPEG, PNG, WebP or TIFF images.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    format: z.enum(['jpg', 'png', 'webp', 'tiff']).default('jpg').describe('Format of the images.'),
    dpi: z.number().multipleOf(1).min(36).max(600).default(150).describe('Resolution in dots per inch.'),
    pages: shared.pages(),
    quality: shared.quality().describe('Quality of JPEG and WebP images, 1 to 100.'),
    transparent: z
      .boolean()
      .default(false)
      .describe('Keeps unpainted areas transparent instead of white; not for jpg.'),
    single: z.boolean().default(false).describe('Joins all pages of a file into one tall image.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({ pages: count('Pages that were converted.'), ...condition }),
  notes: [
    'One image per page, with the page number in its name; tiff gives one multi-page file.',
    'Each page is drawn once, in document order. Notes, stamps and form fields are drawn too. Colours are sRGB.',
    'At most 500 pages, 50,000,000 pixels per page and 400,000,000 pixels in total per file, and 30 MiB of images in all.',
    'SVG is not supported: the rendering engine gives pixels only.',
    'Damaged files are repaired if possible.',
    SEVERAL_FILES,
  ],
  aliases: [
    'pdf to png',
    'pdf to image',
    'convert pdf pages to pictures',
    'pdf to jpeg',
    'pdf to tiff',
    'pdf to webp',
    'render pdf',
    'pdf pages as pictures',
  ],
  verified: [
    'pdftoppm 22.12: six pages, two of them turned, with form fields, layers and a note, have the same size and a structural similarity above 0.9.',
    'libtiff by way of libvips: every page of a TIFF file has exactly the pixels of the PNG file of the page.',
    'By hand (bench/pdf/draw.ts): the first five pages of 172 real and damaged files, median similarity to pdftoppm 0.998.',
  ],
  examples: [
    {
      title: 'One image per page',
      options: { dpi: 72 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            { name: 'letter.pdf', outputs: ['letter-1.jpg', 'letter-2.jpg'], pages: 2, repaired: false, warnings: [] },
          ],
        },
        files: [
          { name: 'letter-1.jpg', mime: 'image/jpeg' },
          { name: 'letter-2.jpg', mime: 'image/jpeg' },
        ],
      },
    },
    {
      title: 'One page, transparent',
      options: { format: 'png', pages: 'last', transparent: true, dpi: 36 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: { files: [{ name: 'letter.pdf', outputs: ['letter-2.png'], pages: 1, repaired: false, warnings: [] }] },
        files: [{ name: 'letter-2.png', mime: 'image/png' }],
      },
    },
    {
      title: 'All pages as one TIFF file',
      options: { format: 'tiff', dpi: 36 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { files: [{ name: 'report.pdf', outputs: ['report.tiff'], pages: 4, repaired: false, warnings: [] }] },
        files: [{ name: 'report.tiff', mime: 'image/tiff' }],
      },
    },
    {
      title: 'All pages in one image',
      options: { format: 'webp', single: true, dpi: 36 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: { files: [{ name: 'report.pdf', outputs: ['report.webp'], pages: 4, repaired: false, warnings: [] }] },
        files: [{ name: 'report.webp', mime: 'image/webp' }],
      },
    },
    {
      title: 'An image that would be too tall',
      options: { single: true, dpi: 600 },
      files: [{ name: 'many.pdf', fixture: 'pdf/many-pages.pdf' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The joined pages of PDF "many.pdf" must have at most 50000000 pixels, got 1667 × 168367',
      },
    },
    {
      title: 'Transparency, which JPEG does not support',
      options: { transparent: true },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "transparent" must be false for "format" jpg' },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    const { format, dpi, quality, transparent, single } = options;
    if (transparent && format === 'jpg') throw invalid('Option "transparent" must be false for "format" jpg');
    return await eachFile({ files, signal }, async (file) => {
      const pdf = openPdf(file, { password: options.password });
      const pages = pageSetOf(options.pages, pdf);
      if (pages.length > MAX_PAGES) {
        throw overLimit(`Pages of PDF ${quote(pdf.name)} must be at most ${MAX_PAGES} at once, got ${pages.length}`);
      }
      const digits = String(pdf.pages.length).length;
      const names =
        single || format === 'tiff'
          ? [nameOf(pdf.name, '', format)]
          : pages.map((page) => nameOf(pdf.name, String(page).padStart(digits, '0'), format));
      const drawing = { format, dpi, quality, hasAlpha: transparent, isSingle: single, pages, names };
      const outputs = await withRenderer(pdf, file.bytes, (renderer) => drawPages(renderer, pdf.name, drawing, signal));
      return { report: { pages: pages.length, ...conditionOf(pdf) }, outputs };
    });
  },
});
