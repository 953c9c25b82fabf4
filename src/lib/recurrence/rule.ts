import { ContentFault } from '../faults.js';
import { readTime, type WrittenTime } from '../time/read-time.js';

/** Recurrence rules of iCalendar (RFC 5545 §3.3.10). */

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface WeekdayNumber {
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** Which such weekday of the month or year, from the end where negative; 0 for every one. */
  readonly nth: number;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  readonly until: WrittenTime | undefined;
  /** First day of the week, 1 (Monday) to 7. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly WeekdayNumber[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Most items of a list, and the largest interval and count. */
const MAX_ITEMS = 400;
const MAX_NUMBER = 1_000_000;

const PARTS =
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'.split(
    ' ',
  );

/** Reads `FREQ=WEEKLY;BYDAY=MO,WE`, with or without `RRULE:` before it. Throws `ContentFault`. */
export function readRule(text: string): RecurrenceRule {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim().toUpperCase());
    if (!PARTS.includes(name)) throw new ContentFault(`${JSON.stringify(name.slice(0, 40))} is not a part of a rule`);
    if (parts.has(name)) throw new ContentFault(`${name} is given twice`);
    parts.set(name, value);
  }
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  if (frequency === undefined) throw new ContentFault(`FREQ must be one of ${FREQUENCIES.join(', ')}`);
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new ContentFault('COUNT and UNTIL cannot both be given');
  const list = (name: string, least: number, most: number, signed = false) =>
    readList(parts.get(name), name, least, most, signed);
  const rule: RecurrenceRule = {
    frequency,
    interval: readNumber(parts.get('INTERVAL') ?? '1', 'INTERVAL'),
    count: parts.has('COUNT') ? readNumber(parts.get('COUNT') ?? '', 'COUNT') : undefined,
    until: parts.has('UNTIL') ? readTime(parts.get('UNTIL') ?? '') : undefined,
    weekStart: readWeekday(parts.get('WKST') ?? 'MO', 'WKST').weekday,
    months: list('BYMONTH', 1, 12),
    weeks: list('BYWEEKNO', 1, 53, true),
    yearDays: list('BYYEARDAY', 1, 366, true),
    monthDays: list('BYMONTHDAY', 1, 31, true),
    weekdays: (parts.get('BYDAY') ?? '')
      .split(',')
      .filter((item) => item !== '')
      .map((item) => readWeekday(item, 'BYDAY')),
    hours: list('BYHOUR', 0, 23),
    minutes: list('BYMINUTE', 0, 59),
    seconds: list('BYSECOND', 0, 60),
    positions: list('BYSETPOS', 1, 366, true),
  };
  check(rule);
  return rule;
}

function check({ frequency, weeks, monthDays, yearDays, weekdays, positions, ...rule }: RecurrenceRule): void {
  const fault = (message: string) => new ContentFault(message);
  if (weeks.length > 0 && frequency !== 'YEARLY') throw fault('BYWEEKNO is for FREQ=YEARLY only');
  if (monthDays.length > 0 && frequency === 'WEEKLY') throw fault('BYMONTHDAY is not for FREQ=WEEKLY');
  if (yearDays.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency))
    throw fault(`BYYEARDAY is not for FREQ=${frequency}`);
  const isNumbered = weekdays.some(({ nth }) => nth !== 0);
  if (isNumbered && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    throw fault('BYDAY with numbers such as 2MO is for FREQ=MONTHLY and FREQ=YEARLY only');
  if (isNumbered && weeks.length > 0) throw fault('BYDAY with numbers such as 2MO cannot go with BYWEEKNO');
  const others = [rule.months, weeks, yearDays, monthDays, weekdays, rule.hours, rule.minutes, rule.seconds];
  if (positions.length > 0 && others.every(({ length }) => length === 0))
    throw fault('BYSETPOS needs another part that begins with BY');
}

function readNumber(text: string, name: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MAX_NUMBER) throw new ContentFault(`${name} must be a whole number from 1 to ${MAX_NUMBER}`);
  return value;
}

function readList(text: string | undefined, name: string, least: number, most: number, signed: boolean): number[] {
  if (text === undefined) return [];
  const items = text.split(',');
  if (items.length > MAX_ITEMS) throw new ContentFault(`${name} has more than ${MAX_ITEMS} items`);
  const values = items.map((item) => {
    const value = /^[+-]?\d{1,3}$/.test(item) ? Number(item) : Number.NaN;
    const size = signed ? Math.abs(value) : value;
    if (!(size >= least && size <= most))
      throw new ContentFault(
        `${name}: ${JSON.stringify(item.slice(0, 20))} is not from ${least} to ${most}${signed ? ', or from the end with a minus' : ''}`,
      );
    return value;
  });
  return [...new Set(values)].sort((one, other) => one - other);
}

function readWeekday(text: string, name: string): WeekdayNumber {
  const [, nth = '0', day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = DAYS.indexOf(day) + 1;
  if (
    weekday === 0 ||
    Math.abs(Number(nth)) > 53 ||
    (name === 'WKST' && nth !== '0') ||
    (nth !== '0' && Number(nth) === 0)
  )
    throw new ContentFault(`${name}: ${JSON.stringify(text.slice(0, 20))} is not a day of the week such as MO`);
  return { weekday, nth: Number(nth) };
}
