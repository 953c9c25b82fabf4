/** Logistic regression by maximum likelihood. */

import { ContentFault } from '../faults.js';
import { normal, quantile } from './distributions.js';
import { type Coefficient, coefficientOf } from './regression.js';

const STEPS = 60;
/** Nearer to certainty than any finite coefficient brings a row: the classes are separated. */
const CERTAIN = 30;

export interface LogisticFit {
  readonly coefficients: readonly Coefficient[];
  /** Of the coefficients. */
  readonly covariance: readonly (readonly number[])[];
  readonly logLikelihood: number;
  readonly nullLogLikelihood: number;
}

const logisticOf = (score: number): number => 1 / (1 + Math.exp(-score));
/** ln(1 + eˣ) */
const softPlus = (x: number): number => (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** Inverse of a small matrix, pivots by size; `undefined` where it is singular to working precision. */
function invert(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i;
    const top = rows[best] ?? [];
    rows[best] = rows[k] ?? [];
    const pivot = top[k] ?? 0;
    if (!(Math.abs(pivot) > 1e-13)) return undefined;
    const leading = top.map((cell) => cell / pivot);
    for (const [i, row] of rows.entries()) {
      const factor = row[k] ?? 0;
      rows[i] = i === k ? leading : row.map((cell, j) => cell - factor * (leading[j] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}

/**
 * Newton's steps on standardised columns. `rows` are without the intercept, which is always fitted, and come first in the result; `y` is 0
 * or 1. Throws `ContentFault` where the outcomes are all the same, a column separates them, or columns depend on each other.
 */
export function fitLogistic(
  names: readonly string[],
  rows: readonly (readonly number[])[],
  y: readonly number[],
  confidence: number,
): LogisticFit {
  const count = rows.length;
  const positive = y.reduce((sum, value) => sum + value, 0);
  if (positive === 0 || positive === count) throw new ContentFault('the outcomes are all the same');
  const means = names.map((_, j) => rows.reduce((sum, row) => sum + (row[j] ?? 0), 0) / count);
  const spreads = names.map((_, j) =>
    Math.sqrt(rows.reduce((sum, row) => sum + ((row[j] ?? 0) - (means[j] ?? 0)) ** 2, 0) / count),
  );
  for (const [j, spread] of spreads.entries())
    if (!(spread > 0)) throw new ContentFault(`${names[j]} has the same value in every row`);
  const design = rows.map((row) => [1, ...row.map((cell, j) => (cell - (means[j] ?? 0)) / (spreads[j] ?? 1))]);
  const size = names.length + 1;
  const share = positive / count;
  let beta = [Math.log(share / (1 - share)), ...names.map(() => 0)];
  const likelihoodOf = (at: readonly number[]): number =>
    design.reduce((sum, row, i) => sum + (y[i] ?? 0) * dot(row, at) - softPlus(dot(row, at)), 0);
  const nullLogLikelihood = likelihoodOf(beta);
  let likelihood = nullLogLikelihood;
  let inverse: number[][] | undefined;
  for (let step = 0; step < STEPS; step++) {
    const gradient = Array<number>(size).fill(0);
    const hessian = Array.from({ length: size }, () => Array<number>(size).fill(0));
    for (const [i, row] of design.entries()) {
      const chance = logisticOf(dot(row, beta));
      const weight = chance * (1 - chance);
      for (const [a, cell] of row.entries()) {
        gradient[a] = (gradient[a] ?? 0) + cell * ((y[i] ?? 0) - chance);
        const line = hessian[a] ?? [];
        for (const [b, other] of row.entries()) line[b] = (line[b] ?? 0) + weight * cell * other;
      }
    }
    inverse = invert(hessian.map((row) => row.map((cell) => cell / count)));
    if (inverse === undefined) break;
    const change = inverse.map((row) => dot(row, gradient) / count);
    // Half a step, and half of it again, where a whole one goes past the maximum.
    let [scale, next, reached] = [1, beta, likelihood];
    for (let halving = 0; halving < 30; halving++, scale /= 2) {
      next = beta.map((value, i) => value + scale * (change[i] ?? 0));
      reached = likelihoodOf(next);
      if (reached >= likelihood - 1e-12 * Math.abs(likelihood)) break;
    }
    beta = next;
    likelihood = reached;
    if (change.every((value) => Math.abs(value) < 1e-12)) break;
  }
  if (design.every((row, i) => ((y[i] ?? 0) === 1 ? dot(row, beta) > 0 : dot(row, beta) < 0)) && likelihood > -1e-6)
    throw new ContentFault('the columns separate the outcomes completely: no finite coefficients exist');
  if (inverse === undefined || beta.some((value) => !(Math.abs(value) < CERTAIN * 10)))
    throw new ContentFault('the columns depend on each other or separate the outcomes: no finite coefficients exist');
  const standardised = inverse;
  const critical = quantile(normal(), (1 + confidence) / 2);
  // Back from standardised columns.
  const back = names.map((_, j) => -(means[j] ?? 0) / (spreads[j] ?? 1));
  const intercept = [1, ...back];
  const weights = [intercept, ...names.map((_, j) => beta.map((__, i) => (i === j + 1 ? 1 / (spreads[j] ?? 1) : 0)))];
  const estimates = weights.map((row) => dot(row, beta));
  const covariance = weights.map((a) =>
    weights.map(
      (b) =>
        dot(
          a,
          standardised.map((line) => dot(line, b)),
        ) / count,
    ),
  );
  const coefficients = weights.map((_, i) => {
    const variance = covariance[i]?.[i] ?? 0;
    const name = i === 0 ? 'intercept' : (names[i - 1] ?? '');
    return coefficientOf(name, estimates[i] ?? 0, Math.sqrt(variance), critical, (z) => normal().tails(z).upper);
  });
  return { coefficients, covariance, logLikelihood: likelihood, nullLogLikelihood };
}
