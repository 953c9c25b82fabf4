import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { readHolidayPlace } from '../../formats/holidays.js';
import { readMoment, wallAt } from '../../formats/moments.js';
import { ContentFault } from '../../lib/faults.js';
import { daysOf, isoDay, WEEKDAYS, weekdayName, weekdayOf } from '../../lib/time/civil.js';
import { fixedZone } from '../../lib/zones/zone.js';

import { askedOf, MAX_ADD } from './_asked-days.js';
import { FIRST_YEAR, Holidays, LAST_YEAR } from './_free-days.js';

const UTC = fixedZone('UTC', 0);
/** More days than two centuries have: what is counted, and how far a date may be away. */
const MAX_DAYS = 75_000;

function readWeekend(text: string): ReadonlySet<number> {
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'none');
  const days = names.map((name) => {
    const index = WEEKDAYS.findIndex((weekday) => name.length >= 3 && weekday.toLowerCase().startsWith(name));
    if (index < 0)
      throw invalid(`Option "weekend" names "${name.slice(0, 40)}", which is not a day of the week such as sat`);
    return index + 1;
  });
  if (new Set(days).size === 7) throw invalid('Option "weekend" leaves no working day');
  return new Set(days);
}

function readExtra(text: string, now: Date): ReadonlyMap<number, string> {
  const items = text.split(/[,;\n]/).filter((item) => item.trim() !== '');
  return new Map(items.map((item) => [readDay(item, 'option "holidays"', now), 'Given']));
}

const readDay = (text: string, label: string, now: Date): number =>
  daysOf(wallAt(readMoment(text.trim() === '' ? 'today' : text, { label, zone: UTC, now }).ns, UTC));

