import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './age-calculator.js';

interface Report {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly totals: { readonly days: number };
  readonly isBirthday: boolean;
  readonly nextBirthday: { readonly date: string; readonly daysUntil: number };
  readonly chineseZodiac?: string;
}

const ageOf = async (birthDate: string, at = '2026-01-02', options = {}): Promise<Report> => {
  const answer = await runTool(tool, { options: { birthDate, at, ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const SCRIPT = `
from datetime import date
from dateutil.relativedelta import relativedelta
out = []
for a, b in data:
    a, b = date.fromisoformat(a), date.fromisoformat(b)
    r = relativedelta(b, a)
    out.append([r.years, r.months, r.days, (b - a).days])
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['-c', 'import dateutil'], 'dates beside python-dateutil'))(
  'dateutil has the same age',
  [30, 500],
  async (rounds: number) => {
    const chance = chanceOf(81);
    const cases = Array.from({ length: rounds }, (_, round) => {
      // Every tenth is born on a leap day.
      const birth = round % 10 === 0 ? 789 + 1461 * chance(12) : chance(20_000) - 10_000;
      return [isoDay(birth), isoDay(birth + chance(35_000))] as const;
    });
    for (const [index, expected] of runPython<number[][]>(SCRIPT, cases).entries()) {
      const [birth, at] = cases[index] ?? expect.fail();
      const { years, months, days, totals, nextBirthday } = await ageOf(birth, at);
      expect([years, months, days, totals.days], `${birth} ${at}`).toEqual(expected);
      expect((await ageOf(birth, nextBirthday.date)).years).toBe(years + 1);
      expect((await ageOf(birth, nextBirthday.date)).isBirthday).toBe(true);
    }
  },
);

it('the animal changes at Chinese New Year', async () => {
  // Hong Kong Observatory.
  const published =
    `1961-02-15 1962-02-05 1963-01-25 1964-02-13 1965-02-02 1966-01-21 1967-02-09 1968-01-30 1969-02-17 1970-02-06
    1985-02-20 1990-01-27 1995-01-31 2000-02-05 2001-01-24 2005-02-09 2010-02-14 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16
    2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17`.split(/\s+/);
  const animals = [
    'Rat',
    'Ox',
    'Tiger',
    'Rabbit',
    'Dragon',
    'Snake',
    'Horse',
    'Goat',
    'Monkey',
    'Rooster',
    'Dog',
    'Pig',
  ];
  expect(published).toHaveLength(30);
  for (const newYear of published) {
    const animal = (year: number) => animals[(year - 1900) % 12];
    const year = Number(newYear.slice(0, 4));
    const before = new Date(Date.parse(newYear) - 86_400_000).toISOString().slice(0, 10);
    expect((await ageOf(newYear, '2026-12-31')).chineseZodiac, newYear).toBe(animal(year));
    expect((await ageOf(before, '2026-12-31')).chineseZodiac, before).toBe(animal(year - 1));
  }
});

it('a leap day has its birthday where the law says', async () => {
  const february = await ageOf('2004-02-29', '2026-02-28');
  const march = await ageOf('2004-02-29', '2026-02-28', { leapDay: 'march-1' });
  expect([february.years, february.isBirthday]).toEqual([22, true]);
  expect([march.years, march.months, march.days, march.isBirthday]).toEqual([21, 11, 30, false]);
  expect((await ageOf('2004-02-29', '2026-03-01', { leapDay: 'march-1' })).isBirthday).toBe(true);
  expect((await ageOf('2004-02-29', '2028-02-29', { leapDay: 'march-1' })).isBirthday).toBe(true);
});
