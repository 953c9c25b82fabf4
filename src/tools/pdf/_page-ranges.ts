import { invalid, overLimit, quote } from '../../core/index.js';
import type { OpenPdf } from '../../engines/pdf/open.js';
import {
  MAX_RANGE_PAGES,
  type PageRange,
  PageRangeError,
  type PageRangeFault,
  parsePageRanges,
} from '../../lib/page-ranges.js';

/** Longest text of a `pages` option: 500 ranges of nine characters. */
export const PAGES_CHARACTERS = 5_000;

/** The ranges that option `pages` asks for. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export function rangesOf(pages: string, { name, pages: all }: OpenPdf): PageRange[] {
  try {
    return parsePageRanges(pages, all.length);
  } catch (error) {
    if (error instanceof PageRangeError) throw faultOf(error.fault, name, all.length);
    throw error;
  }
}

function faultOf(fault: PageRangeFault, name: string, count: number) {
  switch (fault.kind) {
    case 'syntax':
      return invalid(`Option "pages" must be pages and ranges like "1-3,5,8-,last,odd", got ${quote(fault.part)}`);
    case 'missing-page':
      return invalid(`Cannot take pages of PDF ${quote(name)}: page ${fault.page} of ${count} asked for`);
    case 'no-page':
      return invalid(`Cannot take pages of PDF ${quote(name)}: it has no ${fault.part} pages`);
    case 'too-many':
      return overLimit(`Option "pages" must ask for at most ${MAX_RANGE_PAGES} pages in all`);
  }
}
