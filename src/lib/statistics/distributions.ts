/** Probability distributions: density, both tails, quantiles. */

import { incompleteBeta, incompleteGamma, logGamma } from './special-functions.js';

export interface Tails {
  /** P(X ≤ x) */
  readonly lower: number;
  /** P(X > x) */
  readonly upper: number;
}

export interface Distribution {
  readonly isDiscrete: boolean;
  /** Smallest and largest value. */
  readonly support: readonly [number, number];
  /** Probability density, or probability of a whole number. */
  readonly density: (x: number) => number;
  readonly tails: (x: number) => Tails;
  readonly mean: number;
  readonly variance: number;
}

const INFINITE = Number.POSITIVE_INFINITY;
const ROOT_TWO_PI = 2.5066282746310002;
const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

export function normal(mean = 0, deviation = 1): Distribution {
  return {
    isDiscrete: false,
    support: [-INFINITE, INFINITE],
    density: (x) => Math.exp(-0.5 * ((x - mean) / deviation) ** 2) / (deviation * ROOT_TWO_PI),
    tails: (x) => {
      const z = (x - mean) / deviation;
      const { upper, lower } = incompleteGamma(0.5, (z * z) / 2);
      // Halves of the chi-squared distribution of one degree.
      return z < 0 ? { lower: upper / 2, upper: 0.5 + lower / 2 } : { lower: 0.5 + lower / 2, upper: upper / 2 };
    },
    mean,
    variance: deviation ** 2,
  };
}

export function studentT(degrees: number): Distribution {
  const front = Math.exp(logGamma((degrees + 1) / 2) - logGamma(degrees / 2)) / Math.sqrt(degrees * Math.PI);
  return {
    isDiscrete: false,
    support: [-INFINITE, INFINITE],
    density: (x) => front * Math.exp((-(degrees + 1) / 2) * Math.log1p((x * x) / degrees)),
    tails: (x) => {
      const share = degrees / (degrees + x * x);
      const { lower } = incompleteBeta(degrees / 2, 0.5, share, (x * x) / (degrees + x * x));
      return x < 0 ? { lower: lower / 2, upper: 1 - lower / 2 } : { lower: 1 - lower / 2, upper: lower / 2 };
    },
    mean: degrees > 1 ? 0 : Number.NaN,
    variance: degrees > 2 ? degrees / (degrees - 2) : degrees > 1 ? INFINITE : Number.NaN,
  };
}

/** By shape and scale. */
export function gamma(shape: number, scale: number): Distribution {
  return {
    isDiscrete: false,
    support: [0, INFINITE],
    density: (x) => {
      if (x < 0) return 0;
      if (x === 0) return shape < 1 ? INFINITE : shape === 1 ? 1 / scale : 0;
      return Math.exp((shape - 1) * Math.log(x / scale) - x / scale - logGamma(shape)) / scale;
    },
    tails: (x) => incompleteGamma(shape, x / scale),
    mean: shape * scale,
    variance: shape * scale ** 2,
  };
}

export const chiSquare = (degrees: number): Distribution => gamma(degrees / 2, 2);

export function fisherF(first: number, second: number): Distribution {
  return {
    isDiscrete: false,
    support: [0, INFINITE],
    density: (x) => {
      if (x < 0) return 0;
      if (x === 0) return first < 2 ? INFINITE : first === 2 ? 1 : 0;
      const [a, b] = [first / 2, second / 2];
      return Math.exp(
        a * Math.log(first / second) +
          (a - 1) * Math.log(x) -
          (a + b) * Math.log1p((first * x) / second) -
          logBeta(a, b),
      );
    },
    tails: (x) =>
      x <= 0
        ? { lower: 0, upper: 1 }
        : incompleteBeta(first / 2, second / 2, (first * x) / (first * x + second), second / (first * x + second)),
    mean: second > 2 ? second / (second - 2) : Number.NaN,
    variance:
      second > 4 ? (2 * second ** 2 * (first + second - 2)) / (first * (second - 2) ** 2 * (second - 4)) : Number.NaN,
  };
}

