import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';
import { fromCalendar, toCalendar } from '../../engines/calendars.js';
import { ContentFault } from '../../lib/faults.js';
import {
  CALENDAR_RULES,
  type CalendarId,
  type CalendarRule,
  daysOfJulian,
  JAPANESE_ERAS,
  type JapaneseEra,
  julianOfDays,
  monthCode,
  monthName,
  monthNamed,
  sexagenaryYear,
} from '../../lib/time/calendar-names.js';
import { dateOf, daysInMonth, daysOf, isDate, isLeapYear, isoDate, isoDay } from '../../lib/time/civil.js';

/** Dates of many calendars, read and written. Days are counted from 1970-01-01. */

const FIRST_DAY = daysOf({ year: 1, month: 1, day: 1 });
const LAST_DAY = daysOf({ year: 9999, month: 12, day: 31 });

/** A date as a calendar has it. Years of eras that count backwards are 0 and below. */
interface Parts {
  readonly year: number;
  readonly monthCode: string;
  readonly month: number;
  readonly day: number;
  readonly daysInMonth: number;
  readonly daysInYear: number;
  readonly isLeapYear: boolean;
}

function partsOf(days: number, id: CalendarId): Parts {
  const rule = CALENDAR_RULES[id];
  if (rule.temporal !== undefined) return toCalendar(dateOf(days), rule.temporal);
  const date = id === 'julian' ? julianOfDays(days) : dateOf(days);
  const isLeap = id === 'julian' ? ((date.year % 4) + 4) % 4 === 0 : isLeapYear(date.year);
  return {
    year: date.year + (rule.yearShift ?? 0),
    monthCode: monthCode(date.month),
    month: date.month,
    day: date.day,
    daysInMonth: date.month === 2 && isLeap ? 29 : daysInMonth(2025, date.month),
    daysInYear: isLeap ? 366 : 365,
    isLeapYear: isLeap,
  };
}

/** What a result says of a day in a calendar. */
export const calendarShape = z.object({
  calendar: z.string().describe('Id of the calendar, as the options name it.'),
  name: z.string().describe('Name of the calendar.'),
  formatted: z.string().describe('The date in words.'),
  native: z.string().describe('The date in Chinese or Japanese writing; empty for other calendars.'),
  era: z.string().describe('Era of the year; empty for calendars without.'),
  year: z.int().describe('Year of the era; of Chinese years the Gregorian year in which they begin.'),
  month: place('Number of the month in its year, leap months counted.'),
  monthCode: z.string().describe('Code of the month, such as M06; M06L is the leap month after M06.'),
  monthName: z.string().describe('Name of the month.'),
  day: place('Day of the month.'),
  daysInMonth: count('Days of the month.'),
  daysInYear: count('Days of the year.'),
  isLeapYear: z.boolean().describe('Whether the year has a leap day or a leap month.'),
});

/** That of one day. */
export function describeIn(days: number, id: CalendarId) {
  const rule = CALENDAR_RULES[id];
  const parts = partsOf(days, id);
  const name = monthName(parts.monthCode, parts.isLeapYear, rule);
  const japanese = id === 'japanese' ? japaneseEraOf(days) : undefined;
  const eraYear = japanese === undefined ? parts.year : parts.year - japanese.start[0] + 1;
  const [era, before] = rule.eras;
  const shownYear = eraYear > 0 || era === '' ? eraYear : 1 - eraYear;
  const shownEra = japanese?.name ?? (eraYear > 0 ? era : before);
  return {
    calendar: id,
    name: rule.name,
    formatted: formatted(parts, name, shownYear, shownEra, rule),
    native: nativeText(parts, id, shownYear, japanese),
    era: shownEra,
    year: shownYear,
    month: parts.month,
    monthCode: parts.monthCode,
    monthName: name,
    day: parts.day,
    daysInMonth: parts.daysInMonth,
    daysInYear: parts.daysInYear,
    isLeapYear: parts.isLeapYear,
  };
}

function formatted(parts: Parts, month: string, year: number, era: string, rule: CalendarRule): string {
  if (rule.months === undefined) return `day ${parts.day} of ${month}, ${parts.year}, ${sexagenaryYear(parts.year)}`;
  const date = `${parts.day} ${month}`;
  if (era === 'AD') return `${date} ${year}`;
  const isJapanese = JAPANESE_ERAS.some(({ name }) => name === era);
  return isJapanese ? `${date} ${era} ${year}` : `${date} ${year} ${era}`;
}

