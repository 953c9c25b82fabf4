import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './natural-date-parser.js';

interface Report {
  readonly dates: readonly {
    readonly text: string;
    readonly start: { readonly iso: string; readonly date: string; readonly hasTime: boolean };
    readonly end?: { readonly date: string };
  }[];
  readonly warnings: readonly string[];
}

const parse = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

inRounds.skipIf(!hasProgram('date', ['--version'], 'natural-date-parser beside date(1)'))(
  'GNU date understands the same phrases',
  [20, 100],
  async (rounds: number) => {
    const chance = chanceOf(91);
    for (let round = 0; round < rounds; round++) {
      const reference = new Date(1_600_000_000_000 + 60_000 * chance(5_000_000)).toISOString().slice(0, 19);
      const count = 1 + chance(40);
      const phrase = pick(chance, [
        `${count} days ago`,
        `${count} weeks ago`,
        `${count} hours ago`,
        'tomorrow',
        'yesterday',
      ]);
      const { dates } = await parse(phrase, { reference });
      const gnu = runProgram('env', ['LC_ALL=C', 'TZ=UTC', 'date', '-d', `${reference} UTC ${phrase}`, '+%F']);
      expect(dates[0]?.start.date, `${phrase} at ${reference}`).toBe(gnu.toString().trim());
    }
  },
);

// As PHP's strtotime documents ("dd.mm.YYYY") and CLDR writes them: no locale of it has dots with the month first.
it('dates with dots have the day first in English too', async () => {
  const { dates } = await parse('12.03.2024 14:30; 01.04.24; version 1.4.24; 12.31.2024 and 31.02.2024');
  expect(dates.map(({ start, end }) => end?.date ?? start.date)).toEqual(['2024-03-12', '2024-04-01', '2024-12-31']);
  expect(dates[0]?.start.iso).toBe('2024-03-12T14:30:00Z');
});

it('phrases of each language at Friday, 2 January 2026', async () => {
  const phrases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    en: [
      ['tomorrow', '2026-01-03'],
      ['in 2 weeks', '2026-01-16'],
      ['March 5th, 2027', '2027-03-05'],
      ['the 3rd of next month', '2026-02-03'],
      ['a week on Monday', '2026-01-12'],
      ['next Monday', '2026-01-05'],
      ['3 days ago', '2025-12-30'],
    ],
    de: [
      ['morgen', '2026-01-03'],
      ['gestern', '2026-01-01'],
      ['5. März 2027', '2027-03-05'],
      ['in 3 Tagen', '2026-01-05'],
    ],
    fr: [
      ['demain', '2026-01-03'],
      ['hier', '2026-01-01'],
      ['5 mars 2027', '2027-03-05'],
      ['il y a 3 jours', '2025-12-30'],
    ],
    es: [
      ['mañana', '2026-01-03'],
      ['ayer', '2026-01-01'],
      ['5 de marzo de 2027', '2027-03-05'],
    ],
    nl: [
      ['morgen', '2026-01-03'],
      ['gisteren', '2026-01-01'],
      ['5 maart 2027', '2027-03-05'],
    ],
    pt: [
      ['amanhã', '2026-01-03'],
      ['ontem', '2026-01-01'],
      ['5 de março de 2027', '2027-03-05'],
    ],
    ja: [
      ['2027年3月5日', '2027-03-05'],
      ['昨日', '2026-01-01'],
      ['今日', '2026-01-02'],
    ],
  };
  for (const [language, list] of Object.entries(phrases))
    for (const [phrase, date] of list) {
      const { dates } = await parse(phrase, { language, reference: '2026-01-02 09:00' });
      expect(dates[0]?.start.date, `${language}: ${phrase}`).toBe(date);
    }
});

const PLACES = `
import calendar, datetime
from dateutil import easter
def nth(year, month, weekday, n):
    days = [w[weekday] for w in calendar.monthcalendar(year, month) if w[weekday]]
    return None if n > len(days) else datetime.date(year, month, days[n - 1]).isoformat()
print(json.dumps([easter.easter(a[1]).isoformat() if a[0] == 'easter' else nth(*a) for a in data]))`;

