import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { mapLines } from '../../lib/text/lines.js';
import { TRUNCATE_UNITS, truncateText } from '../../lib/unicode/truncate.js';
import { checkLocale } from './_locale.js';

export default defineTool({
  id: 'truncate-text',
  title: 'Truncate Text',
  summary:
    'Shortens a text to so many characters, words, sentences, lines or bytes, between words and with an ellipsis.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    unit: z.enum(TRUNCATE_UNITS).default('characters').describe('What is counted; bytes are those of UTF-8.'),
    length: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1_000_000)
      .default(280)
      .describe('Longest result in that unit; characters and bytes include the ellipsis.'),
    ellipsis: z
      .string()
      .max(100)
      .default('…')
      .describe('Written where text was removed; left out where it would not fit. May be empty.'),
    from: z.enum(['end', 'middle', 'start']).default('end').describe('Where text is removed.'),
    keepWords: z
      .boolean()
      .default(true)
      .describe('Cuts characters and bytes between words; a word that is longer than the result is still cut.'),
    perLine: shared.perLine().describe('Shortens each line separately and keeps the line breaks.'),
    locale: shared.locale().describe('Language by which words and sentences are told, as a BCP 47 tag.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A character is what readers see as one (grapheme cluster, Unicode 17): emoji, flags and accented letters are never cut, in bytes too. For characters as code points or UTF-16 units, count with character-counter.',
    'A text that is short enough comes back unchanged. White space before the ellipsis goes where "keepWords" is set.',
    'Words and sentences follow UAX 29, and dictionaries for Chinese, Japanese and Thai; punctuation after the last word goes with what is removed.',
    'For tokens of language models, use text-chunker.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'shorten text',
    'cut text',
    'limit characters',
    'trim to length',
    'text ellipsis',
    'meta description length',
    'tweet length',
    'first n words',
    'limit words',
    'varchar limit',
    'excerpt',
  ],
  verified: [
    'Python 3.11: the same text for 600 random texts cut by characters and, in UTF-8, by bytes, from each end',
    'Python 3.11 (str.split): the same first words of 300 random texts',
    'No result is longer than asked for, and none ends inside a grapheme cluster, in 400 random texts of every script',
  ],
  examples: [
    {
      title: 'Twenty characters',
      input: 'The quick brown fox jumps over the lazy dog.',
      options: { length: 20 },
      output: { text: 'The quick brown fox…' },
    },
    {
      title: 'Three words of each line',
      input: 'one two three four five\nsix seven',
      options: { unit: 'words', length: 3, perLine: true, ellipsis: ' […]' },
      output: { text: 'one two three […]\nsix seven' },
    },
    {
      title: 'The ends of a long name',
      input: 'annual-report-of-the-company-2026.pdf',
      options: { length: 21, from: 'middle', keepWords: false },
      output: { text: 'annual-rep…y-2026.pdf' },
    },
    {
      title: 'Bytes of a database column; emoji stay whole',
      input: 'Grüße 👩‍👧 an alle',
      options: { unit: 'bytes', length: 18, ellipsis: '', keepWords: false },
      output: { text: 'Grüße ' },
    },
    { title: 'Short enough', input: 'short', output: { text: 'short' } },
    {
      title: 'An unknown language',
      input: 'a',
      options: { locale: '?' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "?"',
      },
    },
  ],
  run({ input, files, signal, options: { perLine, ...options } }) {
    const rules = { ...options, locale: checkLocale(options.locale) };
    const shorten = (text: string): string => truncateText(text, rules);
    return eachText({ input, files, signal }, (source) =>
      editedResult(source, perLine ? mapLines(source.text, shorten) : shorten(source.text)),
    );
  },
});
