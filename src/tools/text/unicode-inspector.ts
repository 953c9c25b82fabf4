import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';

import { reportOn, unicodeReport } from './_unicode-report.js';

export default defineTool({
  id: 'unicode-inspector',
  title: 'Unicode Inspector',
  summary: 'Lists every character of a text with its Unicode name, block, category, script, UTF-8 and UTF-16.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    limit: z.number().min(1).max(5000).multipleOf(1).default(2000).describe('Number of code points to list at most.'),
    show: z
      .enum(['all', 'non-ascii', 'invisible'])
      .default('all')
      .describe('Code points to list; the counts cover the whole text.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([unicodeReport, fileReports(unicodeReport.shape)]),
  notes: [
    'Category, block and script are those of Unicode 17, names those of Unicode 18 for what Unicode 17 has; neither depends on the Node that runs the service. Characters without a name have the label of the standard, such as <control-0009>.',
    '"graphemes" counts what people take for one character, "clusters" lists those among the listed that have more than one code point, with the first 32 of them. "index" counts code points from 0; "line" and "column" count from 1.',
    '"normalization" tells which normal forms the text is in, by the ICU of the Node that runs the service.',
    '"total" is the number of code points that "show" selects; "characters" holds the first of them.',
    'Up to 20 files instead of "input": several give a report each, and share "limit" evenly. The byte order mark of a file is not listed.',
    'Aliases are those of NameAliases: names of controls, corrections, abbreviations.',
  ],
  aliases: [
    'what character is this',
    'unicode lookup',
    'code point',
    'character name',
    'utf-8 bytes of a character',
    'find non-ascii characters',
    'homoglyph check',
    'grapheme cluster',
    'unicode block',
    'what is this symbol',
    'hidden character in a text',
  ],
  verified: [
    'Unicode 15 UnicodeData, Blocks and Scripts: the same name, category and block for every code point that they list (two categories have changed since), the same script for all but fewer than 20',
  ],
  examples: [
    {
      title: 'One character',
      input: 'é',
      output: {
        data: {
          codePoints: 1,
          graphemes: 1,
          utf16Units: 1,
          bytes: 2,
          ascii: 0,
          normalization: { nfc: true, nfd: false, nfkc: true, nfkd: false },
          categories: { Ll: 1 },
          scripts: { Latin: 1 },
          blocks: { 'Latin-1 Supplement': 1 },
          total: 1,
          clusters: [],
          characters: [
            {
              index: 0,
              line: 1,
              column: 1,
              character: 'é',
              codePoint: 'U+00E9',
              name: 'LATIN SMALL LETTER E WITH ACUTE',
              category: 'Ll',
              categoryName: 'Lowercase Letter',
              block: 'Latin-1 Supplement',
              script: 'Latin',
              utf8: 'C3 A9',
              utf16: '00E9',
            },
          ],
        },
      },
    },
    {
      title: 'What is invisible',
      input: 'a\u200bb',
      options: { show: 'invisible' },
      output: {
        data: {
          codePoints: 3,
          graphemes: 3,
          utf16Units: 3,
          bytes: 5,
          ascii: 2,
          normalization: { nfc: true, nfd: true, nfkc: true, nfkd: true },
          categories: { Ll: 2, Cf: 1 },
          scripts: { Latin: 2, Common: 1 },
          blocks: { 'Basic Latin': 2, 'General Punctuation': 1 },
          total: 1,
          clusters: [],
          characters: [
            {
              index: 1,
              line: 1,
              column: 2,
              character: '\u200b',
              codePoint: 'U+200B',
              name: 'ZERO WIDTH SPACE',
              aliases: ['ZWSP'],
              category: 'Cf',
              categoryName: 'Format',
              block: 'General Punctuation',
              script: 'Common',
              utf8: 'E2 80 8B',
              utf16: '200B',
              invisible: 'zero-width',
            },
          ],
        },
      },
    },
    {
      title: 'A flag is one character of two code points',
      input: '\n🇩🇪',
      options: { show: 'non-ascii', limit: 1 },
      output: {
        data: {
          codePoints: 3,
          graphemes: 2,
          utf16Units: 5,
          bytes: 9,
          ascii: 1,
          normalization: { nfc: true, nfd: true, nfkc: true, nfkd: true },
          categories: { So: 2, Cc: 1 },
          scripts: { Common: 3 },
          blocks: { 'Enclosed Alphanumeric Supplement': 2, 'Basic Latin': 1 },
          total: 2,
          clusters: [{ text: '🇩🇪', index: 1, length: 2, codePoints: 'U+1F1E9 U+1F1EA' }],
          characters: [
            {
              index: 1,
              line: 2,
              column: 1,
              character: '🇩',
              codePoint: 'U+1F1E9',
              name: 'REGIONAL INDICATOR SYMBOL LETTER D',
              category: 'So',
              categoryName: 'Other Symbol',
              block: 'Enclosed Alphanumeric Supplement',
              script: 'Common',
              utf8: 'F0 9F 87 A9',
              utf16: 'D83C DDE9',
            },
          ],
        },
      },
    },
    {
      title: 'No text',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { limit, show, inputCharset } }) {
    const share = Math.max(1, Math.floor(limit / Math.max(1, files.length)));
    return eachTextReport(
      { input, files, signal },
      ({ text }) => ({ report: reportOn(text, { limit: share, show }) }),
      inputCharset,
    );
  },
});
