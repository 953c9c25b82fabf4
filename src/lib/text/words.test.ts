import { expect, it } from 'vitest';

import { splitWords } from './words.js';

it.each([
  ['parseHTML5Document', ['parse', 'HTML5', 'Document']],
  ['HELLO', ['HELLO']],
  ['3DModel', ['3D', 'Model']],
  ['365Days', ['365', 'Days']],
  ['365DAYS', ['365DAYS']],
  ['I18N', ['I18N']],
  ['vector3D', ['vector3D']],
  ['hello3DWorld', ['hello3D', 'World']],
  ['utf8Decoder', ['utf8', 'Decoder']],
  ['UTF8Decoder', ['UTF8', 'Decoder']],
  ['mp3player', ['mp3player']],
])('%j has the words %j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it('an apostrophe joins its sides and is left out', () => {
  expect(splitWords("don't O’Brien d'Artagnan DON'T")).toEqual(['dont', 'OBrien', 'dArtagnan', 'DONT']);
});

it('an apostrophe at the edge of a word, or two of them, separate', () => {
  expect(splitWords("'tis dogs' rock''roll '")).toEqual(['tis', 'dogs', 'rock', 'roll']);
});

it('a combining mark stays with its letter and separates nothing', () => {
  expect(splitWords('A\u0300B\u0301c e\u0301E\u0301e')).toEqual(['A\u0300', 'B\u0301c', 'e\u0301', 'E\u0301e']);
});

it('a mark without a letter belongs to no word', () => {
  expect(splitWords('\u0301a 1\ufe0f\u20e3 ❤\ufe0f')).toEqual(['a', '1']);
});

it('letters beyond the basic plane have humps', () => {
  expect(splitWords('𐐨𐐩𐐀𐐩')).toEqual(['𐐨𐐩', '𐐀𐐩']);
});

it('a title case digraph starts a word', () => {
  expect(splitWords('mojaǅungla')).toEqual(['moja', 'ǅungla']);
});

it('invisible shaping characters stay inside words and nowhere else', () => {
  expect(splitWords('\u0645\u06cc\u200c\u062e\u0648 👩\u200d💻 a\u200d b')).toEqual([
    '\u0645\u06cc\u200c\u062e\u0648',
    'a',
    'b',
  ]);
});

it('every letter and number of the text is in a word, in order', () => {
  const text = 'The 2nd “quick” BrownFOX—it’s über-Größe, ΟΔΟΣ 你好World ٣.';
  expect(splitWords(text).join('')).toBe((text.match(/[\p{L}\p{N}]/gu) ?? []).join(''));
});
