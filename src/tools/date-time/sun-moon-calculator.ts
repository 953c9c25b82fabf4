import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { positionOf } from '../../engines/astronomy.js';
import { isoAt, readMoment, wallAt } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { DAY_SECONDS, daysOf, isoDay } from '../../lib/time/civil.js';
import { readWall } from '../../lib/zones/zone.js';

import { MOON, moonOf, SUN, sunOf } from './_sky.js';

const [FIRST_YEAR, LAST_YEAR] = [1700, 2200];

export default defineTool({
  id: 'sun-moon-calculator',
  title: 'Sun and Moon Calculator',
  summary: 'Computes sunrise, sunset, twilight, golden hour, moon phase, moonrise and positions for a place and day.',
  family: 'date-time',
  class: 'standard',
  input: 'none',
  options: {
    latitude: z.number().min(-90).max(90).default(0).describe('Latitude in degrees, north positive.'),
    longitude: z.number().min(-180).max(180).default(0).describe('Longitude in degrees, east positive.'),
    height: z.number().min(0).max(9000).default(0).describe('Height above sea level in metres.'),
    date: z.string().max(200).default('').describe('Day, or time for the positions, in most forms; empty for now.'),
    timezone: shared.timezone(),
  },
  result: 'data',
  data: z.object({
    date: z.string().describe('The day, in the time zone.'),
    at: z.string().describe('Time of the positions and of the phase: that given, or noon.'),
    sun: SUN.describe('The sun.'),
    moon: MOON.describe('The moon.'),
    warnings: warnings(),
  }),
  notes: [
    'Sunrise and sunset are those of the upper limb on a level horizon at sea, with 34 minutes of arc of refraction, as almanacs have them; weather, hills and height shift them by minutes.',
    'Near the poles the sun may not rise or set: the times are empty then and the length of the day is 0 or 86,400.',
    'Computed by Astronomy Engine for the years 1700 to 2200.',
  ],
  aliases: [
    'sunrise sunset',
    'golden hour',
    'twilight',
    'moon phase',
    'moonrise',
    'full moon',
    'solar noon',
    'day length',
    'suncalc',
    'when is sunset',
  ],
  verified: [
    'NOAA solar equations, written anew in the test: sunrise, sunset and noon of 400 random days and places between 60 south and 60 north, 30 west and 30 east, within 90 seconds',
    'US Naval Observatory: three moon phases of January 2026 within 90 seconds',
  ],
  examples: [
    {
      title: 'Greenwich at full moon',
      options: {
        latitude: 51.4779,
        longitude: 0,
        date: '2026-01-03 12:00',
      },
      output: {
        data: {
          date: '2026-01-03',
          at: '2026-01-03T12:00:00Z',
          sun: {
            rise: '2026-01-03T08:05:10Z',
            set: '2026-01-03T16:04:02Z',
            noon: '2026-01-03T12:04:30Z',
            noonAltitudeDegrees: 15.79,
            dayLengthSeconds: 28732,
            twilights: [
              {
                name: 'civil',
                begins: '2026-01-03T07:25:27Z',
                ends: '2026-01-03T16:43:46Z',
              },
              {
                name: 'nautical',
                begins: '2026-01-03T06:42:41Z',
                ends: '2026-01-03T17:26:32Z',
              },
              {
                name: 'astronomical',
                begins: '2026-01-03T06:02:09Z',
                ends: '2026-01-03T18:07:06Z',
              },
            ],
            goldenHour: {
              morningEnds: '2026-01-03T09:05:28Z',
              eveningBegins: '2026-01-03T15:03:44Z',
            },
            position: {
              altitudeDegrees: 15.78,
              azimuthDegrees: 178.92,
            },
          },
          moon: {
            rise: '2026-01-03T15:47:36Z',
            set: '2026-01-03T08:41:58Z',
            phase: 'Full moon',
            angleDegrees: 181.1,
            illuminatedPercent: 99.9,
            ageDays: 14.9,
            distanceKm: 362516,
            nextNewMoon: '2026-01-18T19:52:39Z',
            nextFirstQuarter: '2026-01-26T04:47:56Z',
            nextFullMoon: '2026-01-03T10:03:26Z',
            nextLastQuarter: '2026-01-10T15:49:03Z',
            position: {
              altitudeDegrees: -12.02,
              azimuthDegrees: 357.41,
            },
          },
          warnings: [],
        },
      },
    },
    {
      title: 'Too long ago',
      options: { date: '1600-01-01' },
      error: { code: 'INVALID_INPUT', message: 'Option "date" must be in the years 1700 to 2200' },
    },
    {
      title: 'A city that many places have the name of',
      options: { timezone: 'Springfield' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "timezone" is not a time zone such as Europe/Berlin, a known city or an offset, got "Springfield"',
      },
    },
  ],
  run({ options, now }) {
    const { latitude, longitude, height } = options;
    const zone = readZone(options.timezone);
    const moment = readMoment(options.date.trim() === '' ? 'now' : options.date, { label: 'option "date"', zone, now });
    const wall = wallAt(moment.ns, zone);
    if (wall.year < FIRST_YEAR || wall.year > LAST_YEAR)
      throw invalid(`Option "date" must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`);
    const dayStart = (day: number) => {
      const { instants, after } = readWall(zone, day * DAY_SECONDS);
      return instants[0] ?? after?.start ?? day * DAY_SECONDS;
    };
    const [start, end] = [dayStart(daysOf(wall)), dayStart(daysOf(wall) + 1)];
    const seconds = moment.hasClock ? moment.seconds : start + 43_200;
    const at = new Date(seconds * 1000);
    const place = { latitude, longitude, height };
    const day = { start: new Date(start * 1000), length: (end - start) / DAY_SECONDS, zone, place };
    return json({
      date: isoDay(daysOf(wall)),
      at: isoAt(seconds, zone),
      sun: { ...sunOf(day), position: positionOf('sun', place, at) },
      moon: { ...moonOf(day, at), position: positionOf('moon', place, at) },
      warnings: moment.warnings,
    });
  },
});
