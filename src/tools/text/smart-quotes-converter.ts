import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { educate, QUOTE_MARKS, straighten } from '../../lib/text/typographic-quotes.js';

export default defineTool({
  id: 'smart-quotes-converter',
  title: 'Smart Quotes Converter',
  summary:
    'Turns straight quotes, hyphens and dots into typographic quotes, dashes and ellipses of a language, and back.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z
      .enum(['straighten', 'educate'])
      .default('straighten')
      .describe('Straightens typographic marks, or makes straight ones typographic.'),
    // The languages whose quotes are known; `locale` means any tag in other tools.
    quoteStyle: z
      .enum(['en', 'de', 'fr', 'es', 'pl', 'sv'])
      .default('en')
      .describe('Language whose quotes are written: “en”, „de“, « fr », «es», „pl”, ”sv”.'),
    dashes: z
      .enum(['en-em', 'em', 'none'])
      .default('en-em')
      .describe('With "en-em" -- is – and --- is —, with "em" both are —; "none" leaves them alone.'),
    ellipses: z.boolean().default(true).describe('Also converts three dots and ….'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Made for plain text: quotes in code and in tags of HTML are converted like any other.',
    "An apostrophe within a word, before a decade ('80s) and in English words such as 'tis becomes ’ in every language. A quote after a digit that nothing opened closes: 6\" is not told from an inch.",
    'French guillemets have a narrow no-break space (U+202F) inside; straightening takes it, or a no-break space, out.',
    'Straightening writes " for “ ” „ « » ″ and single guillemets too, and \' for ‘ ’ ‚ ′.',
    'Four and more hyphens or dots in a row stay.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'curly quotes',
    'straight quotes',
    'smartypants',
    'typographic quotes',
    'convert smart quotes',
    'guillemets',
    'em dash',
    'fix word quotes',
    'apostrophe converter',
    'wrong quotation marks',
  ],
  verified: [
    "smartypants 0.2.2 (npm, a port of SmartyPants.pl): the same for 36 of 40 English sentences; the others are 'tis, 'twas, 'n' and a quote after a dash, which it opens or closes wrongly",
    'Straightening what was educated gives the text back, for 100 random sentences in each of the six languages (in French, Spanish and Polish without single quotes)',
  ],
  examples: [
    {
      title: 'To straight quotes',
      input: '“It’s 5″ long… – isn’t it?”',
      output: { text: '"It\'s 5" long... -- isn\'t it?"' },
    },
    {
      title: 'To typographic quotes',
      input: `"It's 'fine'," he said---back in the '80s...`,
      options: { direction: 'educate' },
      output: { text: '“It’s ‘fine’,” he said—back in the ’80s…' },
    },
    {
      title: 'German',
      input: `"Das war's", sagte sie, "und 'nur' das."`,
      options: { direction: 'educate', quoteStyle: 'de' },
      output: { text: '„Das war’s“, sagte sie, „und ‚nur‘ das.“' },
    },
    {
      title: 'French, with narrow spaces',
      input: `Il dit : "L'été arrive."`,
      options: { direction: 'educate', quoteStyle: 'fr' },
      output: { text: 'Il dit : «\u202fL’été arrive.\u202f»' },
    },
    {
      title: 'Dashes and rules stay',
      input: 'a -- b ---- c',
      options: { direction: 'educate', dashes: 'none' },
      output: { text: 'a -- b ---- c' },
    },
    {
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const { direction, dashes, ellipses } = options;
    return eachText(
      { input, files, signal },
      (source) => {
        const content =
          direction === 'straighten'
            ? straighten(source.text, dashes, ellipses)
            : educate(source.text, { marks: QUOTE_MARKS[options.quoteStyle], dashes, ellipses });
        return editedResult(source, content);
      },
      options.inputCharset,
    );
  },
});
