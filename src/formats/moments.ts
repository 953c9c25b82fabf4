import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { ContentFault } from '../lib/faults.js';
import { type CivilTime, civilOf, daysOf, isoLocal, isoOffset, wallSecondsOf } from '../lib/time/civil.js';
import {
  NS_PER_SECOND,
  type ReadTimeOptions,
  readTime,
  type TimeForm,
  type WrittenTime,
} from '../lib/time/read-time.js';
import { fixedZone, offsetAt, periodAt, readWall, type Zone } from '../lib/zones/zone.js';
import { findZone } from './zone-names.js';

/** Dates and instants of callers, read in a time zone; what a gap or an overlap of its clocks does to them is always said. */

/** An instant with the zone that it was read in. */
export interface Moment {
  /** Nanoseconds since 1970. */
  readonly ns: bigint;
  /** Whole seconds since 1970, rounded down. */
  readonly seconds: number;
  readonly zone: Zone;
  readonly form: TimeForm | 'now' | 'day-word';
  /** A time of day was written. */
  readonly hasClock: boolean;
  readonly warnings: readonly string[];
}

/** Which instant a wall time is that clocks skip or show twice; as Temporal has it. */
export const DISAMBIGUATIONS = ['compatible', 'earlier', 'later', 'reject'] as const;
export type Disambiguation = (typeof DISAMBIGUATIONS)[number];

export interface Reading extends ReadTimeOptions {
  /** How messages name the text: `option "date"`. */
  readonly label: string;
  readonly zone: Zone;
  readonly now: Date;
  readonly disambiguation?: Disambiguation;
}

const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

