import type { ToolClass } from '../core/limits.js';
import type { Log } from '../core/log.js';

import type { RunPhases } from './frames.js';

/** Where a run came from, for its line in the log. */
export interface RunOrigin {
  /** The id of the request. */
  readonly request: string;
  /** Milliseconds from its headers to the end of its body. */
  readonly receiveMs: number;
}

/** What is told of a run that is over; nothing of what it was about. */
export interface RunEnd {
  readonly toolId: string;
  readonly toolClass: ToolClass;
  /** `ok`, `aborted` or the code of the error. */
  readonly outcome: string;
  /** 0 for a run that was aborted. */
  readonly status: number;
  /** Milliseconds from the slot to the answer, and of these until it had a process. */
  readonly ms: number;
  readonly waitMs: number;
  /** What the tool process says it took; not known of a run that was ended, or of one that claims more than it had. */
  readonly phases: RunPhases | undefined;
  readonly pid: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** The one line that a run leaves: what it was called, how it ended, where its time went, how many bytes. Nothing of what was in them. */
export function logRun(log: Log, end: RunEnd, origin: RunOrigin | undefined): void {
  const { toolId: tool, toolClass, outcome, status, phases, waitMs, ms, bytesIn, bytesOut, pid } = end;
  // One literal: V8 made a hidden class of several spread objects anew for each run, 3 KB that only a full collection takes away.
  log('info', 'run', {
    request: origin?.request,
    receiveMs: origin && tenths(origin.receiveMs),
    tool,
    class: toolClass,
    outcome,
    status,
    waitMs: tenths(waitMs),
    checkMs: phases && tenths(phases.checkMs),
    toolMs: phases && tenths(phases.toolMs),
    ms: tenths(ms),
    bytesIn,
    bytesOut,
    pid,
  });
}
