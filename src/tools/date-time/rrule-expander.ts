import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { isoAt, type Moment, readMoment, wallAt } from '../../formats/moments.js';
import { expandSeries } from '../../formats/recurrences.js';
import { readZone } from '../../formats/zone-names.js';
import { type RecurrenceRule, readRule } from '../../lib/recurrence/rule.js';
import { ruleWords } from '../../lib/recurrence/rule-words.js';
import { DAY_SECONDS, isoLocal, weekdayName } from '../../lib/time/civil.js';
import { offsetAt, type Zone } from '../../lib/zones/zone.js';

const MAX_RULES = 10;
const MAX_DATES = 5000;

interface Lines {
  readonly rules: readonly string[];
  readonly starts: readonly DateLine[];
  readonly added: readonly DateLine[];
  readonly excluded: readonly DateLine[];
}

interface DateLine {
  readonly name: string;
  readonly timezone: string | undefined;
  readonly values: readonly string[];
}

/** Content lines of iCalendar, unfolded; a line of parts alone is a rule. */
function readLines(input: string): Lines {
  const [rules, starts, added, excluded]: [string[], DateLine[], DateLine[], DateLine[]] = [[], [], [], []];
  for (const line of input.replace(/\r?\n[ \t]/g, '').split(/\r\n?|\n/)) {
    const text = line.trim();
    if (text === '') continue;
    const [, name = 'RRULE', parameters = '', value = text] =
      /^([A-Za-z]+)((?:;[^:=]+=(?:"[^"]*"|[^:;]*))*):(.*)$/.exec(text) ?? [];
    const timezone = /;TZID="?([^:;"]+)"?/i.exec(parameters)?.[1];
    const dates = { name: name.toUpperCase(), timezone, values: value.split(',').filter((one) => one.trim() !== '') };
    if (dates.name === 'RRULE') rules.push(value);
    else if (dates.name === 'DTSTART') starts.push(dates);
    else if (dates.name === 'RDATE') added.push(dates);
    else if (dates.name === 'EXDATE') excluded.push(dates);
    else if (!/^(?:DTEND|DURATION|BEGIN|END|UID|SUMMARY|DTSTAMP)$/.test(dates.name))
      throw invalid(
        `Cannot read property "input": it has ${quote(name)}, which is not one of RRULE, DTSTART, RDATE and EXDATE`,
      );
  }
  if (rules.length === 0) throw invalid('Cannot read property "input": it does not hold a recurrence rule');
  if (rules.length > MAX_RULES)
    throw overLimit(`Property "input" has ${rules.length} rules, the limit is ${MAX_RULES}`);
  return { rules, starts, added, excluded };
}

