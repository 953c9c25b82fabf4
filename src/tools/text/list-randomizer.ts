import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { readTextSource } from '../../formats/text-source.js';
import { type BigDraw, bigDrawsFrom, distinct } from '../../lib/chance/numbers.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { evenGroups } from '../../lib/text/even-groups.js';

import { distinctItems, itemsOfLines } from './_list-items.js';

const MAX_ITEMS = 100_000;

interface Weighted {
  readonly item: string;
  readonly weight: number;
}

/** `Ada, 3` or `Ada: 3`: the number at the end of a line is its weight, 1 where there is none. */
function weightOf(line: string, number: number): Weighted {
  const match = /^(.*[^\s,;:\t])[ \t]*[,;:\t][ \t]*(\d{1,9})$/.exec(line);
  if (match === null) return { item: line, weight: 1 };
  const weight = Number(match[2]);
  if (weight === 0) throw invalid(`Cannot read property "input": item ${number} has the weight 0`);
  return { item: match[1] ?? '', weight };
}

/** Items by their weights, each at most once; a tree of sums so that each draw takes a few steps only. */
function byWeight(items: readonly Weighted[], count: number, allowRepeats: boolean, draw: BigDraw): string[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, items.length)));
  const sums = new Array<bigint>(2 * size).fill(0n);
  for (const [i, { weight }] of items.entries()) sums[size + i] = BigInt(weight);
  for (let i = size - 1; i > 0; i--) sums[i] = (sums[2 * i] ?? 0n) + (sums[2 * i + 1] ?? 0n);
  return Array.from({ length: count }, () => {
    let at = draw(sums[1] ?? 1n);
    let node = 1;
    while (node < size) {
      const left = sums[2 * node] ?? 0n;
      node *= 2;
      if (at >= left) {
        at -= left;
        node++;
      }
    }
    const weight = sums[node] ?? 0n;
    if (!allowRepeats) for (let up = node; up > 0; up >>= 1) sums[up] = (sums[up] ?? 0n) - weight;
    return items[node - size]?.item ?? '';
  });
}

const shuffled = (items: readonly string[], draw: BigDraw): string[] =>
  distinct(draw, BigInt(items.length), items.length).map((i) => items[Number(i)] ?? '');

/** Each gives to the next of one long round of everybody. */
const roundOf = (items: readonly string[]) =>
  items.map((from, i) => ({ from, to: items[(i + 1) % items.length] ?? '' }));

