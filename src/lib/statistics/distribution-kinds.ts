/** Distributions by name, with their parameters and what these may be. */

import * as distributions from './distributions.js';

type Check = readonly [name: string, isRight: (value: number, all: readonly number[]) => boolean, rule: string];

const any: (name: string) => Check = (name) => [name, () => true, 'a number'];
const positive: (name: string) => Check = (name) => [
  name,
  (value) => value > 0 && value <= 1e6,
  'above 0 and up to 1e6',
];
const scale: (name: string) => Check = (name) => [name, (value) => value > 0, 'above 0'];
const share: (name: string) => Check = (name) => [name, (value) => value > 0 && value <= 1, 'above 0 and up to 1'];
const size: (name: string) => Check = (name) => [
  name,
  (value) => Number.isInteger(value) && value >= 0 && value <= 1e6,
  'a whole number up to 1e6',
];

interface Kind {
  readonly parameters: readonly Check[];
  readonly make: (...values: readonly number[]) => distributions.Distribution;
}

/** Distributions by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  normal: {
    parameters: [any('mean'), scale('standard deviation')],
    make: (mean = 0, sd = 1) => distributions.normal(mean, sd),
  },
  t: { parameters: [positive('degrees of freedom')], make: (degrees = 1) => distributions.studentT(degrees) },
  'chi-square': {
    parameters: [positive('degrees of freedom')],
    make: (degrees = 1) => distributions.chiSquare(degrees),
  },
  f: {
    parameters: [positive('degrees of freedom of the numerator'), positive('degrees of freedom of the denominator')],
    make: (first = 1, second = 1) => distributions.fisherF(first, second),
  },
  gamma: {
    parameters: [positive('shape'), scale('scale')],
    make: (shape = 1, by = 1) => distributions.gamma(shape, by),
  },
  exponential: { parameters: [scale('rate')], make: (rate = 1) => distributions.weibull(1, 1 / rate) },
  weibull: {
    parameters: [['shape', (value) => value >= 0.1 && value <= 1e6, 'from 0.1 to 1e6'], scale('scale')],
    make: (shape = 1, by = 1) => distributions.weibull(shape, by),
  },
  beta: { parameters: [positive('alpha'), positive('beta')], make: (a = 1, b = 1) => distributions.beta(a, b) },
  uniform: {
    parameters: [any('lower end'), ['upper end', (value, [from = 0]) => value > from, 'above the lower end']],
    make: (from = 0, to = 1) => distributions.uniform(from, to),
  },
  binomial: {
    parameters: [size('trials'), ['probability', (value) => value >= 0 && value <= 1, 'from 0 to 1']],
    make: (trials = 1, chance = 0.5) => distributions.binomial(trials, chance),
  },
  poisson: { parameters: [positive('mean')], make: (rate = 1) => distributions.poisson(rate) },
  geometric: { parameters: [share('probability')], make: (chance = 0.5) => distributions.geometric(chance) },
  'negative-binomial': {
    parameters: [positive('successes'), share('probability')],
    make: (successes = 1, chance = 0.5) => distributions.negativeBinomial(successes, chance),
  },
  hypergeometric: {
    parameters: [
      [
        'population',
        (value) => Number.isInteger(value) && value > 0 && value <= 1e5,
        'a whole number from 1 to 100000',
      ],
      [
        'successes',
        (value, [all = 0]) => Number.isInteger(value) && value >= 0 && value <= all,
        'a whole number up to the population',
      ],
      [
        'draws',
        (value, [all = 0]) => Number.isInteger(value) && value >= 0 && value <= all,
        'a whole number up to the population',
      ],
    ],
    make: (population = 1, successes = 1, draws = 1) => distributions.hypergeometric(population, successes, draws),
  },
};

/** Parameters where none are given. */
export const STANDARD: Readonly<Record<string, readonly number[]>> = {
  normal: [0, 1],
  uniform: [0, 1],
  exponential: [1],
};
