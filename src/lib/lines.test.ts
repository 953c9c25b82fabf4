import { expect, it } from 'vitest';

import { mapLines } from './lines.js';

it('a text put together from its lines unchanged is the same', () => {
  for (const text of ['', '\n', 'a', 'a\r\nb\rc\n\n\u2028d\u2029', '\r\r\n\n']) {
    expect(mapLines(text, (line) => line)).toBe(text);
  }
});

it('a carriage return and a line feed are one break', () => {
  expect(mapLines('a\r\nb\n\rc', (line) => `[${line}]`)).toBe('[a]\r\n[b]\n[]\r[c]');
});
