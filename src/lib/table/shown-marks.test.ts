import { expect, it } from 'vitest';

import { shownMarks } from './shown-marks.js';

const marksOf = (text: string, delimiter = ';') => shownMarks([{ text, delimiter }]);

it('finds decimal commas where a file shows them and no decimal point', () => {
  const comma = { decimal: ',', group: '.' };
  expect(marksOf('a;b\nx;1.234,50\ny;-12,00\n')).toEqual(comma);
  expect(marksOf('a\tb\nx\t12,5 €\n', '\t')).toEqual(comma);
  expect(marksOf('a;b\r\n"x";"12,5"\r\n')).toEqual(comma);
  expect(marksOf('a,b\nx,"1.234,50"\n', ',')).toEqual(comma);
  expect(marksOf('a;b\nx;1 234,50\n')).toEqual({ decimal: ',', group: '\u00a0' });
});

it('says nothing where they may be something else', () => {
  for (const text of [
    'a;b\nx;1,234\n',
    'a;b\n05.03.2024;1.5\nx;2,5\n',
    'a;b\n1,234,567;2,5\n',
    'a;b\n1,2,3;4\n',
    'a;b\n1;2\n',
  ])
    expect(marksOf(text), text).toBeUndefined();
  expect(marksOf('a,b\n12,50\n', ',')).toBeUndefined();
  expect(marksOf('a,b\nx,"1,2"\n', ',')).toBeUndefined();
});
