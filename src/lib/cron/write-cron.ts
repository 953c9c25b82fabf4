import { ContentFault } from '../faults.js';
import type { SpokenSchedule } from './cron-phrase.js';

/** Expressions for schedules that were said in words. */

export const CRON_TARGETS = ['cron', 'systemd', 'quartz', 'aws', 'spring'] as const;
export type CronTarget = (typeof CRON_TARGETS)[number];

/** Minutes and hours that make one expression, each in order. */
interface Clocks {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
}

/** A schedule whose parts are those of expressions. */
export interface CronPlan {
  readonly clocks: readonly Clocks[];
  readonly schedule: SpokenSchedule;
  readonly days: readonly number[];
  readonly weekdays: readonly number[];
  readonly months: readonly number[];
  readonly warnings: readonly string[];
}

const range = (from: number, to: number, by = 1): number[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / by) + 1) }, (_, index) => from + index * by);

const HOURS = range(0, 23);

/** What is to run when. Throws `ContentFault` for what cron cannot say. */
export function planCron(schedule: SpokenSchedule): CronPlan {
  const { step, times, window, nth, last } = schedule;
  const warnings: string[] = [];
  if (nth !== undefined && (schedule.days.length > 0 || schedule.weekdays.length > 0 || last !== undefined))
    throw new ContentFault('a counted weekday cannot be combined with other days');
  if (last !== undefined && (schedule.days.length > 0 || schedule.weekdays.length > 0))
    throw new ContentFault('the last day of the month cannot be combined with other days');
  const isClock = step?.unit === 'minute' || step?.unit === 'hour';
  if (isClock && times.length > 0) throw new ContentFault(`times cannot be combined with a span of ${step.unit}s`);
  if (!isClock && window !== undefined)
    throw new ContentFault('"between" needs a span of minutes or hours, such as every 15 minutes');
  const hasDay = schedule.days.length + schedule.weekdays.length > 0 || nth !== undefined || last !== undefined;
  if (step === undefined && times.length === 0 && !hasDay && schedule.months.length === 0)
    throw new ContentFault('it does not say when');
  if (step?.unit === 'week' && schedule.weekdays.length === 0 && !hasDay)
    warnings.push('No weekday was given: Sunday was taken');
  if ((step?.unit === 'month' || step?.unit === 'year') && !hasDay && times.length === 0)
    warnings.push('No day was given: the first was taken');
  if (!isClock && times.length === 0) warnings.push('No time was given: midnight was taken');
  return {
    schedule,
    clocks: isClock ? stepClocks(step, window, warnings) : timeClocks(times.length === 0 ? [0] : times),
    days: daysOfPlan(schedule, hasDay, warnings),
    weekdays: step?.unit === 'week' && !hasDay ? [0] : schedule.weekdays.length === 7 ? [] : schedule.weekdays,
    months: monthsOfPlan(schedule),
    warnings,
  };
}

function daysOfPlan({ step, days }: SpokenSchedule, hasDay: boolean, warnings: string[]): readonly number[] {
  if (step?.unit === 'week' && step.size > 1)
    throw new ContentFault(`every ${step.size} weeks cannot be written: schedules do not count weeks`);
  if (step?.unit === 'day' && step.size > 1) {
    if (hasDay) throw new ContentFault('a span of days cannot be combined with other days');
    if (step.size > 31)
      throw new ContentFault(`every ${step.size} days cannot be written: days are counted within the month`);
    warnings.push(`Days are counted anew each month: after the last run of a month the next is on day 1`);
    return range(1, 31, step.size);
  }
  const isMonthly = step?.unit === 'month' || step?.unit === 'year';
  return days.length === 0 && isMonthly && !hasDay ? [1] : days.length === 31 ? [] : days;
}

function monthsOfPlan({ step, months }: SpokenSchedule): readonly number[] {
  if (step?.unit === 'year' && step.size > 1)
    throw new ContentFault(`every ${step.size} years cannot be written: expressions do not count years`);
  if (step?.unit === 'year') return months.length === 0 ? [1] : months;
  if (step?.unit !== 'month' || step.size === 1) return months.length === 12 ? [] : months;
  if (12 % step.size !== 0)
    throw new ContentFault(`every ${step.size} months cannot be written: a year is not a multiple of it`);
  if (months.length > 1) throw new ContentFault('a span of months cannot be combined with a list of months');
  return range(1, 12).filter((month) => (month - (months[0] ?? 1) + 12) % step.size === 0);
}

