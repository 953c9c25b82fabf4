import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import type { Decimal } from '../../engines/decimals.js';
import { isoDate } from '../../lib/time/civil.js';
import { loanData, readLumpSums, readStart } from './_loan-data.js';
import {
  COMPOUNDINGS,
  costRate,
  DAY_COUNTS,
  EXTRA_EFFECTS,
  type LoanRow,
  loanSchedule,
  MAX_MONTHS,
  REPAYMENTS,
} from './_loan-schedule.js';
import { decimalsOption, moneyOption, openMoney, percentText, toMoney } from './_money.js';
import { loanOf, USUAL_LOAN } from './_said-terms.js';

export default defineTool({
  id: 'loan-calculator',
  title: 'Loan Calculator',
  summary: 'Works out payments, interest, APR and the amortization schedule of a loan, with extra payments.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  options: {
    principal: moneyOption(USUAL_LOAN.principal, 0.01, 'Amount borrowed.'),
    rate: z.number().min(0).max(100).default(USUAL_LOAN.rate).describe('Interest rate per year in percent.'),
    months: z.number().multipleOf(1).min(1).max(MAX_MONTHS).default(USUAL_LOAN.months).describe('Term in months.'),
    payment: moneyOption(0, 0, 'Fixed payment per month, which counts instead of "months"; 0 works it out.'),
    repayment: z
      .enum(REPAYMENTS)
      .default('annuity')
      .describe('Equal payments, equal parts of the principal, or interest only with the principal at the end.'),
    balloon: moneyOption(0, 0, 'Part of the principal that falls due with the last payment.'),
    fees: moneyOption(0, 0, 'Costs deducted when the money is paid out; they raise the APR.'),
    extra: moneyOption(0, 0, 'Extra payment in every month.'),
    lumpSums: z
      .string()
      .max(2000)
      .default('')
      .describe('Extra payments in single months, as month:amount separated by commas: 12:5000, 24:2500.'),
    extraEffect: z
      .enum(EXTRA_EFFECTS)
      .default('shorten-term')
      .describe('What extra payments change: the term, or the payments that follow.'),
    compounding: z
      .enum(COMPOUNDINGS)
      .default('monthly')
      .describe(
        'How the rate is meant: a twelfth per month; semi-annual as for Canadian mortgages; yearly for an effective rate.',
      ),
    dayCount: z
      .enum(DAY_COUNTS)
      .default('equal-months')
      .describe('Interest of a month: the same in every month (30/360), or by its days over 365 or 360.'),
    start: z
      .string()
      .max(10)
      .default('')
      .describe('Day on which the money is paid out, such as 2026-01-31; the first payment is a month later.'),
    decimals: decimalsOption(),
    format: z.enum(['json', 'csv']).default('json').describe('Everything as JSON, or the schedule as CSV.'),
  },
  result: 'mixed',
  data: loanData,
  notes: [
    'Text says amount, rate and term or payment instead of the options: 200000 at 3.5% for 30 years; 15000 at 6%, 400 a month.',
    'Decimal arithmetic throughout. The interest of each month and the payment are rounded to the cent, halves up, as on a statement; so the last payment differs by some cents. Banks that round payments up differ by a cent.',
    'With "dayCount" actual the payments are equal too, and clear the loan on its last day; the month from the 31st ends on the last day of a shorter month.',
    'Extra payments are made with the regular payment of their month and repay principal only; fees for early repayment are not known here.',
    'The APR is that of the payments as scheduled with equal months, extra ones included; insurance and account fees are in it only if they are in "fees".',
    'Amounts are text with fixed decimals, so that no reader turns them into binary fractions.',
  ],
  aliases: [
    'mortgage calculator',
    'amortization schedule',
    'amortisation table',
    'monthly payment',
    'pmt',
    'apr calculator',
    'early repayment',
    'extra payments',
    'car loan',
    'interest only loan',
    'monthly payment of a house',
    'how much interest do i pay',
  ],
  verified: [
    'Python 3.11 decimal: 300 random loans of every repayment, compounding and day count, row by row, to the cent',
    'Council Directive 87/102/EEC, annex III, as amended by 90/88/EEC: 12.92 % and 16.85 %; Regulation Z, appendix J: $5,000 for 24 payments of $230 is 9.69 %',
  ],
  examples: [
    {
      title: 'Three months',
      options: { principal: 1000, rate: 12, months: 3, start: '2026-01-31' },
      output: {
        data: {
          payment: '340.02',
          lastPayment: '340.03',
          months: 3,
          payoffDate: '2026-04-30',
          totalInterest: '20.07',
          totalPaid: '1020.07',
          interestPercent: '2.007',
          effectiveAprPercent: '12.6849',
          nominalAprPercent: '12.0021',
          schedule: [
            {
              month: 1,
              date: '2026-02-28',
              payment: '340.02',
              interest: '10.00',
              principal: '330.02',
              extra: '0.00',
              balance: '669.98',
            },
            {
              month: 2,
              date: '2026-03-31',
              payment: '340.02',
              interest: '6.70',
              principal: '333.32',
              extra: '0.00',
              balance: '336.66',
            },
            {
              month: 3,
              date: '2026-04-30',
              payment: '340.03',
              interest: '3.37',
              principal: '336.66',
              extra: '0.00',
              balance: '0.00',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A fixed payment and a lump sum, as CSV',
      options: { principal: 1000, rate: 12, payment: 400, lumpSums: '1:200', format: 'csv' },
      output: {
        text: 'month,date,payment,interest,principal,extra,balance\n1,,400.00,10.00,390.00,200.00,410.00\n2,,400.00,4.10,395.90,0.00,14.10\n3,,14.24,0.14,14.10,0.00,0.00\n',
      },
    },
    {
      title: 'A payment that never repays the loan',
      options: { principal: 100_000, rate: 5, payment: 400 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "payment" does not cover the interest: 416.67 falls due in month 1',
      },
    },
    {
      title: 'Days counted without a start',
      options: { dayCount: 'actual-365' },
      error: { code: 'INVALID_INPUT', message: 'Option "start" is needed to count days by actual-365' },
    },
    {
      title: 'Not a date',
      options: { start: '31.01.2026' },
      error: { code: 'INVALID_INPUT', message: 'Option "start" is not a date such as 2026-01-31, got "31.01.2026"' },
    },
    {
      title: 'A lump sum without its month',
      options: { lumpSums: '5000' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "lumpSums" is not a list of months and amounts such as 12:5000, got "5000"',
      },
    },
    {
      title: 'Fees beyond the loan',
      options: { principal: 100, fees: 100 },
      error: { code: 'INVALID_INPUT', message: 'Option "fees" is not less than the amount borrowed' },
    },
  ],
  async run({ input, options }) {
    const Money = await openMoney();
    const { repayment, compounding, dayCount, decimals, format } = options;
    const { months, ...asked } = loanOf(input, options);
    const start = readStart(options.start);
    const principal = toMoney(new Money(asked.principal), decimals);
    const [balloon, fees] = [toMoney(new Money(options.balloon), decimals), toMoney(new Money(options.fees), decimals)];
    if (dayCount !== 'equal-months' && start === undefined)
      throw invalid(`Option "start" is needed to count days by ${dayCount}`);
    if (dayCount !== 'equal-months' && compounding !== 'monthly')
      throw invalid(`Option "compounding" is for equal months: days counted by ${dayCount} have simple interest`);
    if (asked.payment > 0 && (repayment !== 'annuity' || balloon.gt(0)))
      throw invalid('Option "payment" is for an annuity without a balloon');
    if (principal.lte(0)) throw invalid(`Option "principal" is less than the smallest unit of ${decimals} decimals`);
    if (balloon.gt(principal)) throw invalid('Option "balloon" is greater than the amount borrowed');
    if (fees.gte(principal)) throw invalid('Option "fees" is not less than the amount borrowed');
    const payment = asked.payment > 0 ? toMoney(new Money(asked.payment), decimals) : undefined;
    const rate = new Money(asked.rate).div(100);
    const terms = { principal, rate, months, repayment, compounding, dayCount, start, balloon, payment, decimals };
    const once = readLumpSums(Money, options.lumpSums);
    const monthly = toMoney(new Money(options.extra), decimals);
    const rows = loanSchedule(Money, terms, { monthly, once, effect: options.extraEffect });
    const shown = (value: Decimal): string => value.toFixed(decimals);
    const written = rows.map((row) => ({
      month: row.month,
      ...(row.date === undefined ? {} : { date: isoDate(row.date) }),
      payment: shown(row.payment),
      interest: shown(row.interest),
      principal: shown(row.principal),
      extra: shown(row.extra),
      balance: shown(row.balance),
    }));
    if (format === 'csv') {
      const lines = written.map((row) =>
        [row.month, row.date ?? '', row.payment, row.interest, row.principal, row.extra, row.balance].join(','),
      );
      const csv = ['month,date,payment,interest,principal,extra,balance', ...lines].join('\n');
      return text(`${csv}\n`, { name: 'schedule.csv', mime: 'text/csv;charset=utf-8' });
    }
    const sum = (list: readonly LoanRow[], key: 'interest' | 'payment' | 'extra'): Decimal =>
      list.reduce((total, row) => total.plus(row[key]), new Money(0));
    const interest = sum(rows, 'interest');
    const monthRate = costRate(
      principal.minus(fees).toNumber(),
      rows.map((row) => row.payment.plus(row.extra).toNumber()),
    );
    const hasExtras = monthly.gt(0) || once.size > 0;
    const none = { monthly: new Money(0), once: new Map<number, Decimal>(), effect: options.extraEffect };
    const plain = hasExtras && payment === undefined ? loanSchedule(Money, terms, none) : undefined;
    const last = rows.at(-1);
    const late = [...once.keys()].filter((month) => month > rows.length);
    return json({
      payment: written[0]?.payment ?? '',
      lastPayment: written.at(-1)?.payment ?? '',
      months: rows.length,
      ...(last?.date === undefined ? {} : { payoffDate: isoDate(last.date) }),
      totalInterest: shown(interest),
      totalPaid: shown(sum(rows, 'payment').plus(sum(rows, 'extra')).plus(fees)),
      interestPercent: percentText(interest.div(principal)),
      effectiveAprPercent: percentText(new Money((1 + monthRate) ** 12 - 1)),
      nominalAprPercent: percentText(new Money(monthRate * 12)),
      ...(plain === undefined
        ? {}
        : { saved: { months: plain.length - rows.length, interest: shown(sum(plain, 'interest').minus(interest)) } }),
      schedule: written,
      warnings: late.map((month) => `The lump sum of month ${month} comes after the last payment and is not needed`),
    });
  },
});
