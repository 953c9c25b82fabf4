import { ContentFault } from '../faults.js';
import {
  type CivilDate,
  type CivilTime,
  civilOf,
  DAY_SECONDS,
  dateOf,
  daysOf,
  daysOfIsoWeek,
  isDate,
  isoDate,
  isoWeeksIn,
  MONTHS,
  weekdayName,
  weekdayOf,
} from './civil.js';
import { DAY_OF_NAMED_MONTH, monthNamed, weekdayNamed } from './month-names.js';

/** A date, wall time or instant as it was written; what it means in a time zone is for others. */
export interface WrittenTime {
  /** How it was written. */
  readonly form: TimeForm;
  /** Nanoseconds since 1970, where a count was written. */
  readonly epochNs?: bigint;
  readonly wall?: CivilTime;
  readonly hasClock: boolean;
  /** Seconds east of Greenwich. */
  readonly offset?: number;
  /** Name of a time zone, unchecked. */
  readonly zone?: string;
  /** What is wrong with the text and does not matter for its meaning. */
  readonly warnings: readonly string[];
}

export type TimeForm =
  | 'unix-seconds'
  | 'unix-milliseconds'
  | 'unix-microseconds'
  | 'unix-nanoseconds'
  | 'iso-8601'
  | 'rfc-2822'
  | 'date-words'
  | 'date-numbers';

export interface ReadTimeOptions {
  /** Whether 3/4/2026 is 3 April; without it such dates are refused. */
  readonly dayFirst?: boolean | undefined;
}

/** Longer texts are not dates. */
const MAX_CHARACTERS = 200;

export const NS_PER_SECOND = 1_000_000_000n;

/** RFC 2822 §4.3: the only abbreviations that mean one offset everywhere, in hours. */
export const UTC_OFFSET_HOURS: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/**
 * Reads a date or time as people and programs write it: ISO 8601 with its week and ordinal dates, RFC 2822, RFC 9557, HTTP, asctime,
 * `date`, Apache logs, EXIF, JavaScript, `29 March 2026 2:30 pm Europe/Berlin`, and Unix times in seconds to nanoseconds.
 * Throws `ContentFault` for anything else and for 3/4/2026, which is read in two ways.
 */
export function readTime(written: string, options: ReadTimeOptions = {}): WrittenTime {
  const text = written
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/\u2212/g, '-')
    .trim();
  if (text === '') throw new ContentFault('it is empty');
  if (text.length > MAX_CHARACTERS) throw new ContentFault(`a date has at most ${MAX_CHARACTERS} characters`);
  return readCount(text) ?? readCalendar(text, options);
}

function readCount(text: string): WrittenTime | undefined {
  const [, at, sign, whole = '', fraction = ''] = /^(@?)(-?)(\d{1,30})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  // 20260329 and 20260329023000 are dates, not times of 1970 and 2612.
  const [, compact = ''] = /^((?:1[5-9]|20|21)\d{6})(?:\d{4}|\d{6})?$/.exec(whole) ?? [];
  if (at === '' && sign === '' && fraction === '' && compact !== '' && isDate(compactDate(compact))) return undefined;
  const number = BigInt(whole);
  const [form, unit] = at === '@' || fraction !== '' ? (['unix-seconds', NS_PER_SECOND] as const) : unitOf(number);
  const size = number * unit + (fraction === '' ? 0n : BigInt(fraction.padEnd(9, '0')));
  return { form, epochNs: sign === '-' ? -size : size, hasClock: true, warnings: [] };
}

function unitOf(number: bigint): readonly [TimeForm, bigint] {
  // Until the year 5138 seconds have at most eleven digits; the finer units follow by thousands.
  if (number < 100_000_000_000n) return ['unix-seconds', NS_PER_SECOND];
  if (number < 100_000_000_000_000n) return ['unix-milliseconds', 1_000_000n];
  if (number < 100_000_000_000_000_000n) return ['unix-microseconds', 1000n];
  return ['unix-nanoseconds', 1n];
}

const compactDate = (digits: string): CivilDate => ({
  year: Number(digits.slice(0, 4)),
  month: Number(digits.slice(4, 6)),
  day: Number(digits.slice(6, 8)),
});

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? +(?=\S)/i;
/** `Mittwoch, 1. Mai`: of a language other than English. */
const OTHER_WEEKDAY = /^(\p{L}[\p{L}-]{1,14})\.?,? +(?=\d)/u;
/** `Nov 6 08:49:37 1994`, `Mar 29 02:30:00 CEST 2026`: the year comes last. */
const YEAR_LAST =
  /^([A-Za-z]{3,9}\.? \d{1,2}) (\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?)( [AP]M)?( [A-Z+\-\d:]{1,9})? (\d{4})$/i;

interface ReadDate {
  readonly date: CivilDate;
  readonly form: TimeForm;
  readonly rest: string;
}

