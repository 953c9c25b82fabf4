import { expect, it } from 'vitest';

import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './holiday-calendar.js';

interface Report {
  readonly holidays: readonly { readonly date: string; readonly name: string; readonly days: number }[];
}

const holidays = async (options: Readonly<Record<string, unknown>>) =>
  ((await runTool(tool, { options })).data as Report).holidays;

it('official lists of 2026 have the same days', async () => {
  // OPM; GOV.UK for England and Wales, and Scotland; Bavarian law; Cabinet Office of Japan. Days after the year, as month-day.
  const official = {
    US: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
    'GB-ENG': '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    'DE-BY': '01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-03 11-01 12-25 12-26',
    JP: '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
  };
  for (const [place, days] of Object.entries(official)) {
    const [country, region = ''] = place.split('-');
    const listed = (await holidays({ country, region })).map(({ date }) => date.slice(5));
    // Where a substitute is given, official lists leave the Saturday itself out.
    const weekend = { US: ['07-04'], 'GB-ENG': ['12-26'] }[place] ?? [];
    expect(listed.filter((date) => !weekend.includes(date)).join(' '), place).toBe(days);
  }
});

const SCRIPT = `
import icalendar
out = []
for text in data:
    calendar = icalendar.Calendar.from_ical(text)
    out.append([[e['DTSTART'].dt.isoformat(), (e['DTEND'].dt - e['DTSTART'].dt).days, str(e['SUMMARY'])] for e in calendar.walk('VEVENT')])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import icalendar'], 'iCalendar files beside python3-icalendar'))(
  'icalendar reads the files of many countries',
  async () => {
    const countries = ['US', 'GB', 'DE', 'FR', 'JP', 'CN', 'IN', 'BR', 'IL', 'SA', 'TH', 'GR'];
    const files = await Promise.all(
      countries.map(
        async (country) =>
          (await runTool(tool, { options: { country, types: 'all', format: 'ics', locale: 'xx' } })).text ?? '',
      ),
    );
    const read = runPython<(readonly [string, number, string])[][]>(SCRIPT, files, '/usr/bin/python3');
    for (const [index, country] of countries.entries()) {
      const expected = (await holidays({ country, types: 'all' })).map(({ date, days, name }) => [
        date,
        Math.max(1, days),
        name,
      ]);
      expect(read[index], country).toEqual(expected);
      for (const line of (files[index] ?? '').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  },
);

it('every country has holidays in every decade, or says that none are known', async () => {
  for (const year of [1970, 2000, 2100])
    for (const country of ['DE', 'US', 'IR', 'CN', 'VA', 'XK', 'MX'])
      expect((await runTool(tool, { options: { country, year } })).status, `${country} ${year}`).toBe(200);
});
