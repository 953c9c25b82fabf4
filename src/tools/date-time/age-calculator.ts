import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { chineseYear } from '../../engines/calendars.js';
import { wallAt } from '../../formats/moments.js';
import { readSaidMoment } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { addMonths, monthsBetween } from '../../lib/time/calendar-math.js';
import { type CivilDate, dateOf, daysInMonth, daysOf, isoDate, isoDay, weekdayName } from '../../lib/time/civil.js';
import { durationWords } from '../../lib/time/durations.js';
import { zodiacSign } from '../../lib/time/easter.js';

const ANIMALS = ['Rat', 'Ox', 'Tiger', 'Rabbit', 'Dragon', 'Snake', 'Horse', 'Goat', 'Monkey', 'Rooster', 'Dog', 'Pig'];
const MILESTONES = [1000, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000];

/** Years in which the Chinese calendar is computed by its modern rules. */
const CHINESE_YEARS = [1900, 2100] as const;

function animalOf(birth: CivilDate): string | undefined {
  if (birth.year < CHINESE_YEARS[0] || birth.year > CHINESE_YEARS[1]) return undefined;
  // 1900 was a year of the rat.
  return ANIMALS[(((chineseYear(birth) - 1900) % 12) + 12) % 12];
}

/** The birthday of an age: 29 February falls on the last of February, or the first of March. */
function birthday(birth: CivilDate, age: number, leapDay: string): CivilDate {
  const date = addMonths(birth, 12 * age);
  const isMoved = birth.day === 29 && birth.month === 2 && date.day === 28;
  return isMoved && leapDay === 'march-1' ? { year: date.year, month: 3, day: 1 } : date;
}

/** Whether a date is the 28 February of a common year that is not yet the birthday of someone born on the 29th. */
const birthDayMoves = (birth: CivilDate, at: CivilDate, leapDay: string): boolean =>
  leapDay === 'march-1' &&
  [birth.month, birth.day, at.month, at.day].join() === '2,29,2,28' &&
  daysInMonth(at.year, 2) === 28;

