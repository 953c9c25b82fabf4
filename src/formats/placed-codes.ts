import { overLimit, quote, ToolError } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import type { FoundCode } from '../engines/barcodes/decode.js';
import { greyPicture, greyPixels } from '../engines/image/grey.js';
import { openPages } from '../engines/image/picture.js';
import type { PdfRenderer, RenderedPage } from '../engines/pdfium/renderer.js';
import { findCodes, type Search } from './barcodes/find-codes.js';
import { openPdf } from './pdf/document/open.js';
import { pageSetOf } from './pdf/pages/page-ranges.js';
import { withRenderer } from './pdf/pictures/render.js';

/** Larger pictures are made smaller before they are looked at: a phone's picture has so many. */
const MAX_PIXELS = 16_000_000;
const DPI = 200;
/** For posters, whose codes are large too. */
const POSTER_DPI = 50;
const POINTS_PER_INCH = 72;

/** A code in a caller's file. */
export interface PlacedCode {
  readonly code: FoundCode;
  readonly file: InputFile;
  /** Page of the file, from 1; `undefined` where it has only one picture. */
  readonly page: number | undefined;
  /** What its corners are multiplied by, to be pixels of the upright picture or points of the page. */
  readonly scale: number;
}

/** The codes of a picture, page by page. Throws INVALID_INPUT where the file is not one. */
export async function codesInPicture(file: InputFile, search: Search, signal: AbortSignal): Promise<PlacedCode[]> {
  const placed: PlacedCode[] = [];
  const pictures = await openPages(file, signal);
  for (const [i, page] of pictures.entries()) {
    const picture = await page.firstFrame();
    // A code that was drawn for a dark page is light on nothing.
    for (const ground of picture.hasAlpha && search.isThorough ? [255, 0] : [255]) {
      const grey = await greyPicture(picture, { ground, mostPixels: MAX_PIXELS });
      const codes = await findCodes(grey, search);
      const number = pictures.length > 1 ? i + 1 : undefined;
      placed.push(...codes.map((code) => ({ code, file, page: number, scale: picture.width / grey.width })));
      if (codes.length > 0) break;
    }
  }
  return placed;
}

/** The codes of the chosen pages of a PDF, and how many pages that are. Throws LIMIT_EXCEEDED where there are more than `left`. */
export async function codesInPdf(
  file: InputFile,
  pages: string,
  search: Search,
  left: number,
): Promise<[PlacedCode[], number]> {
  const pdf = openPdf(file);
  const numbers = pageSetOf(pages, pdf);
  if (numbers.length > left) {
    throw overLimit(`PDF ${quote(file.name)} must have at most ${left} pages to read, got ${numbers.length}`);
  }
  const placed: PlacedCode[] = [];
  await withRenderer(pdf, file.bytes, async (renderer) => {
    for (const number of numbers) {
      const { width, height, rgba, dpi } = drawn(renderer, number - 1);
      const codes = await findCodes(await greyPixels(width, height, rgba), search);
      placed.push(...codes.map((code) => ({ code, file, page: number, scale: POINTS_PER_INCH / dpi })));
    }
  });
  return [placed, numbers.length];
}

function drawn(renderer: PdfRenderer, index: number): RenderedPage & { dpi: number } {
  try {
    return { ...renderer.render(index, { dpi: DPI }), dpi: DPI };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'LIMIT_EXCEEDED') throw error;
    return { ...renderer.render(index, { dpi: POSTER_DPI }), dpi: POSTER_DPI };
  }
}

/** Whether a file is a PDF by its name or its first bytes. */
export const isPdf = ({ name, bytes }: InputFile): boolean =>
  extensionOf(name) === '.pdf' || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
