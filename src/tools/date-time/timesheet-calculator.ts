import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place, warnings } from '../../core/shared-data.js';
import { checkLineCount, readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { ContentFault, inPart } from '../../lib/faults.js';
import { add, multiply, type Rational, rational, toFixed } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { weekdayName, weekdayOf } from '../../lib/time/civil.js';
import { dayFirstOf } from './_day-order.js';
import { doubtsOf, hoursText, MAX_LINES, readTimesheetLine } from './_timesheet.js';

const hours = (description: string) => z.string().describe(`${description}, as hours:minutes.`);
const exact = (value: number): Rational => numberReader().read(String(value)) ?? rational(0n);
const decimalHours = (minutes: number): string => toFixed(rational(BigInt(minutes), 60n), 2, 'half-up');

export default defineTool({
  id: 'timesheet-calculator',
  title: 'Timesheet Calculator',
  summary: 'Adds up hours from start and end times, with breaks, night shifts, overtime and pay.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.txt', '.tsv'] },
  options: {
    breakMinutes: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(600)
      .default(0)
      .describe('Break taken off each line that names none, in minutes.'),
    roundMinutes: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(60)
      .default(0)
      .describe('Rounds the hours of each line to the nearest so many minutes; 0: no rounding.'),
    overtimeAfter: z
      .number()
      .min(0)
      .max(168)
      .default(40)
      .describe('Hours per week after which overtime begins; 0: no weekly overtime.'),
    dailyOvertimeAfter: z
      .number()
      .min(0)
      .max(24)
      .default(0)
      .describe('Hours per day after which overtime begins; 0: no daily overtime.'),
    overtimeFactor: z.number().min(1).max(5).default(1.5).describe('How many times the rate overtime is paid.'),
    rate: z.number().min(0).max(1_000_000).default(0).describe('Pay per hour; 0: no pay.'),
    weekStart: z.enum(['monday', 'sunday']).default('monday').describe('First day of a week.'),
    format: z.enum(['json', 'csv']).default('json').describe('JSON with totals, or CSV with one row per line.'),
  },
  result: 'mixed',
  data: z.object({
    total: hours('All hours'),
    totalHours: z.string().describe('The same as decimal hours, two decimals.'),
    regular: hours('Hours without overtime'),
    overtime: hours('Overtime of days and weeks'),
    breaks: hours('All breaks'),
    pay: z.string().optional().describe('Pay with overtime, two decimals.'),
    entries: z
      .array(
        z.object({
          line: place('Line of the input.'),
          label: z.string().describe('Date or words before the times.'),
          weekday: z.string().optional().describe('Weekday of the date.'),
          breakMinutes: z.int().describe('Break, in minutes.'),
          worked: hours('Time worked'),
          hours: z.string().describe('The same as decimal hours.'),
        }),
      )
      .describe('One per line.'),
    weeks: z
      .array(
        z.object({
          days: z.int().describe('Different days of the week, or lines without a date.'),
          total: hours('Hours of the week'),
          overtime: hours('Overtime in it'),
        }),
      )
      .describe('Week by week in their order; lines without dates are one week.'),
    warnings: warnings(),
  }),
  notes: [
    'One line per day or shift: Mon 9:00-12:00, 13:00-17:30; 2026-01-31 22:00-06:00 break 30; 9am to 5:30pm (45 min). CSV and cells of a spreadsheet with date, start, end and break (30 or 0:30) too; a first line without digits is a header.',
    'An end that is not after its start is on the next day; 9-5, which leaves am and pm open, is nine to five in the afternoon, with a warning. Times are those of the clock: the night in which it changes has the hours that it shows.',
    'Overtime of a day comes first; overtime of the week counts what is left. Pay is exact and rounded once, half up.',
  ],
  aliases: [
    'time card calculator',
    'hours calculator',
    'work hours',
    'overtime calculator',
    'time clock',
    'payroll hours',
    'stundenzettel',
    'hours between times',
    'add up hours worked',
    'hours between clock times',
  ],
  verified: [
    'Python 3.11 datetime and fractions: 400 random sheets with night shifts, breaks, both kinds of overtime and pay',
  ],
  examples: [
    {
      title: 'Two days with pay',
      input: 'Mon 9:00-12:00, 13:00-17:30\nTue 10pm - 6:15am break 30',
      options: { rate: 20 },
      output: {
        data: {
          total: '15:15',
          totalHours: '15.25',
          regular: '15:15',
          overtime: '0:00',
          breaks: '0:30',
          pay: '305.00',
          entries: [
            { line: 1, label: 'Mon', breakMinutes: 0, worked: '7:30', hours: '7.50' },
            { line: 2, label: 'Tue', breakMinutes: 30, worked: '7:45', hours: '7.75' },
          ],
          weeks: [{ days: 2, total: '15:15', overtime: '0:00' }],
          warnings: [],
        },
      },
    },
    {
      title: 'CSV with breaks',
      input: 'date,start,end,break\n2026-01-05,09:00,17:30,30\n2026-01-06,09:00,18:00,45\n',
      options: { format: 'csv' },
      output: { text: 'line,label,break minutes,worked,hours\n2,2026-01-05,30,8:00,8.00\n3,2026-01-06,45,8:15,8.25\n' },
    },
    {
      title: 'A time that is not one',
      input: '9:00-17:75',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "17:75" is not a time of day such as 9:30 or 5pm',
      },
    },
    {
      title: 'A line without times',
      input: 'Monday 8 hours',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: it has no start and end such as 9:00-17:30',
      },
    },
    {
      title: 'Nothing to add up',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files });
    const lines = source.text
      .replace(/^\ufeff/, '')
      .split(/\r\n|[\r\n]/)
      .map((written, i) => ({ line: i + 1, written }))
      .filter(({ written }, i) => written.trim() !== '' && (i > 0 || /\d|noon|midnight/i.test(written)));
    checkLineCount(lines.length, MAX_LINES, source.label);
    const entries = refusing(`Cannot read ${source.label}`, () => {
      if (lines.length === 0) throw new ContentFault('it has no start and end such as 9:00-17:30');
      const dayFirst = dayFirstOf(lines.map(({ written }) => written));
      return lines.map(({ line, written }) =>
        inPart(`line ${line}`, () => {
          if (written.length > 500) throw new ContentFault('it has more than 500 characters');
          const row = readTimesheetLine(written, line, dayFirst);
          const breakMinutes = row.breaks ?? options.breakMinutes;
          const gross = row.spans.reduce((sum, [start, end]) => sum + end - start, 0);
          if (breakMinutes > gross)
            throw new ContentFault(`the break of ${breakMinutes} minutes is longer than the work`);
          const step = options.roundMinutes || 1;
          return { ...row, breakMinutes, minutes: Math.round((gross - breakMinutes) / step) * step };
        }),
      );
    });
    if (options.format === 'csv') {
      const rows = entries.map(({ line, label, breakMinutes, minutes }) =>
        formatRecord([String(line), label, String(breakMinutes), hoursText(minutes), decimalHours(minutes)], ','),
      );
      const csv = ['line,label,break minutes,worked,hours', ...rows].join('\n');
      return text(`${csv}\n`, { name: 'timesheet.csv', mime: 'text/csv;charset=utf-8' });
    }
    const weekOf = (day: number): number =>
      day - (weekdayOf(day) % 7) - (options.weekStart === 'monday' && weekdayOf(day) === 7 ? 7 : 0);
    const weeks = new Map<number, Map<number, number>>();
    for (const { day, line, minutes } of entries) {
      const week = weeks.get(day === undefined ? Number.NEGATIVE_INFINITY : weekOf(day)) ?? new Map<number, number>();
      weeks.set(day === undefined ? Number.NEGATIVE_INFINITY : weekOf(day), week);
      // Lines without a date are days of their own, told apart from dates by the fraction.
      const key = day ?? line + 0.5;
      week.set(key, (week.get(key) ?? 0) + minutes);
    }
    const beyond = (minutes: number, limit: number): number =>
      limit === 0 ? 0 : Math.max(0, minutes - Math.round(limit * 60));
    const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
    const told = [...weeks]
      .sort(([a], [b]) => a - b)
      .map(([, days]) => {
        const daily = sum([...days.values()].map((minutes) => beyond(minutes, options.dailyOvertimeAfter)));
        const total = sum([...days.values()]);
        return { days: days.size, total, overtime: daily + beyond(total - daily, options.overtimeAfter) };
      });
    const total = sum(told.map((week) => week.total));
    const overtime = sum(told.map((week) => week.overtime));
    const paid = add(
      rational(BigInt(total - overtime), 60n),
      multiply(rational(BigInt(overtime), 60n), exact(options.overtimeFactor)),
    );
    const absolute = entries
      .flatMap(({ day, line, spans }) =>
        day === undefined
          ? []
          : spans.map(([start, end]) => ({ line, start: day * 1440 + start, end: day * 1440 + end })),
      )
      .sort((a, b) => a.start - b.start);
    const overlaps = absolute
      .filter(({ start }, i) => start < (absolute[i - 1]?.end ?? Number.NEGATIVE_INFINITY))
      .slice(0, 50)
      .map(({ line }) => `Line ${line} begins before the one before it has ended`);
    return json({
      total: hoursText(total),
      totalHours: decimalHours(total),
      regular: hoursText(total - overtime),
      overtime: hoursText(overtime),
      breaks: hoursText(sum(entries.map(({ breakMinutes }) => breakMinutes))),
      ...(options.rate === 0 ? {} : { pay: toFixed(multiply(paid, exact(options.rate)), 2, 'half-up') }),
      entries: entries.map(({ line, label, day, breakMinutes, minutes }) => ({
        line,
        label,
        ...(day === undefined ? {} : { weekday: weekdayName(day) }),
        breakMinutes,
        worked: hoursText(minutes),
        hours: decimalHours(minutes),
      })),
      weeks: told.map((week) => ({
        days: week.days,
        total: hoursText(week.total),
        overtime: hoursText(week.overtime),
      })),
      warnings: [...overlaps, ...doubtsOf(entries)],
    });
  },
});
