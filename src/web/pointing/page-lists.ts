/** Lists of pages as options write them, and as they are pointed at. */

import { pageList, parsePageRanges, parsePageSet } from '../../lib/documents/page-ranges.js';

/** The pages a text names, from 1; none for an empty text, `undefined` for one that is not right. */
export function pagesIn(text: string, count: number): ReadonlySet<number> | undefined {
  if (text.trim() === '') return new Set();
  const pages = parsePageSet(text, count);
  return 'kind' in pages ? undefined : new Set(pages);
}

export const writePages = (pages: ReadonlySet<number>): string => pageList([...pages].map((page) => page - 1));

/** A page from 1, or a blank one. */
export type Place = number | 'blank';

/** The order a text asks for; the pages as they are for an empty text, `undefined` for one that is not right. */
export function placesIn(text: string, count: number): Place[] | undefined {
  const places: Place[] = [];
  const parts = text.trim() === '' ? ['1-'] : text.split(',');
  for (const part of parts) {
    if (part.trim() === 'blank') {
      places.push('blank');
      continue;
    }
    const ranges = part.trim() === '' ? undefined : parsePageRanges(part, count);
    if (ranges === undefined || 'kind' in ranges) return undefined;
    places.push(...ranges.flatMap(({ pages }) => pages));
  }
  return places;
}

/** The text of an order, runs of pages as ranges; empty where nothing is changed. */
export function writePlaces(places: readonly Place[], count: number): string {
  const runs: { first: Place; last: Place; step: number }[] = [];
  for (const place of places) {
    const run = runs[runs.length - 1];
    const step = run === undefined || run.last === 'blank' || place === 'blank' ? 0 : place - run.last;
    if (run !== undefined && Math.abs(step) === 1 && (run.step === 0 || run.step === step)) {
      run.last = place;
      run.step = step;
    } else runs.push({ first: place, last: place, step: 0 });
  }
  const text = runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
  return text === (count === 1 ? '1' : `1-${count}`) ? '' : text;
}

/**
 * After which pages a document is cut: all of them for an empty text. `undefined` where the ranges of a text are not the whole document
 * from beginning to end.
 */
export function cutsIn(text: string, count: number): ReadonlySet<number> | undefined {
  const ranges = parsePageRanges(text, count);
  if ('kind' in ranges) return undefined;
  const cuts = new Set<number>();
  let next = 1;
  for (const { pages } of ranges) {
    for (const page of pages) {
      if (page !== next) return undefined;
      next += 1;
    }
    if (next <= count) cuts.add(next - 1);
  }
  return next === count + 1 ? cuts : undefined;
}

/** The ranges between cuts; empty where every page is on its own. */
export function writeCuts(cuts: ReadonlySet<number>, count: number): string {
  if (cuts.size === count - 1) return '';
  const ranges: string[] = [];
  let first = 1;
  for (let page = 1; page <= count; page += 1) {
    if (page < count && !cuts.has(page)) continue;
    ranges.push(first === page ? `${page}` : `${first}-${page}`);
    first = page + 1;
  }
  return ranges.join(',');
}
