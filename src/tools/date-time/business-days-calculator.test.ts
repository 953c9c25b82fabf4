import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './business-days-calculator.js';

interface Report {
  readonly workingDays: number;
  readonly to: string;
  readonly calendarDays: number;
  readonly weekendDays: number;
  readonly holidays: readonly unknown[];
  readonly warnings: readonly string[];
}

const calculate = async (options: Readonly<Record<string, unknown>>): Promise<Report> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const SCRIPT = `
from datetime import date, timedelta
names = 'mon tue wed thu fri sat sun'.split()
out = []
for a, b, weekend, holidays, n in data:
    a, b = date.fromisoformat(a), date.fromisoformat(b)
    works = lambda d: names[d.weekday()] not in weekend and d.isoformat() not in holidays
    count = sum(works(a + timedelta(days=i)) for i in range((b - a).days + 1))
    d, left = a, abs(n)
    while left:
        d += timedelta(days=1 if n > 0 else -1)
        left -= works(d)
    out.append([count, d.isoformat()])
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'business-days-calculator beside Python'))(
  'Python counts the same working days, one by one',
  [25, 400],
  async (rounds: number) => {
    const chance = chanceOf(71);
    const cases = Array.from({ length: rounds }, () => {
      const start = chance(30_000);
      const length = chance(400);
      const holidays = Array.from({ length: chance(12) }, () => isoDay(start + chance(500) - 50));
      const weekend = pick(chance, [['sat', 'sun'], ['fri', 'sat'], ['sun'], [], ['mon', 'wed', 'fri']]);
      return [
        isoDay(start),
        isoDay(start + length),
        weekend,
        holidays,
        (1 + chance(200)) * pick(chance, [1, -1]),
      ] as const;
    });
    const expected = runPython<(readonly [number, string])[]>(SCRIPT, cases);
    for (const [index, [from, to, weekend, holidays, add]] of cases.entries()) {
      const [working, date] = expected[index] ?? expect.fail();
      const same = { weekend: weekend.join(','), holidays: holidays.join(', ') };
      const counted = await calculate({ from, to, ...same });
      expect(counted.workingDays, `${from} ${to}`).toBe(working);
      expect(counted.workingDays + counted.weekendDays + counted.holidays.length).toBe(counted.calendarDays);
      expect((await calculate({ from, add, ...same })).to, `${from} ${add}`).toBe(date);
      // From a working day, there and back is where it began.
      expect((await calculate({ from: date, add: -add, ...same })).workingDays).toBe(-add);
      const back = await calculate({ from: to, to: from, ...same });
      expect(back.workingDays).toBe(working === 0 ? 0 : -working);
    }
  },
);

it('the documented results of NETWORKDAYS and WORKDAY', async () => {
  const holidays = '2012-11-22, 2012-12-04, 2013-01-21';
  const range = { from: '2012-10-01', to: '2013-03-01' };
  expect((await calculate(range)).workingDays).toBe(110);
  expect((await calculate({ ...range, holidays: '2012-11-22' })).workingDays).toBe(109);
  expect((await calculate({ ...range, holidays })).workingDays).toBe(107);
  const start = { from: '2008-10-01', add: 151 };
  expect((await calculate(start)).to).toBe('2009-04-30');
  expect((await calculate({ ...start, holidays: '2008-11-26, 2008-12-04, 2009-01-21' })).to).toBe('2009-05-05');
});

it('a year of work in the United States, and years without known holidays', async () => {
  // 261 weekdays less 11 federal holidays that fall on them.
  const year = await calculate({ from: '2026-01-01', to: '2026-12-31', country: 'US' });
  expect([year.workingDays, year.holidays.length]).toEqual([250, 11]);
  expect((await calculate({ from: '2101-01-01', to: '2101-01-31', country: 'US' })).warnings).toHaveLength(1);
  expect((await calculate({ from: '2026-01-05', to: '2026-01-06', inclusive: false })).workingDays).toBe(1);
});

it('what would not end is refused', async () => {
  const days = { from: '2026-01-01', add: 20_000, weekend: 'mon,tue,wed,thu,fri,sat' };
  expect((await runTool(tool, { options: days })).status).toBe(400);
  expect((await runTool(tool, { options: { from: '0001-01-01', to: '9999-12-31' } })).status).toBe(400);
});
