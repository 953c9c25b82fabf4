/** How two columns with gaps go together. */

import { normal, studentT } from './distributions.js';
import { covarianceOf, kendall, pearson, ranksOf } from './ranks.js';

export const METHODS = ['pearson', 'spearman', 'kendall', 'covariance'] as const;

export interface Correlated {
  /** NaN where a column is constant. */
  readonly coefficient: number | undefined;
  /** Two-sided. */
  readonly pValue: number | undefined;
  readonly count: number;
}

type Column = readonly (number | undefined)[];

/** Of the rows in which both have a value. A column beside itself has no p-value. */
export function correlationOf(method: (typeof METHODS)[number], a: Column, b: Column, isSame: boolean): Correlated {
  const rows = a.flatMap((x, i) => {
    const y = b[i];
    return x === undefined || y === undefined ? [] : [[x, y] as const];
  });
  const count = rows.length;
  if (count < 2) return { coefficient: undefined, pValue: undefined, count };
  const [x, y] = [rows.map(([value]) => value), rows.map(([, value]) => value)];
  if (method === 'covariance') return { coefficient: covarianceOf(x, y), pValue: undefined, count };
  if (method === 'kendall') {
    const { tau, z } = kendall(x, y);
    const pValue = isSame || count < 3 || Number.isNaN(tau) ? undefined : 2 * normal().tails(Math.abs(z)).upper;
    return { coefficient: tau, pValue, count };
  }
  const coefficient = method === 'pearson' ? pearson(x, y) : pearson(ranksOf(x).ranks, ranksOf(y).ranks);
  if (isSame || count < 3 || Number.isNaN(coefficient)) return { coefficient, pValue: undefined, count };
  if (Math.abs(coefficient) === 1) return { coefficient, pValue: 0, count };
  const t = Math.abs(coefficient) * Math.sqrt((count - 2) / ((1 - coefficient) * (1 + coefficient)));
  return { coefficient, pValue: Math.min(1, 2 * studentT(count - 2).tails(t).upper), count };
}
