import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { NATURAL_LANGUAGES, type NaturalTime, naturalDates } from '../../engines/natural-dates.js';
import { instantOfWall, isoAt, isoInZone, readMoment } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { positionAt } from '../../lib/text/text-position.js';
import { daysOf, isDate, isoDate, wallSecondsOf, weekdayName } from '../../lib/time/civil.js';
import { offsetAt, type Zone } from '../../lib/zones/zone.js';

/** Runs of spaces take the square of their length in some languages: 2.3 s for 25,000 in German. */
const MAX_CHARACTERS = 20_000;

const TIME = {
  iso: z.string().describe('The instant, ISO 8601 with offset; a date without time is its first moment.'),
  date: z.string().describe('The date.'),
  weekday: z.string().describe('Day of the week.'),
  hasTime: z.boolean().describe('Whether the text names a time of day.'),
  named: z.array(z.string()).describe('Parts that the text names; the others follow from the reference.'),
};

function reportOf(time: NaturalTime, zone: Zone, told: string[]) {
  const midnight = { hour: 0, minute: 0, second: 0 };
  const wall = { ...time, ...(time.hasTime ? {} : midnight), nanosecond: 0 };
  if (!isDate(wall) || wall.year < 1 || wall.year > 9999 || wall.hour > 23 || wall.minute > 59 || wall.second > 59)
    return undefined;
  const facts = { hasTime: time.hasTime, named: time.certain };
  if (time.offset !== undefined) {
    const seconds = wallSecondsOf(wall) - time.offset;
    return { iso: isoAt(seconds, zone), date: isoDate(wall), weekday: weekdayName(daysOf(wall)), ...facts };
  }
  const { instant, warnings: ofClocks } = instantOfWall(zone, wall, 'compatible', time.hasTime);
  told.push(...ofClocks);
  return { iso: isoAt(instant, zone), date: isoDate(wall), weekday: weekdayName(daysOf(wall)), ...facts };
}

export default defineTool({
  id: 'natural-date-parser',
  title: 'Natural Date Parser',
  summary: 'Finds dates in plain language, such as next Friday at 3pm, and converts them to ISO 8601.',
  family: 'date-time',
  class: 'standard',
  input: 'required',
  options: {
    reference: z
      .string()
      .max(200)
      .default('')
      .describe('Date that words such as tomorrow refer to, in most forms; empty for now.'),
    timezone: shared.timezone(),
    language: z.enum(NATURAL_LANGUAGES).default('en').describe('Language of the text.'),
    future: z
      .boolean()
      .default(false)
      .describe('Takes dates that name no year or week as the next ones, not the nearest ones.'),
  },
  result: 'data',
  data: z.object({
    reference: z.string().describe('The time that the text was read at, ISO 8601 with offset.'),
    dates: z
      .array(
        z.object({
          text: z.string().describe('The words found.'),
          line: place('Line of the text.'),
          column: place('Column of the line.'),
          start: z.object(TIME).describe('The date, or the start of a range.'),
          end: z.object(TIME).optional().describe('End of a range.'),
        }),
      )
      .describe('The dates in the order of the text.'),
    warnings: warnings(),
  }),
  notes: [
    'At most 20,000 characters. Ranges such as 10 to 12 August have an "end".',
    'Dates such as 3/4/2026 are read month first in English, with dots (3.4.2026) day first. For dates in a fixed form, date-format-converter and timestamp-converter are exact and refuse what is ambiguous.',
    'What is found depends on the words that are known for the language; an empty list is not a mistake. English is known best: the last Friday of May, two weeks from tomorrow, half past six, Christmas and Easter of the western churches.',
  ],
  aliases: [
    'parse date from text',
    'next friday to date',
    'chrono',
    'human date',
    'relative date',
    'extract dates',
    'datum aus text',
    'next friday as a date',
  ],
  verified: [
    'GNU date 9.1: 100 relative phrases such as 3 weeks ago and tomorrow at random times give the same date',
    'Python 3.11 (calendar, dateutil): 70 random weekdays of months and 10 Easter Sundays, 1990 to 2069',
    'Three to five phrases each in English, German, French, Spanish, Dutch, Portuguese and Japanese, worked out by hand',
  ],
  examples: [
    {
      title: 'Two dates in a message',
      input: 'Can we meet next Friday at 3pm?\nI am away from 10 to 12 August 2026.',
      options: { reference: '2026-01-02 09:00', timezone: 'Europe/Berlin' },
      output: {
        data: {
          reference: '2026-01-02T09:00:00+01:00',
          dates: [
            {
              text: 'next Friday at 3pm',
              line: 1,
              column: 13,
              start: {
                iso: '2026-01-09T15:00:00+01:00',
                date: '2026-01-09',
                weekday: 'Friday',
                hasTime: true,
                named: ['weekday', 'hour', 'minute'],
              },
            },
            {
              text: '10 to 12 August 2026',
              line: 2,
              column: 16,
              start: {
                iso: '2026-08-10T00:00:00+02:00',
                date: '2026-08-10',
                weekday: 'Monday',
                hasTime: false,
                named: ['year', 'month', 'day'],
              },
              end: {
                iso: '2026-08-12T00:00:00+02:00',
                date: '2026-08-12',
                weekday: 'Wednesday',
                hasTime: false,
                named: ['year', 'month', 'day'],
              },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'German',
      input: 'übermorgen um 14:30 Uhr',
      options: { reference: '2026-03-27', language: 'de', timezone: 'Europe/Berlin' },
      output: {
        data: {
          reference: '2026-03-27T00:00:00+01:00',
          dates: [
            {
              text: 'übermorgen um 14:30 Uhr',
              line: 1,
              column: 1,
              start: {
                iso: '2026-03-29T14:30:00+02:00',
                date: '2026-03-29',
                weekday: 'Sunday',
                hasTime: true,
                named: ['year', 'month', 'day', 'hour', 'minute'],
              },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A reference that is not a date',
      input: 'tomorrow',
      options: { reference: 'soon' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "reference" as a date: it is not a date such as 2026-03-29, 2026-03-29T14:30:00Z, 29 March 2026 or a Unix time',
      },
    },
  ],
  run({ input, options, now }) {
    const { language, future } = options;
    if (input.length > MAX_CHARACTERS)
      throw overLimit(`Property "input" must have at most ${MAX_CHARACTERS} characters, got ${input.length}`);
    const zone = readZone(options.timezone);
    const moment = readMoment(options.reference.trim() === '' ? 'now' : options.reference, {
      label: 'option "reference"',
      zone,
      now,
    });
    const told: string[] = [...moment.warnings];
    const reference = {
      date: new Date(moment.seconds * 1000),
      offset: offsetAt(zone, moment.seconds),
      forward: future,
    };
    const dates = refusing('Cannot read property "input"', () =>
      naturalDates(input, language, reference).flatMap(({ text, index, start, end }) => {
        const [first, last] = [reportOf(start, zone, told), end === undefined ? undefined : reportOf(end, zone, told)];
        if (first === undefined) return [];
        const { line, column } = positionAt(input, index);
        return [{ text, line, column, start: first, ...(last === undefined ? {} : { end: last }) }];
      }),
    );
    return json({ reference: isoInZone(moment.ns, zone), dates, warnings: told });
  },
});
