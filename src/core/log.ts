/** Structured log: one JSON object a line on standard error. Never contents, file names or option values of a run. */

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, event: string, fields?: LogFields) => void;

/** Lines wait this long, so that a thousand runs a second do not cost a thousand writes. */
const FLUSH_MS = 50;

/** A log that writes lines of `level` and above through `write`, in batches; `flush` writes what waits. */
export function createLog(level: LogLevel, write: (lines: string) => void): Log & { flush: () => void } {
  const highest = LOG_LEVELS.indexOf(level);
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    write(lines);
  }

  function log(lineLevel: LogLevel, event: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(lineLevel) > highest) return;
    waiting += `${JSON.stringify({ time: new Date().toISOString(), level: lineLevel, event, ...fields })}\n`;
    timer ??= setTimeout(flush, FLUSH_MS);
  }

  return Object.assign(log, { flush });
}
