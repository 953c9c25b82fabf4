import type { Decimal, Decimals } from '../../engines/decimals.js';

export const GROWTH_COMPOUNDINGS = ['yearly', 'semi-annual', 'quarterly', 'monthly', 'daily', 'continuous'] as const;

const PER_YEAR = { yearly: 1, 'semi-annual': 2, quarterly: 4, monthly: 12, daily: 365 } as const;
export const CONTRIBUTIONS_PER_YEAR = { monthly: 12, quarterly: 4, yearly: 1 } as const;

/** Money that grows while more is added. */
export interface Growth {
  readonly principal: Decimal;
  readonly contribution: Decimal;
  readonly perYear: number;
  /** Contributions come at the start of their period. */
  readonly isEarly: boolean;
}

/** What 1 becomes in a year. `rate` is a share: 0.05. */
export function yearlyFactor(
  Money: Decimals,
  rate: Decimal,
  compounding: (typeof GROWTH_COMPOUNDINGS)[number],
): Decimal {
  if (compounding === 'continuous') return rate.exp();
  const periods = PER_YEAR[compounding];
  return new Money(1).plus(rate.div(periods)).pow(periods);
}

/** Nine decimals of a period: 0.5833333333333334 years are seven months. */
const PERIOD_DECIMALS = 9;

/** How many contributions are made within so many years. */
export function contributionsIn({ perYear, isEarly }: Growth, years: Decimal): Decimal {
  const periods = years.times(perYear).toDecimalPlaces(PERIOD_DECIMALS);
  return isEarly ? periods.ceil() : periods.floor();
}

/** What contributions of 1 are worth after so many years; each grows from its own day. */
export function contributionsWorth(growth: Growth, factor: Decimal, years: Decimal): Decimal {
  const made = contributionsIn(growth, years);
  if (made.isZero() || factor.eq(1)) return made;
  const step = factor.pow(made.div(made).div(growth.perYear));
  const since = years.minus(made.minus(growth.isEarly ? 1 : 0).div(growth.perYear));
  return factor.pow(since).times(step.pow(made).minus(1)).div(step.minus(1));
}

export const worthAfter = (growth: Growth, factor: Decimal, years: Decimal): Decimal =>
  growth.principal
    .times(factor.pow(years))
    .plus(growth.contribution.isZero() ? 0 : growth.contribution.times(contributionsWorth(growth, factor, years)));

const MAX_GOAL_MONTHS = 12_000;

/** The first month, from 0, at whose end the target is reached; `undefined` where 1,000 years do not do. */
export function monthsTo(Money: Decimals, growth: Growth, factor: Decimal, target: Decimal): number | undefined {
  const isReached = (months: number): boolean => worthAfter(growth, factor, new Money(months).div(12)).gte(target);
  if (!isReached(MAX_GOAL_MONTHS)) return undefined;
  let [low, high] = [-1, MAX_GOAL_MONTHS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The lowest rate, as a share, that reaches the target: to ten decimals, up to 1,000 %. */
export function rateTo(Money: Decimals, worthAt: (rate: Decimal) => Decimal, target: Decimal): Decimal | undefined {
  let [low, high] = [new Money(0), new Money(10)];
  if (worthAt(low).gte(target)) return low;
  if (worthAt(high).lt(target)) return undefined;
  for (let i = 0; i < 40; i++) {
    const middle = low.plus(high).div(2);
    if (worthAt(middle).gte(target)) high = middle;
    else low = middle;
  }
  return high;
}
