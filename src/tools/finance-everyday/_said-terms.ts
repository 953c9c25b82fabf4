import { invalid } from '../../core/index.js';
import { isSaid } from '../../formats/said-options.js';
import { readSaidInterest, type SaidInterest } from '../../lib/numbers/said-interest.js';

import { GROWTH_COMPOUNDINGS } from './_growth.js';
import { MAX_MONTHS } from './_loan-schedule.js';
import { MAX_MONEY } from './_money.js';

function said(input: string, form: string): SaidInterest {
  const found = readSaidInterest(input);
  if (found === undefined) throw invalid(`Cannot read property "input": expected something like ${form}`);
  for (const amount of [found.amount, found.payment])
    if (Number(amount ?? 0) > MAX_MONEY)
      throw invalid(`Input must name amounts of at most ${MAX_MONEY}, got ${amount}`);
  if (Number(found.rate ?? 0) > 100) throw invalid(`Input must name a rate of at most 100 percent, got ${found.rate}`);
  return found;
}

interface Loan {
  readonly principal: number;
  readonly rate: number;
  readonly months: number;
  readonly payment: number;
}

/** The loan where nothing is asked for. */
export const USUAL_LOAN = { principal: 100_000, rate: 5, months: 360 } as const;
const LOAN = '"200000 at 3.5% for 30 years" or "15000 at 6%, 400 a month"';

/** A loan by its options or by a sentence. Throws INVALID_INPUT where the sentence leaves something open. */
export function loanOf(input: string, { principal, rate, months, payment }: Loan): Loan {
  const given = {
    principal: principal !== USUAL_LOAN.principal,
    rate: rate !== USUAL_LOAN.rate,
    months: months !== USUAL_LOAN.months,
    payment: payment !== 0,
  };
  if (!isSaid(input, given)) return { principal, rate, months, payment };
  const found = said(input, LOAN);
  const isMonthly = found.period === undefined || found.period === 'monthly';
  if (found.amount === undefined || found.rate === undefined || found.compounding !== undefined || !isMonthly)
    throw invalid(`Cannot read property "input": expected an amount and a yearly rate, such as ${LOAN}`);
  if ((found.months === undefined) === (found.payment === undefined))
    throw invalid(`Cannot read property "input": expected a term or a payment per month, such as ${LOAN}`);
  const term = found.months ?? months;
  if (!Number.isInteger(term) || term < 1 || term > MAX_MONTHS)
    throw invalid(`Input must name a term of 1 to ${MAX_MONTHS} whole months, got ${term}`);
  return {
    principal: Number(found.amount),
    rate: Number(found.rate),
    months: term,
    payment: Number(found.payment ?? 0),
  };
}

interface Savings {
  readonly principal: number;
  readonly rate: number;
  readonly years: number;
  readonly contribution: number;
  readonly contributionPeriod: 'monthly' | 'quarterly' | 'yearly';
  readonly compounding: (typeof GROWTH_COMPOUNDINGS)[number];
}

/** The savings where nothing is asked for. */
export const USUAL_SAVINGS = { principal: 1000, rate: 5, years: 10 } as const;
const SAVINGS = '"1000 at 5% for 10 years" or "100 a month at 4% for 20 years"';
const MAX_YEARS = 200;

/** Savings by their options or by a sentence. Throws INVALID_INPUT where the sentence leaves something open. */
export function savingsOf(input: string, options: Savings): Savings {
  const { principal, rate, years, contribution } = options;
  const given = {
    principal: principal !== USUAL_SAVINGS.principal,
    rate: rate !== USUAL_SAVINGS.rate,
    years: years !== USUAL_SAVINGS.years,
    contribution: contribution !== 0,
  };
  if (!isSaid(input, given)) return options;
  const found = said(input, SAVINGS);
  if (found.rate === undefined || found.months === undefined || (found.amount ?? found.payment) === undefined)
    throw invalid(`Cannot read property "input": expected an amount, a yearly rate and a term, such as ${SAVINGS}`);
  if (found.months > 12 * MAX_YEARS)
    throw invalid(`Input must name a term of at most ${MAX_YEARS} years, got ${found.months / 12}`);
  const often = GROWTH_COMPOUNDINGS.find((one) => found.compounding?.startsWith(one));
  return {
    principal: Number(found.amount ?? 0),
    rate: Number(found.rate),
    years: found.months / 12,
    contribution: Number(found.payment ?? 0),
    contributionPeriod: found.period ?? options.contributionPeriod,
    compounding: often ?? options.compounding,
  };
}
