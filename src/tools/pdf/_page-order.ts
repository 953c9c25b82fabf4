import { byteSize } from '../../core/byte-size.js';
import { invalid, overLimit } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { rangesOf } from '../../formats/pdf/pages/page-ranges.js';
import { MAX_PAGES, type PdfPage, pageAttribute } from '../../formats/pdf/pages/pages.js';
import { PdfDict, PdfName } from '../../formats/pdf/syntax/objects.js';
import { sizedParts } from '../../lib/files/sized-parts.js';

/** As many as split-pdf gives. */
const MAX_PARTS = 500;

/** A page of the file from 1, or a blank one. */
export type Place = number | 'blank';

/** The pages that an option asks for; `blank` stands for a blank page. Throws INVALID_INPUT, and LIMIT_EXCEEDED past MAX_PAGES. */
export function placesOf(text: string, pdf: OpenPdf, option: string): Place[] {
  if (text.trim() === '') return pdf.pages.map(({ index }) => index + 1);
  const places: Place[] = [];
  for (const part of text.split(',')) {
    if (part.trim() === 'blank') places.push('blank');
    else {
      const [range] = rangesOf(part.trim() === '' ? ',' : part, pdf, option);
      for (const page of range?.pages ?? []) places.push(page);
    }
    if (places.length > MAX_PAGES) throw overLimit(`Option "${option}" must ask for at most ${MAX_PAGES} pages`);
  }
  return places;
}

/** Places of a file as page numbers from 0; for blank pages, of the size of the page before or else of the next, the file is given more pages. */
export function withBlanks(
  pdf: OpenPdf,
  places: readonly Place[],
): { readonly pdf: OpenPdf; readonly indexes: number[] } {
  const pages = [...pdf.pages];
  let neighbour = places.find((place) => place !== 'blank') ?? 1;
  const indexes = places.map((place) => {
    if (place !== 'blank') {
      neighbour = place;
      return place - 1;
    }
    pages.push(blankLike(pdf.pages[neighbour - 1], pages.length));
    return pages.length - 1;
  });
  return { pdf: { ...pdf, pages }, indexes };
}

/** A blank page of the size of another one. */
function blankLike(page: PdfPage | undefined, index: number): PdfPage {
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
