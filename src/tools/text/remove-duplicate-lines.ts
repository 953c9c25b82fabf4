import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { pickLines, splitLines } from '../../lib/text/lines.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

interface Occurrences {
  readonly first: number;
  last: number;
  count: number;
}

export default defineTool({
  id: 'remove-duplicate-lines',
  title: 'Remove Duplicate Lines',
  summary: 'Drops lines that come again and keeps the order of the others, with their counts if wanted.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    keep: z
      .enum(['first', 'last', 'none'])
      .default('first')
      .describe('Which of equal lines stays; "none" keeps only lines that come once.'),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    keepBlankLines: z.boolean().default(false).describe('Leaves empty lines alone instead of keeping one of them.'),
    counts: z.boolean().default(false).describe('Writes how often each line came, and a tab, before it.'),
  },
  result: 'text',
  notes: [
    'Lines need not stand next to each other to be equal. They are compared letter by letter: é as one character and e with a combining accent differ.',
    'The lines that stay are as they were, also where case or white space is not compared. The line breaks go with their lines, and the result ends with one where the text did.',
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
  ],
  verified: [
    "awk and uniq 9.1: the same as awk '!s[$0]++', tac | awk | tac, sort | uniq -u and sort | uniq -c for 40 random texts",
  ],
  examples: [
    {
      title: 'The first of each stays',
      input: 'pear\napple\npear\nApple\napple\n',
      output: { text: 'pear\napple\nApple\n' },
    },
    {
      title: 'Neither case nor white space counts, the last stays',
      input: 'Ann  Lee\r\nbob\r\n ann lee\r\nBOB',
      options: { caseSensitive: false, ignoreWhitespace: true, keep: 'last' },
      output: { text: ' ann lee\r\nBOB' },
    },
    {
      title: 'How often each line comes',
      input: 'a\n\nb\na\n\na\n',
      options: { counts: true, keepBlankLines: true },
      output: { text: '3\ta\n\n1\tb\n\n' },
    },
    {
      title: 'Only lines that come once',
      input: 'Straße\nSTRASSE\nweg',
      options: { keep: 'none', caseSensitive: false },
      output: { text: 'weg' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty' },
    },
  ],
  run({ input, options }) {
    const { caseSensitive, ignoreWhitespace, keep } = options;
    const source = splitLines(input);
    const keyOf = (line: string): string => {
      const spaced = ignoreWhitespace ? line.trim().replace(/\s+/g, ' ') : line;
      return caseSensitive ? spaced : foldCase(spaced);
    };
    const isLeftAlone = (key: string): boolean => options.keepBlankLines && key === '';
    const keys = source.lines.map(keyOf);
    const seen = new Map<string, Occurrences>();
    for (const [index, key] of keys.entries()) {
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { first: index, last: index, count: 1 });
      else {
        known.last = index;
        known.count++;
      }
    }
    const stays = (index: number): boolean => {
      const key = keys[index] ?? '';
      const found = seen.get(key);
      if (found === undefined || isLeftAlone(key)) return true;
      return keep === 'none' ? found.count === 1 : index === found[keep];
    };
    const kept = [...keys.keys()].filter(stays);
    if (!options.counts) return text(pickLines(source, kept));
    const lines = source.lines.map((line, index) => {
      const key = keys[index] ?? '';
      return isLeftAlone(key) ? line : `${seen.get(key)?.count ?? 1}\t${line}`;
    });
    return text(pickLines({ ...source, lines }, kept));
  },
});
