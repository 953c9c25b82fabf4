import { describe, expect, it } from 'vitest';

import { type PageRange, parsePageRanges, parsePageSet } from './page-ranges.js';

function rangesOf(text: string, count: number): PageRange[] {
  const parsed = parsePageRanges(text, count);
  if ('kind' in parsed) throw new Error(parsed.kind);
  return parsed;
}

const pagesOf = (text: string, count: number): (readonly number[])[] => rangesOf(text, count).map(({ pages }) => pages);

function faultOf(text: string, count: number): unknown {
  const parsed = parsePageRanges(text, count);
  return 'kind' in parsed ? parsed : undefined;
}

describe('parsePageRanges', () => {
  it.each([
    ['1-3,5,8-', 9, [[1, 2, 3], [5], [8, 9]]],
    ['-2', 5, [[1, 2]]],
    ['last', 5, [[5]]],
    ['odd', 5, [[1, 3, 5]]],
    ['even', 5, [[2, 4]]],
    ['odd', 1, [[1]]],
    ['9-7', 9, [[9, 8, 7]]],
    ['last-1', 3, [[3, 2, 1]]],
    ['2-last', 3, [[2, 3]]],
    [' 1 , 2-3 ', 3, [[1], [2, 3]]],
    ['1,1', 1, [[1], [1]]],
    ['5-', 5, [[5]]],
    ['007', 7, [[7]]],
    ['all', 3, [[1, 2, 3]]],
    ['Last', 3, [[3]]],
    ['first, 3-end', 4, [[1], [3, 4]]],
    ['1 \u2013 3', 4, [[1, 2, 3]]],
  ])('%j of %i pages', (text, count, expected) => {
    expect(pagesOf(text, count)).toEqual(expected);
  });

  it('gives every page a range of its own for a blank text', () => {
    expect(parsePageRanges('  ', 3)).toEqual([
      { text: '1', pages: [1] },
      { text: '2', pages: [2] },
      { text: '3', pages: [3] },
    ]);
  });

  it.each(['-', ',', '1,', '1--2', 'a', '1-2-3', '1 2', '1 3 - 4', '١', '1.5', '+1', '1;2', '-last-', '1'.repeat(10)])(
    'refuses %j as written wrongly',
    (text) => {
      expect(faultOf(text, 9)).toMatchObject({ kind: 'syntax' });
    },
  );

  it.each([
    ['0', '0'],
    ['7', '7'],
    ['1-7', '7'],
    ['-7', '7'],
    ['7-', '7'],
    ['999999999', '999999999'],
  ])('%j names the page that does not exist', (text, page) => {
    expect(faultOf(text, 5)).toEqual({ kind: 'missing-page', page });
  });

  it('refuses even pages of a single page', () => {
    expect(faultOf('even', 1)).toEqual({ kind: 'no-page', part: 'even' });
  });

  it('refuses more pages than a document may have', () => {
    expect(faultOf('1-,1-,1-', 20_000)).toEqual({ kind: 'too-many' });
  });
});

describe('parsePageSet', () => {
  it('gives each page once, in the order of the document', () => {
    expect(parsePageSet('3-1,2,even', 4)).toEqual([1, 2, 3, 4]);
    expect(parsePageSet('', 2)).toEqual([1, 2]);
  });
});
