import { z } from 'zod';

import { defineTool, files, invalid, json, overLimit, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { compilePattern } from '../../engines/text/regular-expressions.js';
import { readTextSource } from '../../formats/text-source.js';
import { sentencesOf } from '../../lib/readability/sentences.js';
import { evenGroups } from '../../lib/text/even-groups.js';
import { splitLines } from '../../lib/text/lines.js';
import { segmentText, splitGraphemes } from '../../lib/unicode/text-segments.js';

import { checkLocale } from './_locale.js';

const MAX_PARTS = 200_000;
const MAX_FILES = 1_000;

const TYPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** \n, \t and \r as people type them where a key cannot be pressed; a backslash before another one stands for itself. */
const typed = (separator: string): string =>
  separator.replace(/\\([nrt\\])/g, (_, letter: string) => TYPED[letter] ?? '\\');

interface Wishes {
  readonly by:
    | 'delimiter'
    | 'regex'
    | 'lines'
    | 'length'
    | 'parts'
    | 'paragraphs'
    | 'sentences'
    | 'words'
    | 'characters';
  readonly separator: string;
  readonly size: number;
  readonly keepSeparator: 'none' | 'before' | 'after';
  readonly caseSensitive: boolean;
  readonly locale: string;
}

/** Parts between matches of a pattern; a match stays with the part before it or after it where asked. */
function betweenMatches(source: string, { by, separator, keepSeparator, caseSensitive }: Wishes): string[] {
  const literal = by === 'delimiter' ? typed(separator) : separator;
  const pattern = compilePattern(literal, {
    regex: by === 'regex',
    caseSensitive,
    multiline: true,
    option: 'separator',
  });
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of pattern.findAll(source)) {
    // A match of nothing divides between characters, not before the first or behind the last.
    if (end === start && (start === 0 || start === source.length)) continue;
    parts.push(source.slice(from, keepSeparator === 'after' ? end : start));
    from = keepSeparator === 'before' ? start : end;
    if (parts.length > MAX_PARTS) break;
  }
  return [...parts, source.slice(from)];
}

/** Parts of so many pieces each. */
function inChunks(pieces: readonly string[], size: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < pieces.length; at += size) chunks.push(pieces.slice(at, at + size).join(''));
  return chunks;
}

/** Lines with their breaks. */
const brokenLines = (source: string): string[] => source.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? [];

function partsOf(source: string, wishes: Wishes): string[] {
  const { by, size, locale } = wishes;
  switch (by) {
    case 'lines':
      return size === 1
        ? [...splitLines(source).lines]
        : inChunks(brokenLines(source), size).map((part) => part.replace(/(?:\r\n|\n|\r)$/, ''));
    case 'length':
      return inChunks([...splitGraphemes(source)], size);
    case 'parts':
      return evenGroups([...splitGraphemes(source)], size).map((pieces) => pieces.join(''));
    case 'paragraphs':
      return source.split(/(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))+/);
    case 'sentences':
      return Array.from(sentencesOf(source, locale), (sentence) => sentence.text);
    case 'words':
      return Array.from(segmentText(source, 'word', locale), ({ start, end, isWord }) =>
        isWord ? source.slice(start, end) : '',
      ).filter((word) => word !== '');
    case 'characters':
      return [...splitGraphemes(source)];
    default:
      return betweenMatches(source, wishes);
  }
}

