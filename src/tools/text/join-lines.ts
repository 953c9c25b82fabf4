import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { QUOTES, quoteItem } from '../../lib/text/list-writing.js';
import { distinctItems, itemsOfLines } from './_list-items.js';

export default defineTool({
  id: 'join-lines',
  title: 'Join Lines',
  summary: 'Joins the lines of a text with a separator, with quotes on request, for example for an SQL IN list.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    separator: ofKind('separator', z.string().max(100).default(', ').describe('Text between two lines.')),
    quote: z
      .enum(['none', 'single', 'double', 'backtick'])
      .default('none')
      .describe('Quotes around every line; quotes inside are doubled.'),
    prefix: ofKind('separator', z.string().max(1000).default('').describe('Text before the first line.')),
    suffix: ofKind('separator', z.string().max(1000).default('').describe('Text after the last line.')),
    trim: z.boolean().default(true).describe('Removes whitespace at both ends of every line.'),
    skipEmpty: shared.skipEmpty(),
    unique: shared.unique().describe('Removes duplicates.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A line ends with LF, CRLF or CR; the result has no break but those in the separator, and none at its end.',
    'Quotes are doubled as in SQL and CSV. For a database use its parameters where you can.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'lines to comma separated',
    'sql in list',
    'join with comma',
    'column to comma list',
    'concatenate lines',
    'paste -sd',
    'lines to csv',
    'merge lines',
  ],
  verified: ['GNU paste 9.1 -sd: the same text for 60 random texts and separators'],
  examples: [
    {
      title: 'A list',
      input: 'red\ngreen\n\nblue\n',
      options: { skipEmpty: true },
      output: { text: 'red, green, blue' },
    },
    {
      title: 'For SQL',
      input: "Smith\r\nO'Brien\r\nSmith\r\n",
      options: { quote: 'single', separator: ',', prefix: 'IN (', suffix: ')', unique: true },
      output: { text: "IN ('Smith','O''Brien')" },
    },
    {
      title: 'Every line as it is',
      input: ' a \n\nb',
      options: { separator: '|', trim: false, skipEmpty: false },
      output: { text: ' a ||b' },
    },
    {
      title: 'Nothing but empty lines',
      input: '\n \n',
      options: { skipEmpty: true, prefix: '[', suffix: ']' },
      output: { text: '[]' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    return eachText({ input, files, signal }, (source) => {
      const lines = itemsOfLines(source.text, options);
      const items = options.unique ? distinctItems(lines) : lines;
      const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
      result.add(options.prefix);
      for (const [index, item] of items.entries()) {
        if (index > 0) result.add(options.separator);
        result.add(quoteItem(item, QUOTES[options.quote]));
      }
      result.add(options.suffix);
      return editedResult(source, result.toString());
    });
  },
});
