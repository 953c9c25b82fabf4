import { invalid, overLimit, quote } from '../../../core/errors.js';
import {
  MAX_RANGE_PAGES,
  type PageRange,
  type PageRangeFault,
  parsePageRanges,
  parsePageSet,
} from '../../../lib/documents/page-ranges.js';
import type { OpenPdf } from '../document/open.js';

/** The ranges that an option (`pages` unless named) asks for, in its order. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export const rangesOf = (pages: string, pdf: OpenPdf, option = 'pages'): PageRange[] =>
  told(parsePageRanges(pages, pdf.pages.length), pdf, option);

/** The pages that an option asks for, from 1, once each, in the order of the document. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export const pageSetOf = (pages: string, pdf: OpenPdf, option = 'pages'): number[] =>
  told(parsePageSet(pages, pdf.pages.length), pdf, option);

function told<T extends object>(parsed: T | PageRangeFault, { name, pages }: OpenPdf, option: string): T {
  if ('kind' in parsed) throw faultOf(parsed, name, pages.length, option);
  return parsed;
}

function faultOf(fault: PageRangeFault, name: string, count: number, option: string) {
  switch (fault.kind) {
    case 'syntax':
      return invalid(`Option "${option}" must be pages and ranges like "1-3,5,8-,last,odd", got ${quote(fault.part)}`);
    case 'missing-page':
      return invalid(`Cannot take pages of PDF ${quote(name)}: page ${fault.page} of ${count} asked for`);
    case 'no-page':
      return invalid(`Cannot take pages of PDF ${quote(name)}: it has no ${fault.part} pages`);
    case 'too-many':
      return overLimit(`Option "${option}" must ask for at most ${MAX_RANGE_PAGES} pages in all`);
  }
}
