import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type Disambiguation, instantOfWall, isoInZone, secondsOfNs, wallAt } from '../../formats/moments.js';
import { readSaidMoment } from '../../formats/said-dates.js';
import { isSaid, refuseGiven } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { ContentFault } from '../../lib/faults.js';
import type { Overflow } from '../../lib/time/calendar-math.js';
import { type CivilTime, dateOf, daysOf, isoDate, isoWeekOf, weekdayName } from '../../lib/time/civil.js';
import { readDuration } from '../../lib/time/durations.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';
import { relativeTime } from '../../lib/time/relative.js';
import { offsetAt, type Zone } from '../../lib/zones/zone.js';
import { afterWeekdays, EDGES, type Edge, endOf, type Steps, startOf, stepsOf } from './_date-steps.js';
import { readSaidSum } from './_said-sum.js';
import { wallAfter } from './_spans.js';

const ROUNDINGS = ['none', ...EDGES.flatMap((edge) => [`start-of-${edge}`, `end-of-${edge}`] as const)] as const;

interface Resolved {
  readonly ns: bigint;
  readonly warnings: readonly string[];
}

function resolved(zone: Zone, wall: CivilTime, disambiguation: Disambiguation = 'compatible'): Resolved {
  const { instant, warnings: told } = instantOfWall(zone, wall, disambiguation);
  return { ns: BigInt(instant) * NS_PER_SECOND + BigInt(wall.nanosecond), warnings: told };
}

function calculated(ns: bigint, steps: Steps, zone: Zone, overflow: Overflow, byWeekdays: boolean): Resolved {
  const from = wallAt(ns, zone);
  const moved = wallAfter(from, { months: steps.months, days: byWeekdays ? 0 : steps.days }, overflow);
  const wall = byWeekdays ? { ...moved, ...dateOf(afterWeekdays(daysOf(moved), steps.days)) } : moved;
  const isSame = isoDate(wall) === isoDate(from);
  const { ns: at, warnings: told } = isSame ? { ns, warnings: [] } : resolved(zone, wall);
  return { ns: at + steps.ns, warnings: told };
}

