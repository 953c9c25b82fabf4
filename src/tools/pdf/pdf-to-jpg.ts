import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, files as filesOf, invalid, overLimit, quote } from '../../core/index.js';
import { FILE_NAME_CHARACTERS } from '../../core/limits.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { type DrawnFormat, drawPages } from '../../formats/pdf/pictures/drawn-pages.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { LOCKED, MISSING_PAGE } from './_refusals.js';

const MAX_PAGES = 500;

function nameOf(upload: string, part: string, format: DrawnFormat): string {
  const ending = `${part === '' ? '' : `-${part}`}.${format}`;
  return [...stemOf(upload)].slice(0, FILE_NAME_CHARACTERS - ending.length).join('') + ending;
}

export default defineTool({
  id: 'pdf-to-jpg',
  title: 'PDF to JPG',
  summary: 'Draws pages of a PDF as JPEG, PNG, WebP or TIFF pictures.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    format: z.enum(['jpg', 'png', 'webp', 'tiff']).default('jpg').describe('Format of the pictures.'),
    dpi: z.number().multipleOf(1).min(36).max(600).default(150).describe('Dots per inch at which pages are drawn.'),
    pages: shared.pages(),
    quality: shared.quality().describe('Quality of JPEG and WebP pictures in percent.'),
    transparent: z
      .boolean()
      .default(false)
      .describe('Leaves what the page does not paint transparent instead of white; not for jpg.'),
    single: z.boolean().default(false).describe('Puts all pages below each other into one picture.'),
  },
  result: 'files',
  notes: [
    'One file a page, with the page number in its name; tiff is one file of several pages.',
    'Page numbers start at 1; each page is drawn once, in the order of the document.',
    'Notes, stamps and form fields are drawn too. Colours are sRGB.',
    'At most 500 pages, 50,000,000 pixels a page, 400,000,000 pixels in all, and 30 MiB of pictures.',
    'SVG is not written: the drawing engine gives pixels only.',
    'Password-encrypted PDFs must be unlocked first; damaged files are repaired where possible.',
  ],
  aliases: [
    'pdf to png',
    'pdf to image',
    'convert pdf pages to pictures',
    'pdf to jpeg',
    'pdf to tiff',
    'pdf to webp',
    'render pdf',
  ],
  verified: [
    'pdftoppm 22.12: six pages, two of them turned, with form fields, layers and a note, have the same size and a structural similarity above 0.9.',
    'libtiff by way of libvips: every page of a TIFF file has exactly the pixels of the PNG file of the page.',
    'By hand (bench/pdf/draw.ts): the first five pages of 172 real and damaged files, median similarity to pdftoppm 0.998.',
  ],
  examples: [
    {
      title: 'One picture a page',
      options: { dpi: 72 },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        text: null,
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
      output: { text: null, files: [{ name: 'letter-2.png', mime: 'image/png' }] },
    },
    {
      title: 'All pages as one TIFF file',
      options: { format: 'tiff', dpi: 36 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { text: null, files: [{ name: 'report.tiff', mime: 'image/tiff' }] },
    },
    {
      title: 'All pages below each other',
      options: { format: 'webp', single: true, dpi: 36 },
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: { text: null, files: [{ name: 'report.webp', mime: 'image/webp' }] },
    },
    {
      title: 'A picture that would be too tall',
      options: { single: true, dpi: 600 },
      files: [{ name: 'many.pdf', fixture: 'pdf/many-pages.pdf' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Pages of PDF "many.pdf" below each other must have at most 50000000 pixels, got 1667 × 168367',
      },
    },
    {
      title: 'Transparency that JPEG has not',
      options: { transparent: true },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "transparent" must be false for "format" jpg' },
    },
    MISSING_PAGE,
    LOCKED,
  ],
  async run({ files: [upload], options, signal }) {
    const { format, dpi, quality, transparent, single } = options;
    if (transparent && format === 'jpg') throw invalid('Option "transparent" must be false for "format" jpg');
    const pdf = openPdf(upload);
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
    return await withRenderer(pdf, upload.bytes, async (renderer) =>
      filesOf(await drawPages(renderer, pdf.name, drawing, signal)),
    );
  },
});