function stepClocks(
  { size, unit }: NonNullable<SpokenSchedule['step']>,
  window: SpokenSchedule['window'],
  warnings: string[],
): Clocks[] {
  const minutes = unit === 'hour' ? size * 60 : size;
  if (minutes > 1440 || (minutes > 60 && 1440 % minutes !== 0))
    throw new ContentFault(`every ${size} ${unit}s cannot be written: a day is not a multiple of it`);
  if (window === undefined) {
    if (minutes < 60 && 60 % minutes !== 0)
      warnings.push(`${minutes} does not divide an hour: runs are counted anew at the start of each`);
    return minutes < 60 ? [{ minutes: range(0, 59, minutes), hours: HOURS }] : timeClocks(range(0, 1439, minutes));
  }
  const [from, to] = window;
  const end = to === 0 ? 1440 : to;
  if (end <= from) throw new ContentFault('"between" must end later on the same day than it begins');
  if (minutes >= 60) return timeClocks(range(from, Math.min(end, 1439), minutes));
  if (60 % minutes !== 0)
    warnings.push(`${minutes} does not divide an hour: runs are counted anew at the start of each`);
  const runs = range(0, 1439).filter((at) => at >= from && at < end && (at % 60) % minutes === 0);
  const [finish] = runs.slice(-1);
  if (finish === undefined) throw new ContentFault('there is no run between these times');
  warnings.push(`The last run is at ${clockText(finish)}: the end of the time span is left out`);
  return timeClocks(runs);
}

const clockText = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

/** As few expressions as hours with the same minutes make. */
function timeClocks(times: readonly number[]): Clocks[] {
  const byHour = new Map<number, number[]>();
  for (const at of times) byHour.set(Math.floor(at / 60), [...(byHour.get(Math.floor(at / 60)) ?? []), at % 60]);
  const byMinutes = new Map<string, { minutes: number[]; hours: number[] }>();
  for (const [hour, minutes] of byHour) {
    const group = byMinutes.get(minutes.join()) ?? { minutes, hours: [] };
    group.hours.push(hour);
    byMinutes.set(minutes.join(), group);
  }
  return [...byMinutes.values()];
}

/** Values in the shortest usual form: all, a step, a range, a list. */
function field(values: readonly number[], min: number, max: number, isSystemd = false): string {
  const [first = min, second = first] = values;
  const last = values.at(-1) ?? first;
  const by = second - first;
  if (values.length === 0 || values.length === max - min + 1) return '*';
  const text = (value: number) => (isSystemd ? String(value).padStart(2, '0') : String(value));
  const isEven = values.length > 2 && values.every((value, index) => value === first + index * by);
  const isOpen = isEven && last + by > max;
  const to = isSystemd ? '..' : '-';
  if (isOpen && by > 1 && isSystemd) return `${text(first)}/${by}`;
  if (isOpen && by > 1 && first === min) return `*/${by}`;
  if (isEven) return `${text(first)}${to}${text(last)}${by === 1 ? '' : `/${by}`}`;
  return runs(values)
    .map(([from, end]) =>
      end - from > 1 ? `${text(from)}${to}${text(end)}` : [...new Set([from, end])].map(text).join(),
    )
    .join();
}

/** Values that follow each other, as first and last. */
function runs(values: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const value of values) {
    const current = found.at(-1);
    if (current !== undefined && current[1] === value - 1) current[1] = value;
    else found.push([value, value]);
  }
  return found;
}

const NAMES = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** Weekdays by name, Monday to Friday as a range; numbers for cron, where Sunday is 0. */
function weekdayField(weekdays: readonly number[], target: CronTarget): string {
  if (target === 'cron') return field(weekdays, 0, 6);
  if (weekdays.length === 0) return '*';
  const name = (weekday: number) => NAMES[weekday] ?? '';
  return runs(weekdays)
    .map(([from, to]) => (to - from > 1 ? `${name(from)}-${name(to)}` : [...new Set([from, to])].map(name).join()))
    .join();
}

