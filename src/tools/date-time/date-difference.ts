import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { isoInZone, wallAt } from '../../formats/moments.js';
import { readSaidMoment, readSaidSpan } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { weekdaysBetween } from '../../lib/time/calendar-math.js';
import { daysOf } from '../../lib/time/civil.js';
import { decimalQuotient, durationWords } from '../../lib/time/durations.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';
import { CALENDAR_UNITS, type CalendarUnit, instantAfter, readUnits, spanBetween, totalOf } from './_spans.js';

const UNITS = z.object(
  Object.fromEntries(
    CALENDAR_UNITS.map((unit) => [unit, count(`Whole ${unit}, where asked for.`).optional()]),
  ) as Record<CalendarUnit, z.ZodOptional<z.ZodInt>>,
);

export default defineTool({
  id: 'date-difference',
  title: 'Date Difference',
  summary: 'Counts the time between two dates in years, months, days and every other unit.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    from: z
      .string()
      .max(200)
      .default('')
      .describe('First date or time, such as 2024-02-29, 2026-03-29 14:30 or last Friday; empty for now.'),
    to: z
      .string()
      .max(200)
      .default('')
      .describe('Second date or time; empty for now. The input may say both dates instead.'),
    inclusive: z.boolean().default(false).describe('Counts the last day too, as for leave or rent.'),
    timezone: shared.timezone(),
    units: z
      .string()
      .max(100)
      .default('all')
      .describe('Units of the breakdown, such as weeks,days; all for years, months, days, hours, minutes and seconds.'),
  },
  result: 'data',
  data: z.object({
    from: z.string().describe('The earlier time, ISO 8601 with offset.'),
    to: z.string().describe('The later time, ISO 8601 with offset.'),
    reversed: z.boolean().describe('Whether "from" is after "to"; they were swapped then.'),
    words: z.string().describe('The difference in words.'),
    iso: z.string().describe('The difference as an ISO 8601 duration.'),
    breakdown: UNITS.describe('The difference, each unit holding what the larger ones leave.'),
    totals: z
      .object({
        years: z.number().describe('Years; the fraction is the share of the year that has begun.'),
        months: z.number().describe('Months; the fraction is the share of the month that has begun.'),
        weeks: z.number().describe('Weeks of seven days of the calendar.'),
        days: z.number().describe('Days of the calendar.'),
        hours: z.number().describe('Hours on a stopwatch.'),
        minutes: z.number().describe('Minutes on a stopwatch.'),
        seconds: z.number().describe('Seconds on a stopwatch.'),
      })
      .describe('The whole difference in each unit alone, to at most six decimals.'),
    weekdays: count(
      'Days from Monday to Friday: those after the first date and up to the last, with "inclusive" the first too.',
    ),
    weekendDays: count('Saturdays and Sundays among the same days.'),
    warnings: warnings(),
  }),
  notes: [
    'Years and months are those of the calendar: as many as fit when added to the first date, 31 January plus a month being the last of February. Days follow the calendar of the time zone, so a day may have 23 or 25 hours.',
    'Hours, minutes and seconds are real time passed; "breakdown" and "totals" differ by an hour from the clocks when these change between the dates.',
    'Dates are read in most forms, such as ISO 8601, 29 March 2026, 29.03.2026, today or a Unix time, and as said in English: next Friday, Christmas. The input may be a sentence: from 1 May to 5 June 2026, days until Christmas, how long since 4 May 1990.',
  ],
  aliases: [
    'days between dates',
    'date duration calculator',
    'time between two dates',
    'how many days',
    'days until',
    'datediff',
    'how many days between two dates',
  ],
  verified: [
    'python-dateutil 2.9.0 relativedelta: 1,000 random pairs of dates give the same years, months and days',
    'Python 3.11 datetime and zoneinfo: 500 random pairs of times in 12 zones give the same seconds; weekdays counted one by one',
  ],
  examples: [
    {
      title: 'From a leap day to the end of March two years later',
      options: { from: '2024-02-29', to: '2026-03-31' },
      output: {
        data: {
          from: '2024-02-29T00:00:00Z',
          to: '2026-03-31T00:00:00Z',
          reversed: false,
          words: '2 years, 1 month and 2 days',
          iso: 'P2Y1M2D',
          breakdown: { years: 2, months: 1, days: 2, hours: 0, minutes: 0, seconds: 0 },
          totals: {
            years: 2.084932,
            months: 25.064516,
            weeks: 108.714286,
            days: 761,
            hours: 18264,
            minutes: 1095840,
            seconds: 65750400,
          },
          weekdays: 543,
          weekendDays: 218,
          warnings: [],
        },
      },
    },
    {
      title: 'A night in which clocks go forward, in hours',
      options: { from: '2026-03-28 22:00', to: '2026-03-29 06:00', timezone: 'Europe/Berlin', units: 'hours' },
      output: {
        data: {
          from: '2026-03-28T22:00:00+01:00',
          to: '2026-03-29T06:00:00+02:00',
          reversed: false,
          words: '7 hours',
          iso: 'PT7H',
          breakdown: { hours: 7 },
          totals: {
            years: 0.000799,
            months: 0.009421,
            weeks: 0.041916,
            days: 0.304348,
            hours: 7,
            minutes: 420,
            seconds: 25200,
          },
          weekdays: 0,
          weekendDays: 1,
          warnings: [],
        },
      },
    },
    {
      title: 'Two dates in a sentence',
      input: 'days between 1 March 2024 and 5 June 2026',
      options: { units: 'days' },
      output: {
        data: {
          from: '2024-03-01T00:00:00Z',
          to: '2026-06-05T00:00:00Z',
          reversed: false,
          words: '826 days',
          iso: 'P826D',
          breakdown: { days: 826 },
          totals: {
            years: 2.263014,
            months: 27.133333,
            weeks: 118,
            days: 826,
            hours: 19824,
            minutes: 1189440,
            seconds: 71366400,
          },
          weekdays: 590,
          weekendDays: 236,
          warnings: [],
        },
      },
    },
    {
      title: 'A date that can be read in two ways',
      options: { from: '3/4/2026', to: '2026-05-01' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "from" as a date: it can be read as 2026-03-04 and as 2026-04-03; write one of these',
      },
    },
    {
      title: 'An unknown unit',
      options: { from: '2026-01-01', units: 'decades' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "units" names "decades", which is not one of years, months, weeks, days, hours, minutes, seconds',
      },
    },
  ],
  async run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const units = readUnits(options.units);
    const read = (name: 'from' | 'to') =>
      readSaidMoment(
        options[name].trim() === '' ? 'now' : options[name],
        { label: `option "${name}"`, zone, now },
        false,
      );
    const isSentence = isSaid(input, { from: options.from !== '', to: options.to !== '' });
    const [one, other] = isSentence
      ? await readSaidSpan(input, { label: 'property "input"', zone, now })
      : [await read('from'), await read('to')];
    const reversed = one.ns > other.ns;
    const [first, last] = reversed ? [other, one] : [one, other];
    const endNs = options.inclusive ? instantAfter(last.ns, { months: 0, days: 1 }, zone) : last.ns;
    const span = spanBetween(first.ns, endNs, units, zone);
    const [start, end] = [wallAt(first.ns, zone), wallAt(endNs, zone)];
    // The days after the first and up to the last; counted inclusively, the first and the last.
    const firstDay = daysOf(start) + (options.inclusive ? 0 : 1);
    const endDay = daysOf(end) + (options.inclusive ? 0 : 1);
    const weekdays = weekdaysBetween(firstDay, Math.max(firstDay, endDay));
    const share = (unit: CalendarUnit) => totalOf(first.ns, endNs, unit, zone);
    const exact = (seconds: bigint) => Number(decimalQuotient(endNs - first.ns, seconds * NS_PER_SECOND, 6));
    return json({
      from: isoInZone(first.ns, zone),
      to: isoInZone(last.ns, zone),
      reversed,
      words: durationWords(units.map((unit) => [span.counts[unit] ?? 0, unit])),
      iso: span.iso,
      breakdown: span.counts,
      totals: {
        years: share('years'),
        months: share('months'),
        weeks: share('weeks'),
        days: share('days'),
        hours: exact(3600n),
        minutes: exact(60n),
        seconds: exact(1n),
      },
      weekdays,
      weekendDays: Math.max(0, endDay - firstDay) - weekdays,
      warnings: [
        ...one.warnings,
        ...other.warnings,
        ...(span.restNs === 0n
          ? []
          : [
              `${decimalQuotient(span.restNs, NS_PER_SECOND, 9)} seconds are left, which the units asked for do not show`,
            ]),
      ],
    });
  },
});
