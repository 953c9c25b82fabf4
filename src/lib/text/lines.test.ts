import { describe, expect, it } from 'vitest';

import { joinLines, listLines, mapLines, pickLines, splitLines } from './lines.js';

const TEXTS = ['', '\n', 'a', 'a\r\nb\rc\n\n\u2028d\u2029', '\r\r\n\n', 'a\n\rb', '\r', 'x\r\n', '\n\n\n'];

describe('splitLines', () => {
  it('takes a text apart as a regular expression does', () => {
    const random = (n: number) => Math.floor(((n * 2654435761) % 4294967296) / 2 ** 28);
    const made = Array.from({ length: 300 }, (_, i) =>
      Array.from({ length: random(i) }, (_, j) => ['a', '\r', '\n', '\r\n'][random(i * 31 + j) % 4]).join(''),
    );
    for (const text of [...TEXTS, ...made]) {
      const expected = text.split(/\r\n|\n|\r/);
      if (expected.at(-1) === '') expected.pop();
      expect(listLines(text), JSON.stringify(text)).toEqual(expected);
    }
  });

  it('finds the most frequent break and a final one', () => {
    expect(splitLines('a\nb\r\nc\r\n')).toMatchObject({ lineBreak: '\r\n', hasFinalBreak: true });
    expect(splitLines('a\rb')).toMatchObject({ lineBreak: '\r', hasFinalBreak: false });
    expect(splitLines('a')).toMatchObject({ lineBreak: '\n', hasFinalBreak: false });
    expect(splitLines('')).toMatchObject({ lines: [], breaks: [], lineBreak: '\n', hasFinalBreak: false });
  });
});

it('all lines picked in order, or joined where the breaks are alike, are the text', () => {
  for (const text of TEXTS) {
    const lines = splitLines(text);
    expect(pickLines(lines, lines.lines.keys())).toBe(text);
    if (new Set(lines.breaks.filter(Boolean)).size < 2) expect(joinLines(lines.lines, lines)).toBe(text);
    expect(mapLines(text, (line) => line)).toBe(text);
  }
});

it('a last line without a break gets one where it is moved up', () => {
  expect(pickLines(splitLines('b\r\na'), [1, 0])).toBe('a\r\nb');
  expect(pickLines(splitLines('b\na\n'), [1])).toBe('a\n');
  expect(pickLines(splitLines('b\na'), [])).toBe('');
});

it('a carriage return and a line feed are one break', () => {
  expect(mapLines('a\r\nb\n\rc', (line) => `[${line}]`)).toBe('[a]\r\n[b]\n[]\r[c]');
});
