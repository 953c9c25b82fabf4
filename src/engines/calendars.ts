import { Temporal } from 'temporal-polyfill/full';

/** Calendars by the rules of Unicode CLDR that Temporal has. Dates are those of the proleptic Gregorian calendar. */

interface IsoDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Year of the Chinese calendar that a date is in, by the Gregorian year in which that year begins. */
export const chineseYear = (date: IsoDate): number => Temporal.PlainDate.from(date).withCalendar('chinese').year;

export interface CalendarDate {
  readonly year: number;
  /** `M01` to `M13`, with an `L` behind it for a leap month: the same month of every year has the same code. */
  readonly monthCode: string;
  /** Which month of the year it is, leap months counted. */
  readonly month: number;
  readonly day: number;
  readonly daysInMonth: number;
  readonly daysInYear: number;
  readonly isLeapYear: boolean;
}

/** A date in a calendar of Temporal, named by its CLDR id. */
export function toCalendar(date: IsoDate, calendar: string): CalendarDate {
  const { year, monthCode, month, day, daysInMonth, daysInYear, inLeapYear } =
    Temporal.PlainDate.from(date).withCalendar(calendar);
  return { year, monthCode, month, day, daysInMonth, daysInYear, isLeapYear: inLeapYear };
}

/** Gregorian date of a date in a calendar; `undefined` where the calendar does not have it. */
export function fromCalendar(
  date: { readonly year: number; readonly monthCode: string; readonly day: number },
  calendar: string,
): IsoDate | undefined {
  try {
    const { year, month, day } = Temporal.PlainDate.from({ calendar, ...date }, { overflow: 'reject' }).withCalendar(
      'iso8601',
    );
    return { year, month, day };
  } catch (error) {
    // What Temporal throws for a month or day that the year does not have, and for dates out of its range.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