/** What people write before a date of birth. */
const BORN =
  /^\s*(?:how old (?:am i|is|are|was|were)\b[^\d,:]{0,60}?)?[\s,:]*(?:(?:if|when|who was|i was|i am|i'm|someone|somebody|he was|she was|was|is)\s+)*(?:born|birth ?day|birth ?date|date of birth|dob)?\s*(?:is|:)?\s*/i;

export default defineTool({
  id: 'age-calculator',
  title: 'Age Calculator',
  summary: 'Computes an exact age in years, months and days, the next birthday, days lived and signs of the zodiac.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    birthDate: z
      .string()
      .max(200)
      .default('')
      .describe('Date of birth, in most forms, such as 1990-02-28; the input may say it instead.'),
    at: z.string().max(40).default('').describe('Date to compute the age at; empty for today.'),
    timezone: shared.timezone(),
    leapDay: z
      .enum(['february-28', 'march-1'])
      .default('february-28')
      .describe('Birthday in common years of people born on 29 February; laws of countries differ.'),
  },
  result: 'data',
  data: z.object({
    birthDate: z.string().describe('Date of birth.'),
    at: z.string().describe('Date of the age.'),
    years: count('Age in whole years.'),
    months: count('Whole months after the last birthday.'),
    days: count('Days after the last of those months.'),
    words: z.string().describe('The age in words.'),
    totals: z
      .object({
        months: count('Whole months lived.'),
        weeks: count('Whole weeks lived.'),
        days: count('Days lived.'),
      })
      .describe('The age in one unit.'),
    weekday: z.string().describe('Day of the week of the birth.'),
    isBirthday: z.boolean().describe('Whether the date is a birthday.'),
    nextBirthday: z
      .object({
        date: z.string().describe('Date of the next birthday after the date.'),
        weekday: z.string().describe('Its day of the week.'),
        age: count('Age then.'),
        daysUntil: count('Days until then.'),
      })
      .describe('The next birthday.'),
    milestones: z
      .array(
        z.object({
          days: count('Days lived.'),
          date: z.string().describe('Date of that day.'),
          passed: z.boolean().describe('Whether that day has come.'),
        }),
      )
      .describe('Round numbers of days.'),
    zodiacSign: z.string().describe('Sign of the western zodiac, by its usual dates.'),
    chineseZodiac: z
      .string()
      .optional()
      .describe('Animal of the Chinese year, which begins in January or February; for births from 1900 to 2100.'),
    warnings: warnings(),
  }),
  notes: [
    'Years and months are those of the calendar: a month after 31 January is the last day of February.',
    'The day of birth counts as day 0. Today is the date in "timezone".',
  ],
  aliases: [
    'how old am i',
    'birthday calculator',
    'days since birth',
    'age in days',
    'chronological age',
    'date of birth',
    'age on a date',
  ],
  verified: [
    'python-dateutil 2.9.0 relativedelta: 500 random births and dates give the same years, months and days',
    'Chinese New Year of 30 years from the tables of the Hong Kong Observatory: the animal changes on that day',
  ],
  examples: [
    {
      title: 'Born on a leap day',
      options: { birthDate: '2000-02-29', at: '2026-02-28' },
      output: {
        data: {
          birthDate: '2000-02-29',
          at: '2026-02-28',
          years: 26,
          months: 0,
          days: 0,
          words: '26 years',
          totals: { months: 312, weeks: 1356, days: 9496 },
          weekday: 'Tuesday',
          isBirthday: true,
          nextBirthday: { date: '2027-02-28', weekday: 'Sunday', age: 27, daysUntil: 365 },
          milestones: [
            { days: 1000, date: '2002-11-25', passed: true },
            { days: 5000, date: '2013-11-07', passed: true },
            { days: 10000, date: '2027-07-17', passed: false },
            { days: 15000, date: '2041-03-25', passed: false },
            { days: 20000, date: '2054-12-02', passed: false },
            { days: 25000, date: '2068-08-10', passed: false },
            { days: 30000, date: '2082-04-19', passed: false },
            { days: 35000, date: '2095-12-27', passed: false },
            { days: 40000, date: '2109-09-05', passed: false },
          ],
          zodiacSign: 'Pisces',
          chineseZodiac: 'Dragon',
          warnings: [],
        },
      },
    },
    {
      title: 'No date of birth',
      error: { code: 'INVALID_INPUT', message: 'Option "birthDate" must not be empty' },
    },
    {
      title: 'Not yet born',
      options: { birthDate: '2026-05-01', at: '2026-04-30' },
      error: {
        code: 'INVALID_INPUT',
        message: 'The date of birth is after that of the age: 2026-05-01 after 2026-04-30',
      },
    },
  ],
  async run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const read = (text: string, label: string) => readSaidMoment(text, { label, zone, now }, false);
    const isSentence = isSaid(input, { birthDate: options.birthDate !== '' });
    if (!isSentence && options.birthDate.trim() === '') throw invalid('Option "birthDate" must not be empty');
    const born = isSentence
      ? await read(input.replace(BORN, ''), 'property "input"')
      : await read(options.birthDate, 'option "birthDate"');
    const then = await read(options.at.trim() === '' ? 'today' : options.at, 'option "at"');
    const [birth, at] = [dateOf(daysOf(wallAt(born.ns, zone))), dateOf(daysOf(wallAt(then.ns, zone)))];
    const [first, last] = [daysOf(birth), daysOf(at)];
    if (first > last)
      throw invalid(`The date of birth is after that of the age: ${isoDate(birth)} after ${isoDate(at)}`);
    const isLeapEve = birthDayMoves(birth, at, options.leapDay);
    const total = monthsBetween(birth, at) - (isLeapEve ? 1 : 0);
    const [age, months] = [Math.floor(total / 12), total % 12];
    const days = last - daysOf(addMonths(birth, total));
    const next = birthday(birth, age + 1, options.leapDay);
    const chineseZodiac = animalOf(birth);
    return json({
      birthDate: isoDate(birth),
      at: isoDate(at),
      years: age,
      months,
      days,
      words: durationWords([
        [age, 'years'],
        [months, 'months'],
        [days, 'days'],
      ]),
      totals: { months: 12 * age + months, weeks: Math.floor((last - first) / 7), days: last - first },
      weekday: weekdayName(first),
      isBirthday: daysOf(birthday(birth, age, options.leapDay)) === last && age > 0,
      nextBirthday: {
        date: isoDate(next),
        weekday: weekdayName(daysOf(next)),
        age: age + 1,
        daysUntil: daysOf(next) - last,
      },
      milestones: MILESTONES.map((count) => ({
        days: count,
        date: isoDay(first + count),
        passed: first + count <= last,
      })),
      zodiacSign: zodiacSign(first),
      ...(chineseZodiac === undefined ? {} : { chineseZodiac }),
      warnings: [...born.warnings, ...then.warnings],
    });
  },
});
