import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { linesIn, readLineRanges } from '../../formats/lines/line-ranges.js';
import { editedResult } from '../../formats/text-source.js';

export default defineTool({
  id: 'head-tail-lines',
  title: 'Head and Tail Lines',
  summary:
    'Keeps the first, the last or any other lines of a text by their numbers, or every n-th line, or removes them.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    lines: z
      .string()
      .max(5_000)
      .default('1-10')
      .describe('Lines from 1 and ranges, such as 1-10, 15, 20- (to the end) and -5 (the last five).'),
    every: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe('Of these lines every n-th, the first one among them; 1 for all.'),
    invert: z.boolean().default(false).describe('Removes these lines and keeps the others.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Lines come in the order of the text, each once, however the option names them. Lines that the text does not have are left out.',
    'Line breaks stay as they are; the last line kept has one if it had one.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'head',
    'tail',
    'first lines',
    'last lines',
    'sed -n',
    'line range',
    'extract lines by number',
    'every nth line',
    'skip header lines',
  ],
  verified: [
    'GNU head and tail 9.1: first and last lines of 100 random texts; GNU sed 4.9 (p, d, first~step): 150 random sets of ranges, kept and removed',
  ],
  examples: [
    { title: 'The first two lines', input: 'a\nb\nc\nd\n', options: { lines: '1-2' }, output: { text: 'a\nb\n' } },
    { title: 'The last line, and the first', input: 'a\nb\nc', options: { lines: '-1, 1' }, output: { text: 'a\nc' } },
    {
      title: 'All but a header',
      input: 'name\r\nAnn\r\nBob\r\n',
      options: { lines: '1', invert: true },
      output: { text: 'Ann\r\nBob\r\n' },
    },
    {
      title: 'Every second line from the third on',
      input: '1\n2\n3\n4\n5\n6\n7\n',
      options: { lines: '3-', every: 2 },
      output: { text: '3\n5\n7\n' },
    },
    {
      title: 'A range that runs backwards',
      input: 'a\nb\n',
      options: { lines: '5-2' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "lines": "5-2" is not a line or a range such as 5-10, 20- or -5',
      },
    },
    {
      title: 'No lines',
      input: 'a\n',
      options: { lines: ' , ' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "lines": it names no line' },
    },
  ],
  run({ input, files, signal, options: { lines: named, every, invert } }) {
    const ranges = refusing('Cannot read option "lines"', () => readLineRanges(named));
    return eachText({ input, files, signal }, (source) => {
      const lines = source.text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];
      const isNamed = linesIn(ranges, lines.length);
      let seen = 0;
      const kept = lines.filter((_, index) => {
        const isIn = isNamed(index) && seen++ % every === 0;
        return isIn !== invert;
      });
      return editedResult(source, kept.join(''));
    });
  },
});
