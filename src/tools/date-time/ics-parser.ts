import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type CalendarEvent, readEvent, textOf } from '../../formats/ical-events.js';
import { readMoment } from '../../formats/moments.js';
import { KINDS, readTextFile, readTextSource } from '../../formats/text-source.js';
import { readZone } from '../../formats/zone-names.js';
import { readCalendars } from '../../lib/ical/ical-read.js';
import { DAY_SECONDS } from '../../lib/time/civil.js';

import { calendarText, csvOf, occurrencesOf, reportOf } from './_calendar-reading.js';

export default defineTool({
  id: 'ics-parser',
  title: 'iCalendar Parser',
  summary: 'Reads calendar files (.ics), expands repetitions, and lists, filters or merges their events.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.ics', '.ical', '.ifb', '.vcs', '.txt'] },
  options: {
    action: z
      .enum(['events', 'csv', 'merge', 'filter'])
      .default('events')
      .describe(
        'What is made: events lists them as data, csv as a table, merge joins all calendars in one, filter keeps the events of the range.',
      ),
    from: z.string().max(200).default('').describe('First date of the range, in most forms; empty for no start.'),
    to: z.string().max(200).default('').describe('Last date of the range, in most forms; empty for no end.'),
    expand: z.boolean().default(true).describe('Lists each occurrence of repeated events.'),
    timezone: shared.timezone(),
  },
  result: 'mixed',
  data: z.object({
    events: z
      .array(
        z.object({
          uid: z.string().describe('Identifier of the event.'),
          title: z.string().describe('Title (SUMMARY).'),
          start: z.string().describe('Start, ISO 8601 with offset; a date for whole days.'),
          end: z.string().describe('End, ISO 8601 with offset; the last day for whole days.'),
          allDay: z.boolean().describe('Whether it takes whole days.'),
          timezone: z.string().describe('Time zone of the event.'),
          location: z.string().describe('Place; empty if there is none.'),
          description: z.string().describe('Text; empty if there is none.'),
          url: z.string().describe('Address; empty if there is none.'),
          status: z.string().describe('Status, such as CONFIRMED; empty if there is none.'),
          categories: z.array(z.string()).describe('Categories.'),
          organizer: z.string().describe('Organizer; empty if there is none.'),
          attendees: z.array(z.string()).describe('Attendees.'),
          recurrence: z.string().describe('Repetition in words; empty if there is none.'),
        }),
      )
      .describe('Events in the order of their start.'),
    count: count('Number of events listed.'),
    calendars: z.array(z.string()).describe('Names of the calendars, or of the programs that wrote them.'),
    warnings: warnings(),
  }),
  notes: [
    'Repetitions (RRULE, RDATE, EXDATE) are expanded by the clocks of their time zone, and occurrences that were changed (RECURRENCE-ID) take the place of theirs. Without an end of the range, at most 100 of a series are listed.',
    'Time zones are taken by name from the data of the service, names of Windows too; definitions inside the file are kept but not read. Times without a zone are of "timezone".',
    'The actions merge and filter write every line as it was; events with the same UID and occurrence are kept once.',
    'Up to 20 files or one text; at most 20,000 events are listed.',
  ],
  aliases: [
    'ics to json',
    'ics to csv',
    'ical parser',
    'ics viewer',
    'merge calendars',
    'open ics file',
    'calendar to excel',
  ],
  verified: [
    'icalendar 4.0.3 (Python): titles and starts of more than 150 events in files of holiday-calendar',
    'python-dateutil 2.9.0: occurrences of 60 random series with exceptions',
    'Every truncation and 500 random byte changes of a real calendar are read or refused',
  ],
  examples: [
    {
      title: 'A weekly meeting with an exception and a moved occurrence',
      input: [
        'BEGIN:VCALENDAR',
        'X-WR-CALNAME:Work',
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART;TZID=Europe/Berlin:20260323T100000',
        'DURATION:PT45M',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20260330T100000',
        'SUMMARY:Team\\, weekly',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:1',
        'RECURRENCE-ID;TZID=Europe/Berlin:20260406T100000',
        'DTSTART;TZID=Europe/Berlin:20260407T110000',
        'DTEND;TZID=Europe/Berlin:20260407T120000',
        'SUMMARY:Team\\, moved',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\n'),
      options: { action: 'csv' },
      output: {
        text: [
          'start,end,allDay,title,location,description,status,organizer,attendees,recurrence,uid',
          '2026-03-23T10:00:00+01:00,2026-03-23T10:45:00+01:00,false,"Team, weekly",,,,,,"Every week, 3 times",1',
          '2026-04-07T11:00:00+02:00,2026-04-07T12:00:00+02:00,false,"Team, moved",,,,,,,1',
          '',
        ].join('\r\n'),
      },
    },
    {
      title: 'An event of two days',
      files: [
        {
          name: 'trip.ics',
          text: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a@b\r\nDTSTART;VALUE=DATE:20260810\r\nDTEND;VALUE=DATE:20260812\r\nSUMMARY:Trip\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        },
      ],
      output: {
        data: {
          events: [
            {
              uid: 'a@b',
              title: 'Trip',
              start: '2026-08-10',
              end: '2026-08-11',
              allDay: true,
              timezone: 'UTC',
              location: '',
              description: '',
              url: '',
              status: '',
              categories: [],
              organizer: '',
              attendees: [],
              recurrence: '',
            },
          ],
          count: 1,
          calendars: [],
          warnings: [],
        },
      },
    },
    {
      title: 'An event that does not end',
      input: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as iCalendar: line 3 ends VCALENDAR, but VEVENT is open since line 2',
      },
    },
    {
      title: 'Not a calendar',
      input: 'Dear Ann,\nlet us meet.',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as iCalendar: line 1 is not a property such as SUMMARY:Meeting',
      },
    },
    {
      title: 'Nothing at all',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files, now }) {
    const { action, expand } = options;
    const zone = readZone(options.timezone);
    if (files.length > 1 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    const sources =
      files.length > 1
        ? await Promise.all(files.map((file) => readTextFile(file)))
        : [await readTextSource({ input, files })];
    const calendars = sources.flatMap((source) =>
      refusing(`Cannot read ${source.label} as iCalendar`, () => readCalendars(source.text)),
    );
    const edge = (name: 'from' | 'to') =>
      options[name].trim() === '' ? undefined : readMoment(options[name], { label: `option "${name}"`, zone, now });
    const [first, last] = [edge('from'), edge('to')];
    const range = {
      from: first?.seconds ?? Number.NEGATIVE_INFINITY,
      to: last === undefined ? Number.POSITIVE_INFINITY : last.seconds + (last.hasClock ? 0 : DAY_SECONDS - 1),
    };
    const told = new Set<string>();
    const components = calendars.flatMap(({ components: all }) => all.filter(({ name }) => name === 'VEVENT'));
    const events = components.flatMap((component): CalendarEvent[] => {
      const event = readEvent(component, { zone, now, told });
      if (event === undefined) told.add('Events without a start are not listed');
      return event === undefined ? [] : [event];
    });
    if (action === 'merge') return calendarText(calendars, components);
    const occurrences = occurrencesOf(events, { range, expand: expand || action === 'filter', told });
    if (action === 'filter') {
      const kept = new Set(occurrences.map(({ event }) => event.component));
      return calendarText(
        calendars,
        components.filter((component) => kept.has(component)),
      );
    }
    const reports = occurrences.map((occurrence) => reportOf(occurrence, zone));
    if (action === 'csv') return text(csvOf(reports), { name: 'events.csv', mime: KINDS.csv.mime });
    return json({
      events: reports,
      count: reports.length,
      calendars: calendars
        .map((calendar) => textOf(calendar, 'X-WR-CALNAME') || textOf(calendar, 'PRODID'))
        .filter((name) => name !== ''),
      warnings: [...told],
    });
  },
});
