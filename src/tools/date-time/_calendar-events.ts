import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { openCsv } from '../../formats/csv-file.js';
import { type Moment, readMoment, wallAt } from '../../formats/moments.js';
import { escapeText } from '../../lib/ical/ical-write.js';
import { compactWall } from '../../lib/ical/vtimezone.js';
import { readRule } from '../../lib/recurrence/rule.js';
import { DAY_SECONDS, daysOf, isoDay, wallSecondsOf } from '../../lib/time/civil.js';
import { nsOfDuration, readDuration } from '../../lib/time/durations.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';
import type { Zone } from '../../lib/zones/zone.js';

const MAX_EVENTS = 1000;
const FIELDS = [
  'title',
  'start',
  'end',
  'duration',
  'location',
  'description',
  'url',
  'rrule',
  'alarmMinutes',
] as const;
export type Field = (typeof FIELDS)[number];
export type EventFields = Readonly<Record<Field, string>>;

/** Column names of other programs, Google and Outlook among them. */
const COLUMNS: Readonly<Record<string, Field>> = {
  title: 'title',
  subject: 'title',
  summary: 'title',
  event: 'title',
  name: 'title',
  start: 'start',
  dtstart: 'start',
  begin: 'start',
  from: 'start',
  date: 'start',
  end: 'end',
  dtend: 'end',
  to: 'end',
  duration: 'duration',
  location: 'location',
  place: 'location',
  description: 'description',
  notes: 'description',
  url: 'url',
  link: 'url',
  rrule: 'rrule',
  alarmminutes: 'alarmMinutes',
  alarm: 'alarmMinutes',
};

interface Surroundings {
  readonly zone: Zone;
  readonly now: Date;
  readonly random: (length: number) => Uint8Array;
}

const compactDay = (day: number): string => isoDay(day).replaceAll('-', '');

/** The lines of one event. Throws INVALID_INPUT, naming the option or cell by `label`. */
export function eventLines(
  fields: EventFields,
  label: (field: Field) => string,
  { zone, now, random }: Surroundings,
): string[] {
  if (fields.title.trim() === '')
    throw invalid(`${label('title')} must not be empty`.replace(/^./, (first) => first.toUpperCase()));
  const read = (field: 'start' | 'end') => readMoment(fields[field], { label: label(field), zone, now });
  if (fields.start.trim() === '')
    throw invalid(`${label('start')} must not be empty`.replace(/^./, (first) => first.toUpperCase()));
  const start = read('start');
  const end = fields.end.trim() === '' ? undefined : read('end');
  if (end !== undefined && end.ns < start.ns)
    throw invalid(`Cannot write the event: ${label('end')} is before ${label('start')}`);
  const rule = fields.rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  if (rule !== '') refusing(`Cannot read ${label('rrule')} as a recurrence rule`, () => readRule(rule));
  const alarm = Number(fields.alarmMinutes.trim() || '0');
  if (!Number.isInteger(alarm) || alarm < 0 || alarm > 100_000)
    throw invalid(
      `Cannot read ${label('alarmMinutes')}: ${quote(fields.alarmMinutes)} is not a whole number of minutes`,
    );
  const optional = (name: string, value: string) =>
    value.trim() === '' ? [] : [`${name}:${escapeText(value.trim())}`];
  return [
    'BEGIN:VEVENT',
    `UID:${Buffer.from(random(16)).toString('hex')}@tool-execution-api.invalid`,
    `DTSTAMP:${compactWall(Math.floor(now.getTime() / 1000))}Z`,
    ...timeLines(start, end, fields.duration, label, zone),
    ...(rule === '' ? [] : [`RRULE:${rule}`]),
    `SUMMARY:${escapeText(fields.title.trim())}`,
    ...optional('LOCATION', fields.location),
    ...optional('DESCRIPTION', fields.description),
    ...(fields.url.trim() === '' ? [] : [`URL:${fields.url.trim().replace(/[\s\p{Cc}]/gu, '')}`]),
    ...(alarm === 0
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escapeText(fields.title.trim())}`,
          `TRIGGER:-PT${alarm}M`,
          'END:VALARM',
        ]),
    'END:VEVENT',
  ];
}

function timeLines(
  start: Moment,
  end: Moment | undefined,
  duration: string,
  label: (field: Field) => string,
  zone: Zone,
): string[] {
  const length = duration.trim() === '' ? undefined : durationSeconds(duration, label('duration'));
  if (!start.hasClock) {
    const first = daysOf(wallAt(start.ns, zone));
    const days = length === undefined ? 1 : Math.max(1, Math.ceil(length / DAY_SECONDS));
    // People name the last day, iCalendar the day after it.
    const last = end === undefined ? first + days : daysOf(wallAt(end.ns, zone)) + 1;
    return [`DTSTART;VALUE=DATE:${compactDay(first)}`, `DTEND;VALUE=DATE:${compactDay(last)}`];
  }
  const stop = end?.seconds ?? start.seconds + (length ?? 3600);
  const isUtc = zone.name === 'UTC';
  const written = (name: string, seconds: number) => {
    const wall = compactWall(wallSecondsOf(wallAt(BigInt(seconds) * NS_PER_SECOND, zone)));
    return isUtc ? `${name}:${wall}Z` : `${name};TZID=${zone.name}:${wall}`;
  };
  return [written('DTSTART', start.seconds), written('DTEND', stop)];
}

const durationSeconds = (text: string, label: string): number =>
  refusing(`Cannot read ${label} as a duration`, () => {
    const seconds = Number(nsOfDuration(readDuration(text, 'minutes')) / NS_PER_SECOND);
    if (seconds < 0 || seconds > 10_000 * DAY_SECONDS)
      throw invalid(`Cannot read ${label}: a duration is from 0 to 10,000 days`);
    return seconds;
  });

/** The events of a CSV file, with the names of their cells. */
export async function rowsOf(upload: InputFile) {
  const { header, rows } = await openCsv(upload, MAX_EVENTS);
  const columns = header.cells.map((cell) => {
    const key = cell.toLowerCase().replace(/[^a-z]/g, '');
    return Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  });
  if (!columns.includes('title') || !columns.includes('start'))
    throw invalid(`Cannot read file ${quote(upload.name)} as events: it lacks a column title or start`);
  return rows.map(({ cells }, index) => {
    const fields = Object.fromEntries(
      FIELDS.map((field) => [field, cells[columns.indexOf(field)] ?? '']),
    ) as EventFields;
    return [fields, (field: Field) => `column ${field} of row ${index + 1}`] as const;
  });
}
