import { civilOf, isoOffset } from '../time/civil.js';
import { startInYear, type YearlyChange } from '../zones/yearly-changes.js';
import { changesBetween, offsetAt, periodAt, type Zone, type ZonePeriod } from '../zones/zone.js';

/** A time zone as a component of a calendar (RFC 5545 §3.6.5). */

const two = (value: number): string => String(value).padStart(2, '0');

/** `20260329T020000` */
export function compactWall(wallSeconds: number): string {
  const { year, month, day, hour, minute, second } = civilOf(wallSeconds);
  return `${String(year).padStart(4, '0')}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}`;
}

const compactOffset = (seconds: number): string => isoOffset(seconds).replaceAll(':', '');

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MAX_CHANGES = 400;
const SECONDS_PER_YEAR = 31_556_952;
/** Changes that follow no rule which can be said by BYDAY are listed for so long. */
const LISTED_YEARS = 30;

/** Lines of a VTIMEZONE that holds from the year before an instant on. */
export function timezoneLines(zone: Zone, from: number): string[] {
  const start = from - 2 * SECONDS_PER_YEAR;
  const end = from + LISTED_YEARS * SECONDS_PER_YEAR;
  const changes = changesBetween(zone, start, end, MAX_CHANGES);
  const first = periodAt(zone, start);
  const lines = observance(
    'STANDARD',
    first.offset,
    first.offset,
    first.abbreviation,
    compactWall(start + first.offset),
    [],
  );
  const groups = new Map<string, ZonePeriod[]>();
  for (const change of changes) {
    const before = offsetAt(zone, change.start - 1);
    const key = [before, change.offset, change.abbreviation].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const least = Math.min(first.offset, ...changes.map(({ offset }) => offset));
  for (const group of groups.values()) {
    const [one] = group as [ZonePeriod];
    const before = offsetAt(zone, one.start - 1);
    const wall = (change: ZonePeriod) => compactWall(change.start + before);
    const name = one.offset > least ? 'DAYLIGHT' : 'STANDARD';
    lines.push(
      ...observance(
        name,
        before,
        one.offset,
        one.abbreviation,
        wall(one),
        ruleOf(zone, group, before) ?? group.slice(1).map((change) => `RDATE:${wall(change)}`),
      ),
    );
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone.name}`, ...lines, 'END:VTIMEZONE'];
}

const observance = (
  name: string,
  before: number,
  after: number,
  abbreviation: string,
  start: string,
  more: readonly string[],
): string[] => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  ...more,
  `TZOFFSETFROM:${compactOffset(before)}`,
  `TZOFFSETTO:${compactOffset(after)}`,
  `TZNAME:${abbreviation}`,
  `END:${name}`,
];

/** The yearly rule of the zone, where it gives all of these changes and those to come. */
function ruleOf(zone: Zone, group: readonly ZonePeriod[], before: number): string[] | undefined {
  const change = zone.changes.find(
    ({ offset, offsetBefore, abbreviation }) =>
      offset === group[0]?.offset && offsetBefore === before && abbreviation === group[0].abbreviation,
  );
  // A rule whose time lies in another day than its weekday cannot be said by BYDAY.
  if (change === undefined || change.seconds < 0 || change.seconds >= 86_400) return undefined;
  const isGiven = group.every(({ start }) => startInYear(change, civilOf(start + before).year) === start);
  const years = new Set(group.map(({ start }) => civilOf(start + before).year));
  return isGiven && years.size === group.length ? [`RRULE:${yearlyRule(change)}`] : undefined;
}

const yearlyRule = ({ month, week, weekday }: YearlyChange): string =>
  `FREQ=YEARLY;BYMONTH=${month};BYDAY=${week === 5 ? -1 : week}${DAYS[weekday - 1]}`;
