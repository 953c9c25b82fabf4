import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Structured log: one JSON object a line on standard error. Never contents, file names or option values of a run. */

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** What is `undefined` is left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined | readonly string[]>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, event: string, fields?: LogFields) => void;

/** Lines wait this long, so that a thousand runs a second do not cost a thousand writes. */
const FLUSH_MS = 50;

/** Bytes that wait for a reader that takes none; further lines are lost. */
const MAX_WAITING = 1_000_000;

const STANDARD_ERROR = 2;

/**
 * What writes to standard error as much as is taken at once, and says how many bytes that are. Throws when it cannot be written to:
 * unlike Node's stream, which would end for good or end the service with it, it writes again when whoever reads the log is back or
 * the disk has room.
 */
export function openStandardError(): (bytes: Uint8Array) => number {
  const descriptor = descriptorThatNeverWaits();
  return (bytes) => {
    let at = 0;
    try {
      while (at < bytes.length) at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
    return at;
  };
}

/** Standard error, where a reader that stops reading would hold up whoever writes, opened so that it cannot. */
function descriptorThatNeverWaits(): number {
  const kind = fstatSync(STANDARD_ERROR);
  try {
    // Opened anew, so that other programs that write to the same pipe go on to wait.
    if (kind.isFIFO()) return openSync(`/proc/self/fd/${STANDARD_ERROR}`, constants.O_WRONLY | constants.O_NONBLOCK);
    // A socket cannot be opened anew; a stream on it makes it one that does not wait.
    if (kind.isSocket()) new Socket({ fd: STANDARD_ERROR, readable: false }).unref();
  } catch {
    // Somebody else's pipe, or no /proc: it is written to as it is.
  }
  return STANDARD_ERROR;
}

/**
 * A log that writes lines of `level` and above through `write`, in batches; `flush` writes what waits. `write` says how many bytes it
 * took, the rest waits for the next time. Lines that it throws on, or for which no room is left, are lost, and the next that can be
 * written says how many.
 */
export function createLog(level: LogLevel, write: (bytes: Uint8Array) => number): Log & { flush: () => void } {
  const highest = LOG_LEVELS.indexOf(level);
  let untaken: Uint8Array = new Uint8Array(0);
  let waiting: Line[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  const add = (level: LogLevel, event: string, fields: LogFields, stands = 1): void => {
    const head = JSON.stringify({ time: new Date().toISOString(), level, event });
    const rest = JSON.stringify(fields);
    const line = `${head.slice(0, -1)}${rest === '{}' ? '' : ','}${rest.slice(1)}\n`;
    waiting.push({ line, stands });
    length += line.length;
  };

  function flush(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    if (untaken.length + length === 0) return;
    const lines = waiting;
    const bytes = Buffer.concat([untaken, Buffer.from(lines.map(({ line }) => line).join(''))]);
    waiting = [];
    length = 0;
    try {
      untaken = bytes.subarray(write(bytes));
    } catch {
      // Nobody takes the log: a service that cannot tell what it does still does it.
      lost += untaken.filter((byte) => byte === LINE_FEED).length;
      for (const { stands } of lines) lost += stands;
      untaken = new Uint8Array(0);
    }
    if (untaken.length > 0) timer = setTimeout(flush, FLUSH_MS).unref();
  }

  function log(lineLevel: LogLevel, event: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(lineLevel) > highest) return;
    if (untaken.length + length > MAX_WAITING) {
      lost++;
      return;
    }
    if (lost > 0) add('error', 'log-lost', { lines: lost }, lost);
    lost = 0;
    add(lineLevel, event, fields);
    timer ??= setTimeout(flush, FLUSH_MS);
  }

  return Object.assign(log, { flush });
}

/** A line, and how many are lost with it: one that tells of lost lines stands for these. */
interface Line {
  readonly line: string;
  readonly stands: number;
}

const LINE_FEED = 10;