/** Expressions of a plan. Throws `ContentFault` for what the target cannot say. */
export function writeCron(plan: CronPlan, target: CronTarget): { expressions: string[]; condition: string } {
  if (target === 'systemd') return { expressions: plan.clocks.map((clocks) => systemd(plan, clocks)), condition: '' };
  const { day, weekday, condition } = dayFields(plan, target);
  const month = field(plan.months, 1, 12);
  const expressions = plan.clocks.map(({ minutes, hours }) => {
    const clock = `${field(minutes, 0, 59)} ${field(hours, 0, 23)}`;
    if (target === 'aws') return `cron(${clock} ${day} ${month} ${weekday} *)`;
    return `${target === 'cron' ? '' : '0 '}${clock} ${day} ${month} ${weekday}`;
  });
  return { expressions, condition };
}

function dayFields(plan: CronPlan, target: CronTarget): { day: string; weekday: string; condition: string } {
  const { nth, last } = plan.schedule;
  const hasBoth = plan.days.length > 0 && plan.weekdays.length > 0;
  if (target === 'cron') return unixDays(plan);
  if (hasBoth && target !== 'spring')
    throw new ContentFault(`${target} cannot restrict days of the month and weekdays at once`);
  const none = target === 'spring' ? '*' : '?';
  if (nth !== undefined) {
    const fromOne = target === 'spring' ? nth.weekday : nth.weekday + 1;
    const weekday = nth.nth === 0 ? `${fromOne}L` : `${fromOne}#${nth.nth}`;
    return { day: none, weekday, condition: '' };
  }
  if (last !== undefined) return { day: last === 'day' ? 'L' : 'LW', weekday: none, condition: '' };
  const isWeekly = plan.weekdays.length > 0;
  return {
    day: isWeekly && !hasBoth ? none : field(plan.days, 1, 31),
    weekday: isWeekly ? weekdayField(plan.weekdays, target) : none,
    condition: '',
  };
}

/** Crontabs run where either field matches: a test before the command says the rest; % is written \% there. */
function unixDays({ schedule, days, weekdays }: CronPlan): { day: string; weekday: string; condition: string } {
  const { nth, last } = schedule;
  const isWeekday = (weekday: number) => `[ "$(date +\\%w)" -eq ${weekday} ]`;
  if (last === 'working-day')
    throw new ContentFault('cron cannot say the last working day of the month; quartz, aws and spring can');
  if (last === 'day') return { day: '28-31', weekday: '*', condition: '[ "$(date -d tomorrow +\\%-d)" -eq 1 ]' };
  if (nth?.nth === 0)
    return { day: '*', weekday: String(nth.weekday), condition: '[ "$(date -d \'+7 days\' +\\%-d)" -le 7 ]' };
  if (nth !== undefined) {
    const from = 7 * nth.nth - 6;
    return { day: `${from}-${Math.min(from + 6, 31)}`, weekday: '*', condition: isWeekday(nth.weekday) };
  }
  const day = field(days, 1, 31);
  if (days.length === 0 || weekdays.length === 0)
    return { day, weekday: weekdayField(weekdays, 'cron'), condition: '' };
  const tests = weekdays.length === 1 ? isWeekday(weekdays[0] ?? 0) : `date +\\%w | grep -q '[${weekdays.join('')}]'`;
  return { day, weekday: '*', condition: tests };
}

const SHORT = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

function systemd({ schedule, days, weekdays, months }: CronPlan, { minutes, hours }: Clocks): string {
  const { nth, last } = schedule;
  if (last === 'working-day')
    throw new ContentFault('systemd cannot say the last working day of the month; quartz, aws and spring can');
  const month = field(months, 1, 12, true);
  // The week begins on Monday there.
  const week = weekdays.map((weekday) => (weekday + 6) % 7).sort((one, other) => one - other);
  const name = (index: number) => SHORT[(index + 1) % 7] ?? '';
  const names = runs(week)
    .map(([from, to]) => (to - from > 1 ? `${name(from)}..${name(to)}` : [...new Set([from, to])].map(name).join()))
    .join();
  const date = (): string => {
    if (last === 'day') return `*-${month}~01`;
    if (nth?.nth === 0) return `*-${month}~07/1`;
    if (nth !== undefined) return `*-${month}-${field(range(7 * nth.nth - 6, Math.min(7 * nth.nth, 31)), 1, 31, true)}`;
    return `*-${month}-${field(days, 1, 31, true)}`;
  };
  const prefix = nth === undefined ? names : (SHORT[nth.weekday] ?? '');
  const clock = `${field(hours, 0, 23, true)}:${field(minutes, 0, 59, true)}:00`;
  return `${prefix === '' ? '' : `${prefix} `}${date()} ${clock}`;
}