const CHINESE_DIGITS = '一二三四五六七八九十';

function chineseDay(day: number): string {
  if (day === 10) return '初十';
  if (day === 20) return '二十';
  if (day === 30) return '三十';
  return `${['初', '十', '廿'][Math.floor(day / 10)] ?? ''}${CHINESE_DIGITS[(day % 10) - 1] ?? ''}`;
}

const chineseMonth = (number: number): string => ['正', ...CHINESE_DIGITS.slice(1), '冬', '腊'][number - 1] ?? '';

/** The date as it is written where the calendar is used in Han characters; empty elsewhere. */
function nativeText(parts: Parts, id: CalendarId, year: number, era: JapaneseEra | undefined): string {
  const rest = `${parts.month}月${parts.day}日`;
  if (id === 'japanese' && era !== undefined) return `${era.native}${year === 1 ? '元' : year}年${rest}`;
  if (id === 'roc') return `${parts.year > 0 ? '民國' : '民國前'}${year}年${rest}`;
  if (id !== 'chinese') return '';
  const [, stem = ''] = /\((..)\)/.exec(sexagenaryYear(parts.year)) ?? [];
  const leap = parts.monthCode.endsWith('L') ? '闰' : '';
  return `农历${stem}年${leap}${chineseMonth(Number(parts.monthCode.slice(1, 3)))}月${chineseDay(parts.day)}`;
}

const dayOf = ([year, month, day]: JapaneseEra['start']): number => daysOf({ year, month, day });

/** Japan used another calendar before 1873: no era is told for those days. */
const JAPAN_GREGORIAN = daysOf({ year: 1873, month: 1, day: 1 });

const japaneseEraOf = (days: number): JapaneseEra | undefined =>
  days < JAPAN_GREGORIAN ? undefined : JAPANESE_ERAS.find(({ start }) => days >= dayOf(start));

export interface ReadDay {
  readonly days: number;
  readonly warnings: readonly string[];
}

/** Julian day or Julian day number: `2461368`, `JD 2461367.5`, `MJD 61367`. */
export function readJulianDay(text: string): ReadDay {
  const [, kind = '', whole = '', fraction = ''] = /^\s*(M?JDN?)?\s*(\d{1,7})(\.\d{1,20})?\s*$/i.exec(text) ?? [];
  if (whole === '') throw new ContentFault('a Julian day is a number such as 2461368, 2461367.5 or MJD 61367');
  const isModified = /^m/i.test(kind);
  const number = Number(`${whole}${fraction}`);
  // A day number without fraction is that of the day at whose noon it begins.
  const days = isModified ? Math.floor(number) - 40_587 : Math.floor(number + 0.5) - 2_440_588;
  return { days: inRange(days), warnings: [] };
}

function inRange(days: number): number {
  if (!(days >= FIRST_DAY && days <= LAST_DAY)) throw new ContentFault('its Gregorian year must be from 1 to 9999');
  return days;
}

interface Fields {
  readonly year: number;
  /** Number of the month, or its name or code. */
  readonly month: string;
  readonly day: number;
  readonly era?: JapaneseEra;
  readonly warnings?: readonly string[];
}

/** Reads a date as it is written in a calendar: 1448-06-13, 13 Jumada II 1448, Reiwa 8-11-23, 令和8年11月23日, 2025-06L-01. */
export function readCalendarDate(text: string, id: CalendarId): ReadDay {
  const rule = CALENDAR_RULES[id];
  const fields = fieldsOf(text, id);
  const { year, day, era } = fields;
  const fullYear = era === undefined ? year : era.start[0] + year - 1;
  const { code, warnings } = codeOf(fields.month, fullYear, id);
  const days = daysOfDate(fullYear, code, day, id);
  if (days === undefined) {
    const month = monthName(code, isHebrewLeap(fullYear), rule);
    const name =
      rule.months === undefined ? `${month} with a day ${day} in ${fullYear}` : `${day} ${month} ${fullYear}`;
    throw new ContentFault(`the ${rule.name} calendar does not have ${name}`);
  }
  if (era !== undefined && japaneseEraOf(days) !== era) throw eraFault(era, year, days);
  return { days: inRange(days), warnings: [...(fields.warnings ?? []), ...warnings] };
}

