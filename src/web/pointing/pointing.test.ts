import { describe, expect, it } from 'vitest';

import { parsePageRanges } from '../../lib/documents/page-ranges.js';
import { chanceOf } from '../../testing/chance.js';
import { boxBetween, moved, parseBoxes, resized, writeBoxes } from './boxes.js';
import { cutsIn, pagesIn, placesIn, writeCuts, writePages, writePlaces } from './page-lists.js';

const PIXELS = { hasPages: false, isMany: true, unit: 1 } as const;
const POINTS = { hasPages: true, isMany: true, unit: 0.1 } as const;
const SIZE = { width: 200, height: 100 };

describe('boxes', () => {
  it('reads pixels, percent and pages', () => {
    expect(parseBoxes('10,5,30,20', PIXELS, SIZE)).toEqual([{ x: 10, y: 5, width: 30, height: 20, page: 1 }]);
    expect(parseBoxes('0,0,25%,50%; 30,20,10,10', PIXELS, SIZE)?.[0]).toEqual({
      x: 0,
      y: 0,
      width: 50,
      height: 50,
      page: 1,
    });
    expect(parseBoxes('2:72,72.5,100,20\n3:1,1,2,2', POINTS, SIZE)?.map(({ page, y }) => [page, y])).toEqual([
      [2, 72.5],
      [3, 1],
    ]);
    expect(parseBoxes('', PIXELS, SIZE)).toEqual([]);
  });

  it.each(['10,5,30', '10,5,30,', 'a,b,c,d', '1:1,1,2,2', '1,1,0,5'])('does not draw %s', (text) => {
    expect(parseBoxes(text, PIXELS, SIZE)).toBeUndefined();
  });

  it('writes what it reads', () => {
    for (const [text, notation] of [
      ['10,5,30,20; 1,2,3,4', PIXELS],
      ['2:72,72.5,100,20.1; 3:1,1,2,2', POINTS],
    ] as const) {
      expect(writeBoxes(parseBoxes(text, notation, SIZE) ?? [], notation)).toBe(text);
    }
  });

  it('keeps boxes inside the picture, whatever is dragged where', () => {
    const chance = chanceOf(7);
    const anywhere = () => chance(600) - 200 + 0.37;
    for (let i = 0; i < 500; i += 1) {
      const drawn = boxBetween({ x: anywhere(), y: anywhere() }, { x: anywhere(), y: anywhere() }, SIZE, 1, 1);
      const box = drawn.width > 0 && drawn.height > 0 ? drawn : { x: 3, y: 4, width: 10, height: 10, page: 1 };
      for (const { x, y, width, height } of [
        drawn,
        moved(box, anywhere(), anywhere(), SIZE, 1),
        resized(box, anywhere(), anywhere(), SIZE, 1),
      ]) {
        expect([x, y, width, height].every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
        expect(x + width).toBeLessThanOrEqual(SIZE.width);
        expect(y + height).toBeLessThanOrEqual(SIZE.height);
      }
    }
  });

  it('draws from any corner to any other', () => {
    expect(boxBetween({ x: 50, y: 60 }, { x: 20.4, y: 10 }, SIZE, 1, 2)).toEqual({
      x: 20,
      y: 10,
      width: 30,
      height: 50,
      page: 2,
    });
  });
});

describe('lists of pages', () => {
  it('writes pages that are read back', () => {
    expect(writePages(new Set([3, 1, 2, 7]))).toBe('1-3,7');
    expect([...(pagesIn('odd', 5) ?? [])]).toEqual([1, 3, 5]);
    expect(pagesIn('', 5)?.size).toBe(0);
    expect(pagesIn('9', 5)).toBeUndefined();
  });

  it('writes an order that is read back', () => {
    const chance = chanceOf(11);
    for (let i = 0; i < 300; i += 1) {
      const count = 1 + chance(9);
      const places = Array.from({ length: 1 + chance(12) }, () => (chance(6) === 0 ? 'blank' : 1 + chance(count)));
      expect(placesIn(writePlaces(places, count), count)).toEqual(places);
    }
    expect(writePlaces([1, 2, 3], 3)).toBe('');
    expect(writePlaces([3, 2, 1, 'blank', 1], 3)).toBe('3-1,blank,1');
    expect(placesIn('1,,2', 3)).toBeUndefined();
  });

  it('writes cuts that are read back', () => {
    expect(writeCuts(new Set([3]), 7)).toBe('1-3,4-7');
    expect(writeCuts(new Set([1, 2]), 3)).toBe('');
    expect(writeCuts(new Set(), 3)).toBe('1-3');
    expect([...(cutsIn('1-3,4,5-7', 7) ?? [])]).toEqual([3, 4]);
    expect(cutsIn('1-3,2-7', 7)).toBeUndefined();
    expect(cutsIn('1-3', 7)).toBeUndefined();
    for (let bits = 0; bits < 64; bits += 1) {
      const cuts = new Set([1, 2, 3, 4, 5, 6].filter((page) => (bits >> (page - 1)) % 2 === 1));
      const text = writeCuts(cuts, 7);
      expect(cutsIn(text, 7)).toEqual(cuts);
      expect('kind' in parsePageRanges(text, 7)).toBe(false);
    }
  });
});