export function beta(a: number, b: number): Distribution {
  return {
    isDiscrete: false,
    support: [0, 1],
    density: (x) => {
      if (x < 0 || x > 1) return 0;
      if (x === 0) return a < 1 ? INFINITE : a === 1 ? b : 0;
      if (x === 1) return b < 1 ? INFINITE : b === 1 ? a : 0;
      return Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logBeta(a, b));
    },
    tails: (x) => incompleteBeta(a, b, Math.min(1, Math.max(0, x))),
    mean: a / (a + b),
    variance: (a * b) / ((a + b) ** 2 * (a + b + 1)),
  };
}

export function uniform(from: number, to: number): Distribution {
  return {
    isDiscrete: false,
    support: [from, to],
    density: (x) => (x < from || x > to ? 0 : 1 / (to - from)),
    tails: (x) => {
      const lower = Math.min(1, Math.max(0, (x - from) / (to - from)));
      return { lower, upper: 1 - lower };
    },
    mean: (from + to) / 2,
    variance: (to - from) ** 2 / 12,
  };
}

/** Weibull by shape and scale; of shape 1 the exponential distribution. */
export function weibull(shape: number, scale: number): Distribution {
  const g1 = Math.exp(logGamma(1 + 1 / shape));
  const g2 = Math.exp(logGamma(1 + 2 / shape));
  return {
    isDiscrete: false,
    support: [0, INFINITE],
    density: (x) => {
      if (x < 0) return 0;
      if (x === 0) return shape < 1 ? INFINITE : shape === 1 ? 1 / scale : 0;
      return (shape / scale) * (x / scale) ** (shape - 1) * Math.exp(-((x / scale) ** shape));
    },
    tails: (x) =>
      x <= 0
        ? { lower: 0, upper: 1 }
        : { lower: -Math.expm1(-((x / scale) ** shape)), upper: Math.exp(-((x / scale) ** shape)) },
    mean: scale * g1,
    variance: scale ** 2 * (g2 - g1 ** 2),
  };
}

const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);

export function binomial(trials: number, chance: number): Distribution {
  return {
    isDiscrete: true,
    support: [0, trials],
    density: (k) => {
      if (!Number.isInteger(k) || k < 0 || k > trials) return 0;
      if (chance === 0 || chance === 1) return Number(k === trials * chance);
      return Math.exp(logChoose(trials, k) + k * Math.log(chance) + (trials - k) * Math.log1p(-chance));
    },
    tails: (x) => {
      const k = Math.floor(x);
      if (k < 0) return { lower: 0, upper: 1 };
      if (k >= trials) return { lower: 1, upper: 0 };
      return incompleteBeta(trials - k, k + 1, 1 - chance, chance);
    },
    mean: trials * chance,
    variance: trials * chance * (1 - chance),
  };
}

export function poisson(rate: number): Distribution {
  return {
    isDiscrete: true,
    support: [0, INFINITE],
    density: (k) => (Number.isInteger(k) && k >= 0 ? Math.exp(k * Math.log(rate) - rate - logGamma(k + 1)) : 0),
    tails: (x) => {
      if (x < 0) return { lower: 0, upper: 1 };
      const { lower, upper } = incompleteGamma(Math.floor(x) + 1, rate);
      return { lower: upper, upper: lower };
    },
    mean: rate,
    variance: rate,
  };
}

/** Trials until the first success, from 1. */
export function geometric(chance: number): Distribution {
  return {
    isDiscrete: true,
    support: [1, INFINITE],
    density: (k) =>
      Number.isInteger(k) && k >= 1
        ? chance * Math.exp((k - 1) * Math.log1p(-chance)) || Number(chance === 1 && k === 1)
        : 0,
    tails: (x) => {
      const k = Math.floor(x);
      if (k < 1) return { lower: 0, upper: 1 };
      if (chance === 1) return { lower: 1, upper: 0 };
      return { lower: -Math.expm1(k * Math.log1p(-chance)), upper: Math.exp(k * Math.log1p(-chance)) };
    },
    mean: 1 / chance,
    variance: (1 - chance) / chance ** 2,
  };
}

