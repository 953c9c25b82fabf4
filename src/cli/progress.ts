import type { CatalogTool } from '../core/catalog.js';
import { type RunProgress, type TellProgress, timeText } from '../core/run-progress.js';

import type { RunCall } from './arguments.js';
import type { Streams } from './streams.js';

const FIRST_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** A line that says how far a call is. */
export interface Progress {
  /** One run is done. */
  step(): void;
  /** How far a run is by its own account; `undefined` where nobody looks. */
  readonly tell: TellProgress | undefined;
  end(): void;
}

/** A line on standard error for what takes more than a second: on a terminal, or where `--progress` asks for it. */
export function showProgress(
  { entry }: CatalogTool,
  runs: number,
  { hasProgress, isQuiet }: RunCall,
  stderr: Streams['stderr'],
): Progress {
  if (!(hasProgress ?? (stderr.isTTY === true && !isQuiet)))
    return { step: () => undefined, tell: undefined, end: () => undefined };
  const started = performance.now();
  let done = 0;
  let isShown = false;
  let told: RunProgress | undefined;
  const show = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    const far =
      runs > 1 ? `${done} of ${runs} files, ${seconds} s` : timeText(told, seconds, entry.limits.timeout_seconds);
    stderr.write(stderr.isTTY === true ? `${CLEAR_LINE}${entry.id}: ${far}` : `${entry.id}: ${far}\n`);
    isShown = true;
  };
  const timer = setInterval(show, FIRST_MS).unref();
  return {
    step: () => {
      done += 1;
      if (isShown) show();
    },
    tell: (progress) => {
      told = progress;
    },
    end: () => {
      clearInterval(timer);
      if (isShown && stderr.isTTY === true) stderr.write(CLEAR_LINE);
    },
  };
}