it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import dateutil'], 'natural-date-parser beside dateutil'))(
  'weekdays of months and Easter are those of Python',
  async () => {
    const chance = chanceOf(7);
    const nths = ['first', 'second', '3rd', 'fourth', 'fifth'];
    const months = ['January', 'Feb', 'March', 'May', 'Sept', 'November', 'Dec.'];
    const numbers = [1, 2, 3, 5, 9, 11, 12];
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const asked = Array.from({ length: 80 }, (_, i) => {
      const year = 1990 + chance(80);
      if (i % 8 === 0) return { phrase: `Easter ${year}`, ask: ['easter', year] };
      const [nth, month, weekday] = [chance(5), chance(7), chance(7)];
      const phrase = `the ${nths[nth]} ${weekdays[weekday]} of ${months[month]} ${year}`;
      return { phrase, ask: [year, numbers[month], weekday, nth + 1] };
    });
    const expected = runPython<readonly (string | null)[]>(
      PLACES,
      asked.map(({ ask }) => ask),
      '/usr/bin/python3',
    );
    for (const [i, { phrase }] of asked.entries()) {
      const { dates } = await parse(`We met on ${phrase}, at noon.`);
      const date = expected[i];
      // A month without a fifth one: what is left of the phrase may still be a date.
      if (date === null) expect(dates[0]?.text, phrase).not.toContain('fifth');
      else expect(dates[0]?.start.date, phrase).toBe(date);
    }
  },
);

it.each([
  ['two weeks from tomorrow', 'two weeks from tomorrow', '2026-12-15'],
  ['Due a month from 15 January 2027.', 'a month from 15 January 2027', '2027-02-15'],
  ['three days from Christmas', 'three days from Christmas', '2026-12-28'],
  ['two weeks before Easter Monday', 'two weeks before Easter Monday', '2027-03-15'],
  ['third Thursday of November', 'third Thursday of November', '2026-11-19'],
  ['last Friday of last month', 'last Friday of last month', '2026-10-30'],
  ['first Monday of next month at 4pm', 'first Monday of next month at 4pm', '2026-12-07'],
  ['New Year’s Eve', 'New Year’s Eve', '2026-12-31'],
])('%s', async (input, text, date) => {
  const { dates } = await parse(input, { reference: '2026-11-30 09:00' });
  expect(dates.map((found) => [found.text, found.start.date])).toEqual([[text, date]]);
});

it.each([
  ['half past six tomorrow', '2026-12-01T06:30:00Z'],
  ['a quarter to five in the afternoon', '2026-11-30T16:45:00Z'],
  ['twenty-five past 11 pm', '2026-11-30T23:25:00Z'],
  ['ten to twelve', '2026-11-30T11:50:00Z'],
])('%s', async (input, iso) => {
  const { dates } = await parse(input, { reference: '2026-11-30 09:00' });
  expect(dates.map(({ start }) => start.iso)).toEqual([iso]);
});

it('a time before or after what is no date here is none', async () => {
  expect((await parse('two weeks before the wedding')).dates).toEqual([]);
  expect((await parse('I came two days before.', { reference: '2026-11-30' })).dates).toHaveLength(1);
});

it('times are of the time zone, in gaps they are told', async () => {
  const { dates, warnings } = await parse('tomorrow at 2:30', {
    reference: '2026-03-28 12:00',
    timezone: 'Europe/Berlin',
  });
  expect(dates[0]?.start.iso).toBe('2026-03-29T03:30:00+02:00');
  expect(warnings.join()).toContain('does not exist');
  const named = await parse('at 3pm EST on 5 May 2026', { timezone: 'Europe/Berlin' });
  expect(named.dates[0]?.start.iso).toBe('2026-05-05T22:00:00+02:00');
});

it('a text without dates has none, and dates of no calendar are not found', async () => {
  expect((await parse('Nothing to see here.')).dates).toEqual([]);
  for (const { start } of (await parse('31 February 2026, 99/99/2026, year 99999')).dates)
    expect(start.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it('long texts take time by their length', async () => {
  for (const piece of ['next Friday at 3pm and ', '1 2 3 4/5 ', 'in in in ', '10:10:10 ', 'a'])
    await expectLinear(400, async (length) => {
      expect((await runTool(tool, { input: piece.repeat(Math.ceil(length / piece.length)) })).status).toBe(200);
    });
  expect((await runTool(tool, { input: 'a'.repeat(20_001) })).status).toBe(413);
});

it('finds one date in a phrase that is counted from another, with dates to come, too', async () => {
  for (const future of [false, true]) {
    const { dates } = await parse('a week on Tuesday at 3pm', { reference: '2026-11-30', future });
    expect(dates.map(({ text, start }) => [text, start.date])).toEqual([['a week on Tuesday at 3pm', '2026-12-08']]);
  }
});

it('a month in words of another language is a date in English too', async () => {
  const { dates } = await parse('Invoice of 5. März 2024, due 1er mai 2024, not 5 foo 2024');
  expect(dates.map(({ text, start }) => [text, start.date])).toEqual([
    ['5. März 2024', '2024-03-05'],
    ['1er mai 2024', '2024-05-01'],
  ]);
});
