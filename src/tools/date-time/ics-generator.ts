import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { readMoment } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { writeLines } from '../../lib/ical/ical-write.js';
import { timezoneLines } from '../../lib/ical/vtimezone.js';

import { type EventFields, eventLines, type Field, rowsOf } from './_calendar-events.js';

export default defineTool({
  id: 'ics-generator',
  title: 'iCalendar Generator',
  summary: 'Writes calendar events with repetition, alarm and time zone as an iCalendar file (.ics).',
  family: 'date-time',
  class: 'standard',
  input: 'none',
  files: { min: 0, max: 1, formats: ['.csv'] },
  options: {
    title: z.string().max(500).default('').describe('Title of the event.'),
    start: z
      .string()
      .max(200)
      .default('')
      .describe('Start, in most forms; a date without time is an event of whole days.'),
    end: z.string().max(200).default('').describe('End, or the last day; empty for an hour, or one day.'),
    duration: z.string().max(100).default('').describe('Length instead of an end, such as 90 min or PT1H30M.'),
    location: z.string().max(1000).default('').describe('Place of the event.'),
    description: z.string().max(20_000).default('').describe('Text of the event.'),
    url: z.string().max(2000).default('').describe('Address of a page about the event.'),
    rrule: z.string().max(1000).default('').describe('Repetition, such as FREQ=WEEKLY;BYDAY=MO;COUNT=10.'),
    alarmMinutes: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100_000)
      .default(0)
      .describe('Minutes before the start at which a reminder is shown; 0 for none.'),
    timezone: shared.timezone(),
  },
  result: 'text',
  notes: [
    'A CSV file instead of the options makes an event of each row, up to 1,000: columns title, start, end, duration, location, description, url, rrule and alarmMinutes, or the names that other calendars use (Subject, Summary, Place, Notes).',
    'Times keep their time zone by name, and the file describes the zone from IANA data of the service, so that repetitions follow its clocks. In UTC, times end with Z.',
    'The last day of an event of whole days is the day named in "end". Each event has a new random UID.',
  ],
  aliases: [
    'ics',
    'ical',
    'calendar event',
    'add to calendar',
    'vcalendar',
    'csv to ics',
    'create ics file',
    'outlook invite',
    'calendar file for an event',
    'event invitation',
  ],
  verified: [
    'icalendar 4.0.3 (Python): 100 random events come back with the same texts, times, rules and alarms',
    'python-dateutil 2.9.0 tzical: the time zones written for 11 zones have the right offset at 2,200 random times from 2026 to 2045',
  ],
  examples: [
    {
      title: 'A weekly meeting in Berlin with a reminder',
      options: {
        title: 'Team meeting; agenda, notes',
        start: '2026-03-23 10:00',
        duration: '45 min',
        location: 'Room 4',
        rrule: 'FREQ=WEEKLY;COUNT=4',
        alarmMinutes: 15,
        timezone: 'Europe/Berlin',
      },
      output: {
        varies: true,
        text: [
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'PRODID:-//Tool Execution API//Events//EN',
          'CALSCALE:GREGORIAN',
          'BEGIN:VTIMEZONE',
          'TZID:Europe/Berlin',
          'BEGIN:STANDARD',
          'DTSTART:20240322T212224',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0100',
          'TZNAME:CET',
          'END:STANDARD',
          'BEGIN:DAYLIGHT',
          'DTSTART:20240331T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0200',
          'TZNAME:CEST',
          'END:DAYLIGHT',
          'BEGIN:STANDARD',
          'DTSTART:20241027T030000',
          'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
          'TZOFFSETFROM:+0200',
          'TZOFFSETTO:+0100',
          'TZNAME:CET',
          'END:STANDARD',
          'END:VTIMEZONE',
          'BEGIN:VEVENT',
          'UID:…@tool-execution-api.invalid',
          'DTSTAMP:20260102T030405Z',
          'DTSTART;TZID=Europe/Berlin:20260323T100000',
          'DTEND;TZID=Europe/Berlin:20260323T104500',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'SUMMARY:Team meeting\\; agenda\\, notes',
          'LOCATION:Room 4',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'DESCRIPTION:Team meeting\\; agenda\\, notes',
          'TRIGGER:-PT15M',
          'END:VALARM',
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ].join('\r\n'),
      },
    },
    {
      title: 'Events of a CSV file',
      files: [
        { name: 'events.csv', text: 'Subject,Start,End\nHoliday,2026-08-10,2026-08-12\nCall,2026-08-13 09:00,\n' },
      ],
      output: {
        varies: true,
        text: [
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'PRODID:-//Tool Execution API//Events//EN',
          'CALSCALE:GREGORIAN',
          'BEGIN:VEVENT',
          'UID:…@tool-execution-api.invalid',
          'DTSTAMP:20260102T030405Z',
          'DTSTART;VALUE=DATE:20260810',
          'DTEND;VALUE=DATE:20260813',
          'SUMMARY:Holiday',
          'END:VEVENT',
          'BEGIN:VEVENT',
          'UID:…@tool-execution-api.invalid',
          'DTSTAMP:20260102T030405Z',
          'DTSTART:20260813T090000Z',
          'DTEND:20260813T100000Z',
          'SUMMARY:Call',
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ].join('\r\n'),
      },
    },
    {
      title: 'No title',
      options: { start: '2026-03-23' },
      error: { code: 'INVALID_INPUT', message: 'Option "title" must not be empty' },
    },
    {
      title: 'No start',
      options: { title: 'Call' },
      error: { code: 'INVALID_INPUT', message: 'Option "start" must not be empty' },
    },
    {
      title: 'An end before the start',
      options: { title: 'Call', start: '2026-03-23 10:00', end: '2026-03-23 09:00' },
      error: { code: 'INVALID_INPUT', message: 'Cannot write the event: option "end" is before option "start"' },
    },
    {
      title: 'A row whose alarm is not a number',
      files: [{ name: 'events.csv', text: 'title,start,alarm\nCall,2026-08-13,soon\n' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read column alarmMinutes of row 1: "soon" is not a whole number of minutes',
      },
    },
    {
      title: 'A CSV file without the columns',
      files: [{ name: 'events.csv', text: 'a,b\n1,2\n' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "events.csv" as events: it lacks a column title or start',
      },
    },
  ],
  async run({ options, files, now, random }) {
    const zone = readZone(options.timezone);
    const surroundings = { zone, now, random };
    const [upload] = files;
    const rows: readonly (readonly [EventFields, (field: Field) => string])[] =
      upload === undefined
        ? [[{ ...options, alarmMinutes: String(options.alarmMinutes) }, (field) => `option "${field}"`]]
        : await rowsOf(upload);
    const events = rows.flatMap(([fields, label]) => eventLines(fields, label, surroundings));
    const starts = rows.map(([fields, label]) => readMoment(fields.start, { label: label('start'), zone, now }));
    const timed = starts.filter(({ hasClock }) => hasClock).map(({ seconds }) => seconds);
    const zoneLines = zone.name === 'UTC' || timed.length === 0 ? [] : timezoneLines(zone, Math.min(...timed));
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tool Execution API//Events//EN', 'CALSCALE:GREGORIAN'];
    return text(writeLines([...lines, ...zoneLines, ...events, 'END:VCALENDAR']), {
      name: 'events.ics',
      mime: 'text/calendar;charset=utf-8',
    });
  },
});
