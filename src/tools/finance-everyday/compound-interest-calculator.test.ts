import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { GROWTH_COMPOUNDINGS } from './_growth.js';
import tool from './compound-interest-calculator.js';

/** Each contribution grows by itself. */
const PYTHON = `
import sys, json
from decimal import Decimal as D, getcontext, ROUND_HALF_UP
getcontext().prec = 90
PER = {'yearly': 1, 'semi-annual': 2, 'quarterly': 4, 'monthly': 12, 'daily': 365}
for line in sys.stdin:
    o = json.loads(line)
    r, years = D(o['rate']) / 100, D(o['years'])
    m = o['compounding']
    growth = r if m == 'continuous' else (1 + r / PER[m]).ln() * PER[m]
    c = {'monthly': 12, 'quarterly': 4, 'yearly': 1}[o['contributionPeriod']]
    total, k, count = D(o['principal']) * (growth * years).exp(), 0, 0
    while True:
        at = D(k) / c if o['contributionTiming'] == 'start' else D(k + 1) / c
        if at > years or (o['contributionTiming'] == 'start' and at >= years): break
        total += D(o['contribution']) * (growth * (years - at)).exp()
        k += 1
    real = total / (1 + D(o['inflation']) / 100) ** years
    print(json.dumps([str(x.quantize(D('0.01'), ROUND_HALF_UP)) for x in (total, real)] + [k]))
`;

interface Data {
  readonly futureValue: string;
  readonly realValue: string;
  readonly contributionCount: number;
  readonly goal: { contribution: string; principal: string; ratePercent: string | null; months: number | null };
}

const run = async (options: Record<string, unknown>) => (await runTool(tool, { options })).data as Data;

function randomPlan(chance: ReturnType<typeof chanceOf>) {
  return {
    principal: chance(10_000_000) / 100,
    rate: chance(2000) / 100,
    years: chance(100) / 4,
    compounding: pick(chance, GROWTH_COMPOUNDINGS),
    contribution: 1 + chance(100_000) / 100,
    contributionPeriod: pick(chance, ['monthly', 'quarterly', 'yearly']),
    contributionTiming: pick(chance, ['end', 'start']),
    inflation: chance(1000) / 100,
  };
}

describe('compound-interest-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'savings beside Python decimal'))(
    'plans are worth what Python sums up',
    [10, 300],
    async (rounds) => {
      const chance = chanceOf(5);
      const plans = Array.from({ length: rounds }, () => randomPlan(chance));
      const written = plans.map((plan) =>
        JSON.stringify(Object.fromEntries(Object.entries(plan).map(([key, value]) => [key, String(value)]))),
      );
      const told = runProgram('python3', ['-c', PYTHON], `${written.join('\n')}\n`)
        .toString()
        .trim()
        .split('\n');
      for (const [i, line] of told.entries()) {
        const { futureValue, realValue, contributionCount } = await run(plans[i]!);
        expect([futureValue, realValue, contributionCount], written[i]).toEqual(JSON.parse(line));
      }
    },
  );

  inRounds('what a goal takes reaches it, and two cents less do not', [2, 100], async (rounds) => {
    const chance = chanceOf(6);
    for (let i = 0; i < rounds; i++) {
      const plan = { ...randomPlan(chance), years: 1 + chance(30) };
      const target = Math.ceil(Number((await run(plan)).futureValue)) + 1 + chance(1_000_000);
      const { goal } = await run({ ...plan, target });
      const reached = async (more: Record<string, unknown>) => Number((await run({ ...plan, ...more })).futureValue);
      expect(await reached({ contribution: Number(goal.contribution) })).toBeGreaterThanOrEqual(target);
      expect(await reached({ contribution: Number((Number(goal.contribution) - 0.02).toFixed(2)) })).toBeLessThan(
        target,
      );
      expect(await reached({ principal: Number(goal.principal) })).toBeGreaterThanOrEqual(target);
      expect(await reached({ principal: Number((Number(goal.principal) - 0.02).toFixed(2)) })).toBeLessThan(target);
      if (goal.ratePercent !== null && Number(goal.ratePercent) <= 100)
        expect(await reached({ rate: Number(goal.ratePercent) })).toBeGreaterThanOrEqual(target);
      // Beyond what the tool takes as years, or never.
      if (goal.months === null || goal.months > 2400) continue;
      expect(await reached({ years: goal.months / 12 })).toBeGreaterThanOrEqual(target - 0.02);
      expect(await reached({ years: (goal.months - 1) / 12 })).toBeLessThan(target);
    }
  });

  exhaustive('the largest plan is worked out', async () => {
    for (const compounding of GROWTH_COMPOUNDINGS) {
      const options = {
        principal: 1e12,
        rate: 100,
        years: 200,
        compounding,
        contribution: 1e12,
        target: 1e12,
        inflation: 0.1,
      };
      expect((await runTool(tool, { options })).status).toBe(200);
    }
  });

  it('a goal without years has no contribution and no rate', async () => {
    const small = await run({ principal: 0, contribution: 0, target: 5, years: 0 });
    expect(small.goal).toEqual({
      months: null,
      contribution: null,
      principal: '5.00',
      ratePercent: null,
      cagrPercent: null,
    });
  });
});
