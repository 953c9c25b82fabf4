import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { ContentFault } from '../../lib/faults.js';
import { toNumber } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { KINDS, STANDARD } from '../../lib/statistics/distribution-kinds.js';
import * as distributions from '../../lib/statistics/distributions.js';
import { withinTime } from './_numbers.js';

function readNumbers(text: string): readonly number[] {
  const reader = numberReader({ decimal: '.', group: '\u0001' });
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const value = reader.read(word.replace(/^.*=/, ''));
      if (value === undefined) throw new ContentFault(`${JSON.stringify(word.slice(0, 60))} is not a number`);
      return toNumber(value);
    });
}

function open(
  name: string,
  text: string,
): { readonly distribution: distributions.Distribution; readonly told: Record<string, number> } {
  const { parameters = [], make } = KINDS[name] ?? {};
  const given = readNumbers(text);
  const values = given.length === 0 ? (STANDARD[name] ?? []) : given;
  const names = parameters.map(([parameter]) => parameter).join(', ');
  if (values.length !== parameters.length || make === undefined)
    throw new ContentFault(`the ${name} distribution takes ${names}, got ${values.length} numbers`);
  for (const [index, [parameter, isRight, rule]] of parameters.entries()) {
    if (!isRight(values[index] ?? Number.NaN, values)) throw new ContentFault(`the ${parameter} is not ${rule}`);
  }
  const told = Object.fromEntries(parameters.map(([parameter], index) => [parameter, values[index] ?? 0]));
  return { distribution: make(...values), told };
}

/** To the digits that are right. */
const shown = (value: number): number => Number(value.toPrecision(13));
const finite = (value: number): number | null => (Number.isFinite(value) ? shown(value) : null);

