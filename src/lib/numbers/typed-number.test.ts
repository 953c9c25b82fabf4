import { expect, it } from 'vitest';

import { writeFraction, writeRational } from './rational.js';
import { marksOf, numberReader } from './typed-number.js';

const readIn = (locale: string, text: string): string | undefined => {
  const value = numberReader(marksOf(locale)).read(text);
  return value === undefined ? undefined : writeFraction(value);
};

it.each([
  ['1,234.56', '30864/25'],
  ['½', '1/2'],
  ['2½', '5/2'],
  ['2 ½', '5/2'],
  ['2 3/4', '11/4'],
  ['-3/4', '-3/4'],
  ['50%', '1/2'],
  ['5 ‰', '1/200'],
  ['1e-9', '1/1000000000'],
  ['1.5×10^3', '1500'],
  ['1.5 x 10⁻³', '3/2000'],
  ['1_000_000', '1000000'],
  ['0.(3)', '1/3'],
  ['0.1(6)', '1/6'],
  ['.5', '1/2'],
  ['5.', '5'],
  ['+7', '7'],
  ['−7', '-7'],
  ['$1,000.50', '2001/2'],
  ['-€5', '-5'],
  ['12 €', '12'],
  ['1,23,456', '123456'],
  ['007', '7'],
])('English %s is %s', (text, expected) => {
  expect(readIn('en', text)).toBe(expected);
});

it.each([
  '',
  '.',
  '-',
  '1.2.3',
  '1,2',
  '1 2',
  '1.234,56',
  '12,34',
  'abc',
  '5 km',
  '1e',
  '--5',
  '1/2/3',
  '0x10',
  'NaN',
  'Infinity',
  '½½',
])('English %s is not a number', (text) => {
  expect(readIn('en', text)).toBeUndefined();
});

it('marks are those of the language', () => {
  expect(readIn('de', '1.234,56')).toBe('30864/25');
  expect(readIn('de', '1.234')).toBe('1234');
  expect(readIn('fr', '1 234,5')).toBe('2469/2');
  expect(readIn('de-CH', "1'234.5")).toBe('2469/2');
  expect(readIn('de', '1,234.56')).toBeUndefined();
});

it('decimals are exact, or rounded to the precision', () => {
  const written = (text: string, precision: number) => writeRational(numberReader().read(text)!, precision);
  expect(written('0.1', 5)).toEqual({ text: '0.1', isExact: true });
  expect(written('2/3', 5)).toEqual({ text: '0.66667', isExact: false });
  expect(written('99999.96', 6)).toEqual({ text: '100000', isExact: false });
  expect(written('1e-20', 5)).toEqual({ text: '1e-20', isExact: true });
  expect(written('1.25e-15', 5)).toEqual({ text: '1.25e-15', isExact: true });
  expect(written('1e30', 5)).toEqual({ text: `1${'0'.repeat(30)}`, isExact: true });
  expect(written('-1/7', 10)).toEqual({ text: '-0.1428571429', isExact: false });
  expect(written('123456789012345678901234567890.5', 5).text).toBe('1.2346e+29');
});

it('long and huge numbers are refused', () => {
  expect(() => numberReader().read('9'.repeat(20_000))).toThrow('digits');
  expect(() => numberReader().read('1e999999')).toThrow('exponents');
});
