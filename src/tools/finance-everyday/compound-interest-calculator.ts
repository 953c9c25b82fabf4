import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Decimal } from '../../engines/decimals.js';
import {
  CONTRIBUTIONS_PER_YEAR,
  contributionsIn,
  contributionsWorth,
  GROWTH_COMPOUNDINGS,
  monthsTo,
  rateTo,
  worthAfter,
  yearlyFactor,
} from './_growth.js';
import { decimalsOption, moneyOption, openMoney, percentText, toMoney } from './_money.js';
import { savingsOf, USUAL_SAVINGS } from './_said-terms.js';

const amount = (description: string) => z.string().describe(description);

export default defineTool({
  id: 'compound-interest-calculator',
  title: 'Compound Interest Calculator',
  summary: 'Works out how savings grow with interest and contributions, and what it takes to reach a target.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  options: {
    principal: moneyOption(USUAL_SAVINGS.principal, 0, 'Amount at the start.'),
    rate: z.number().min(0).max(100).default(USUAL_SAVINGS.rate).describe('Interest rate per year in percent.'),
    years: z.number().min(0).max(200).default(USUAL_SAVINGS.years).describe('Years; parts of a year as decimals: 2.5.'),
    compounding: z
      .enum(GROWTH_COMPOUNDINGS)
      .default('monthly')
      .describe('How often interest is added; yearly for an effective rate.'),
    contribution: moneyOption(0, 0, 'Amount added in every period.'),
    contributionPeriod: z
      .enum(['monthly', 'quarterly', 'yearly'])
      .default('monthly')
      .describe('How often it is added.'),
    contributionTiming: z.enum(['end', 'start']).default('end').describe('When in its period it is added.'),
    inflation: z.number().min(0).max(100).default(0).describe('Inflation per year in percent, for the real value.'),
    target: moneyOption(0, 0, 'Amount to reach, for the time, contribution, principal and rate it takes; 0: none.'),
    decimals: decimalsOption(),
    format: z.enum(['json', 'csv']).default('json').describe('Everything as JSON, or the table by year as CSV.'),
  },
  result: 'mixed',
  data: z.object({
    futureValue: amount('Amount at the end.'),
    realValue: amount('The same in money of today, after inflation.'),
    contributions: amount('Everything that was added after the start.'),
    interest: amount('Interest earned.'),
    effectiveRatePercent: z.string().describe('Growth of a whole year, with interest on interest.'),
    yearsToDouble: z.string().nullable().describe('Years in which the amount doubles by interest; null at 0 %.'),
    goal: z
      .object({
        months: z.int().nullable().describe('Months until the target is reached; null where 1,000 years do not do.'),
        contribution: z
          .string()
          .nullable()
          .describe('Contribution that reaches it within the years; 0 where none is needed, null without a period.'),
        principal: amount('Amount at the start that reaches it; 0 where none is needed.'),
        ratePercent: z.string().nullable().describe('Rate that reaches it; null where 1,000 % do not do.'),
        cagrPercent: z
          .string()
          .nullable()
          .describe('Yearly growth from the principal to the target without contributions (CAGR).'),
      })
      .optional()
      .describe('What it takes to reach the target; each with all else as given.'),
    table: z
      .array(
        z.object({
          year: z.string().describe('Years since the start.'),
          contributions: amount('Added in this year.'),
          interest: amount('Earned in this year.'),
          balance: amount('At its end.'),
          realBalance: amount('The same in money of today.'),
        }),
      )
      .describe('Year by year.'),
    contributionCount: count('How many contribution periods the years have.'),
    warnings: warnings(),
  }),
  notes: [
    'Text says it instead of the options: 1000 at 5% compounded yearly for 10 years, plus 50 a month.',
    'Decimal arithmetic with at least 40 digits; nothing is rounded before the end, and the results half up to the cent. Banks round at each credit, so that a statement differs by some cents.',
    'Contributions grow from the day they are made, at the rate that compounds to the same year: 5 % compounded monthly, added yearly, is 5.1162 % per step.',
    'Daily compounding has 365 days per year. A last part of a year has the contributions that fit into it.',
    'Taxes and fees are not in it; take them off the rate.',
  ],
  aliases: [
    'savings calculator',
    'future value',
    'investment calculator',
    'interest on interest',
    'cagr calculator',
    'savings goal',
    'inflation adjusted return',
    'rule of 72',
    'sip calculator',
    'how much will my savings grow',
    'interest on savings',
  ],
  verified: [
    'Python 3.11 decimal, period by period instead of by formula: 300 random plans of all compoundings, equal to the cent',
    'The goal of 100 random plans, put in, reaches the target, and two cents less do not',
  ],
  examples: [
    {
      title: 'A thousand for two years, with 100 added per month',
      options: { principal: 1000, rate: 6, years: 2, contribution: 100, inflation: 2 },
      output: {
        data: {
          futureValue: '3670.36',
          realValue: '3527.83',
          contributions: '2400.00',
          interest: '270.36',
          effectiveRatePercent: '6.1678',
          yearsToDouble: '11.58',
          table: [
            { year: '1', contributions: '1200.00', interest: '95.23', balance: '2295.23', realBalance: '2250.23' },
            { year: '2', contributions: '1200.00', interest: '175.12', balance: '3670.36', realBalance: '3527.83' },
          ],
          contributionCount: 24,
          warnings: [],
        },
      },
    },
    {
      title: 'A doubling in ten years',
      options: { principal: 1000, rate: 0, years: 10, target: 2000, format: 'json', compounding: 'yearly' },
      output: {
        data: {
          futureValue: '1000.00',
          realValue: '1000.00',
          contributions: '0.00',
          interest: '0.00',
          effectiveRatePercent: '0',
          yearsToDouble: null,
          goal: {
            months: null,
            contribution: '8.34',
            principal: '2000.00',
            ratePercent: '7.1774',
            cagrPercent: '7.1773',
          },
          table: Array.from({ length: 10 }, (_, i) => ({
            year: String(i + 1),
            contributions: '0.00',
            interest: '0.00',
            balance: '1000.00',
            realBalance: '1000.00',
          })),
          contributionCount: 120,
          warnings: [],
        },
      },
    },
    {
      title: 'Half a year, as CSV',
      options: { principal: 1000, rate: 5, years: 1.5, compounding: 'yearly', format: 'csv' },
      output: {
        text: 'year,contributions,interest,balance,real balance\n1,0.00,50.00,1050.00,1050.00\n1.5,0.00,25.93,1075.93,1075.93\n',
      },
    },
    {
      title: 'Nothing to grow',
      options: { principal: 0 },
      error: { code: 'INVALID_INPUT', message: 'One of the options "principal" and "contribution" is needed' },
    },
  ],
  async run({ input, options }) {
    // At most e^(rate × years): continuous compounding.
    const asked = savingsOf(input, options);
    const Money = await openMoney((asked.rate / 100) * asked.years * Math.LOG10E);
    const { decimals, format } = options;
    const years = new Money(asked.years);
    const growth = {
      principal: new Money(asked.principal),
      contribution: new Money(asked.contribution),
      perYear: CONTRIBUTIONS_PER_YEAR[asked.contributionPeriod],
      isEarly: options.contributionTiming === 'start',
    };
    if (growth.principal.isZero() && growth.contribution.isZero() && options.target === 0)
      throw invalid('One of the options "principal" and "contribution" is needed');
    const factorAt = (rate: Decimal): Decimal => yearlyFactor(Money, rate, asked.compounding);
    const factor = factorAt(new Money(asked.rate).div(100));
    const prices = new Money(options.inflation).div(100).plus(1);
    const shown = (value: Decimal): string => toMoney(value, decimals).toFixed(decimals);
    const ends = Array.from({ length: years.ceil().toNumber() }, (_, i) => Money.min(i + 1, years));
    const points = [new Money(0), ...ends].map((at) => {
      const made = contributionsIn(growth, at);
      return { at, added: growth.contribution.times(made), balance: worthAfter(growth, factor, at) };
    });
    const table = points.slice(1).map(({ at, added, balance }, i) => {
      const before = points[i] as (typeof points)[number];
      const contributions = added.minus(before.added);
      return {
        year: at.toFixed(),
        contributions: shown(contributions),
        interest: shown(balance.minus(before.balance).minus(contributions)),
        balance: shown(balance),
        realBalance: shown(balance.div(prices.pow(at))),
      };
    });
    if (format === 'csv') {
      const lines = table.map((row) =>
        [row.year, row.contributions, row.interest, row.balance, row.realBalance].join(','),
      );
      const csv = ['year,contributions,interest,balance,real balance', ...lines].join('\n');
      return text(`${csv}\n`, { name: 'savings.csv', mime: 'text/csv;charset=utf-8' });
    }
    const { added, balance } = points.at(-1) as (typeof points)[number];
    const target = new Money(options.target);
    /** In whole units of the money, never a unit too little. */
    const enough = (value: Decimal): string =>
      Money.max(value, 0).toDecimalPlaces(decimals, Money.ROUND_UP).toFixed(decimals);
    const goal = () => {
      const worth = contributionsWorth(growth, factor, years);
      const grown = factor.pow(years);
      const rate = rateTo(Money, (share) => worthAfter(growth, factorAt(share), years), target);
      return {
        months: monthsTo(Money, growth, factor, target) ?? null,
        contribution: worth.isZero() ? null : enough(target.minus(growth.principal.times(grown)).div(worth)),
        principal: enough(target.minus(growth.contribution.times(worth)).div(grown)),
        ratePercent: rate === undefined ? null : rate.times(100).toDecimalPlaces(4, Money.ROUND_UP).toFixed(),
        cagrPercent:
          growth.principal.isZero() || years.isZero()
            ? null
            : percentText(target.div(growth.principal).pow(new Money(1).div(years)).minus(1)),
      };
    };
    return json({
      futureValue: shown(balance),
      realValue: shown(balance.div(prices.pow(years))),
      contributions: shown(added),
      interest: shown(balance.minus(growth.principal).minus(added)),
      effectiveRatePercent: percentText(factor.minus(1)),
      yearsToDouble: factor.eq(1) ? null : new Money(2).ln().div(factor.ln()).toDecimalPlaces(2).toFixed(),
      ...(target.isZero() ? {} : { goal: goal() }),
      table,
      contributionCount: contributionsIn(growth, years).toNumber(),
      warnings:
        !growth.contribution.isZero() && !years.times(growth.perYear).isInteger()
          ? ['The term is not a whole number of contribution periods: the last period is cut']
          : [],
    });
  },
});
