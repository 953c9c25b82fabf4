import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { moonAt } from '../../engines/astronomy.js';
import { type Moment, type Reading, readMoment, wallAt } from '../../formats/moments.js';
import { findSaidMoment, readSaidMoment } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import {
  dayOfYear,
  daysInMonth,
  daysOf,
  isLeapYear,
  isoDate,
  isoDay,
  isoWeekOf,
  isoWeeksIn,
  MONTHS,
  weekdayName,
  weekdayOf,
} from '../../lib/time/civil.js';
import { orthodoxEaster, westernEaster, zodiacSign } from '../../lib/time/easter.js';
import { relativeTime } from '../../lib/time/relative.js';
import { seasonAt } from './_season.js';

/** A question before a date. */
const WHAT_DAY =
  /^\s*(?:(?:what|which|was|is|the|day|date|of the week|weekday|week|number|quarter|moon phase|on|for)\b[\s:]*){0,12}/i;

const usWeek = (day: number, first: number): number => Math.floor((day - first + (weekdayOf(first) % 7)) / 7) + 1;

/** A question's words may be those of a date: the day after tomorrow. */
const askedDay = async (input: string, reading: Reading): Promise<Moment> =>
  (await findSaidMoment(input, reading)) ?? readSaidMoment(input.replace(WHAT_DAY, ''), reading);