export default defineTool({
  id: 'distribution-calculator',
  title: 'Distribution Calculator',
  summary:
    'Gives densities, probabilities and quantiles of 14 distributions: normal, t, chi-square, F, binomial, Poisson and more.',
  family: 'math',
  class: 'standard',
  input: 'none',
  options: {
    distribution: z
      .enum([
        'normal',
        't',
        'chi-square',
        'f',
        'binomial',
        'poisson',
        'beta',
        'gamma',
        'exponential',
        'uniform',
        'geometric',
        'negative-binomial',
        'hypergeometric',
        'weibull',
      ])
      .default('normal')
      .describe('Distribution.'),
    parameters: z
      .string()
      .max(500)
      .default('')
      .describe(
        'Its parameters, separated by commas, such as 100,15 for mean and standard deviation; empty for the standard ones.',
      ),
    action: z
      .enum(['probability', 'quantile', 'between'])
      .default('probability')
      .describe(
        'What to find: the probabilities at x, the value that a share x of the distribution is at or below, or the probability from x to y.',
      ),
    x: z.string().max(100).default('0').describe('Value, or share such as 0.975 or 97.5%.'),
    y: z.string().max(100).default('0').describe('Upper value of "between".'),
  },
  result: 'data',
  data: z.object({
    result: z
      .number()
      .nullable()
      .describe('The lower tail, the quantile or the probability between; null for an infinite quantile.'),
    density: z
      .number()
      .nullable()
      .optional()
      .describe('Density at x, or the probability of a whole number; null where it is infinite.'),
    lower: z.number().optional().describe('Probability of x or less.'),
    upper: z.number().optional().describe('Probability of more than x.'),
    twoTailed: z.number().optional().describe('Twice the smaller tail, of continuous distributions.'),
    parameters: z.record(z.string(), z.number()).describe('Parameters by name.'),
    mean: z.number().nullable().describe('Mean of the distribution; null where it has none.'),
    variance: z.number().nullable().describe('Variance of the distribution; null where it has none.'),
    standardDeviation: z
      .number()
      .nullable()
      .describe('Standard deviation of the distribution; null where it has none.'),
  }),
  notes: [
    'Parameters in order: normal mean, standard deviation; t and chi-square degrees of freedom; F two of them; binomial trials, probability; Poisson mean; beta alpha, beta; gamma shape, scale; exponential rate; uniform lower, upper end; geometric probability; negative binomial successes, probability; hypergeometric population, successes in it, draws; Weibull shape, scale.',
    'A geometric value counts trials up to the first success, from 1; a negative binomial value counts failures.',
    'Both tails are worked out by themselves where they are small, so that probabilities such as 1e-30 keep their digits. Results have 13 digits, of which about 12 are right; for parameters near the limit of 1e6, about 8.',
    '"between" counts both ends of whole-number distributions. A quantile of these is the smallest value with at least that share.',
  ],
  aliases: [
    'normal distribution',
    'p value calculator',
    'z score',
    'z table',
    't distribution',
    'critical value',
    'inverse normal',
    'norminv',
    'binomial probability',
    'poisson calculator',
    'cdf',
    'pdf',
  ],
  verified: [
    'SciPy 1.17.1: densities, both tails and quantiles of all 14 distributions at 700 random places, equal to 9 digits',
    'NIST/SEMATECH e-Handbook: critical values of the normal, t, chi-square and F tables',
  ],
  examples: [
    {
      title: 'A z score',
      options: { x: '1.96' },
      output: {
        data: {
          result: 0.9750021048518,
          density: 0.05844094433345,
          lower: 0.9750021048518,
          upper: 0.02499789514822,
          twoTailed: 0.04999579029644,
          parameters: { mean: 0, 'standard deviation': 1 },
          mean: 0,
          variance: 1,
          standardDeviation: 1,
        },
      },
    },
    {
      title: 'At least 8 heads of 10, less one',
      options: { distribution: 'binomial', parameters: '10, 0.5', action: 'between', x: '8', y: '10' },
      output: {
        data: {
          result: 0.0546875,
          parameters: { trials: 10, probability: 0.5 },
          mean: 5,
          variance: 2.5,
          standardDeviation: 1.581138830084,
        },
      },
    },
    {
      title: 'Parameters that are missing',
      options: { distribution: 'binomial', parameters: '10' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "parameters": the binomial distribution takes trials, probability, got 1 numbers',
      },
    },
    {
      title: 'A share above 1',
      options: { action: 'quantile', x: '1.5' },
      error: { code: 'INVALID_INPUT', message: 'Option "x" is not a share from 0 to 1, got 1.5' },
    },
    {
      title: 'A negative standard deviation',
      options: { parameters: '0, -1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "parameters": the standard deviation is not above 0',
      },
    },
  ],
  run({ options: { distribution: name, parameters, action, x: typedX, y: typedY } }) {
    const { distribution, told } = refusing('Cannot read option "parameters"', () => open(name, parameters));
    const read = (option: 'x' | 'y', text: string): number => {
      const [value, ...more] = refusing(`Cannot read option "${option}"`, () => readNumbers(text));
      if (value === undefined || more.length > 0) throw invalid(`Option "${option}" is not one number`);
      return value;
    };
    const x = read('x', typedX);
    const { isDiscrete, mean, variance } = distribution;
    const about = {
      parameters: told,
      mean: finite(mean),
      variance: finite(variance),
      standardDeviation: finite(Math.sqrt(variance)),
    };
    if (action === 'quantile') {
      if (!(x >= 0 && x <= 1)) throw invalid(`Option "x" is not a share from 0 to 1, got ${x}`);
      return withinTime(() => json({ result: finite(distributions.quantile(distribution, x)), ...about }));
    }
    const { lower, upper } = distribution.tails(x);
    if (action === 'between') {
      const end = distribution.tails(read('y', typedY));
      const begin = isDiscrete ? distribution.tails(Math.ceil(x) - 1) : { lower, upper };
      // By the tails in which less is lost.
      const between = begin.lower > 0.5 ? begin.upper - end.upper : end.lower - begin.lower;
      return json({ result: shown(Math.max(0, between)), ...about });
    }
    const twoTailed = isDiscrete ? {} : { twoTailed: shown(2 * Math.min(lower, upper)) };
    const tails = { lower: shown(lower), upper: shown(upper) };
    return json({ result: tails.lower, density: finite(distribution.density(x)), ...tails, ...twoTailed, ...about });
  },
});
