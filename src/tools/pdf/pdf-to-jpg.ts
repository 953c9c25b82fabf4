import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import {
  defineTool,
  files as filesOf,
  invalid,
  type OutputFile,
  overLimit,
  quote,
  ToolError,
} from '../../core/index.js';
import { CLASS_LIMITS, FILE_NAME_CHARACTERS } from '../../core/limits.js';
import { shared } from '../../core/shared-options.js';
import { encodePage, type PagePixels } from '../../engines/image/encode-page.js';
import { MAX_RENDER_PIXELS, type PdfRenderer } from '../../engines/pdfium/renderer.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { compressTiffPage, type TiffPage, tiffOf } from '../../lib/picture-files/tiff-writer.js';

const MAX_PAGES = 500;
/** All pages together. Measured: pages full of pictures are drawn and stored at 10 megapixels a second or faster. */
const MAX_PIXELS = 400_000_000;
const MAX_BYTES = CLASS_LIMITS.native.outputFilesBytes;
/** Pages that are stored while the next is drawn; each holds its pixels. */
const AT_ONCE = 2;
const MIMES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', tiff: 'image/tiff' } as const;

type Format = keyof typeof MIMES;

interface Drawing {
  readonly format: Format;
  readonly dpi: number;
  readonly quality: number;
  readonly hasAlpha: boolean;
  /** Pages from 1. */
  readonly pages: readonly number[];
  /** Names of the files, in the order of `pages`. */
  readonly names: readonly string[];
}

function nameOf(upload: string, part: string, format: Format): string {
  const ending = `${part === '' ? '' : `-${part}`}.${format}`;
  return [...stemOf(upload)].slice(0, FILE_NAME_CHARACTERS - ending.length).join('') + ending;
}

function checkSizes(renderer: PdfRenderer, name: string, { pages, dpi }: Drawing, isSingle: boolean): void {
  let pixels = 0;
  let height = 0;
  let width = 0;
  for (const page of pages) {
    const size = renderer.size(page - 1, dpi);
    pixels += size.width * size.height;
    height += size.height;
    width = Math.max(width, size.width);
  }
  if (isSingle && width * height > MAX_RENDER_PIXELS) {
    throw overLimit(
      `Pages of PDF ${quote(name)} below each other must have at most ${MAX_RENDER_PIXELS} pixels, got ${width} × ${height}`,
    );
  }
  if (pixels > MAX_PIXELS) {
    throw overLimit(`Pages of PDF ${quote(name)} must have at most ${MAX_PIXELS} pixels in all, got ${pixels}`);
  }
}

function drawTall(renderer: PdfRenderer, { pages, dpi, hasAlpha }: Drawing): PagePixels {
  const sizes = pages.map((page) => renderer.size(page - 1, dpi));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  const rgba = new Uint8Array(4 * width * height).fill(hasAlpha ? 0 : 255);
  let top = 0;
  for (const page of pages) {
    const drawn = renderer.render(page - 1, { dpi, isTransparent: hasAlpha });
    const left = Math.floor((width - drawn.width) / 2);
    for (let y = 0; y < drawn.height; y += 1) {
      const row = drawn.rgba.subarray(4 * drawn.width * y, 4 * drawn.width * (y + 1));
      rgba.set(row, 4 * (width * (top + y) + left));
    }
    top += drawn.height;
  }
  return { width, height, rgba };
}

async function encodeOne(picture: PagePixels, { format, dpi, quality, hasAlpha }: Drawing): Promise<Uint8Array> {
  if (format === 'tiff') return tiffOf([compressTiffPage(picture.rgba, { ...picture, density: dpi, hasAlpha })]);
  return await encodePage(picture, { format, quality, dpi, hasAlpha });
}

function tiffPages(renderer: PdfRenderer, { pages, dpi, hasAlpha }: Drawing): Uint8Array {
  const parts: TiffPage[] = [];
  let total = 0;
  for (const page of pages) {
    const drawn = renderer.render(page - 1, { dpi, isTransparent: hasAlpha });
    const part = compressTiffPage(drawn.rgba, { ...drawn, density: dpi, hasAlpha });
    for (const strip of part.strips) total += strip.length;
    checkTotal(total);
    parts.push(part);
  }
  return tiffOf(parts);
}

async function eachPage(renderer: PdfRenderer, drawing: Drawing, signal: AbortSignal): Promise<OutputFile[]> {
  const results: OutputFile[] = [];
  let total = 0;
  let waiting: Promise<OutputFile>[] = [];
  const collect = async (): Promise<void> => {
    const done = await Promise.all(waiting);
    waiting = [];
    for (const result of done) total += result.bytes.length;
    checkTotal(total);
    results.push(...done);
  };
  for (const [i, page] of drawing.pages.entries()) {
    signal.throwIfAborted();
    const drawn = renderer.render(page - 1, { dpi: drawing.dpi, isTransparent: drawing.hasAlpha });
    const name = drawing.names[i] ?? '';
    waiting.push(encodeOne(drawn, drawing).then((bytes) => ({ name, mime: MIMES[drawing.format], bytes })));
    if (waiting.length === AT_ONCE) await collect();
  }
  await collect();
  return results;
}

function checkTotal(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  throw new ToolError(
    'OUTPUT_TOO_LARGE',
    `The pictures have more than ${MAX_BYTES} bytes in all: fewer pages, a lower "dpi" or format jpg would do`,
  );
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
    {
      title: 'A page that does not exist',
      options: { pages: '3' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 3 of 2 asked for' },
    },
    {
      title: 'A file that asks for a password',
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
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
    const names = pages.map((page) => nameOf(pdf.name, String(page).padStart(digits, '0'), format));
    const drawing: Drawing = { format, dpi, quality, hasAlpha: transparent, pages, names };
    return await withRenderer(pdf, upload.bytes, async (renderer) => {
      checkSizes(renderer, pdf.name, drawing, single);
      if (!single && format !== 'tiff') return filesOf(await eachPage(renderer, drawing, signal));
      const bytes = single ? await encodeOne(drawTall(renderer, drawing), drawing) : tiffPages(renderer, drawing);
      return filesOf([{ name: nameOf(pdf.name, '', format), mime: MIMES[format], bytes }]);
    });
  },
});