function readCalendar(text: string, options: ReadTimeOptions): WrittenTime {
  const named = OTHER_WEEKDAY.exec(text);
  const number = named === null ? undefined : weekdayNamed(named[1] ?? '');
  const weekday = WEEKDAY.exec(text)?.[0] ?? (number === undefined ? '' : (named?.[0] ?? ''));
  const plain = text.slice(weekday.length).replace(YEAR_LAST, '$1 $5 $2$3$4');
  const { date, form, rest } = readDate(plain, options, weekday !== '');
  if (!isDate(date))
    throw new ContentFault(`${date.year}-${two(date.month)}-${two(date.day)} is not a date of the calendar`);
  if (date.year < 1 || date.year > 9999) throw new ContentFault('its year must be from 1 to 9999');
  const clock = readClock(rest);
  const zone = readZonePart(clock?.rest ?? rest);
  const wall = civilOf(daysOf(date) * DAY_SECONDS + (clock?.seconds ?? 0), clock?.nanosecond ?? 0);
  const days = daysOf(date);
  const isOther =
    weekday !== '' &&
    number !== weekdayOf(days) &&
    !weekdayName(days).toLowerCase().startsWith(weekday.slice(0, 3).toLowerCase());
  const warnings = isOther
    ? [`${isoDate(date)} is a ${weekdayName(days)}, not "${weekday.replace(/[.,]* $/, '')}"`]
    : [];
  return { form, wall, hasClock: clock !== undefined, warnings, ...zone };
}

const two = (value: number): string => String(value).padStart(2, '0');

type Match = readonly (string | undefined)[];

/** Forms of dates, the first that fits counts: pattern, form, and its date. */
const DATES: readonly (readonly [RegExp, TimeForm, (match: Match, options: ReadTimeOptions) => CivilDate])[] = [
  [/^(\d{4})-?W(\d\d)(?:-?([1-7]))?(?![\d])/i, 'iso-8601', ([, year, week, day]) => weekDate(year, week, day)],
  [/^(\d{4})-(\d{3})(?![\d-])/, 'iso-8601', ([, year, day]) => ordinalDate(Number(year), Number(day))],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, 'iso-8601', ([, year, month, day]) => dateFrom(year, month, day)],
  [/^(\d{4})(\d\d)(\d\d)(?!\d{7})/, 'iso-8601', ([, year, month, day]) => dateFrom(year, month, day)],
  [/^(\d{4})([/.:])(\d{1,2})\2(\d{1,2})(?!\d)/, 'date-numbers', ([, year, , month, day]) => dateFrom(year, month, day)],
  [/^(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/, 'date-numbers', ([, year, month, day]) => dateFrom(year, month, day)],
  [
    /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)(?![\d.:])/,
    'date-numbers',
    ([, day, month, year]) => dateFrom(fullYear(year), month, day),
  ],
  [
    /^(\d{1,2})(?:(\/)(\d{1,2})\2(\d{4}|\d\d)|(-)(\d{1,2})\5(\d{4}))(?!\d)/,
    'date-numbers',
    ([, first, , second, year, , third, full], options) =>
      slashDate(Number(first), Number(second ?? third), Number(fullYear(year ?? full)), options),
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)?[ /-]?([A-Za-z]{3,9})\.?,?[ /-]?(\d{4}|\d\d)(?!\d)/,
    'rfc-2822',
    ([, day, month, year]) => dateFrom(fullYear(year), monthOf(month), day),
  ],
  [
    /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/,
    'date-words',
    ([, month, day, year]) => dateFrom(year, monthOf(month), day),
  ],
  [
    /^(\d{4})[ /-]([A-Za-z]{3,9})[ /-](\d{1,2})(?!\d)/,
    'date-words',
    ([, year, month, day]) => dateFrom(year, monthOf(month), day),
  ],
  [
    new RegExp(`^${DAY_OF_NAMED_MONTH}`, 'iu'),
    'date-words',
    ([, day, month, year]) => dateFrom(year, monthOf(month), day),
  ],
];

function readDate(text: string, options: ReadTimeOptions, hasWeekday: boolean): ReadDate {
  for (const [pattern, form, dated] of DATES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const rest = text.slice(match[0].length);
    const isMail = form === 'rfc-2822' && (hasWeekday || /\d\d:\d\d:\d\d [+-]\d{4}$/.test(rest));
    return { date: dated(match, options), form: form === 'rfc-2822' && !isMail ? 'date-words' : form, rest };
  }
  throw new ContentFault('it is not a date such as 2026-03-29, 2026-03-29T14:30:00Z, 29 March 2026 or a Unix time');
}

const dateFrom = (year = '', month: string | number = '', day = ''): CivilDate => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

/** RFC 2822 §4.3 for two digits: 00 to 49 are of this century. */
const fullYear = (year = ''): string => (year.length === 2 ? `${Number(year) < 50 ? 20 : 19}${year}` : year);

