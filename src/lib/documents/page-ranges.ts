/** The one grammar in which pages of a document are asked for: `1-3,5,8-`, `-2`, `last`, `odd`, `even`, `9-7`. */

/** One part between commas. */
export interface PageRange {
  /** The part as it was written, without white space around it. */
  readonly text: string;
  /** Page numbers from 1, in the order asked for. */
  readonly pages: readonly number[];
}

/** Why a text asks for no pages. */
export type PageRangeFault =
  | { readonly kind: 'syntax'; readonly part: string }
  | { readonly kind: 'missing-page'; readonly page: string }
  | { readonly kind: 'no-page'; readonly part: string }
  | { readonly kind: 'too-many' };

/** Thrown by `parsePageRanges`; the caller knows the document's name and words the message. */
export class PageRangeError extends Error {
  override readonly name = 'PageRangeError';

  constructor(readonly fault: PageRangeFault) {
    super(`page ranges: ${fault.kind}`);
  }
}

/** Most pages that one text may ask for, repeats counted. Chosen: as many as a document may have. */
export const MAX_RANGE_PAGES = 50_000;

const SINGLE = /^(\d{1,9}|last)$/;
const RANGE = /^(\d{1,9}|last)?-(\d{1,9}|last)?$/;

/**
 * The ranges of `text` in a document of `count` pages. A blank text is every page as a range of its own.
 * `8-` goes to the last page, `-2` is the first two, `last` is a page number too, and `9-7` runs backwards. Throws PageRangeError.
 */
export function parsePageRanges(text: string, count: number): PageRange[] {
  if (text.trim() === '') return Array.from({ length: count }, (_, i) => ({ text: `${i + 1}`, pages: [i + 1] }));
  const ranges: PageRange[] = [];
  let total = 0;
  for (const written of text.split(',')) {
    const part = written.trim();
    const [from, to, step] = boundsOf(part, count);
    total += Math.floor(Math.abs(to - from) / step) + 1;
    if (total > MAX_RANGE_PAGES) throw new PageRangeError({ kind: 'too-many' });
    const pages: number[] = [];
    if (from <= to) for (let page = from; page <= to; page += step) pages.push(page);
    else for (let page = from; page >= to; page -= step) pages.push(page);
    ranges.push({ text: part, pages });
  }
  return ranges;
}

/** The pages of `text` once each, in the order of the document; all of them for a blank text. Throws PageRangeError. */
export function parsePageSet(text: string, count: number): number[] {
  const pages = new Set(parsePageRanges(text, count).flatMap((range) => range.pages));
  return [...pages].sort((a, b) => a - b);
}

function boundsOf(part: string, count: number): readonly [from: number, to: number, step: number] {
  if (part === 'odd') return [1, count, 2];
  if (part === 'even') {
    if (count < 2) throw new PageRangeError({ kind: 'no-page', part });
    return [2, count, 2];
  }
  if (SINGLE.test(part)) {
    const page = pageOf(part, count);
    return [page, page, 1];
  }
  const range = RANGE.exec(part);
  if (range === null || part === '-') throw new PageRangeError({ kind: 'syntax', part });
  return [pageOf(range[1] ?? '1', count), pageOf(range[2] ?? 'last', count), 1];
}

function pageOf(text: string, count: number): number {
  const page = text === 'last' ? count : Number(text);
  if (page < 1 || page > count) throw new PageRangeError({ kind: 'missing-page', page: text });
  return page;
}
