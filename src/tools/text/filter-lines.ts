import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { compileLinePatterns, PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedResult } from '../../formats/text-source.js';
import { withContext, writeGroups } from '../../lib/text/line-context.js';
import { joinLines, type Lines, pickLines, splitLines } from '../../lib/text/lines.js';

const contextLines = (description: string) => z.number().multipleOf(1).min(0).max(50).default(0).describe(description);

const REPORT = {
  lines: count('Lines of the text.'),
  matches: count('Lines that match.'),
  kept: z
    .array(
      z.object({
        line: place('Number of the line.'),
        text: z.string().describe('Text of the line, or the matched part.'),
        isMatch: z.boolean().describe('Whether it matches; otherwise it is context.'),
      }),
    )
    .describe('Lines or matched parts that were kept.'),
};

export default defineTool({
  id: 'filter-lines',
  title: 'Filter Lines',
  summary: 'Keeps or removes the lines that contain a text or match a regular expression, or extracts the matches.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    pattern: z
      .string()
      .max(PATTERN_CHARACTERS)
      .default('')
      .describe(
        'Text or expression to look for; must not be empty. Each line of it is a separate pattern, any of which may match.',
      ),
    regex: shared.regex(),
    caseSensitive: shared.caseSensitive(),
    wholeWord: shared.wholeWord(),
    invert: z.boolean().default(false).describe('Keeps the lines that do not match.'),
    onlyMatching: z
      .boolean()
      .default(false)
      .describe('Writes only the matched parts, one per line, instead of whole lines.'),
    context: contextLines('Lines to show before and after each line that is kept.'),
    before: contextLines('Lines to show before each line that is kept, if more than "context".'),
    after: contextLines('Lines to show after each line that is kept, if more than "context".'),
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Number of lines to keep at most, from the start; 0: all.'),
    lineNumbers: z.boolean().default(false).describe('Writes line numbers.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The lines, or JSON with the number of matches and each line with its number.'),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'A line ends with LF, CRLF or CR. Every line keeps its break, and the result ends with one if the text did.',
    'With context, groups of lines are separated by a line of "--", as in grep; with "lineNumbers", the number of a match is followed by a colon and that of its context by a hyphen.',
    'Regular expressions are of RE2 syntax and take time in proportion to the text: no look-around, no back-references. \\w, \\d, \\s and \\b know ASCII only; \\p{L} is a letter and \\p{N} a digit of any script.',
    'Without "caseSensitive" letters are alike where Unicode folds them one to one (Σ, σ and ς; not ß and SS).',
    TEXT_FILES_NOTE,
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
    'GNU grep 3.8: the same lines, contexts and numbers for 120 random texts and combinations of -F, -E, -i, -v, -w, -n, -m, -o, -A, -B and -C',
  ],
  examples: [
    {
      title: 'Lines that contain a word',
      input: 'GET /a 200\nGET /b 404\nPOST /a 500\n',
      options: { pattern: 'GET' },
      output: { text: 'GET /a 200\nGET /b 404\n' },
    },
    {
      title: 'Comments and empty lines removed',
      input: '# settings\r\nport=80\r\n\r\nhost=a # local\r\n',
      options: { pattern: '^#\n^$', regex: true, invert: true },
      output: { text: 'port=80\r\nhost=a # local\r\n' },
    },
    {
      title: 'With line numbers and context',
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
      title: 'Only the matched parts',
      input: 'a@x.org, b@y.org\nnone\nc@z.org\n',
      options: { pattern: '[a-z]+@[a-z.]+', regex: true, onlyMatching: true },
      output: { text: 'a@x.org\nb@y.org\nc@z.org\n' },
    },
    {
      title: 'Matched parts of lines that do not match',
      input: 'a',
      options: { pattern: 'b', onlyMatching: true, invert: true },
      error: { code: 'INVALID_INPUT', message: 'Option "invert" must be false where "onlyMatching" is true' },
    },
    {
      title: 'Matched parts with context',
      input: 'a',
      options: { pattern: 'b', onlyMatching: true, after: 2 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "context", "before" and "after" must be 0 where "onlyMatching" is true',
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
  run({ input, files, signal, options }) {
    const { pattern, regex, caseSensitive, wholeWord, onlyMatching } = options;
    const [before, after] = [Math.max(options.context, options.before), Math.max(options.context, options.after)];
    const hasContext = before > 0 || after > 0;
    if (onlyMatching && options.invert) throw invalid('Option "invert" must be false where "onlyMatching" is true');
    if (onlyMatching && hasContext)
      throw invalid('Options "context", "before" and "after" must be 0 where "onlyMatching" is true');
    const { matches, findAll } = compileLinePatterns(pattern, { regex, caseSensitive, wholeWord });
    const most = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    if (options.format === 'json')
      return eachTextReport({ input, files, signal }, (source) => ({ report: reportOf(source.text) }));
    return eachText({ input, files, signal }, (source) => editedResult(source, filter(source.text)));

    function search(source: Lines): number[] {
      const found: number[] = [];
      for (const [index, line] of source.lines.entries()) {
        if (matches(line) !== options.invert && found.push(index) >= most) break;
      }
      return found;
    }

    function partsOf(source: Lines, found: readonly number[]): { line: number; text: string; isMatch: boolean }[] {
      return found.flatMap((index) => {
        const line = source.lines[index] ?? '';
        const parts = Array.from(findAll(line), ({ start, end }) => line.slice(start, end));
        return parts.filter((part) => part !== '').map((text) => ({ line: index + 1, text, isMatch: true }));
      });
    }

    function shownOf(source: Lines, found: readonly number[]): Map<number, boolean> {
      return hasContext
        ? withContext(found, source.lines.length, before, after)
        : new Map(found.map((index) => [index, true]));
    }

    function reportOf(content: string) {
      const source = splitLines(content);
      const found = search(source);
      const kept = onlyMatching
        ? partsOf(source, found)
        : Array.from(shownOf(source, found), ([index, isMatch]) => ({
            line: index + 1,
            text: source.lines[index] ?? '',
            isMatch,
          }));
      return { lines: source.lines.length, matches: found.length, kept };
    }

    function filter(content: string): string {
      const source = splitLines(content);
      const found = search(source);
      if (onlyMatching) {
        const parts = partsOf(source, found).map(({ line, text }) => (options.lineNumbers ? `${line}:${text}` : text));
        return joinLines(parts, source);
      }
      if (!hasContext && !options.lineNumbers) return pickLines(source, found);
      return writeGroups(source, shownOf(source, found), hasContext, options.lineNumbers);
    }
  },
});
