import { expect, it } from 'vitest';

import { readRanges, readSeconds } from './times.js';

it.each([
  ['90.5', 90.5],
  ['1:30', 90],
  ['0:01:30.5', 90.5],
  ['00:00:01,500', 1.5],
  ['90s', 90],
  ['1m30s', 90],
  ['1h 2m 3.5s', 3723.5],
  ['2 min', 120],
  ['45 seconds', 45],
  ['500ms', 0.5],
])('%j is %d seconds', (text, seconds) => {
  expect(readSeconds('start', text)).toBe(seconds);
});

it.each(['noon', '-1', '1s30', 's', 'm', '1:30s', '50%', ''])('%j is refused', (text) => {
  expect(() => readSeconds('start', text)).toThrow('Option "start" must hold times such as 1:02:03.500 or 90.5');
});

it('reads ranges with a hyphen or a dash', () => {
  const one = readRanges({ start: '', end: '', ranges: '0:10\u20130:25' }, 60);
  expect(one).toEqual([{ start: 10, end: 25 }]);
  expect(readRanges({ start: '', end: '', ranges: '10s-25s' }, 60)).toEqual(one);
});
