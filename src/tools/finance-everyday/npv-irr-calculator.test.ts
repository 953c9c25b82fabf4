import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { internalRates, presentValue } from './_cash-flows.js';
import tool from './npv-irr-calculator.js';

interface Data {
  readonly npv: string;
  readonly npvOnePeriodEarlier: string;
  readonly irrPercent: string | null;
  readonly irrsPercent: readonly string[];
  readonly irrPerPeriodPercent: string | null;
  readonly mirrPercent: string | null;
  readonly paybackYears: string | null;
  readonly discountedPaybackYears: string | null;
  readonly table: readonly { readonly date?: string; readonly years: string }[];
  readonly warnings: readonly string[];
}

const run = async (input: string, options: Record<string, unknown> = {}) =>
  (await runTool(tool, { input, options })).data as Data;
const refusal = async (input: string, options: Record<string, unknown> = {}): Promise<string | undefined> =>
  (await runTool(tool, { input, options })).message;

const DATED = `Values,Dates
-10000,1-Jan-2008
2750,1-Mar-2008
4250,30-Oct-2008
3250,15-Feb-2009
2750,1-Apr-2009`;

const ROOTS = `
import sys, json
import numpy as np
for line in sys.stdin:
    found = []
    for x in np.roots(list(reversed(json.loads(line)))):
        if abs(x.imag) < 1e-9 and x.real > 0: found.append(1 / x.real - 1)
    print(json.dumps(sorted(found)))
`;

