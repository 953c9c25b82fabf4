import { CsvRows } from '../csv/rows.js';
import { sniffDelimiter } from '../csv/sniff.js';
import { ContentFault } from '../faults.js';
import { readMarkup } from './markup.js';
import type { ReadSubtitles, Subtitle } from './subtitles.js';
import { readTimecode } from './timecodes.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const START_NAMES = ['start', 'startms', 'from', 'begin', 'starttime', 'in', 'tstartms'];
const END_NAMES = ['end', 'endms', 'to', 'stop', 'endtime', 'out'];
const DURATION_NAMES = ['dur', 'duration', 'ddurationms', 'durationms'];
const TEXT_NAMES = ['text', 'content', 'subtitle', 'caption', 'line', 'word', 'transcript'];

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

function pick(fields: Fields, names: readonly string[]): readonly [name: string, value: unknown] | undefined {
  for (const wanted of names) {
    const name = Object.keys(fields).find((key) => plainName(key) === wanted);
    if (name !== undefined) return [plainName(name), fields[name]];
  }
  return undefined;
}

/** A time of a table: seconds, milliseconds where the name says so, or written with colons. */
function timeOf(found: readonly [string, unknown] | undefined): number | undefined {
  if (found === undefined) return undefined;
  const [name, value] = found;
  const text = String(value).trim();
  const written = readTimecode(text);
  if (written !== undefined) return written;
  const number = text === '' ? Number.NaN : Number(text.replace(',', '.'));
  if (!Number.isFinite(number) || Math.abs(number) > 1e9) return undefined;
  return Math.round(name.endsWith('ms') ? number : number * 1000);
}

/** What one object or row says; `undefined` where it has no text or no start. */
function subtitleOf(fields: Fields): Subtitle | undefined {
  const startMs = timeOf(pick(fields, START_NAMES));
  const given = pick(fields, TEXT_NAMES)?.[1];
  const text = typeof given === 'string' ? given : segmentsOf(fields.segs);
  if (startMs === undefined || text === undefined) return undefined;
  const durationMs = timeOf(pick(fields, DURATION_NAMES));
  const endMs = timeOf(pick(fields, END_NAMES)) ?? (durationMs === undefined ? Number.NaN : startMs + durationMs);
  const marked = readMarkup(text.replaceAll('\r\n', '\n'), false);
  const speaker = pick(fields, ['speaker', 'name', 'actor'])?.[1];
  const place = Number(fields.place);
  return {
    startMs,
    endMs,
    runs: marked.runs,
    place: Number.isInteger(place) && place >= 1 && place <= 9 ? place : marked.place,
    speaker: typeof speaker === 'string' ? speaker : '',
  };
}

/** Parts of an event as YouTube's json3 has them. */
function segmentsOf(segments: unknown): string | undefined {
  if (!Array.isArray(segments)) return undefined;
  return segments.map((part: unknown) => (isFields(part) && typeof part.utf8 === 'string' ? part.utf8 : '')).join('');
}

const told = (items: readonly (Subtitle | undefined)[], what: string): ReadSubtitles => {
  const subtitles = items.filter((item) => item !== undefined);
  const missing = items.length - subtitles.length;
  return {
    subtitles,
    warnings: missing === 0 ? [] : [`${missing} ${what} without a start or a text were dropped`],
  };
};

const LISTS = ['cues', 'subtitles', 'segments', 'events', 'captions', 'lines', 'items', 'data'];

/** JSON as this tool writes it, as Whisper and YouTube's json3 have it, or any list of objects with a start and a text. */
export function readJsonSubtitles(text: string): ReadSubtitles {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ContentFault('it is not valid JSON', undefined, undefined, { cause: error });
  }
  const list = isFields(value) ? LISTS.map((name) => (value as Fields)[name]).find(Array.isArray) : value;
  if (!Array.isArray(list))
    throw new ContentFault('its JSON must be a list of subtitles, or an object with such a list in "cues"');
  return told(
    list.map((item: unknown) => (isFields(item) ? subtitleOf(item) : undefined)),
    'members',
  );
}

/** CSV with columns for start, end or duration, and text, in any order. */
export function readCsvSubtitles(text: string): ReadSubtitles {
  const rows = new CsvRows(text, sniffDelimiter(text), '"', 0, false);
  const header = rows.count === 0 ? [] : rows.cells(0);
  const items: (Subtitle | undefined)[] = [];
  for (let row = 1; row < rows.count; row++) {
    const cells = rows.cells(row);
    const fields: Record<string, unknown> = Object.create(null);
    for (const [index, name] of header.entries()) fields[name] = cells[index] ?? '';
    items.push(subtitleOf(fields));
  }
  return told(items, 'rows');
}

/** Whether a first line names a start and a text. */
export function isCsvHeader(line: string): boolean {
  const names = line
    .slice(0, 1000)
    .split(/[,;\t|]/)
    .map(plainName);
  return START_NAMES.some((name) => names.includes(name)) && TEXT_NAMES.some((name) => names.includes(name));
}
