import { DAY_SECONDS, dateOf, daysInMonth, daysOf, weekdayOf } from '../time/civil.js';

/** The lists of the data end with this year. Later years follow the rule that the last ten have, as POSIX zone strings do. */
export const LAST_LISTED_YEAR = 2499;
/** Until this year the IANA database foresees changes one by one; what is listed later repeats the rules of today. */
export const LAST_FORESEEN_YEAR = 2037;
const RULE_YEARS = 10;

/** A yearly change: the weekday in the week of the month (5: the last), and the wall time, which may lie in another day. */
export interface YearlyChange {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  readonly seconds: number;
  readonly offset: number;
  readonly offsetBefore: number;
  readonly abbreviation: string;
}

interface Lists {
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
  readonly abbreviations: readonly string[];
}

const yearOf = (instant: number): number => dateOf(Math.floor(instant / DAY_SECONDS)).year;

/** The rule that the last ten years of the lists follow; none where they follow none. */
export function inferChanges(zone: Lists): readonly YearlyChange[] {
  const first = zone.starts.findIndex((start) => yearOf(start) > LAST_LISTED_YEAR - RULE_YEARS);
  if (first < 1 || zone.starts.length - first !== 2 * RULE_YEARS) return [];
  const slots = [0, 1].map((slot) =>
    Array.from({ length: RULE_YEARS }, (_, year) => first + 2 * year + slot).map((index) => ({
      wall: (zone.starts[index] ?? 0) + (zone.offsets[index - 1] ?? 0),
      offset: zone.offsets[index] ?? 0,
      offsetBefore: zone.offsets[index - 1] ?? 0,
      abbreviation: zone.abbreviations[index] ?? '',
    })),
  );
  const changes = slots.map((slot) => [0, 1, 2, 3, -1].map((shift) => ruleOf(slot, shift)).find((rule) => rule));
  return changes.every((change) => change !== undefined) ? changes : [];
}

/** The rule that gives all of these changes, counted from the day `shift` days before each; `undefined` where there is none. */
function ruleOf(slot: readonly ListedChange[], shift: number) {
  const seen = slot.map(({ wall }) => {
    const days = Math.floor(wall / DAY_SECONDS) - shift;
    const { year, month, day } = dateOf(days);
    const isLast = day + 7 > daysInMonth(year, month);
    return { month, weekday: weekdayOf(days), week: Math.ceil(day / 7), isLast, seconds: wall - days * DAY_SECONDS };
  });
  const [one] = seen;
  const [change] = slot;
  if (one === undefined || change === undefined) return undefined;
  const isSame = seen.every(
    ({ month, weekday, seconds }) => month === one.month && weekday === one.weekday && seconds === one.seconds,
  );
  const week = seen.every(({ isLast }) => isLast) ? 5 : one.week;
  if (!isSame || (week !== 5 && seen.some((other) => other.week !== week))) return undefined;
  const { offset, offsetBefore, abbreviation } = change;
  return { month: one.month, week, weekday: one.weekday, seconds: one.seconds, offset, offsetBefore, abbreviation };
}

interface ListedChange {
  readonly wall: number;
  readonly offset: number;
  readonly offsetBefore: number;
  readonly abbreviation: string;
}

/** When a change is made in a year, in seconds since 1970. */
export function startInYear({ month, week, weekday, seconds, offsetBefore }: YearlyChange, year: number): number {
  const first = daysOf({ year, month, day: 1 });
  const firstSuch = first + ((weekday - weekdayOf(first) + 7) % 7);
  const weeks = week === 5 ? Math.floor((first + daysInMonth(year, month) - 1 - firstSuch) / 7) : week - 1;
  return (firstSuch + weeks * 7) * DAY_SECONDS + seconds - offsetBefore;
}
