import { DAY_SECONDS, dateOf, daysInMonth, daysOf, weekdayOf } from '../time/civil.js';
import { periodAt, type Zone } from '../zones/zone.js';
import type { CronSchedule, DayRule } from './cron.js';

/** How far from the start runs are looked for. */
export const MAX_YEARS = 100;

const weekdayFrom0 = (day: number): number => weekdayOf(day) % 7;

/** Whether a schedule has a day, counted since 1970. */
function hasDay(schedule: CronSchedule, day: number): boolean {
  const date = dateOf(day);
  if (!schedule.months.values.includes(date.month)) return false;
  if (!schedule.years.isAny && !schedule.years.values.includes(date.year)) return false;
  const { days, weekdays } = schedule;
  const isDay = days.values.includes(date.day) || days.rules.some((rule) => follows(rule, day));
  const isWeekday = weekdays.values.includes(weekdayFrom0(day)) || weekdays.rules.some((rule) => follows(rule, day));
  return schedule.isEither ? isDay || isWeekday : isDay && isWeekday;
}

function follows(rule: DayRule, day: number): boolean {
  const { year, month, day: ofMonth } = dateOf(day);
  const last = daysInMonth(year, month);
  const isWorking = weekdayOf(day) <= 5;
  if (rule.type === 'last-day') return ofMonth === last - rule.before;
  if (rule.type === 'nearest-weekday') return rule.day <= last && ofMonth === nearest(year, month, rule.day, last);
  if (rule.type === 'last-weekday')
    return isWorking && (ofMonth === last || (weekdayOf(day) === 5 && ofMonth > last - 3));
  if (weekdayFrom0(day) !== rule.weekday) return false;
  return rule.type === 'last-of-month' ? ofMonth > last - 7 : Math.ceil(ofMonth / 7) === rule.nth;
}

/** The working day nearest to a day of the month, never in another month. */
function nearest(year: number, month: number, day: number, last: number): number {
  const weekday = weekdayOf(daysOf({ year, month, day }));
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 7) return day === last ? day - 2 : day + 1;
  return day;
}

/** First value that is not before `from`; `undefined` where there is none. */
const atLeast = (values: readonly number[], from: number) => values.find((value) => value >= from);
const atMost = (values: readonly number[], to: number) => values.findLast((value) => value <= to);

function nextClock({ hours, minutes, seconds }: CronSchedule, from: number): number | undefined {
  const [hour, minute, second] = [Math.floor(from / 3600), Math.floor(from / 60) % 60, from % 60];
  const [firstMinute = 0, firstSecond = 0] = [minutes.values[0], seconds.values[0]];
  if (hours.values.includes(hour)) {
    const sameMinute = minutes.values.includes(minute) ? atLeast(seconds.values, second) : undefined;
    if (sameMinute !== undefined) return hour * 3600 + minute * 60 + sameMinute;
    const later = atLeast(minutes.values, minute + 1);
    if (later !== undefined) return hour * 3600 + later * 60 + firstSecond;
  }
  const laterHour = atLeast(hours.values, hour + 1);
  return laterHour === undefined ? undefined : laterHour * 3600 + firstMinute * 60 + firstSecond;
}

function lastClock({ hours, minutes, seconds }: CronSchedule, to: number): number | undefined {
  const [hour, minute, second] = [Math.floor(to / 3600), Math.floor(to / 60) % 60, to % 60];
  const [lastMinute = 0, lastSecond = 0] = [minutes.values.at(-1), seconds.values.at(-1)];
  if (hours.values.includes(hour)) {
    const sameMinute = minutes.values.includes(minute) ? atMost(seconds.values, second) : undefined;
    if (sameMinute !== undefined) return hour * 3600 + minute * 60 + sameMinute;
    const earlier = atMost(minutes.values, minute - 1);
    if (earlier !== undefined) return hour * 3600 + earlier * 60 + lastSecond;
  }
  const earlierHour = atMost(hours.values, hour - 1);
  return earlierHour === undefined ? undefined : earlierHour * 3600 + lastMinute * 60 + lastSecond;
}

/** The first wall time of a schedule from `from` on and before `end`. */
export function nextWall(schedule: CronSchedule, from: number, end: number): number | undefined {
  let day = Math.floor(from / DAY_SECONDS);
  let clock = from - day * DAY_SECONDS;
  for (; day * DAY_SECONDS < end; day += 1, clock = 0) {
    const found = hasDay(schedule, day) ? nextClock(schedule, clock) : undefined;
    if (found !== undefined) return day * DAY_SECONDS + found < end ? day * DAY_SECONDS + found : undefined;
  }
  return undefined;
}

function lastWall(schedule: CronSchedule, to: number, start: number): number | undefined {
  let day = Math.floor(to / DAY_SECONDS);
  let clock = to - day * DAY_SECONDS;
  for (; (day + 1) * DAY_SECONDS > start; day -= 1, clock = DAY_SECONDS - 1) {
    const found = hasDay(schedule, day) ? lastClock(schedule, clock) : undefined;
    if (found !== undefined) return day * DAY_SECONDS + found >= start ? day * DAY_SECONDS + found : undefined;
  }
  return undefined;
}

const HORIZON = MAX_YEARS * 366 * DAY_SECONDS;

/**
 * The next instants (seconds) after `after` at which the clocks of a zone show a time of the schedule: none where clocks skip it, both
 * where they show it twice. At most `count`, within 100 years.
 */
export function nextRuns(schedule: CronSchedule, zone: Zone, after: number, count: number): number[] {
  const runs: number[] = [];
  const horizon = after + HORIZON;
  let at = after + 1;
  while (runs.length < count && at < horizon) {
    const { end, offset } = periodAt(zone, at);
    const until = Math.min(end, horizon);
    const wall = nextWall(schedule, at + offset, until + offset);
    if (wall === undefined) at = until;
    else {
      runs.push(wall - offset);
      at = wall - offset + 1;
    }
  }
  return runs;
}

/** The runs before `before`, the latest first. */
export function previousRuns(schedule: CronSchedule, zone: Zone, before: number, count: number): number[] {
  const runs: number[] = [];
  const horizon = before - HORIZON;
  let at = before - 1;
  while (runs.length < count && at > horizon) {
    const { start, offset } = periodAt(zone, at);
    const from = Math.max(start, horizon);
    const wall = lastWall(schedule, at + offset, from + offset);
    at = (wall === undefined ? from : wall - offset) - 1;
    if (wall !== undefined) runs.push(wall - offset);
  }
  return runs;
}
