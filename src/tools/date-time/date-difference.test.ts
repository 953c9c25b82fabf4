import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './date-difference.js';

interface Report {
  readonly breakdown: Readonly<Record<string, number>>;
  readonly totals: Readonly<Record<string, number>>;
  readonly weekdays: number;
  readonly weekendDays: number;
  readonly reversed: boolean;
  readonly words: string;
  readonly warnings: readonly string[];
}

const differ = async (options: Readonly<Record<string, unknown>>): Promise<Report> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const SCRIPT = `
from datetime import date, timedelta
from dateutil.relativedelta import relativedelta
out = []
for a, b in data:
    a, b = date.fromisoformat(a), date.fromisoformat(b)
    r = relativedelta(b, a)
    days = [a + timedelta(days=i + 1) for i in range((b - a).days)]
    out.append([r.years, r.months, r.days, (b - a).days, sum(d.weekday() < 5 for d in days)])
print(json.dumps(out))
`;

const hasDateutil = hasProgram('python3', ['-c', 'import dateutil'], 'dates beside python-dateutil');

inRounds.skipIf(!hasDateutil)('dateutil has the same years, months and days', [30, 1000], async (rounds: number) => {
  const chance = chanceOf(21);
  const cases = Array.from({ length: rounds }, () => {
    const day = chance(40_000) - 10_000;
    return [isoDay(day), isoDay(day + chance(pick(chance, [40, 800, 20_000])))] as const;
  });
  const expected = runPython<number[][]>(SCRIPT, cases);
  for (const [index, [from, to]] of cases.entries()) {
    const { breakdown, totals, weekdays, weekendDays } = await differ({ from, to, units: 'years,months,days' });
    const ours = [breakdown.years, breakdown.months, breakdown.days, totals.days, weekdays];
    expect(ours, `${from} ${to}`).toEqual(expected[index]);
    expect(weekdays + weekendDays).toBe(totals.days);
  }
});

const SECONDS = `
from datetime import datetime
from zoneinfo import ZoneInfo
print(json.dumps([int(datetime.fromisoformat(b).replace(tzinfo=ZoneInfo(z)).timestamp() - datetime.fromisoformat(a).replace(tzinfo=ZoneInfo(z)).timestamp()) for a, b, z in data]))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'date-difference beside Python'))(
  'Python has the same seconds, and the units add up to the later time',
  [30, 500],
  async (rounds: number) => {
    const chance = chanceOf(22);
    const wall = () => new Date(60_000 * chance(28_000_000)).toISOString().slice(0, 19);
    const cases = Array.from(
      { length: rounds },
      () => [...[wall(), wall()].sort(), pick(chance, STEADY_ZONES)] as const,
    );
    for (const [index, seconds] of runPython<number[]>(SECONDS, cases).entries()) {
      const [from, to, timezone] = cases[index] ?? expect.fail();
      const { totals, breakdown } = await differ({ from, to, timezone });
      expect(totals.seconds).toBe(seconds);
      for (const [unit, most] of [
        ['months', 11],
        ['days', 31],
        ['hours', 25],
        ['minutes', 59],
        ['seconds', 59],
      ] as const)
        expect(breakdown[unit]).toBeLessThanOrEqual(most);
    }
  },
);

it('with the last day too, a month of 31 days has 31', async () => {
  const { totals, weekdays, weekendDays, words } = await differ({
    from: '2026-01-01',
    to: '2026-01-31',
    inclusive: true,
  });
  expect([totals.days, weekdays, weekendDays, words]).toEqual([31, 22, 9, '1 month']);
});

it('dates the wrong way round are swapped, and what the units leave is told', async () => {
  const { reversed, breakdown, warnings } = await differ({
    from: '2026-03-01 12:00',
    to: '2026-01-31',
    units: 'month',
  });
  expect([reversed, breakdown, warnings]).toEqual([
    true,
    { months: 1 },
    ['129600 seconds are left, which the units asked for do not show'],
  ]);
});

it('now is the time of the run', async () => {
  expect((await differ({ from: '2026-01-02' })).totals.seconds).toBe(11_045.678);
});

it.each(['2024-01-01 2024-03-01', '1.1.2024 1.3.2024', '1 January 2024 1 March 2024', '1. Januar 2024, 1. März 2024'])(
  'two dates side by side: %s',
  async (input) => {
    const { data, message } = await runTool(tool, { input });
    expect(data, message).toMatchObject({ iso: 'P2M', reversed: false });
  },
);
