import { expect, it } from 'vitest';

import { readCellDate, shownOrder } from './cell-dates.js';

const months = new Map([['mar', 3]]);

it.each([
  ['25/01/2024\n01/02/2024', 'dmy'],
  ['01/25/24,02/01/24', 'mdy'],
  ['25-1-2024', 'dmy'],
  ['01/02/2024', undefined],
  ['25/01/2024 and 01/25/2024', undefined],
  ['2024-13-25, 1.25.2024, 13/14/2024, 1/25/20245, 99/1/2024', undefined],
])('the order of day and month in %s', (text, order) => {
  expect(shownOrder([text])).toBe(order);
});

it('texts of one run show it for each other', () => {
  expect(shownOrder(['01/02/2024', '25/01/2024'])).toBe('dmy');
});

it('a date with points begins with its day, whatever the language', () => {
  expect(readCellDate('01.02.2024', { order: () => 'mdy', months })).toBe('2024-02-01');
  expect(readCellDate('01/02/2024', { order: () => 'mdy', months })).toBe('2024-01-02');
});
