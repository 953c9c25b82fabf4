import { describe, expect, it } from 'vitest';

import { derangements, partitions } from '../../lib/numbers/combinatorics.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './combinatorics-calculator.js';

const run = async (options: object, input = '') => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${JSON.stringify(options)} ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as { count: string; arrangements: string[][]; warnings: string[] };
};

const PYTHON = `
import sys, math, json
from itertools import *
for line in sys.stdin.read().strip().split('\\n'):
    n, k = map(int, line.split())
    counts = [math.comb(n, k), math.comb(n + k - 1, k) if n else int(k == 0), math.perm(n, k), n ** k, 2 ** n]
    x = range(1, n + 1)
    lists = [combinations(x, k), combinations_with_replacement(x, k), permutations(x, k), product(x, repeat=k), chain.from_iterable(combinations(x, r) for r in range(n + 1))]
    print(json.dumps([[str(c) for c in counts], [[list(map(str, r)) for r in islice(l, 200)] for l in lists] if n < 8 and k < 6 else []]))
`;
const ACTIONS = ['combinations', 'combinations-repeated', 'permutations', 'permutations-repeated', 'subsets'];

describe('combinatorics-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'counts beside Python'))(
    'counts and lists are those of Python',
    [6, 360],
    async (rounds) => {
      const chance = chanceOf(4);
      const asked = Array.from(
        { length: rounds },
        (_, i) => (i % 6 === 0 ? [chance(8), chance(6)] : [chance(400), chance(300)]) as [number, number],
      );
      const told = runProgram('python3', ['-c', PYTHON], asked.map((row) => row.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const [n, k] = asked[i]!;
        const [counts, lists] = JSON.parse(line) as [string[], string[][][]];
        for (const [j, action] of ACTIONS.entries()) {
          expect((await run({ action, n, k })).count, `${action} ${n} ${k}`).toBe(counts[j]);
          if (lists.length > 0)
            expect((await run({ action, n, k, list: true, limit: 200 })).arrangements, `${action} ${n} ${k}`).toEqual(
              lists[j],
            );
        }
      }
    },
  );

  it('partitions and derangements are those of the OEIS', () => {
    // A000041 and A000166.
    expect(Array.from({ length: 21 }, (_, n) => Number(partitions(n)))).toEqual([
      1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135, 176, 231, 297, 385, 490, 627,
    ]);
    expect(partitions(1000)).toBe(24061467864032622473692149727991n);
    expect(Array.from({ length: 13 }, (_, n) => Number(derangements(n)))).toEqual([
      1, 0, 1, 2, 9, 44, 265, 1854, 14833, 133496, 1334961, 14684570, 176214841,
    ]);
  });

  it('the largest numbers are counted or refused', async () => {
    for (const action of [...ACTIONS, 'partitions', 'derangements'])
      for (const list of [false, true]) {
        const n = /part|derange/.test(action) ? 5000 : 10_000;
        const answer = await runTool(tool, { options: { action, n, k: 5000, list, limit: 10_000 } });
        expect([200, 400, 413], `${action} ${list} ${answer.cause}`).toContain(answer.status);
      }
    expect((await runTool(tool, { input: '5000,5000,1', options: { action: 'multinomial' } })).status).toBe(413);
    expect((await run({ list: true, limit: 2 }, 'a,b,c')).warnings).toEqual(['Only the first 2 of 3 are listed']);
  });
});
