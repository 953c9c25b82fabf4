/** Tests of hypotheses. */

import { ContentFault } from '../faults.js';
import {
  chiSquare,
  type Distribution,
  fisherF,
  hypergeometric,
  normal,
  quantile,
  studentT,
  type Tails,
} from './distributions.js';
import { kendall, meanOf, pearson, ranksOf, varianceOf } from './ranks.js';

export const TAILS = ['two', 'less', 'greater'] as const;

export interface Question {
  readonly tail: (typeof TAILS)[number];
  readonly alpha: number;
  /** Mean, or difference of means, of the null hypothesis. */
  readonly mean: number;
  /** Continuity correction, where the test has one. */
  readonly correction: boolean;
}

export interface Group {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Outcome {
  readonly statistic: { readonly name: string; readonly value: number };
  readonly degreesOfFreedom?: readonly number[];
  readonly pValue: number;
  readonly estimate?: { readonly name: string; readonly value: number };
  /** Of the estimate. */
  readonly interval?: { readonly lower: number; readonly upper: number };
  readonly effectSize?: { readonly name: string; readonly value: number };
  readonly warnings?: readonly string[];
}

/** The probability of a statistic at least as far out. `below` includes the statistic itself in whole-number distributions. */
function pOf({ lower, upper }: Tails, tail: Question['tail']): number {
  if (tail === 'less') return Math.min(1, lower);
  return Math.min(1, tail === 'greater' ? upper : 2 * Math.min(lower, upper));
}

/** Around an estimate; open to one side for one-sided questions, which has no end. */
function intervalOf(estimate: number, error: number, distribution: Distribution, { alpha, tail }: Question) {
  if (tail !== 'two') return {};
  const half = quantile(distribution, 1 - alpha / 2) * error;
  return { interval: { lower: estimate - half, upper: estimate + half } };
}

function tTest(name: string, estimate: number, error: number, degrees: number, question: Question): Outcome {
  if (!(error > 0))
    throw new ContentFault('all the values of a group are the same, which leaves no variation to compare with');
  const t = (estimate - question.mean) / error;
  return {
    statistic: { name: 't', value: t },
    degreesOfFreedom: [degrees],
    pValue: pOf(studentT(degrees).tails(t), question.tail),
    estimate: { name, value: estimate },
    ...intervalOf(estimate, error, studentT(degrees), question),
  };
}

/** Of two independent groups, with one variance for both (Student) or one each (Welch). */
export function compareMeans([a, b]: readonly [Group, Group], isWelch: boolean, question: Question): Outcome {
  const [n, m] = [a.values.length, b.values.length];
  const [first, second] = [varianceOf(a.values), varianceOf(b.values)];
  const pooled = ((n - 1) * first + (m - 1) * second) / (n + m - 2);
  const parts = [first / n, second / m] as const;
  const error = Math.sqrt(isWelch ? parts[0] + parts[1] : pooled * (1 / n + 1 / m));
  const degrees = isWelch
    ? (parts[0] + parts[1]) ** 2 / (parts[0] ** 2 / (n - 1) + parts[1] ** 2 / (m - 1))
    : n + m - 2;
  const difference = meanOf(a.values) - meanOf(b.values);
  const outcome = tTest('difference of means', difference, error, degrees, question);
  return { ...outcome, effectSize: { name: "Cohen's d", value: difference / Math.sqrt(pooled) } };
}

/** The mean of one group, or of the differences of two. */
export function testMean(name: string, values: readonly number[], question: Question): Outcome {
  const [mean, variance] = [meanOf(values), varianceOf(values)];
  const outcome = tTest(name, mean, Math.sqrt(variance / values.length), values.length - 1, question);
  return { ...outcome, effectSize: { name: "Cohen's d", value: (mean - question.mean) / Math.sqrt(variance) } };
}

export function anova(groups: readonly Group[]): Outcome {
  const all = groups.flatMap(({ values }) => values);
  const mean = meanOf(all);
  const between = groups.reduce((sum, { values }) => sum + values.length * (meanOf(values) - mean) ** 2, 0);
  const within = groups.reduce((sum, { values }) => sum + varianceOf(values) * (values.length - 1), 0);
  const degrees = [groups.length - 1, all.length - groups.length] as const;
  if (!(within > 0))
    throw new ContentFault('all the values of each group are the same, which leaves no variation to compare with');
  const f = between / degrees[0] / (within / degrees[1]);
  return {
    statistic: { name: 'F', value: f },
    degreesOfFreedom: degrees,
    pValue: fisherF(...degrees).tails(f).upper,
    effectSize: { name: 'eta squared', value: between / (between + within) },
  };
}

export function kruskalWallis(groups: readonly Group[]): Outcome {
  const { ranks, ties } = ranksOf(groups.flatMap(({ values }) => values));
  const count = ranks.length;
  let [start, sum] = [0, 0];
  for (const { values } of groups) {
    const total = ranks.slice(start, start + values.length).reduce((a, b) => a + b, 0);
    // About the mean rank, so that little is lost.
    sum += (total - (values.length * (count + 1)) / 2) ** 2 / values.length;
    start += values.length;
  }
  const share = 1 - tieSum(ties) / (count ** 3 - count);
  if (!(share > 0)) throw new ContentFault('all the values are the same');
  const h = (12 * sum) / (count * (count + 1)) / share;
  return {
    statistic: { name: 'H', value: h },
    degreesOfFreedom: [groups.length - 1],
    pValue: chiSquare(groups.length - 1).tails(h).upper,
    effectSize: { name: 'epsilon squared', value: h / (count - 1) },
  };
}

const tieSum = (ties: readonly number[]): number => ties.reduce((sum, tie) => sum + tie ** 3 - tie, 0);

/** Groups of fewer have an exact distribution without ties, as in R. */
const EXACT_BELOW = 50;

/** Tails that both include the statistic, out of how often each value occurs. */
function exactTails(counts: readonly number[], value: number): Tails {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const sum = (from: number, to: number): number =>
    counts.slice(from, to).reduce((total, count) => total + count, 0) / all;
  return { lower: sum(0, value + 1), upper: sum(value, counts.length) };
}

/** Normal approximation, moved half a step towards the middle for each tail. */
function approximateTails(distance: number, deviation: number, correction: boolean): Tails {
  const half = correction ? 0.5 : 0;
  return {
    lower: normal().tails((distance + half) / deviation).lower,
    upper: normal().tails((distance - half) / deviation).upper,
  };
}

export function mannWhitney([a, b]: readonly [Group, Group], { tail, correction }: Question): Outcome {
  const [n, m] = [a.values.length, b.values.length];
  const { ranks, ties } = ranksOf([...a.values, ...b.values]);
  const u = ranks.slice(0, n).reduce((sum, rank) => sum + rank, 0) - (n * (n + 1)) / 2;
  const about = {
    statistic: { name: 'U', value: u },
    effectSize: { name: 'rank-biserial correlation', value: (2 * u) / (n * m) - 1 },
  };
  if (ties.length === 0 && n < EXACT_BELOW && m < EXACT_BELOW)
    return { ...about, pValue: pOf(exactTails(rankSums(n, m), u), tail) };
  const variance = ((n * m) / 12) * (n + m + 1 - tieSum(ties) / ((n + m) * (n + m - 1)));
  if (!(variance > 0)) throw new ContentFault('all the values are the same');
  const pValue = pOf(approximateTails(u - (n * m) / 2, Math.sqrt(variance), correction), tail);
  return { ...about, pValue, warnings: ['The p-value is the normal approximation: there are ties or many values'] };
}

/** How many orders of n and m values have each U, relative to each other: Gaussian binomial coefficients. */
function rankSums(n: number, m: number): readonly number[] {
  const counts = Array<number>(n * m + 1).fill(0);
  counts[0] = 1;
  for (let i = 1; i <= n; i++) {
    for (let u = n * m; u >= m + i; u--) counts[u] = (counts[u] ?? 0) - (counts[u - m - i] ?? 0);
    for (let u = i; u <= n * m; u++) counts[u] = (counts[u] ?? 0) + (counts[u - i] ?? 0);
  }
  return counts;
}

/** Signed ranks of differences. */
export function wilcoxon(values: readonly number[], { tail, correction, mean }: Question): Outcome {
  const differences = values.map((value) => value - mean).filter((value) => value !== 0);
  const count = differences.length;
  if (count === 0) throw new ContentFault('all the differences are 0');
  const zeros = values.length - count;
  const { ranks, ties } = ranksOf(differences.map(Math.abs));
  const w = ranks.reduce((sum, rank, i) => sum + ((differences[i] ?? 0) > 0 ? rank : 0), 0);
  const most = (count * (count + 1)) / 2;
  const about = {
    statistic: { name: 'W', value: w },
    effectSize: { name: 'rank-biserial correlation', value: (2 * w) / most - 1 },
  };
  if (ties.length === 0 && zeros === 0 && count < EXACT_BELOW) {
    const counts = Array<number>(most + 1).fill(0);
    counts[0] = 1;
    for (let rank = 1; rank <= count; rank++)
      for (let sum = most; sum >= rank; sum--) counts[sum] = (counts[sum] ?? 0) + (counts[sum - rank] ?? 0);
    return { ...about, pValue: pOf(exactTails(counts, w), tail) };
  }
  const variance = (count * (count + 1) * (2 * count + 1)) / 24 - tieSum(ties) / 48;
  const pValue = pOf(approximateTails(w - most / 2, Math.sqrt(variance), correction), tail);
  const left = zeros > 0 ? [`Differences of 0 were left out: ${zeros}`] : [];
  return {
    ...about,
    pValue,
    warnings: ['The p-value is the normal approximation: there are ties, zeros or many values', ...left],
  };
}

/** Independence of rows and columns of counts; of one row or column, whether all are equally frequent. */
export function chiSquareTest(counts: readonly (readonly number[])[], correction: boolean): Outcome {
  const flat = counts.flat();
  const total = flat.reduce((sum, count) => sum + count, 0);
  const width = counts[0]?.length ?? 0;
  const isFit = counts.length === 1 || width === 1;
  const rows = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = Array.from({ length: width }, (_, j) => counts.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  if ([...rows, ...columns].some((sum) => sum === 0)) throw new ContentFault('a row or column has no counts above 0');
  const expected = counts.flatMap((_, i) =>
    columns.map((column) => (isFit ? total / flat.length : ((rows[i] ?? 0) * column) / total)),
  );
  const isCorrected = correction && counts.length === 2 && width === 2;
  const value = flat.reduce((sum, count, i) => {
    const away = Math.abs(count - (expected[i] ?? 0));
    return sum + (away - (isCorrected ? Math.min(0.5, away) : 0)) ** 2 / (expected[i] ?? 1);
  }, 0);
  const degrees = isFit ? flat.length - 1 : (counts.length - 1) * (width - 1);
  const few = expected.filter((count) => count < 5).length;
  const size = Math.min(counts.length, width) - 1;
  return {
    statistic: { name: 'chi-square', value },
    degreesOfFreedom: [degrees],
    pValue: chiSquare(degrees).tails(value).upper,
    ...(isFit ? {} : { effectSize: { name: "Cramér's V", value: Math.sqrt(value / (total * size)) } }),
    warnings: few > 0 ? [`Expected counts below 5: ${few} of ${flat.length}; the p-value is rough`] : [],
  };
}

/** Of two rows and columns of counts, given their sums. */
export function fisherExact(
  [[a = 0, b = 0] = [], [c = 0, d = 0] = []]: readonly (readonly number[])[],
  tail: Question['tail'],
): Outcome {
  const distribution = hypergeometric(a + b + c + d, a + b, a + c);
  const { density, support } = distribution;
  const here = density(a);
  let [lower, upper, two] = [0, 0, 0];
  for (let k = support[0]; k <= support[1]; k++) {
    const share = density(k);
    if (k <= a) lower += share;
    if (k >= a) upper += share;
    // As R does: what differs by rounding is as likely.
    if (share <= here * (1 + 1e-7)) two += share;
  }
  const ratio = (a * d) / (b * c);
  return {
    statistic: { name: 'first count', value: a },
    pValue: Math.min(1, tail === 'two' ? two : tail === 'less' ? lower : upper),
    ...(Number.isFinite(ratio) ? { estimate: { name: 'odds ratio', value: ratio } } : {}),
  };
}

/** Two rows of successes and trials, as in A/B tests. */
export function compareShares(
  [[a = 0, n = 0] = [], [b = 0, m = 0] = []]: readonly (readonly number[])[],
  question: Question,
): Outcome {
  if (a > n || b > m) throw new ContentFault('there are more successes than trials');
  const [first, second, both] = [a / n, b / m, (a + b) / (n + m)];
  const error = Math.sqrt(both * (1 - both) * (1 / n + 1 / m));
  if (!(error > 0)) throw new ContentFault('all the trials succeeded or none did');
  const z = (first - second) / error;
  const apart = Math.sqrt((first * (1 - first)) / n + (second * (1 - second)) / m);
  return {
    statistic: { name: 'z', value: z },
    pValue: pOf(normal().tails(z), question.tail),
    estimate: { name: 'difference of shares', value: first - second },
    ...intervalOf(first - second, apart, normal(), question),
    effectSize: { name: "Cohen's h", value: 2 * (Math.asin(Math.sqrt(first)) - Math.asin(Math.sqrt(second))) },
    warnings: [a, b, n - a, m - b].some((count) => count < 5) ? ['Fewer than 5 successes or failures: use fisher'] : [],
  };
}

export type Correlation = 'pearson' | 'spearman' | 'kendall';

export function correlate(method: Correlation, [a, b]: readonly [Group, Group], question: Question): Outcome {
  const count = a.values.length;
  if (count < 3) throw new ContentFault(`a correlation needs 3 rows, got ${count}`);
  const { tau, z } = kendall(a.values, b.values);
  const r =
    method === 'kendall'
      ? tau
      : method === 'pearson'
        ? pearson(a.values, b.values)
        : pearson(ranksOf(a.values).ranks, ranksOf(b.values).ranks);
  if (Number.isNaN(r)) throw new ContentFault('all the values of a column are the same');
  const estimate = { name: method === 'pearson' ? 'r' : method === 'spearman' ? 'rho' : 'tau-b', value: r };
  if (method === 'kendall')
    return { statistic: { name: 'z', value: z }, pValue: pOf(normal().tails(z), question.tail), estimate };
  const degrees = count - 2;
  if (Math.abs(r) === 1)
    return {
      statistic: estimate,
      degreesOfFreedom: [degrees],
      pValue: pOf({ lower: r < 0 ? 0 : 1, upper: r < 0 ? 1 : 0 }, question.tail),
      estimate,
    };
  const t = r * Math.sqrt(degrees / ((1 - r) * (1 + r)));
  const isWide = method === 'pearson' && count > 3;
  const ends = isWide ? intervalOf(Math.atanh(r), 1 / Math.sqrt(count - 3), normal(), question).interval : undefined;
  return {
    statistic: { name: 't', value: t },
    degreesOfFreedom: [degrees],
    pValue: pOf(studentT(degrees).tails(t), question.tail),
    estimate,
    ...(ends === undefined ? {} : { interval: { lower: Math.tanh(ends.lower), upper: Math.tanh(ends.upper) } }),
  };
}
