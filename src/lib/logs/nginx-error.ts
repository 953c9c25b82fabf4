import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader, numberCell } from './log-entry.js';
import { isIsoTime } from './times.js';

const START = /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}:\d{2}:\d{2}) \[([a-z]+)\] (\d+)#(\d+): (?:\*(\d+) )?/;
/** In the order in which nginx writes them (ngx_http_log_error_handler), from the last. */
const QUOTED = ['referrer', 'host', 'upstream', 'subrequest', 'request'];

/** A line of nginx' error log. Its time has no offset. */
export const readNginxError: LineReader = (line) => {
  const [whole, year, month, day, clock, level = '', pid = '', tid = '', connection] = START.exec(line) ?? [];
  if (whole === undefined)
    return new LineFault('it must begin as 2024/01/31 12:00:00 [error] 1234#5678: does, time, level and process');
  const time = `${year}-${month}-${day}T${clock}`;
  if (!isIsoTime(time)) return new LineFault(`there is no such time as ${whole.slice(0, 19)}`);
  const entry = new Map<string, JsonValue>([
    ['time', time],
    ['level', level],
    ['pid', numberCell(pid)],
    ['tid', numberCell(tid)],
    ['connection', connection === undefined ? null : numberCell(connection)],
  ]);
  const { message, fields } = cutFields(line.slice(whole.length));
  entry.set('message', message);
  for (const [name, value] of fields) entry.set(name, value);
  return entry;
};

function cutFields(text: string): {
  readonly message: string;
  readonly fields: readonly (readonly [string, string])[];
} {
  if (!text.includes(', client: ')) return { message: text, fields: [] };
  const fields: (readonly [string, string])[] = [];
  let rest = text;
  for (const name of QUOTED) {
    const opening = `, ${name}: "`;
    const at = rest.lastIndexOf(opening);
    if (at < 0 || !rest.endsWith('"') || at + opening.length > rest.length - 1) continue;
    fields.unshift([name, rest.slice(at + opening.length, -1)]);
    rest = rest.slice(0, at);
  }
  const client = rest.lastIndexOf(', client: ');
  // The words stood inside a quoted field only.
  if (client < 0) return { message: text, fields: [] };
  const [address = '', ...others] = rest.slice(client + ', client: '.length).split(', ');
  const server = others[0]?.startsWith('server: ') === true ? others.shift()?.slice('server: '.length) : undefined;
  const before = rest.slice(0, client) + others.map((other) => `, ${other}`).join('');
  return {
    message: before,
    fields: [['client', address], ...(server === undefined ? [] : [['server', server] as const]), ...fields],
  };
}
