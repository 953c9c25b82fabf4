import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Holiday } from '../../engines/holidays.js';
import { type HolidayPlace, placeHolidays, readHolidayPlace } from '../../formats/holidays.js';
import { KINDS } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { escapeText, writeLines } from '../../lib/ical/ical-write.js';
import { daysOf, isoDay, weekdayName } from '../../lib/time/civil.js';

import { askedOf, USUAL_COUNTRY } from './_asked-holidays.js';
import { yearOf } from './_year.js';

const TYPES = ['public', 'bank', 'school', 'optional', 'observance'] as const;

const dayOf = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return daysOf({ year, month, day });
};

const rowOf = ({ date, name, type, days, isSubstitute }: Holiday) => ({
  date,
  weekday: weekdayName(dayOf(date)),
  name,
  type,
  days,
  substitute: isSubstitute,
});

type Row = ReturnType<typeof rowOf>;

const csvOf = (rows: readonly Row[]): string =>
  [
    'date,weekday,name,type,days,substitute',
    ...rows.map((row) => formatRecord(Object.values(row).map(String), ',')),
    '',
  ].join('\r\n');

function icsOf(rows: readonly Row[], place: HolidayPlace, year: number): string {
  const compact = (day: number) => isoDay(day).replaceAll('-', '');
  const events = rows.flatMap(({ date, name, type, days }, index) => [
    'BEGIN:VEVENT',
    `UID:${date}-${index}-${[place.country, place.state, place.region].join('-').toLowerCase()}@holidays.invalid`,
    // Fixed, so that the same request gives the same file.
    `DTSTAMP:${year}0101T000000Z`,
    `DTSTART;VALUE=DATE:${compact(dayOf(date))}`,
    `DTEND;VALUE=DATE:${compact(dayOf(date) + Math.max(1, days))}`,
    `SUMMARY:${escapeText(name)}`,
    `CATEGORIES:${type.toUpperCase()}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  return writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tool Execution API//Holidays//EN',
    ...events,
    'END:VCALENDAR',
  ]);
}

export default defineTool({
  id: 'holiday-calendar',
  title: 'Holiday Calendar',
  summary: 'Lists the public holidays of a country or region in a year as JSON, CSV or iCalendar.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    country: z
      .string()
      .min(1)
      .max(60)
      .default(USUAL_COUNTRY)
      .describe('ISO 3166 code of the country, such as US, GB or DE.'),
    region: z
      .string()
      .max(20)
      .default('')
      .describe('State or region by its code, such as CA, ENG or BY, and a part of it after a hyphen; empty for all.'),
    year: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(2100)
      .default(0)
      .describe('Year of the holidays, 1970 to 2100; 0 for this year.'),
    types: z
      .enum(['public', 'work-free', 'all'])
      .default('public')
      .describe(
        'Which holidays: public, work-free for public and bank holidays, all for observances and school days too.',
      ),
    format: z.enum(['json', 'csv', 'ics']).default('json').describe('Format of the result.'),
    locale: z
      .string()
      .max(35)
      .default('en')
      .describe(
        'Language of the names, as a BCP 47 tag; where they are not known in it, English or that of the country.',
      ),
  },
  result: 'mixed',
  data: z.object({
    country: z.string().describe('ISO 3166 code of the country.'),
    countryName: z.string().describe('Name of the country.'),
    region: z.string().describe('Code of the region; empty for the whole country.'),
    regionName: z.string().describe('Name of the region; empty for the whole country.'),
    year: count('The year.'),
    holidays: z
      .array(
        z.object({
          date: z.string().describe('First day.'),
          weekday: z.string().describe('Day of the week.'),
          name: z.string().describe('Name of the holiday.'),
          type: z.enum(TYPES).describe('Type of the holiday.'),
          days: count('Whole days; 0 for a part of a day.'),
          substitute: z.boolean().describe('Whether it takes the place of a holiday on a weekend.'),
        }),
      )
      .describe('The holidays in their order.'),
    warnings: warnings(),
  }),
  notes: [
    'Text is a country or region, with a year if needed, instead of the options: Germany 2027, California, DE-BY.',
    'Data of the project date-holidays 3.37.0 (CC BY 3.0), from Wikipedia and official sources; 207 countries.',
    'Holidays by the moon are computed and may differ by a day from what is proclaimed; single extra days that governments decide each year are missing. Days that begin at sunset are listed at the day that the data gives.',
    "The past is as today's rules have it unless the data knows when a holiday began.",
  ],
  aliases: [
    'public holidays',
    'bank holidays',
    'feiertage',
    'federal holidays',
    'holidays ics',
    'school holidays',
    'national days',
    'public holidays of a country',
    'when is easter',
  ],
  verified: [
    'Official lists of 2026, typed in: US Office of Personnel Management, GOV.UK (England and Wales), Bavaria, Cabinet Office of Japan: the same days',
    'icalendar 4.0.3 (Python) reads the iCalendar files of 12 countries with the same days and names',
  ],
  examples: [
    {
      title: 'Northern Ireland as CSV',
      options: { country: 'GB', region: 'NIR', year: 2026, format: 'csv' },
      output: {
        text: [
          'date,weekday,name,type,days,substitute',
          "2026-01-01,Thursday,New Year's Day,public,1,false",
          '2026-03-17,Tuesday,St Patrick’s Day,public,1,false',
          '2026-04-03,Friday,Good Friday,public,1,false',
          '2026-04-06,Monday,Easter Monday,public,1,false',
          '2026-05-04,Monday,Early May bank holiday,public,1,false',
          '2026-05-25,Monday,Spring bank holiday,public,1,false',
          '2026-07-12,Sunday,Battle of the Boyne (Orangemen’s Day),public,1,false',
          '2026-07-13,Monday,Battle of the Boyne (Orangemen’s Day) (substitute day),public,1,true',
          '2026-08-31,Monday,Summer bank holiday,public,1,false',
          '2026-12-25,Friday,Christmas Day,public,1,false',
          '2026-12-26,Saturday,Boxing Day,public,1,false',
          '2026-12-28,Monday,Boxing Day (substitute day),public,1,true',
          '',
        ].join('\r\n'),
      },
    },
    {
      title: 'A country whose names are in its own language',
      options: { country: 'NO', year: 2027, locale: 'no', format: 'csv' },
      output: {
        text: [
          'date,weekday,name,type,days,substitute',
          '2027-01-01,Friday,Første nyttårsdag,public,1,false',
          '2027-03-25,Thursday,Skjærtorsdag,public,1,false',
          '2027-03-26,Friday,Langfredag,public,1,false',
          '2027-03-28,Sunday,Første påskedag,public,1,false',
          '2027-03-29,Monday,Andre påskedag,public,1,false',
          '2027-05-01,Saturday,Arbeidernes dag,public,1,false',
          '2027-05-06,Thursday,Kristi himmelfartsdag,public,1,false',
          '2027-05-16,Sunday,Første pinsedag,public,1,false',
          '2027-05-17,Monday,Grunnlovsdagen,public,1,false',
          '2027-05-17,Monday,Andre pinsedag,public,1,false',
          '2027-12-25,Saturday,Første juledag,public,1,false',
          '2027-12-26,Sunday,Andre juledag,public,1,false',
          '',
        ].join('\r\n'),
      },
    },
    {
      title: 'An unknown country',
      options: { country: 'Atlantis' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "country" is not an ISO 3166 code with known holidays, got "Atlantis"',
      },
    },
    {
      title: 'A region of another country',
      options: { country: 'GB', region: 'BY' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "region" is not a region of GB, got "BY"; known are ALD, ENG, NIR, SCT, WLS',
      },
    },
  ],
  async run({ input, options, now }) {
    const { types, format, locale } = options;
    const asked = await askedOf(input, options, now);
    const year = yearOf(asked.year, 1970, now);
    const place = readHolidayPlace(asked.country, asked.region);
    const wanted = types === 'all' ? TYPES : types === 'public' ? ['public'] : ['public', 'bank'];
    const rows = placeHolidays(place, year, locale)
      .filter(({ type }) => wanted.some((one) => one === type))
      .map(rowOf);
    const name = `holidays-${place.country.toLowerCase()}-${year}`;
    if (format === 'csv') return text(csvOf(rows), { name: `${name}.csv`, mime: KINDS.csv.mime });
    if (format === 'ics')
      return text(icsOf(rows, place, year), { name: `${name}.ics`, mime: 'text/calendar;charset=utf-8' });
    return json({
      country: place.country,
      countryName: place.countryName,
      region: [place.state, place.region].filter((code) => code !== '').join('-'),
      regionName: place.regionName,
      year,
      holidays: rows,
      warnings: rows.length === 0 ? ['No holidays of these types are known'] : [],
    });
  },
});
