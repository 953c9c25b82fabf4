import { overLimit, quote } from '../../../core/errors.js';
import type { InputFile } from '../../../core/tool.js';
import { MAX_RENDER_PIXELS } from '../../../engines/pdfium/renderer.js';
import { type OpenPdf, openPdf, readingPdf } from '../document/open.js';
import { shownSizeOf } from '../pages/page-size.js';
import { PageSpace } from '../pages/page-space.js';
import type { PdfPage } from '../pages/pages.js';
import { withRenderer } from '../pictures/render.js';
import { dictOf, PdfDict, PdfName, PdfStream } from '../syntax/objects.js';
import { becomePicture } from '../text/redacted-page.js';
import { GrayDocument, type GrayRequest } from './gray-document.js';
import { storeGrays } from './gray-images.js';

/** Pixels of all pages that become pictures. Measured: they take about half of the time limit of a run. */
const MAX_PIXELS = 400_000_000;

interface PageGrays extends GrayRequest {
  /** Of pages that become pictures. */
  readonly dpi: number;
  readonly password: string;
  readonly signal: AbortSignal;
}

/**
 * Makes an open document gray in place, `file` being what it was opened from. Pages with something that has no exact gray become gray
 * pictures: their numbers, from 1. Throws INVALID_INPUT, LIMIT_EXCEEDED.
 */
export async function grayPdf(pdf: OpenPdf, file: InputFile, request: PageGrays): Promise<number[]> {
  const work = new GrayDocument(pdf.document, request);
  const left: PdfPage[] = [];
  for (const page of pdf.pages) {
    request.signal.throwIfAborted();
    if (!(await readingPdf(pdf.name, () => work.page(page)))) left.push(page);
  }
  readingPdf(pdf.name, () => work.finish());
  if (left.length > 0) await drawPages(pdf, left, file, request);
  return left.map(({ index }) => index + 1);
}

async function drawPages(pdf: OpenPdf, pages: readonly PdfPage[], file: InputFile, request: PageGrays): Promise<void> {
  const { document } = pdf;
  const plans = pages.map((page) => {
    const { width, height } = shownSizeOf(document, page);
    const most = 72 * Math.sqrt(MAX_RENDER_PIXELS / Math.max(1, width * height));
    const dpi = Math.min(request.dpi, Math.floor(most));
    return { page, dpi, pixels: width * height * (dpi / 72) ** 2 };
  });
  const pixels = plans.reduce((sum, plan) => sum + plan.pixels, 0);
  if (pixels > MAX_PIXELS)
    throw overLimit(
      `PDF ${quote(pdf.name)} must have at most ${MAX_PIXELS} pixels in the ${pages.length} pages that become images at ${request.dpi} dpi, got ${Math.round(pixels)}`,
    );
  // As it was: what is open already has lost its colours in part.
  const original = openPdf(file, { password: request.password });
  await withRenderer(original, file.bytes, async (renderer) => {
    for (const { page, dpi } of plans) {
      request.signal.throwIfAborted();
      const { width, height, rgba } = renderer.render(page.index, { dpi });
      const data = new Uint8Array(width * height);
      for (let from = 0, to = 0; to < data.length; from += 4, to += 1) {
        const gray = 0.3 * (rgba[from] ?? 0) + 0.59 * (rgba[from + 1] ?? 0) + 0.11 * (rgba[from + 2] ?? 0);
        data[to] = Math.round(255 * request.tone(gray / 255));
      }
      const entries = { Type: new PdfName('XObject'), Subtype: new PdfName('Image'), Width: width, Height: height };
      const picture = new PdfStream(new PdfDict(dictOf(entries)), data);
      await storeGrays(picture, { width, height, data, isLossy: false }, request.isBilevel);
      const space = new PageSpace(renderer.view(page.index));
      readingPdf(pdf.name, () => becomePicture(document, { page, space }, document.add(picture)));
    }
  });
}
