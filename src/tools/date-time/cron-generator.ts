import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { cronWords } from '../../engines/cron-words.js';
import { isoAt } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { readCron } from '../../lib/cron/cron.js';
import { readPhrases } from '../../lib/cron/cron-phrase.js';
import { nextRuns } from '../../lib/cron/cron-runs.js';
import { CRON_TARGETS, planCron, writeCron } from '../../lib/cron/write-cron.js';

export default defineTool({
  id: 'cron-generator',
  title: 'Cron Generator',
  summary: 'Turns a phrase such as "weekdays at 9:00" into cron, systemd, Quartz, AWS or Spring expressions.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    every: z.string().max(100).default('').describe('Span between runs, such as 15 minutes, 2 hours, day or month.'),
    at: z.string().max(40).default('').describe('Times of day, such as 9:00, 17:30 or 9am.'),
    days: z
      .string()
      .max(500)
      .default('')
      .describe('Days, such as weekdays, mon-fri, "1, 15", last day or first Monday; months may follow.'),
    to: z
      .enum(CRON_TARGETS)
      .default('cron')
      .describe('Notation of the result; cron is that of crontabs, Kubernetes and GitHub Actions.'),
    timezone: shared.timezone(),
  },
  result: 'data',
  data: z.object({
    expressions: z.array(z.string()).describe('The expressions; several where one cannot hold all times.'),
    descriptions: z.array(z.string()).describe('Each expression in words.'),
    condition: z
      .string()
      .describe('Test to put before the command of a crontab, with &&; empty where the expressions say it all.'),
    next: z.array(z.string()).describe('The next five runs of all expressions together, ISO 8601 with offset.'),
    warnings: warnings(),
  }),
  notes: [
    'Phrases are English: every 15 minutes from 9:00 to 17:00 on weekdays; first Monday of the month at 10am; 1st and 15th at 2:30; last day of the month at 23:55; every 90 minutes; mondays in march at noon.',
    '"every", "at" and "days" say the same in fields and may complete a phrase.',
    'Crontabs cannot say the first Monday or the last day of a month: the expression is wider then, and "condition" holds the test for GNU date that makes it right.',
    'Option "timezone" sets the zone of the next runs and of systemd expressions; other notations have it elsewhere (CRON_TZ, ScheduleExpressionTimezone, zone).',
  ],
  aliases: [
    'cron maker',
    'crontab generator',
    'text to cron',
    'cron builder',
    'systemd timer oncalendar',
    'github actions schedule',
    'quartz cron generator',
    'eventbridge schedule',
  ],
  verified: [
    'systemd-analyze calendar of systemd 252: 100 random schedules have the same next runs',
    'Round trip: 400 random schedules, read again as unix (where no condition is needed), quartz, aws and spring cron, run at the minutes that a search by their meaning finds',
  ],
  examples: [
    {
      title: 'A phrase with a span and working hours',
      input: 'Every 15 minutes from 9:00 to 17:00 on weekdays',
      output: {
        data: {
          expressions: ['*/15 9-16 * * 1-5'],
          descriptions: ['Every 15 minutes, between 09:00 and 16:59, Monday through Friday'],
          condition: '',
          next: [
            '2026-01-02T09:00:00Z',
            '2026-01-02T09:15:00Z',
            '2026-01-02T09:30:00Z',
            '2026-01-02T09:45:00Z',
            '2026-01-02T10:00:00Z',
          ],
          warnings: ['The last run is at 16:45: the end of the time span is left out'],
        },
      },
    },
    {
      title: 'Fields, as a systemd timer',
      options: { at: '2:30', days: 'first Sunday', to: 'systemd', timezone: 'Europe/Berlin' },
      output: {
        data: {
          expressions: ['Sun *-*-01..07 02:30:00 Europe/Berlin'],
          descriptions: ['At 02:30, on the first Sunday of the month'],
          condition: '',
          next: [
            '2026-01-04T02:30:00+01:00',
            '2026-02-01T02:30:00+01:00',
            '2026-03-01T02:30:00+01:00',
            '2026-04-05T02:30:00+02:00',
            '2026-05-03T02:30:00+02:00',
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'What crontabs need a test for',
      input: 'last day of the month at 23:55',
      output: {
        data: {
          expressions: ['55 23 28-31 * *'],
          descriptions: ['At 23:55, on the last day of the month'],
          condition: '[ "$(date -d tomorrow +\\%-d)" -eq 1 ]',
          next: [
            '2026-01-31T23:55:00Z',
            '2026-02-28T23:55:00Z',
            '2026-03-31T23:55:00Z',
            '2026-04-30T23:55:00Z',
            '2026-05-31T23:55:00Z',
          ],
          warnings: ['The expression alone runs on more days: put the condition before the command'],
        },
      },
    },
    {
      title: 'A span that expressions cannot count',
      input: 'every 2 weeks on monday',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot make an expression of the schedule: every 2 weeks cannot be written: schedules do not count weeks',
      },
    },
    {
      title: 'Words that are not a schedule',
      input: 'every full moon',
      error: { code: 'INVALID_INPUT', message: 'Cannot read the schedule: "every full moon" is not understood' },
    },
    {
      title: 'Nothing said',
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" must not be empty where options "every", "at" and "days" are',
      },
    },
  ],
  run({ input, options, now }) {
    const { every, at, days, to } = options;
    const phrase = input.trim();
    if (phrase.length > 500) throw overLimit('A phrase must have at most 500 characters');
    if (`${phrase}${every}${at}${days}`.trim() === '')
      throw invalid('Property "input" must not be empty where options "every", "at" and "days" are');
    const zone = readZone(options.timezone);
    const spoken = refusing('Cannot read the schedule', () =>
      readPhrases([
        [phrase, undefined],
        [/^\s*every\b/i.test(every) || every.trim() === '' ? every : `every ${every}`, undefined],
        [at, 'time'],
        [days, 'day'],
      ]),
    );
    const { plan, written, meant } = refusing('Cannot make an expression of the schedule', () => {
      const plan = planCron(spoken);
      // What Spring can say is all that phrases can: it tells the words and the runs.
      return { plan, written: writeCron(plan, to), meant: writeCron(plan, 'spring').expressions };
    });
    const from = Math.floor(now.getTime() / 1000);
    const runs = meant.flatMap((expression) => nextRuns(readCron(expression, 'spring'), zone, from, 5));
    const next = [...new Set(runs)].sort((one, other) => one - other).slice(0, 5);
    const told = [...plan.warnings];
    if (written.condition !== '')
      told.push('The expression alone runs on more days: put the condition before the command');
    if (next.length === 0) told.push('There is no such time in the next 100 years');
    const isZoned = to === 'systemd' && zone.name !== 'UTC' && zone.name.includes('/');
    return json({
      expressions: written.expressions.map((expression) => (isZoned ? `${expression} ${zone.name}` : expression)),
      descriptions: meant.map((expression) => cronWords(expression, 'spring', 'en') ?? ''),
      condition: written.condition,
      next: next.map((run) => isoAt(run, zone)),
      warnings: told,
    });
  },
});