export default defineTool({
  id: 'date-info',
  title: 'Date Info',
  summary: 'Tells weekday, ISO week, day of the year, quarter, moon phase, season and Easter for a date.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    date: z
      .string()
      .max(200)
      .default('')
      .describe('Date or time, in most forms; empty for today. The input may say it instead.'),
    timezone: shared.timezone(),
  },
  result: 'data',
  data: z.object({
    date: z.string().describe('The date, ISO 8601.'),
    weekday: z.string().describe('Day of the week.'),
    weekdayNumber: count('Day of the week, 1 (Monday) to 7 (Sunday).'),
    isWeekend: z.boolean().describe('Whether it is a Saturday or Sunday.'),
    isoWeek: z.string().describe('ISO week and day, such as 2026-W13-7.'),
    week: count('ISO week number.'),
    weeksInYear: count('ISO weeks of that year, 52 or 53.'),
    usWeek: count('Week as counted in the United States: from Sunday, week 1 holds 1 January.'),
    dayOfYear: count('Day of the year from 1.'),
    daysLeft: count('Days of the year after it.'),
    daysInYear: count('Days of the year.'),
    isLeapYear: z.boolean().describe('Whether the year has a 29 February.'),
    month: z.string().describe('Name of the month.'),
    daysInMonth: count('Days of the month.'),
    quarter: count('Quarter of the year.'),
    weekdayInMonth: count('Which such weekday of the month it is, 1 to 5.'),
    relative: z.string().describe('Distance of its beginning from now, in the largest whole unit.'),
    julianDay: z.number().describe('Julian day at its midnight in UTC.'),
    unixStart: z.int().describe('Unix time of its first moment in the time zone.'),
    zodiacSign: z.string().describe('Sign of the western zodiac, by its usual dates.'),
    moon: z
      .object({
        phase: z.string().describe('Phase in words.'),
        angleDegrees: z.number().describe('Angle from the sun: 0 new, 90 first quarter, 180 full moon.'),
        illuminatedPercent: z.number().describe('Share of the disc that is lit.'),
        ageDays: z.number().describe('Mean days since new moon for that angle.'),
      })
      .describe('The moon at noon of the date, or at the time given.'),
    season: z
      .object({
        northern: z.string().describe('Astronomical season of the northern hemisphere.'),
        southern: z.string().describe('Astronomical season of the southern hemisphere.'),
        began: z.string().describe('The equinox or solstice before, to about a minute.'),
        ends: z.string().describe('The next equinox or solstice, to about a minute.'),
      })
      .optional()
      .describe('Season at noon, or at the time given; for the years 1000 to 3000.'),
    easter: z.string().describe('Easter Sunday of the western churches in that year.'),
    orthodoxEaster: z.string().describe('Easter Sunday of the orthodox churches in that year.'),
    warnings: warnings(),
  }),
  notes: [
    'The Gregorian calendar is also used for the time before 1582, as ISO 8601 has it.',
    'Moon and seasons are computed by Astronomy Engine, equinoxes and solstices to about a minute; a date without time counts as noon in the time zone.',
  ],
  aliases: [
    'what day is it',
    'day of week',
    'calendar week',
    'week number',
    'kalenderwoche',
    'day of year',
    'leap year',
    'moon phase today',
    'easter date',
    'which weekday is a date',
  ],
  verified: [
    'GNU date 9.1: weekday, ISO week and day of the year of 1,000 random days from 1900 to 2199',
    'ncal 12.1.8: Easter of the western and orthodox churches in every year from 1583 to 2299',
    'Meeus, Astronomical Algorithms: the solstice of June 1962 (example 27.b), the lit share of the moon (48.a) and a last quarter (49.b); US Naval Observatory: equinoxes and solstices of 2026; all times within a minute',
  ],
  examples: [
    {
      title: 'A Sunday at the end of March',
      options: { date: '2026-03-29' },
      output: {
        data: {
          date: '2026-03-29',
          weekday: 'Sunday',
          weekdayNumber: 7,
          isWeekend: true,
          isoWeek: '2026-W13-7',
          week: 13,
          weeksInYear: 53,
          usWeek: 14,
          dayOfYear: 88,
          daysLeft: 277,
          daysInYear: 365,
          isLeapYear: false,
          month: 'March',
          daysInMonth: 31,
          quarter: 1,
          weekdayInMonth: 5,
          relative: 'in 2 months',
          julianDay: 2461128.5,
          unixStart: 1774742400,
          zodiacSign: 'Aries',
          moon: { phase: 'Waxing gibbous', angleDegrees: 137, illuminatedPercent: 86.6, ageDays: 11.2 },
          season: {
            northern: 'Spring',
            southern: 'Autumn',
            began: '2026-03-20T14:46:00Z',
            ends: '2026-06-21T08:25:00Z',
          },
          easter: '2026-04-05',
          orthodoxEaster: '2026-04-12',
          warnings: [],
        },
      },
    },
    {
      title: 'The first of January may be of the week of another year',
      options: { date: '1 January 2027', timezone: 'Asia/Tokyo' },
      output: {
        data: {
          date: '2027-01-01',
          weekday: 'Friday',
          weekdayNumber: 5,
          isWeekend: false,
          isoWeek: '2026-W53-5',
          week: 53,
          weeksInYear: 53,
          usWeek: 1,
          dayOfYear: 1,
          daysLeft: 364,
          daysInYear: 365,
          isLeapYear: false,
          month: 'January',
          daysInMonth: 31,
          quarter: 1,
          weekdayInMonth: 1,
          relative: 'in 11 months',
          julianDay: 2461406.5,
          unixStart: 1798729200,
          zodiacSign: 'Capricorn',
          moon: { phase: 'Last quarter', angleDegrees: 285.7, illuminatedPercent: 36.6, ageDays: 23.4 },
          season: {
            northern: 'Winter',
            southern: 'Summer',
            began: '2026-12-22T05:50:00+09:00',
            ends: '2027-03-21T05:25:00+09:00',
          },
          easter: '2027-03-28',
          orthodoxEaster: '2027-05-02',
          warnings: [],
        },
      },
    },
    {
      title: 'A date that the calendar does not have',
      options: { date: '2026-02-29' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "date" as a date: 2026-02-29 is not a date of the calendar',
      },
    },
  ],
  async run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const moment = isSaid(input, { date: options.date !== '' })
      ? await askedDay(input, { label: 'property "input"', zone, now })
      : await readSaidMoment(options.date.trim() === '' ? 'today' : options.date, {
          label: 'option "date"',
          zone,
          now,
        });
    const wall = wallAt(moment.ns, zone);
    const day = daysOf(wall);
    const { year } = wall;
    const isoWeek = isoWeekOf(day);
    const first = daysOf({ year, month: 1, day: 1 });
    const daysInYear = isLeapYear(year) ? 366 : 365;
    const start = readMoment(isoDate(wall), { label: 'option "date"', zone, now });
    const at = new Date((moment.hasClock ? moment.seconds : start.seconds + 43_200) * 1000);
    const season = seasonAt(at, year, zone);
    return json({
      date: isoDate(wall),
      weekday: weekdayName(day),
      weekdayNumber: weekdayOf(day),
      isWeekend: weekdayOf(day) > 5,
      isoWeek: `${String(isoWeek.year).padStart(4, '0')}-W${String(isoWeek.week).padStart(2, '0')}-${weekdayOf(day)}`,
      week: isoWeek.week,
      weeksInYear: isoWeeksIn(isoWeek.year),
      usWeek: usWeek(day, first),
      dayOfYear: dayOfYear(wall),
      daysLeft: daysInYear - dayOfYear(wall),
      daysInYear,
      isLeapYear: isLeapYear(year),
      month: MONTHS[wall.month - 1] ?? '',
      daysInMonth: daysInMonth(year, wall.month),
      quarter: Math.ceil(wall.month / 3),
      weekdayInMonth: Math.ceil(wall.day / 7),
      relative: relativeTime(start.seconds - Math.floor(now.getTime() / 1000)),
      julianDay: day + 2_440_587.5,
      unixStart: start.seconds,
      zodiacSign: zodiacSign(day),
      moon: moonAt(at),
      ...(season === undefined ? {} : { season }),
      easter: isoDay(westernEaster(year)),
      orthodoxEaster: isoDay(orthodoxEaster(year)),
      warnings: moment.warnings,
    });
  },
});
