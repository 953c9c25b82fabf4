import { describe, expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './list-randomizer.js';

interface Data {
  readonly items?: readonly string[];
  readonly groups?: readonly (readonly string[])[];
  readonly gifts?: readonly { readonly from: string; readonly to: string }[];
}

async function drawn(items: readonly string[], options: Record<string, unknown>): Promise<Data> {
  const answer = await runTool(tool, { input: items.join('\n'), options: { format: 'json', ...options } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Data;
}

/** How far counts are from what is expected, as deviations of a normal distribution (Wilson and Hilferty, 1931); 6 is one time in 10^9. */
function distance(counts: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): number {
  let square = 0;
  for (const [key, count] of expected) square += ((counts.get(key) ?? 0) - count) ** 2 / count;
  const freedom = expected.size - 1;
  return (Math.cbrt(square / freedom) - 1 + 2 / (9 * freedom)) / Math.sqrt(2 / (9 * freedom));
}

async function counts(rounds: number, one: (seed: string) => Promise<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const key = await one(`seed ${round}`);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

const evenly = (keys: Iterable<string>, rounds: number): Map<string, number> => {
  const all = [...keys];
  return new Map(all.map((key) => [key, rounds / all.length]));
};

const NAMES = ['a', 'b', 'c', 'd'];
const ORDERS = NAMES.flatMap((a) => NAMES.flatMap((b) => NAMES.flatMap((c) => NAMES.map((d) => a + b + c + d)))).filter(
  (order) => new Set(order).size === 4,
);

describe('list-randomizer', () => {
  inRounds('every order is equally likely', [1_200, 24_000], async (rounds) => {
    const found = await counts(rounds, async (seed) => (await drawn(NAMES, { seed })).items?.join('') ?? '');
    expect(distance(found, evenly(ORDERS, rounds))).toBeLessThan(6);
  });

  inRounds('weights are kept, draw after draw', [1_500, 30_000], async (rounds) => {
    const options = { action: 'pick', count: 2, weights: true };
    const found = await counts(rounds, async (seed) => {
      const { items = [] } = await drawn(['a, 1', 'b: 2', 'c;3', 'd\t4'], { ...options, seed });
      return items.join('');
    });
    const weights: Readonly<Record<string, number>> = { a: 1, b: 2, c: 3, d: 4 };
    const expected = new Map(
      Object.entries(weights).flatMap(([first, one]) =>
        Object.entries(weights)
          .filter(([second]) => second !== first)
          .map(([second, two]) => [first + second, (rounds * one * two) / (10 * (10 - one))] as const),
      ),
    );
    expect(distance(found, expected)).toBeLessThan(6);
  });

  inRounds('every split is equally likely', [1_000, 20_000], async (rounds) => {
    const found = await counts(rounds, async (seed) => {
      const { groups = [] } = await drawn([...'abcdef'], { action: 'groups', count: 3, seed });
      return groups.map((group) => group.toSorted().join('')).join(' ');
    });
    // 6! / (2! 2! 2!) splits into groups with numbers.
    expect(found.size).toBe(90);
    expect(distance(found, evenly(found.keys(), rounds))).toBeLessThan(6);
  });

  inRounds('every round of gifts is equally likely', [900, 18_000], async (rounds) => {
    const found = await counts(rounds, async (seed) => {
      const { gifts = [] } = await drawn(NAMES, { action: 'gifts', seed });
      expect(gifts.map(({ from }) => from)).toEqual(NAMES);
      return gifts.map(({ to }) => to).join('');
    });
    // Rounds of four: 3! of them.
    expect(found.size).toBe(6);
    expect(distance(found, evenly(found.keys(), rounds))).toBeLessThan(6);
    for (const order of found.keys()) expect(NAMES.some((name, i) => order[i] === name)).toBe(false);
  });

  it.each([
    [10, 3, 0, [4, 3, 3]],
    [7, 1, 3, [3, 2, 2]],
    [4, 4, 0, [1, 1, 1, 1]],
    [9, 1, 100, [9]],
  ])('%s items in groups of count %s and size %s', async (many, count, size, sizes) => {
    const items = Array.from({ length: many }, (_, i) => `n${i}`);
    const { groups = [] } = await drawn(items, { action: 'groups', count, size });
    expect(groups.map(({ length }) => length)).toEqual(sizes);
    expect(groups.flat().toSorted()).toEqual(items.toSorted());
  });

  it('picks without repeats, or with them where allowed', async () => {
    const items = Array.from({ length: 500 }, (_, i) => `n${i}`);
    const once = (await drawn(items, { action: 'pick', count: 500 })).items ?? [];
    expect(once.toSorted()).toEqual(items.toSorted());
    const often =
      (await drawn(['a', 'b'], { action: 'pick', count: 1_000, allowRepeats: true, seed: 'r' })).items ?? [];
    expect(often).toHaveLength(1_000);
    expect(new Set(often)).toEqual(new Set(['a', 'b']));
    const sure = await drawn(['a, b, 1000000', 'c'], { action: 'pick', weights: true, seed: 'x' });
    expect(sure.items).toEqual(['a, b']);
  });

  it('keeps equal items and spaces within, and a seed repeats', async () => {
    const items = [' x y ', 'x y', '', 'é', '😀', 'x y'];
    const { items: found = [] } = await drawn(items, { seed: 's' });
    expect(found.toSorted()).toEqual(['x y', 'x y', 'x y', 'é', '😀'].toSorted());
    expect(await drawn(items, { seed: 's' })).toEqual({ items: found });
    expect((await drawn(items, { unique: true })).items).toHaveLength(3);
  });

  it('refuses a weight of zero, and takes a list as long as allowed', async () => {
    const zero = await runTool(tool, { input: 'a, 1\nb, 0', options: { action: 'pick', weights: true } });
    expect([zero.status, zero.message]).toEqual([400, 'Cannot read property "input": item 2 has the weight 0']);
    const long = Buffer.from('a\n'.repeat(100_001));
    const files = [{ name: 'a.txt', bytes: long }];
    expect((await runTool(tool, { files })).status).toBe(413);
    const fits = [{ name: 'a.txt', bytes: long.subarray(2) }];
    for (const options of [{ action: 'pick', count: 10_000 }, { action: 'groups', count: 10_000 }, {}])
      expect((await runTool(tool, { files: fits, options })).status).toBe(200);
    const blanks = `a${' '.repeat(900_000)},${' '.repeat(50_000)}b`;
    expect((await runTool(tool, { input: blanks, options: { action: 'pick', weights: true } })).status).toBe(200);
  });
});
