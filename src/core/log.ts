import { writeSync } from 'node:fs';

/** Structured log: one JSON object a line on standard error. Never contents, file names or option values of a run. */

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, event: string, fields?: LogFields) => void;

/** Lines wait this long, so that a thousand runs a second do not cost a thousand writes. */
const FLUSH_MS = 50;

const STANDARD_ERROR = 2;

/**
 * Writes to standard error. Throws when it cannot be written to: unlike Node's stream, which would end for good or end the service with
 * it, it writes again when whoever reads the log is back or the disk has room.
 */
export function writeToStandardError(lines: string): void {
  const bytes = Buffer.from(lines);
  for (let at = 0; at < bytes.length; ) at += writeSync(STANDARD_ERROR, bytes, at);
}

/**
 * A log that writes lines of `level` and above through `write`, in batches; `flush` writes what waits. Lines that `write` throws on are
 * lost, and the next that can be written says how many.
 */
export function createLog(level: LogLevel, write: (lines: string) => void): Log & { flush: () => void } {
  const highest = LOG_LEVELS.indexOf(level);
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  const lineOf = (level: LogLevel, event: string, fields: LogFields): string =>
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`;

  function flush(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    try {
      write(lost === 0 ? lines : lineOf('error', 'log-lost', { lines: lost }) + lines);
      lost = 0;
    } catch {
      // Nobody takes the log: a service that cannot tell what it does still does it.
      lost += lines.split('\n').length - 1;
    }
  }

  function log(lineLevel: LogLevel, event: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(lineLevel) > highest) return;
    waiting += lineOf(lineLevel, event, fields);
    timer ??= setTimeout(flush, FLUSH_MS);
  }

  return Object.assign(log, { flush });
}
