import { isoAt } from '../../formats/moments.js';
import type { CronDialect, CronSchedule } from '../../lib/cron/cron.js';
import { MAX_YEARS, nextWall } from '../../lib/cron/cron-runs.js';
import { civilOf, isoLocal } from '../../lib/time/civil.js';
import { changesBetween, periodAt, type Zone } from '../../lib/zones/zone.js';

/** Changes of clocks that are looked at. */
const MAX_CHANGES = 20;

const shown = (wallSeconds: number): string => isoLocal(civilOf(wallSeconds)).slice(0, 16).replace('T', ' ');

/** What the expression does that its writer may not expect. */
export function lintCron(schedule: CronSchedule, dialect: CronDialect, runs: readonly number[]): string[] {
  const { minutes, hours, days, weekdays, seconds } = schedule;
  const found: string[] = [];
  if (runs.length === 0) found.push(`There is no such time in the next ${MAX_YEARS} years`);
  if (minutes.isAny && !hours.isAny)
    found.push('Runs every minute of the hours given; a minute of 0 would run once per hour');
  if (seconds.isAny && (dialect === 'quartz' || dialect === 'spring'))
    found.push('Runs every second of the minutes given; a second of 0 would run once per minute');
  if (schedule.isEither && days.values.length < 31 && weekdays.values.length < 7)
    found.push('Day of month and day of week are both restricted: either is enough for a run');
  else if (dialect === 'unix' && !days.isAny && !weekdays.isAny)
    found.push('A day field that begins with * does not widen the other: a day must match both');
  const steps = schedule.expression.split(/\s+/).flatMap((field) => {
    const step = Number(/^\*\/(\d+)$/.exec(field)?.[1] ?? 1);
    const index = schedule.expression.split(/\s+/).indexOf(field) + (dialect === 'unix' || dialect === 'aws' ? 1 : 0);
    const size = [60, 60, 24][index];
    return size !== undefined && step > 1 && size % step !== 0 ? [[field, size, step] as const] : [];
  });
  for (const [field, size, step] of steps) {
    const unit = size === 24 ? 'hours' : 'minutes or seconds';
    if (step > size) found.push(`The step of ${field} is larger than the field: only its first value matches`);
    else found.push(`${field} begins again every ${size} ${unit}: the last step is ${size % step} long, not ${step}`);
  }
  return found;
}

/** Runs that clocks skip or repeat from an instant to the last of the runs shown; not of schedules that run in every hour anyway. */
export function clockWarnings(schedule: CronSchedule, zone: Zone, from: number, until: number): string[] {
  if (schedule.hours.values.length === 24) return [];
  return changesBetween(zone, from, until, MAX_CHANGES).flatMap(({ start, offset }) => {
    const before = periodAt(zone, start - 1).offset;
    const [low, high] = [start + Math.min(before, offset), start + Math.max(before, offset)];
    const wall = nextWall(schedule, low, high);
    if (wall === undefined) return [];
    return offset > before
      ? [
          `${shown(wall)} is skipped by the clocks of ${zone.name}: no run then (some schedulers run at ${isoAt(start, zone)})`,
        ]
      : [`${shown(wall)} occurs twice in ${zone.name}: both are listed (some schedulers run once)`];
  });
}
