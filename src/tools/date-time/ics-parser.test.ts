import { expect, it } from 'vitest';
import { isoDay } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import holidayCalendar from './holiday-calendar.js';
import tool from './ics-parser.js';

interface Report {
  readonly events: readonly {
    readonly title: string;
    readonly start: string;
    readonly end: string;
    readonly timezone: string;
  }[];
  readonly warnings: readonly string[];
}

const parse = async (input: string, options = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const calendar = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

const READ = `
import icalendar
out = []
for text in data:
    out.append([[str(e['SUMMARY']), e['DTSTART'].dt.isoformat()] for e in icalendar.Calendar.from_ical(text).walk('VEVENT')])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import icalendar'], 'iCalendar files beside python3-icalendar'))(
  'icalendar reads the same events',
  async () => {
    const countries = ['US', 'GB', 'DE', 'JP', 'BR', 'IL', 'FR', 'GR'];
    const files = await Promise.all(
      countries.map(
        async (country) =>
          (await runTool(holidayCalendar, { options: { country, types: 'all', format: 'ics' } })).text ?? '',
      ),
    );
    let compared = 0;
    for (const [index, theirs] of runPython<string[][][]>(READ, files, '/usr/bin/python3').entries()) {
      const { events } = await parse(files[index] ?? '');
      expect(events.map(({ title, start }) => `${start} ${title}`).sort()).toEqual(
        theirs.map(([title, start]) => `${start} ${title}`).sort(),
      );
      compared += theirs.length;
    }
    expect(compared).toBeGreaterThan(150);
  },
);

const SERIES = `
from dateutil.rrule import rrulestr
from datetime import datetime
out = []
for start, rule, excluded in data:
    dates = [d.isoformat() for d in rrulestr(rule, dtstart=datetime.fromisoformat(start))]
    out.append([d for d in dates if d not in excluded])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('python3', ['-c', 'import dateutil'], 'rules beside python-dateutil'))(
  'dateutil has the same occurrences',
  async () => {
    const chance = chanceOf(141);
    const compact = (iso: string) => `${iso.replace(/[-:]/g, '')}Z`;
    const cases = Array.from({ length: 60 }, () => {
      const first = 20_000 + chance(1000);
      const rule = pick(chance, [
        'FREQ=DAILY;COUNT=20',
        'FREQ=WEEKLY;INTERVAL=2;COUNT=12',
        'FREQ=DAILY;INTERVAL=3;COUNT=30',
      ]);
      const excluded = Array.from({ length: chance(5) }, () => `${isoDay(first + chance(30))}T09:00:00`);
      return [`${isoDay(first)}T09:00:00`, rule, excluded] as const;
    });
    for (const [index, dates] of runPython<string[][]>(SERIES, cases).entries()) {
      const [start, rule, excluded] = cases[index] ?? expect.fail();
      const lines = [
        `DTSTART:${compact(start)}`,
        `RRULE:${rule}`,
        ...excluded.map((date) => `EXDATE:${compact(date)}`),
      ];
      const { events } = await parse(calendar(event('UID:1', ...lines)));
      expect(events.map((one) => one.start.replace('Z', ''))).toEqual(dates);
    }
  },
);

it('time zones of Windows and Mozilla, and unknown ones', async () => {
  const at = async (zone: string) => parse(calendar(event('UID:1', `DTSTART;TZID=${zone}:20260701T100000`)));
  expect((await at('W. Europe Standard Time')).events[0]?.start).toBe('2026-07-01T10:00:00+02:00');
  expect((await at('/mozilla.org/20050126_1/Asia/Tokyo')).events[0]?.timezone).toBe('Asia/Tokyo');
  expect((await at('"Mars/Olympus"')).warnings.join()).toContain('is not known');
});

it('a range cuts endless series, merge keeps what is there twice once', async () => {
  const daily = event('UID:d', 'DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Daily');
  const other = event('UID:o', 'DTSTART:20260301T090000Z', 'SUMMARY:Other');
  const ranged = await parse(calendar(daily, other), { from: '2026-02-10', to: '2026-02-12' });
  expect(ranged.events.map(({ start }) => start.slice(0, 10))).toEqual(['2026-02-10', '2026-02-11', '2026-02-12']);
  expect((await parse(calendar(daily))).warnings).toEqual(['Of a series at most 100 occurrences are listed']);
  const files = [calendar(daily, other), calendar(daily)].map((text, index) => ({
    name: `${index}.ics`,
    bytes: Buffer.from(text),
  }));
  const merged = (await runTool(tool, { files, options: { action: 'merge' } })).text ?? '';
  expect(merged.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  const filtered =
    (await runTool(tool, { files, options: { action: 'filter', from: '2025-01-01', to: '2026-01-31' } })).text ?? '';
  expect(filtered.match(/SUMMARY:\w+/g)).toEqual(['SUMMARY:Daily']);
});

exhaustive('truncated, damaged and hostile calendars are read or refused', async () => {
  const whole = calendar(
    'PRODID:-//x//EN',
    event(
      'UID:1',
      'DTSTART;TZID="Europe/Berlin":20260323T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'SUMMARY:Ein langer',
      '  Titel\\n',
      'ATTENDEE;CN="A, B":mailto:a@b.c',
    ),
  );
  const status = async (bytes: Uint8Array) => (await runTool(tool, { files: [{ name: 'a.ics', bytes }] })).status;
  const bytes = Buffer.from(whole);
  for (let length = 0; length < bytes.length; length++)
    expect([200, 400, 413]).toContain(await status(bytes.subarray(0, length)));
  const chance = chanceOf(142);
  for (let round = 0; round < 500; round++) {
    const damaged = Buffer.from(bytes);
    for (let times = 0; times <= chance(4); times++) damaged[chance(damaged.length)] = chance(256);
    expect([200, 400, 413]).toContain(await status(damaged));
  }
  expect(await status(Buffer.from('BEGIN:VCALENDAR\n'.repeat(20_000)))).toBe(413);
  expect(await status(Buffer.from(`BEGIN:VCALENDAR\nX${';A=B'.repeat(100_000)}\nEND:VCALENDAR`))).toBe(400);
  await expectLinear(300, (length) =>
    parse(calendar(...Array.from({ length }, (_, i) => event(`UID:${i}`, 'DTSTART:20260101T090000Z')))),
  );
});

exhaustive('many endless or empty series are refused in time', async () => {
  const many = (rule: string, times: number) =>
    calendar(
      ...Array.from({ length: times }, (_, i) => event(`UID:${i}`, 'DTSTART:20260101T090000Z', `RRULE:${rule}`)),
    );
  for (const rule of ['FREQ=DAILY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1']) {
    const files = [{ name: 'a.ics', bytes: Buffer.from(many(rule, 3000)) }];
    expect((await runTool(tool, { files, options: { to: '9999-01-01' } })).status, rule).toBe(413);
  }
});
