import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { compilePattern, PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { eachText, TEXT_FILES } from '../../formats/each-text.js';
import { compileReplacement, TEMPLATE_HELP } from '../../formats/replacement-templates.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedFile, editedResult } from '../../formats/text-source.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { positionCounter, type TextPosition } from '../../lib/text/text-position.js';

const LISTED = 1000;

interface ListedMatch extends TextPosition {
  readonly found: string;
  readonly replacement: string;
}

/** A text whose breaks are all CRLF is searched with LF, so that `$` and `.` see no carriage return, and written back with CRLF. */
const hasOnlyCrlf = (text: string): boolean => text.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text);

/** Plain text everywhere, where the result cannot grow too long: what V8 does by itself, several times as fast as match by match. */
function replacePlain(text: string, find: string, replace: string): string | undefined {
  const growth = Math.max(0, replace.length - find.length) * Math.floor(text.length / find.length);
  return text.length + growth <= CLASS_LIMITS.standard.resultBytes
    ? text.replaceAll(find, replace.replaceAll('$', '$$$$'))
    : undefined;
}

const REPORT = {
  text: z.string().optional().describe('Changed text; a changed file is a file again.'),
  replacements: count('Number of replacements.'),
  changedLines: count('Lines with a replacement.'),
  matches: z
    .array(
      z.object({
        line: place('Line of the match.'),
        column: place('Column of the match.'),
        found: z.string().describe('Text that was replaced.'),
        replacement: z.string().describe('Text in its place.'),
      }),
    )
    .describe('The first matches.'),
};

