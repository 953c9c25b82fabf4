import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachLine, LINE_FILES, linesNote } from '../../formats/lines/each-line.js';
import { refuseGiven } from '../../formats/said-options.js';
import { downTogether, PERIODS, readComponents, readUptime, secondsOf } from '../../lib/uptime/uptime.js';
import { report, uptimeData } from './_uptime-report.js';

const MAX_LINES = 1000;
const USUAL = 99.9;

const MONTH_999 = { seconds: 2629.8, text: '43 minutes and 49.8 seconds' };
const WIDE_999 = {
  hour: { seconds: 3.6, text: '3.6 seconds' },
  day: { seconds: 86.4, text: '1 minute and 26.4 seconds' },
  week: { seconds: 604.8, text: '10 minutes and 4.8 seconds' },
  month: MONTH_999,
  quarter: { seconds: 7889.4, text: '2 hours, 11 minutes and 29.4 seconds' },
  year: { seconds: 31557.6, text: '8 hours, 45 minutes and 57.6 seconds' },
};

export default defineTool({
  id: 'uptime-calculator',
  title: 'Uptime Calculator',
  summary:
    'Converts uptime to downtime and back: SLAs, nines, error budgets, systems of several components, MTBF and MTTR.',
  family: 'devops',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    uptimePercent: z.number().min(0).max(100).default(USUAL).describe('Uptime in percent, where there is no text.'),
    components: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'In its place components that must all be up, such as web 99.9, database 99.95 x2; x2: one of two copies is enough.',
      ),
    period: z.enum(PERIODS).default('month').describe('Period of the answer, where the text names none.'),
    spent: z
      .string()
      .max(200)
      .default('')
      .describe('Downtime so far in the period, such as 12m 30s: tells what is left of the error budget.'),
    calendar: z
      .enum(['mean', 'fixed'])
      .default('mean')
      .describe('Lengths: mean for a year of 365.25 days and its parts, fixed for 30, 90 and 365 days.'),
  },
  result: 'data',
  data: uptimeData,
  notes: [
    linesNote(MAX_LINES),
    'Lines such as "99.95% a month", "three nines", "3.5 nines" (99.95%), "43 minutes down a month", "down 2h 10m in 30 days" or "MTBF 1000 hours, MTTR 2 hours". A bare number is an uptime in percent.',
    'Components are taken to fail independently of each other; real ones share power, networks and mistakes, so that the truth is lower.',
    'The error budget is for one uptime: that of each line, of "uptimePercent" or of "components", within the period of the line or of "period".',
  ],
  aliases: [
    'sla calculator',
    'downtime calculator',
    'five nines',
    'error budget',
    'slo calculator',
    'availability calculator',
    'how many minutes down per month',
    'mtbf mttr availability',
    'composite sla',
    '99.9 uptime',
  ],
  verified: [
    'Table of availability in Site Reliability Engineering (Google, appendix A), months of 30 days: 47 values of eight uptimes in six periods',
    'Table of nines as it is usually printed, mean years: 25 values of five uptimes in five periods',
    'Python 3.11 (fractions): the uptime of 200 random systems of components',
  ],
  examples: [
    {
      title: 'Three nines',
      input: 'three nines',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'three nines',
              uptimePercent: 99.9,
              nines: 3,
              answer: '99.9% up is 43 minutes and 49.8 seconds of downtime in a month',
              downtime: WIDE_999,
            },
          ],
        },
      },
    },
    {
      title: 'From downtime, with the budget of half an hour spent',
      input: '43.2 minutes down a month',
      options: { calendar: 'fixed', spent: '30m' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '43.2 minutes down a month',
              uptimePercent: 99.9,
              nines: 3,
              answer: '99.9% up is 43 minutes and 12 seconds of downtime in a month',
              downtime: {
                ...WIDE_999,
                month: { seconds: 2592, text: '43 minutes and 12 seconds' },
                quarter: { seconds: 7776, text: '2 hours, 9 minutes and 36 seconds' },
                year: { seconds: 31536, text: '8 hours, 45 minutes and 36 seconds' },
              },
              budget: {
                allowed: { seconds: 2592, text: '43 minutes and 12 seconds' },
                spent: { seconds: 1800, text: '30 minutes' },
                left: { seconds: 792, text: '13 minutes and 12 seconds' },
                spentPercent: 69.4444,
                isKept: true,
              },
            },
          ],
        },
      },
    },
    {
      title: 'Two uptimes in a line',
      input: '99.9% and 99.95%',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: it must name one uptime; option "components" is for several together',
      },
    },
    {
      title: 'Both a text and components',
      input: '99.9%',
      options: { components: 'web 99.9' },
      error: { code: 'INVALID_INPUT', message: 'Only one of property "input" and option "components" can be given' },
    },
    {
      title: 'A component that is not one',
      options: { components: 'web 99.9, database' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "components": component 2 must be like "database 99.95 x2", got "database"',
      },
    },
  ],
  run({ input, files, signal, options: { uptimePercent, components: written, period, spent: gone, calendar } }) {
    const spent = refusing('Cannot read option "spent"', () => (gone.trim() === '' ? undefined : secondsOf(gone)));
    if (spent !== undefined && spent < 0) throw invalid('Option "spent" must not be negative');
    const wishes = { period, calendar, spent };
    const hasText = input.trim() !== '' || files.length > 0;
    if (hasText) refuseGiven({ components: written.trim() !== '', uptimePercent: uptimePercent !== USUAL });
    const run = { input: hasText ? input : `${uptimePercent}%`, files, signal };
    if (hasText || written.trim() === '')
      return eachLine(run, MAX_LINES, (line) => report(readUptime(line, period, calendar), wishes));
    if (uptimePercent !== USUAL)
      throw invalid('Only one of option "uptimePercent" and option "components" can be given');
    const components = refusing('Cannot read option "components"', () => readComponents(written));
    const whole = { down: downTogether(components) };
    return eachLine({ ...run, input: 'components' }, MAX_LINES, () => report(whole, wishes, components));
  },
});
