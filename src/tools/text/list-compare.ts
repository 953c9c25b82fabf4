import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readTextPair } from '../../formats/text-source.js';
import { splitItems } from '../../lib/text/list-formats.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

import { itemsOfLines } from './_list-items.js';

/** Items by what they are compared by; of equal ones the first. */
function indexItems(items: readonly string[], caseSensitive: boolean): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const item of items) {
    const key = caseSensitive ? item : foldCase(item);
    if (!index.has(key)) index.set(key, item);
  }
  return index;
}

const pick = (from: ReadonlyMap<string, string>, isWanted: (key: string) => boolean): string[] =>
  [...from].filter(([key]) => isWanted(key)).map(([, item]) => item);

export default defineTool({
  id: 'list-compare',
  title: 'List Compare',
  summary: 'Compares two lists: items in both, items in only one of them, and all items together.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other().describe('List to compare with, one item per line.'),
    list: z
      .enum(['all', 'union', 'intersection', 'difference', 'symmetric'])
      .default('all')
      .describe(
        'List to make: "difference" has the items of the first list only, "symmetric" those of only one list; "all" makes every list.',
      ),
    caseSensitive: shared.caseSensitive(),
    trim: z.boolean().default(true).describe('Removes whitespace at both ends of every item.'),
    sort: z
      .enum(['none', 'asc', 'desc'])
      .default('none')
      .describe('Order of the items by code point; else that of the lists.'),
    format: z
      .enum(['json', 'text'])
      .default('json')
      .describe('JSON with the counts, or the items of one list, one per line.'),
  },
  result: 'mixed',
  data: z.object({
    counts: z
      .object({
        input: count('Distinct items of the first list.'),
        other: count('Distinct items of the second list.'),
        union: count('Items of either list.'),
        intersection: count('Items of both lists.'),
        onlyInput: count('Items of the first list only.'),
        onlyOther: count('Items of the second list only.'),
      })
      .describe('Sizes of the lists.'),
    duplicates: z
      .object({ input: count('Repeated items of the first list.'), other: count('Repeated items of the second list.') })
      .describe('Repeated items.'),
    union: z.array(z.string()).optional().describe('Items of either list, where asked for.'),
    intersection: z.array(z.string()).optional().describe('Items of both lists, where asked for.'),
    onlyInput: z.array(z.string()).optional().describe('Items of the first list only, where all is asked for.'),
    onlyOther: z.array(z.string()).optional().describe('Items of the second list only, where all is asked for.'),
    difference: z.array(z.string()).optional().describe('Items of the first list only, where asked for.'),
    symmetric: z.array(z.string()).optional().describe('Items of one list only, where asked for.'),
  }),
  notes: [
    'Items stand one per line; where both lists are a single line, commas or semicolons divide them, as in a, b, c.',
    'The lists are "input" and "other", one of them and a file, or two files, with one item per line; empty lines are skipped. Each item counts once: "duplicates" has the number of repeated lines.',
    'Items are in the order of the first list, then of the second, spelled as at their first occurrence.',
    'Items are compared letter by letter: é as one character and e with a combining accent differ.',
  ],
  aliases: [
    'compare two lists',
    'list difference',
    'list intersection',
    'find missing items',
    'venn diagram lists',
    'comm',
    'common items',
    'set operations',
    'list diff',
    'which names are missing from a list',
  ],
  verified: ['GNU comm and join 9.1 on sorted lists: the same items for 60 random pairs of lists'],
  examples: [
    {
      title: 'Everything',
      input: 'ann\nbob\ncyd\nbob\n',
      options: { other: 'bob\r\ndan\r\n' },
      output: {
        data: {
          counts: { input: 3, other: 2, union: 4, intersection: 1, onlyInput: 2, onlyOther: 1 },
          duplicates: { input: 1, other: 0 },
          union: ['ann', 'bob', 'cyd', 'dan'],
          intersection: ['bob'],
          onlyInput: ['ann', 'cyd'],
          onlyOther: ['dan'],
        },
      },
    },
    {
      title: 'What is missing, as lines',
      input: 'one\ntwo\nthree',
      options: { other: 'THREE\none', list: 'difference', caseSensitive: false, format: 'text' },
      output: { text: 'two' },
    },
    {
      title: 'An empty list',
      input: '',
      options: { other: 'a\n', list: 'symmetric' },
      output: {
        data: {
          counts: { input: 0, other: 1, union: 1, intersection: 0, onlyInput: 0, onlyOther: 1 },
          duplicates: { input: 0, other: 0 },
          symmetric: ['a'],
        },
      },
    },
    {
      title: 'Four lists as lines',
      input: 'a',
      options: { other: 'b', format: 'text' },
      error: { code: 'INVALID_INPUT', message: 'Option "list" must not be "all" where "format" is "text"' },
    },
  ],
  async run({ input, files, options }) {
    const { caseSensitive, list, sort } = options;
    if (list === 'all' && options.format === 'text')
      throw invalid('Option "list" must not be "all" where "format" is "text"');
    const sources = await readTextPair({ input, files }, options.other);
    // Two single lines are lists themselves: "a, b, c".
    const areLines = sources.some(({ text: list }) => /[\r\n]/.test(list.trim()));
    const [items, others] = sources.map(({ text: list }) => {
      const separator = areLines ? '\n' : list.includes(';') ? ';' : list.includes(',') ? ',' : '\n';
      if (separator !== '\n') return splitItems(list, separator).filter((item) => item !== '');
      return itemsOfLines(list, { trim: options.trim, skipEmpty: true });
    });
    const first = indexItems(items ?? [], caseSensitive);
    const second = indexItems(others ?? [], caseSensitive);

    const onlyInput = pick(first, (key) => !second.has(key));
    const onlyOther = pick(second, (key) => !first.has(key));
    const intersection = pick(first, (key) => second.has(key));
    const union = [...first.values(), ...onlyOther];
    const symmetric = [...onlyInput, ...onlyOther];
    const sorted = (list: string[]): string[] => {
      if (sort === 'none') return list;
      // UTF-8 bytes sort as code points do.
      const bytes = list.map((item) => Buffer.from(item)).sort(Buffer.compare);
      return (sort === 'asc' ? bytes : bytes.reverse()).map((item) => item.toString());
    };

    const lists = { union, intersection, difference: onlyInput, symmetric };
    if (list !== 'all' && options.format === 'text') return text(sorted(lists[list]).join('\n'));
    const counts = {
      input: first.size,
      other: second.size,
      union: union.length,
      intersection: intersection.length,
      onlyInput: onlyInput.length,
      onlyOther: onlyOther.length,
    };
    const duplicates = {
      input: (items?.length ?? 0) - first.size,
      other: (others?.length ?? 0) - second.size,
    };
    const made =
      list === 'all'
        ? {
            union: sorted(union),
            intersection: sorted(intersection),
            onlyInput: sorted(onlyInput),
            onlyOther: sorted(onlyOther),
          }
        : { [list]: sorted(lists[list]) };
    return json({ counts, duplicates, ...made });
  },
});
