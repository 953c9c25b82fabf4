import { expect, it } from 'vitest';

import { namedZone } from '../../engines/zone-data.js';
import { offsetAt } from '../../lib/zones/zone.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './ics-generator.js';

const write = async (options: Readonly<Record<string, unknown>>): Promise<string> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, answer.message).toBe(200);
  return answer.text ?? '';
};

const READ = `
import icalendar
out = []
for text in data:
    e = icalendar.Calendar.from_ical(text).walk('VEVENT')[0]
    rule = e['RRULE'].to_ical().decode() if 'RRULE' in e else ''
    alarm = [a['TRIGGER'].dt.total_seconds() for a in e.walk('VALARM')]
    out.append([str(e['SUMMARY']), str(e.get('LOCATION', '')), str(e.get('DESCRIPTION', '')), e['DTSTART'].dt.isoformat()[:19], e['DTEND'].dt.isoformat()[:19], rule, alarm])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import icalendar'], 'iCalendar files beside python3-icalendar'))(
  'icalendar reads random events as they were given',
  async () => {
    const chance = chanceOf(131);
    // Not a backslash: icalendar 4 reads the one before a comma wrongly.
    const words = ['Meeting', 'Ö', '日本語', ';', ',', '"', '\n', '😀', 'x'.repeat(60), ':', ' '];
    const some = (least: number) =>
      Array.from({ length: least + chance(12) }, () => pick(chance, words))
        .join('')
        .trim();
    const cases = Array.from({ length: 100 }, () => {
      const start = new Date(1_700_000_000_000 + 60_000 * chance(2_000_000)).toISOString().slice(0, 16);
      return {
        title: `A${some(1)}`,
        location: some(0),
        description: some(0),
        start,
        duration: '90 min',
        rrule: pick(chance, ['', 'FREQ=DAILY;COUNT=3', 'FREQ=MONTHLY;BYDAY=-1FR']),
        alarmMinutes: pick(chance, [0, 15]),
        timezone: pick(chance, ['UTC', 'Asia/Tokyo', 'Asia/Kolkata']),
      };
    });
    const texts = await Promise.all(cases.map(write));
    for (const line of texts.join('').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    for (const [index, event] of runPython<unknown[][]>(READ, texts, '/usr/bin/python3').entries()) {
      const given = cases[index] ?? expect.fail();
      const end = new Date(Date.parse(`${given.start}Z`) + 5_400_000).toISOString().slice(0, 19);
      expect(event).toEqual([
        given.title,
        given.location,
        given.description,
        `${given.start}:00`,
        end,
        given.rrule,
        given.alarmMinutes === 0 ? [] : [-900],
      ]);
    }
  },
);

const ZONES = `
from dateutil.tz import tzical
from datetime import datetime, timedelta
import io
out = []
for text, name, stamps in data:
    zone = tzical(io.StringIO(text.replace('\\r\\n', '\\n'))).get(name)
    out.append([(datetime(1970, 1, 1) + timedelta(seconds=s)).replace(tzinfo=zone).utcoffset().total_seconds() for s in stamps])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('python3', ['-c', 'import dateutil'], 'dates beside python-dateutil'))(
  'dateutil reads the right offsets from the time zones written',
  async () => {
    const chance = chanceOf(132);
    const cases = await Promise.all(
      STEADY_ZONES.filter((name) => name !== 'UTC').map(async (timezone) => {
        const text = await write({ title: 'x', start: '2026-03-01 12:00', timezone });
        return [text, timezone, Array.from({ length: 200 }, () => 1_772_000_000 + chance(600_000_000))] as const;
      }),
    );
    for (const [index, offsets] of runPython<number[][]>(ZONES, cases).entries()) {
      const [, name, stamps] = cases[index] ?? expect.fail();
      const zone = namedZone(name) ?? expect.fail(name);
      for (const [at, wall] of stamps.entries()) {
        const offset = offsets[at] ?? 0;
        // What was read is an offset that the zone has at that wall time, unless clocks skip it.
        const ours = [wall - 50_400, wall, wall + 50_400].map((instant) => offsetAt(zone, instant));
        const isSteady = ours.every((one) => one === ours[0]);
        if (isSteady) expect(offset, `${name} ${wall}`).toBe(ours[0]);
        else expect(ours, `${name} ${wall}`).toContain(offset);
      }
    }
  },
);

it('whole days end the day after the last, and random rows are read or refused', async () => {
  const day = await write({ title: 'x', start: '2026-08-10' });
  expect(day).toContain('DTSTART;VALUE=DATE:20260810\r\nDTEND;VALUE=DATE:20260811');
  const chance = chanceOf(133);
  for (let round = 0; round < 200; round++) {
    const cells = Array.from({ length: 12 }, () =>
      pick(chance, ['title', 'start', 'x', '2026-01-01', '"', ',', '\n', 'end', '12:00']),
    );
    const files = [{ name: 'a.csv', bytes: Buffer.from(`title,start\n${cells.join('')}`) }];
    expect([200, 400]).toContain((await runTool(tool, { files })).status);
  }
  expect(
    (await runTool(tool, { options: { title: 'x', start: '2026-01-01', rrule: 'FREQ=HOURLY\nX:1' } })).status,
  ).toBe(400);
});
