import { expect, it } from 'vitest';

import { daysOf, isoDay, weekdayOf } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './date-calculator.js';

interface Report {
  readonly result: string;
  readonly date: string;
  readonly warnings: readonly string[];
}

const calculate = async (options: Readonly<Record<string, unknown>>): Promise<Report> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, `${JSON.stringify(options)} ${answer.message}`).toBe(200);
  return answer.data as Report;
};

inRounds.skipIf(!hasProgram('date', ['--version'], 'date-calculator beside date(1)'))(
  'GNU date adds the same days and hours',
  [20, 300],
  async (rounds: number) => {
    const chance = chanceOf(31);
    for (let round = 0; round < rounds; round++) {
      const timezone = pick(chance, STEADY_ZONES);
      // Noon: no zone changes its clocks then, so that what is compared is the sum.
      const date = `${isoDay(chance(19_000))} 12:00`;
      const [days, weeks, hours] = [chance(400), chance(20), chance(100)];
      const isPast = chance(2) === 1;
      const add = `${isPast ? '-' : ''}${days} days ${weeks} weeks`;
      const { result } = await calculate({ date, add, timezone });
      const phrase = `${date} ${days} days ${isPast ? 'ago ' : ''}${weeks} weeks${isPast ? ' ago' : ''}`;
      const gnu = (args: readonly string[]) =>
        runProgram('env', ['LC_ALL=C', `TZ=${timezone}`, 'date', ...args])
          .toString()
          .trim();
      expect(result.replace('Z', '+00:00')).toBe(gnu(['-d', phrase, '+%Y-%m-%dT%H:%M:%S%:z']));
      const later = await calculate({ date: result, add: `${hours}h`, timezone });
      expect(Date.parse(later.result) / 1000).toBe(Number(gnu(['-d', `${result} + ${hours} hours`, '+%s'])));
    }
  },
);

const SCRIPT = `
from datetime import date
from dateutil.relativedelta import relativedelta
print(json.dumps([(date.fromisoformat(d) + relativedelta(years=y, months=m, days=n)).isoformat() for d, y, m, n in data]))
`;

inRounds.skipIf(!hasProgram('python3', ['-c', 'import dateutil'], 'dates beside python-dateutil'))(
  'dateutil adds the same years, months and days',
  [50, 500],
  async (rounds: number) => {
    const chance = chanceOf(32);
    const cases = Array.from({ length: rounds }, () => {
      const sign = pick(chance, [1, -1]);
      return [isoDay(chance(30_000)), sign * chance(40), sign * chance(30), sign * chance(100)] as const;
    });
    for (const [index, expected] of runPython<string[]>(SCRIPT, cases).entries()) {
      const [date, years, months, days] = cases[index] ?? expect.fail();
      const add = pick(chance, [`${years}y ${months}mo ${days}d`.replace(/ -/g, ' '), `P${years}Y${months}M${days}D`]);
      expect((await calculate({ date, add })).date, `${date} ${add}`).toBe(expected);
    }
  },
);

it('working days are those counted one by one', async () => {
  const chance = chanceOf(33);
  for (let round = 0; round < 300; round++) {
    const start = 20_000 + chance(3000);
    const count = chance(60) - 30;
    let [day, left] = [start, Math.abs(count)];
    while (left > 0) {
      day += Math.sign(count);
      if (weekdayOf(day) <= 5) left -= 1;
    }
    const { date } = await calculate({ date: isoDay(start), add: `${count} days`, businessDays: true });
    expect(date, `${isoDay(start)} ${count}`).toBe(isoDay(day));
  }
});

it('a day across a change of clocks keeps the time of day, 24 hours do not', async () => {
  const start = { date: '2026-03-28 12:00', timezone: 'Europe/Berlin' };
  expect((await calculate({ ...start, add: '1 day' })).result).toBe('2026-03-29T12:00:00+02:00');
  expect((await calculate({ ...start, add: '24 hours' })).result).toBe('2026-03-29T13:00:00+02:00');
  const skipped = await calculate({ ...start, date: '2026-03-28 02:30', add: '1d' });
  expect(skipped.result).toBe('2026-03-29T03:30:00+02:00');
  expect(skipped.warnings.join()).toContain('does not exist');
});

it('an instant that clocks show twice stays where nothing is added', async () => {
  const second = { date: '2026-10-25T02:30:00+01:00', timezone: 'Europe/Berlin' };
  expect((await calculate({ ...second, add: '10 min' })).result).toBe('2026-10-25T02:40:00+01:00');
});

it('edges of periods', async () => {
  const at = async (round: string) => (await calculate({ date: '2026-05-17T13:45:50.5Z', round })).result;
  expect(await at('start-of-week')).toBe('2026-05-11T00:00:00Z');
  expect(await at('end-of-week')).toBe('2026-05-17T23:59:59.999999999Z');
  expect(await at('start-of-quarter')).toBe('2026-04-01T00:00:00Z');
  expect(await at('end-of-quarter')).toBe('2026-06-30T23:59:59.999999999Z');
  expect(await at('end-of-month')).toBe('2026-05-31T23:59:59.999999999Z');
  expect(await at('start-of-year')).toBe('2026-01-01T00:00:00Z');
  expect(await at('start-of-hour')).toBe('2026-05-17T13:00:00Z');
  expect(await at('end-of-minute')).toBe('2026-05-17T13:45:59.999999999Z');
});

it('what leads out of the years 1 to 9999 is refused', async () => {
  for (const add of [
    '9000y',
    '-3000y',
    '9999999 days',
    '99999999999 months',
    '99999999999999999999 hours',
    'P99999999Y',
  ])
    expect((await runTool(tool, { options: { date: '2026-01-01', add } })).status, add).toBe(400);
  expect(daysOf({ year: 9999, month: 12, day: 31 })).toBe(2_932_896);
  expect((await runTool(tool, { options: { date: '9999-12-31 23:00', add: '2 hours' } })).status).toBe(400);
});