function eraFault(era: JapaneseEra, year: number, days: number): ContentFault {
  if (days < JAPAN_GREGORIAN)
    return new ContentFault('dates in Japan before 1873-01-01 are of a lunisolar calendar that is not supported');
  const next = JAPANESE_ERAS[JAPANESE_ERAS.indexOf(era) - 1];
  const [start, end] = [isoDay(dayOf(era.start)), next === undefined ? '' : isoDay(dayOf(next.start) - 1)];
  return new ContentFault(
    `${isoDay(days)} is not in ${era.name} ${year}: ${era.name} is from ${start} to ${end || 'now'}`,
  );
}

function daysOfDate(year: number, code: string, day: number, id: CalendarId): number | undefined {
  const rule = CALENDAR_RULES[id];
  if (rule.temporal !== undefined) {
    const iso = fromCalendar({ year, monthCode: code, day }, rule.temporal);
    return iso === undefined ? undefined : daysOf(iso);
  }
  const month = Number(code.slice(1, 3));
  if (code.endsWith('L')) return undefined;
  const date = { year: year - (rule.yearShift ?? 0), month, day };
  if (id !== 'julian') return isDate(date) ? daysOf(date) : undefined;
  const days = daysOfJulian(date.year, month, day);
  return isoDate(julianOfDays(days)) === isoDate(date) ? days : undefined;
}

const isHebrewLeap = (year: number): boolean => (((7 * year + 1) % 19) + 19) % 19 < 7;

function codeOf(month: string, year: number, id: CalendarId): { readonly code: string; readonly warnings: string[] } {
  const rule = CALENDAR_RULES[id];
  const [, sign = '', digits = '', leap = ''] = /^([ML]?)(\d{1,2})(L?)$/i.exec(month) ?? [];
  if (digits === '') {
    const code = monthNamed(month, rule);
    if (code === undefined)
      throw new ContentFault(`"${month.slice(0, 40)}" is not a month of the ${rule.name} calendar`);
    const isAdar = id === 'hebrew' && /^adar$/i.test(month) && isHebrewLeap(year);
    if (id === 'hebrew' && code === 'M05L' && !isHebrewLeap(year)) return { code: 'M06', warnings: [] };
    return { code, warnings: isAdar ? [`${year} has two months of Adar: Adar II was taken`] : [] };
  }
  const number = Number(digits);
  if (leap !== '' || /^l$/i.test(sign)) return { code: `${monthCode(number)}L`, warnings: [] };
  // Plain numbers of Hebrew months count the leap month, those of the Chinese calendar do not: as both are written.
  if (id !== 'hebrew' || /^m$/i.test(sign) || !isHebrewLeap(year) || number < 6)
    return { code: monthCode(number), warnings: [] };
  return { code: number === 6 ? 'M05L' : monthCode(number - 1), warnings: [] };
}

const ERA_WORDS =
  /(?<![\p{L}])(?:A\.?H|A\.?M|A\.?P|S\.?H|B\.?E|A\.?D|C\.?E|H\.?Q|Saka|SE|Minguo|ROC|era)\.?(?![\p{L}])/giu;

/** Latin digits for those of Arabic, Persian, Devanagari, Thai and full-width writing. */
function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0xe50));
}

