import { expect, it } from 'vitest';

import { moonAt, nextPhase, seasonsOf } from '../../engines/astronomy.js';
import { isoDay } from '../../lib/time/civil.js';
import { orthodoxEaster, westernEaster } from '../../lib/time/easter.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './date-info.js';

interface Report {
  readonly weekday: string;
  readonly isoWeek: string;
  readonly dayOfYear: number;
  readonly usWeek: number;
  readonly season?: object;
}

exhaustive.skipIf(!hasProgram('date', ['--version'], 'date-info beside date(1)'))(
  'GNU date has the same weeks and days',
  async () => {
    const chance = chanceOf(61);
    const dates = Array.from({ length: 1000 }, () => isoDay(chance(109_000) - 25_567));
    const lines = runProgram('env', ['LC_ALL=C', 'TZ=UTC', 'date', '-f', '-', '+%A %G-W%V-%u %-j'], dates.join('\n'));
    for (const [index, line] of lines.toString().trim().split('\n').entries()) {
      const { data } = await runTool(tool, { options: { date: dates[index] ?? '' } });
      const { weekday, isoWeek, dayOfYear } = data as Report;
      expect(`${weekday} ${isoWeek} ${dayOfYear}`).toBe(line);
    }
  },
);

inRounds.skipIf(!hasProgram('ncal', ['-e', '2026'], 'Easter beside ncal'))(
  'ncal has the same Easter',
  [20, 717],
  (rounds: number) => {
    for (let index = 0; index < rounds; index++) {
      const year = 1583 + Math.floor((index * 717) / rounds);
      for (const [option, easter] of [
        ['-e', westernEaster],
        ['-o', orthodoxEaster],
      ] as const) {
        const printed = runProgram('env', ['LC_ALL=C', 'ncal', option, String(year)])
          .toString()
          .trim();
        const [, shortYear, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(isoDay(easter(year))) ?? [];
        expect(`${month}/${day}/${shortYear}`, `${option} ${year}`).toBe(printed);
      }
    }
  },
);

it('seasons and phases are those of Meeus', () => {
  // Example 27.b is 21:24:42 in dynamical time, of which universal time was 34 s behind.
  const published = [
    [seasonsOf(1962)[1], '1962-06-21T21:24:08Z'],
    [nextPhase(270, new Date('2044-01-10T00:00:00Z')), '2044-01-21T23:47:00Z'],
    // US Naval Observatory, to the minute: equinoxes and solstices of 2026.
    ...seasonsOf(2026).map(
      (date, index) =>
        [
          date,
          ['2026-03-20T14:46Z', '2026-06-21T08:24Z', '2026-09-23T00:05Z', '2026-12-21T20:50Z'][index] ?? '',
        ] as const,
    ),
  ] as const;
  for (const [date, iso] of published)
    expect(Math.abs((date?.getTime() ?? 0) - Date.parse(iso)), iso).toBeLessThanOrEqual(61_000);
  // Example 48.a: the lit share of the moon at 0h on 12 April 1992 is 0.6786.
  expect(moonAt(new Date('1992-04-12T00:00:00Z')).illuminatedPercent).toBeCloseTo(67.9, 0);
});

it('the first and last year have no season, and are told all else', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    const { status, data } = await runTool(tool, { options: { date } });
    expect([status, (data as Report).season]).toEqual([200, undefined]);
  }
});
