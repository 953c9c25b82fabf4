/** The proleptic Gregorian calendar by arithmetic: days are counted from 1970-01-01, seconds of wall time from its midnight. */

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export interface CivilTime extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
}

export const DAY_SECONDS = 86_400;

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

/** Days since 1970-01-01. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil. */
export function daysOf({ year, month, day }: CivilDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a count of days: civil_from_days of the same source. */
export function dateOf(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  return {
    year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0),
    month: month < 10 ? month + 3 : month - 9,
    day: dayOfYear - Math.floor((153 * month + 2) / 5) + 1,
  };
}

/** Seconds of wall time since 1970-01-01T00:00, without the fraction. */
export const wallSecondsOf = (time: CivilTime): number =>
  daysOf(time) * DAY_SECONDS + time.hour * 3600 + time.minute * 60 + time.second;

export function civilOf(wallSeconds: number, nanosecond = 0): CivilTime {
  const days = Math.floor(wallSeconds / DAY_SECONDS);
  const rest = wallSeconds - days * DAY_SECONDS;
  return {
    ...dateOf(days),
    hour: Math.floor(rest / 3600),
    minute: Math.floor((rest % 3600) / 60),
    second: rest % 60,
    nanosecond,
  };
}

/** 1 (Monday) to 7 (Sunday), as ISO 8601 counts. */
export const weekdayOf = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

export const dayOfYear = (date: CivilDate): number => daysOf(date) - daysOf({ year: date.year, month: 1, day: 1 }) + 1;

/** Year and week of ISO 8601: the week belongs to the year of its Thursday. */
export function isoWeekOf(days: number): { readonly year: number; readonly week: number } {
  const thursday = days - weekdayOf(days) + 4;
  const { year } = dateOf(thursday);
  return { year, week: Math.floor((thursday - daysOf({ year, month: 1, day: 1 })) / 7) + 1 };
}

/** Weeks of an ISO year: 52 or 53. */
export const isoWeeksIn = (year: number): number => isoWeekOf(daysOf({ year, month: 12, day: 28 })).week;

/** First day of an ISO week. */
export const daysOfIsoWeek = (year: number, week: number): number => {
  const fourth = daysOf({ year, month: 1, day: 4 });
  return fourth - weekdayOf(fourth) + 1 + (week - 1) * 7;
};

export const isDate = ({ year, month, day }: CivilDate): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const weekdayName = (days: number): string => WEEKDAYS[weekdayOf(days) - 1] ?? '';

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

/** `2026-03-29`; years outside 0 to 9999 with sign and six digits. */
export function isoDate({ year, month, day }: CivilDate): string {
  const written = year >= 0 && year <= 9999 ? padded(year, 4) : `${year < 0 ? '-' : '+'}${padded(Math.abs(year), 6)}`;
  return `${written}-${padded(month)}-${padded(day)}`;
}

export const isoDay = (days: number): string => isoDate(dateOf(days));

/** `02:30:00`, with as many digits of the fraction as it has. */
function isoClock({ hour, minute, second, nanosecond }: CivilTime): string {
  const fraction = nanosecond === 0 ? '' : `.${padded(nanosecond, 9).replace(/0+$/, '')}`;
  return `${padded(hour)}:${padded(minute)}:${padded(second)}${fraction}`;
}

export const isoLocal = (time: CivilTime): string => `${isoDate(time)}T${isoClock(time)}`;

/** `+02:00`, with seconds where there are any. */
export function isoOffset(seconds: number): string {
  const size = Math.abs(seconds);
  const clock = `${padded(Math.floor(size / 3600))}:${padded(Math.floor((size % 3600) / 60))}`;
  return `${seconds < 0 ? '-' : '+'}${clock}${size % 60 === 0 ? '' : `:${padded(size % 60)}`}`;
}
