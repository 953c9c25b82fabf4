import { expect, it } from 'vitest';

import { zoneNames } from '../../engines/zone-data.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './timezone-info.js';

interface Report {
  readonly timezone: string;
  readonly canonicalName: string;
  readonly changes: readonly { readonly at: string; readonly offset: string }[];
  readonly countryZones: readonly { readonly timezone: string }[];
}

const infoOf = async (options: Readonly<Record<string, unknown>>): Promise<Report> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, `${JSON.stringify(options)} ${answer.message}`).toBe(200);
  return answer.data as Report;
};

it.skipIf(!hasProgram('zdump', ['-v', '-c', '2025,2026', 'Europe/Berlin'], 'time zones beside zdump'))(
  'the changes of a year are those of zdump',
  async () => {
    for (const timezone of STEADY_ZONES) {
      const lines = runProgram('zdump', ['-v', '-c', '1985,2030', timezone]).toString().split('\n');
      // Every change has two lines: the second before it, and its own.
      const starts = lines.flatMap((line, index) => {
        const [, month, day, clock, year] = /(\w{3}) +(\d+) (\d\d:\d\d:\d\d) (\d{4}) UTC? = /.exec(line) ?? [];
        if (year === undefined || index % 2 === 0 || Number(year) < 1986 || Number(year) > 2028) return [];
        return [new Date(`${day} ${month} ${year} ${clock} UTC`).toISOString().replace('.000', '')];
      });
      const ours: string[] = [];
      for (let year = 1986; year <= 2028; year++)
        ours.push(...(await infoOf({ timezone, year })).changes.map(({ at }) => at));
      expect(
        starts.every((start) => ours.includes(start)),
        timezone,
      ).toBe(true);
      expect(ours.length - starts.length, timezone).toBeLessThanOrEqual(1);
    }
  },
);

it('cities are in their zones', async () => {
  const cities = `52.52,13.40 Europe/Berlin;48.86,2.35 Europe/Paris;51.51,-0.13 Europe/London;40.71,-74.01 America/New_York;
    34.05,-118.24 America/Los_Angeles;41.88,-87.63 America/Chicago;39.74,-104.99 America/Denver;33.45,-112.07 America/Phoenix;
    61.22,-149.90 America/Anchorage;21.31,-157.86 Pacific/Honolulu;43.65,-79.38 America/Toronto;19.43,-99.13 America/Mexico_City;
    -23.55,-46.63 America/Sao_Paulo;-34.60,-58.38 America/Argentina/Buenos_Aires;-33.45,-70.67 America/Santiago;30.04,31.24 Africa/Cairo;
    -26.20,28.05 Africa/Johannesburg;6.52,3.38 Africa/Lagos;-1.29,36.82 Africa/Nairobi;55.76,37.62 Europe/Moscow;41.01,28.98 Europe/Istanbul;
    25.20,55.27 Asia/Dubai;35.69,51.39 Asia/Tehran;28.61,77.21 Asia/Kolkata;27.72,85.32 Asia/Kathmandu;39.90,116.41 Asia/Shanghai;
    35.68,139.69 Asia/Tokyo;1.35,103.82 Asia/Singapore;-33.87,151.21 Australia/Sydney;-36.85,174.76 Pacific/Auckland`;
  const rows = cities.split(';').map((row) => row.trim().split(' '));
  expect(rows).toHaveLength(30);
  for (const [coordinates, timezone] of rows) expect((await infoOf({ coordinates })).timezone).toBe(timezone);
});

exhaustive('every zone of the database, and every point of a grid, has its facts', async () => {
  for (const timezone of zoneNames()) expect((await infoOf({ timezone })).timezone).toBe(timezone);
  for (let latitude = -90; latitude <= 90; latitude += 15)
    for (let longitude = -180; longitude <= 180; longitude += 20)
      await infoOf({ coordinates: `${latitude},${longitude}` });
  expect((await infoOf({ timezone: 'asia/calcutta' })).canonicalName).toBe('Asia/Kolkata');
  expect((await infoOf({ country: 'au' })).countryZones.length).toBeGreaterThan(8);
});