export default defineTool({
  id: 'rrule-expander',
  title: 'RRULE Expander',
  summary: 'Expands recurrence rules of iCalendar into dates and puts them in words.',
  family: 'date-time',
  class: 'standard',
  input: 'required',
  options: {
    dtstart: z
      .string()
      .max(200)
      .default('')
      .describe('First date and time, in most forms; empty for DTSTART of the input, otherwise now.'),
    timezone: shared.timezone(),
    limit: z.number().multipleOf(1).min(1).max(5000).default(50).describe('Largest number of dates.'),
    until: z
      .string()
      .max(200)
      .default('')
      .describe('Last date that is listed, in most forms; empty for no end but that of the rule.'),
  },
  result: 'data',
  data: z.object({
    rules: z
      .array(
        z.object({
          rule: z.string().describe('The rule as it was given.'),
          description: z.string().describe('The rule in words.'),
        }),
      )
      .describe('The recurrence rules.'),
    dtstart: z.string().describe('Start, ISO 8601 with offset.'),
    timezone: z.string().describe('Time zone of the occurrences.'),
    dates: z
      .array(
        z.object({
          start: z.string().describe('The occurrence, ISO 8601 with offset.'),
          weekday: z.string().describe('Its day of the week.'),
        }),
      )
      .describe('The occurrences in their order.'),
    count: count('Number of occurrences listed.'),
    hasMore: z.boolean().describe('Whether the rule goes on after the last.'),
    warnings: warnings(),
  }),
  notes: [
    'The input is a rule such as FREQ=MONTHLY;BYDAY=-1FR;COUNT=10, or lines with RRULE, DTSTART, RDATE and EXDATE as in a calendar file.',
    'A time that clocks skip takes place an hour later, a time that occurs twice the first time, as RFC 5545 says; both are in "warnings". HOURLY and shorter rules follow the clock on the wall.',
    'A start that the rule does not have is not listed: RFC 5545 leaves that open. Dates are looked for within 1,000 years; rules that look at more than 1,000,000 days or steps for their dates are refused.',
  ],
  aliases: ['rrule', 'recurrence rule', 'ical recurrence', 'recurring dates', 'rrule to text', 'repeat rule'],
  verified: [
    'RFC 5545, section 3.8.5.3: 30 of its examples, in the time zone of America/New_York as given there',
    'python-dateutil 2.9.0: 600 random rules of all frequencies and parts give the same first 40 dates',
  ],
  examples: [
    {
      title: 'The last Friday of the month, in Berlin',
      input:
        'DTSTART;TZID=Europe/Berlin:20260130T090000\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260227T090000',
      output: {
        data: {
          rules: [
            {
              rule: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=4',
              description: 'Every month on the last Friday, 4 times',
            },
          ],
          dtstart: '2026-01-30T09:00:00+01:00',
          timezone: 'Europe/Berlin',
          dates: [
            { start: '2026-01-30T09:00:00+01:00', weekday: 'Friday' },
            { start: '2026-03-27T09:00:00+01:00', weekday: 'Friday' },
            { start: '2026-04-24T09:00:00+02:00', weekday: 'Friday' },
          ],
          count: 3,
          hasMore: false,
          warnings: [],
        },
      },
    },
    {
      title: 'Daily at a time that clocks skip once',
      input: 'FREQ=DAILY;COUNT=3',
      options: { dtstart: '2026-03-28 02:30', timezone: 'Europe/Berlin', limit: 2 },
      output: {
        data: {
          rules: [{ rule: 'FREQ=DAILY;COUNT=3', description: 'Every day, 3 times' }],
          dtstart: '2026-03-28T02:30:00+01:00',
          timezone: 'Europe/Berlin',
          dates: [
            { start: '2026-03-28T02:30:00+01:00', weekday: 'Saturday' },
            { start: '2026-03-29T03:30:00+02:00', weekday: 'Sunday' },
          ],
          count: 2,
          hasMore: true,
          warnings: [
            '2026-03-29 02:30:00 does not exist in Europe/Berlin: clocks go from 2026-03-29 02:00:00 to 2026-03-29 03:00:00; taken as 2026-03-29T03:30:00+02:00',
          ],
        },
      },
    },
    {
      title: 'A part that rules do not have',
      input: 'FREQ=DAILY;BYMOON=1',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a recurrence rule: "BYMOON" is not a part of a rule',
      },
    },
    {
      title: 'No rule',
      input: 'DTSTART:20260101T000000Z',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it does not hold a recurrence rule' },
    },
    {
      title: 'Another property of a calendar',
      input: 'EXRULE:FREQ=DAILY',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it has "EXRULE", which is not one of RRULE, DTSTART, RDATE and EXDATE',
      },
    },
  ],
  run({ input, options, now }) {
    const lines = readLines(input);
    const zone = readZone(options.timezone);
    const readDates = (list: readonly DateLine[], own: Zone): Moment[] =>
      list.flatMap(({ name, timezone, values }) => {
        if (values.length > MAX_DATES) throw invalid(`${name} has ${values.length} dates, more than ${MAX_DATES}`);
        const of = timezone === undefined ? own : readZone(timezone, 'TZID');
        return values.map((value) => readMoment(value, { label: name, zone: of, now }));
      });
    const [given] = readDates(lines.starts.slice(0, 1), zone);
    const label = 'option "dtstart"';
    const start =
      options.dtstart.trim() === ''
        ? (given ?? readMoment('now', { label, zone, now }))
        : readMoment(options.dtstart, { label, zone, now });
    const isNamed = options.dtstart.trim() === '' && lines.starts[0]?.timezone !== undefined;
    const own = isNamed ? start.zone : zone;
    const parsed: readonly RecurrenceRule[] = lines.rules.map((rule) =>
      refusing('Cannot read property "input" as a recurrence rule', () => readRule(rule)),
    );
    const end =
      options.until.trim() === '' ? undefined : readMoment(options.until, { label: 'option "until"', zone: own, now });
    const excluded = readDates(lines.excluded, own);
    // A wall time that clocks skip or repeat is of the series as it was written; what came of it is its first occurrence.
    const wall = { ...wallAt(start.ns, own), nanosecond: 0 };
    const {
      instants,
      hasMore,
      warnings: ofClocks,
    } = expandSeries({
      rules: parsed,
      start: wall,
      zone: own,
      added: readDates(lines.added, own).map(({ seconds }) => seconds),
      excluded: new Set(excluded.map(({ seconds }) => seconds)),
      until: end === undefined ? undefined : end.seconds + (end.hasClock ? 0 : DAY_SECONDS - 1),
      limit: options.limit,
    });
    const isMissing =
      instants[0] !== undefined &&
      instants[0] !== start.seconds &&
      !excluded.some(({ seconds }) => seconds === start.seconds);
    return json({
      rules: parsed.map((rule, index) => ({ rule: lines.rules[index]?.trim() ?? '', description: ruleWords(rule) })),
      dtstart: isoAt(start.seconds, own),
      timezone: own.name,
      dates: instants.map((instant) => ({
        start: isoAt(instant, own),
        weekday: weekdayName(Math.floor((instant + offsetAt(own, instant)) / DAY_SECONDS)),
      })),
      count: instants.length,
      hasMore,
      warnings: [
        ...start.warnings,
        ...ofClocks.filter((warning) => !start.warnings.includes(warning)),
        ...(isMissing ? [`The start, ${isoLocal(wall)}, does not follow the rule and is not listed`] : []),
        ...(instants.length === 0 ? ['There is no such date'] : []),
      ],
    });
  },
});
