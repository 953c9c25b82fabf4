import { overLimit, text } from '../../core/index.js';
import { type CalendarEvent, textOf } from '../../formats/ical-events.js';
import { isoAt, wallAt } from '../../formats/moments.js';
import { expandSeries } from '../../formats/recurrences.js';
import { formatRecord } from '../../lib/csv/write.js';
import { type IcalComponent, linesOf, propertyOf } from '../../lib/ical/ical-read.js';
import { writeLines } from '../../lib/ical/ical-write.js';
import { type StepBudget, stepBudget } from '../../lib/recurrence/expand.js';
import { ruleWords } from '../../lib/recurrence/rule-words.js';
import { DAY_SECONDS } from '../../lib/time/civil.js';
import type { Zone } from '../../lib/zones/zone.js';

/** Occurrences of one series where the range has no end. */
const PER_SERIES = 100;
const MAX_PER_SERIES = 5000;
const MAX_EVENTS = 20_000;
/** Days that all series of a file may look at together. */
const MAX_STEPS = 10_000_000;

/** An event at one of its times, in seconds since 1970. */
export interface Occurrence {
  readonly event: CalendarEvent;
  readonly start: number;
  readonly end: number;
}

interface Listing {
  readonly range: { readonly from: number; readonly to: number };
  readonly expand: boolean;
  readonly told: Set<string>;
}

/** The occurrences of events that touch the range, in the order of their starts. */
export function occurrencesOf(events: readonly CalendarEvent[], { range, expand, told }: Listing): Occurrence[] {
  const changed = new Map<string, Set<number>>();
  for (const { uid, replaces } of events)
    if (replaces !== undefined) changed.set(uid, (changed.get(uid) ?? new Set()).add(replaces.seconds));
  const budget = stepBudget(MAX_STEPS);
  const listed: Occurrence[] = [];
  for (const event of events) {
    const isSeries = event.rules.length > 0 || event.added.length > 0;
    const starts =
      expand && isSeries ? seriesOf(event, changed.get(event.uid), range.to, { told, budget }) : [event.start.seconds];
    for (const start of starts) listed.push({ event, start, end: start + event.length });
    if (listed.length > MAX_EVENTS)
      throw overLimit(
        `The calendars must have at most ${MAX_EVENTS} events and occurrences up to the end of the range`,
      );
  }
  return listed
    .filter(({ start, end }) => start <= range.to && Math.max(end, start + 1) > range.from)
    .sort((one, other) => one.start - other.start);
}

function seriesOf(
  event: CalendarEvent,
  changed: ReadonlySet<number> | undefined,
  to: number,
  { told, budget }: { readonly told: Set<string>; readonly budget: StepBudget },
): readonly number[] {
  const { start, rules, added, excluded } = event;
  const limit = Number.isFinite(to) ? MAX_PER_SERIES : PER_SERIES;
  const { instants, hasMore, warnings } = expandSeries({
    rules,
    start: { ...wallAt(start.ns, start.zone), nanosecond: 0 },
    zone: start.zone,
    // The start belongs to every series, whatever its rule says.
    added: [start.seconds, ...added.map(({ seconds }) => seconds)],
    excluded: new Set([...excluded.map(({ seconds }) => seconds), ...(changed ?? [])]),
    until: Number.isFinite(to) ? to : undefined,
    limit,
    budget,
  });
  if (hasMore) told.add(`Of a series at most ${limit} occurrences are listed`);
  for (const warning of warnings) told.add(warning);
  return instants;
}

const people = (component: IcalComponent, name: string): string[] =>
  component.properties
    .filter((property) => property.name === name)
    .map(({ value, parameters }) => {
      const address = value.replace(/^mailto:/i, '');
      const shown = parameters.get('CN') ?? '';
      return shown === '' || shown === address ? address : `${shown} <${address}>`;
    });

/** An occurrence as it is told. */
export function reportOf({ event, start, end }: Occurrence, zone: Zone) {
  const { component, rules } = event;
  const at = (seconds: number) =>
    event.isAllDay
      ? isoAt(seconds, event.start.zone).slice(0, 10)
      : isoAt(seconds, event.start.zone.name === 'UTC' ? zone : event.start.zone);
  return {
    uid: event.uid,
    title: textOf(component, 'SUMMARY'),
    start: at(start),
    // The last day of events of whole days: the file has the day after it.
    end: at(event.isAllDay ? Math.max(start, end - DAY_SECONDS / 2) : end),
    allDay: event.isAllDay,
    timezone: event.start.zone.name,
    location: textOf(component, 'LOCATION'),
    description: textOf(component, 'DESCRIPTION'),
    url: propertyOf(component, 'URL')?.value ?? '',
    status: textOf(component, 'STATUS'),
    categories: textOf(component, 'CATEGORIES')
      .split(',')
      .filter((one) => one !== ''),
    organizer: people(component, 'ORGANIZER')[0] ?? '',
    attendees: people(component, 'ATTENDEE'),
    recurrence: rules.map(ruleWords).join('; '),
  };
}

/** One calendar of the events, with the time zones of all. What is there twice is kept once. */
export function calendarText(calendars: readonly IcalComponent[], events: readonly IcalComponent[]) {
  const zones = calendars.flatMap(({ components }) => components.filter(({ name }) => name === 'VTIMEZONE'));
  const once = (components: readonly IcalComponent[], keyOf: (component: IcalComponent) => string) => [
    ...new Map(components.map((component) => [keyOf(component), component])).values(),
  ];
  const lines = [
    ...once(zones, (component) => textOf(component, 'TZID')),
    ...once(events, (component) => {
      const uid = textOf(component, 'UID');
      return uid === ''
        ? linesOf(component).join('\n')
        : `${uid} ${propertyOf(component, 'RECURRENCE-ID')?.value ?? ''}`;
    }),
  ].flatMap(linesOf);
  const content = writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tool Execution API//Events//EN',
    ...lines,
    'END:VCALENDAR',
  ]);
  return text(content, { name: 'calendar.ics', mime: 'text/calendar;charset=utf-8' });
}

const COLUMNS = [
  'start',
  'end',
  'allDay',
  'title',
  'location',
  'description',
  'status',
  'organizer',
  'attendees',
  'recurrence',
  'uid',
] as const;

/** Events as a table for spreadsheets. */
export const csvOf = (reports: readonly Readonly<Record<(typeof COLUMNS)[number], unknown>>[]): string =>
  [
    COLUMNS.join(','),
    ...reports.map((report) =>
      formatRecord(
        COLUMNS.map((column) =>
          Array.isArray(report[column]) ? (report[column] as unknown[]).join('; ') : String(report[column]),
        ),
        ',',
      ),
    ),
    '',
  ].join('\r\n');
