import { ContentFault } from '../../lib/faults.js';
import { isWeekend } from '../../lib/time/calendar-math.js';
import { type CivilTime, dateOf, daysInMonth, daysOf, weekdayOf } from '../../lib/time/civil.js';
import { type DurationPart, nsOfPart } from '../../lib/time/durations.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';

export const EDGES = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Edge = (typeof EDGES)[number];

/** More steps than days from year 1 to 9999. */
const MAX_STEP = 10_000_000;

/** What is added: months first, then days, then real time. */
export interface Steps {
  readonly months: number;
  readonly days: number;
  readonly ns: bigint;
}

/** Throws `ContentFault` for parts of months, and where the result cannot be in the years 1 to 9999. */
export function stepsOf(parts: readonly DurationPart[]): Steps {
  let [months, days, ns] = [0, 0, 0n];
  for (const part of parts) {
    const { unit, digits, scale } = part;
    const isWhole = digits % 10n ** BigInt(scale) === 0n;
    const number = Number(digits / 10n ** BigInt(scale));
    if (unit === 'years' || unit === 'months') {
      if (!isWhole) throw new ContentFault(`${unit} must be whole: their length differs`);
      months += unit === 'years' ? 12 * number : number;
    } else if (isWhole && (unit === 'weeks' || unit === 'days')) days += unit === 'weeks' ? 7 * number : number;
    else ns += nsOfPart(part);
  }
  const isFar = ns / (86_400n * NS_PER_SECOND) > MAX_STEP || ns / (-86_400n * NS_PER_SECOND) > MAX_STEP;
  if (Math.abs(months) > MAX_STEP || Math.abs(days) > MAX_STEP || isFar)
    throw new ContentFault('the result must be in the years 1 to 9999');
  return { months, days, ns };
}

/** The day so many days from Monday to Friday later; zero stays. Whole weeks are taken at once. */
export function afterWeekdays(day: number, count: number): number {
  const step = count < 0 ? -1 : 1;
  let at = day;
  // From a weekend, the first step leads to the nearest working day.
  while (count !== 0 && isWeekend(at)) at -= step;
  let left = Math.abs(count);
  at += step * 7 * Math.floor(left / 5);
  for (left %= 5; left > 0; ) {
    at += step;
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, nanosecond: 0 };

/** First moment of the period that a wall time is in. */
export function startOf(edge: Edge, wall: CivilTime): CivilTime {
  const { year, month } = wall;
  if (edge === 'minute') return { ...wall, second: 0, nanosecond: 0 };
  if (edge === 'hour') return { ...wall, minute: 0, second: 0, nanosecond: 0 };
  if (edge === 'day') return { ...wall, ...MIDNIGHT };
  if (edge === 'week') return { ...dateOf(daysOf(wall) - weekdayOf(daysOf(wall)) + 1), ...MIDNIGHT };
  const first = edge === 'year' ? 1 : edge === 'quarter' ? month - ((month - 1) % 3) : month;
  return { year, month: first, day: 1, ...MIDNIGHT };
}

/** Last nanosecond of the period that a wall time is in. */
export function endOf(edge: Edge, wall: CivilTime): CivilTime {
  const last = { hour: 23, minute: 59, second: 59, nanosecond: 999_999_999 };
  const start = startOf(edge, wall);
  if (edge === 'minute') return { ...start, second: 59, nanosecond: last.nanosecond };
  if (edge === 'hour') return { ...start, minute: 59, second: 59, nanosecond: last.nanosecond };
  if (edge === 'day') return { ...start, ...last };
  if (edge === 'week') return { ...dateOf(daysOf(start) + 6), ...last };
  const month = edge === 'year' ? 12 : edge === 'quarter' ? start.month + 2 : start.month;
  return { year: start.year, month, day: daysInMonth(start.year, month), ...last };
}
