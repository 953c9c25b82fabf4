import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readTextSource } from '../../formats/text-source.js';
import { countText } from '../../lib/text/text-counts.js';
import { checkLocale } from './_locale.js';

const seconds = (words: number, perMinute: number): number => Math.round((words / perMinute) * 60);

export default defineTool({
  id: 'word-counter',
  title: 'Word Counter',
  summary:
    'Counts words, characters, sentences, paragraphs, lines and bytes, and tells how long reading and speaking take.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    locale: shared.locale(),
    wordsPerMinute: shared.wordsPerMinute(),
    spokenWordsPerMinute: z
      .number()
      .min(50)
      .max(1000)
      .multipleOf(1)
      .default(183)
      .describe('Words read aloud in a minute.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.object({
    words: count('Number of words.'),
    spacedWords: count('Number of words, as white space divides them.'),
    distinctWords: count('Number of different words.'),
    characters: count('Characters as people see them.'),
    charactersWithoutSpaces: count('Characters without white space.'),
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
  }),
  notes: [
    'A word is a part of the text with letters, numbers, kana or ideographs, divided as Unicode UAX 29 says; Chinese, Japanese, Thai, Lao, Khmer and Burmese by a dictionary. "can\'t" and "3.14" are one word, "well-known" is two. "spacedWords" counts what stands between white space, as wc -w and word processors do.',
    '"characters" are what people take for one (grapheme clusters of UAX 29, Unicode 17): é written as two code points is one, so is a family emoji. "codePoints", "utf16Units" and "bytes" (UTF-8) count what they say.',
    'Sentences follow UAX 29, which knows no abbreviations: "Mr. Smith" ends a sentence after "Mr.". A paragraph ends at an empty line. A line break at the end of the text begins no further line.',
    'Divisions into words and sentences come from ICU in the Node that runs the service and may change with its version for new scripts and dictionaries.',
    'Reading 238 and speaking 183 words a minute are the means of Brysbaert 2019 for English non-fiction and reading aloud.',
    'The byte order mark of a file is not counted.',
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
  ],
  verified: [
    'wc of GNU coreutils 9.1: same words between white space, code points and bytes for 150 random texts',
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
      title: 'A locale that is none',
      input: 'a b',
      options: { locale: 'not a tag' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "not a tag"',
      },
    },
    {
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const locale = checkLocale(options.locale);
    const source = await readTextSource({ input, files }, options.inputCharset);
    const counts = countText(source.text, locale);
    return json({
      ...counts,
      readingSeconds: seconds(counts.words, options.wordsPerMinute),
      speakingSeconds: seconds(counts.words, options.spokenWordsPerMinute),
    });
  },
});
