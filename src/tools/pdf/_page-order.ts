import { byteSize } from '../../core/byte-size.js';
import { invalid } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { rangesOf } from '../../formats/pdf/pages/page-ranges.js';
import { type PdfPage, pageAttribute } from '../../formats/pdf/pages/pages.js';
import { PdfDict, PdfName } from '../../formats/pdf/syntax/objects.js';
import { sizedParts } from '../../lib/files/sized-parts.js';

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

/** How a result is parted; 0 is no limit. */
interface PartLimits {
  readonly splitEvery: number;
  readonly splitKb: number;
}

/**
 * Pages in parts of at most so many pages and KiB; `make` writes a part. A page that is larger by itself is a part with a warning. Throws
 * INVALID_INPUT for more than MAX_PARTS.
 */
export function partsOf(
  indexes: readonly number[],
  { splitEvery, splitKb }: PartLimits,
  make: (indexes: readonly number[]) => Uint8Array,
): { readonly parts: readonly Uint8Array[]; readonly warnings: readonly string[] } {
  const most = splitEvery === 0 ? indexes.length : splitEvery;
  const least = Math.ceil(indexes.length / most);
  if (least > MAX_PARTS) throw tooManyParts(`${least}`);
  const limit = splitKb === 0 ? Number.POSITIVE_INFINITY : splitKb * 1024;
  const parts: Uint8Array[] = [];
  const warnings: string[] = [];
  for (const { bytes, isOver } of sizedParts(indexes, limit, most, make)) {
    parts.push(bytes);
    if (parts.length > MAX_PARTS) throw tooManyParts(`more than ${MAX_PARTS}`);
    if (isOver) warnings.push(`Part ${parts.length} is a single page of ${byteSize(bytes.length)}, over "splitKb"`);
  }
  return { parts, warnings };
}

const tooManyParts = (count: string) =>
  invalid(`Cannot split the result into ${count} files: the limit is ${MAX_PARTS}`);
