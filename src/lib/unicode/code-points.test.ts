import { expect, it } from 'vitest';

import { countCodePoints, exceedsCodePoints, hasLoneSurrogate } from './code-points.js';

it('counts as the string iterator does, also with lone surrogates', () => {
  for (const text of ['', 'a', '😀', 'a😀b', '\ud83d', '\ude00\ud83d', '😀\ud83d', '👩‍👩‍👧', 'e\u0301']) {
    expect(countCodePoints(text), JSON.stringify(text)).toBe([...text].length);
  }
});

it('compares with a limit at its very edge', () => {
  expect(exceedsCodePoints('😀😀', 2)).toBe(false);
  expect(exceedsCodePoints('😀😀', 1)).toBe(true);
  expect(exceedsCodePoints('aaa', 2)).toBe(true);
  expect(exceedsCodePoints('', 0)).toBe(false);
});

it('finds a surrogate without its partner', () => {
  expect([hasLoneSurrogate('a😀'), hasLoneSurrogate('\ud83d'), hasLoneSurrogate('a\ude00b')]).toEqual([
    false,
    true,
    true,
  ]);
});
