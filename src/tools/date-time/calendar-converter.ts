import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { wallAt } from '../../formats/moments.js';
import { readSaidMoment } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { CALENDARS } from '../../lib/time/calendar-names.js';
import { daysOf, isoDay, weekdayName } from '../../lib/time/civil.js';
import {
  calendarShape,
  calendarWarnings,
  describeIn,
  type ReadDay,
  readCalendarDate,
  readJulianDay,
} from './_calendar-dates.js';

const FROM = [...CALENDARS, 'julian-day'] as const;

export default defineTool({
  id: 'calendar-converter',
  title: 'Calendar Converter',
  summary:
    'Converts dates between the Gregorian, Julian, Islamic, Hebrew, Chinese, Persian, Indian, Japanese and other calendars.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    date: z
      .string()
      .max(200)
      .default('')
      .describe(
        'Date of the calendar "from", such as 2026-11-23, 13 Jumada II 1448 or 令和8年11月23日; empty for today. The input may say it instead.',
      ),
    to: z
      .enum(['all', ...CALENDARS])
      .default('all')
      .describe('Calendar of the result; all lists every one.'),
    from: z.enum(FROM).default('gregorian').describe('Calendar that the date is of.'),
    timezone: shared.timezone(),
  },
  result: 'data',
  data: z.object({
    date: z.string().describe('Gregorian date, ISO 8601.'),
    weekday: z.string().describe('Day of the week.'),
    julianDay: z.number().describe('Julian day at midnight UTC, when the date begins.'),
    julianDayNumber: z.int().describe('Julian day number: that of noon.'),
    modifiedJulianDay: z.int().describe('Modified Julian day.'),
    rataDie: z.int().describe('Days since 31 December of the year 0.'),
    calendars: z.array(calendarShape).describe('The date in each calendar asked for.'),
    warnings: warnings(),
  }),
  notes: [
    'Hebrew and Islamic days begin at sunset: the evening before the date told belongs to it already.',
    'Islamic calendars: umalqura is the official one of Saudi Arabia; civil and tbla are computed by rule, a day apart. Where months begin by sighting of the moon, dates may differ by a day or two.',
    'Dates may have a month as number or name: Hebrew months count from Tishri, 6 being Adar I in leap years; a leap month of the Chinese calendar is written 2025-06L-01. Japanese dates may begin with an era: Reiwa 8-11-23, R8.11.23, 令和8年11月23日.',
    'Years 1 to 9999 of the Gregorian calendar.',
  ],
  aliases: [
    'hijri converter',
    'gregorian to hijri',
    'hebrew date converter',
    'jewish calendar',
    'jalali to gregorian',
    'shamsi date',
    'chinese lunar calendar',
    'japanese era year',
    'julian day calculator',
    'ethiopian calendar',
    'buddhist year',
  ],
  verified: [
    'Reingold and Dershowitz, Calendrical Calculations, appendix C: the 31 dates from the year 70 on in the Julian, Hebrew, Islamic (civil) and Ethiopian calendars, in both directions',
    'PHP 8.2 calendar extension: Julian and Hebrew dates of 20,000 random days from the years 1 to 3286',
    'ICU 78.2 of Node.js: 4,000 random days from 1901 to 2100 in 11 calendars with the names of months, 3,000 in the Chinese and Korean ones',
    'Hong Kong Observatory: Chinese New Year of 30 years',
  ],
  examples: [
    {
      title: 'A date in the Islamic calendar of Saudi Arabia',
      options: { date: '2026-02-18', to: 'islamic-umalqura' },
      output: {
        data: {
          date: '2026-02-18',
          weekday: 'Wednesday',
          julianDay: 2461089.5,
          julianDayNumber: 2461090,
          modifiedJulianDay: 61089,
          rataDie: 739665,
          calendars: [
            {
              calendar: 'islamic-umalqura',
              name: 'Islamic (Umm al-Qura)',
              formatted: '1 Ramadan 1447 AH',
              native: '',
              era: 'AH',
              year: 1447,
              month: 9,
              monthCode: 'M09',
              monthName: 'Ramadan',
              day: 1,
              daysInMonth: 30,
              daysInYear: 355,
              isLeapYear: true,
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'From a Hebrew date with two months of Adar',
      options: { date: '14 Adar 5784', from: 'hebrew', to: 'gregorian' },
      output: {
        data: {
          date: '2024-03-24',
          weekday: 'Sunday',
          julianDay: 2460393.5,
          julianDayNumber: 2460394,
          modifiedJulianDay: 60393,
          rataDie: 738969,
          calendars: [
            {
              calendar: 'gregorian',
              name: 'Gregorian',
              formatted: '24 March 2024',
              native: '',
              era: 'AD',
              year: 2024,
              month: 3,
              monthCode: 'M03',
              monthName: 'March',
              day: 24,
              daysInMonth: 31,
              daysInYear: 366,
              isLeapYear: true,
            },
          ],
          warnings: ['5784 has two months of Adar: Adar II was taken'],
        },
      },
    },
    {
      title: 'A leap month of the Chinese calendar',
      options: { date: '2025-06L-01', from: 'chinese', to: 'chinese' },
      output: {
        data: {
          date: '2025-07-25',
          weekday: 'Friday',
          julianDay: 2460881.5,
          julianDayNumber: 2460882,
          modifiedJulianDay: 60881,
          rataDie: 739457,
          calendars: [
            {
              calendar: 'chinese',
              name: 'Chinese',
              formatted: 'day 1 of leap month 6, 2025, yi-si (乙巳), Snake',
              native: '农历乙巳年闰六月初一',
              era: '',
              year: 2025,
              month: 7,
              monthCode: 'M06L',
              monthName: 'leap month 6',
              day: 1,
              daysInMonth: 29,
              daysInYear: 384,
              isLeapYear: true,
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A day that the era does not have',
      options: { date: 'Showa 64-01-08', from: 'japanese' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "date" as a date: 1989-01-08 is not in Showa 64: Showa is from 1926-12-25 to 1989-01-07',
      },
    },
    {
      title: 'A month that is not of the calendar',
      options: { date: '13 Jumada 1448', from: 'islamic-umalqura' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "date" as a date: "Jumada" is not a month of the Islamic (Umm al-Qura) calendar',
      },
    },
    {
      title: 'A day that the year does not have',
      options: { date: '1405-12-30', from: 'persian' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "date" as a date: the Persian (Solar Hijri) calendar does not have 30 Esfand 1405',
      },
    },
    {
      title: 'Not a date',
      options: { date: 'Nowruz', from: 'persian' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "date" as a date: write year, month and day, such as 1405-09-02, or the month by its name',
      },
    },
  ],
  async run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const { from } = options;
    const isSentence = isSaid(input, { date: options.date !== '' });
    const label = isSentence ? 'property "input"' : 'option "date"';
    const gregorian = async (text: string): Promise<ReadDay> => {
      const moment = await readSaidMoment(text, { label, zone, now });
      return {
        days: daysOf(wallAt(moment.ns, moment.form === 'iso-8601' ? moment.zone : zone)),
        warnings: moment.warnings,
      };
    };
    const text = (isSentence ? input : options.date).trim();
    const read = (): ReadDay | Promise<ReadDay> => {
      if (text === '' || from === 'gregorian') return gregorian(text === '' ? 'today' : text);
      return refusing(`Cannot read ${label} as a date`, () =>
        from === 'julian-day' ? readJulianDay(text) : readCalendarDate(text, from),
      );
    };
    const { days, warnings: told } = await read();
    const asked = options.to === 'all' ? CALENDARS : [options.to];
    return json({
      date: isoDay(days),
      weekday: weekdayName(days),
      julianDay: days + 2_440_587.5,
      julianDayNumber: days + 2_440_588,
      modifiedJulianDay: days + 40_587,
      rataDie: days + 719_163,
      calendars: asked.map((id) => describeIn(days, id)),
      warnings: [...told, ...calendarWarnings(days, from === 'julian-day' ? asked : [...asked, from])],
    });
  },
});
