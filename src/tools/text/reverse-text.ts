import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { joinLines, mapLines, splitLines } from '../../lib/text/lines.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';

/** Where each character is an ASCII one, and no line break has two. */
const PLAIN = /^[\t\n -~]*$/;

function reverseCharacters(text: string): string {
  const letters = PLAIN.test(text) ? [...text] : [...splitGraphemes(text)];
  return letters.reverse().join('');
}

/** Words and what stands between them, so that spaces and line breaks change places as the words do. */
const reverseWords = (text: string): string => (text.match(/\s+|\S+/g) ?? []).reverse().join('');

/** The letters of each word, the words where they are. */
const reverseInside = (text: string): string => text.replace(/\S+/g, reverseCharacters);

function reverseLines(text: string): string {
  const lines = splitLines(text);
  return joinLines([...lines.lines].reverse(), lines);
}

const REVERSE = {
  characters: reverseCharacters,
  words: reverseWords,
  'letters-of-words': reverseInside,
  lines: reverseLines,
} as const;

export default defineTool({
  id: 'reverse-text',
  title: 'Reverse Text',
  summary: 'Reverses the characters, the words or the lines of a text, and keeps emoji and accented letters whole.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    unit: z
      .enum(['characters', 'words', 'letters-of-words', 'lines'])
      .default('characters')
      .describe('What is reversed: all characters, the order of words, the letters inside each word, or the lines.'),
    perLine: shared.perLine().describe('Reverses each line by itself, as rev does; ignored for lines.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A character is what readers see as one (grapheme cluster, Unicode 17): an emoji with its skin tone, a flag, a letter with its accents, CRLF.',
    'Words are runs of characters other than white space, punctuation included. The order of lines is reversed as tac does; a break at the end of the text stays there.',
    'The direction in which Arabic and Hebrew are shown is not changed.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'reverse string',
    'backwards text',
    'mirror text',
    'flip text',
    'reverse words',
    'reverse line order',
    'flip lines upside down',
    'tac',
    'rev',
    'write backwards',
  ],
  verified: [
    'rev and tac (util-linux 2.38, coreutils 9.1): the same text for 200 random texts of lines',
    'Unicode 15 GraphemeBreakTest: the characters of every line come back in reverse order, whole',
    'Reversed twice, 200 random texts of every script come back',
  ],
  examples: [
    { title: 'A sentence backwards', input: 'Hello, World!', output: { text: '!dlroW ,olleH' } },
    {
      title: 'Emoji and accents stay whole',
      input: 'e\u0301te\u0301 👩‍👧🇫🇷',
      output: { text: '🇫🇷👩‍👧 e\u0301te\u0301' },
    },
    {
      title: 'The order of words, line by line',
      input: 'one two  three\nfour five',
      options: { unit: 'words', perLine: true },
      output: { text: 'three  two one\nfive four' },
    },
    {
      title: 'The letters of each word',
      input: 'Hello, World!',
      options: { unit: 'letters-of-words' },
      output: { text: ',olleH !dlroW' },
    },
    {
      title: 'Last line first',
      input: 'one\r\ntwo\r\nthree\r\n',
      options: { unit: 'lines' },
      output: { text: 'three\r\ntwo\r\none\r\n' },
    },
    {
      title: 'Nothing to reverse',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: ({ input, files, signal, options: { unit, perLine } }) =>
    eachText({ input, files, signal }, (source) => {
      const reverse = REVERSE[unit];
      return editedResult(source, perLine && unit !== 'lines' ? mapLines(source.text, reverse) : reverse(source.text));
    }),
});