export default defineTool({
  id: 'find-and-replace',
  title: 'Find and Replace',
  summary: 'Replaces text or matches of a regular expression, with groups and letter case in the replacement.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    find: z.string().max(PATTERN_CHARACTERS).default('').describe('Text or expression to look for; must not be empty.'),
    replace: z
      .string()
      .max(PATTERN_CHARACTERS)
      .default('')
      .describe(`Replacement. Without "regex" it is taken literally; with it ${TEMPLATE_HELP.replaceAll('; ', ', ')}.`),
    regex: shared.regex().describe('Treats "find" as a regular expression (RE2 syntax) instead of plain text.'),
    caseSensitive: shared.caseSensitive(),
    wholeWord: shared.wholeWord(),
    limit: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Number of replacements at most, from the start; 0: all.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The text, or JSON with the text, the number of replacements and where they were made.'),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Regular expressions are of RE2 syntax and take time in proportion to the text: no look-around, no back-references. ^ and $ match at every line, the dot matches no line break unless the expression starts with (?s). \\w, \\d, \\s and \\b know ASCII only; \\p{L} is a letter and \\p{N} a digit of any script.',
    'In a text whose line breaks are all CRLF a break counts as \\n, in "find" and in "replace", and CRLF is written back; with a carriage return in "find" (or the escape \\r) it is taken as it is.',
    'Text is compared letter by letter: é as one character and e with a combining accent differ. Without "caseSensitive" letters are alike where Unicode folds them one to one (Σ, σ and ς; not ß and SS).',
    'A file keeps its name, encoding and byte order mark, and comes with the JSON too. Up to 20 files instead of "input": several give a file each and a report in data, and one that fails does not spoil the others.',
    `The JSON lists the first ${LISTED} replacements with line and column, counted from 1, in the text as it was.`,
  ],
  aliases: [
    'search and replace',
    'replace text',
    'regex replace',
    'sed',
    'substitute',
    'regular expression replace online',
    'bulk replace words',
    'capture groups',
    'replace a word everywhere',
  ],
  verified: [
    'GNU sed 4.9 -E: the same text for 40 pairs of expression and replacement over a made corpus in ASCII, Latin, Greek and Cyrillic, global and first only',
    'JavaScript RegExp: the same text for 2,000 random literal searches and 600 random expressions',
    'GNU grep 3.8 -ow: the same whole words',
  ],
  examples: [
    {
      title: 'Plain text',
      input: 'one fish, two fish (fish.)',
      options: { find: 'fish', replace: 'cat' },
      output: { text: 'one cat, two cat (cat.)' },
    },
    {
      title: 'Groups of a regular expression',
      input: 'Doe, Jane\r\nRoe, Richard\r\n',
      options: { find: '^(\\w+), (\\w+)$', replace: '$2 $1', regex: true },
      output: { text: 'Jane Doe\r\nRichard Roe\r\n' },
    },
    {
      title: 'Named groups and letter case',
      input: 'user_first_name',
      options: { find: '_(?P<letter>\\p{L})', replace: `\\u\${letter}`, regex: true },
      output: { text: 'userFirstName' },
    },
    {
      title: 'Whole words of any script',
      input: 'Art, Party, art; Искусство',
      options: { find: 'art', replace: 'craft', wholeWord: true, caseSensitive: false },
      output: { text: 'craft, Party, craft; Искусство' },
    },
    {
      title: 'The first places only, with a report',
      input: 'a-b-c\nd-e',
      options: { find: '-', replace: '+', limit: 2, format: 'json' },
      output: {
        data: {
          text: 'a+b+c\nd-e',
          replacements: 2,
          changedLines: 1,
          matches: [
            { line: 1, column: 2, found: '-', replacement: '+' },
            { line: 1, column: 4, found: '-', replacement: '+' },
          ],
        },
      },
    },
    {
      title: 'A file keeps its name and encoding',
      options: { find: 'color', replace: 'colour' },
      files: [{ name: 'notes.txt', base64: 'Y29sb3IgY2Fm6Q==' }],
      output: { files: [{ name: 'notes.txt', mime: 'text/plain;charset=windows-1252', base64: 'Y29sb3VyIGNhZuk=' }] },
    },
    {
      title: 'A file with a report',
      options: { find: 'color', replace: 'colour', format: 'json' },
      files: [{ name: 'notes.txt', text: 'color' }],
      output: {
        data: {
          replacements: 1,
          changedLines: 1,
          matches: [{ line: 1, column: 1, found: 'color', replacement: 'colour' }],
        },
        files: [{ name: 'notes.txt', mime: 'text/plain;charset=utf-8', text: 'colour' }],
      },
    },
    {
      title: 'Nothing to find',
      input: 'a text',
      error: { code: 'INVALID_INPUT', message: 'Option "find" must not be empty' },
    },
    {
      title: 'No text',
      options: { find: 'a' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'An unknown group',
      input: 'price: 5',
      options: { find: 'price: (\\d)', replace: 'price: $5', regex: true },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "replace" has "$5", but the pattern has 1 group; "$$" stands for a dollar sign, "\\\\" for a backslash',
      },
    },
    {
      title: 'A faulty expression',
      input: 'a text',
      options: { find: '(a', regex: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "find" must be a regular expression of RE2 syntax: missing closing ) at "(a"',
      },
    },
  ],
  run({ input, options, files, signal }) {
    const { find, replace, regex, caseSensitive, wholeWord, limit } = options;
    const pattern = compilePattern(find, { regex, caseSensitive, wholeWord, multiline: true, option: 'find' });
    const replacementOf = regex ? compileReplacement(replace, pattern) : () => replace;
    const isPlain = !regex && caseSensitive && !wholeWord && limit === 0;

    if (options.format === 'json')
      return eachTextReport({ input, files, signal }, (source) => {
        const { text, ...report } = replaceIn(source.text, true);
        const outputs = source.file === undefined ? [] : [editedFile(source, text, source.file.name)];
        return { report: source.file === undefined ? { text, ...report } : report, outputs };
      });
    return eachText({ input, files, signal }, (source) => editedResult(source, replaceIn(source.text, false).text));

    function replaceIn(whole: string, isListed: boolean) {
      const isCrlf = hasOnlyCrlf(whole) && !/\r|\\r|\\x0*d/i.test(find);
      const content = isCrlf ? whole.replaceAll('\r\n', '\n') : whole;
      const restored = (part: string): string => (isCrlf ? part.replace(/\r?\n/g, '\r\n') : part);
      const matches: ListedMatch[] = [];
      let replacements = 0;
      let changedLines = 0;
      const plain = isPlain && !isListed ? replacePlain(content, find, replace) : undefined;
      if (plain !== undefined) return { text: restored(plain), replacements, changedLines, matches };

      const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
      const positionOf = positionCounter(content);
      const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
      let lastLine = 0;
      let end = 0;
      for (const match of pattern.findAll(content)) {
        const replacement = replacementOf(match);
        result.add(content.slice(end, match.start));
        result.add(replacement);
        end = match.end;
        replacements++;
        if (isListed) {
          const position = positionOf(match.start);
          if (position.line !== lastLine) changedLines++;
          lastLine = position.line;
          if (matches.length < LISTED) {
            const found = restored(content.slice(match.start, match.end));
            matches.push({ ...position, found, replacement: restored(replacement) });
          }
        }
        if (replacements >= most) break;
      }
      result.add(content.slice(end));
      return { text: restored(result.toString()), replacements, changedLines, matches };
    }
  },
});
