import { describe, expect, it } from 'vitest';

import { readDice, rollDice, type Term } from '../../lib/chance/dice.js';
import { diceOdds, shareOf } from '../../lib/chance/dice-odds.js';
import { chanceOf } from '../../testing/chance.js';
import { inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './dice-roller.js';

interface Answer {
  readonly rolls: readonly {
    readonly total: number;
    readonly dice: readonly number[];
    readonly dropped: readonly number[];
  }[];
  readonly least: number | null;
  readonly greatest: number | null;
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly distribution?: readonly { readonly total: number; readonly probability: number; readonly atLeast: number }[];
  readonly warnings: readonly string[];
}

async function roll(input: string, options: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Answer;
}

/** Every outcome of dice without `!` and `r`, each as likely as the others: what the rules of the notation say, done one by one. */
function counted(faces: readonly number[], count: number, worth: (dice: number[]) => number): Map<number, number> {
  const totals = new Map<number, number>();
  const outcomes = faces.length ** count;
  for (let outcome = 0; outcome < outcomes; outcome++) {
    const dice = Array.from(
      { length: count },
      (_, i) => faces[Math.floor(outcome / faces.length ** i) % faces.length] ?? 0,
    );
    const total = worth(dice);
    totals.set(total, (totals.get(total) ?? 0) + 1 / outcomes);
  }
  return totals;
}

const upTo = (sides: number): number[] => Array.from({ length: sides }, (_, i) => i + 1);
const sum = (dice: readonly number[]): number => dice.reduce((a, b) => a + b, 0);
const sorted = (dice: readonly number[]): number[] => dice.toSorted((a, b) => a - b);

const COUNTED: readonly (readonly [string, readonly number[], number, (dice: number[]) => number])[] = [
  ['1d6', upTo(6), 1, sum],
  ['3d6', upTo(6), 3, sum],
  ['3d6+2', upTo(6), 3, (dice) => sum(dice) + 2],
  ['10-3d6', upTo(6), 3, (dice) => 10 - sum(dice)],
  ['4d6kh3', upTo(6), 4, (dice) => sum(sorted(dice).slice(1))],
  ['4d6dl1', upTo(6), 4, (dice) => sum(sorted(dice).slice(1))],
  ['4d6k3', upTo(6), 4, (dice) => sum(sorted(dice).slice(1))],
  ['5d6kh2', upTo(6), 5, (dice) => sum(sorted(dice).slice(3))],
  ['5d6kl2', upTo(6), 5, (dice) => sum(sorted(dice).slice(0, 2))],
  ['5d6dh1', upTo(6), 5, (dice) => sum(sorted(dice).slice(0, 4))],
  ['6d6kh1', upTo(6), 6, (dice) => Math.max(...dice)],
  ['adv', upTo(20), 2, (dice) => Math.max(...dice)],
  ['d20 advantage + 5', upTo(20), 2, (dice) => Math.max(...dice) + 5],
  ['dis-1', upTo(20), 2, (dice) => Math.min(...dice) - 1],
  ['2d20kl1', upTo(20), 2, (dice) => Math.min(...dice)],
  ['4dF', [-1, 0, 1], 4, sum],
  ['3d4>=3', upTo(4), 3, (dice) => dice.filter((shown) => shown >= 3).length],
  ['5d6>4', upTo(6), 5, (dice) => dice.filter((shown) => shown > 4).length],
  ['5d6<2', upTo(6), 5, (dice) => dice.filter((shown) => shown < 2).length],
  ['4d6=6', upTo(6), 4, (dice) => dice.filter((shown) => shown === 6).length],
  // Rolled again until another face shows: as if the face were not there; once: as if a die had 36 faces.
  ['3d6r1', [2, 3, 4, 5, 6], 3, sum],
  ['3d6r<3', [3, 4, 5, 6], 3, sum],
  [
    '2d6ro1',
    [
      ...upTo(6)
        .slice(1)
        .flatMap((face) => Array<number>(7).fill(face)),
      1,
    ],
    2,
    sum,
  ],
  ['4d6r1kh3', [2, 3, 4, 5, 6], 4, (dice) => sum(sorted(dice).slice(1))],
];

const oddsOf = (terms: readonly Term[]): ReadonlyMap<number, number> => {
  const odds = diceOdds(terms);
  return new Map(
    odds?.ways.flatMap((ways, i) => (ways === 0n ? [] : [[odds.least + i, shareOf(ways, odds.of)] as const])),
  );
};

describe('dice-roller', () => {
  it.each(COUNTED)('%s has the odds of every outcome counted', async (notation, faces, count, worth) => {
    const { distribution = [], mean, least, greatest } = await roll(notation, { distribution: true });
    const expected = counted(faces, count, worth);
    expect(new Set(distribution.map(({ total }) => total))).toEqual(new Set(expected.keys()));
    for (const { total, probability } of distribution) expect(probability).toBeCloseTo(expected.get(total) ?? 0, 10);
    expect(mean).toBeCloseTo(
      [...expected].reduce((all, [total, chance]) => all + total * chance, 0),
      9,
    );
    expect([least, greatest]).toEqual([Math.min(...expected.keys()), Math.max(...expected.keys())]);
    expect(distribution[0]?.atLeast).toBe(1);
  });

  it.each([4, 6, 8, 10, 20])('an exploding d%s has the mean and deviation of its closed form', async (n) => {
    const { mean, deviation, greatest } = await roll(`1d${n}!`);
    // E = (n + 1) / 2 + E / n, and the same for the second moment.
    const expected = (n * (n + 1)) / (2 * (n - 1));
    const second = (((n + 1) * (2 * n + 1)) / 6 + 2 * expected) / (1 - 1 / n);
    expect(mean).toBeCloseTo(expected, 9);
    expect(deviation).toBeCloseTo(Math.sqrt(second - expected ** 2), 9);
    expect(greatest).toBeNull();
  });

  inRows(3, ['4d6kh3', '3d6!', '6d10!>=8', '2d6ro1', '3d6r<3', '4dF+1', '2d20kl1', '5d6>4', '2d8-1d4'])(
    '%s is rolled with its odds',
    (notation) => {
      const chance = chanceOf(12);
      const terms = readDice(notation);
      const rounds = 40_000;
      const seen = new Map<number, number>();
      for (let round = 0; round < rounds; round++) {
        const { total } = rollDice(terms, chance);
        seen.set(total, (seen.get(total) ?? 0) + 1);
      }
      let [square, freedom, others, expectedOthers] = [0, -1, rounds, 0];
      for (const [total, probability] of oddsOf(terms)) {
        const expected = probability * rounds;
        if (expected < 10) {
          expectedOthers += expected;
          continue;
        }
        const found = seen.get(total) ?? 0;
        others -= found;
        square += (found - expected) ** 2 / expected;
        freedom++;
      }
      if (expectedOthers > 0) square += (others - expectedOthers) ** 2 / Math.max(expectedOthers, 1);
      // Wilson and Hilferty (1931): beyond 6 deviations one time in 10^9.
      expect((Math.cbrt(square / freedom) - 1 + 2 / (9 * freedom)) / Math.sqrt(2 / (9 * freedom))).toBeLessThan(6);
    },
  );

  it('says which dice count, and repeats a seed', async () => {
    const once = await roll('4d6kh3', { count: 50, seed: 'a' });
    for (const { total, dice, dropped } of once.rolls) {
      expect(total).toBe(sum(sorted(dice).slice(1)));
      expect(dropped).toEqual([Math.min(...dice)]);
    }
    expect(await roll('4d6kh3', { count: 50, seed: 'a' })).toEqual(once);
    const { rolls } = await roll('1d4!', { count: 200, seed: 'b' });
    for (const { total, dice } of rolls) {
      expect(total).toBe(sum(dice));
      expect(dice.slice(0, -1).every((shown) => shown === 4)).toBe(true);
      expect(dice.at(-1)).not.toBe(4);
    }
  });

  it.each([
    ['d1!', 'a die that explodes needs at least 2 sides'],
    ['4d6!kh3', 'dice that explode cannot be kept or dropped'],
    ['4d6kh3>=4', 'dice cannot be both kept and counted'],
    ['2d6!r6', 'a face cannot both explode and be rolled again'],
    ['2d6r<7', 'a die whose every face is rolled again never comes to rest'],
    ['5', 'dice such as 3d6+2 are expected'],
  ])('%s is refused', async (input, message) => {
    const answer = await runTool(tool, { input });
    expect([answer.status, answer.message]).toEqual([400, `Cannot read property "input" as dice: ${message}`]);
  });

  it.each([
    '1000d6',
    '1000d1000kh500',
    '1000d2!',
    '500d1000000',
    'd1000000r1',
    '1000d6!>=5',
    '100d100dl50',
    '1d1000000!',
  ])('%s is done in time', async (notation) => {
    const { rolls, mean, warnings } = await roll(notation, { distribution: true });
    expect(rolls).toHaveLength(1);
    expect(mean === null).toBe(warnings[0] === 'The odds of so many dice are not computed');
  });

  it('refuses what would take too long', async () => {
    expect((await runTool(tool, { input: '1001d6' })).message).toContain('at most 1000 dice');
    expect((await runTool(tool, { input: '1000d6', options: { count: 201 } })).status).toBe(413);
    expect((await runTool(tool, { input: '1'.repeat(1_000_000) })).status).toBe(413);
    expect((await runTool(tool, { input: `d6${'!'.repeat(100)}` })).status).toBe(200);
  });
});