export default defineTool({
  id: 'split-text',
  title: 'Split Text',
  summary: 'Splits text at a delimiter or pattern, by length or count, or into lines, sentences, words and paragraphs.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    by: z
      .enum(['delimiter', 'regex', 'lines', 'length', 'parts', 'paragraphs', 'sentences', 'words', 'characters'])
      .default('delimiter')
      .describe('Where to split.'),
    separator: z
      .string()
      .max(1_000)
      .default(',')
      .describe(
        'For delimiter: the text between parts; \\n, \\t and \\r stand for a line break, tab and return. For regex: the pattern.',
      ),
    caseSensitive: shared.caseSensitive(),
    keepSeparator: z
      .enum(['none', 'before', 'after'])
      .default('none')
      .describe('For delimiter and regex: drops the separator, or keeps it at the start or the end of a part.'),
    size: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe('For length: characters per part. For lines: lines per part. For parts: how many parts.'),
    trim: z.boolean().default(true).describe('Removes spaces and line breaks at both ends of every part.'),
    skipEmpty: shared.skipEmpty().describe('Skips empty parts.'),
    locale: shared.locale(),
    format: z
      .enum(['text', 'json', 'files'])
      .default('text')
      .describe('Text with one part per line, JSON, or a file for each part.'),
  },
  result: 'mixed',
  data: z.object({
    parts: z.array(z.string()).describe('The parts in their order.'),
    count: z.number().describe('How many parts there are.'),
  }),
  notes: [
    'Parts that have line breaks themselves are divided by an empty line in text; JSON and files keep every part as it is.',
    'Characters are those that people see: an accent, an emoji of several code points and a line break of two characters count as one, and are never cut.',
    'Patterns have RE2 syntax; ^ and $ match at line breaks. Sentences do not end at abbreviations such as Dr. and e.g. of English, German, French, Spanish and Italian; words follow Unicode, and dictionaries for Chinese, Japanese and Thai.',
    '"trim" is ignored for length, parts and characters, so that their parts together are the text.',
    'Up to 200,000 parts; 1,000 files, named after the upload with a number. CSV has quotes that a delimiter knows nothing of: use csv-columns or csv-to-json for it.',
  ],
  aliases: [
    'split string',
    'text splitter',
    'split by comma',
    'split by new line',
    'split into sentences',
    'sentence splitter',
    'tokenize words',
    'split into chunks',
    'chunk text',
    'explode string',
    'split a text file into parts',
    'divide text into equal parts',
    'csplit',
  ],
  verified: [
    'Python’s str.split and re.split, in the tests: 600 random texts, delimiters and patterns, the same parts',
    'GNU split, in the tests: random texts by lines, the same parts',
    'Inverse: parts by length, count and characters, and with kept separators, join to the text again',
  ],
  examples: [
    { title: 'At commas', input: 'apples, pears,plums', output: { text: 'apples\npears\nplums\n' } },
    {
      title: 'Sentences',
      input: 'Dr. Smith paid $3.50. Was it enough? "Yes," he said.',
      options: { by: 'sentences', format: 'json' },
      output: {
        data: { parts: ['Dr. Smith paid $3.50.', 'Was it enough?', '"Yes," he said.'], count: 3 },
      },
    },
    {
      title: 'Files of two lines',
      input: 'one\ntwo\nthree',
      options: { by: 'lines', size: 2, format: 'files' },
      output: {
        files: [
          { name: 'part-1.txt', mime: 'text/plain;charset=utf-8' },
          { name: 'part-2.txt', mime: 'text/plain;charset=utf-8' },
        ],
      },
    },
    {
      title: 'No delimiter',
      input: 'a b',
      options: { separator: '' },
      error: { code: 'INVALID_INPUT', message: 'Option "separator" must not be empty' },
    },
    {
      title: 'More parts than characters',
      input: 'abc',
      options: { by: 'parts', size: 4 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "size" must be at most 3, the number of characters, where "by" is parts; got 4',
      },
    },
    {
      title: 'Nothing to split',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files: uploads, options }) {
    const { by, size, trim, skipEmpty, format } = options;
    const source = await readTextSource({ input, files: uploads });
    const locale = checkLocale(options.locale);
    if (by === 'parts') {
      const characters = [...splitGraphemes(source.text)].length;
      if (size > characters)
        throw invalid(
          `Option "size" must be at most ${characters}, the number of characters, where "by" is parts; got ${size}`,
        );
    }
    const isWhole = ['length', 'parts', 'characters'].includes(by);
    const found = partsOf(source.text, { ...options, locale }).map((part) => (trim && !isWhole ? part.trim() : part));
    const parts = skipEmpty ? found.filter((part) => part !== '') : found;
    if (parts.length > MAX_PARTS)
      throw overLimit(`The text of ${source.label} must have at most ${MAX_PARTS} parts, got more`);
    if (format === 'json') return json({ parts, count: parts.length });
    if (format === 'files') {
      if (parts.length > MAX_FILES)
        throw overLimit(`Files must number at most ${MAX_FILES}, got ${parts.length} parts`);
      const digits = String(parts.length).length;
      const [, base = 'part', extension = '.txt'] = /^(.+?)(\.[^.]*)?$/.exec(source.file?.name ?? 'part.txt') ?? [];
      return files(
        parts.map((part, i) => ({
          name: `${base}-${String(i + 1).padStart(digits, '0')}${extension}`,
          mime: 'text/plain;charset=utf-8',
          bytes: Buffer.from(part),
        })),
      );
    }
    const between = parts.some((part) => /[\r\n]/.test(part)) ? '\n\n' : '\n';
    return text(parts.length === 0 ? '' : `${parts.join(between)}\n`);
  },
});
