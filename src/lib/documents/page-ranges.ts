/** The one grammar in which pages of a document are asked for: `1-3,5,8-`, `-2`, `last`, `odd`, `even`, `all`, `9-7`. */

/** One part between commas. */
export interface PageRange {
  /** The part without white space, in lower case, with hyphens for dashes. */
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

/** Most pages that one text may ask for, repeats counted. Chosen: as many as a document may have. */
export const MAX_RANGE_PAGES = 50_000;

const SINGLE = /^(\d{1,9}|first|last|end)$/;
const RANGE = /^(\d{1,9}|first|last|end)?-(\d{1,9}|first|last|end)?$/;

/**
 * The ranges of `text` in a document of `count` pages. A blank text is every page as a range of its own.
 * `8-` goes to the last page, `-2` is the first two, `last` is a page number too, and `9-7` runs backwards. A fault is returned, for
 * the caller knows the document's name and words the message.
 */
export function parsePageRanges(text: string, count: number): PageRange[] | PageRangeFault {
  if (text.trim() === '') return Array.from({ length: count }, (_, i) => ({ text: `${i + 1}`, pages: [i + 1] }));
  const ranges: PageRange[] = [];
  let total = 0;
  for (const written of text.split(',')) {
    const part = plain(written);
    const bounds = boundsOf(part, count);
    if ('kind' in bounds) return bounds;
    const [from, to, step] = bounds;
    total += Math.floor(Math.abs(to - from) / step) + 1;
    if (total > MAX_RANGE_PAGES) return { kind: 'too-many' };
    const pages: number[] = [];
    if (from <= to) for (let page = from; page <= to; page += step) pages.push(page);
    else for (let page = from; page >= to; page -= step) pages.push(page);
    ranges.push({ text: part, pages });
  }
  return ranges;
}

/** The pages of `text` once each, in the order of the document; all of them for a blank text. Faults as of `parsePageRanges`. */
export function parsePageSet(text: string, count: number): number[] | PageRangeFault {
  const ranges = parsePageRanges(text, count);
  if ('kind' in ranges) return ranges;
  const pages = new Set(ranges.flatMap((range) => range.pages));
  return [...pages].sort((a, b) => a - b);
}

/** As people write it: `Last`, `1 - 3`, `1–3` of a word processor. White space between two numbers says nothing and stays. */
const plain = (part: string): string =>
  part
    .trim()
    .toLowerCase()
    .split(/[-\u2010-\u2015\u2212]/)
    .map((bound) => bound.trim())
    .join('-');

type Bounds = readonly [from: number, to: number, step: number];

function boundsOf(part: string, count: number): Bounds | PageRangeFault {
  if (part === 'odd') return [1, count, 2];
  if (part === 'all') return [1, count, 1];
  if (part === 'even') {
    return count < 2 ? { kind: 'no-page', part } : [2, count, 2];
  }
  if (SINGLE.test(part)) {
    return boundsFrom(part, part, count);
  }
  const range = RANGE.exec(part);
  if (range === null || part === '-') return { kind: 'syntax', part };
  return boundsFrom(range[1] ?? '1', range[2] ?? 'last', count);
}

function boundsFrom(first: string, last: string, count: number): Bounds | PageRangeFault {
  const [from, to] = [pageOf(first, count), pageOf(last, count)];
  if (from === undefined) return { kind: 'missing-page', page: first };
  return to === undefined ? { kind: 'missing-page', page: last } : [from, to, 1];
}

function pageOf(text: string, count: number): number | undefined {
  if (text === 'first') return 1;
  if (text === 'last' || text === 'end') return count;
  const page = Number(text);
  return page < 1 || page > count ? undefined : page;
}

/** Pages from 0 in the grammar of option `pages`: `1-3,5`. */
export function pageList(pages: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const index of [...pages].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
