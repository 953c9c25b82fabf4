import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { mapLines, splitLines } from '../../lib/text/lines.js';
import { displayWidth } from '../../lib/unicode/display-width.js';
import { joinUnwrapped, wrapLine } from '../../lib/unicode/wrap-line.js';

/** The lines of each paragraph as one, the empty lines between them as they are. */
function joinParagraphs(text: string): string {
  const { lines, breaks } = splitLines(text);
  const parts: string[] = [];
  let open: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isEmpty = line.trim() === '';
    if (!isEmpty) open.push(line.trim());
    const next = lines[index + 1];
    if (open.length > 0 && (next === undefined || next.trim() === '')) {
      parts.push(joinUnwrapped(open), breaks[index] ?? '');
      open = [];
    } else if (isEmpty) parts.push(breaks[index] ?? '');
  }
  return parts.join('');
}

export default defineTool({
  id: 'wrap-text',
  title: 'Wrap Text',
  summary: 'Breaks long lines at spaces to a width, reflows paragraphs, and can put a prefix before every line.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    lineWidth: shared.lineWidth(),
    reflow: z
      .boolean()
      .default(false)
      .describe('Joins the lines of each paragraph first; an empty line ends a paragraph.'),
    breakWords: z
      .boolean()
      .default(false)
      .describe('Cuts words that are longer than a line; otherwise each has a line of its own.'),
    prefix: z
      .string()
      .max(100)
      .regex(/^[^\r\n]*$/)
      .default('')
      .describe('Written before every line, such as "> ", "# " or four spaces; counts in the width.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'The width is that of a fixed-width font: Chinese, Japanese and Korean letters and emoji take two places, combining marks none, a tab one.',
    'White space where a line is broken goes; that inside and at the start of a line stays. Line breaks that are there stay, unless "reflow" is set.',
    'Chinese and Japanese text is broken between any two letters, but not before punctuation such as 。 or 」, and not behind an opening bracket.',
    'An empty line gets the prefix without the spaces at its end.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'word wrap',
    'line wrap',
    'hard wrap',
    'fold text',
    'fmt',
    'wrap at 80 columns',
    'reflow paragraph',
    'limit line length',
    'add line breaks',
    'quote email text',
    'split long lines',
  ],
  verified: [
    'Python 3.11 textwrap: the same lines for 600 random texts at random widths, with and without reflowing and prefixes',
    'UAX 11 and JIS X 4051: no line of 300 random Chinese and Japanese texts is wider than the width by the East_Asian_Width of Python 3.11, or begins with closing punctuation',
  ],
  examples: [
    {
      title: 'At 20 columns',
      input: 'The quick brown fox jumps over the lazy dog.',
      options: { lineWidth: 20 },
      output: { text: 'The quick brown fox\njumps over the lazy\ndog.' },
    },
    {
      title: 'A quoted mail, reflowed',
      input: 'one\ntwo three\n\nfour',
      options: { lineWidth: 12, reflow: true, prefix: '> ' },
      output: { text: '> one two\n> three\n>\n> four' },
    },
    {
      title: 'Words that are too long',
      input: 'see https://example.com/a',
      options: { lineWidth: 10, breakWords: true },
      output: { text: 'see\nhttps://ex\nample.com/\na' },
    },
    {
      title: 'Japanese',
      input: '東京は、日本の首都です。',
      options: { lineWidth: 8 },
      output: { text: '東京は、\n日本の首\n都です。' },
    },
    {
      title: 'A prefix as wide as the line',
      input: 'a',
      options: { lineWidth: 4, prefix: '////' },
      error: { code: 'INVALID_INPUT', message: 'Option "prefix" must take less than 4 places, got 4' },
    },
  ],
  run({ input, files, signal, options: { lineWidth, reflow, breakWords, prefix } }) {
    const taken = displayWidth(prefix);
    if (lineWidth > 0 && taken >= lineWidth)
      throw invalid(`Option "prefix" must take less than ${lineWidth} places, got ${taken}`);
    const rules = { width: lineWidth === 0 ? 0 : lineWidth - taken, breakWords };
    const bare = prefix.trimEnd();
    return eachText({ input, files, signal }, (source) => {
      const { lineBreak } = splitLines(source.text);
      const text = reflow ? joinParagraphs(source.text) : source.text;
      const wrapped = mapLines(text, (line) =>
        wrapLine(line, rules)
          .map((row) => (row === '' ? bare : prefix + row))
          .join(lineBreak),
      );
      return editedResult(source, wrapped);
    });
  },
});
