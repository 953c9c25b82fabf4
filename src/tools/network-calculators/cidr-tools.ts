import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { checkLineCount, documentResult, KINDS, readTextPair, type TextSource } from '../../formats/text-source.js';
import { inLine } from '../../lib/faults.js';
import {
  type AddressRange,
  formatIp,
  formatNetwork,
  formatRange,
  readRange,
} from '../../lib/network-addresses/networks.js';
import { RangeIndex } from '../../lib/network-addresses/range-index.js';
import { excludeRanges, intersectRanges, mergeRanges, networksOf, sizeOf } from '../../lib/network-addresses/ranges.js';

const MAX_ITEMS = 20_000;
const MAX_RESULTS = 65_536;

interface Item {
  readonly line: number;
  readonly text: string;
  readonly range: AddressRange;
}

/** Networks, addresses and ranges: one per line, or several with commas between them. */
function itemsOf(source: TextSource): Item[] {
  const lines = source.text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  const written = lines.flatMap((line, index) =>
    line
      .replace(/#.*$/s, '')
      .split(/[,;]/)
      .map((part) => ({ line: index + 1, text: part.trim() }))
      .filter(({ text }) => text !== ''),
  );
  checkLineCount(written.length, MAX_ITEMS, source.label);
  return refusing(`Cannot read ${source.label}`, () =>
    written.map(({ line, text }) => ({ line, text, range: inLine(line, () => readRange(text)) })),
  );
}

const rangesOf = (items: readonly Item[]): AddressRange[] => mergeRanges(items.map(({ range }) => range));

function* addressesOf(ranges: readonly AddressRange[]): Generator<string> {
  for (const { family, first, last } of ranges)
    for (let value = first; value <= last; value += 1n) yield formatIp(family, value);
}

function* cidrsOf(ranges: readonly AddressRange[]): Generator<string> {
  for (const range of ranges) for (const network of networksOf(range)) yield formatNetwork(network);
}

const OVER = 'Set "limit" higher, or narrow what is asked for';

function collected(list: Iterable<string>, limit: number): string[] {
  const results: string[] = [];
  for (const one of list) {
    if (results.length === limit) throw overLimit(`The result must have at most ${limit} lines. ${OVER}`);
    results.push(one);
  }
  return results;
}

/** Each item with those of the other list that are inside it, or share addresses with it; an item is no partner of itself. */
function matches(items: readonly Item[], others: readonly Item[], limit: number, isContained: boolean) {
  const found = [];
  const index = new RangeIndex(others);
  for (const one of items)
    for (const other of isContained ? index.inside(one.range) : index.overlapping(one.range)) {
      if (other === one) continue;
      if (found.length === limit) throw overLimit(`The result must have at most ${limit} pairs. ${OVER}`);
      found.push({ line: one.line, item: one.text, other: other.text, otherLine: other.line });
    }
  return found;
}

type ListAction = 'merge' | 'exclude' | 'intersect' | 'to-range' | 'from-range' | 'expand';

function linesOf(
  action: ListAction,
  items: readonly Item[],
  own: readonly AddressRange[],
  others: readonly AddressRange[],
): Iterable<string> {
  if (action === 'merge') return cidrsOf(own);
  if (action === 'exclude') return cidrsOf(excludeRanges(own, others));
  if (action === 'intersect') return cidrsOf(intersectRanges(own, others));
  if (action === 'to-range') return own.map(formatRange);
  if (action === 'from-range') return cidrsOf(items.map(({ range }) => range));
  return addressesOf(own);
}

export default defineTool({
  id: 'cidr-tools',
  title: 'CIDR Tools',
  summary: 'Merges, subtracts, intersects, compares and expands lists of IP networks and ranges.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    action: z
      .enum(['merge', 'exclude', 'intersect', 'contains', 'overlaps', 'to-range', 'from-range', 'expand'])
      .default('merge')
      .describe(
        'What to do. merge: fewest networks with the same addresses; exclude: what is not in "other"; intersect: what is in both; contains: which of "other" lie inside which network; overlaps: which share addresses; to-range: merged ranges first-last; from-range: each range as networks; expand: every address.',
      ),
    other: shared.other().describe('Second list, for exclude, intersect, contains and overlaps.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_RESULTS)
      .default(MAX_RESULTS)
      .describe('How many lines or pairs the result may have; more are refused.'),
  },
  result: 'mixed',
  data: z.object({
    matches: z
      .array(
        z.object({
          line: place('Line of the network.'),
          item: z.string().describe('The network.'),
          other: z.string().describe('The one it contains or shares addresses with.'),
          otherLine: place('Line of the other one.'),
        }),
      )
      .describe('Pairs found by contains or overlaps.'),
    total: z.string().describe('How many different addresses the first list has, as a decimal number.'),
  }),
  notes: [
    'Each list has networks, addresses and ranges such as 10.0.0.0-10.0.0.99, of IPv4 and IPv6 mixed: one per line, or with commas between them. What follows # is skipped.',
    'A network with host bits, such as 10.0.0.5/24, counts as the whole network.',
    'Results are in order, IPv4 first. contains and overlaps give pairs as JSON; overlaps without "other" compares the list with itself and gives each pair twice, once from each side.',
    `At most ${MAX_ITEMS} networks per list.`,
  ],
  aliases: [
    'merge cidr',
    'aggregate cidr',
    'summarize routes',
    'supernet',
    'range to cidr',
    'cidr to range',
    'subtract network',
    'exclude subnet',
    'ip range expander',
    'overlapping subnets',
  ],
  verified: [
    'Python 3.11 ipaddress: collapse_addresses for 300 random lists, summarize_address_range for 300 random ranges of both versions',
    'Python sets of addresses: the same result of exclude, intersect, contains and overlaps for 200 pairs of random lists',
  ],
  examples: [
    {
      title: 'Networks that together are fewer',
      input: '192.0.2.0/25\n192.0.2.128/25\n10.0.0.1, 10.0.0.2-10.0.0.7\n2001:db8::/33\n2001:db8:8000::/33',
      output: { text: '10.0.0.1/32\n10.0.0.2/31\n10.0.0.4/30\n192.0.2.0/24\n2001:db8::/32' },
    },
    {
      title: 'All but one address of a network',
      input: '10.0.0.0/29',
      options: { action: 'exclude', other: '10.0.0.3' },
      output: { text: '10.0.0.0/31\n10.0.0.2/32\n10.0.0.4/30' },
    },
    {
      title: 'Which addresses are in which network',
      input: '10.0.0.0/8\n192.168.0.0/16',
      options: { action: 'contains', other: '10.1.2.3\n8.8.8.8\n192.168.4.0/24' },
      output: {
        data: {
          matches: [
            { line: 1, item: '10.0.0.0/8', other: '10.1.2.3', otherLine: 1 },
            { line: 2, item: '192.168.0.0/16', other: '192.168.4.0/24', otherLine: 3 },
          ],
          total: '16842752',
        },
      },
    },
    {
      title: 'More addresses than allowed',
      input: '10.0.0.0/8',
      options: { action: 'expand', limit: 100 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The result must have at most 100 lines. Set "limit" higher, or narrow what is asked for',
      },
    },
    {
      title: 'A range that runs backwards',
      input: '10.0.0.0/8\n10.0.0.9-10.0.0.1',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: the range ends at 10.0.0.1, which is before its start 10.0.0.9',
      },
    },
    {
      title: 'Nothing to exclude',
      input: '10.0.0.0/8',
      options: { action: 'exclude' },
      error: { code: 'INVALID_INPUT', message: 'Option "other" or a second file must be given with "exclude"' },
    },
    {
      title: 'No list',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { action, other, limit } }) {
    const [source, second] =
      files.length === 1 && input === '' && other === ''
        ? [(await readTextPair({ input, files }, '#'))[0], undefined]
        : await readTextPair({ input, files }, other);
    if (source.text === '' && source.file === undefined)
      throw invalid('Property "input" must not be empty where no file is given');
    const items = itemsOf(source);
    const others = second === undefined ? [] : itemsOf(second);
    const needsOther = action === 'exclude' || action === 'intersect' || action === 'contains';
    if (needsOther && others.length === 0)
      throw invalid(`Option "other" or a second file must be given with "${action}"`);
    const own = rangesOf(items);
    if (action === 'contains' || action === 'overlaps')
      return json({
        matches: matches(items, others.length === 0 ? items : others, limit, action === 'contains'),
        total: String(sizeOf(own)),
      });
    const lines = collected(linesOf(action, items, own, rangesOf(others)), limit);
    return documentResult(source, lines.join('\n'), KINDS.text);
  },
});
