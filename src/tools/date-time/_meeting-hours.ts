import { invalid, quote } from '../../core/index.js';
import { abbreviationAt, isoAt } from '../../formats/moments.js';
import { findZone, readZone, refuseZone } from '../../formats/zone-names.js';
import { DAY_SECONDS, weekdayName, weekdayOf } from '../../lib/time/civil.js';
import { offsetAt, type Zone } from '../../lib/zones/zone.js';

const MAX_ZONES = 20;
export const MINUTE = 60;
/** A meeting is suggested at quarters of an hour. */
const STEP_MINUTES = 15;
const SUGGESTIONS = 5;

/** Minutes of the day; the end may be after midnight, and is then more than 1,440. */
interface Hours {
  readonly start: number;
  readonly end: number;
}

export interface Place {
  readonly zone: Zone;
  readonly hours: Hours;
}

function readHours(text: string): Hours {
  const match = /^\s*(\d{1,2})(?::?(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::?(\d\d))?\s*$/.exec(text);
  const [, fromHour, fromMinute = '0', toHour, toMinute = '0'] = match ?? [];
  const [start, end] = [Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)];
  if (
    match === null ||
    !(start < 1440 && end <= 1440) ||
    Number(fromMinute) > 59 ||
    Number(toMinute) > 59 ||
    start === end
  )
    throw invalid(`Option "hours" is not a range of times such as 09:00-17:00, got ${quote(text)}`);
  return { start, end: end > start ? end : end + 1440 };
}

export function readPlaces(zones: string, hours: string, what = 'Option "zones"'): Place[] {
  const names = zones.split(/[,;\n]/).filter((name) => name.trim() !== '');
  if (names.length < 2) throw invalid(`${what} names fewer than two time zones`);
  if (names.length > MAX_ZONES) throw invalid(`${what} names ${names.length} time zones, more than ${MAX_ZONES}`);
  const ranges = hours.split(/[,;\n]/).map(readHours);
  if (ranges.length !== 1 && ranges.length !== names.length)
    throw invalid(
      `Option "hours" has ${ranges.length} ranges for ${names.length} time zones; give one, or one for each`,
    );
  return names.map((name, index) => ({
    zone: findZone(name) ?? refuseZone(what, name.trim()),
    hours: ranges[ranges.length === 1 ? 0 : index] as Hours,
  }));
}

/** Minutes that a wall time (seconds) is away from the working hours before or after it; 0 within. */
function distanceOf({ zone, hours }: Place, seconds: number, weekends: boolean): number {
  const wall = seconds + offsetAt(zone, seconds);
  const day = Math.floor(wall / DAY_SECONDS);
  const distances = [day - 1, day, day + 1]
    .filter((one) => weekends || weekdayOf(one) <= 5)
    .map((one) => {
      const minute = Math.floor((wall - one * DAY_SECONDS) / MINUTE);
      if (minute < hours.start) return hours.start - minute;
      return minute < hours.end ? 0 : minute - hours.end + 1;
    });
  // On a Saturday or Sunday no time is a good one.
  return Math.min(1440, ...distances);
}

/** Which minutes of the day are working time in every place, and how far away the others are together. */
export function scan(places: readonly Place[], start: number, end: number, weekends: boolean): number[] {
  const distances: number[] = [];
  for (let at = start; at < end; at += MINUTE)
    distances.push(places.reduce((sum, place) => sum + distanceOf(place, at, weekends), 0));
  return distances;
}

export const localsOf = (places: readonly Place[], seconds: number, minutes: number, weekends: boolean) =>
  places.map((place) => ({
    timezone: place.zone.name,
    start: isoAt(seconds, place.zone),
    end: isoAt(seconds + minutes * MINUTE, place.zone),
    weekday: weekdayName(Math.floor((seconds + offsetAt(place.zone, seconds)) / DAY_SECONDS)),
    abbreviation: abbreviationAt(place.zone, seconds),
    outsideMinutes: Array.from({ length: minutes }, (_, i) => distanceOf(place, seconds + i * MINUTE, weekends)).filter(
      (distance) => distance > 0,
    ).length,
  }));

/** The starts that are nearest to the working hours of all. */
export function suggestionsOf(
  places: readonly Place[],
  start: number,
  end: number,
  minutes: number,
  weekends: boolean,
) {
  const utc = readZone('UTC');
  const far = scan(places, start, end + minutes * MINUTE, weekends);
  const starts = [];
  for (let at = start; at < end; at += STEP_MINUTES * MINUTE) {
    const index = (at - start) / MINUTE;
    const distance = far.slice(index, index + minutes).reduce((sum, each) => sum + each, 0);
    starts.push({ at, distance });
  }
  return starts
    .sort((one, other) => one.distance - other.distance || one.at - other.at)
    .slice(0, SUGGESTIONS)
    .map(({ at }) => {
      const locals = localsOf(places, at, minutes, weekends);
      const outsideMinutes = locals.reduce((sum, local) => sum + local.outsideMinutes, 0);
      return { start: isoAt(at, utc), end: isoAt(at + minutes * MINUTE, utc), outsideMinutes, places: locals };
    });
}
