import { DAY_SECONDS, dateOf } from '../time/civil.js';
import { LAST_LISTED_YEAR, startInYear, type YearlyChange } from './yearly-changes.js';

/** A time zone: for each period its start (seconds since 1970, the first has none), offset (seconds, east positive) and abbreviation. */
export interface Zone {
  readonly name: string;
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
  readonly abbreviations: readonly string[];
  /** The changes of every year after the list, in order; none where there are none any more, or no rule that can be told. */
  readonly changes: readonly YearlyChange[];
}

/** One stretch of time with one offset. `end` is exclusive. */
export interface ZonePeriod {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly abbreviation: string;
}

/** What a wall time is in a zone: the instants that show it. None in a gap, two in an overlap. */
export interface WallReading {
  readonly instants: readonly number[];
  /** The period before the change that skips or repeats the wall time, and the one after. */
  readonly before: ZonePeriod | undefined;
  readonly after: ZonePeriod | undefined;
}

/** Zone of an offset that never changes. */
export const fixedZone = (name: string, offset: number): Zone => ({
  name,
  starts: [Number.NEGATIVE_INFINITY],
  offsets: [offset],
  abbreviations: [name],
  changes: [],
});

const listed = ({ starts, offsets, abbreviations }: Zone, index: number): ZonePeriod => ({
  start: starts[index] ?? Number.POSITIVE_INFINITY,
  end: starts[index + 1] ?? Number.POSITIVE_INFINITY,
  offset: offsets[index] ?? 0,
  abbreviation: abbreviations[index] ?? '',
});

/** Index of the last start that is not after the instant. */
function indexAt(starts: readonly number[], instant: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

const yearOf = (instant: number): number => dateOf(Math.floor(instant / DAY_SECONDS)).year;

/** The period that an instant (seconds since 1970) is in. */
export function periodAt(zone: Zone, instant: number): ZonePeriod {
  const index = indexAt(zone.starts, instant);
  const period = listed(zone, index);
  const { changes } = zone;
  if (index < zone.starts.length - 1 || changes.length === 0) return period;
  const year = yearOf(instant);
  // From the last of the list on: what comes before and after the instant is in the years around it.
  const around = [year - 1, year, year + 1]
    .filter((one) => one > LAST_LISTED_YEAR)
    .flatMap((one) => changes.map((change) => ({ ...change, start: startInYear(change, one) })));
  const next = around.find(({ start }) => start > instant);
  const current = around.findLast(({ start }) => start <= instant);
  const end = next?.start ?? startInYear(changes[0] as YearlyChange, Math.max(year + 1, LAST_LISTED_YEAR + 1));
  if (current === undefined) return { ...period, end };
  return { start: current.start, end, offset: current.offset, abbreviation: current.abbreviation };
}

export const offsetAt = (zone: Zone, instant: number): number => periodAt(zone, instant).offset;

/** No zone is further from Greenwich than 16 hours, and none changes by more than 25. */
const REACH_SECONDS = 26 * 3600;

/** The instants at which the clocks of a zone show a wall time (seconds). */
export function readWall(zone: Zone, wallSeconds: number): WallReading {
  const periods: ZonePeriod[] = [];
  let at = wallSeconds - REACH_SECONDS;
  while (at <= wallSeconds + REACH_SECONDS) {
    const period = periodAt(zone, at);
    periods.push(period);
    at = period.end;
  }
  const showing = periods.filter(({ start, end, offset }) => {
    const instant = wallSeconds - offset;
    return instant >= start && instant < end;
  });
  const instants = showing.map(({ offset }) => wallSeconds - offset);
  if (instants.length > 1) return { instants, before: showing[0], after: showing.at(-1) };
  if (instants.length === 1) return { instants, before: undefined, after: undefined };
  const after = periods.findIndex(
    ({ start, offset }, i) =>
      i > 0 && wallSeconds < start + offset && wallSeconds >= start + (periods[i - 1]?.offset ?? 0),
  );
  return { instants, before: periods[after - 1], after: periods[after] };
}

/** The changes of offset or abbreviation from `from` on and before `until`, at most `limit`. */
export function changesBetween(zone: Zone, from: number, until: number, limit: number): readonly ZonePeriod[] {
  const found: ZonePeriod[] = [];
  let period = periodAt(zone, from);
  if (period.start === from) found.push(period);
  while (period.end < until && found.length < limit) {
    period = periodAt(zone, period.end);
    found.push(period);
  }
  return found;
}

/** The change before an instant, if there is one: the period that it begins. */
export const lastChange = (zone: Zone, instant: number): ZonePeriod | undefined => {
  const period = periodAt(zone, instant);
  return Number.isFinite(period.start) ? period : undefined;
};

const SEASON_SECONDS = 400 * DAY_SECONDS;

/** Whether clocks are ahead of the least offset within 400 days, where the zone changes its clocks at all. */
export function isDaylightTime(zone: Zone, instant: number): boolean {
  const { start, end, offset } = periodAt(zone, instant);
  // A long period is the zone's ordinary time.
  if (end - start > SEASON_SECONDS) return false;
  const [before, after] = [periodAt(zone, start - 1), periodAt(zone, end)];
  return offset > before.offset || offset > after.offset;
}
