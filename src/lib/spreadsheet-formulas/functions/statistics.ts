import {
  binomial,
  chiSquare,
  type Distribution,
  fisherF,
  normal,
  poisson,
  quantile,
  studentT,
} from '../../statistics/distributions.js';
import { SheetError } from '../../workbook/model.js';
import { DIV0, NA, NUM } from '../values.js';
import { type Arguments, MANY, mixed, single, whole } from './define.js';
import type { FormulaFunction, FunctionTable } from './registry.js';
import { deviation, variance } from './spread.js';
import { mean, sumOf } from './sums.js';

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw NUM;
  const list = sorted(numbers);
  const middle = Math.floor(list.length / 2);
  const upper = list[middle] ?? 0;
  return list.length % 2 === 1 ? upper : ((list[middle - 1] ?? 0) + upper) / 2;
}

/** The most frequent number, the first of several. */
function mode(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let [best, most] = [0, 1];
  for (const [number, count] of counts) if (count > most) [best, most] = [number, count];
  if (most === 1) throw NA;
  return best;
}

function nth(a: Arguments, isLargest: boolean): number {
  const list = sorted(a.numbers(0, 1));
  const place = Math.ceil(a.number(1));
  if (place < 1 || place > list.length) throw NUM;
  return list[isLargest ? list.length - place : place - 1] ?? 0;
}

function percentile(numbers: readonly number[], share: number, isInclusive: boolean): number {
  const list = sorted(numbers);
  if (list.length === 0 || share < 0 || share > 1) throw NUM;
  const at = isInclusive ? share * (list.length - 1) : share * (list.length + 1) - 1;
  if (at < 0 || at > list.length - 1) throw NUM;
  const below = Math.floor(at);
  const low = list[below] ?? 0;
  return low + (at - below) * ((list[below + 1] ?? low) - low);
}

function percentRank(a: Arguments): number {
  const list = sorted(a.numbers(0, 1));
  const [x, digits] = [a.number(1), a.whole(2, 3)];
  const last = list.length - 1;
  if (list.length === 0 || digits < 1) throw NUM;
  if (x < (list[0] ?? 0) || x > (list[last] ?? 0)) throw NA;
  if (list.length === 1) return 1;
  const below = list.findLastIndex((value) => value <= x);
  const at = list.indexOf(x);
  const [low, high] = [list[below] ?? 0, list[below + 1] ?? 0];
  const rank = at >= 0 ? at / last : (below + (x - low) / (high - low)) / last;
  const unit = 10 ** Math.min(digits, 15);
  return Math.floor(Number((rank * unit).toPrecision(14))) / unit;
}

function rank(a: Arguments, isAverage: boolean): number {
  const x = a.number(0);
  const list = a.numbers(1, 2);
  const isUp = a.number(2) !== 0;
  const equal = list.filter((value) => value === x).length;
  if (equal === 0) throw NA;
  const before = list.filter((value) => (isUp ? value < x : value > x)).length;
  return before + (isAverage ? (equal + 1) / 2 : 1);
}

/** Numbers that stand beside each other. */
function pairsOf(a: Arguments, first = 0): readonly [readonly number[], readonly number[]] {
  const [left, right] = [[...a.cells(first)], [...a.cells(first + 1)]];
  const [one, two] = [a.matrix(first), a.matrix(first + 1)];
  if (one.rows * one.columns !== two.rows * two.columns) throw NA;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [i, x] of left.entries()) {
    const y = right[i];
    if (x instanceof SheetError) throw x;
    if (y instanceof SheetError) throw y;
    if (typeof x !== 'number' || typeof y !== 'number') continue;
    xs.push(x);
    ys.push(y);
  }
  return [xs, ys];
}

const products = (xs: readonly number[], ys: readonly number[]): number => {
  const [x, y] = [mean(xs), mean(ys)];
  return sumOf(xs.map((one, i) => (one - x) * ((ys[i] ?? 0) - y)));
};

function correlation(a: Arguments): number {
  const [xs, ys] = pairsOf(a);
  const spread = Math.sqrt(products(xs, xs) * products(ys, ys));
  if (spread === 0) throw DIV0;
  return products(xs, ys) / spread;
}

/** Of y on x; as in SLOPE(y, x). */
function line(a: Arguments, first = 0): { readonly slope: number; readonly intercept: number } {
  const [ys, xs] = pairsOf(a, first);
  const spread = products(xs, xs);
  if (spread === 0) throw DIV0;
  const slope = products(xs, ys) / spread;
  return { slope, intercept: mean(ys) - slope * mean(xs) };
}

function covariance(a: Arguments, isSample: boolean): number {
  const [xs, ys] = pairsOf(a);
  if (xs.length - Number(isSample) < 1) throw DIV0;
  return products(xs, ys) / (xs.length - Number(isSample));
}

