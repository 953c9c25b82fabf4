import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { compileLinePatterns, PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { type Lines, pickLines, splitLines } from '../../lib/text/lines.js';

/** The lines to show, by index in order, and whether each is there for itself or as the context of another. */
function withContext(found: readonly number[], count: number, context: number): Map<number, boolean> {
  const shown = new Map<number, boolean>();
  let next = 0;
  for (const index of found) {
    for (let around = Math.max(next, index - context); around <= Math.min(count - 1, index + context); around++) {
      shown.set(around, false);
      next = around + 1;
    }
  }
  for (const index of found) shown.set(index, true);
  return shown;
}

/** As `grep` writes lines with context: `--` between groups, and with numbers `3:` before a match, `4-` before context. */
function writeGroups(source: Lines, shown: ReadonlyMap<number, boolean>, context: number, isNumbered: boolean): string {
  const pieces: string[] = [];
  let last = -1;
  for (const [index, isMatch] of shown) {
    if (context > 0 && last !== -1 && index > last + 1) pieces.push('--', source.lineBreak);
    if (isNumbered) pieces.push(`${index + 1}${isMatch ? ':' : '-'}`);
    pieces.push(source.lines[index] ?? '', source.breaks[index] || source.lineBreak);
    last = index;
  }
  if (!source.hasFinalBreak) pieces.pop();
  return pieces.join('');
}

export default defineTool({
  id: 'filter-lines',
  title: 'Filter Lines',
  summary: 'Keeps or drops the lines that hold a text or match a regular expression, with lines around them if wanted.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    pattern: z
      .string()
      .max(PATTERN_CHARACTERS)
      .default('')
      .describe(
        'What a line must hold; must not be empty. Each line of it is a pattern of its own, any of which may match.',
      ),
    regex: shared.regex(),
    caseSensitive: shared.caseSensitive(),
    wholeWord: shared.wholeWord(),
    invert: z.boolean().default(false).describe('Keeps the lines that do not match.'),
    context: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(50)
      .default(0)
      .describe('Lines to show before and after each line that is kept.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Most lines to keep, from the start; 0 keeps all.'),
    lineNumbers: z.boolean().default(false).describe('Writes the number of each line before it.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The lines, or JSON with the number of matches and each line with its number.'),
  },
  result: 'mixed',
  data: z.object({
    lines: count('Lines of the text.'),
    matches: count('Lines that match.'),
    kept: z
      .array(
        z.object({
          line: place('Number of the line.'),
          text: z.string().optional().describe('Text of the line.'),
          isMatch: z.boolean().describe('Whether it matches; else it is context.'),
        }),
      )
      .describe('Lines that were kept.'),
  }),
  notes: [
    'A line ends with LF, CRLF or CR. Every line keeps its break, and the result ends with one where the text did.',
    'With "context", groups of lines that do not touch are divided by a line of "--", as grep does; with "lineNumbers" a colon stands after the number of a match and a hyphen after that of its context.',
    'Regular expressions are of RE2 syntax and take time in proportion to the text: no look-around, no back-references. \\w, \\d, \\s and \\b know ASCII only; \\p{L} is a letter and \\p{N} a digit of any script.',
    'Without "caseSensitive" letters are alike where Unicode folds them one to one (Σ, σ and ς; not ß and SS).',
  ],
  aliases: [
    'grep',
    'keep lines containing',
    'remove lines containing',
    'delete lines that contain a word',
    'extract lines',
    'filter list by keyword',
    'search lines',
    'grep context',
  ],
  verified: [
    'GNU grep 3.8: the same lines, contexts and numbers for 120 random texts and combinations of -F, -E, -i, -v, -w, -n, -m and -C',
  ],
  examples: [
    {
      title: 'Lines that hold a word',
      input: 'GET /a 200\nGET /b 404\nPOST /a 500\n',
      options: { pattern: 'GET' },
      output: { text: 'GET /a 200\nGET /b 404\n' },
    },
    {
      title: 'Comments and empty lines dropped',
      input: '# settings\r\nport=80\r\n\r\nhost=a # local\r\n',
      options: { pattern: '^#\n^$', regex: true, invert: true },
      output: { text: 'port=80\r\nhost=a # local\r\n' },
    },
    {
      title: 'With numbers and the lines around',
      input: 'one\ntwo\nERROR three\nfour\nfive\nsix\nerror seven',
      options: { pattern: 'error', caseSensitive: false, context: 1, lineNumbers: true },
      output: { text: '2-two\n3:ERROR three\n4-four\n--\n6-six\n7:error seven' },
    },
    {
      title: 'As JSON',
      input: 'α 1\nβ 2\nΑ 3',
      options: { pattern: 'α', caseSensitive: false, format: 'json' },
      output: {
        data: {
          lines: 3,
          matches: 2,
          kept: [
            { line: 1, text: 'α 1', isMatch: true },
            { line: 3, text: 'Α 3', isMatch: true },
          ],
        },
      },
    },
    {
      title: 'No line matches',
      input: 'one\ntwo\n',
      options: { pattern: 'three' },
      output: { text: '' },
    },
    {
      title: 'No pattern',
      input: 'one',
      error: { code: 'INVALID_INPUT', message: 'Option "pattern" must not be empty' },
    },
    {
      title: 'A faulty expression',
      input: 'one',
      options: { pattern: 'a(?=b)', regex: true },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "pattern" must be a regular expression of RE2 syntax: invalid or unsupported Perl syntax at "(?=", look-ahead does not exist there',
      },
    },
  ],
  run({ input, options }) {
    const { pattern, regex, caseSensitive, wholeWord, context } = options;
    const { matches } = compileLinePatterns(pattern, { regex, caseSensitive, wholeWord });
    const source = splitLines(input);
    const most = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    const found: number[] = [];
    for (const [index, line] of source.lines.entries()) {
      if (matches(line) !== options.invert && found.push(index) >= most) break;
    }
    const shown =
      context === 0 ? new Map(found.map((index) => [index, true])) : withContext(found, source.lines.length, context);
    if (options.format === 'json') {
      const kept = Array.from(shown, ([index, isMatch]) => ({ line: index + 1, text: source.lines[index], isMatch }));
      return json({ lines: source.lines.length, matches: found.length, kept });
    }
    if (context === 0 && !options.lineNumbers) return text(pickLines(source, found));
    return text(writeGroups(source, shown, context, options.lineNumbers));
  },
});
