import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import {
  choices,
  derangements,
  listArrangements,
  multinomial,
  partitions,
  product,
} from '../../lib/numbers/combinatorics.js';
import { withinTime } from './_numbers.js';

const ACTIONS = [
  'combinations',
  'combinations-repeated',
  'permutations',
  'permutations-repeated',
  'multinomial',
  'derangements',
  'partitions',
  'subsets',
] as const;
type Action = (typeof ACTIONS)[number];

const MAX_N = 10_000;
const MAX_ITEMS = 1000;
const MAX_DIGITS = 20_000;

/** How many there are, and a formula. */
function countOf(
  action: Action,
  n: number,
  k: number,
  sizes: readonly number[],
): { readonly count: bigint; readonly formula: string } {
  switch (action) {
    case 'combinations':
      return { count: choices(n, k), formula: `${n}! / (${k}! × ${Math.max(n - k, 0)}!)` };
    case 'combinations-repeated':
      return {
        count: n === 0 ? BigInt(k === 0) : choices(n + k - 1, k),
        formula: `(${n} + ${k} - 1)! / (${k}! × (${n} - 1)!)`,
      };
    case 'permutations':
      return { count: k > n ? 0n : product(n - k + 1, n), formula: `${n}! / ${Math.max(n - k, 0)}!` };
    case 'permutations-repeated':
      return { count: BigInt(n) ** BigInt(k), formula: `${n}^${k}` };
    case 'multinomial':
      return {
        count: multinomial(sizes),
        formula: `${sizes.reduce((a, b) => a + b, 0)}! / (${sizes.map((size) => `${size}!`).join(' × ')})`,
      };
    case 'derangements':
      return { count: derangements(n), formula: `!${n}` };
    case 'partitions':
      return { count: partitions(n), formula: `p(${n})` };
    case 'subsets':
      return { count: 1n << BigInt(n), formula: `2^${n}` };
  }
}

/** Items of a list: one per line, or divided by commas. */
const itemsOf = (input: string): string[] =>
  input
    .split(/[\r\n]/.test(input.trim()) ? /\r\n|[\r\n]/ : ',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `5 choose 2`, `5C2`, `nCr(5, 2)`, `10P3`, `5!`: what is asked of the numbers themselves. */
function askedOf(
  input: string,
): { readonly action: 'combinations' | 'permutations'; readonly n: number; readonly k: number } | undefined {
  const text = input.trim();
  const [, factorial] = /^(\d{1,6})\s?!$/.exec(text) ?? [];
  if (factorial !== undefined) return { action: 'permutations', n: Number(factorial), k: Number(factorial) };
  const [, n, name = '', k] = /^(\d{1,6})\s?(choose|over|c|ncr|p|npr|permute)\s?(\d{1,6})$/i.exec(text) ?? [];
  const [, called = '', first, second] =
    /^(c|ncr|binomial|binom|p|npr)\s?\(\s?(\d{1,6})\s?[,;]\s?(\d{1,6})\s?\)$/i.exec(text) ?? [];
  const [word, from, of] = n === undefined ? [called, first, second] : [name, n, k];
  if (from === undefined || of === undefined) return undefined;
  return { action: /p/i.test(word) ? 'permutations' : 'combinations', n: Number(from), k: Number(of) };
}

/** How often each item is in the list. */
function sizesOf(items: readonly string[]): readonly number[] {
  if (items.every((item) => /^\d{1,5}$/.test(item))) return items.map(Number);
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.values()];
}

