import type { PdfDocument } from '../document/document.js';
import { isInteger, type PdfDict, PdfName, type PdfStream, type PdfValue } from '../syntax/objects.js';

/** What a picture says of itself; sizes in pixels, names as PDF has them. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly bits: number | null;
  readonly colorSpace: string;
  readonly encoding: string;
}

const intEntry = (document: PdfDocument, dict: PdfDict, key: string, short: string): number | undefined => {
  const value = document.get(dict, dict.has(key) ? key : short);
  return isInteger(value) && value > 0 ? value : undefined;
};

/** What the dictionary of a picture says of it. */
export function imageFacts(document: PdfDocument, image: PdfStream): ImageFacts {
  const { dict } = image;
  const filters = document.get(dict, 'Filter');
  const list = Array.isArray(filters) ? filters.map((filter) => document.resolve(filter)) : [filters];
  const names = list.flatMap((filter) => (filter instanceof PdfName ? [filter.value] : []));
  const isMask = document.get(dict, 'ImageMask') === true;
  return {
    width: intEntry(document, dict, 'Width', 'W') ?? 0,
    height: intEntry(document, dict, 'Height', 'H') ?? 0,
    bits: isMask ? 1 : (intEntry(document, dict, 'BitsPerComponent', 'BPC') ?? null),
    colorSpace: isMask ? 'mask' : spaceName(document, document.get(dict, 'ColorSpace')),
    encoding: names.join(' ') || 'none',
  };
}

function spaceName(document: PdfDocument, value: PdfValue): string {
  if (value instanceof PdfName) return value.value;
  const first = Array.isArray(value) ? document.resolve(value[0]) : null;
  return first instanceof PdfName ? first.value : 'none';
}
