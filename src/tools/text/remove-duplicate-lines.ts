import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { pickLines, splitLines } from '../../lib/text/lines.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

interface Occurrences {
  readonly first: number;
  last: number;
  count: number;
}

type Keep = 'first' | 'last' | 'none' | 'repeated';

/** Whether a line of those that are equal to it stays. */
const stays = (keep: Keep, index: number, { first, last, count }: Occurrences): boolean => {
  if (keep === 'none') return count === 1;
  if (keep === 'repeated') return count > 1 && index === first;
  return index === (keep === 'first' ? first : last);
};

interface Rules {
  readonly keep: Keep;
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
  readonly keepBlankLines: boolean;
  readonly counts: boolean;
}

function distinctLines(text: string, { keep, caseSensitive, ignoreWhitespace, keepBlankLines, counts }: Rules): string {
  const source = splitLines(text);
  const keyOf = (line: string): string => {
    const spaced = ignoreWhitespace ? line.trim().replace(/\s+/g, ' ') : line;
    return caseSensitive ? spaced : foldCase(spaced);
  };
  const isPlain = caseSensitive && !ignoreWhitespace;
  const keys = isPlain ? source.lines : source.lines.map(keyOf);
  // All that is needed where the first of each stays: a set takes half the time.
  if (keep === 'first' && !counts) {
    const seen = new Set<string>();
    const isKept = (key: string): boolean => (keepBlankLines && key === '') || seen.size < seen.add(key).size;
    const kept: number[] = [];
    for (const [index, key] of keys.entries()) if (isKept(key)) kept.push(index);
    return pickLines(source, kept);
  }
  const seen = new Map<string, Occurrences>();
  for (const [index, key] of keys.entries()) {
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { first: index, last: index, count: 1 });
    else {
      known.last = index;
      known.count++;
    }
  }
  const kept: number[] = [];
  for (const [index, key] of keys.entries()) {
    const found = seen.get(key);
    if (found === undefined || (keepBlankLines && key === '') || stays(keep, index, found)) kept.push(index);
  }
  if (!counts) return pickLines(source, kept);
  const lines = source.lines.map((line, index) => {
    const key = keys[index] ?? '';
    return keepBlankLines && key === '' ? line : `${seen.get(key)?.count ?? 1}\t${line}`;
  });
  return pickLines({ ...source, lines }, kept);
}

export default defineTool({
  id: 'remove-duplicate-lines',
  title: 'Remove Duplicate Lines',
  summary: 'Removes repeated lines, or keeps only those, in their order and with counts on request.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    keep: z
      .enum(['first', 'last', 'none', 'repeated'])
      .default('first')
      .describe(
        'Which of several equal lines stays; "none" keeps only lines that occur once, "repeated" one of each line that occurs more than once.',
      ),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    keepBlankLines: z.boolean().default(false).describe('Keeps all empty lines instead of one of them.'),
    counts: z.boolean().default(false).describe('Writes the number of occurrences and a tab before each line.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Equal lines need not be adjacent. Lines are compared letter by letter: é as one character and e with a combining accent differ.',
    'The remaining lines are unchanged, even where case or whitespace is ignored. Line breaks move with their lines, and the result ends with one if the text did.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'dedupe',
    'unique lines',
    'remove duplicates',
    'uniq',
    'duplicate line remover',
    'distinct lines',
    'delete repeated lines',
    'count duplicates',
    'remove double lines',
    'each line only once',
  ],
  verified: [
    "awk and uniq 9.1: the same as awk '!s[$0]++', tac | awk | tac, sort | uniq -u, uniq -d and uniq -c for 40 random texts",
  ],
  examples: [
    {
      title: 'The first of each line',
      input: 'pear\napple\npear\nApple\napple\n',
      output: { text: 'pear\napple\nApple\n' },
    },
    {
      title: 'Case and whitespace ignored, the last of each',
      input: 'Ann  Lee\r\nbob\r\n ann lee\r\nBOB',
      options: { caseSensitive: false, ignoreWhitespace: true, keep: 'last' },
      output: { text: ' ann lee\r\nBOB' },
    },
    {
      title: 'Number of occurrences',
      input: 'a\n\nb\na\n\na\n',
      options: { counts: true, keepBlankLines: true },
      output: { text: '3\ta\n\n1\tb\n\n' },
    },
    {
      title: 'Only lines that occur once',
      input: 'Straße\nSTRASSE\nweg',
      options: { keep: 'none', caseSensitive: false },
      output: { text: 'weg' },
    },
    {
      title: 'Only duplicates, with counts',
      input: 'a\nb\na\nc\nb\na\n',
      options: { keep: 'repeated', counts: true },
      output: { text: '3\ta\n2\tb\n' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    return eachText({ input, files, signal }, (source) => editedResult(source, distinctLines(source.text, options)));
  },
});
