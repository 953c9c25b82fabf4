import { invalid } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { rangesOf } from '../../formats/pdf/pages/page-ranges.js';
import { type PdfPage, pageAttribute } from '../../formats/pdf/pages/pages.js';
import { PdfDict, PdfName } from '../../formats/pdf/syntax/objects.js';

/** As many as split-pdf gives. */
const MAX_PARTS = 500;

/** A page of the file from 1, or a blank one. */
type Place = number | 'blank';

/** The pages that `order` asks for; `blank` stands for a blank page. */
export function placesOf(order: string, pdf: OpenPdf): Place[] {
  if (order.trim() === '') return pdf.pages.map(({ index }) => index + 1);
  return order.split(',').flatMap((part): readonly Place[] => {
    if (part.trim() === 'blank') return ['blank'];
    const [range] = rangesOf(part.trim() === '' ? ',' : part, pdf, 'order');
    return range?.pages ?? [];
  });
}

/** A blank page of the size of another one. */
export function blankLike(page: PdfPage | undefined, index: number): PdfPage {
  const dict = new PdfDict().set('Type', new PdfName('Page'));
  for (const key of ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']) {
    const value = page && pageAttribute(page, key);
    if (value !== undefined) dict.set(key, value);
  }
  return { index, number: 0, ref: undefined, dict, inherited: new PdfDict(), isBlank: true };
}

/** Pages in parts of `size`; 0 is one part. Throws INVALID_INPUT for more than MAX_PARTS. */
export function partsOf(indexes: readonly number[], size: number): (readonly number[])[] {
  if (size === 0) return [indexes];
  const count = Math.ceil(indexes.length / size);
  if (count > MAX_PARTS) throw invalid(`Cannot split the result into ${count} files: the limit is ${MAX_PARTS}`);
  return Array.from({ length: count }, (_part, i) => indexes.slice(i * size, (i + 1) * size));
}
