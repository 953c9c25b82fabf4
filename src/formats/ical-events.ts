import { refusing } from '../core/refusing.js';
import { namedZone } from '../engines/zone-data.js';
import { unlessFaulty } from '../lib/faults.js';
import { type IcalComponent, type IcalProperty, propertyOf, unescapeText } from '../lib/ical/ical-read.js';
import { type RecurrenceRule, readRule } from '../lib/recurrence/rule.js';
import { nsOfDuration, readDuration } from '../lib/time/durations.js';
import { NS_PER_SECOND } from '../lib/time/read-time.js';
import type { Zone } from '../lib/zones/zone.js';
import { type Moment, readMoment } from './moments.js';

/** An event of a calendar file, its times resolved. */
export interface CalendarEvent {
  readonly uid: string;
  readonly component: IcalComponent;
  readonly start: Moment;
  /** Seconds. */
  readonly length: number;
  readonly isAllDay: boolean;
  readonly rules: readonly RecurrenceRule[];
  readonly added: readonly Moment[];
  readonly excluded: readonly Moment[];
  /** Of an occurrence that was changed: the one it stands for. */
  readonly replaces: Moment | undefined;
}

interface Surroundings {
  /** Of times without a zone, and with one that is not known. */
  readonly zone: Zone;
  readonly now: Date;
  /** Told once each. */
  readonly told: Set<string>;
}

/** Names of Windows that Outlook and Exchange write (Unicode CLDR, windowsZones). */
const WINDOWS: Readonly<Record<string, string>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'Russian Standard Time': 'Europe/Moscow',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Arabian Standard Time': 'Asia/Dubai',
  'India Standard Time': 'Asia/Calcutta',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Atlantic Standard Time': 'America/Halifax',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'South Africa Standard Time': 'Africa/Johannesburg',
};

function zoneOf({ parameters }: IcalProperty, { zone, told }: Surroundings): Zone {
  const name = parameters.get('TZID');
  if (name === undefined) return zone;
  const known = Object.hasOwn(WINDOWS, name) ? WINDOWS[name] : undefined;
  // `/mozilla.org/20050126_1/Europe/Berlin`
  const ending = name.split('/').slice(-2).join('/');
  const found = namedZone(known ?? name) ?? namedZone(ending);
  if (found === undefined)
    told.add(`The time zone ${JSON.stringify(name.slice(0, 80))} is not known; ${zone.name} is taken`);
  return found ?? zone;
}

function momentsOf(property: IcalProperty, surroundings: Surroundings): Moment[] {
  const zone = zoneOf(property, surroundings);
  // Of periods (RDATE) the start counts.
  return property.value
    .split(',')
    .filter((value) => value.trim() !== '')
    .map((value) => readMoment(value.split('/')[0] ?? '', { label: property.name, zone, now: surroundings.now }));
}

/** The event of a VEVENT; `undefined` where it has no start. Throws INVALID_INPUT for dates and rules that cannot be read. */
export function readEvent(component: IcalComponent, surroundings: Surroundings): CalendarEvent | undefined {
  const property = (name: string) => propertyOf(component, name);
  const all = (name: string) => component.properties.filter((one) => one.name === name);
  const written = property('DTSTART');
  const [start] = written === undefined ? [] : momentsOf(written, surroundings);
  if (start === undefined) return undefined;
  const moments = (name: string) => all(name).flatMap((one) => momentsOf(one, surroundings));
  const [end] = moments('DTEND');
  const [replaces] = moments('RECURRENCE-ID');
  const duration = property('DURATION')?.value;
  const parts = duration === undefined ? undefined : unlessFaulty(() => readDuration(duration));
  const ofDuration = parts === undefined ? undefined : Number(nsOfDuration(parts) / NS_PER_SECOND);
  const length = end === undefined ? (ofDuration ?? (start.hasClock ? 0 : 86_400)) : end.seconds - start.seconds;
  return {
    uid: property('UID')?.value.trim() ?? '',
    component,
    start,
    length: Math.max(0, length),
    isAllDay: !start.hasClock,
    rules: all('RRULE').map(({ value }) => refusing('Cannot read RRULE', () => readRule(value))),
    added: moments('RDATE'),
    excluded: moments('EXDATE'),
    replaces,
  };
}

/** A text property of an event; empty where it has none. */
export const textOf = (component: IcalComponent, name: string): string => {
  const property = propertyOf(component, name);
  return property === undefined ? '' : unescapeText(property.value);
};