export default defineTool({
  id: 'combinatorics-calculator',
  title: 'Combinatorics Calculator',
  summary:
    'Counts and lists combinations, permutations, arrangements with repetition, subsets, partitions and derangements, exactly.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  options: {
    action: z.enum(ACTIONS).default('combinations').describe('What to count.'),
    n: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_N)
      .default(5)
      .describe('How many items there are; ignored where a list is given.'),
    k: z.number().multipleOf(1).min(0).max(MAX_N).default(2).describe('How many are chosen.'),
    list: z
      .boolean()
      .default(false)
      .describe('Lists the arrangements too, of the items or of the numbers from 1 to n.'),
    limit: z.number().multipleOf(1).min(1).max(MAX_N).default(1000).describe('Most arrangements to list.'),
  },
  result: 'data',
  data: z.object({
    count: z.string().describe('How many there are, all digits.'),
    formula: z.string().describe('How it was counted.'),
    n: z.int().describe('Number of items.'),
    arrangements: z.array(z.array(z.string())).optional().describe('The first arrangements; only with "list".'),
    warnings: z.array(z.string()).describe('What was cut off; empty if nothing was.'),
  }),
  notes: [
    'Items in "input" are one per line or separated by commas, and stand in for n: A, B, C. Equal items count as different, except in multinomial.',
    'Combinations ignore order, permutations do not. "repeated" means that an item may be chosen more than once.',
    'A multinomial counts the arrangements of a list with equal items, such as the letters of M, I, S, S, or takes group sizes: 4, 4, 2, 1.',
    'Partitions are ways to write n as a sum, regardless of order; derangements are permutations of n that leave nothing in its place. Both are limited to n = 5,000.',
    'Lists are in the order of the items, as itertools of Python gives them.',
  ],
  aliases: [
    'ncr',
    'npr',
    'n choose k',
    'binomial coefficient',
    'permutations list',
    'combinations list',
    'power set',
    'anagrams count',
    'partitions of an integer',
    'subfactorial',
  ],
  verified: [
    'Python 3.11 math.comb, math.perm and itertools: counts of 300 random n and k and all lists of 60 small ones, equal',
    'OEIS A000041, A000166: partitions of 0 to 20 and of 1000, derangements of 0 to 12',
  ],
  examples: [
    {
      title: 'Lottery numbers',
      options: { n: 49, k: 6 },
      output: { data: { count: '13983816', formula: '49! / (6! × 43!)', n: 49, warnings: [] } },
    },
    {
      title: 'All pairs of three items',
      input: 'red, green, blue',
      options: { list: true },
      output: {
        data: {
          count: '3',
          formula: '3! / (2! × 1!)',
          n: 3,
          arrangements: [
            ['red', 'green'],
            ['red', 'blue'],
            ['green', 'blue'],
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Arrangements of the letters of MISSISSIPPI',
      input: 'M,I,S,S,I,S,S,I,P,P,I',
      options: { action: 'multinomial' },
      output: { data: { count: '34650', formula: '11! / (1! × 4! × 4! × 2!)', n: 11, warnings: [] } },
    },
    {
      title: 'A list that cannot be made',
      options: { action: 'partitions', n: 5, list: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "list" is for combinations, permutations and subsets, got partitions',
      },
    },
    {
      title: 'Groups that are missing',
      options: { action: 'multinomial' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where a multinomial is asked for' },
    },
    {
      title: 'Too many for a partition',
      options: { action: 'partitions', n: 6000 },
      error: { code: 'LIMIT_EXCEEDED', message: 'Option "n" is limited to 5000 for partitions, got 6000' },
    },
  ],
  run({ input, options }) {
    const { list, limit } = options;
    const asked = askedOf(input);
    if (asked !== undefined && options.action !== 'combinations' && options.action !== asked.action)
      throw invalid(`Option "action" is ${options.action}, but the input asks for ${asked.action}`);
    const { action, n: typed, k } = asked ?? options;
    if (typed > MAX_N || k > MAX_N)
      throw overLimit(`Property "input" must have numbers of at most ${MAX_N}, got ${Math.max(typed, k)}`);
    const items = asked === undefined ? itemsOf(input) : [];
    if (items.length > MAX_ITEMS)
      throw overLimit(`Property "input" must hold at most ${MAX_ITEMS} items, got ${items.length}`);
    const isCounted = action === 'multinomial';
    if (isCounted && items.length === 0)
      throw invalid('Property "input" must not be empty where a multinomial is asked for');
    const sizes = isCounted ? sizesOf(items) : [];
    const n = isCounted ? sizes.reduce((a, b) => a + b, 0) : items.length === 0 ? typed : items.length;
    if (isCounted && n > 10_000) throw overLimit(`The groups must have at most 10000 items, got ${n}`);
    if ((action === 'partitions' || action === 'derangements') && n > 5000)
      throw overLimit(`Option "n" is limited to 5000 for ${action}, got ${n}`);
    if (action === 'permutations-repeated' && k * Math.log10(Math.max(n, 1)) > MAX_DIGITS)
      throw overLimit(`The count must have at most ${MAX_DIGITS} digits`);
    if (list && /multi|derange|partition/.test(action))
      throw invalid(`Option "list" is for combinations, permutations and subsets, got ${action}`);
    return withinTime(() => {
      const { count, formula } = countOf(action, n, k, sizes);
      const report = { count: String(count), formula, n };
      if (!list) return json({ ...report, warnings: [] });
      const names = items.length === 0 ? Array.from({ length: n }, (_, i) => String(i + 1)) : items;
      const arrangements = listArrangements(action, n, k, limit).map((row) => row.map((index) => names[index] ?? ''));
      const warnings =
        count > BigInt(arrangements.length) ? [`Only the first ${arrangements.length} of ${count} are listed`] : [];
      return json({ ...report, arrangements, warnings });
    });
  },
});
