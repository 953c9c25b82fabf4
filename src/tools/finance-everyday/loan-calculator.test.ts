import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { COMPOUNDINGS, costRate, DAY_COUNTS, EXTRA_EFFECTS, REPAYMENTS } from './_loan-schedule.js';
import tool from './loan-calculator.js';

/** Payments by the sum of discount factors, made afresh each time. */
const PYTHON = `
import sys, json, calendar, datetime
from decimal import Decimal as D, getcontext, ROUND_HALF_UP
getcontext().prec = 80
def date(y, m, d, k):
    i = y * 12 + m - 1 + k
    y, m = i // 12, i % 12 + 1
    return datetime.date(y, m, min(d, calendar.monthrange(y, m)[1]))
def cents(x): return x.quantize(D('0.01'), ROUND_HALF_UP)
for line in sys.stdin:
    o = json.loads(line)
    P, r, n, B = D(o['principal']), D(o['rate']) / 100, o['months'], D(o['balloon'])
    y, m, d = map(int, o['start'].split('-'))
    def rate(k):
        if o['dayCount'] != 'equal-months':
            return r * (date(y, m, d, k) - date(y, m, d, k - 1)).days / D(o['dayCount'][-3:])
        if o['compounding'] == 'monthly': return r / 12
        p = 2 if o['compounding'] == 'semi-annual' else 1
        return ((1 + r / p).ln() * p / 12).exp() - 1
    def level(balance, done):
        v, s = D(1), D(0)
        for k in range(done + 1, n + 1):
            v /= 1 + rate(k); s += v
        return cents((balance - B * v) / s)
    step = level(P, 0) if o['repayment'] == 'annuity' else cents((P - B) / n)
    once = dict(x.split(':') for x in o['lumpSums'].split(',') if x)
    rows, bal = [], P
    for k in range(1, n + 1):
        i = cents(bal * rate(k))
        pay = {'annuity': step, 'linear': step + i, 'interest-only': i}[o['repayment']]
        pay = bal + i if k == n else min(pay, bal + i)
        bal += i - pay
        x = min(bal, D(o['extra']) + D(once.get(str(k), 0)))
        bal -= x
        rows.append([str(pay), str(i), str(x + D('0.00')), str(cents(bal)), str(date(y, m, d, k))])
        if bal == 0: break
        if x > 0 and o['extraEffect'] == 'lower-payment' and k < n:
            step = max(D(0), level(bal, k) if o['repayment'] == 'annuity' else cents((bal - B) / (n - k)))
    print(json.dumps(rows))
`;

interface Row {
  readonly [key: string]: string;
}

describe('loan-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'schedules beside Python decimal'))(
    'schedules are those of Python, row by row',
    [5, 300],
    async (rounds) => {
      const chance = chanceOf(11);
      const loans = Array.from({ length: rounds }, () => {
        const dayCount = pick(chance, DAY_COUNTS);
        const principal = (100_000 + chance(50_000_000)) / 100;
        return {
          principal,
          rate: chance(2000) / 100,
          months: 1 + chance(120),
          repayment: pick(chance, REPAYMENTS),
          dayCount,
          compounding: dayCount === 'equal-months' ? pick(chance, COMPOUNDINGS) : 'monthly',
          balloon: chance(3) === 0 ? Math.floor(principal / 3) : 0,
          extra: chance(2) === 0 ? chance(30_000) / 100 : 0,
          lumpSums: chance(2) === 0 ? `${1 + chance(20)}:${chance(5000)}` : '',
          extraEffect: pick(chance, EXTRA_EFFECTS),
          start: `20${10 + chance(80)}-0${1 + chance(9)}-${10 + chance(19)}`,
        };
      });
      const written = loans.map((loan) =>
        JSON.stringify({
          ...loan,
          principal: String(loan.principal),
          rate: String(loan.rate),
          extra: String(loan.extra),
          balloon: String(loan.balloon),
        }),
      );
      const told = runProgram('python3', ['-c', PYTHON], `${written.join('\n')}\n`)
        .toString()
        .trim()
        .split('\n');
      for (const [i, line] of told.entries()) {
        const answer = await runTool(tool, { options: loans[i]! });
        const { schedule } = answer.data as { schedule: Row[] };
        const rows = schedule.map(({ payment, interest, extra, balance, date }) => [
          payment,
          interest,
          extra,
          balance,
          date,
        ]);
        expect(rows, written[i]).toEqual(JSON.parse(line));
      }
    },
  );

  it('the APR is that of published examples', () => {
    const yearly = (rate: number) => ((1 + rate) ** 12 - 1) * 100;
    const after18Months = [...Array.from({ length: 17 }, () => 0), 1200];
    expect(yearly(costRate(1000, after18Months)).toFixed(2)).toBe('12.92');
    expect(yearly(costRate(950, after18Months)).toFixed(2)).toBe('16.85');
    const payments = Array.from({ length: 24 }, () => 230);
    expect((costRate(5000, payments) * 1200).toFixed(2)).toBe('9.69');
  });

  it('extra payments are told with what they save', async () => {
    const options = { principal: 200_000, rate: 4, months: 300, extra: 200, lumpSums: '12:5000, 13=1000; 999:1' };
    const data = (await runTool(tool, { options })).data as Record<string, unknown> & { schedule: Row[] };
    const plain = (await runTool(tool, { options: { ...options, extra: 0, lumpSums: '' } })).data as typeof data;
    const interest = (rows: readonly Row[]) =>
      rows.reduce((sum, row) => sum + Math.round(Number(row.interest) * 100), 0);
    expect(data.saved).toEqual({
      months: plain.schedule.length - data.schedule.length,
      interest: ((interest(plain.schedule) - interest(data.schedule)) / 100).toFixed(2),
    });
    expect(data.warnings).toEqual(['The lump sum of month 999 comes after the last payment and is not needed']);
  });

  it('refuses what does not fit together', async () => {
    const message = async (options: Record<string, unknown>) => (await runTool(tool, { options })).message;
    expect(await message({ payment: 500, repayment: 'linear' })).toBe(
      'Option "payment" is for an annuity without a balloon',
    );
    expect(await message({ balloon: 200_000 })).toBe('Option "balloon" is greater than the amount borrowed');
    expect(await message({ payment: 416.68 })).toBe(
      'The loan must be repaid within 1200 months: option "payment" is too low',
    );
    expect(await message({ principal: 0.04, decimals: 1 })).toContain('smallest unit');
    expect(await message({ dayCount: 'actual-360', start: '2026-01', compounding: 'yearly' })).toContain(
      'simple interest',
    );
  });

  it('the longest loans are worked out', async () => {
    for (const options of [
      { principal: 1e12, rate: 100, months: 1200, extra: 1, extraEffect: 'lower-payment' },
      { principal: 1e12, rate: 100, months: 1200, repayment: 'interest-only', decimals: 4 },
      { principal: 0.01, rate: 0, months: 1200 },
      { principal: 1000, rate: 0, months: 7, start: '9999-12-31', decimals: 0 },
    ])
      expect((await runTool(tool, { options })).status).toBe(200);
  });
});