/** Failures before so many successes. */
export function negativeBinomial(successes: number, chance: number): Distribution {
  return {
    isDiscrete: true,
    support: [0, INFINITE],
    density: (k) => {
      if (!Number.isInteger(k) || k < 0) return 0;
      if (chance === 1) return Number(k === 0);
      const choices = logGamma(k + successes) - logGamma(k + 1) - logGamma(successes);
      return Math.exp(choices + successes * Math.log(chance) + k * Math.log1p(-chance));
    },
    tails: (x) => (x < 0 ? { lower: 0, upper: 1 } : incompleteBeta(successes, Math.floor(x) + 1, chance)),
    mean: (successes * (1 - chance)) / chance,
    variance: (successes * (1 - chance)) / chance ** 2,
  };
}

/** Successes among `draws` from `population` with `successes` in it, without putting back. `population` bounds the work. */
export function hypergeometric(population: number, successes: number, draws: number): Distribution {
  const support = [Math.max(0, draws - (population - successes)), Math.min(draws, successes)] as const;
  const whole = logChoose(population, draws);
  const density = (k: number): number =>
    !Number.isInteger(k) || k < support[0] || k > support[1]
      ? 0
      : Math.exp(logChoose(successes, k) + logChoose(population - successes, draws - k) - whole);
  const sum = (from: number, to: number): number => {
    let total = 0;
    for (let k = from; k <= to; k++) total += density(k);
    return Math.min(1, total);
  };
  const share = successes / population;
  return {
    isDiscrete: true,
    support,
    density,
    tails: (x) => ({
      lower: sum(support[0], Math.min(Math.floor(x), support[1])),
      upper: sum(Math.max(Math.floor(x) + 1, support[0]), support[1]),
    }),
    mean: draws * share,
    variance: population > 1 ? (draws * share * (1 - share) * (population - draws)) / (population - 1) : 0,
  };
}

/** The smallest value whose lower tail is at least `share`; for 0 and 1 the ends of the support. */
export function quantile(distribution: Distribution, share: number): number {
  const { isDiscrete, support, tails } = distribution;
  if (share <= 0) return support[0];
  if (share >= 1) return support[1];
  // Judged by the smaller tail, which has more digits.
  const isBelow = (x: number): boolean => (share < 0.5 ? tails(x).lower < share : tails(x).upper > 1 - share);
  if (isDiscrete) {
    let [below, at] = [support[0] - 1, Number.isFinite(support[1]) ? support[1] : 1];
    while (isBelow(at) && at < Number.MAX_SAFE_INTEGER) [below, at] = [at, 2 * at];
    while (at - below > 1) {
      const middle = Math.floor((below + at) / 2);
      if (isBelow(middle)) below = middle;
      else at = middle;
    }
    return at;
  }
  const [from, to] = support;
  if (Number.isFinite(from) && from !== 0) return halve(isBelow, from, to);
  if (from === 0 || isBelow(0)) return Math.min(to, magnitude(isBelow));
  return -magnitude((x) => !isBelow(-x));
}

/** Between powers of two first, so that tiny values come as quickly as large ones. */
function magnitude(isBelow: (x: number) => boolean): number {
  let [low, high] = [-1074, 1023];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBelow(2 ** middle)) low = middle;
    else high = middle;
  }
  return halve(isBelow, 2 ** low, 2 ** high);
}

function halve(isBelow: (x: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  // A double has 53 bits.
  for (let i = 0; i < 56; i++) {
    const middle = low + (high - low) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low + (high - low) / 2;
}
