import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './timezone-converter.js';

interface Report {
  readonly unixSeconds: number;
  readonly to: readonly { readonly local: string; readonly aheadMinutes: number; readonly dayShift: number }[];
  readonly warnings: readonly string[];
}

const SCRIPT = `
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
out = []
for around, zone, other, near in data:
    z = ZoneInfo(zone)
    wall = datetime(1970, 1, 1) + timedelta(seconds=around)
    if near:
        # The next change of clocks, by days, then a wall time near it.
        first = wall.replace(tzinfo=z)
        for day in range(400):
            if (first + timedelta(days=day)).utcoffset() != first.utcoffset():
                wall = wall.replace(hour=0) + timedelta(days=day - 1, seconds=near)
                break
    both = [wall.replace(tzinfo=z, fold=fold) for fold in (0, 1)]
    stamps = [int(t.timestamp()) for t in both]
    back = [datetime.fromtimestamp(s, z).replace(tzinfo=None, fold=0) == wall for s in stamps]
    out.append([wall.isoformat(), stamps, back, [datetime.fromtimestamp(s, ZoneInfo(other)).isoformat() for s in stamps]])
print(json.dumps(out))
`;

type Row = readonly [string, readonly [number, number], readonly [boolean, boolean], readonly [string, string]];

inRounds.skipIf(!hasProgram('python3', ['--version'], 'timezone-converter beside Python'))(
  'Python finds the same instants, gaps and overlaps',
  [60, 1000],
  async (rounds: number) => {
    const chance = chanceOf(11);
    const cases = Array.from({ length: rounds }, (_, round) => {
      const around = Date.UTC(1975, 0, 1) / 1000 + 60 * chance(26_000_000);
      return [
        around,
        pick(chance, STEADY_ZONES),
        pick(chance, STEADY_ZONES),
        round % 2 === 0 ? 60 * (1 + chance(300)) + 86_400 * chance(2) : 0,
      ] as const;
    });
    const seen = { gaps: 0, overlaps: 0 };
    for (const [index, [wall, stamps, back, others]] of runPython<Row[]>(SCRIPT, cases).entries()) {
      const [, from, to] = cases[index] ?? expect.fail();
      for (const fold of [0, 1] as const) {
        // PEP 495: in a gap, fold 0 takes the offset before, which gives the later instant.
        const isGap = !back[0] && !back[1];
        const isOverlap = back[0] && back[1] && stamps[0] !== stamps[1];
        const disambiguation = fold === 0 ? 'compatible' : isGap ? 'earlier' : 'later';
        const answer = await runTool(tool, { options: { time: wall, from, to, disambiguation } });
        const { unixSeconds, to: there, warnings } = answer.data as Report;
        expect(unixSeconds, `${wall} ${from} ${fold}`).toBe(stamps[fold]);
        expect(there[0]?.local.replace('Z', '+00:00')).toBe(others[fold]);
        expect(warnings.length, `${wall} ${from}`).toBe(isGap || isOverlap ? 1 : 0);
        if (isGap) seen.gaps += 1;
        if (isOverlap) seen.overlaps += 1;
      }
    }
    expect(Math.min(seen.gaps, seen.overlaps)).toBeGreaterThan(0);
  },
);

it('differences are in minutes and days of the calendar', async () => {
  const options = {
    time: '2026-01-01 00:30',
    from: 'Pacific/Auckland',
    to: 'Asia/Kathmandu,America/Los_Angeles,+05:30',
  };
  const { to } = (await runTool(tool, { options })).data as Report;
  expect(to.map(({ aheadMinutes, dayShift }) => [aheadMinutes, dayShift])).toEqual([
    [-435, -1],
    [-1260, -1],
    [-450, -1],
  ]);
});

it('names 51 zones', async () => {
  const { message } = await runTool(tool, { options: { to: Array(51).fill('UTC').join() } });
  expect(message).toBe('Option "to" names 51 time zones, more than 50');
});

it.each(['15.30 Berlin to Tokyo', '15h30 Berlin to Tokyo', '15:30 Berlin to Tokyo'])(
  '%s is a time of day',
  async (input) => {
    const { to } = (await runTool(tool, { input })).data as { to: { local: string }[] };
    expect(to[0]?.local).toMatch(/^20\d\d-\d\d-\d\dT23:30:00\+09:00$/);
  },
);
