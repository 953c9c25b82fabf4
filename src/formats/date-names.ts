import { invalid, quote } from '../core/errors.js';
import type { DateNames } from '../lib/time/date-patterns.js';

/** Names of months and weekdays in a language, as ICU has them. Throws INVALID_INPUT where `locale` is not a known language. */
export function dateNames(locale: string): DateNames {
  if (!isLocale(locale)) throw invalid(`Option "locale" is not a known language, got ${quote(locale)}`);
  const write = (options: Intl.DateTimeFormatOptions, days: readonly number[]) => {
    const format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options });
    return days.map((day) => format.format(new Date(day)));
  };
  // 5 January 1970 was a Monday.
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(1970, 0, 5 + day));
  const year = Array.from({ length: 12 }, (_, month) => Date.UTC(1970, month, 1));
  const period = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  const half = (hour: number) =>
    period.formatToParts(new Date(Date.UTC(1970, 0, 1, hour))).find(({ type }) => type === 'dayPeriod')?.value ?? '';
  return {
    weekdays: write({ weekday: 'long' }, week),
    shortWeekdays: write({ weekday: 'short' }, week),
    months: write({ month: 'long' }, year),
    shortMonths: write({ month: 'short' }, year),
    dayPeriods: [half(9), half(15)],
  };
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch (error) {
    // What Intl throws for a text that is not a language tag.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
