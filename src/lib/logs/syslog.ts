import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader, type LogEntry, logCell, numberCell } from './log-entry.js';
import { isIsoTime, isoTime, isYearless } from './times.js';

/** RFC 5424 §6.2.1, table 1, by the keywords that syslog.conf uses. */
const FACILITIES = [
  ...['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'cron', 'authpriv', 'ftp', 'ntp'],
  ...['security', 'console', 'solaris-cron', 'local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6'],
  'local7',
];
/** RFC 5424 §6.2.1, table 2. */
const SEVERITIES = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'informational', 'debug'];

const PRIORITY = /^<(0|[1-9]\d{0,2})>/;

/** A line of RFC 5424, of RFC 3164, or of a file that has no priority, its time perhaps of ISO 8601 as rsyslog writes it. */
export const readSyslog: LineReader = (line) => {
  const [mark = '', priority] = PRIORITY.exec(line) ?? [];
  if (priority !== undefined && Number(priority) >= FACILITIES.length * 8)
    return new LineFault(`the priority must be between 0 and 191, got ${priority}`);
  const entry = new Map<string, JsonValue>([
    ['priority', priority === undefined ? null : numberCell(priority)],
    ['facility', priority === undefined ? null : (FACILITIES[Number(priority) >> 3] ?? null)],
    ['severity', priority === undefined ? null : (SEVERITIES[Number(priority) & 7] ?? null)],
  ]);
  const rest = line.slice(mark.length);
  return mark !== '' && /^[1-9]\d{0,2} /.test(rest) ? readNew(rest, entry) : readOld(rest, entry);
};

/** RFC 5424 §6: version, time, host, application, process and message id are words; `-` is nothing. */
function readNew(text: string, entry: Map<string, JsonValue>): LogEntry | LineFault {
  const words: string[] = [];
  let at = 0;
  while (words.length < 6) {
    const end = text.indexOf(' ', at);
    if (end < 0) return new LineFault('six fields and structured data must stand behind the priority');
    words.push(text.slice(at, end));
    at = end + 1;
  }
  const [version = '', time = '', host = '', app = '', pid = '', messageId = ''] = words;
  if (words.includes('')) return new LineFault('a field is empty, which is written as "-"');
  if (time !== '-' && !(isIsoTime(time) && /(?:Z|[+-]\d{2}:\d{2})$/.test(time)))
    return new LineFault('the time must be one such as 2003-10-11T22:14:15.003Z');
  const structured = readStructured(text, at);
  if (structured instanceof LineFault) return structured;
  if (text.length > structured.end && text[structured.end] !== ' ')
    return new LineFault('a space must stand between structured data and message');
  const message = text.slice(structured.end + 1).replace(/^\ufeff/, '');
  entry.set('version', numberCell(version)).set('time', logCell(time)).set('host', logCell(host));
  entry.set('app', logCell(app)).set('pid', logCell(pid)).set('messageId', logCell(messageId));
  entry.set('structuredData', structured.value);
  return entry.set('message', structured.end < text.length ? message : null);
}

interface Structured {
  readonly value: JsonValue;
  readonly end: number;
}

const ELEMENT = /\[([!#-<>-\\^-~]{1,32})/y;
const PARAMETER = / ([!#-<>-\\^-~]{1,32})="/y;

/** RFC 5424 §6.3: elements in brackets, each with parameters; a name that comes again has a list of its values. */
function readStructured(text: string, start: number): Structured | LineFault {
  if (text[start] === '-') return { value: null, end: start + 1 };
  const elements = new Map<string, JsonValue>();
  let at = start;
  while (text[at] === '[') {
    ELEMENT.lastIndex = at;
    const [opening, id = ''] = ELEMENT.exec(text) ?? [];
    if (opening === undefined) return new LineFault('an element of structured data has no name');
    at += opening.length;
    const parameters = new Map<string, JsonValue>();
    for (;;) {
      PARAMETER.lastIndex = at;
      const [before, name = ''] = PARAMETER.exec(text) ?? [];
      if (before === undefined) break;
      const value = readParameter(text, at + before.length);
      if (value === undefined) return new LineFault('a value of structured data has no closing quote');
      addValue(parameters, name, value.text);
      at = value.end;
    }
    if (text[at] !== ']') return new LineFault('an element of structured data has no closing bracket');
    at++;
    if (elements.has(id)) return new LineFault(`structured data has the element ${id} twice`);
    elements.set(id, parameters);
  }
  return at === start
    ? new LineFault('structured data must be "-" or begin with a bracket')
    : { value: elements, end: at };
}

function readParameter(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return { text: text.slice(start, at).replace(/\\(["\\\]])/g, '$1'), end: at + 1 };
  }
  return undefined;
}

/** Sets a key; one that is there gets a list of its values. */
export function addValue(values: Map<string, JsonValue>, key: string, value: string | true): void {
  const earlier = values.get(key);
  if (earlier === undefined) values.set(key, value);
  else if (Array.isArray(earlier)) earlier.push(value);
  else values.set(key, [earlier, value]);
}

/** A year, or a zone and a year, stand behind some: RFC 3164 §5.4, example 3. */
const OLD_TIME = /^([A-Z][a-z]{2}) ([ \d]\d|\d) (?:(\d{4}) )?(\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)( [A-Z]{3,4} \d{4})?:? /;
const ISO_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?) /;
const TAG = /^([^\s:[\]]{1,64})(?:\[([^\]\s]{0,64})\])?:(?: |$)/;

/** RFC 3164 §4.1. A time without a year stays as it is. */
function readOld(text: string, entry: Map<string, JsonValue>): LogEntry | LineFault {
  const time = readOldTime(text);
  if (time === undefined) return new LineFault('there is no time such as "Oct 11 22:14:15" in front');
  const rest = text.slice(time.end);
  const space = rest.indexOf(' ');
  if (space <= 0) return new LineFault('a host and a message must stand behind the time');
  const content = rest.slice(space + 1);
  const [tag = '', app = null, pid = null] = TAG.exec(content) ?? [];
  entry.set('version', null).set('time', time.text).set('host', rest.slice(0, space));
  entry.set('app', app).set('pid', pid).set('messageId', null).set('structuredData', null);
  return entry.set('message', content.slice(tag.length));
}

function readOldTime(text: string): { readonly text: string; readonly end: number } | undefined {
  const [iso, written = ''] = ISO_TIME.exec(text) ?? [];
  if (iso !== undefined) return isIsoTime(written) ? { text: written, end: iso.length } : undefined;
  const [whole, month = '', day = '', year, clock = ''] = OLD_TIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (year !== undefined) {
    const full = isoTime(day.trim(), month, year, clock);
    return full === undefined ? undefined : { text: full, end: whole.length };
  }
  return isYearless(month, day, clock) ? { text: whole.replace(/:? $/, ''), end: whole.length } : undefined;
}
