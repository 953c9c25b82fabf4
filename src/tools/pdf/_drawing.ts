import { type InputFile, overLimit, quote, ToolError } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { naming, type OpenPdf, openPdf } from '../../engines/pdf/open.js';
import { type Drawing, withOwnPages } from '../../engines/pdf/overlay.js';
import { rewritePdf } from '../../engines/pdf/save.js';

/** Most pages that are drawn on. Measured: 5,000 pages with a number each take 4 s. */
export const MAX_DRAWN_PAGES = 5000;

export const POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;

export type Position = (typeof POSITIONS)[number];

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
export const readable = (drawing: Drawing, text: string, angleDegrees = 0): Drawing =>
  angleDegrees % 90 !== 0 || /\p{Script=Arabic}/u.test(text) ? { ...drawing, text } : drawing;

/** Opens a PDF whose pages are to be drawn on. Throws INVALID_INPUT naming the file, LIMIT_EXCEEDED. */
export function openToDraw(file: InputFile): OpenPdf {
  const pdf = openPdf(file);
  return naming(pdf.name, () => withOwnPages(pdf));
}

/** Throws LIMIT_EXCEEDED past MAX_DRAWN_PAGES. */
export function checkDrawnPages(pdf: OpenPdf, count: number): void {
  if (count <= MAX_DRAWN_PAGES) return;
  throw overLimit(`Cannot draw on ${count} pages of PDF ${quote(pdf.name)}: the limit is ${MAX_DRAWN_PAGES}`);
}

/** Says what a change does to a signed file. Call it before changing. */
export function warnOfSignatures({ document }: OpenPdf): void {
  const form = document.getDict(document.catalog, 'AcroForm');
  const flags = form === undefined ? null : document.get(form, 'SigFlags');
  if (form === undefined || typeof flags !== 'number' || (flags & 1) === 0) return;
  document.warn('its signatures are no longer valid');
  // Bit 2 (append only) would forbid the very change that is made here.
  form.set('SigFlags', 1);
}

/** The bytes of a changed document. Throws INVALID_INPUT naming the file, OUTPUT_TOO_LARGE. */
export function written(pdf: OpenPdf): Uint8Array {
  const bytes = naming(pdf.name, () => rewritePdf(pdf.document));
  const limit = CLASS_LIMITS.native.outputFileBytes;
  if (bytes.length > limit) {
    throw new ToolError('OUTPUT_TOO_LARGE', `The PDF would have ${bytes.length} bytes, the limit is ${limit}`);
  }
  return bytes;
}
