import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { dicePossible, readDice, rollDice } from '../../lib/chance/dice.js';
import {
  type BigDraw,
  bigDrawsFrom,
  distinct,
  exponentials,
  grid,
  normals,
  pointed,
  poissons,
} from '../../lib/chance/numbers.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { drawsFrom, type RandomBytes } from '../../lib/secrets/draw.js';
import { splitLines } from '../../lib/text/lines.js';

const MAX_COUNT = 100_000;
const MAX_DIGITS = 2_000_000;
const MAX_DICE = 200_000;
const SAFE = Number.MAX_SAFE_INTEGER;

interface Wishes {
  readonly min: number;
  readonly max: number;
  readonly digits: number;
  readonly decimals: number;
  readonly count: number;
  readonly unique: boolean;
  readonly distribution: 'uniform' | 'normal' | 'exponential' | 'poisson';
  readonly mean: number;
  readonly deviation: number;
}

function uniform({ min, max, digits, decimals, count, unique }: Wishes, draw: BigDraw): string[] {
  if (digits * count > MAX_DIGITS)
    throw overLimit(`Numbers of one run have at most ${MAX_DIGITS} digits in all, got ${digits * count}`);
  const power = 10n ** BigInt(Math.max(0, digits - 1));
  const { least, size } = digits === 0 ? grid(min, max, decimals) : { least: power, size: 9n * power };
  if (unique && size < BigInt(count))
    throw invalid(`Option "count" is too high for different numbers: ${count} of ${size} possible ones`);
  const drawn = unique ? distinct(draw, size, count) : Array.from({ length: count }, () => draw(size));
  return drawn.map((value) => pointed(least + value, digits === 0 ? decimals : 0));
}

function distributed({ distribution, mean, deviation, decimals, count }: Wishes, random: RandomBytes): string[] {
  if (distribution !== 'normal' && mean <= 0)
    throw invalid(`Option "mean" must be greater than 0 where "distribution" is ${distribution}, got ${mean}`);
  if (distribution === 'poisson') {
    const next = poissons(random, mean);
    return Array.from({ length: count }, () => String(next()));
  }
  const next = distribution === 'normal' ? normals(random, mean, deviation) : exponentials(random, mean);
  // A zero has no sign.
  return Array.from({ length: count }, () =>
    next()
      .toFixed(decimals)
      .replace(/^-(?=[0.]+$)/, ''),
  );
}

/** Numbers of equally many decimals in order. */
function sorted(numbers: readonly string[], sign: 1 | -1): string[] {
  const keyed = numbers.map((number) => ({ number, value: BigInt(number.replace('.', '')) }));
  return keyed.sort((a, b) => sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)).map(({ number }) => number);
}

function rolled(input: string, count: number, random: RandomBytes) {
  const terms = refusing('Cannot read property "input" as dice', () => readDice(input));
  const dice = count * terms.reduce((sum, term) => sum + (term.sides === 0 ? 0 : term.count), 0);
  if (dice > MAX_DICE) throw overLimit(`At most ${MAX_DICE} dice are rolled in one run, got ${dice}`);
  const draw = drawsFrom(random);
  return { rolls: Array.from({ length: count }, () => rollDice(terms, draw)), ...dicePossible(terms) };
}

/** As a number where one holds every digit. */
const asNumber = (written: string): number | string =>
  written.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(written) : written;

