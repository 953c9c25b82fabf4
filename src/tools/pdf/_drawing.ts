import { type InputFile, overLimit, quote } from '../../core/index.js';
import type { Position } from '../../core/shared-options.js';
import { prepareChange, withPlainTree } from '../../formats/pdf/document/change.js';
import { type OpenPdf, openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import type { PageDrawing } from '../../formats/pdf/pages/overlay.js';
import { settleBoxes } from '../../formats/pdf/pages/page-size.js';

/** Most pages that are drawn on. Measured: 5,000 pages with a number and a header each take 21 s on a busy machine. */
const MAX_DRAWN_PAGES = 5000;

/** The lower left corner of something of `width` × `height` at a place on a page, `margin` from its edges; y upwards. */
export function cornerAt(
  position: Position,
  page: { readonly width: number; readonly height: number },
  { width, height, margin }: { readonly width: number; readonly height: number; readonly margin: number },
): readonly [x: number, y: number] {
  const x = position.endsWith('left')
    ? margin
    : position.endsWith('right')
      ? page.width - margin - width
      : (page.width - width) / 2;
  const y = position.startsWith('top')
    ? page.height - margin - height
    : position.startsWith('bottom')
      ? margin
      : (page.height - height) / 2;
  return [x, y];
}

/**
 * The drawing with its text beside it, where readers would not find it otherwise: poppler takes slanted letters one by one, and
 * Arabic ones in the order and number of their shapes. Elsewhere the letters themselves tell more: their place.
 */
export const readable = (drawing: PageDrawing, text: string, angleDegrees = 0): PageDrawing =>
  angleDegrees % 90 !== 0 || /\p{Script=Arabic}/u.test(text) ? { ...drawing, text } : drawing;

/** Opens a PDF whose pages are to be drawn on. Throws INVALID_INPUT naming the file, LIMIT_EXCEEDED. */
export function openToDraw(file: InputFile, password: string): OpenPdf {
  const pdf = withPlainTree(openPdf(file, { password }));
  prepareChange(pdf);
  readingPdf(pdf.name, () => {
    for (const page of pdf.pages) settleBoxes(pdf.document, page);
  });
  return pdf;
}

/** Throws LIMIT_EXCEEDED past MAX_DRAWN_PAGES. */
export function checkDrawnPages(pdf: OpenPdf, count: number): void {
  if (count <= MAX_DRAWN_PAGES) return;
  throw overLimit(`Cannot draw on ${count} pages of PDF ${quote(pdf.name)}: the limit is ${MAX_DRAWN_PAGES} pages`);
}
