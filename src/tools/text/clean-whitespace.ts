import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { pickLines, splitLines } from '../../lib/text/lines.js';

// All of Unicode's space separators but the plain one, and the blanks that have no width.
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const NO_WIDTH = /[\u200b\u2060\ufeff]/g;
const ODD_BREAKS = /[\v\f\u0085\u2028\u2029]/g;

interface Options {
  readonly trim: boolean;
  readonly collapse: boolean;
  readonly keepIndent: boolean;
}

/** One line without its break. What counts as a blank is what is left after odd spaces have been made plain. */
function cleanLine(line: string, { trim, collapse, keepIndent }: Options): string {
  const indent = keepIndent ? (/^[^\S\r\n]+/.exec(line)?.[0] ?? '') : '';
  const rest = line.slice(indent.length);
  const collapsed = collapse ? rest.replace(/[ \t]+/g, ' ') : rest;
  const cleaned = trim ? collapsed.trim() : collapsed;
  return trim && cleaned === '' ? '' : indent + cleaned;
}

/** Which lines stay, by index: all, no empty ones, or one of each run of them; with trim none at either end of the text. */
function keptLines(lines: readonly string[], emptyLines: 'keep' | 'collapse' | 'remove', trim: boolean): number[] {
  const indexes = [...lines.keys()];
  if (emptyLines === 'keep') return indexes;
  if (emptyLines === 'remove') return indexes.filter((index) => lines[index] !== '');
  const kept = indexes.filter((index) => lines[index] !== '' || lines[index - 1] !== '');
  if (!trim) return kept;
  const isEmpty = (index: number | undefined): boolean => index !== undefined && lines[index] === '';
  if (isEmpty(kept[0])) kept.shift();
  if (isEmpty(kept.at(-1))) kept.pop();
  return kept;
}

export default defineTool({
  id: 'clean-whitespace',
  title: 'Clean Whitespace',
  summary: 'Trims lines, collapses repeated spaces, removes empty lines and replaces special spaces.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    trim: z.boolean().default(true).describe('Removes whitespace at both ends of every line.'),
    collapse: z.boolean().default(true).describe('Replaces every run of spaces and tabs with one space.'),
    emptyLines: z
      .enum(['keep', 'collapse', 'remove'])
      .default('collapse')
      .describe('Handling of empty lines: "collapse" keeps one of each run, and with "trim" none at either end.'),
    unicodeSpaces: z
      .boolean()
      .default(true)
      .describe(
        'Replaces no-break, ideographic and other Unicode spaces with plain spaces and Unicode line separators with line breaks, and removes zero-width spaces.',
      ),
    keepIndent: z.boolean().default(false).describe('Keeps the whitespace at the start of lines that are not empty.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Line breaks (LF, CRLF, CR) stay as they are; the result ends with one if the text did and anything remains.',
    'With "unicodeSpaces" U+0085, U+2028, U+2029, vertical tabs and form feeds become line breaks, and U+200B, U+2060 and U+FEFF are removed. The joiners U+200C and U+200D stay: they belong to letters and emoji.',
    'Without "unicodeSpaces" only spaces and tabs are collapsed; "trim" still removes every kind of whitespace.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'trim text',
    'remove extra spaces',
    'collapse spaces',
    'remove empty lines',
    'strip whitespace',
    'remove trailing spaces',
    'normalize spaces',
    'non-breaking space remover',
    'too many spaces',
    'blank lines',
  ],
  verified: [
    'GNU cat 9.1 -s, tr -s and sed: the same text for 60 random texts',
    'Unicode 15 General_Category Zs: all 17 spaces',
  ],
  examples: [
    {
      title: 'Pasted text',
      input: '\n  Hello,\u00a0\u3000world  \r\n\r\n\r\n\tsecond\t\tline\u200b \r\n\r\n',
      output: { text: 'Hello, world\r\n\r\nsecond line\r\n' },
    },
    {
      title: 'Only trailing whitespace of code',
      input: 'if x:   \n\tprint( 1 )\t\n  \n\n\ny\n',
      options: { collapse: false, emptyLines: 'keep', keepIndent: true },
      output: { text: 'if x:\n\tprint( 1 )\n\n\n\ny\n' },
    },
    {
      title: 'No empty lines',
      input: 'a\n\n \nb',
      options: { emptyLines: 'remove' },
      output: { text: 'a\nb' },
    },
    {
      title: 'Nothing but whitespace',
      input: ' \t\n\u3000\n',
      output: { text: '' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    return eachText({ input, files, signal }, (source) => {
      const content = source.text;
      const plain = options.unicodeSpaces
        ? content
            .replace(NO_WIDTH, '')
            .replace(ODD_SPACES, ' ')
            .replace(ODD_BREAKS, () => splitLines(content).lineBreak)
        : content;
      const split = splitLines(plain);
      const lines = split.lines.map((line) => cleanLine(line, options));
      return editedResult(source, pickLines({ ...split, lines }, keptLines(lines, options.emptyLines, options.trim)));
    });
  },
});
