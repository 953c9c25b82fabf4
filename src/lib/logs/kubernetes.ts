import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader, numberCell } from './log-entry.js';
import { isIsoTime, isYearless } from './times.js';

/** A line of a container as kubelet keeps it (CRI): time, stream, whether the line goes on (P) or is whole (F), message. */
const CONTAINER =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})) (stdout|stderr) ([FP])(?::\S*)?(?: |$)/;
/** A line of klog, as the parts of Kubernetes write it: level and day, time, thread, place in the source, message. */
const KLOG = /^([IWEF])(\d{2})(\d{2}) (\d{2}:\d{2}:\d{2}\.\d{6}) +(\d+) ([^\s:\]]{1,200}):(\d{1,9})\] ?/;

const LEVELS: Readonly<Record<string, string>> = { I: 'info', W: 'warning', E: 'error', F: 'fatal' };
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line of a container's log (CRI). A long line comes in parts, which stay as they are. */
export const readContainerLog: LineReader = (line) => {
  const [whole, time = '', stream = '', tag = ''] = CONTAINER.exec(line) ?? [];
  if (whole === undefined || !isIsoTime(time))
    return new LineFault('it must begin with a time, "stdout" or "stderr", and "F" or "P"');
  return new Map<string, JsonValue>([
    ['time', time],
    ['stream', stream],
    ['isPartial', tag === 'P'],
    ['message', line.slice(whole.length)],
  ]);
};

/** A line of klog. Its time has neither year nor offset, and is written as that of syslog. */
export const readKlog: LineReader = (line) => {
  const [whole, letter = '', month = '', day = '', clock = '', thread = '', file = '', source = ''] =
    KLOG.exec(line) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (whole === undefined || name === undefined || !isYearless(name, day, clock.slice(0, 8)))
    return new LineFault('it must begin as I0131 12:00:00.000000 1 main.go:10] does');
  return new Map<string, JsonValue>([
    ['time', `${name} ${day.replace(/^0/, ' ')} ${clock}`],
    ['level', LEVELS[letter] ?? letter],
    ['thread', numberCell(thread)],
    ['file', file],
    ['line', numberCell(source)],
    ['message', line.slice(whole.length)],
  ]);
};
