import { overLimit, quote } from '../../../core/errors.js';
import { type PdfRenderer, withPdfium } from '../../../engines/pdfium/renderer.js';
import { ContentFault } from '../../../lib/faults.js';
import { assemblePdf } from '../document/assemble.js';
import type { OpenPdf } from '../document/open.js';
import { drawnBytes, expandedFields } from '../pages/drawn-content.js';

/** Content of one page, forms counted as often as they are drawn. Measured: a byte takes about ten of the engine's memory, 2 GiB. */
const MAX_DRAWN_BYTES = 96 * 2 ** 20;
/** Form fields of a document, a shared one counted as often as the engine meets it. Chosen: ten on each of the most pages. */
const MAX_FIELDS = 500_000;

/**
 * Runs `work` with a renderer of an open PDF. `bytes` are those it was opened from; what the rendering engine cannot read, or
 * reads as another number of pages, it gets rewritten. Throws INVALID_INPUT where the engine crashes on it, LIMIT_EXCEEDED naming a page
 * whose forms draw each other without end.
 */
export function withRenderer<T>(
  pdf: OpenPdf,
  bytes: Uint8Array,
  work: (renderer: PdfRenderer) => T | Promise<T>,
): Promise<T> {
  const { name, document, pages } = pdf;
  if (isOver(() => expandedFields(document, MAX_FIELDS), MAX_FIELDS))
    throw overLimit(`PDF ${quote(name)} must have at most ${MAX_FIELDS} form fields`);
  const checkPage = (index: number): void => {
    const page = pages[index];
    if (page !== undefined && isOver(() => drawnBytes(document, page, MAX_DRAWN_BYTES), MAX_DRAWN_BYTES))
      throw overLimit(`Page ${index + 1} of PDF ${quote(name)} must draw at most ${MAX_DRAWN_BYTES} bytes of content`);
  };
  const { password } = document;
  const drawn = { name, bytes, password, pageCount: pages.length, rewritten: () => assemblePdf([{ pdf }]), checkPage };
  return withPdfium(drawn, work);
}

/** Whether a count is over a limit; what is too damaged to be counted is left to the engine, which mends in its own way. */
function isOver(count: () => number, most: number): boolean {
  try {
    return count() > most;
  } catch (error) {
    if (error instanceof ContentFault) return false;
    throw error;
  }
}
