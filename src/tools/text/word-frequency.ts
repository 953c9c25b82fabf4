import { z } from 'zod';

import { defineTool, overLimit, text } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES } from '../../formats/each-text.js';
import { skippedWords } from '../../formats/skipped-words.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { documentResult, KINDS, type TextSource } from '../../formats/text-source.js';
import { formatCell } from '../../lib/csv/write.js';
import { compareCodePoints } from '../../lib/json/write.js';
import { segmentText, splitGraphemes } from '../../lib/unicode/text-segments.js';
import { checkLocale } from './_locale.js';

const MAX_DISTINCT = 500_000;

interface Counting {
  readonly unit: 'word' | 'letter';
  readonly size: number;
  readonly caseSensitive: boolean;
  readonly minLength: number;
  readonly limit: number;
  readonly locale: string;
  readonly skipped: ReadonlySet<string>;
}

function counted(text: string, { unit, size, caseSensitive, minLength, limit, locale, skipped }: Counting) {
  const counts = new Map<string, number>();
  let total = 0;
  const add = (items: readonly string[]): void => {
    for (let index = 0; index + size <= items.length; index++) {
      const item =
        size === 1 ? (items[index] ?? '') : items.slice(index, index + size).join(unit === 'word' ? ' ' : '');
      total++;
      counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    if (counts.size > MAX_DISTINCT)
      throw overLimit(`The text must have at most ${MAX_DISTINCT} different items, got more`);
  };
  const isCounted = (word: string): boolean =>
    !skipped.has(word.toLowerCase().replaceAll('\u2019', "'")) &&
    (minLength === 1 || [...splitGraphemes(word)].length >= minLength);
  const content = caseSensitive ? text : text.toLowerCase();
  let row: string[] = [];
  for (const { start, end, isWord } of segmentText(content, 'word', locale)) {
    const part = content.slice(start, end);
    if (isWord && isCounted(part)) {
      if (unit === 'word') row.push(part);
      else add([...splitGraphemes(part)].filter((letter) => /[\p{L}\p{N}]/u.test(letter)));
      // Sequences need no more than the last words of what came before.
      if (row.length < 10_000) continue;
      add(row);
      row = row.slice(row.length - size + 1);
    } else if (isWord || /[\n\r\u0085\u2028\u2029]/.test(part)) {
      add(row);
      row = [];
    }
  }
  add(row);
  const items = [...counts]
    .sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b))
    .slice(0, limit)
    .map(([item, times]) => ({ text: item, count: times, share: Number((times / total).toFixed(6)) }));
  return { unit, size, total, distinct: counts.size, items };
}

const COUNTS = {
  unit: z.enum(['word', 'letter']).describe('What was counted.'),
  size: place('Items per sequence.'),
  total: count('Number of sequences.'),
  distinct: count('Number of different sequences.'),
  items: z
    .array(
      z.object({
        text: z.string().describe('Sequence.'),
        count: count('How often it occurs.'),
        share: z.number().describe('Share of all, from 0 to 1.'),
      }),
    )
    .describe('The most frequent sequences.'),
};

