import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';

const amount = (description: string) => z.string().describe(description);
const rate = (description: string) => z.string().nullable().describe(description);

export const CASH_FLOW_DATA = z.object({
  npv: amount('Net present value at the time of the first flow, which is not discounted.'),
  npvOnePeriodEarlier: amount(
    'The same one period before the first flow, as NPV of spreadsheets counts; on dates the same as "npv".',
  ),
  irrPercent: rate('Internal rate of return per year; null where there is none, or more than one.'),
  irrsPercent: z.array(z.string()).describe('All of them from -99.99 % to 100,000 %, ascending.'),
  irrPerPeriodPercent: rate('The same per period, as IRR of spreadsheets has it; null on dates.'),
  mirrPercent: rate('Modified internal rate of return per year; null without money paid, or received.'),
  profitabilityIndex: rate(
    'Present value of what comes after the first flow, for one unit of it; null unless the first is paid.',
  ),
  paybackYears: rate('Years until the flows have paid back, the last of them taken to come in evenly; null if never.'),
  discountedPaybackYears: rate('The same with discounted flows.'),
  total: amount('Sum of the flows.'),
  flowCount: count('Cash flows.'),
  table: z
    .array(
      z.object({
        period: z.int().describe('From 0.'),
        date: z.string().optional().describe('Date, if there are dates.'),
        years: z.string().describe('Years since the first flow.'),
        amount: amount('Flow.'),
        presentValue: amount('Flow, discounted.'),
        cumulative: amount('Sum of the flows up to here.'),
        cumulativePresentValue: amount('Sum of the discounted flows up to here.'),
      }),
    )
    .describe('The flows in their order.'),
  warnings: warnings(),
});
