import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './meeting-planner.js';

interface Report {
  readonly possible: boolean;
  readonly windows: readonly { readonly start: string; readonly minutes: number }[];
  readonly suggestions: readonly { readonly start: string; readonly outsideMinutes: number }[];
}

const SCRIPT = `
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
out = []
for zones, day, hours, minutes, weekends in data:
    z = [ZoneInfo(n) for n in zones]
    first = datetime.fromisoformat(day)
    begin = int(first.replace(tzinfo=z[0]).timestamp())
    end = int((first + timedelta(days=1)).replace(tzinfo=z[0]).timestamp())
    a, b = hours
    def works(t):
        m = t.hour * 60 + t.minute
        ok = lambda d: weekends or d.weekday() < 5
        if b > a: return a <= m < b and ok(t)
        return (m >= a and ok(t)) or (m < b and ok(t - timedelta(days=1)))
    windows, run = [], 0
    for s in range(begin, end + 60, 60):
        if s < end and all(works(datetime.fromtimestamp(s, q)) for q in z): run += 1
        else:
            if run >= minutes: windows.append([s - 60 * run, run])
            run = 0
    out.append(windows)
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'meeting-planner beside Python'))(
  'a search minute by minute finds the same windows',
  [13, 200],
  async (rounds: number) => {
    const chance = chanceOf(101);
    // Cairo and Sao Paulo change their clocks at midnight, when a day has no or two beginnings.
    const zones = STEADY_ZONES.filter((zone) => zone !== 'Africa/Cairo' && zone !== 'America/Sao_Paulo');
    const cases = Array.from({ length: rounds }, () => {
      const some = Array.from({ length: 2 + chance(3) }, () => pick(chance, zones));
      const hours = pick(chance, [
        [540, 1020],
        [480, 1200],
        [360, 1320],
        [1320, 360],
        [0, 1440],
      ] as const);
      return [some, isoDay(18_000 + chance(2200)), hours, pick(chance, [15, 60, 120]), chance(2) === 1] as const;
    });
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    for (const [index, expected] of runPython<(readonly [number, number])[][]>(SCRIPT, cases).entries()) {
      const [some, date, [from, to], minutes, weekends] = cases[index] ?? expect.fail();
      const options = { zones: some.join(), date, hours: `${clock(from)}-${clock(to)}`, minutes, weekends };
      const { windows, possible, suggestions } = (await runTool(tool, { options })).data as Report;
      expect(
        windows.map((window) => [Date.parse(window.start) / 1000, window.minutes]),
        JSON.stringify(options),
      ).toEqual(expected);
      expect([possible, suggestions.length > 0]).toEqual([expected.length > 0, expected.length === 0]);
    }
  },
);

it('where nothing fits, the nearest times are suggested', async () => {
  const options = { zones: 'America/Los_Angeles,Europe/Berlin,Australia/Sydney', date: '2026-01-15' };
  const { possible, suggestions } = (await runTool(tool, { options })).data as Report;
  expect(possible).toBe(false);
  expect(suggestions).toHaveLength(5);
  expect(suggestions[0]?.outsideMinutes).toBeGreaterThan(0);
});

it('hours may differ by zone', async () => {
  const options = { zones: 'UTC,Asia/Tokyo', date: '2026-01-15', hours: '09:00-17:00,17:00-19:00' };
  const { windows } = (await runTool(tool, { options })).data as Report;
  expect(windows.map(({ start, minutes }) => [start, minutes])).toEqual([['2026-01-15T09:00:00Z', 60]]);
});
