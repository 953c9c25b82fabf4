import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { dicePossible, readDice, rollDice } from '../../lib/chance/dice.js';
import { diceOdds, type Odds, shareOf } from '../../lib/chance/dice-odds.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { drawsFrom } from '../../lib/secrets/draw.js';

const MAX_DICE = 200_000;
/** Totals that a table lists. */
const MAX_TOTALS = 10_000;

/** Digits that a table needs: what is behind them is the noise of adding up. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** Mean and standard deviation, and the table of all totals with odds. */
function summary({ least, ways, of }: Odds) {
  const chances = ways.map((some) => shareOf(some, of));
  const mean = chances.reduce((sum, chance, i) => sum + chance * (least + i), 0);
  const variance = chances.reduce((sum, chance, i) => sum + chance * (least + i - mean) ** 2, 0);
  let below = 0n;
  const table = ways.flatMap((some, i) => {
    const atMost = below + some;
    const atLeast = of - below;
    below = atMost;
    if (some === 0n) return [];
    return [
      {
        total: least + i,
        probability: rounded(chances[i] ?? 0),
        atLeast: rounded(shareOf(atLeast, of)),
        atMost: rounded(shareOf(atMost, of)),
      },
    ];
  });
  return { mean: rounded(mean), deviation: rounded(Math.sqrt(variance)), table };
}

