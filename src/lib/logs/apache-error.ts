import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader, logCell, numberCell } from './log-entry.js';
import { isoTime } from './times.js';

const TIME = /^\[[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]?\d) (\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?) (\d{4})\] /;
/** `[core:error]`, `[error]` of Apache 2.2, `[:error]` where a module has no name. */
const LEVEL = /^\[(?:([\w-]*):)?(emerg|alert|crit|error|warn|notice|info|debug|trace[1-8])\] /;
const PROCESS = /^\[pid (\d+)(?::tid (\d+))?\] /;
const CLIENT = /^\[(?:client|remote) ([^\]\s]{1,300})\] /;
/** The number of the system's error before the message, `(13)Permission denied: `. */
const SYSTEM = /^(\(\d{1,6}\)[^:]{1,200}): /;
const CODE = /^(AH\d{5}): /;

/**
 * A line of Apache's error log, of 2.4 (ErrorLogFormat as it is compiled in) or 2.2. Its time has no offset. What stands between
 * level and message may stand in either order.
 */
export const readApacheError: LineReader = (line) => {
  const [start, month = '', day = '', clock = '', year = ''] = TIME.exec(line) ?? [];
  const time = isoTime(day.trim(), month, year, clock);
  if (start === undefined || time === undefined)
    return new LineFault('it must begin with a time such as [Wed Oct 11 14:32:52.123456 2000]');
  let rest = line.slice(start.length);
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found !== null) rest = rest.slice(found[0].length);
    return found;
  };
  const level = take(LEVEL);
  if (level === null) return new LineFault('a level such as [error] or [core:error] must follow the time');
  const process = take(PROCESS);
  let system = take(SYSTEM);
  const client = take(CLIENT);
  system ??= take(SYSTEM);
  const code = take(CODE);
  const [referrer = '', address] = /, referer: (\S{1,4000})$/.exec(rest) ?? [];
  return new Map<string, JsonValue>([
    ['time', time],
    ['module', logCell(level[1] || '-')],
    ['level', level[2] ?? ''],
    ['pid', numberCell(process?.[1] ?? '-')],
    ['tid', numberCell(process?.[2] ?? '-')],
    ['client', logCell(client?.[1] ?? '-')],
    ['systemError', logCell(system?.[1] ?? '-')],
    ['code', logCell(code?.[1] ?? '-')],
    ['message', rest.slice(0, rest.length - referrer.length)],
    ['referrer', logCell(address ?? '-')],
  ]);
};