function fieldsOf(written: string, id: CalendarId): Fields {
  const plain = plainDigits(written).replace(/\s+/g, ' ').trim();
  const { era, rest } = id === 'japanese' ? eraIn(plain) : { era: undefined, rest: plain };
  const text = rest
    .replace(/民[國国]|农历|農曆/g, '')
    .replace(/元年/, '1年')
    .replace(/闰|閏/, 'L')
    .replace(/[年月]/g, '-')
    .replace(/日/g, '')
    .replace(ERA_WORDS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const withEra = era === undefined ? {} : { era };
  const [, year = '', month = '', day = ''] =
    /^([+-]?\d{1,6}) ?[-/. ] ?([ML]?\d{1,2}L?) ?[-/. ] ?(\d{1,2})$/i.exec(text) ?? [];
  if (year !== '' && (year.length > 2 || era !== undefined || (day.length <= 2 && id === 'roc' && year.length > 1)))
    return { year: Number(year), month, day: Number(day), ...withEra };
  const [, first = '', second = '', last = ''] = /^(\d{1,2})[-/. ]([ML]?\d{1,2}L?)[-/. ](\d{3,6})$/i.exec(text) ?? [];
  if (first !== '') return dayFirst(first, second, last);
  const named = namedFields(text);
  if (named !== undefined) return { ...named, ...withEra };
  throw new ContentFault(
    `write year, month and day, such as ${exampleOf(id)}, or the month by its name${id === 'japanese' ? ', or an era such as Reiwa 8-11-23' : ''}`,
  );
}

const dayFirst = (day: string, month: string, year: string): Fields => ({
  year: Number(year),
  month,
  day: Number(day),
  warnings: [`Read as day ${Number(day)} of month ${month}: the day comes first`],
});

/** The days of the first examples: 23 November 2026. */
function exampleOf(id: CalendarId): string {
  const { year, month, day } = partsOf(daysOf({ year: 2026, month: 11, day: 23 }), id);
  return isoDate({ year, month, day });
}

/** `13 Kislev 5787`, `Kislev 13, 5787`, `13th of Jumada al-Thani 1448`, `5787 Kislev 13`. */
function namedFields(text: string): Omit<Fields, 'era'> | undefined {
  const words = text
    .replace(/,/g, ' ')
    .replace(/(?<=\d)(?:st|nd|rd|th)(?![\p{L}])/giu, '')
    .replace(/(?<![\p{L}])(?:of|the)(?![\p{L}])/giu, ' ')
    .replace(/(?<=\p{L})-(?=\d)|(?<=\d)-(?=\p{L})/gu, ' ')
    .trim()
    .split(/\s+/);
  const isNumber = (word: string | undefined) => word !== undefined && /^\d{1,6}$/.test(word);
  const last = words.at(-1);
  const [head, second] = words;
  if (words.length < 3 || words.length > 7 || !isNumber(last)) return undefined;
  if (isNumber(head) && !isNumber(second)) {
    const month = words.slice(1, -1).join(' ');
    const isYearFirst = (head ?? '').length > 2;
    return { year: Number(isYearFirst ? head : last), month, day: Number(isYearFirst ? last : head) };
  }
  const day = words.at(-2);
  if (!isNumber(day)) return undefined;
  return { year: Number(last), month: words.slice(0, -2).join(' '), day: Number(day) };
}

function eraIn(text: string): { readonly era: JapaneseEra | undefined; readonly rest: string } {
  for (const era of JAPANESE_ERAS) {
    const begins = [era.native, era.name, `${era.name[0]}.`, era.name[0] ?? ''].find(
      (word) => text.toLowerCase().startsWith(word.toLowerCase()) && /^[\s.]*[\d元]/.test(text.slice(word.length)),
    );
    if (begins !== undefined) return { era, rest: text.slice(begins.length).replace(/^[\s.]+/, '') };
  }
  // 23 November Reiwa 8
  const found = JAPANESE_ERAS.find((era) => new RegExp(`(?<![A-Za-z])${era.name}(?= ?\\d)`, 'i').test(text));
  if (found === undefined) return { era: undefined, rest: text };
  return { era: found, rest: text.replace(new RegExp(found.name, 'i'), ' ') };
}

/** What a reader should know of a day in a calendar. */
export function calendarWarnings(days: number, ids: readonly CalendarId[]): string[] {
  const { year } = dateOf(days);
  const has = (id: CalendarId) => ids.includes(id);
  const warnings: string[] = [];
  if (has('islamic-umalqura') && (days < UMALQURA[0] || days > UMALQURA[1]))
    warnings.push('Umm al-Qura dates are published for 1300 to 1600 AH; outside, the tabular civil calendar is used');
  if ((has('chinese') || has('korean')) && (year < 1901 || year > 2100))
    warnings.push(
      'Chinese and Korean dates are computed by modern rules; before 1901 and after 2100 they may differ from history',
    );
  if (has('gregorian') && days < daysOf({ year: 1582, month: 10, day: 15 }))
    warnings.push(
      'The Gregorian calendar began on 1582-10-15; dates before it are extrapolated, sources of the time have the Julian date',
    );
  return warnings;
}

/** 1 Muharram 1300 and the last day of 1600. */
const UMALQURA = [daysOf({ year: 1882, month: 11, day: 12 }), daysOf({ year: 2174, month: 11, day: 25 })] as const;
