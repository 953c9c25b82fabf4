import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './timestamp-converter.js';

interface Report {
  readonly timestamps: readonly {
    readonly iso: string;
    readonly local: string;
    readonly rfc2822: string;
    readonly counts: Readonly<Record<string, string>>;
  }[];
  readonly warnings: readonly string[];
}

const convert = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const SCRIPT = `
from datetime import datetime, timezone, timedelta, date
from zoneinfo import ZoneInfo
def whole(delta, per_second):
    return str((delta.days * 86400 + delta.seconds) * per_second + delta.microseconds * per_second // 1000000)
out = []
for us, zone in data:
    t = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=us)
    since = lambda y, m=1, d=1: t - datetime(y, m, d, tzinfo=timezone.utc)
    local = t.astimezone(ZoneInfo(zone))
    out.append({
        'local': local.isoformat(),
        'unix-microseconds': str(us),
        'filetime': whole(since(1601), 10000000), 'dotnet-ticks': whole(since(1), 10000000), 'webkit': whole(since(1601), 1000000),
        'hfs': since(1904).total_seconds(), 'ntp': since(1900).total_seconds(), 'cocoa': since(2001).total_seconds(),
        'modified-julian-day': since(1858, 11, 17) / timedelta(days=1),
        'julian-day': t.toordinal() + 1721424.5 + (t - t.replace(hour=0, minute=0, second=0, microsecond=0)) / timedelta(days=1),
        'excel': (local.replace(tzinfo=None) - datetime(1899, 12, 30)) / timedelta(days=1),
    })
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'timestamp-converter beside Python'))(
  'Python has the same local times and counts, and every count comes back',
  [20, 300],
  async (rounds: number) => {
    const chance = chanceOf(5);
    const cases = Array.from({ length: rounds }, () => {
      const seconds = Date.UTC(1972, 0, 1) / 1000 + chance(52 * 31_556_952);
      return [seconds * 1e6 + chance(1000) * 1000, pick(chance, STEADY_ZONES)] as const;
    });
    const expected = runPython<Record<string, string | number>[]>(SCRIPT, cases);
    for (const [index, [us, timezone]] of cases.entries()) {
      const { timestamps } = await convert(String(us), { from: 'unix-microseconds', timezone });
      const { local, counts } = timestamps[0] ?? expect.fail();
      const { local: theirs, ...values } = expected[index] ?? {};
      expect(Date.parse(local)).toBe(Date.parse(String(theirs)));
      expect([local.slice(0, 19), local.slice(-6)].join('').replace('Z', '+00:00')).toContain(
        String(theirs).slice(0, 19),
      );
      for (const [format, value] of Object.entries(values)) {
        const ours = counts[format] ?? expect.fail(format);
        if (typeof value === 'string') expect(ours, format).toBe(value);
        else expect(Math.abs(Number(ours) - value), `${format} ${us}`).toBeLessThan(2e-6);
        const back = await convert(ours, { from: format, timezone });
        const isLocal = format === 'excel' && back.warnings.length > 0;
        if (!isLocal)
          expect(Math.abs(Date.parse(back.timestamps[0]?.iso ?? '') - us / 1000), format).toBeLessThan(1.01);
      }
    }
  },
);

it.skipIf(!hasProgram('date', ['--version'], 'timestamp-converter beside date(1)'))(
  'GNU date writes the same',
  async () => {
    const chance = chanceOf(9);
    for (let round = 0; round < 100; round++) {
      const seconds = chance(1_700_000_000);
      const timezone = pick(chance, STEADY_ZONES);
      const { timestamps } = await convert(`@${seconds}`, { timezone });
      const args = ['-d', `@${seconds}`, '+%Y-%m-%dT%H:%M:%S%:z|%a, %d %b %Y %H:%M:%S %z'];
      const [iso, mail] = runProgram('env', ['LC_ALL=C', `TZ=${timezone}`, 'date', ...args])
        .toString()
        .trim()
        .split('|');
      expect(timestamps[0]?.local.replace('Z', '+00:00')).toBe(iso);
      expect(timestamps[0]?.rfc2822).toBe(mail);
    }
  },
);

it('GPS time is as published: week 1024 began on 22 August 1999, 2048 on 7 April 2019', async () => {
  const gps = (week: number) => convert(String(week * 604_800), { from: 'gps' });
  expect((await gps(1024)).timestamps[0]?.iso).toBe('1999-08-21T23:59:47Z');
  expect((await gps(2048)).timestamps[0]?.iso).toBe('2019-04-06T23:59:42Z');
  // RFC-like fixed points: the GPS second of the Unix epoch of leap second 2017-01-01.
  expect((await convert('1167264018', { from: 'gps' })).timestamps[0]?.iso).toBe('2017-01-01T00:00:00Z');
  for (const iso of ['1980-01-06T00:00:00Z', '1981-07-01T00:00:00Z', '2016-12-31T23:59:59Z', '2017-01-01T00:00:00Z']) {
    const { timestamps } = await convert(iso);
    expect((await convert(timestamps[0]?.counts.gps ?? '', { from: 'gps' })).timestamps[0]?.iso).toBe(iso);
  }
});

it('serials of Excel before March 1900 count from its own calendar', async () => {
  for (const [serial, iso] of [
    ['1', '1900-01-01T00:00:00Z'],
    ['59', '1900-02-28T00:00:00Z'],
    ['61', '1900-03-01T00:00:00Z'],
    ['45000.5', '2023-03-15T12:00:00Z'],
  ] as const) {
    const { timestamps } = await convert(serial, { from: 'excel' });
    expect(timestamps[0]?.iso).toBe(iso);
    expect(timestamps[0]?.counts.excel).toBe(serial);
  }
});

it('what is written like a date in any common form is read', async () => {
  const same = [
    '2026-03-29T12:30:00Z',
    '20260329T123000Z',
    '2026-W13-7T12:30Z',
    '2026-088T12:30Z',
    'Sun, 29 Mar 2026 12:30:00 GMT',
    'Sun, 29 Mar 2026 14:30:00 +0200',
    'Sun Mar 29 12:30:00 UTC 2026',
    'Sun Mar 29 2026 14:30:00 GMT+0200 (Central European Summer Time)',
    '29/Mar/2026:12:30:00 +0000',
    '2026:03:29 12:30:00',
    'March 29, 2026 12:30 PM',
    '29.03.2026 12:30',
    '29/3/2026 12:30',
    '2026-03-29 14:30 Europe/Berlin',
    '2026-03-29T14:30:00+02:00[Europe/Berlin]',
    '1774787400',
    '1774787400000',
    '1774787400.000',
    ' 1774787400000000 ',
    '1774787400000000000',
  ];
  const { timestamps } = await convert(same.join('\r\n'));
  for (const [index, { iso }] of timestamps.entries()) expect(iso, same[index]).toBe('2026-03-29T12:30:00Z');
});

it('a weekday that is not that of the date, and an abbreviation of the zone, are told apart', async () => {
  expect((await convert('Mon, 29 Mar 2026 12:30:00 GMT')).warnings).toEqual(['2026-03-29 is a Sunday, not "Mon"']);
  const { timestamps } = await convert('Sun Oct 25 02:30:00 CET 2026', { timezone: 'Europe/Berlin' });
  expect(timestamps[0]?.iso).toBe('2026-10-25T01:30:00Z');
  expect((await runTool(tool, { input: '2026-10-25 02:30 IST' })).message).toContain('does not name one time zone');
});

it('random texts and numbers are read or refused', async () => {
  const chance = chanceOf(3);
  const parts = [
    '2026',
    '-',
    ':',
    'T',
    '31',
    '13',
    '0',
    ' ',
    'Z',
    '+02:00',
    'Mar',
    'am',
    '[',
    ']',
    '9'.repeat(29),
    '.',
    '/',
    'W',
    '年',
  ];
  for (let round = 0; round < 500; round++) {
    const input = Array.from({ length: 1 + chance(8) }, () => pick(chance, parts)).join('');
    const from = pick(chance, ['auto', 'date', 'gps', 'excel', 'julian-day', 'unix-nanoseconds', 'filetime']);
    expect([200, 400]).toContain((await runTool(tool, { input, options: { from } })).status);
  }
});