export default defineTool({
  id: 'dice-roller',
  title: 'Dice Roller',
  summary: 'Rolls dice in the notation of players, with advantage, exploding dice and successes, and shows the odds.',
  family: 'generators',
  class: 'standard',
  input: 'optional',
  options: {
    count: z.number().multipleOf(1).min(1).max(10_000).default(1).describe('How many times the dice are rolled.'),
    distribution: z.boolean().default(false).describe('Lists every possible total with its probability.'),
    seed: shared.seed(),
  },
  result: 'data',
  data: z.object({
    rolls: z
      .array(
        z.object({
          total: z.number().describe('Total, or number of successes.'),
          dice: z.array(z.number()).describe('What each die shows, in the order rolled.'),
          dropped: z.array(z.number()).describe('Dice among these that do not count.'),
          rerolled: z.array(z.number()).describe('What dice showed before they were rolled again.'),
        }),
      )
      .describe('One per roll.'),
    least: z
      .number()
      .nullable()
      .describe('Least total possible; null if there is none, as when exploding dice are subtracted.'),
    greatest: z.number().nullable().describe('Greatest total possible; null if there is none, as with exploding dice.'),
    mean: z.number().nullable().describe('Mean total; null where the odds are too many to compute.'),
    deviation: z.number().nullable().describe('Standard deviation of the total; null as for the mean.'),
    distribution: z
      .array(
        z.object({
          total: z.number().describe('A total.'),
          probability: z.number().describe('Its probability, 0 to 1.'),
          atLeast: z.number().describe('Probability of this total or a greater one.'),
          atMost: z.number().describe('Probability of this total or a lower one.'),
        }),
      )
      .optional()
      .describe('Totals in ascending order, where asked for.'),
    warnings: z.array(z.string()).describe('What could not be computed.'),
  }),
  notes: [
    'The dice are the input; 1d6 if it is empty. Several with + and -, such as 2d6+1d4-1. At most 1,000 dice per roll and 200,000 per run.',
    'Dice: d20, 3d6, d% (1 to 100), 4dF (Fate: -1, 0, 1). A coin is 1d2.',
    'Keeping: kh3 keeps the highest 3, kl1 the lowest, dl1 drops the lowest, dh1 the highest. adv and dis, or advantage and disadvantage, are two d20 of which the higher or the lower counts: adv+5.',
    'Exploding: 5d6! adds a die for each highest face, again and again. Rolling again: 2d6r1 rolls every 1 again until it is another face, ro1 once; r<3 rolls 1 and 2 again.',
    'Successes: 6d10>=8 counts dice of 8 and more instead of adding them; also >, <=, < and =.',
    'Probabilities are computed, not simulated: from exact counts of all outcomes, rounded to 12 digits. Chains of exploding dice end where they are less likely than 1 in 10^18.',
    'Without a seed, random comes from the cryptographic source of the system, without bias. With a seed the same request gives the same result on every machine.',
  ],
  aliases: [
    'roll dice',
    'd20 roller',
    'd&d dice',
    'dnd dice roller',
    'advantage roll',
    'exploding dice',
    'dice probability calculator',
    'dice odds',
    'dice distribution',
    'anydice',
    'coin flip',
    'flip a coin',
    'fate dice',
    'dice pool',
  ],
  verified: [
    'Every outcome counted one by one in the tests: 24 notations of up to 46,656 outcomes, the same probability of each total; four dice of which three count give 1,296 ways, as published',
    'Chi-square: 40,000 rolls each of nine notations from a fixed seed against the computed probabilities, by a bound that chance exceeds one time in 10^9',
    'Exploding dice: mean and standard deviation of d4 to d20 by their closed forms',
  ],
  examples: [
    {
      title: 'Ability scores: four dice, the highest three count',
      input: '4d6kh3',
      options: { count: 2 },
      output: {
        varies: true,
        data: {
          rolls: [
            { total: 14, dice: [6, 3, 1, 5], dropped: [1], rerolled: [] },
            { total: 9, dice: [2, 3, 1, 4], dropped: [1], rerolled: [] },
          ],
          least: 3,
          greatest: 18,
          mean: 12.2445987654,
          deviation: 2.84684444531,
          warnings: [],
        },
      },
    },
    {
      title: 'The odds of two dice',
      input: '2d3+1',
      options: { distribution: true },
      output: {
        varies: true,
        data: {
          rolls: [{ total: 5, dice: [3, 1], dropped: [], rerolled: [] }],
          least: 3,
          greatest: 7,
          mean: 5,
          deviation: 1.15470053838,
          distribution: [
            { total: 3, probability: 0.111111111111, atLeast: 1, atMost: 0.111111111111 },
            { total: 4, probability: 0.222222222222, atLeast: 0.888888888889, atMost: 0.333333333333 },
            { total: 5, probability: 0.333333333333, atLeast: 0.666666666667, atMost: 0.666666666667 },
            { total: 6, probability: 0.222222222222, atLeast: 0.333333333333, atMost: 0.888888888889 },
            { total: 7, probability: 0.111111111111, atLeast: 0.111111111111, atMost: 1 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Dice that cannot be read',
      input: '3d6*2',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as dice: line 1, column 4: dice such as 3d6+2 or 4d6kh3 are expected\n3d6*2\n   ^',
      },
    },
    {
      title: 'Dice that never come to rest',
      input: '2d6r<=6',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as dice: a die whose every face is rolled again never comes to rest',
      },
    },
  ],
  run({ input, options: { count, distribution, seed }, random }) {
    const terms = refusing('Cannot read property "input" as dice', () => readDice(input.trim() === '' ? '1d6' : input));
    const dice = count * terms.reduce((sum, term) => sum + (term.sides === 0 ? 0 : term.count), 0);
    if (dice > MAX_DICE) throw overLimit(`At most ${MAX_DICE} dice are rolled in one run, got ${dice}`);
    const draw = drawsFrom(seededRandom(seed, random));
    const rolls = Array.from({ length: count }, () => rollDice(terms, draw));
    const odds = diceOdds(terms);
    const known = odds === undefined ? undefined : summary(odds);
    const isListed = distribution && known !== undefined && known.table.length <= MAX_TOTALS;
    const warnings = [
      ...(known === undefined ? ['The odds of so many dice are not computed'] : []),
      ...(distribution && known !== undefined && !isListed
        ? [`The distribution is not listed: it has more than ${MAX_TOTALS} totals`]
        : []),
    ];
    return json({
      rolls,
      ...dicePossible(terms),
      mean: known?.mean ?? null,
      deviation: known?.deviation ?? null,
      ...(isListed ? { distribution: known.table } : {}),
      warnings,
    });
  },
});
