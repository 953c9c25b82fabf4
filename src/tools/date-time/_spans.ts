import { invalid } from '../../core/index.js';
import { instantOfWall, nanosecondOf, secondsOfNs, wallAt } from '../../formats/moments.js';
import { ContentFault } from '../../lib/faults.js';
import { addMonths, monthsBetween, type Overflow } from '../../lib/time/calendar-math.js';
import { type CivilTime, dateOf, daysOf, wallSecondsOf } from '../../lib/time/civil.js';
import { decimalQuotient, UNIT_NS } from '../../lib/time/durations.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';
import { offsetAt, readWall, type Zone } from '../../lib/zones/zone.js';

export const CALENDAR_UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/** Units of an option, the largest first. Throws INVALID_INPUT. */
export function readUnits(text: string): readonly CalendarUnit[] {
  if (text.trim() === '' || text.trim() === 'all') return ['years', 'months', 'days', 'hours', 'minutes', 'seconds'];
  const named = text.split(',').map((unit) => unit.trim().toLowerCase().replace(/s?$/, 's'));
  const unknown = named.find((unit) => !CALENDAR_UNITS.some((known) => known === unit));
  if (unknown !== undefined)
    throw invalid(`Option "units" names "${unknown.slice(0, 40)}", which is not one of ${CALENDAR_UNITS.join(', ')}`);
  return CALENDAR_UNITS.filter((unit) => named.includes(unit));
}

interface CalendarStep {
  readonly months: number;
  readonly days: number;
}

const LAST_YEAR = 9999;

/** A wall time some months and days later; the time of day stays. Throws `ContentFault` outside the years 1 to 9999. */
export function wallAfter(
  wall: CivilTime,
  { months, days }: CalendarStep,
  overflow: Overflow = 'constrain',
): CivilTime {
  const date = addMonths(wall, months, overflow);
  const moved = dateOf(daysOf(date) + days);
  if (moved.year < 1 || moved.year > LAST_YEAR + 1) throw new ContentFault('the result must be in the years 1 to 9999');
  return { ...wall, ...moved };
}

/** The instant some months and days later at the same time of day; a time that clocks skip there is the later one. */
export function instantAfter(ns: bigint, step: CalendarStep, zone: Zone): bigint {
  const wall = wallAfter(wallAt(ns, zone), step);
  const seconds = wallSecondsOf(wall);
  const offset = offsetAt(zone, secondsOfNs(ns));
  // Of a time that occurs twice, the one with the offset of the start.
  const kept = readWall(zone, seconds).instants.find((instant) => instant === seconds - offset);
  const instant = kept ?? instantOfWall(zone, wall, 'compatible').instant;
  return BigInt(instant) * NS_PER_SECOND + BigInt(nanosecondOf(ns));
}

interface Span {
  readonly counts: Partial<Record<CalendarUnit, number>>;
  /** What is left below the smallest unit. */
  readonly restNs: bigint;
  readonly iso: string;
}

/** The time from one instant to a later one in the units asked for: the calendar down to days, then real time. */
export function spanBetween(fromNs: bigint, toNs: bigint, units: readonly CalendarUnit[], zone: Zone): Span {
  const counts: Partial<Record<CalendarUnit, number>> = {};
  let step: CalendarStep = { months: 0, days: 0 };
  const [from, to] = [wallAt(fromNs, zone), wallAt(toNs, zone)];
  const fits = (next: CalendarStep) => instantAfter(fromNs, next, zone) <= toNs;
  if (units.includes('years') || units.includes('months')) {
    let months = monthsBetween(from, to);
    if (months > 0 && !fits({ months, days: 0 })) months -= 1;
    if (units.includes('years')) {
      counts.years = Math.floor(months / 12);
      if (units.includes('months')) counts.months = months % 12;
    } else counts.months = months;
    step = { months: 12 * (counts.years ?? 0) + (counts.months ?? 0), days: 0 };
  }
  if (units.includes('weeks') || units.includes('days')) {
    let days = daysOf(to) - daysOf(addMonths(from, step.months));
    while (days > 0 && !fits({ ...step, days })) days -= 1;
    if (units.includes('weeks')) {
      counts.weeks = Math.floor(days / 7);
      if (units.includes('days')) counts.days = days % 7;
    } else counts.days = days;
    step = { ...step, days: 7 * (counts.weeks ?? 0) + (counts.days ?? 0) };
  }
  let restNs = toNs - instantAfter(fromNs, step, zone);
  for (const unit of ['hours', 'minutes', 'seconds'] as const) {
    if (!units.includes(unit)) continue;
    counts[unit] = Number(restNs / UNIT_NS[unit]);
    restNs %= UNIT_NS[unit];
  }
  return { counts, restNs, iso: isoOf(counts) };
}

function isoOf(counts: Partial<Record<CalendarUnit, number>>): string {
  const written = (units: readonly CalendarUnit[]) =>
    units.map((unit) => (counts[unit] ? `${counts[unit]}${unit.charAt(0).toUpperCase()}` : '')).join('');
  const [date, time] = [written(['years', 'months', 'weeks', 'days']), written(['hours', 'minutes', 'seconds'])];
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

/** Whole units between two instants, and as a fraction the share of the one that has begun. */
export function totalOf(fromNs: bigint, toNs: bigint, unit: CalendarUnit, zone: Zone): number {
  const { counts } = spanBetween(fromNs, toNs, [unit], zone);
  const whole = counts[unit] ?? 0;
  const size = { years: { months: 12, days: 0 }, months: { months: 1, days: 0 }, weeks: { months: 0, days: 7 } }[
    unit as string
  ] ?? { months: 0, days: 1 };
  const at = (times: number) => instantAfter(fromNs, { months: size.months * times, days: size.days * times }, zone);
  const [low, high] = [at(whole), at(whole + 1)];
  return whole + Number(decimalQuotient(toNs - low, high - low, 6));
}
