import { LimitFault } from '../faults.js';
import {
  type CivilTime,
  DAY_SECONDS,
  dateOf,
  daysInMonth,
  daysOf,
  isLeapYear,
  wallSecondsOf,
  weekdayOf,
} from '../time/civil.js';
import type { RecurrenceRule, WeekdayNumber } from './rule.js';

/** Years after the start in which occurrences are looked for. */
const SEARCHED_YEARS = 1000;
/** Days, or steps within days, that are looked at for all rules of a series; 1,000 years have 365,243 days. */
const MAX_STEPS = 1_000_000;

/** What the rules of a series may still spend. */
export interface StepBudget {
  steps: number;
}

export const stepBudget = (steps = MAX_STEPS): StepBudget => ({ steps });

const STEP_SECONDS = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/**
 * The wall times (seconds) of a rule from its start on, in order, without end where the rule has none in the searched years.
 * What the rule does not say comes from the start. Throws `LimitFault` where too many days or steps have no occurrence.
 */
export function* expandRule(rule: RecurrenceRule, start: CivilTime, budget: StepBudget): Generator<number> {
  const { frequency } = rule;
  const isWithin = frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY';
  const first = wallSecondsOf(start);
  const end = daysOf({ year: start.year + SEARCHED_YEARS, month: 1, day: 1 }) * DAY_SECONDS;
  const sets = isWithin
    ? setsWithinDays(rule, start, STEP_SECONDS[frequency], end, budget)
    : setsOfDays(completed(rule, start), start, end, budget);
  let count = 0;
  for (const set of sets) {
    for (const wall of positioned(set, rule.positions)) {
      if (wall < first) continue;
      count += 1;
      if (rule.count !== undefined && count > rule.count) return;
      yield wall;
    }
  }
}

function positioned(set: readonly number[], positions: readonly number[]): readonly number[] {
  if (positions.length === 0) return set;
  const chosen = positions.flatMap((position) => set.at(position > 0 ? position - 1 : position) ?? []);
  return [...new Set(chosen)].sort((one, other) => one - other);
}

/** What the start says where the rule does not (§3.3.10). */
function completed(rule: RecurrenceRule, start: CivilTime): RecurrenceRule {
  const { frequency, weeks, yearDays, monthDays, weekdays, months } = rule;
  if (weekdays.length > 0 || yearDays.length > 0 || monthDays.length > 0) return rule;
  const weekday: WeekdayNumber = { weekday: weekdayOf(daysOf(start)), nth: 0 };
  if (frequency === 'WEEKLY' || weeks.length > 0) return { ...rule, weekdays: [weekday] };
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [start.day] };
  if (frequency !== 'YEARLY') return rule;
  return { ...rule, months: months.length > 0 ? months : [start.month], monthDays: [start.day] };
}

function spend(budget: StepBudget): void {
  budget.steps -= 1;
  if (budget.steps < 0) throw new LimitFault('too many days or steps are between its dates');
}

function* setsOfDays(rule: RecurrenceRule, start: CivilTime, end: number, budget: StepBudget): Generator<number[]> {
  const times = timesOf(rule, start);
  for (const [from, until] of periods(rule, start)) {
    if (from * DAY_SECONDS >= end) return;
    const set: number[] = [];
    for (let day = from; day < until; day++) {
      spend(budget);
      if (hasDay(rule, day)) for (const time of times) set.push(day * DAY_SECONDS + time);
    }
    yield set;
  }
}

const orElse = (values: readonly number[], value: number): readonly number[] => (values.length > 0 ? values : [value]);

/** Times of a day, in order. */
function timesOf(rule: RecurrenceRule, start: CivilTime): number[] {
  const times: number[] = [];
  for (const hour of orElse(rule.hours, start.hour))
    for (const minute of orElse(rule.minutes, start.minute))
      for (const second of orElse(rule.seconds, start.second))
        times.push(hour * 3600 + minute * 60 + Math.min(second, 59));
  return [...new Set(times)].sort((one, other) => one - other);
}

