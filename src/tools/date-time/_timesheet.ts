import { ContentFault } from '../../lib/faults.js';
import { daysOf, isDate, isoDate } from '../../lib/time/civil.js';
import { readTime } from '../../lib/time/read-time.js';

/** Lines of a timesheet. */
export const MAX_LINES = 5000;
const DAY = 1440;

/** One line: a day, if it is named, and its spans of work in minutes since midnight. */
export interface TimesheetRow {
  readonly line: number;
  /** Days since 1970; `undefined` where no date is written. */
  readonly day: number | undefined;
  readonly label: string;
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** Minutes of breaks that the line itself names. */
  readonly breaks: number | undefined;
  /** `9-5` as it stands there, read as nine to five in the afternoon and not as a night of 20 hours. */
  readonly doubt: string | undefined;
}

/** `9`, `09:30`, `9.30`, `0930`, `9am`, `5:30 pm`, `17h30`, `24:00`, `noon`. Minutes since midnight. */
function clock(written: string): number {
  const text = written
    .trim()
    .toLowerCase()
    .replace(/\./g, ':')
    .replace(/([ap]):?m:?$/, '$1m');
  if (text === 'noon') return DAY / 2;
  if (text === 'midnight') return 0;
  const [, hour = '', minute = '0', half] = /^(\d{1,2})(?:[:h]?(\d{2})|h)?\s*([ap]m|uhr)?$/.exec(text) ?? [];
  const isTwelve = half === 'am' || half === 'pm';
  const [h, m] = [Number(hour), Number(minute)];
  const isRight = hour !== '' && m < 60 && (isTwelve ? h >= 1 && h <= 12 : h < 24 || (h === 24 && m === 0));
  if (!isRight)
    throw new ContentFault(`${JSON.stringify(written.trim().slice(0, 40))} is not a time of day such as 9:30 or 5pm`);
  return (isTwelve ? (h % 12) + (half === 'pm' ? 12 : 0) : h) * 60 + m;
}

