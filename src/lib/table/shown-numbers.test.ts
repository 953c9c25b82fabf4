import { expect, it } from 'vitest';

import { shownNumber } from './shown-numbers.js';

it('takes numbers as documents show them, with the format in which they look the same', () => {
  for (const [text, value, format] of [
    ['1200', '1200', '0'],
    ['12.50', '12.5', '0.00'],
    ['-3', '-3', '0'],
    ['−3', '-3', '0'],
    ['1,200.50', '1200.5', '#,##0.00'],
    ["1'200'000", '1200000', '#,##0'],
    ['$1,395', '1395', '"$"#,##0'],
    ['$ 400', '400', '"$ "0'],
    ['-$4.20', '-4.2', '"$"0.00'],
    ['7.5 %', '0.075', '0.0" "%'],
    ['100%', '1', '0%'],
    ['5%', '0.05', '0%'],
    ['12 €', '12', '0" ""€"'],
    ['0', '0', '0'],
    ['-0', '0', '0'],
    ['0.00', '0', '0.00'],
    ['999999999999999', '999999999999999', '0'],
  ] as const) {
    expect(shownNumber(text, 'point'), text).toEqual({ value, format });
  }
});

it('takes the comma before a fraction where that is asked for', () => {
  expect(shownNumber('1.200,50', 'comma')).toEqual({ value: '1200.5', format: '#,##0.00' });
  expect(shownNumber('3,14', 'comma')).toEqual({ value: '3.14', format: '0.00' });
  expect(shownNumber('3.14', 'comma')).toBeUndefined();
  expect(shownNumber('3,14', 'point')).toBeUndefined();
});

it('leaves everything else as text', () => {
  for (const text of [
    '',
    '007',
    '+49',
    '1e5',
    '=1',
    '(4)',
    '1,20',
    '1,2000',
    '1,200 300',
    '2024-01-31',
    '1.2.3',
    '$',
    '$5%',
    '--3',
    '-$-3',
    ' 5',
    '1234567890123456',
    '0x10',
    '12a',
    'NaN',
  ])
    expect(shownNumber(text, 'point'), text).toBeUndefined();
});