/** First day and the day after the last of each period. */
function* periods(
  { frequency, interval, weekStart }: RecurrenceRule,
  start: CivilTime,
): Generator<readonly [number, number]> {
  const first = daysOf(start);
  for (let step = 0; ; step += interval) {
    if (frequency === 'DAILY') yield [first + step, first + step + 1];
    else if (frequency === 'WEEKLY') {
      const monday = first - ((weekdayOf(first) - weekStart + 7) % 7) + 7 * step;
      yield [monday, monday + 7];
    } else if (frequency === 'MONTHLY') {
      const index = start.year * 12 + start.month - 1 + step;
      const month = { year: Math.floor(index / 12), month: (index % 12) + 1, day: 1 };
      yield [daysOf(month), daysOf(month) + daysInMonth(month.year, month.month)];
    } else
      yield [
        daysOf({ year: start.year + step, month: 1, day: 1 }),
        daysOf({ year: start.year + step + 1, month: 1, day: 1 }),
      ];
  }
}

function* setsWithinDays(
  rule: RecurrenceRule,
  start: CivilTime,
  unit: number,
  end: number,
  budget: StepBudget,
): Generator<number[]> {
  const first = wallSecondsOf(start);
  const step = rule.interval * unit;
  const skipTo = (at: number, to: number) => at + Math.max(1, Math.ceil((to - at) / step)) * step;
  let [known, isKnown] = [Number.NaN, false];
  for (let at = first; at < end; ) {
    spend(budget);
    const day = Math.floor(at / DAY_SECONDS);
    if (day !== known) [known, isKnown] = [day, hasDay(rule, day)];
    const clock = at - day * DAY_SECONDS;
    const [hour, minute, second] = [Math.floor(clock / 3600), Math.floor(clock / 60) % 60, clock % 60];
    if (!isKnown) at = skipTo(at, (day + 1) * DAY_SECONDS);
    else if (rule.hours.length > 0 && !rule.hours.includes(hour)) at = skipTo(at, (Math.floor(at / 3600) + 1) * 3600);
    else if (unit < 3600 && rule.minutes.length > 0 && !rule.minutes.includes(minute))
      at = skipTo(at, (Math.floor(at / 60) + 1) * 60);
    else if (unit < 60 && rule.seconds.length > 0 && !rule.seconds.includes(second)) at += step;
    else {
      const minutes = unit < 3600 ? [minute] : orElse(rule.minutes, minute);
      const seconds = unit < 60 ? [second] : orElse(rule.seconds, second);
      const hourStart = at - minute * 60 - second;
      yield minutes.flatMap((one) => seconds.map((other) => hourStart + one * 60 + Math.min(other, 59)));
      at += step;
    }
  }
}

/** Whether a day is in the lists of a rule. */
function hasDay(rule: RecurrenceRule, day: number): boolean {
  const { year, month, day: ofMonth } = dateOf(day);
  if (rule.months.length > 0 && !rule.months.includes(month)) return false;
  const monthLength = daysInMonth(year, month);
  const has = (list: readonly number[], from1: number, length: number) =>
    list.length === 0 || list.includes(from1) || list.includes(from1 - length - 1);
  if (!has(rule.monthDays, ofMonth, monthLength)) return false;
  if (rule.yearDays.length > 0) {
    const first = daysOf({ year, month: 1, day: 1 });
    if (!has(rule.yearDays, day - first + 1, isLeapYear(year) ? 366 : 365)) return false;
  }
  if (rule.weeks.length > 0 && !hasWeek(rule, day)) return false;
  return rule.weekdays.length === 0 || rule.weekdays.some((one) => hasWeekday(rule, one, day));
}

function hasWeekday({ frequency, months }: RecurrenceRule, { weekday, nth }: WeekdayNumber, day: number): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0) return true;
  const { year, month, day: ofMonth } = dateOf(day);
  const isOfYear = frequency === 'YEARLY' && months.length === 0;
  const [place, length] = isOfYear
    ? [day - daysOf({ year, month: 1, day: 1 }) + 1, isLeapYear(year) ? 366 : 365]
    : [ofMonth, daysInMonth(year, month)];
  return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth;
}

/** Weeks begin with WKST; the first has four days or more in the year. */
function hasWeek({ weeks, weekStart }: RecurrenceRule, day: number): boolean {
  const start = day - ((weekdayOf(day) - weekStart + 7) % 7);
  const { year } = dateOf(start + 3);
  const firstOf = (one: number) => {
    const fourth = daysOf({ year: one, month: 1, day: 4 });
    return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
  };
  const week = (start - firstOf(year)) / 7 + 1;
  const length = (firstOf(year + 1) - firstOf(year)) / 7;
  return weeks.includes(week) || weeks.includes(week - length - 1);
}