/** The figures are those of Microsoft's reference of the functions. */
describe('npv-irr-calculator', () => {
  it('has the values of NPV', async () => {
    expect((await run('-10000\n3000\n4200\n6800')).npvOnePeriodEarlier).toBe('1188.44');
    const flows = '-40000 8000 9200 10000 12000 14500';
    expect((await run(flows, { rate: 8 })).npv).toBe('1922.06');
    expect((await run(`${flows} -9000`, { rate: 8 })).npv).toBe('-3749.47');
  });

  it('has the values of IRR and MIRR', async () => {
    const percents = async (input: string, options = {}) => {
      const { irrPercent, mirrPercent } = await run(input, options);
      return [irrPercent, mirrPercent].map((text) => Number(text).toFixed(1));
    };
    expect((await percents('-70000 12000 15000 18000 21000'))[0]).toBe('-2.1');
    expect((await percents('-70000 12000 15000 18000 21000 26000'))[0]).toBe('8.7');
    expect((await percents('-70000 12000 15000'))[0]).toBe('-44.4');
    const loan = '-120000 39000 30000 21000 37000 46000';
    const { mirrPercent } = await run(loan, { financeRate: 10, reinvestRate: 12 });
    expect(Number(mirrPercent).toFixed(2)).toBe('12.61');
    const short = await run('-120000 39000 30000 21000', { financeRate: 10, reinvestRate: 12 });
    expect(Number(short.mirrPercent).toFixed(2)).toBe('-4.80');
    const higher = await run(loan, { financeRate: 10, reinvestRate: 14 });
    expect(Number(higher.mirrPercent).toFixed(2)).toBe('13.48');
  });

  it('has the values of XNPV and XIRR, in any order of the rows', async () => {
    const [head = '', ...rows] = DATED.split('\n');
    const backwards = [head, ...rows.reverse()].join('\n');
    for (const table of [DATED, backwards]) {
      const data = await run(table, { rate: 9 });
      expect(data.npv).toBe('2086.65');
      expect(data.irrPercent).toBe('37.3363');
      expect([data.irrPerPeriodPercent, data.table[4]?.date]).toEqual([null, '2009-04-01']);
    }
    expect((await run(backwards)).warnings).toEqual(['The flows were put in the order of their dates']);
  });

  it('takes lists, rows and columns as people have them', async () => {
    const { npv } = await run('-1000 300 420 680');
    for (const input of [
      '-1000, 300, 420, 680',
      '-1000\n300\n420\n680\n',
      'Year,Cash flow\n0,-1000\n1,300\n2,420\n3,680',
      'Jahr;Betrag\n2024;-1.000,00\n2025;300,00\n2026;420,00\n2027;680,00',
      'Cash flow;-1000;300;420;680',
      '[-1000, 300, 420, 680]',
      '[{"year":0,"flow":-1000},{"year":1,"flow":300},{"year":2,"flow":420},{"year":3,"flow":680}]',
      '[["year","flow"],[0,-1000],[1,300],[2,420],[3,680]]',
    ]) {
      const options = input.includes(',00') ? { locale: 'de' } : {};
      expect([await refusal(input, options), (await run(input, options))?.npv], input).toEqual([undefined, npv]);
    }
    const two = await run('in,out\n-1000,5\n300,6\n900,4');
    expect(two.warnings).toEqual(['The amounts are those of column "in"; option "column" takes "out" instead']);
  });

  it('takes rates per year for months', async () => {
    const monthly = await run('-1200 100 100 100 100 100 100 100 100 100 100 100 100', { period: 'monthly', rate: 12 });
    expect([monthly.irrPerPeriodPercent, monthly.irrPercent]).toEqual(['0', '0']);
    const grown = await run('-100 0 0 0 0 0 0 0 0 0 0 0 112', { period: 'monthly', rate: 12 });
    expect([grown.npv, grown.irrPercent, grown.irrPerPeriodPercent]).toEqual(['0.00', '12', '0.9489']);
    expect([grown.paybackYears, grown.discountedPaybackYears?.slice(0, 4)]).toEqual(['0.9911', '1']);
  });

  it('says where there are several rates, or none', async () => {
    // Taught everywhere: 25 % and 400 %.
    const two = await run('-1600 10000 -10000');
    expect([two.irrPercent, two.irrsPercent]).toEqual([null, ['25', '400']]);
    expect(two.warnings[0]).toContain('There are 2 internal rates');
    const none = await run('100 200 300');
    expect([none.irrPercent, none.mirrPercent, none.paybackYears, none.warnings.length]).toEqual([null, null, '0', 1]);
    expect((await run('-100 20 30')).paybackYears).toBeNull();
  });

  it('refuses with the row and the limit', async () => {
    expect(await refusal('-1000')).toContain('cash flows must be at least 2, got 1');
    expect(await refusal('day,amount\n2024-01-01,-5\n,7')).toContain('row 2, column "day"');
    expect(await refusal('year,amount\n1,-5\n2,\n3,8')).toContain('row 2, column "amount": there is no amount');
    expect(await refusal('1\n'.repeat(2001))).toContain('at most 2000');
    expect(await refusal('-5 2e12')).toContain('row 2: amounts must be at most 1e12');
    expect(await refusal('a,b\n1,2\n3,4', { column: 'x' })).toContain('Option "column"');
    expect(await refusal('hello')).toContain('no column of numbers');
  });

  inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import numpy'], 'rates beside roots of NumPy'))(
    'finds every rate that NumPy finds',
    [30, 300],
    async (rounds) => {
      const chance = chanceOf(11);
      const plans = Array.from({ length: rounds }, () => [
        -1000 - chance(1000),
        ...Array.from({ length: 2 + chance(8) }, () => chance(3000) - 1000),
      ]);
      const output = await runProgram(
        '/usr/bin/python3',
        ['-c', ROOTS],
        plans.map((plan) => JSON.stringify(plan)).join('\n'),
      );
      const roots = output
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as number[]);
      for (const [index, plan] of plans.entries()) {
        const flows = plan.map((amount, years) => ({ amount, years }));
        const expected = (roots[index] ?? []).filter((rate) => rate > -0.9998 && rate < 999);
        const found = internalRates(flows);
        expect(found.length, String(plan)).toBe(expected.length);
        for (const [at, rate] of found.entries()) {
          expect(rate).toBeCloseTo(expected[at] ?? Number.NaN, 6);
          expect(Math.abs(presentValue(flows, rate))).toBeLessThan(1e-6 * Math.max(1, (1 + rate) ** -plan.length));
        }
      }
    },
  );
});