export default defineTool({
  id: 'random-number-generator',
  title: 'Random Number Generator',
  summary: 'Draws random integers and decimals, with or without repeats, rolls dice, picks and shuffles lines.',
  family: 'generators',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum(['draw', 'roll', 'pick', 'shuffle'])
      .default('draw')
      .describe('Draws numbers, rolls the dice in the input such as 3d6+2, picks lines of the input or shuffles them.'),
    min: z.number().min(-SAFE).max(SAFE).default(1).describe('Least number.'),
    max: z.number().min(-SAFE).max(SAFE).default(100).describe('Greatest number; it can be drawn too.'),
    count: z.number().multipleOf(1).min(1).max(MAX_COUNT).default(1).describe('How many numbers, rolls or lines.'),
    decimals: z.number().multipleOf(1).min(0).max(15).default(0).describe('Decimals; 0 for integers.'),
    unique: shared.unique().describe('Draws no number twice; uniform only.'),
    digits: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Digits of each integer, instead of "min" and "max"; 0: not used.'),
    distribution: z
      .enum(['uniform', 'normal', 'exponential', 'poisson'])
      .default('uniform')
      .describe('Distribution; all but uniform use "mean" instead of "min" and "max".'),
    mean: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .default(50)
      .describe('Mean of the normal, exponential or Poisson distribution.'),
    deviation: z.number().min(0).max(1_000_000).default(15).describe('Standard deviation of the normal distribution.'),
    sort: z.enum(['none', 'ascending', 'descending']).default('none').describe('Order of the numbers.'),
    seed: shared.seed(),
    format: z.enum(['text', 'json']).default('text').describe('Plain text with one result per line, or JSON.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      numbers: z
        .array(z.union([z.number(), z.string()]))
        .describe('Numbers drawn; as text where they have more than 15 digits.'),
    }),
    z.object({
      rolls: z
        .array(
          z.object({
            total: z.number().describe('Total.'),
            dice: z.array(z.number()).describe('What each die shows, in the order rolled.'),
            dropped: z.array(z.number()).describe('Dice among these that do not count.'),
            rerolled: z.array(z.number()).describe('What dice showed before they were rolled again.'),
          }),
        )
        .describe('One per roll.'),
      least: z.number().nullable().describe('Least total possible; null if there is none.'),
      greatest: z.number().nullable().describe('Greatest total possible; null if there is none: dice that explode.'),
    }),
    z.object({ lines: z.array(z.string()).describe('Lines picked or shuffled.') }),
  ]),
  notes: [
    'Without a seed, random comes from the cryptographic source of the system. Integers, decimals, dice and orders are without bias: each possible result is equally likely.',
    'With a seed the same request gives the same result, now and on every machine; such numbers are not secret.',
    'Decimals are drawn exactly: with 2 decimals between 0 and 1 there are 101 possible numbers, 0.00 and 1.00 among them.',
    'Normal and exponential numbers are rounded to "decimals"; 0 makes integers of them.',
    'Dice: 3d6+2, 4d6kh3 (keeps the highest 3), 2d20kl1 (keeps the lowest), 4d6dl1 (drops the lowest), d% and 4dF (Fate), several with + and -; more of the notation, and the odds, are those of dice-roller. At most 1,000 dice per roll and 200,000 per run.',
    'Lines are picked without repeats; empty lines are skipped.',
  ],
  aliases: [
    'random integer',
    'roll dice',
    'lottery numbers',
    'pick a winner',
    'random number between',
    'shuffle a list',
    'normal distribution',
    'random.org',
    'draw lots',
  ],
  verified: [
    'Chi-square: 60,000 numbers and dice, 24,000 orders of four lines and 20,000 samples without repeats from a fixed seed, by a bound that chance exceeds one time in 10^9',
    'Python 3.11 statistics.NormalDist and math: 40,000 numbers each of the normal, exponential and three Poisson distributions, by chi-square over their cumulative distribution functions',
    'Python 3.11 decimal: 400 bounds scaled to decimals',
  ],
  examples: [
    { title: 'A number from 1 to 100', output: { varies: true, text: '…\n' } },
    {
      title: 'Lottery: 6 of 49, in order',
      options: { max: 49, count: 6, unique: true, sort: 'ascending', format: 'json' },
      output: { varies: true, data: { numbers: [4, 8, 15, 16, 23, 42] } },
    },
    {
      title: 'Ability scores: four dice, the highest three count',
      input: '4d6kh3',
      options: { action: 'roll', format: 'json' },
      output: {
        varies: true,
        data: { rolls: [{ total: 14, dice: [6, 3, 1, 5], dropped: [1], rerolled: [] }], least: 3, greatest: 18 },
      },
    },
    {
      title: 'Two winners',
      input: 'Ada\nGrace\n\nAlan\nEdsger\n',
      options: { action: 'pick', count: 2 },
      output: { varies: true, text: '…\n…\n' },
    },
    {
      title: 'More different numbers than are possible',
      options: { max: 6, count: 7, unique: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "count" is too high for different numbers: 7 of 6 possible ones',
      },
    },
    {
      title: 'Bounds the wrong way round',
      options: { min: 10, max: 1 },
      error: { code: 'INVALID_INPUT', message: 'Option "min" is greater than option "max": 10 and 1' },
    },
    {
      title: 'Dice that cannot be read',
      input: '3d6*2',
      options: { action: 'roll' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as dice: line 1, column 4: dice such as 3d6+2 or 4d6kh3 are expected\n3d6*2\n   ^',
      },
    },
    {
      title: 'Nothing to pick from',
      options: { action: 'pick' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where "action" is pick' },
    },
  ],
  run({ input, options, random: chance }) {
    const { action, count, unique, distribution, sort, format } = options;
    const random = seededRandom(options.seed, chance);
    const written = (lines: readonly (string | number)[]) => text(`${lines.join('\n')}\n`);
    if (action === 'draw') {
      if (input.trim() !== '')
        throw invalid('Property "input" must be empty where "action" is draw: pick, shuffle and roll read it');
      if (unique && distribution !== 'uniform')
        throw invalid('Option "unique" must be false where "distribution" is not uniform');
      const drawn = distribution === 'uniform' ? uniform(options, bigDrawsFrom(random)) : distributed(options, random);
      const numbers = sort === 'none' ? drawn : sorted(drawn, sort === 'ascending' ? 1 : -1);
      return format === 'json' ? json({ numbers: numbers.map(asNumber) }) : written(numbers);
    }
    if (input.trim() === '') throw invalid(`Property "input" must not be empty where "action" is ${action}`);
    if (action === 'roll') {
      const { rolls, ...range } = rolled(input, count, random);
      return format === 'json' ? json({ rolls, ...range }) : written(rolls.map(({ total }) => total));
    }
    const lines = splitLines(input).lines.filter((line) => line.trim() !== '');
    const wanted = action === 'pick' ? count : lines.length;
    if (wanted > lines.length)
      throw invalid(`Option "count" is too high: ${wanted} of ${lines.length} lines were asked for`);
    const found = distinct(bigDrawsFrom(random), BigInt(lines.length), wanted).map((i) => lines[Number(i)] ?? '');
    return format === 'json' ? json({ lines: found }) : written(found);
  },
});
