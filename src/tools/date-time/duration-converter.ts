import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { ContentFault } from '../../lib/faults.js';
import {
  decimalQuotient,
  durationWords,
  hasCalendarUnits,
  nsOfDuration,
  readDuration,
  UNIT_NS,
} from '../../lib/time/durations.js';

const MAX_LINES = 1000;
/** Ten million years: no sum of 1,000 lines loses anything, and texts stay short. */
const MAX_NS = 10_000_000n * UNIT_NS.years;
const UNITS = ['weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;

interface Clock {
  readonly sign: string;
  readonly days: bigint;
  readonly hours: bigint;
  readonly minutes: bigint;
  readonly seconds: bigint;
  /** Nine digits without zeros at the end; empty for whole seconds. */
  readonly fraction: string;
}

function clockOf(ns: bigint): Clock {
  const size = ns < 0n ? -ns : ns;
  return {
    sign: ns < 0n ? '-' : '',
    days: size / UNIT_NS.days,
    hours: (size / UNIT_NS.hours) % 24n,
    minutes: (size / UNIT_NS.minutes) % 60n,
    seconds: (size / UNIT_NS.seconds) % 60n,
    fraction: String(size % UNIT_NS.seconds)
      .padStart(9, '0')
      .replace(/0+$/, ''),
  };
}

function isoOf(ns: bigint): string {
  const { sign, days, hours, minutes, seconds, fraction } = clockOf(ns);
  const second = `${seconds}${fraction === '' ? '' : `.${fraction}`}`;
  const time = `${hours > 0n ? `${hours}H` : ''}${minutes > 0n ? `${minutes}M` : ''}${second === '0' ? '' : `${second}S`}`;
  if (days === 0n && time === '') return 'PT0S';
  return `${sign}P${days > 0n ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

function clockText(ns: bigint): string {
  const { sign, days, hours, minutes, seconds, fraction } = clockOf(ns);
  const two = (value: bigint) => String(value).padStart(2, '0');
  const clock = `${two(24n * days + hours)}:${two(minutes)}:${two(seconds)}`;
  return `${sign}${clock}${fraction === '' ? '' : `.${fraction}`}`;
}

function wordsOf(ns: bigint): string {
  const { sign, days, hours, minutes, seconds, fraction } = clockOf(ns);
  const words = durationWords([
    [days, 'days'],
    [hours, 'hours'],
    [minutes, 'minutes'],
    [`${seconds}${fraction === '' ? '' : `.${fraction}`}`, 'seconds'],
  ]);
  return sign === '' ? words : `minus ${words}`;
}

const formsOf = (ns: bigint) => ({
  seconds: decimalQuotient(ns, UNIT_NS.seconds, 9),
  iso: isoOf(ns),
  clock: clockText(ns),
  decimal: decimalQuotient(ns, UNIT_NS.hours, 6),
  words: wordsOf(ns),
  units: Object.fromEntries(UNITS.map((unit) => [unit, decimalQuotient(ns, UNIT_NS[unit], 6)])),
});

const FORMS = z.object({
  seconds: z.string().describe('Seconds, exact to nine decimals.'),
  iso: z.string().describe('ISO 8601 duration in days and smaller units.'),
  clock: z.string().describe('Hours, minutes and seconds as hh:mm:ss; hours go beyond 24.'),
  decimal: z.string().describe('Decimal hours, to at most six decimals.'),
  words: z.string().describe('In words.'),
  units: z.record(z.string(), z.string()).describe('The whole duration in each unit alone, to at most six decimals.'),
});

export default defineTool({
  id: 'duration-converter',
  title: 'Duration Converter',
  summary: 'Converts durations between ISO 8601, hh:mm:ss, decimal hours, words and seconds, and adds them up.',
  family: 'date-time',
  class: 'standard',
  input: 'required',
  options: {
    to: z
      .enum(['all', 'iso', 'clock', 'decimal', 'words', 'seconds'])
      .default('all')
      .describe('Notation of the result: all for a report, otherwise one line of text per duration.'),
    sum: z.boolean().default(false).describe('Adds all lines up; a text result is then the sum alone.'),
    unit: z
      .enum(['seconds', 'milliseconds', 'minutes', 'hours', 'days'])
      .default('seconds')
      .describe('Unit of plain numbers such as 5400.'),
  },
  result: 'mixed',
  data: z.object({
    durations: z
      .array(FORMS.extend({ input: z.string().describe('The line as it was given.') }))
      .describe('One per line of the input.'),
    total: FORMS.optional().describe('The sum of all lines, where asked for.'),
    warnings: warnings(),
  }),
  notes: [
    'Each line is a duration, up to 1,000: PT1H30M, P2W, 01:30:00, 1:30 (hours and minutes), 1.02:03:04 (.NET), 1 day, 2:03:04 (Python), 1h30m, 1,5 hours, 90 min, 2 weeks - 1 day.',
    'A year counts as 365.2425 days and a month as a twelfth of it, which is reported in "warnings"; a day as 24 hours.',
    'Everything is computed in whole nanoseconds, so that nothing is lost to binary fractions; finer fractions are rounded.',
  ],
  aliases: [
    'iso 8601 duration',
    'hh:mm:ss to seconds',
    'seconds to hours',
    'decimal hours',
    'time calculator',
    'add times',
    'minutes to hours',
    'seconds to hours and minutes',
  ],
  verified: [
    'Python 3.11 timedelta: 300 random durations as ISO 8601, clock, words and seconds in both directions; sums of 100 lists',
  ],
  examples: [
    {
      title: 'An ISO 8601 duration',
      input: 'P1DT2H3M4.5S',
      output: {
        data: {
          durations: [
            {
              input: 'P1DT2H3M4.5S',
              seconds: '93784.5',
              iso: 'P1DT2H3M4.5S',
              clock: '26:03:04.5',
              decimal: '26.05125',
              words: '1 day, 2 hours, 3 minutes and 4.5 seconds',
              units: {
                weeks: '0.155067',
                days: '1.085469',
                hours: '26.05125',
                minutes: '1563.075',
                seconds: '93784.5',
                milliseconds: '93784500',
              },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Times of a week added up, as decimal hours',
      input: '7:45\n8h 10m\n6,5 hours\nPT7H20M\n465 min',
      options: { sum: true, to: 'decimal' },
      output: { text: '37.5' },
    },
    {
      title: 'Clock times',
      input: '5400\n-90\n0.1',
      options: { to: 'clock' },
      output: { text: '01:30:00\n-00:01:30\n00:00:00.1' },
    },
    {
      title: 'Too many minutes for a clock',
      input: '01:75:00',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read line 1 of property "input" as a duration: "01:75:00" has more than 59 minutes or seconds',
      },
    },
    {
      title: 'Not a duration',
      input: '1h\nlater',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read line 2 of property "input" as a duration: "later" is not a duration such as 1h 30m, 01:30:00 or PT1H30M',
      },
    },
    {
      title: 'Empty lines only',
      input: '\n \n',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it does not hold a duration' },
    },
  ],
  run({ input, options }) {
    const { to, sum, unit } = options;
    const told = new Set<string>();
    const lines = [...input.split(/\r\n?|\n/).entries()].filter(([, line]) => line.trim() !== '');
    if (lines.length === 0) throw invalid('Cannot read property "input": it does not hold a duration');
    if (lines.length > MAX_LINES)
      throw overLimit(`Property "input" must have at most ${MAX_LINES} durations, got ${lines.length}`);
    const durations = lines.map(([index, line]) => {
      const ns = refusing(`Cannot read line ${index + 1} of property "input" as a duration`, () => {
        const parts = readDuration(line, unit);
        if (hasCalendarUnits(parts)) told.add('A year is taken as 365.2425 days and a month as a twelfth of that');
        const size = nsOfDuration(parts);
        if (size > MAX_NS || size < -MAX_NS) throw new ContentFault('it is longer than 10 million years');
        return size;
      });
      return { input: line.trim(), ns };
    });
    const total = durations.reduce((whole, { ns }) => whole + ns, 0n);
    if (to !== 'all')
      return text((sum ? [total] : durations.map(({ ns }) => ns)).map((ns) => formsOf(ns)[to]).join('\n'));
    return json({
      durations: durations.map(({ input: line, ns }) => ({ input: line, ...formsOf(ns) })),
      ...(sum ? { total: formsOf(total) } : {}),
      warnings: [...told],
    });
  },
});
