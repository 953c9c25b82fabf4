import { ContentFault } from '../faults.js';
import { type CivilDate, daysInMonth, daysOf, isoDate, weekdayOf } from './civil.js';

/** What becomes of 31 January plus a month: the last day of February, or a refusal. */
export type Overflow = 'constrain' | 'reject';

/** A date some months later. Throws `ContentFault` for `reject` where the month lacks the day. */
export function addMonths(
  { year, month, day }: CivilDate,
  months: number,
  overflow: Overflow = 'constrain',
): CivilDate {
  const index = year * 12 + month - 1 + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  const most = daysInMonth(target.year, target.month);
  if (day > most && overflow === 'reject') {
    const name = isoDate({ ...target, day: 1 }).slice(0, -3);
    throw new ContentFault(`${name} does not have a day ${day}, as ${isoDate({ year, month, day })} asks for`);
  }
  return { ...target, day: Math.min(day, most) };
}

/** Whole months from one date to another that is not before it: the most that can be added without passing it. */
export function monthsBetween(from: CivilDate, to: CivilDate): number {
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return daysOf(addMonths(from, months)) > daysOf(to) ? months - 1 : months;
}

/** Days from Monday to Friday from `first` on and before `end`, both days since 1970. */
export const weekdaysBetween = (first: number, end: number): number => weekdaysBefore(end) - weekdaysBefore(first);

/** Days from Monday to Friday since Monday, 5 January 1970, before a day; negative for days before it. */
function weekdaysBefore(day: number): number {
  const sinceMonday = day - 4;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(sinceMonday - weeks * 7, 5);
}

export const isWeekend = (day: number): boolean => weekdayOf(day) > 5;