function standardError(a: Arguments): number {
  const [ys, xs] = pairsOf(a);
  if (xs.length < 3 || products(xs, xs) === 0) throw DIV0;
  return Math.sqrt((products(ys, ys) - products(xs, ys) ** 2 / products(xs, xs)) / (xs.length - 2));
}

function positive(a: Arguments): number[] {
  const numbers = a.numbers();
  if (numbers.length === 0 || numbers.some((number) => number <= 0)) throw NUM;
  return numbers;
}

function moment(numbers: readonly number[], power: number): number {
  const spread = deviation(numbers, true);
  if (spread === 0) throw DIV0;
  const middle = mean(numbers);
  return sumOf(numbers.map((number) => ((number - middle) / spread) ** power));
}

function skew(a: Arguments): number {
  const numbers = a.numbers();
  const n = numbers.length;
  if (n < 3) throw DIV0;
  return (n / ((n - 1) * (n - 2))) * moment(numbers, 3);
}

function kurtosis(a: Arguments): number {
  const numbers = a.numbers();
  const n = numbers.length;
  if (n < 4) throw DIV0;
  return (
    ((n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))) * moment(numbers, 4) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
  );
}

function trimmedMean(a: Arguments): number {
  const list = sorted(a.numbers(0, 1));
  const share = a.number(1);
  if (share < 0 || share >= 1) throw NUM;
  const cut = Math.floor((list.length * share) / 2);
  return mean(list.slice(cut, list.length - cut));
}

const chosen = (distribution: Distribution, x: number, isCumulative: boolean): number =>
  isCumulative ? distribution.tails(x).lower : distribution.density(x);

function normalOf(a: Arguments, from: number): Distribution {
  if (a.number(from + 1) <= 0) throw NUM;
  return normal(a.number(from), a.number(from + 1));
}

function share(value: number): number {
  if (value <= 0 || value >= 1) throw NUM;
  return value;
}

function degrees(value: number): number {
  const whole = Math.trunc(value);
  if (whole < 1 || whole > 1e10) throw NUM;
  return whole;
}

function binomialOf(a: Arguments): number {
  const [x, trials, chance] = [a.whole(0), a.whole(1), a.number(2)];
  if (x < 0 || x > trials || trials > 1e6 || chance < 0 || chance > 1) throw NUM;
  if (chance === 0 || chance === 1) {
    const sure = chance === 0 ? 0 : trials;
    return Number(a.boolean(3) ? x >= sure : x === sure);
  }
  return chosen(binomial(trials, chance), x, a.boolean(3));
}

function poissonOf(a: Arguments): number {
  const [x, rate] = [a.whole(0), a.number(1)];
  if (x < 0 || rate < 0 || x > 1e7) throw NUM;
  if (rate === 0) return Number(a.boolean(2) || x === 0);
  return chosen(poisson(rate), x, a.boolean(2));
}

const list = (work: (numbers: readonly number[]) => number): FormulaFunction =>
  whole(1, MANY, (a) => work(a.numbers()));
const percentileBy = (isInclusive: boolean, toShare: (k: number) => number): FormulaFunction =>
  mixed('ws', 2, 2, (a) => percentile(a.numbers(0, 1), toShare(a.number(1)), isInclusive));

function quarter(k: number): number {
  const whole = Math.trunc(k);
  if (whole < 0 || whole > 4) throw NUM;
  return whole / 4;
}

const forecast = mixed('sww', 3, 3, (a) => {
  const { slope, intercept } = line(a, 1);
  return intercept + slope * a.number(0);
});

