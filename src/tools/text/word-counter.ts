import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { countText } from '../../lib/text/text-counts.js';
import { checkLocale } from './_locale.js';

const seconds = (words: number, perMinute: number): number => Math.round((words / perMinute) * 60);

const COUNTS = {
  words: count('Number of words.'),
  spacedWords: count('Number of words, divided at whitespace.'),
  distinctWords: count('Number of different words.'),
  characters: count('Characters as people see them.'),
  charactersWithoutSpaces: count('Characters without whitespace.'),
  codePoints: count('Unicode code points.'),
  utf16Units: count('UTF-16 units.'),
  bytes: count('UTF-8 bytes.'),
  sentences: count('Number of sentences.'),
  paragraphs: count('Number of paragraphs.'),
  lines: count('Number of lines.'),
  emptyLines: count('Number of empty lines.'),
  longestWord: z.string().describe('Longest word.'),
  readingSeconds: count('Time to read it, in seconds.'),
  speakingSeconds: count('Time to speak it, in seconds.'),
};

export default defineTool({
  id: 'word-counter',
  title: 'Word Counter',
  summary: 'Counts words, characters, sentences, paragraphs, lines and bytes, and estimates reading and speaking time.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    locale: shared.locale(),
    wordsPerMinute: shared.wordsPerMinute(),
    spokenWordsPerMinute: z
      .number()
      .min(50)
      .max(1000)
      .multipleOf(1)
      .default(183)
      .describe('Speaking speed in words per minute.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([z.object(COUNTS), fileReports(COUNTS)]),
  notes: [
    'A word is a part of the text with letters, numbers, kana or ideographs, divided as Unicode UAX 29 says; Chinese, Japanese, Thai, Lao, Khmer and Burmese by a dictionary. "can\'t" and "3.14" are one word, "well-known" is two. "spacedWords" counts what is between whitespace, as wc -w and word processors do.',
    '"characters" are what people take for one (grapheme clusters of UAX 29, Unicode 17): é written as two code points is one, so is a family emoji. "codePoints", "utf16Units" and "bytes" (UTF-8) count what they say.',
    'Sentences follow UAX 29, which knows no abbreviations: "Mr. Smith" ends a sentence after "Mr.". A paragraph ends at an empty line. A line break at the end of the text begins no further line.',
    'Divisions into words and sentences come from ICU in the Node that runs the service and may change with its version for new scripts and dictionaries.',
    'Reading 238 and speaking 183 words per minute are the means of Brysbaert 2019 for English non-fiction and reading aloud.',
    'The byte order mark of a file is not counted. Up to 20 files instead of "input": several give a report each.',
  ],
  aliases: [
    'count words',
    'wc',
    'character count',
    'letter count',
    'sentence counter',
    'line count',
    'reading time',
    'speaking time',
    'how long is my text',
    'paragraph counter',
    'how many words does my essay have',
    'text statistics',
  ],
  verified: [
    'wc of GNU coreutils 9.1: same words between whitespace, code points and bytes for 150 random texts',
    'Unicode 15 GraphemeBreakTest, WordBreakTest and SentenceBreakTest: every line, but for U+2701, whose properties have changed since',
  ],
  examples: [
    {
      title: 'Two paragraphs',
      input: "The quick brown fox can't jump 32.3 feet, right?\nIt is well-known.\n\nReally!\n",
      output: {
        data: {
          words: 14,
          spacedWords: 13,
          distinctWords: 14,
          characters: 76,
          charactersWithoutSpaces: 62,
          codePoints: 76,
          utf16Units: 76,
          bytes: 76,
          sentences: 3,
          paragraphs: 2,
          lines: 4,
          emptyLines: 1,
          longestWord: 'Really',
          readingSeconds: 4,
          speakingSeconds: 5,
        },
      },
    },
    {
      title: 'Chinese, a family emoji and é as two code points',
      input: '我们今天看电影。👨‍👩‍👧 cafe\u0301',
      options: { locale: 'zh' },
      output: {
        data: {
          words: 5,
          spacedWords: 2,
          distinctWords: 5,
          characters: 14,
          charactersWithoutSpaces: 13,
          codePoints: 19,
          utf16Units: 22,
          bytes: 49,
          sentences: 2,
          paragraphs: 1,
          lines: 1,
          emptyLines: 0,
          longestWord: 'cafe\u0301',
          readingSeconds: 1,
          speakingSeconds: 2,
        },
      },
    },
    {
      title: 'A locale that is not one',
      input: 'a b',
      options: { locale: 'not a tag' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "not a tag"',
      },
    },
    {
      title: 'The empty text',
      input: '',
      output: {
        data: {
          words: 0,
          spacedWords: 0,
          distinctWords: 0,
          characters: 0,
          charactersWithoutSpaces: 0,
          codePoints: 0,
          utf16Units: 0,
          bytes: 0,
          sentences: 0,
          paragraphs: 0,
          lines: 0,
          emptyLines: 0,
          longestWord: '',
          readingSeconds: 0,
          speakingSeconds: 0,
        },
      },
    },
  ],
  run({ input, files, signal, options }) {
    const locale = checkLocale(options.locale);
    const reportOf = (text: string) => {
      const counts = countText(text, locale);
      return {
        ...counts,
        readingSeconds: seconds(counts.words, options.wordsPerMinute),
        speakingSeconds: seconds(counts.words, options.spokenWordsPerMinute),
      };
    };
    // The empty text has no words: nothing is wrong with it.
    if (input === '' && files.length === 0) return json(reportOf(''));
    return eachTextReport({ input, files, signal }, ({ text }) => ({ report: reportOf(text) }), options.inputCharset);
  },
});
