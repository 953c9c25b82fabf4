import { z } from 'zod';

import { invalid, quote } from '../../core/errors.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Decimal, Decimals } from '../../engines/decimals.js';
import { type CivilDate, isDate } from '../../lib/time/civil.js';
import { MAX_MONTHS } from './_loan-schedule.js';

const amount = (description: string) => z.string().describe(description);

export const loanData = z.object({
  payment: amount('First regular payment.'),
  lastPayment: amount('Last payment; it takes up what rounding has left, and the balloon.'),
  months: count('Months until the loan is repaid.'),
  payoffDate: z.string().optional().describe('Day of the last payment.'),
  totalInterest: amount('All interest.'),
  totalPaid: amount('All payments, extra ones and fees.'),
  interestPercent: z.string().describe('Interest as a percentage of the principal.'),
  effectiveAprPercent: z
    .string()
    .describe('Effective annual rate of all payments and fees, as European law defines the APR, up to 4 decimals.'),
  nominalAprPercent: z.string().describe('The same as twelve times its monthly rate, as US law defines the APR.'),
  saved: z
    .object({ months: z.int().describe('Months earlier.'), interest: amount('Interest that is not paid.') })
    .optional()
    .describe('What the extra payments save.'),
  schedule: z
    .array(
      z.object({
        month: z.int().describe('Number of the payment.'),
        date: z.string().optional().describe('When it falls due.'),
        payment: amount('Payment without the extra one.'),
        interest: amount('Part of it that is interest.'),
        principal: amount('Part of it that repays the loan; negative where the payment is below the interest.'),
        extra: amount('Extra payment.'),
        balance: amount('What is owed afterwards.'),
      }),
    )
    .describe('One row per payment.'),
  warnings: warnings(),
});

export function readStart(written: string): CivilDate | undefined {
  if (written === '') return undefined;
  const [, year, month, day = '1'] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(written.trim()) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isDate(date)) throw invalid(`Option "start" is not a date such as 2026-01-31, got ${quote(written)}`);
  return date;
}

/** `12:5000, 24: 2500.50`. */
export function readLumpSums(Money: Decimals, written: string): Map<number, Decimal> {
  const sums = new Map<number, Decimal>();
  for (const part of written.split(/[,;\n]/).filter((one) => one.trim() !== '')) {
    const [, month, sum = ''] = /^\s*(\d{1,4})\s*[:=]\s*(\d{1,12}(?:\.\d{1,4})?)\s*$/.exec(part) ?? [];
    if (month === undefined || Number(month) < 1 || Number(month) > MAX_MONTHS)
      throw invalid(`Option "lumpSums" is not a list of months and amounts such as 12:5000, got ${quote(part.trim())}`);
    sums.set(Number(month), (sums.get(Number(month)) ?? new Money(0)).plus(sum));
  }
  return sums;
}
