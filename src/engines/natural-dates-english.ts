/** Phrases of English that chrono does not know, as parsers and refiners of its own kind. */

import { type CivilDate, dateOf, daysInMonth, daysOf, MONTHS, WEEKDAYS, weekdayOf } from '../lib/time/civil.js';
import { westernEaster } from '../lib/time/easter.js';
import { DAY_OF_NAMED_MONTH, monthNamed } from '../lib/time/month-names.js';
import { type Chrono, chrono, type Parser, type ParsingResult, type Refiner } from './chrono.js';

type Context = Parameters<Parser['extract']>[0];
type Components = ReturnType<Context['createParsingComponents']>;

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];
const number = (word: string): number => NUMBERS.indexOf(word.toLowerCase()) + 1 || Number.parseInt(word, 10);

const oneOf = (words: readonly string[]): string => `(${words.join('|')})`;
const MONTH = oneOf([
  ...MONTHS,
  ...[...MONTHS.map((name) => name.slice(0, 3)), 'Sept'].map((short) => `${short}\\b\\.?`),
]);
const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;

/** The civil date of the reference, where it is. */
function today({ reference }: Context): CivilDate {
  const date = reference.getDateWithAdjustedTimezone();
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

/** A date that names no year: the nearest one, or where asked for the next. */
function inSomeYear(context: Context, year: string | undefined, dayIn: (year: number) => number): Components {
  const now = today(context);
  const from = daysOf(now);
  const years = year === undefined ? [now.year - 1, now.year, now.year + 1] : [Number(year)];
  const far = (days: number): number =>
    context.option.forwardDate === true && days < from ? Number.POSITIVE_INFINITY : Math.abs(days - from);
  const [nearest = from] = years.map(dayIn).toSorted((a, b) => far(a) - far(b));
  const date = dateOf(nearest);
  const components = context.createParsingComponents({ day: date.day, month: date.month });
  if (year === undefined) components.imply('year', date.year);
  else components.assign('year', date.year);
  return components;
}

/** The third Thursday of November 2026, the last Friday of next month. */
const weekdayOfMonth: Parser = {
  pattern: () =>
    new RegExp(
      `\\b(first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)\\s+${oneOf(WEEKDAYS)}\\s+(?:of|in)\\s+(?:the\\s+)?(?:(this|next|last)?\\s?month\\b|${MONTH}(?:,?\\s+(\\d{4})\\b)?)`,
      'i',
    ),
  extract: (context, match) => {
    const [, nth = '', name = '', which = '', month, year] = match;
    const weekday = WEEKDAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase()) + 1;
    const count = PLACES.indexOf(nth.toLowerCase()) + 1 || Number.parseInt(nth, 10);
    const dayIn = (y: number, m: number): number => {
      const [first, last] = [1, daysInMonth(y, m)].map((day) => daysOf({ year: y, month: m, day })) as [number, number];
      if (/last/i.test(nth)) return last - ((weekdayOf(last) - weekday + 7) % 7);
      return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1);
    };
    if (month !== undefined) {
      const wanted = monthOf(month);
      const found = inSomeYear(context, year, (y) => dayIn(y, wanted));
      // A fifth one that the month does not have.
      return found.get('month') === wanted ? found : null;
    }
    const now = today(context);
    const shift = { next: 1, last: -1 }[which.toLowerCase()] ?? 0;
    const months = now.year * 12 + now.month - 1 + shift;
    const [y, m] = [Math.floor(months / 12), (months % 12) + 1];
    const date = dateOf(dayIn(y, m));
    return date.month === m ? { ...date } : null;
  },
};

/** The 3rd of next month. */
const dayOfMonth: Parser = {
  pattern: () => /\b(?:the\s)?(\d{1,2})(?:st|nd|rd|th)\s(?:of|in)\s(?:the\s)?(this|next|last)\smonth\b/i,
  extract: (context, match) => {
    const [, digits = '', which = ''] = match;
    const now = today(context);
    const shift = { next: 1, last: -1 }[which.toLowerCase()] ?? 0;
    const months = now.year * 12 + now.month - 1 + shift;
    const [year, month, day] = [Math.floor(months / 12), (months % 12) + 1, Number(digits)];
    return day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null;
  },
};

const DAYS: Readonly<Record<string, readonly [month: number, day: number]>> = {
  "new year's day": [1, 1],
  "valentine's day": [2, 14],
  "st patrick's day": [3, 17],
  halloween: [10, 31],
  'christmas eve': [12, 24],
  'christmas day': [12, 25],
  christmas: [12, 25],
  'boxing day': [12, 26],
  "new year's eve": [12, 31],
};
/** Days from Easter Sunday of the western churches. */
const EASTER: Readonly<Record<string, number>> = {
  'good friday': -2,
  'easter sunday': 0,
  'easter monday': 1,
  easter: 0,
  pentecost: 49,
};
const plain = (name: string): string => name.toLowerCase().replace('’', "'").replace(/\s+/g, ' ').replace('st.', 'st');
const NAMES = [...Object.keys(DAYS), ...Object.keys(EASTER)]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replace("'", "['’]").replace('st ', 'st\\.? ').replaceAll(' ', '\\s'));

/** Christmas, Easter Monday 2027. */
const namedDay: Parser = {
  pattern: () => new RegExp(`\\b${oneOf(NAMES)}\\b(?:(?:\\s(?:of|in))?,?\\s(\\d{4})\\b)?`, 'i'),
  extract: (context, match) => {
    const [, written = '', year] = match;
    const name = plain(written);
    const fixed = DAYS[name];
    if (fixed !== undefined)
      return inSomeYear(context, year, (y) => daysOf({ year: y, month: fixed[0], day: fixed[1] }));
    return inSomeYear(context, year, (y) => westernEaster(y) + (EASTER[name] ?? 0));
  },
};

