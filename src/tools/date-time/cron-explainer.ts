import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { cronWords } from '../../engines/cron-words.js';
import { isoAt, readMoment } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { CRON_DIALECTS, readCron } from '../../lib/cron/cron.js';
import { nextRuns, previousRuns } from '../../lib/cron/cron-runs.js';
import { relativeTime } from '../../lib/time/relative.js';

import { readCronLines } from './_cron-lines.js';
import { clockWarnings, lintCron } from './_cron-lint.js';

export default defineTool({
  id: 'cron-explainer',
  title: 'Cron Explainer',
  summary: 'Explains cron expressions in words, lists their next and previous runs and points out mistakes.',
  family: 'date-time',
  class: 'standard',
  input: 'required',
  options: {
    dialect: z
      .enum(CRON_DIALECTS)
      .default('unix')
      .describe('Kind of cron: unix has five fields, quartz and spring begin with seconds, aws ends with a year.'),
    count: z.number().multipleOf(1).min(1).max(1000).default(5).describe('Number of next and of previous runs.'),
    timezone: shared.timezone(),
    from: z.string().max(200).default('').describe('Time that runs are listed from, in most forms; empty for now.'),
    locale: z
      .string()
      .max(35)
      .default('en')
      .describe('Language of the words, as a BCP 47 tag such as en, de or pt-BR.'),
  },
  result: 'data',
  data: z.object({
    schedules: z
      .array(
        z.object({
          line: count('Line of the input.'),
          expression: z.string().describe('The expression, macros written out.'),
          description: z.string().describe('The expression in words; empty where they cannot say it.'),
          command: z.string().describe('Command of a crontab line; empty if there is none.'),
          timezone: z.string().describe('Time zone of the runs.'),
          next: z.array(z.string()).describe('Next runs, ISO 8601 with offset.'),
          nextIn: z.string().describe('Distance of the next run, in the largest whole unit; empty if there is none.'),
          previous: z.array(z.string()).describe('Previous runs, the latest first.'),
          warnings: z.array(z.string()).describe('Likely mistakes, and runs that clocks skip or repeat.'),
        }),
      )
      .describe('One per expression.'),
    warnings: warnings(),
  }),
  notes: [
    'A run is listed for every instant at which the clocks of the time zone show a matching time: none where they skip it, two where they show it twice. Schedulers differ there; such runs are in "warnings".',
    'A crontab may be given as it is: comments and settings are skipped, CRON_TZ and TZ set the time zone of the lines below, commands are kept apart.',
    'Unix: where day of month and day of week are both restricted, either is enough; a field that begins with *, such as */2, counts as not restricted (crontab(5)). Spring needs both; Quartz and AWS have ? for one of them.',
    'Weekdays: 0 or 7 is Sunday in unix and spring, 1 is Sunday in quartz and aws. L, W, LW, L-3, 5L and 5#2 are read in all but unix.',
    'Runs are looked for within 100 years.',
  ],
  aliases: [
    'crontab guru',
    'cron parser',
    'cron expression',
    'crontab schedule',
    'quartz cron',
    'aws eventbridge cron',
    'spring scheduled',
    'cron to text',
    'when does a cron job run next',
  ],
  verified: [
    'A minute-by-minute search in Python 3.11 with zoneinfo: 300 random expressions over changes of clocks in 12 zones, next and previous runs equal',
    'croner 11.0.1 (npm) in UTC: 200 random Quartz expressions with L, W and # have the same next runs',
    'Words by cronstrue 3.39.0',
  ],
  examples: [
    {
      title: 'Working days in Berlin, across the change of clocks',
      input: '30 2 * * 0,1',
      options: { timezone: 'Europe/Berlin', from: '2026-03-27 00:00', count: 2 },
      output: {
        data: {
          schedules: [
            {
              line: 1,
              expression: '30 2 * * 0,1',
              description: 'At 02:30, only on Sunday and Monday',
              command: '',
              timezone: 'Europe/Berlin',
              next: ['2026-03-30T02:30:00+02:00', '2026-04-05T02:30:00+02:00'],
              nextIn: 'in 3 days',
              previous: ['2026-03-23T02:30:00+01:00', '2026-03-22T02:30:00+01:00'],
              warnings: [
                '2026-03-29 02:30 is skipped by the clocks of Europe/Berlin: no run then (some schedulers run at 2026-03-29T03:00:00+02:00)',
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Quartz in German: the last Friday of a month',
      input: '0 15 10 ? * 6L',
      options: { dialect: 'quartz', locale: 'de', from: '2026-01-01', count: 1 },
      output: {
        data: {
          schedules: [
            {
              line: 1,
              expression: '0 15 10 ? * 6L',
              description: 'Um 10:15, am letzten Freitag des Monats',
              command: '',
              timezone: 'UTC',
              next: ['2026-01-30T10:15:00Z'],
              nextIn: 'in 4 weeks',
              previous: ['2025-12-26T10:15:00Z'],
              warnings: [],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A crontab with a line that never runs',
      input: '# backups\nCRON_TZ=Asia/Tokyo\n0 0 30 2 * /usr/bin/backup --all',
      options: { from: '2026-01-01' },
      output: {
        data: {
          schedules: [
            {
              line: 3,
              expression: '0 0 30 2 *',
              description: 'At 00:00, on day 30 of the month, only in February',
              command: '/usr/bin/backup --all',
              timezone: 'Asia/Tokyo',
              next: [],
              nextIn: '',
              previous: [],
              warnings: ['There is no such time in the next 100 years'],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Six fields where five are expected',
      input: '0 0 12 * * ?',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read line 1 of property "input" as a cron expression: it has 6 fields, dialect unix has 5 (minute, hour, day of month, month, day of week); quartz or aws or spring has 6',
      },
    },
    {
      title: 'A minute that hours do not have',
      input: '60 * * * *',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read line 1 of property "input" as a cron expression: Minutes: "60" is not from 0 to 59',
      },
    },
    {
      title: 'A language without words',
      input: '@daily',
      options: { locale: 'tlh' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" is not a language that cron can be explained in, got "tlh"',
      },
    },
    {
      title: 'Comments only',
      input: '# nothing',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it does not hold a cron expression' },
    },
  ],
  run({ input, options, now }) {
    const { dialect, locale } = options;
    const zone = readZone(options.timezone);
    const lines = readCronLines(input, dialect, zone);
    if (lines.length === 0) throw invalid('Cannot read property "input": it does not hold a cron expression');
    const from = readMoment(options.from.trim() === '' ? 'now' : options.from, { label: 'option "from"', zone, now });
    const schedules = lines.map(({ line, expression, command, zone: own }) => {
      const schedule = refusing(`Cannot read line ${line} of property "input" as a cron expression`, () =>
        readCron(expression, dialect),
      );
      const description = cronWords(schedule.expression, dialect, locale);
      if (description === undefined)
        throw invalid(`Option "locale" is not a language that cron can be explained in, got ${quote(locale)}`);
      // A run at the very instant is a next one where it was asked for; "now" has passed.
      const next = nextRuns(schedule, own, from.seconds - (from.form === 'now' ? 0 : 1), options.count);
      const [first] = next;
      return {
        line,
        expression: schedule.expression,
        description,
        command,
        timezone: own.name,
        next: next.map((run) => isoAt(run, own)),
        nextIn: first === undefined ? '' : relativeTime(first - from.seconds),
        previous: previousRuns(schedule, own, from.seconds, options.count).map((run) => isoAt(run, own)),
        warnings: [
          ...lintCron(schedule, dialect, next),
          ...clockWarnings(schedule, own, from.seconds, next.at(-1) ?? from.seconds),
        ],
      };
    });
    return json({ schedules, warnings: from.warnings });
  },
});