export default defineTool({
  id: 'list-randomizer',
  title: 'List Randomizer',
  summary: 'Shuffles a list, draws winners with or without weights, or splits names into random groups or pairs.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.csv', '.md'] },
  options: {
    action: z
      .enum(['shuffle', 'pick', 'groups', 'gifts'])
      .default('shuffle')
      .describe('Shuffles all items, picks some, splits them into groups, or draws who gives a present to whom.'),
    count: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(10_000)
      .default(1)
      .describe('For pick: how many items to draw. For groups: how many groups, unless "size" is given.'),
    size: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('For groups: most items in a group; 0: not used.'),
    weights: z
      .boolean()
      .default(false)
      .describe('For pick: a number behind a comma, colon, semicolon or tab, as in Ada, 3, is the weight of an item.'),
    allowRepeats: z.boolean().default(false).describe('For pick: an item can be drawn more than once.'),
    unique: shared.unique(),
    seed: shared.seed(),
    format: z.enum(['text', 'json']).default('text').describe('Plain text, or JSON.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({ items: z.array(z.string()).describe('Items shuffled or drawn, in that order.') }),
    z.object({ groups: z.array(z.array(z.string())).describe('Groups, their sizes one apart at most.') }),
    z.object({
      gifts: z
        .array(
          z.object({
            from: z.string().describe('Who gives.'),
            to: z.string().describe('Who is given something.'),
          }),
        )
        .describe('One per item, in the order of the list.'),
    }),
  ]),
  notes: [
    'One item per line; spaces at both ends and empty lines are skipped. Up to 100,000 items, or a file.',
    'Every order, every draw and every split is equally likely; with weights an item of weight 3 is three times as likely as one of weight 1 in each draw from those that are left.',
    'Gifts: everybody gives to one other and is given by one other, in one long round; at least 2 items, all different.',
    'Without a seed, random comes from the cryptographic source of the system. With a seed the same list gives the same result on every machine, so that a draw can be shown to others afterwards.',
  ],
  aliases: [
    'shuffle a list',
    'random name picker',
    'pick a winner',
    'raffle draw',
    'random team generator',
    'split names into groups',
    'random pairs',
    'secret santa generator',
    'wheel of names',
    'random order of lines',
    'draw names',
    'breakout rooms',
  ],
  verified: [
    'Chi-square: 24,000 orders of four items, 30,000 draws with weights, 20,000 splits of six items into three groups and 18,000 rounds of four, each as likely as counted by hand, by a bound that chance exceeds one time in 10^9',
    'Random lists: nothing is lost and nothing is there twice; sizes of groups differ by one at most',
  ],
  examples: [
    {
      title: 'A winner',
      input: 'Ada\nGrace\nAlan\nEdsger',
      options: { action: 'pick', seed: 'draw of 1 May' },
      output: { varies: true, text: 'Grace\n' },
    },
    {
      title: 'Two teams',
      input: 'Ada\nGrace\nAlan\nEdsger\nBarbara',
      options: { action: 'groups', count: 2, format: 'json' },
      output: {
        varies: true,
        data: {
          groups: [
            ['Grace', 'Barbara', 'Ada'],
            ['Edsger', 'Alan'],
          ],
        },
      },
    },
    {
      title: 'Who gives to whom',
      input: 'Ada\nGrace\nAlan',
      options: { action: 'gifts' },
      output: { varies: true, text: 'Ada → Alan\nGrace → Ada\nAlan → Grace\n' },
    },
    {
      title: 'More winners than names',
      input: 'Ada\nGrace',
      options: { action: 'pick', count: 3 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "count" must be at most 2, the number of items, unless "allowRepeats" is true; got 3',
      },
    },
    {
      title: 'More groups than names',
      input: 'Ada\nGrace',
      options: { action: 'groups', count: 3 },
      error: { code: 'INVALID_INPUT', message: 'Option "count" must be at most 2, the number of items, got 3' },
    },
    {
      title: 'Equal names where each must be found',
      input: 'Ada\nAda',
      options: { action: 'gifts' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Input must have at least 2 items, all different, where "action" is gifts; "Ada" is there twice',
      },
    },
    {
      title: 'Nothing to draw from',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options, random }) {
    const { action, count, size, weights, allowRepeats, unique, seed, format } = options;
    const source = await readTextSource({ input, files });
    const lines = itemsOfLines(source.text, { trim: true, skipEmpty: true });
    const items = unique ? distinctItems(lines) : lines;
    if (items.length === 0) throw invalid('Input must have at least one item that is not empty');
    if (items.length > MAX_ITEMS) throw overLimit(`Input must have at most ${MAX_ITEMS} items, got ${items.length}`);
    const draw = bigDrawsFrom(seededRandom(seed, random));
    const listed = (found: readonly string[]) =>
      format === 'json' ? json({ items: [...found] }) : text(`${found.join('\n')}\n`);
    if (action === 'shuffle') return listed(shuffled(items, draw));
    if (action === 'pick') {
      if (count > items.length && !allowRepeats)
        throw invalid(
          `Option "count" must be at most ${items.length}, the number of items, unless "allowRepeats" is true; got ${count}`,
        );
      const weighted = items.map((item, i) => (weights ? weightOf(item, i + 1) : { item, weight: 1 }));
      return listed(byWeight(weighted, count, allowRepeats, draw));
    }
    if (action === 'groups') {
      const groups = size > 0 ? Math.ceil(items.length / size) : count;
      if (groups > items.length)
        throw invalid(`Option "count" must be at most ${items.length}, the number of items, got ${count}`);
      const made = evenGroups(shuffled(items, draw), groups);
      if (format === 'json') return json({ groups: made });
      return text(`${made.map((group, i) => `Group ${i + 1}\n${group.join('\n')}\n`).join('\n')}`);
    }
    const seen = new Set<string>();
    const double = items.find((item) => seen.size === seen.add(item).size);
    if (items.length < 2 || double !== undefined)
      throw invalid(
        `Input must have at least 2 items, all different, where "action" is gifts; ${double === undefined ? 'it has 1' : `${JSON.stringify(double.slice(0, 80))} is there twice`}`,
      );
    const targets = new Map(roundOf(shuffled(items, draw)).map(({ from, to }) => [from, to]));
    const gifts = items.map((from) => ({ from, to: targets.get(from) ?? '' }));
    return format === 'json' ? json({ gifts }) : text(`${gifts.map(({ from, to }) => `${from} → ${to}`).join('\n')}\n`);
  },
});
