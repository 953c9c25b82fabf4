import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { noteUntested } from '../../testing/untested.js';
import { segmentText, splitGraphemes } from './text-segments.js';

// Debian package unicode-data.
const FOLDER = '/usr/share/unicode/auxiliary';
const hasSuite = existsSync(`${FOLDER}/WordBreakTest.txt`);
if (!hasSuite) noteUntested('unicode-data', 'break tests of the Unicode Character Database');

/** `÷ 0061 × 0308 ÷` is one part of two code points. */
function readSuite(name: string): string[][] {
  return (
    readFileSync(`${FOLDER}/${name}.txt`, 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      // ✁ was Extended_Pictographic in the Unicode 15 of the suite and is none in 17.
      .filter((line) => line !== '' && !line.includes('2701'))
      .map((line) =>
        line
          .split('÷')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) =>
            part
              .split('×')
              .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
              .join(''),
          ),
      )
  );
}

const segments = (text: string, granularity: 'word' | 'sentence', locale = 'en'): string[] =>
  [...segmentText(text, granularity, locale)].map(({ start, end }) => text.slice(start, end));

describe.skipIf(!hasSuite)('the suites of Unicode', () => {
  it('graphemes are divided as in GraphemeBreakTest', () => {
    for (const parts of readSuite('GraphemeBreakTest')) expect([...splitGraphemes(parts.join(''))]).toEqual(parts);
  });

  it('words are divided as in WordBreakTest', () => {
    for (const parts of readSuite('WordBreakTest')) expect(segments(parts.join(''), 'word')).toEqual(parts);
  });

  it('sentences are divided as in SentenceBreakTest', () => {
    for (const parts of readSuite('SentenceBreakTest')) expect(segments(parts.join(''), 'sentence')).toEqual(parts);
  });
});

it('windows divide a long text as Intl.Segmenter does the whole', () => {
  const texts = [
    "The quick (“brown”) fox can't jump 32.3 feet, right? Dr. No said: yes. ",
    'e\u0301\u0301\u200d👨‍👩‍👧🇩🇪🇫🇷 Straße 3,14 a.b. ',
    'สวัสดีชาวโลก ภาษาไทยไม่มีการเว้นวรรค ',
    '我们今天看电影。你呢？私の名前は中野です。',
    'x'.repeat(700),
    ' ',
    '\r\n',
  ];
  const next = chanceOf(7);
  for (let round = 0; round < 40; round++) {
    const text = Array.from({ length: 60 }, () => texts[next(texts.length)]).join('');
    for (const granularity of ['word', 'sentence'] as const) {
      const whole = [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ segment }) => segment);
      expect(segments(text, granularity)).toEqual(whole);
    }
  }
});

it('many words after one of 50,000 letters are divided too, in windows of the usual size', () => {
  const long = 'a'.repeat(50_000);
  const found = segments(`${long} ${'b;'.repeat(30_000)}`, 'word');
  expect(found.length).toBe(60_002);
  expect(found.slice(0, 4)).toEqual([long, ' ', 'b', ';']);
});

it('a text without a place to break ends too', () => {
  expect(segments('a'.repeat(100_000), 'word')).toEqual(['a'.repeat(100_000)]);
  expect(segments('\u0301'.repeat(20_000), 'sentence')).toHaveLength(1);
});