function monthOf(name = ''): number {
  const key = name.toLowerCase();
  const index = MONTHS.findIndex((month) => {
    const full = month.toLowerCase();
    return full === key || (key.length >= 3 && key.length <= 4 && full.startsWith(key));
  });
  const month = index < 0 ? monthNamed(name) : index + 1;
  if (month === undefined) throw new ContentFault(`"${name}" is not a month`);
  return month;
}

function weekDate(year = '', week = '', day = '1'): CivilDate {
  const weeks = isoWeeksIn(Number(year));
  if (Number(week) < 1 || Number(week) > weeks)
    throw new ContentFault(`${year} has ISO weeks 1 to ${weeks}, not ${week}`);
  return dateOf(daysOfIsoWeek(Number(year), Number(week)) + Number(day) - 1);
}

function ordinalDate(year: number, day: number): CivilDate {
  const date = dateOf(daysOf({ year, month: 1, day: 1 }) + day - 1);
  if (day < 1 || date.year !== year) throw new ContentFault(`${year} does not have a day ${day}`);
  return date;
}

function slashDate(first: number, second: number, year: number, { dayFirst }: ReadTimeOptions): CivilDate {
  if (first > 12) return { year, month: second, day: first };
  if (second > 12) return { year, month: first, day: second };
  if (first === second) return { year, month: first, day: second };
  if (dayFirst === undefined) {
    const [one, other] = [`${year}-${two(first)}-${two(second)}`, `${year}-${two(second)}-${two(first)}`];
    throw new ContentFault(`it can be read as ${one} and as ${other}; write one of these`);
  }
  return dayFirst ? { year, month: second, day: first } : { year, month: first, day: second };
}

const CLOCK =
  /^(?:T| at |,? |:|_|-)? ?(\d{1,2})(?:[:.h](\d\d)(?:[:.](\d\d))?|(\d\d)(\d\d)?)?(?:[.,](\d{1,9}))?(?: ?([ap])\.?m\b\.?)?/i;

interface ReadClock {
  readonly seconds: number;
  readonly nanosecond: number;
  readonly rest: string;
}

function readClock(text: string): ReadClock | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const [whole, hours = '', minutes, seconds, packedMinutes, packedSeconds, fraction = '', half] = match;
  if (minutes === undefined && packedMinutes === undefined && half === undefined && !/^T/i.test(text)) return undefined;
  const clock = [hours, minutes ?? packedMinutes ?? '0', seconds ?? packedSeconds ?? '0'].map(Number);
  const [hour = 0, minute = 0, second = 0] = clock;
  const isEnd = hour === 24 && minute === 0 && second === 0 && half === undefined;
  // A leap second counts as the second after it, as Unix times do.
  if ((hour > 23 && !isEnd) || minute > 59 || second > 60 || (half !== undefined && (hour < 1 || hour > 12)))
    throw new ContentFault(`"${whole.trim()}" is not a time of day`);
  const hour24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return {
    seconds: hour24 * 3600 + minute * 60 + second,
    nanosecond: Number(fraction.padEnd(9, '0')),
    rest: text.slice(whole.length).replace(/^ Uhr$/i, ''),
  };
}

const ZONE =
  /^ ?(?:(Z|UTC|GMT|UT)?(?:([+-])(\d{1,2})(?::?(\d\d)(?::?(\d\d))?)?)?)(?: ?\[!?([A-Za-z][\w+/-]{0,63})\](?:\[[^[\]]*\])*| ?\([^()]*\)| ([A-Za-z]+(?:\/[\w+-]+)+))?$/i;

/** What follows date and time: an offset, a name, both, or nothing. */
function readZonePart(text: string): { readonly offset?: number; readonly zone?: string } {
  const rest = text.trimEnd();
  if (rest === '') return {};
  const match = ZONE.exec(rest);
  if (match === null) return namedZonePart(rest.trim());
  const [, word, sign, hours, minutes = '0', seconds = '0', bracket, name] = match;
  const zone = bracket ?? name;
  const named = zone === undefined ? {} : { zone };
  if (hours === undefined) return word === undefined ? named : { offset: 0, ...named };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    throw new ContentFault(`"${rest.trim()}" is not an offset from UTC`);
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { offset: sign === '-' && size !== 0 ? -size : size, ...named };
}

function namedZonePart(rest: string): { readonly offset?: number; readonly zone?: string } {
  const hours = Object.hasOwn(UTC_OFFSET_HOURS, rest.toUpperCase()) ? UTC_OFFSET_HOURS[rest.toUpperCase()] : undefined;
  if (hours !== undefined) return { offset: hours * 3600 };
  if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$|^\p{L}[\p{L} .'’-]{1,60}$/u.test(rest)) return { zone: rest };
  throw new ContentFault(`"${rest.slice(0, 40)}" after the date is neither a time of day nor a time zone`);
}
