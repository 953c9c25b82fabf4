import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './sun-moon-calculator.js';

interface Report {
  readonly sun: {
    readonly rise: string;
    readonly set: string;
    readonly noon: string;
    readonly dayLengthSeconds: number | null;
  };
  readonly moon: { readonly nextNewMoon: string; readonly nextFullMoon: string; readonly nextLastQuarter: string };
}

const look = async (options: Readonly<Record<string, unknown>>): Promise<Report> => {
  const answer = await runTool(tool, { options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const RADIANS = Math.PI / 180;

/** Sunrise, noon and sunset in Unix seconds by the equations of NOAA's solar calculator, which follow Meeus. */
function noaa(day: number, latitude: number, longitude: number) {
  const sunAt = (seconds: number) => {
    const century = (seconds / 86_400 + 2_440_587.5 - 2_451_545) / 36_525;
    const meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)) % 360;
    const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
    const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
    const sine = (times: number) => Math.sin(times * anomaly * RADIANS);
    const center =
      sine(1) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
      sine(2) * (0.019993 - 0.000101 * century) +
      sine(3) * 0.000289;
    const node = (125.04 - 1934.136 * century) * RADIANS;
    const apparent = (meanLongitude + center - 0.00569 - 0.00478 * Math.sin(node)) * RADIANS;
    const mean = 23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60;
    const obliquity = (mean + 0.00256 * Math.cos(node)) * RADIANS;
    const declination = Math.asin(Math.sin(obliquity) * Math.sin(apparent));
    const y = Math.tan(obliquity / 2) ** 2;
    const double = 2 * meanLongitude * RADIANS;
    const equation =
      y * Math.sin(double) -
      2 * eccentricity * sine(1) +
      4 * eccentricity * y * sine(1) * Math.cos(double) -
      0.5 * y * y * Math.sin(2 * double) -
      1.25 * eccentricity * eccentricity * sine(2);
    return { declination, equationMinutes: (4 * equation) / RADIANS };
  };
  const noonFrom = (seconds: number) => day * 86_400 + (720 - 4 * longitude - sunAt(seconds).equationMinutes) * 60;
  const noon = noonFrom(noonFrom(day * 86_400 + 43_200));
  const edge = (sign: 1 | -1) => {
    let at = noon;
    for (let round = 0; round < 4; round++) {
      const { declination, equationMinutes } = sunAt(at);
      const north = latitude * RADIANS;
      const cosine =
        Math.cos(90.833 * RADIANS) / (Math.cos(north) * Math.cos(declination)) -
        Math.tan(north) * Math.tan(declination);
      const angle = Math.acos(cosine) / RADIANS;
      at = day * 86_400 + (720 - 4 * longitude - equationMinutes + sign * 4 * angle) * 60;
    }
    return at;
  };
  return { rise: edge(-1), noon, set: edge(1) };
}

inRounds('the equations of NOAA give the same sunrise, noon and sunset', [40, 400], async (rounds: number) => {
  const chance = chanceOf(151);
  let worst = 0;
  for (let round = 0; round < rounds; round++) {
    const day = chance(40_000) - 5000;
    const latitude = (chance(12_001) - 6000) / 100;
    // Within the hour of Greenwich, so that the day of the sun is that of UTC.
    const longitude = (chance(6001) - 3000) / 100;
    const { sun } = await look({ date: isoDay(day), latitude, longitude });
    const expected = noaa(day, latitude, longitude);
    for (const part of ['rise', 'noon', 'set'] as const) {
      const ours = Date.parse(sun[part]) / 1000;
      // Far from Greenwich in summer, the sun may rise or set on the day before or after.
      if (!Number.isNaN(ours) && Math.abs(ours - expected[part]) < 43_200)
        worst = Math.max(worst, Math.abs(ours - expected[part]));
    }
  }
  expect(worst).toBeLessThan(90);
  expect(worst).toBeGreaterThan(0);
});

it('moon phases of January 2026 are those of the US Naval Observatory', async () => {
  const { moon } = await look({ date: '2026-01-01' });
  const published = {
    nextFullMoon: '2026-01-03T10:03Z',
    nextLastQuarter: '2026-01-10T15:48Z',
    nextNewMoon: '2026-01-18T19:52Z',
  };
  for (const [phase, iso] of Object.entries(published))
    expect(Math.abs(Date.parse(moon[phase as keyof typeof published]) - Date.parse(iso)), phase).toBeLessThanOrEqual(
      90_000,
    );
});

it('near the poles the sun does not rise, or not set', async () => {
  const svalbard = { latitude: 78.22, longitude: 15.65, timezone: 'Arctic/Longyearbyen' };
  const [winter, summer] = [
    await look({ ...svalbard, date: '2026-12-21' }),
    await look({ ...svalbard, date: '2026-06-21' }),
  ];
  expect([winter.sun.rise, winter.sun.set, winter.sun.dayLengthSeconds]).toEqual(['', '', 0]);
  expect([summer.sun.rise, summer.sun.set, summer.sun.dayLengthSeconds]).toEqual(['', '', 86_400]);
  for (const latitude of [-90, 90])
    for (const date of ['1700-01-01', '2200-12-31', '2026-03-20'])
      expect((await runTool(tool, { options: { latitude, date } })).status).toBe(200);
});