const NAMED: FunctionTable = {
  MEDIAN: list(median),
  'MODE.SNGL': list(mode),
  'STDEV.S': list((numbers) => deviation(numbers, true)),
  'STDEV.P': list((numbers) => deviation(numbers, false)),
  'VAR.S': list((numbers) => variance(numbers, true)),
  'VAR.P': list((numbers) => variance(numbers, false)),
  AVEDEV: list((numbers) => mean(numbers.map((number) => Math.abs(number - mean(numbers))))),
  DEVSQ: list((numbers) => (numbers.length === 0 ? 0 : variance(numbers, false) * numbers.length)),
  LARGE: mixed('ws', 2, 2, (a) => nth(a, true)),
  SMALL: mixed('ws', 2, 2, (a) => nth(a, false)),
  'PERCENTILE.INC': percentileBy(true, (k) => k),
  'PERCENTILE.EXC': percentileBy(false, (k) => k),
  'QUARTILE.INC': percentileBy(true, quarter),
  'QUARTILE.EXC': percentileBy(false, quarter),
  'PERCENTRANK.INC': mixed('ws', 2, 3, percentRank),
  'RANK.EQ': mixed('sws', 2, 3, (a) => rank(a, false)),
  'RANK.AVG': mixed('sws', 2, 3, (a) => rank(a, true)),
  CORREL: whole(2, 2, correlation),
  RSQ: whole(2, 2, (a) => correlation(a) ** 2),
  SLOPE: whole(2, 2, (a) => line(a).slope),
  INTERCEPT: whole(2, 2, (a) => line(a).intercept),
  'FORECAST.LINEAR': forecast,
  'COVARIANCE.P': whole(2, 2, (a) => covariance(a, false)),
  'COVARIANCE.S': whole(2, 2, (a) => covariance(a, true)),
  STEYX: whole(2, 2, standardError),
  GEOMEAN: whole(1, MANY, (a) => Math.exp(mean(positive(a).map(Math.log)))),
  HARMEAN: whole(1, MANY, (a) => 1 / mean(positive(a).map((x) => 1 / x))),
  TRIMMEAN: mixed('ws', 2, 2, trimmedMean),
  SKEW: whole(1, MANY, skew),
  KURT: whole(1, MANY, kurtosis),
  STANDARDIZE: single(3, 3, (a) => {
    if (a.number(2) <= 0) throw NUM;
    return (a.number(0) - a.number(1)) / a.number(2);
  }),
  FISHER: single(1, 1, (a) => {
    if (Math.abs(a.number(0)) >= 1) throw NUM;
    return Math.atanh(a.number(0));
  }),
  FISHERINV: single(1, 1, (a) => Math.tanh(a.number(0))),
  'NORM.DIST': single(4, 4, (a) => chosen(normalOf(a, 1), a.number(0), a.boolean(3))),
  'NORM.S.DIST': single(2, 2, (a) => chosen(normal(), a.number(0), a.boolean(1))),
  'NORM.INV': single(3, 3, (a) => quantile(normalOf(a, 1), share(a.number(0)))),
  'NORM.S.INV': single(1, 1, (a) => quantile(normal(), share(a.number(0)))),
  'BINOM.DIST': single(4, 4, binomialOf),
  'POISSON.DIST': single(3, 3, poissonOf),
  'EXPON.DIST': single(3, 3, (a) => {
    const [x, rate] = [a.number(0), a.number(1)];
    if (x < 0 || rate <= 0) throw NUM;
    return a.boolean(2) ? -Math.expm1(-rate * x) : rate * Math.exp(-rate * x);
  }),
  'T.DIST': single(3, 3, (a) => chosen(studentT(degrees(a.number(1))), a.number(0), a.boolean(2))),
  'T.DIST.2T': single(2, 2, (a) => {
    if (a.number(0) < 0) throw NUM;
    return 2 * studentT(degrees(a.number(1))).tails(a.number(0)).upper;
  }),
  'T.INV': single(2, 2, (a) => quantile(studentT(degrees(a.number(1))), share(a.number(0)))),
  'CHISQ.DIST': single(3, 3, (a) => {
    if (a.number(0) < 0) throw NUM;
    return chosen(chiSquare(degrees(a.number(1))), a.number(0), a.boolean(2));
  }),
  'F.DIST': single(4, 4, (a) => {
    if (a.number(0) < 0) throw NUM;
    return chosen(fisherF(degrees(a.number(1)), degrees(a.number(2))), a.number(0), a.boolean(3));
  }),
  'CONFIDENCE.NORM': single(3, 3, (a) => {
    if (a.number(1) <= 0 || a.whole(2) < 1) throw NUM;
    return -quantile(normal(), share(a.number(0)) / 2) * (a.number(1) / Math.sqrt(a.whole(2)));
  }),
};

/** What Excel called them before 2010. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  MODE: 'MODE.SNGL',
  STDEV: 'STDEV.S',
  STDEVP: 'STDEV.P',
  VAR: 'VAR.S',
  VARP: 'VAR.P',
  PERCENTILE: 'PERCENTILE.INC',
  QUARTILE: 'QUARTILE.INC',
  PERCENTRANK: 'PERCENTRANK.INC',
  RANK: 'RANK.EQ',
  PEARSON: 'CORREL',
  FORECAST: 'FORECAST.LINEAR',
  COVAR: 'COVARIANCE.P',
  NORMDIST: 'NORM.DIST',
  NORMINV: 'NORM.INV',
  NORMSINV: 'NORM.S.INV',
  BINOMDIST: 'BINOM.DIST',
  POISSON: 'POISSON.DIST',
  EXPONDIST: 'EXPON.DIST',
  CONFIDENCE: 'CONFIDENCE.NORM',
};

export const STATISTICS_FUNCTIONS: FunctionTable = {
  ...NAMED,
  ...Object.fromEntries(
    Object.entries(OLD_NAMES).flatMap(([old, name]) => (NAMED[name] === undefined ? [] : [[old, NAMED[name]]])),
  ),
  NORMSDIST: single(1, 1, (a) => normal().tails(a.number(0)).lower),
};
