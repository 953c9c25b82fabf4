import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { sortLines } from '../../lib/text/line-sorting.js';
import { checkLocale } from './_locale.js';

export default defineTool({
  id: 'sort-lines',
  title: 'Sort Lines',
  summary: 'Sorts lines by language, naturally, by number, length, IP address or column, or shuffles them.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    by: z
      .enum(['text', 'natural', 'codepoint', 'number', 'length', 'ip', 'random'])
      .default('text')
      .describe(
        'What is compared: text by the rules of a language, text with its numbers as numbers, code points, the first number, the number of characters, the IP address at the start; or a random order.',
      ),
    order: z.enum(['asc', 'desc']).default('asc').describe('Ascending or descending.'),
    column: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Column to sort by, from 1; 0 takes the whole line.'),
    columnSeparator: ofKind(
      'separator',
      z.string().max(20).default('').describe('Separator of the columns; empty for any run of whitespace.'),
    ),
    caseSensitive: shared.caseSensitive(),
    unique: shared.unique().describe('Removes duplicates, in any letter case unless "caseSensitive" is on.'),
    locale: shared
      .locale()
      .describe('Language whose alphabet, decimal and grouping marks apply, as a BCP 47 tag such as en, de or sv.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Lines that compare as equal keep their order, in both orders. Lines without a number or an IP address come last, in both orders.',
    'By "text" the alphabet of the language decides: lowercase before uppercase in the same word, ä beside a in German and after z in Swedish. By "codepoint" is what LC_ALL=C sort does.',
    'By "number" the first number in the line counts, with sign, groups of three digits, decimals and exponent, exactly and of any length; a hyphen after a letter or digit is not a sign. In en, 1,234.5 is read; in de, 1.234,5.',
    'By "ip" IPv4 comes before IPv6; a network such as 10.0.0.0/8 comes before narrower ones and before the address alone, and a port decides last.',
    'By "random" each run gives another order, drawn from a cryptographic source; "order" does nothing then.',
    'Columns end at every separator, even in quotes: sort tables with a CSV tool.',
    'Line breaks move with their lines, and the result ends with one if the text did.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'alphabetize',
    'sort list',
    'sort alphabetically',
    'natural sort',
    'sort numbers',
    'sort ip addresses',
    'shuffle lines',
    'randomize list',
    'sort by column',
    'order lines',
    'names in alphabetical order',
    'put a list in order',
    'shuffle names',
  ],
  verified: [
    'GNU sort 9.1: LC_ALL=C sort, -r, -u, -g and -k the same for 15 random texts; sort -V the same for 50 lists of file names and versions',
    'Python 3 ipaddress: the same order of 750 random addresses and networks',
  ],
  examples: [
    {
      title: 'By the alphabet of a language',
      input: 'Zebra\näpple\napple\nBanana\n',
      options: { locale: 'de' },
      output: { text: 'apple\näpple\nBanana\nZebra\n' },
    },
    {
      title: 'File names with numbers',
      input: 'img12.png\nimg10.png\nimg2.png\nIMG1.png',
      options: { by: 'natural' },
      output: { text: 'IMG1.png\nimg2.png\nimg10.png\nimg12.png' },
    },
    {
      title: 'Numbers, the largest first',
      input: 'a: 1,000\r\nb: -2.5\r\nno number\r\nc: 1e4\r\nd: 999.5\r\n',
      options: { by: 'number', order: 'desc' },
      output: { text: 'c: 1e4\r\na: 1,000\r\nd: 999.5\r\nb: -2.5\r\nno number\r\n' },
    },
    {
      title: 'IP addresses and networks',
      input: '10.0.0.10\n::1\n10.0.0.9\n10.0.0.0/8\nfe80::1\n9.9.9.9',
      options: { by: 'ip' },
      output: { text: '9.9.9.9\n10.0.0.0/8\n10.0.0.9\n10.0.0.10\n::1\nfe80::1' },
    },
    {
      title: 'By the second column',
      input: 'eve,31\nbob,4\nann,100\nbob,4\n',
      options: { by: 'number', column: 2, columnSeparator: ',', unique: true },
      output: { text: 'bob,4\neve,31\nann,100\n' },
    },
    {
      title: 'An unknown language',
      input: 'b\na',
      options: { locale: 'not a tag' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "not a tag"',
      },
    },
  ],
  run({ input, files, signal, options, random }) {
    const rules = { ...options, locale: checkLocale(options.locale), order: options.order === 'asc' ? 1 : -1 } as const;
    return eachText({ input, files, signal }, (source) => editedResult(source, sortLines(source.text, rules, random)));
  },
});