export default defineTool({
  id: 'business-days-calculator',
  title: 'Business Days Calculator',
  summary: 'Counts working days between two dates or adds them to one, with the holidays of a country.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    from: z
      .string()
      .max(200)
      .default('')
      .describe('First date, in most forms; empty for today. The input may say what to count instead.'),
    to: z.string().max(200).default('').describe('Last date to count to; empty to add days instead.'),
    add: z
      .number()
      .multipleOf(1)
      .min(-MAX_ADD)
      .max(MAX_ADD)
      .default(0)
      .describe('Working days to add to the first date; negative to go back.'),
    inclusive: z.boolean().default(true).describe('Counts the first date too, as NETWORKDAYS of spreadsheets does.'),
    country: z
      .string()
      .max(60)
      .default('')
      .describe('ISO 3166 code of the country whose public holidays are free; empty for none.'),
    region: z.string().max(20).default('').describe('State or region of the country, such as CA, ENG or BY.'),
    weekend: z
      .string()
      .max(60)
      .default('sat,sun')
      .describe('Free days of the week, separated by commas, such as fri,sat; none for no weekend.'),
    holidays: z.string().max(20_000).default('').describe('More free dates, separated by commas.'),
  },
  result: 'data',
  data: z.object({
    from: z.string().describe('First date.'),
    fromWeekday: z.string().describe('Its day of the week.'),
    to: z.string().describe('Last date, or the date that adding leads to.'),
    toWeekday: z.string().describe('Its day of the week.'),
    workingDays: z.int().describe('Working days; negative where they go back.'),
    calendarDays: count('Days of the calendar that were looked at.'),
    weekendDays: count('Free days of the week among them.'),
    holidays: z
      .array(
        z.object({
          date: z.string().describe('The date.'),
          weekday: z.string().describe('Its day of the week.'),
          name: z.string().describe('Name of the holiday; "Given" for one of the option.'),
        }),
      )
      .describe('Holidays among them that are not on a free day of the week.'),
    warnings: warnings(),
  }),
  notes: [
    'The input may be a sentence in English: working days in March 2026, Q1 2027, between 1 and 24 December, until Christmas, 10 working days after 1 December.',
    'With "to", the working days from the first to the last date are counted, both included; without "inclusive" the first is not. Dates the wrong way round give a negative number.',
    'With "add", the result is the working day that many working days later, as WORKDAY of spreadsheets: the first date itself does not count.',
    'Public holidays of whole days count; bank holidays, half days and days that governments proclaim each year do not. Data: date-holidays (CC BY 3.0), for 1970 to 2100.',
  ],
  aliases: [
    'working days',
    'workdays calculator',
    'networkdays',
    'weekdays between dates',
    'arbeitstage',
    'deadline calculator',
    'delivery date',
    'working days between two dates',
  ],
  verified: [
    'Python 3.11 datetime: 400 random ranges, weekends and holiday lists counted day by day, and as many additions, each undone by its opposite',
    "Documented results of NETWORKDAYS and WORKDAY in Microsoft's help; official holiday lists as in holiday-calendar",
  ],
  examples: [
    {
      title: 'The rest of 2026 in Bavaria after Christmas Eve',
      options: { from: '2026-12-24', to: '2026-12-31', country: 'DE', region: 'BY' },
      output: {
        data: {
          from: '2026-12-24',
          fromWeekday: 'Thursday',
          to: '2026-12-31',
          toWeekday: 'Thursday',
          workingDays: 5,
          calendarDays: 8,
          weekendDays: 2,
          holidays: [{ date: '2026-12-25', weekday: 'Friday', name: 'Christmas Day' }],
          warnings: [],
        },
      },
    },
    {
      title: 'A month, asked in words',
      input: 'working days in March 2026',
      output: {
        data: {
          from: '2026-03-01',
          fromWeekday: 'Sunday',
          to: '2026-03-31',
          toWeekday: 'Tuesday',
          workingDays: 22,
          calendarDays: 31,
          weekendDays: 9,
          holidays: [],
          warnings: [],
        },
      },
    },
    {
      title: 'Ten working days after a Thursday in the Emirates',
      options: { from: '2026-01-08', add: 10, weekend: 'sat,sun', holidays: '2026-01-12, 19 January 2026' },
      output: {
        data: {
          from: '2026-01-08',
          fromWeekday: 'Thursday',
          to: '2026-01-26',
          toWeekday: 'Monday',
          workingDays: 10,
          calendarDays: 18,
          weekendDays: 6,
          holidays: [
            { date: '2026-01-12', weekday: 'Monday', name: 'Given' },
            { date: '2026-01-19', weekday: 'Monday', name: 'Given' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'No working day is left',
      options: { from: '2026-01-08', add: 1, weekend: 'mon tue wed thu fri sat sun' },
      error: { code: 'INVALID_INPUT', message: 'Option "weekend" leaves no working day' },
    },
    {
      title: 'Both an end and days to add',
      options: { from: '2026-01-08', to: '2026-02-01', add: 3 },
      error: { code: 'INVALID_INPUT', message: 'Only one of option "to" and option "add" can be given' },
    },
    {
      title: 'Neither an end nor days to add',
      options: { from: '2026-01-08' },
      error: { code: 'INVALID_INPUT', message: 'One of option "to" and option "add" is needed' },
    },
    {
      title: 'A day that is not of the week',
      options: { from: '2026-01-08', add: 3, weekend: 'sat,x' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "weekend" names "x", which is not a day of the week such as sat',
      },
    },
  ],
  async run({ input, options, now }) {
    const { from: start, to: end, add } = await askedOf(input, options, now);
    const hasEnd = end !== '';
    if (hasEnd && add !== 0) throw invalid('Only one of option "to" and option "add" can be given');
    if (!hasEnd && add === 0) throw invalid('One of option "to" and option "add" is needed');
    const weekend = readWeekend(options.weekend);
    const place = options.country.trim() === '' ? undefined : readHolidayPlace(options.country, options.region);
    const holidays = new Holidays(place, readExtra(options.holidays, now));
    const from = readDay(start, 'option "from"', now);
    const target = hasEnd ? readDay(end, 'option "to"', now) : undefined;
    if (target !== undefined && Math.abs(target - from) > MAX_DAYS)
      throw invalid(`Option "to" is more than ${MAX_DAYS} days away from option "from"`);
    const step = (target === undefined ? add : target - from) < 0 ? -1 : 1;
    let [at, working, weekendDays, looked] = [from, 0, 0, 0];
    const found: { date: string; weekday: string; name: string }[] = [];
    const look = (day: number): void => {
      looked += 1;
      const name = holidays.nameOf(day);
      if (weekend.has(weekdayOf(day))) weekendDays += 1;
      else if (name !== undefined) found.push({ date: isoDay(day), weekday: weekdayName(day), name });
      else working += 1;
    };
    if (target !== undefined && options.inclusive) look(from);
    const isDone = () => (target === undefined ? working === Math.abs(add) : at === target);
    refusing('Cannot add option "add"', () => {
      while (!isDone()) {
        at += step;
        if (Math.abs(at - from) > MAX_DAYS) throw new ContentFault(`the date is more than ${MAX_DAYS} days away`);
        look(at);
      }
    });
    const years = [...holidays.missing].sort((one, other) => one - other);
    return json({
      from: isoDay(from),
      fromWeekday: weekdayName(from),
      to: isoDay(at),
      toWeekday: weekdayName(at),
      workingDays: working * step || 0,
      calendarDays: looked,
      weekendDays,
      holidays: found.sort((one, other) => (one.date < other.date ? -1 : 1)),
      warnings:
        years.length === 0 ? [] : [`No holidays are known before ${FIRST_YEAR} and after ${LAST_YEAR}: weekends only`],
    });
  },
});