/** Half past six, a quarter to five in the afternoon. */
const spokenTime: Parser = {
  pattern: () =>
    new RegExp(
      `\\b(?:at\\s)?(?:(half)|(?:a\\s)?(quarter)|(five|ten|twenty|twenty[-\\s]five))\\s(past|to)\\s${oneOf(['1[0-2]', '[1-9]', ...NUMBERS.toReversed()])}\\b(?:\\s?(am|pm|a\\.m\\.|p\\.m\\.)|\\sin\\sthe\\s(morning|afternoon|evening))?`,
      'i',
    ),
  extract: (context, match) => {
    const [, half, quarter, count = '', side = '', said = '', meridiem = '', part = ''] = match;
    const isTo = /to/i.test(side);
    if (half !== undefined && isTo) return null;
    const minutes =
      half !== undefined
        ? 30
        : quarter !== undefined
          ? 15
          : /twenty./i.test(count)
            ? 25
            : /twenty/i.test(count)
              ? 20
              : number(count);
    const isLate = /p/i.test(meridiem) || /noon|evening/i.test(part);
    const isSaid = meridiem !== '' || part !== '';
    const hour = (number(said) % 12) + (isLate ? 12 : isSaid || number(said) !== 12 ? 0 : 12);
    const clock = (hour * 60 + (isTo ? -minutes : minutes) + 1440) % 1440;
    const components = context.createParsingComponents({ hour: Math.floor(clock / 60), minute: clock % 60 });
    if (isSaid) components.assign('meridiem', clock >= 720 ? 1 : 0);
    return components;
  },
};

/**
 * 12.03.2024: with dots the day comes first, in whatever language the text is; the month first only where there is no such day.
 * 1.4.24 is as likely a version.
 */
const dottedDay: Parser = {
  pattern: () => /(?<![\d.])(?:(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d\d)\.(\d\d)\.(\d\d))(?!\d|\.\d)/,
  extract: (_context, match) => {
    const [day, month, written] = match
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number) as [number, number, number];
    const year = written >= 100 ? written : written + (written > 50 ? 1900 : 2000);
    return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null;
  },
};

/** 5. März 2024, 5 de mayo de 2024: no other meaning in English either. */
const namedInAnotherLanguage: Parser = {
  pattern: () => new RegExp(`(?<![\\p{L}\\d.,])${DAY_OF_NAMED_MONTH}`, 'iu'),
  extract: (_context, match) => {
    const [, day = '', name = '', year = ''] = match;
    const month = monthNamed(name);
    if (month === undefined) return null;
    const date = { year: Number(year), month, day: Number(day) };
    return date.day >= 1 && date.day <= daysInMonth(date.year, month) ? date : null;
  },
};

const UNITS = { day: 1, week: 7, fortnight: 14 } as const;

/** What stands before a date that is counted from it: two weeks from, a month from. */
const COUNTED = new RegExp(
  `\\b(an?|${NUMBERS.join('|')}|\\d{1,4})\\s(days?|weeks?|fortnights?|months?|years?)\\sfrom\\s(?:the\\s)?$`,
  'i',
);
const WEEKS = /\s(?:weeks?|fortnight)\s$/i;
/** Longer than any such phrase. */
const COUNTED_CHARACTERS = 60;

/**
 * Dates counted from another, and times without what they are counted from: "two weeks before" of two weeks before the wedding says no
 * date.
 */
const countedFrom: Refiner = {
  refine: (context, results) => {
    const { text } = context;
    const counted = results.map((result) => {
      const start = Math.max(0, result.index - COUNTED_CHARACTERS);
      const before = text.slice(start, result.index);
      // A week on Tuesday: the word belongs to what was found.
      const match = COUNTED.exec(/^on\s/i.test(result.text) && WEEKS.test(before) ? `${before}from ` : before);
      if (match === null) return result;
      const [, count = '', unit = ''] = match;
      const times = /^an?$/i.test(count) ? 1 : number(count);
      const name = unit.toLowerCase().replace(/s$/, '');
      const shift = name in UNITS ? { day: times * UNITS[name as keyof typeof UNITS] } : { [name]: times };
      const reference = chrono.ReferenceWithTimezone.fromDate(result.start.date());
      const components = chrono.ParsingComponents.createRelativeFromReference(reference, shift);
      const index = start + match.index;
      return context.createParsingResult(index, text.slice(index, result.index + result.text.length), components);
    });
    const goesOn = ({ index, text: own }: ParsingResult): boolean =>
      /\s(?:before|after|from)$/i.test(own) &&
      /^\s+[\p{L}\d]/u.test(text.slice(index + own.length, index + own.length + 20));
    // "A week", which the next one now begins with.
    const isInNext = ({ index }: ParsingResult, i: number): boolean =>
      (counted[i + 1]?.index ?? Number.POSITIVE_INFINITY) <= index;
    return counted.filter((result, i) => !goesOn(result) && !isInNext(result, i));
  },
};

/** A parser of English with these phrases too. */
export function withPhrases(base: Chrono): Chrono {
  const parser = base.clone();
  // Before the parser of chrono, which finds the same characters: of two as long, the first stays.
  parser.parsers.unshift(dottedDay);
  parser.parsers.push(namedInAnotherLanguage, weekdayOfMonth, dayOfMonth, namedDay, spokenTime);
  parser.refiners.push(countedFrom);
  return parser;
}