const TIME = String.raw`(?:noon|midnight|\d{1,2}(?:[:.h]\d{2}|h(?!\w)|\d{2}(?!\d))?(?:\s?(?:[ap]\.?m\.?(?!\w)|uhr))?)`;
/** An hour up to twelve that does not say of which half of the day it is. */
const HALF_DAY = /^(?:[1-9]|1[0-2])(?:[:.h]\d{2}|h)?$/i;
const SPAN = new RegExp(String.raw`(${TIME})\s*(?:-|–|—|→|,|;|\t|\bto\b|\buntil\b|\bbis\b)\s*(${TIME})`, 'gi');
const BREAK =
  /(?:\b(?:break|lunch|pause)s?\b\s*:?\s*(\d{1,3})(:\d{2})?\s*(?:min(?:utes?)?|m|h)?)|(?:[-–(]?\s*(\d{1,3})\s*min(?:utes?)?\s*(?:break|lunch|pause)?)/i;

interface Day {
  readonly day: number | undefined;
  readonly label: string;
  readonly rest: string;
}

/** 31.1.2026 and 1/31/2026 with a time, a separator or a tab behind it. */
const NUMERIC = /^\s*(\d{1,2}([./])\d{1,2}\2(?:\d{4}|\d{2}))(?=[\s,;]|$)[\s,;:]*/;

/** A date at the start: 2026-01-31, 31/1/2026, or a weekday or other words. */
function dayOf(text: string, dayFirst: boolean | undefined): Day {
  const [before = '', written] = NUMERIC.exec(text) ?? [];
  const wall = written === undefined ? undefined : readTime(written, { dayFirst }).wall;
  if (wall !== undefined) {
    const { year, month, day } = wall;
    const civil = { year, month, day };
    return { day: daysOf(civil), label: isoDate(civil), rest: text.slice(before.length) };
  }
  const [all = '', year, month, date] = /^\s*(\d{4})-(\d{2})-(\d{2})(?=[\s,;:\t]|$)[\s,;:]*/.exec(text) ?? [];
  if (all !== '') {
    const civil = { year: Number(year), month: Number(month), day: Number(date) };
    if (!isDate(civil)) throw new ContentFault(`${all.trim()} is not a date of the calendar`);
    return { day: daysOf(civil), label: `${year}-${month}-${date}`, rest: text.slice(all.length) };
  }
  const [words = ''] = /^\s*[^\d]*?(?=\d|noon|midnight)/i.exec(text) ?? [];
  return {
    day: undefined,
    label: words
      .replace(/[\s,;:-]+$/, '')
      .trim()
      .slice(0, 60),
    rest: text.slice(words.length),
  };
}

/** Cells of a table: only white space between two times of day. */
const CELLS = /(\d[:.h]\d{2}(?:\s?[ap]\.?m\.?)?)\s+(?=\d{1,2}[:.h]\d{2})/gi;

/** Spans of a line, each after the one before; one that ends before it starts goes past midnight. Throws `ContentFault`. */
export function readTimesheetLine(text: string, line: number, dayFirst?: boolean): TimesheetRow {
  const { day, label, rest } = dayOf(text, dayFirst);
  const breakFound = BREAK.exec(rest);
  const [, minutes, clockMinutes, plain] = breakFound ?? [];
  const breaks =
    breakFound === null
      ? undefined
      : clockMinutes === undefined
        ? Number(minutes ?? plain)
        : Number(minutes) * 60 + Number(clockMinutes.slice(1));
  const withoutBreak =
    breakFound === null ? rest : rest.slice(0, breakFound.index) + rest.slice(breakFound.index + breakFound[0].length);
  const times = withoutBreak.replace(CELLS, '$1,');
  const spans: (readonly [number, number])[] = [];
  let doubt: string | undefined;
  for (const { 0: written, 1: from = '', 2: to = '' } of times.matchAll(SPAN)) {
    let start = clock(from);
    // After midnight the clock starts anew.
    while (start < (spans.at(-1)?.[1] ?? 0)) start += DAY;
    let end = clock(to);
    while (end <= start) end += DAY;
    if (end - start > DAY / 2 && end >= DAY && HALF_DAY.test(from) && HALF_DAY.test(to)) {
      doubt ??= written.trim();
      end -= DAY / 2;
    }
    spans.push([start, end]);
  }
  const [first] = spans;
  if (first === undefined) throw new ContentFault('it has no start and end such as 9:00-17:30');
  if ((spans.at(-1)?.[1] ?? 0) - first[0] > DAY)
    throw new ContentFault('its spans overlap, or are not in their order within 24 hours');
  const left = times.replace(SPAN, ' ');
  // A fourth column of CSV: 30 or 0:30.
  const column = /[-–—→]|\bto\b/.test(times) ? undefined : columnOf(left.replace(/[\s,;]+/g, ' ').trim());
  const odd = column === undefined ? /\d[\d:.]*/.exec(left)?.[0] : undefined;
  if (odd !== undefined) throw new ContentFault(`${JSON.stringify(odd)} belongs to no start and end`);
  return { line, day, label, spans, doubt, breaks: breaks ?? column };
}

/** Minutes of a break. */
function columnOf(cell: string): number | undefined {
  const [, minutes, hours = '', rest = ''] = /^(?:(\d{1,3})|(\d):([0-5]\d))$/.exec(cell) ?? [];
  if (minutes !== undefined) return Number(minutes);
  return hours === '' ? undefined : Number(hours) * 60 + Number(rest);
}

/** Warnings of the first lines whose end may be meant otherwise. */
export const doubtsOf = (rows: readonly TimesheetRow[]): string[] =>
  rows
    .flatMap(({ line, doubt }) =>
      doubt === undefined
        ? []
        : `Line ${line}: ${doubt} was read with its end twelve hours later: write am and pm, or hours up to 24, if another time is meant`,
    )
    .slice(0, 50);

/** `38:30` of minutes. */
export const hoursText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
