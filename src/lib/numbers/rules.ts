/** Values that follow from others by formulas. */

import { ContentFault } from '../faults.js';

export interface Rule {
  readonly symbol: string;
  readonly from: readonly string[];
  readonly work: (...values: readonly number[]) => number;
  /** The formula gives one of two answers, of which the other is right, too. */
  readonly isOneOfTwo?: boolean;
}

export const rule = (
  symbol: string,
  from: readonly string[],
  work: (a: number, b: number, c: number, d: number) => number,
): Rule => ({
  symbol,
  from,
  work: (a = 0, b = 0, c = 0, d = 0) => work(a, b, c, d),
});

export const oneOfTwo = (given: Rule): Rule => ({ ...given, isOneOfTwo: true });

/**
 * Adds to `known` everything that follows. Throws `ContentFault` where values contradict each other, or one of those that are not
 * `isSigned` would not be positive.
 */
export function follow(
  rules: readonly Rule[],
  known: Map<string, number>,
  isSigned: (symbol: string) => boolean = () => false,
): void {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { symbol, from, work } of rules) {
      const values = from.map((part) => known.get(part));
      if (known.has(symbol) || values.includes(undefined)) continue;
      known.set(symbol, work(...values.map((value) => value ?? 0)));
      isNew = true;
    }
  }
  for (const { symbol, from, work } of rules.filter(({ isOneOfTwo }) => isOneOfTwo !== true)) {
    const values = from.map((part) => known.get(part));
    const [here, other] = [
      known.get(symbol),
      values.includes(undefined) ? undefined : work(...values.map((value) => value ?? 0)),
    ];
    if (here === undefined || other === undefined) continue;
    if (!Number.isFinite(here) || (!isSigned(symbol) && !(here > 0)))
      throw new ContentFault(`${symbol} would be ${here > 0 ? 'infinite' : 'zero or negative'} with these values`);
    if (Math.abs(other - here) > 1e-6 * Math.max(Math.abs(here), Math.abs(other)))
      throw new ContentFault(`the values contradict each other: ${symbol} follows from ${from.join(' and ')}`);
  }
}