export default defineTool({
  id: 'word-frequency',
  title: 'Word Frequency',
  summary: 'Counts how often each word, letter or sequence of them occurs in a text.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    unit: z.enum(['word', 'letter']).default('word').describe('What is counted.'),
    size: z.number().min(1).max(5).multipleOf(1).default(1).describe('Words or letters per item: 2 counts pairs.'),
    caseSensitive: shared.caseSensitive(false).describe('Case-sensitive: counts The and the separately.'),
    stopWords: z
      .boolean()
      .default(false)
      .describe('Skips the function words of the language of "locale", such as the and of.'),
    ignore: z.string().max(100_000).default('').describe('Further words to skip, separated by whitespace or commas.'),
    minLength: z.number().min(1).max(100).multipleOf(1).default(1).describe('Shortest word to count, in characters.'),
    limit: z.number().min(1).max(10_000).multipleOf(1).default(100).describe('Number of most frequent items to list.'),
    locale: shared.locale(),
    format: z.enum(['json', 'csv']).default('json').describe('JSON, or a CSV table with text, count and share.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(COUNTS), fileReports(COUNTS)]),
  notes: [
    'Words are divided as Unicode UAX 29 says, Chinese, Japanese and Thai by a dictionary; punctuation and whitespace are not items. A letter is a character as people see it (grapheme cluster) with a letter or number in it.',
    'A sequence runs over punctuation, but not over the end of a line; nor over a word that "stopWords", "ignore" or "minLength" excludes. Letters of a sequence are in one word.',
    'Function words (articles, pronouns, prepositions, conjunctions, auxiliaries) are known for de, en, es, fr, it, nl, pt and sv; with "stopWords" another language is refused.',
    'Items are in order of count, then of code points. "total" counts all occurrences, "distinct" the different ones, "share" is count by total with 6 decimals.',
    `At most ${MAX_DISTINCT} different items. Up to 20 files instead of "input": several give a report each, or a CSV file each.`,
  ],
  aliases: [
    'word count by word',
    'most common words',
    'term frequency',
    'letter frequency',
    'n-grams',
    'bigrams',
    'keyword density',
    'unique words',
    'most frequent words',
    'which words are used most',
    'most repeated words',
  ],
  verified: [
    'GNU coreutils 9.1 (tr, sort, uniq -c): the same counts for words of ASCII letters in 30 random texts, in two modes each',
    'Python 3.11 collections.Counter: the same pairs of letters',
  ],
  examples: [
    {
      title: 'Most frequent words',
      input: 'The cat and the dog. The end!',
      options: { limit: 2 },
      output: {
        data: {
          unit: 'word',
          size: 1,
          total: 7,
          distinct: 5,
          items: [
            { text: 'the', count: 3, share: 0.428571 },
            { text: 'and', count: 1, share: 0.142857 },
          ],
        },
      },
    },
    {
      title: 'Pairs of words without function words, as CSV',
      input: 'red apple, the red apple\nof green apple',
      options: { size: 2, stopWords: true, format: 'csv' },
      output: { text: 'text,count,share\nred apple,2,0.666667\ngreen apple,1,0.333333\n' },
    },
    {
      title: 'Letters: two code points are one where people see one',
      input: 'e\u0301te\u0301',
      options: { unit: 'letter' },
      output: {
        data: {
          unit: 'letter',
          size: 1,
          total: 3,
          distinct: 2,
          items: [
            { text: 'e\u0301', count: 2, share: 0.666667 },
            { text: 't', count: 1, share: 0.333333 },
          ],
        },
      },
    },
    {
      title: 'Nothing to count',
      input: '... !',
      output: { data: { unit: 'word', size: 1, total: 0, distinct: 0, items: [] } },
    },
    {
      title: 'Function words of a language that has no list',
      input: 'sana',
      options: { stopWords: true, locale: 'fi' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "stopWords" knows the locales "de", "en", "es", "fr", "it", "nl", "pt", "sv", not "fi"',
      },
    },
    {
      title: 'A locale that is none',
      input: 'a b',
      options: { locale: '-' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "-"',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const locale = checkLocale(options.locale);
    const skipped = skippedWords(options, locale);
    const countIn = ({ text: content }: TextSource) => counted(content, { ...options, locale, skipped });
    const run = { input, files, signal };
    if (options.format === 'json')
      return eachTextReport(run, (source) => ({ report: countIn(source) }), options.inputCharset);
    return eachText(
      run,
      (source) => {
        const rows = countIn(source).items.map((item) => `${formatCell(item.text, ',')},${item.count},${item.share}\n`);
        const table = `text,count,share\n${rows.join('')}`;
        if (files.length < 2) return text(table, { name: 'result.csv', mime: KINDS.csv.mime });
        return documentResult(source, table, KINDS.csv);
      },
      options.inputCharset,
    );
  },
});