export default defineTool({
  id: 'date-calculator',
  title: 'Date Calculator',
  summary:
    'Adds or subtracts years, months, weeks, working days and times, and rounds to the start or end of a period.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    date: z
      .string()
      .max(200)
      .default('')
      .describe('Date or time to start from, in most forms; empty for now. The input may say date and sum instead.'),
    add: z
      .string()
      .max(500)
      .default('')
      .describe('What to add, such as 1 month, -90 days, 2 weeks 3 hours, P1Y2M or 1y - 1d; a minus subtracts.'),
    overflow: z
      .enum(['constrain', 'reject'])
      .default('constrain')
      .describe('What 31 January plus a month is: constrain takes the last day of February, reject refuses.'),
    timezone: shared.timezone(),
    businessDays: z.boolean().default(false).describe('Counts the days to add from Monday to Friday only.'),
    round: z
      .enum(ROUNDINGS)
      .default('none')
      .describe('Edge of a period that the result is moved to; weeks begin on Monday.'),
  },
  result: 'data',
  data: z.object({
    from: z.string().describe('The start, ISO 8601 with offset.'),
    result: z.string().describe('The result, ISO 8601 with offset.'),
    date: z.string().describe('The date of the result.'),
    weekday: z.string().describe('Day of the week of the result.'),
    isoWeek: z.string().describe('ISO week of the result, such as 2026-W13.'),
    unixSeconds: z.int().describe('The result as a Unix time, rounded down.'),
    relative: z.string().describe('Distance of the result from now, in the largest whole unit.'),
    warnings: warnings(),
  }),
  notes: [
    'The input may be a sentence in English: 31 January 2026 + 1 month, 90 days from today, 10 working days after 1 December, in 3 weeks; what names no year is to come.',
    'Years and months are added first, then weeks and days at the same time of day, then hours and smaller units as real time: a day across a change of clocks may be 23 or 25 hours, 24 hours are always 24.',
    '"businessDays" knows weekends, not holidays; for holidays of a country use business-days-calculator.',
    'M is months and m is minutes; mo and min are clearer. Fractions of weeks and days are real time, those of months and years are refused.',
  ],
  aliases: [
    'add days to date',
    'date plus days',
    'subtract dates',
    'date arithmetic',
    '90 days from today',
    'end of month',
    'add days to a date',
    'what date is in 90 days',
  ],
  verified: [
    'GNU date 9.1: 300 random dates plus days, weeks, hours and minutes in 12 zones',
    'python-dateutil 2.9.0 relativedelta: 500 random dates plus years, months and days, with the end of months constrained',
    'Working days counted one by one for 300 random dates',
  ],
  examples: [
    {
      title: 'A month after the end of January',
      options: { date: '2026-01-31', add: '1 month' },
      output: {
        data: {
          from: '2026-01-31T00:00:00Z',
          result: '2026-02-28T00:00:00Z',
          date: '2026-02-28',
          weekday: 'Saturday',
          isoWeek: '2026-W09',
          unixSeconds: 1772236800,
          relative: 'in 1 month',
          warnings: [],
        },
      },
    },
    {
      title: 'Asked in words',
      input: '10 working days after 1 December 2026',
      output: {
        data: {
          from: '2026-12-01T00:00:00Z',
          result: '2026-12-15T00:00:00Z',
          date: '2026-12-15',
          weekday: 'Tuesday',
          isoWeek: '2026-W51',
          unixSeconds: 1797292800,
          relative: 'in 11 months',
          warnings: [],
        },
      },
    },
    {
      title: 'Ten working days later, end of that day in Berlin',
      options: {
        date: '2026-03-20 09:00',
        add: '10 days',
        businessDays: true,
        round: 'end-of-day',
        timezone: 'Europe/Berlin',
      },
      output: {
        data: {
          from: '2026-03-20T09:00:00+01:00',
          result: '2026-04-03T23:59:59.999999999+02:00',
          date: '2026-04-03',
          weekday: 'Friday',
          isoWeek: '2026-W14',
          unixSeconds: 1775253599,
          relative: 'in 3 months',
          warnings: [],
        },
      },
    },
    {
      title: 'A day that the month does not have',
      options: { date: '2026-01-31', add: '1 month', overflow: 'reject' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot add option "add": 2026-02 does not have a day 31, as 2026-01-31 asks for',
      },
    },
    {
      title: 'An unknown unit',
      options: { date: '2026-01-31', add: '3 moons' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "add" as a duration: "moons" is not a unit of time',
      },
    },
    {
      title: 'Half a month',
      options: { date: '2026-01-31', add: '0.5 months' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "add" as a duration: months must be whole: their length differs',
      },
    },
  ],
  async run({ input, options, now }) {
    const { date, add, overflow, businessDays, round } = options;
    const zone = readZone(options.timezone);
    const said = isSaid(input, { date: date !== '' })
      ? await readSaidSum(input, { label: 'property "input"', zone, now })
      : undefined;
    if (said !== undefined && said.parts.length > 0) refuseGiven({ add: add !== '' });
    const start =
      said?.start ?? (await readSaidMoment(date.trim() === '' ? 'now' : date, { label: 'option "date"', zone, now }));
    const steps = refusing('Cannot read option "add" as a duration', () =>
      stepsOf(add.trim() === '' ? (said?.parts ?? []) : readDuration(add, 'days')),
    );
    return refusing(`Cannot add ${add === '' ? 'property "input"' : 'option "add"'}`, () => {
      const sum = calculated(start.ns, steps, zone, overflow, businessDays || said?.byWeekdays === true);
      const seconds = secondsOfNs(sum.ns) + offsetAt(zone, secondsOfNs(sum.ns));
      if (seconds < -62_135_596_800 || seconds >= 253_402_300_800)
        throw new ContentFault('the result must be in the years 1 to 9999');
      const [side, edge] = round === 'none' ? [] : (round.split('-of-') as ['start' | 'end', Edge]);
      const wall = wallAt(sum.ns, zone);
      const end =
        edge === undefined
          ? sum
          : resolved(
              zone,
              side === 'end' ? endOf(edge, wall) : startOf(edge, wall),
              side === 'end' ? 'later' : 'compatible',
            );
      const there = wallAt(end.ns, zone);
      const { year, week } = isoWeekOf(daysOf(there));
      return json({
        from: isoInZone(start.ns, zone),
        result: isoInZone(end.ns, zone),
        date: isoDate(there),
        weekday: weekdayName(daysOf(there)),
        isoWeek: `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`,
        unixSeconds: secondsOfNs(end.ns),
        relative: relativeTime(secondsOfNs(end.ns) - Math.floor(now.getTime() / 1000)),
        warnings: [...start.warnings, ...sum.warnings, ...(end === sum ? [] : end.warnings)],
      });
    });
  },
});