export const secondsOfNs = (ns: bigint): number =>
  Number((ns - (((ns % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND)) / NS_PER_SECOND);

export const nanosecondOf = (ns: bigint): number => Number(((ns % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND);

export const nsOfDate = (date: Date): bigint => BigInt(date.getTime()) * 1_000_000n;

/**
 * The instant of a text: `now`, `today`, `tomorrow`, `yesterday`, or whatever `readTime` reads. A time without offset or zone of its
 * own is of `zone`; a date without time is its first moment. Throws INVALID_INPUT, naming `label`.
 */
export function readMoment(text: string, reading: Reading): Moment {
  return refusing(`Cannot read ${reading.label} as a date`, () => momentOf(text, reading));
}

/** The same, but throws `ContentFault`. */
export function momentOf(text: string, reading: Reading): Moment {
  const word = text.trim().toLowerCase();
  if (word === 'now') return momentAt(nsOfDate(reading.now), reading.zone, 'now');
  const shift = { yesterday: -1, today: 0, tomorrow: 1 }[word];
  if (shift !== undefined) return dayMoment(shift, reading);
  return resolve(readTime(text, reading), reading);
}

const momentAt = (ns: bigint, zone: Zone, form: Moment['form'], warnings: readonly string[] = []): Moment => {
  const seconds = secondsOfNs(ns);
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) throw new ContentFault('its year must be from 1 to 9999');
  return { ns, seconds, zone, form, hasClock: true, warnings };
};

function dayMoment(shift: number, reading: Reading): Moment {
  const today = wallAt(nsOfDate(reading.now), reading.zone);
  const wall = civilOf((daysOf(today) + shift) * 86_400);
  return { ...resolve({ form: 'iso-8601', wall, hasClock: false, warnings: [] }, reading), form: 'day-word' };
}

/** The moment of a time that was read already. Throws `ContentFault`. */
export function resolve(written: WrittenTime, reading: Reading): Moment {
  const { form, hasClock, offset } = written;
  if (written.epochNs !== undefined) return momentAt(written.epochNs, reading.zone, form);
  const wall = written.wall as CivilTime;
  const abbreviated = withAbbreviation(written.zone, wall, reading.zone);
  if (abbreviated !== undefined) return { ...momentAt(abbreviated, reading.zone, form, written.warnings), hasClock };
  const zone = written.zone === undefined ? undefined : zoneNamed(written.zone);
  const seconds = wallSecondsOf(wall);
  const ns = (instant: number) => BigInt(instant) * NS_PER_SECOND + BigInt(wall.nanosecond);
  if (offset !== undefined) {
    const instant = seconds - offset;
    if (zone !== undefined && offsetAt(zone, instant) !== offset)
      throw new ContentFault(
        `the offset ${isoOffset(offset)} is not that of ${zone.name} at that time, ${isoOffset(offsetAt(zone, instant))}`,
      );
    const own = zone ?? (offset === 0 ? fixedZone('UTC', 0) : fixedZone(isoOffset(offset), offset));
    return { ...momentAt(ns(instant), own, form, written.warnings), hasClock };
  }
  const own = zone ?? reading.zone;
  const { instant, warnings } = instantOfWall(own, wall, reading.disambiguation ?? 'compatible', hasClock);
  return { ...momentAt(ns(instant), own, form, [...written.warnings, ...warnings]), hasClock };
}

/** A time with an abbreviation, such as CET in Berlin, where the zone at hand shows that wall time under it. */
function withAbbreviation(name: string | undefined, wall: CivilTime, zone: Zone): bigint | undefined {
  if (name === undefined || name.includes('/')) return undefined;
  const { instants } = readWall(zone, wallSecondsOf(wall));
  const shown = instants.find((instant) => periodAt(zone, instant).abbreviation === name);
  return shown === undefined ? undefined : BigInt(shown) * NS_PER_SECOND + BigInt(wall.nanosecond);
}

function zoneNamed(name: string): Zone {
  const zone = findZone(name);
  if (zone !== undefined) return zone;
  const isShort = /^[A-Z]{2,5}$/.test(name);
  throw new ContentFault(
    isShort
      ? `the abbreviation ${quote(name)} does not name one time zone; write an offset such as +02:00, or a name such as Europe/Berlin`
      : `${quote(name)} is not a time zone such as Europe/Berlin`,
  );
}

/**
 * The instant (seconds) at which the clocks of a zone show a wall time. What they skip or repeat is resolved as asked and told, but not
 * for a date without time of day: it begins when the day does. Throws `ContentFault` for `reject`.
 */
export function instantOfWall(
  zone: Zone,
  wall: CivilTime,
  disambiguation: Disambiguation,
  hasClock = true,
): { readonly instant: number; readonly warnings: readonly string[] } {
  const seconds = wallSecondsOf(wall);
  const { instants, before, after } = readWall(zone, seconds);
  const [first, ...more] = instants;
  const written = isoLocal(wall).replace('T', ' ');
  if (first !== undefined && more.length === 0) return { instant: first, warnings: [] };
  if (before === undefined || after === undefined) throw new ContentFault(`${written} cannot be found in ${zone.name}`);
  const [earlier, later] = [seconds - after.offset, seconds - before.offset].sort((one, other) => one - other) as [
    number,
    number,
  ];
  if (first === undefined) {
    const what = `${written} does not exist in ${zone.name}: clocks go from ${shown(after.start + before.offset)} to ${shown(after.start + after.offset)}`;
    if (!hasClock) return { instant: after.start, warnings: [`${what}; the day begins then`] };
    if (disambiguation === 'reject') throw new ContentFault(what);
    const instant = disambiguation === 'earlier' ? earlier : later;
    return { instant, warnings: [`${what}; taken as ${isoAt(instant, zone)}`] };
  }
  const last = more.at(-1) ?? first;
  const what = `${written} occurs twice in ${zone.name}: at ${isoOffset(before.offset)} and at ${isoOffset(after.offset)}`;
  if (!hasClock) return { instant: first, warnings: [] };
  if (disambiguation === 'reject') throw new ContentFault(what);
  const instant = disambiguation === 'later' ? last : first;
  return { instant, warnings: [`${what}; taken as ${isoAt(instant, zone)}`] };
}

const shown = (wallSeconds: number): string => isoLocal(civilOf(wallSeconds)).replace('T', ' ');

/** Wall time of an instant in a zone. */
export function wallAt(ns: bigint, zone: Zone): CivilTime {
  const seconds = secondsOfNs(ns);
  return civilOf(seconds + offsetAt(zone, seconds), nanosecondOf(ns));
}

/** An instant in ISO 8601 with the offset of a zone; `Z` in UTC. */
export function isoInZone(ns: bigint, zone: Zone): string {
  const offset = offsetAt(zone, secondsOfNs(ns));
  return `${isoLocal(wallAt(ns, zone))}${offset === 0 && isUtc(zone) ? 'Z' : isoOffset(offset)}`;
}

export const isoAt = (seconds: number, zone: Zone): string => isoInZone(BigInt(seconds) * NS_PER_SECOND, zone);

const isUtc = ({ name }: Zone): boolean => /^(?:(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)|Z|\+00:00)$/.test(name);

/** Abbreviation of a zone at an instant, such as CEST. */
export const abbreviationAt = (zone: Zone, seconds: number): string => periodAt(zone, seconds).abbreviation;
