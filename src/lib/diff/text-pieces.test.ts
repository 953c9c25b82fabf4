import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { drawText } from '../../testing/random-texts.js';

import { cutCharacters, cutLines, cutWords } from './text-pieces.js';

const PIECES = [
  'a',
  'b ',
  '1',
  '\n',
  '\r\n',
  '\r',
  'é',
  'e\u0301',
  '\u0301',
  '👩‍💻',
  '🇩🇪',
  '\u0600',
  '日本',
  'ไทย',
  '\u200d',
  ' ',
  "don't",
  '각',
  '\u1100\u1161',
];

describe('pieces', () => {
  it('of characters are the grapheme clusters of the whole text', () => {
    const below = chanceOf(14);
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    for (let round = 0; round < 3000; round++) {
      const text = drawText(below, PIECES, below(12));
      expect(cutCharacters(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
    }
  });

  it('are the text when joined', () => {
    const below = chanceOf(15);
    for (let round = 0; round < 500; round++) {
      const text = drawText(below, PIECES, below(30));
      for (const cut of [cutLines, cutWords, cutCharacters]) expect(cut(text).join('')).toBe(text);
    }
  });

  it('of words keep marks, apostrophes and digits', () => {
    expect(cutWords('don’t e\u0301te\u0301 x_1, 日本 a\r\nb')).toEqual([
      'don’t',
      ' ',
      'e\u0301te\u0301',
      ' ',
      'x_1',
      ',',
      ' ',
      '日',
      '本',
      ' ',
      'a',
      '\r\n',
      'b',
    ]);
  });
});
