import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { isoAt, isoInZone, readMoment, wallAt } from '../../formats/moments.js';
import { withoutQuestion } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { DAY_SECONDS, daysOf, isoDay } from '../../lib/time/civil.js';
import { offsetAt, readWall } from '../../lib/zones/zone.js';

import { localsOf, MINUTE, type Place, readPlaces, scan, suggestionsOf } from './_meeting-hours.js';

const LOCAL = z.object({
  timezone: z.string().describe('Time zone.'),
  start: z.string().describe('Start there, ISO 8601 with offset.'),
  end: z.string().describe('End there, ISO 8601 with offset.'),
  weekday: z.string().describe('Day of the week of the start there.'),
  abbreviation: z.string().describe('Abbreviation of the zone then.'),
  outsideMinutes: count('Minutes outside the working hours there.'),
});

const USUAL = 'America/New_York,Europe/London,Asia/Kolkata';

/** The zones by the option or by a text that lists places: `Berlin, New York and Tokyo`. */
const zonesOf = (input: string, zones: string): string =>
  isSaid(input, { zones: zones !== USUAL })
    ? withoutQuestion(input)
        .replace(
          /^(?:best |good )?(?:time |hours? )?(?:for |to )?(?:a |our |the |have a )?(?:meeting|meet|call)? ?(?:between|with|in|for|of) /i,
          '',
        )
        .replace(/,? (?:and|&|with|\+) /gi, ',')
    : zones;

export default defineTool({
  id: 'meeting-planner',
  title: 'Meeting Planner',
  summary: 'Finds times of a day that are within working hours in several time zones.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    zones: z
      .string()
      .max(2000)
      .default(USUAL)
      .describe('Time zones of those who meet, separated by commas; the day is that of the first.'),
    date: z.string().max(200).default('').describe('Day of the meeting, in most forms; empty for today.'),
    hours: z
      .string()
      .max(500)
      .default('09:00-17:00')
      .describe(
        'Working hours: one range for all, or one per zone, separated by commas; 22:00-06:00 goes over midnight.',
      ),
    minutes: z.number().multipleOf(1).min(5).max(480).default(60).describe('Length of the meeting in minutes.'),
    weekends: z.boolean().default(false).describe('Saturday and Sunday are working days too.'),
  },
  result: 'data',
  data: z.object({
    date: z.string().describe('The day, in the first zone.'),
    minutes: count('Length of the meeting in minutes.'),
    possible: z.boolean().describe('Whether there is a time within the working hours of all.'),
    windows: z
      .array(
        z.object({
          start: z.string().describe('Start in UTC, ISO 8601.'),
          end: z.string().describe('End in UTC, ISO 8601.'),
          minutes: count('Length in minutes.'),
          places: z.array(LOCAL).describe('The window in each zone.'),
        }),
      )
      .describe('Times of the day that are working hours of all and long enough.'),
    suggestions: z
      .array(
        z.object({
          start: z.string().describe('Start in UTC, ISO 8601.'),
          end: z.string().describe('End in UTC, ISO 8601.'),
          outsideMinutes: count('Minutes outside working hours, of all zones together.'),
          places: z.array(LOCAL).describe('The meeting in each zone.'),
        }),
      )
      .describe(
        'The best starts at quarters of an hour, the nearest to the working hours of all first; empty where there is a window.',
      ),
    warnings: warnings(),
  }),
  notes: [
    'Text lists the places instead of "zones": Berlin, New York and Tokyo.',
    'A window is made of minutes that are working time everywhere; it ends with the day of the first zone. Changes of clocks on that day are taken into account.',
    'Where nothing fits, the suggestions are the starts that are nearest to the working hours of all together.',
    'Holidays are not known here: see holiday-calendar.',
  ],
  aliases: [
    'world clock meeting',
    'time zone overlap',
    'best time to meet',
    'schedule across time zones',
    'overlapping hours',
    'find a time to meet across countries',
    'best meeting time',
  ],
  verified: [
    'Python 3.11 zoneinfo: 200 random sets of zones, days and hours, searched minute by minute, give the same windows',
  ],
  examples: [
    {
      title: 'Berlin and Tokyo for an hour',
      options: { zones: 'Europe/Berlin,Asia/Tokyo', date: '2026-01-15', hours: '08:00-18:00' },
      output: {
        data: {
          date: '2026-01-15',
          minutes: 60,
          possible: true,
          windows: [
            {
              start: '2026-01-15T07:00:00Z',
              end: '2026-01-15T09:00:00Z',
              minutes: 120,
              places: [
                {
                  timezone: 'Europe/Berlin',
                  start: '2026-01-15T08:00:00+01:00',
                  end: '2026-01-15T10:00:00+01:00',
                  weekday: 'Thursday',
                  abbreviation: 'CET',
                  outsideMinutes: 0,
                },
                {
                  timezone: 'Asia/Tokyo',
                  start: '2026-01-15T16:00:00+09:00',
                  end: '2026-01-15T18:00:00+09:00',
                  weekday: 'Thursday',
                  abbreviation: 'JST',
                  outsideMinutes: 0,
                },
              ],
            },
          ],
          suggestions: [],
          warnings: [],
        },
      },
    },
    {
      title: 'One time zone only',
      options: { zones: 'Europe/Berlin' },
      error: { code: 'INVALID_INPUT', message: 'Option "zones" names fewer than two time zones' },
    },
    {
      title: 'Hours that are not a range',
      options: { hours: 'nine to five' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "hours" is not a range of times such as 09:00-17:00, got "nine to five"',
      },
    },
    {
      title: 'Two ranges for three zones',
      options: { hours: '09:00-17:00,10:00-18:00' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "hours" has 2 ranges for 3 time zones; give one, or one for each',
      },
    },
  ],
  run({ input, options, now }) {
    const { minutes, weekends } = options;
    const places = readPlaces(zonesOf(input, options.zones), options.hours, input.trim() === '' ? undefined : 'Input');
    const [{ zone }] = places as [Place, ...Place[]];
    const moment = readMoment(options.date.trim() === '' ? 'today' : options.date, {
      label: 'option "date"',
      zone,
      now,
    });
    const day = daysOf(wallAt(moment.ns, zone));
    const startOf = (one: number) => {
      const { instants, after } = readWall(zone, one * DAY_SECONDS);
      return instants[0] ?? after?.start ?? one * DAY_SECONDS - offsetAt(zone, one * DAY_SECONDS);
    };
    const [start, end] = [startOf(day), startOf(day + 1)];
    const distances = scan(places, start, end, weekends);
    const utc = readZone('UTC');
    const windows = [];
    for (let index = 0; index < distances.length; ) {
      const next = distances.findIndex((distance, at) => at >= index && distance > 0);
      const until = next < 0 ? distances.length : next;
      if (until - index >= minutes) {
        const from = start + index * MINUTE;
        const length = until - index;
        windows.push({
          start: isoAt(from, utc),
          end: isoAt(from + length * MINUTE, utc),
          minutes: length,
          places: localsOf(places, from, length, weekends),
        });
      }
      index = until + 1;
    }
    return json({
      date: isoDay(day),
      minutes,
      possible: windows.length > 0,
      windows,
      suggestions: windows.length > 0 ? [] : suggestionsOf(places, start, end, minutes, weekends),
      warnings: [
        ...moment.warnings,
        ...(windows.length > 0
          ? []
          : [`No ${minutes} minutes of ${isoInZone(moment.ns, zone).slice(0, 10)} are working hours of all`]),
      ],
    });
  },
});
