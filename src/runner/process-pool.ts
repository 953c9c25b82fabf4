import { join } from 'node:path';
import { failureKind } from '../core/failure.js';
import { CLASS_LIMITS, SLOTS, type ToolClass } from '../core/limits.js';
import type { Log } from '../core/log.js';
import type { Settings } from '../core/tool.js';

import { type Usage, usageOfTree } from './process-usage.js';
import type { Profile } from './profile.js';
import type { Sandbox } from './sandbox.js';
import { END_REASONS, type EndReason, ProcessEnded, ToolProcess } from './tool-process.js';

/** What the pool must know of a tool to choose a process for it. */
export interface ProcessRequest {
  readonly toolId: string;
  readonly engines: readonly string[];
  readonly profile: Profile;
}

export interface ProcessPoolSettings {
  readonly sandbox: Sandbox;
  readonly entry: string;
  readonly workRoot: string;
  readonly settings: Settings;
  readonly log: Log;
}

/** Four runs, each of which may be waiting for one that it asked for; one spare that is ready for the next, one more with another profile. */
const MAX_PROCESSES = 2 * SLOTS.all + 2;
const READY_MS = 15_000;
const START_TRIES = 3;
/** After a process that did not start, the next spare waits: this long, doubled each time up to the limit. */
const RESTART_MS = 100;
const RESTART_LIMIT_MS = 5000;
const WATCH_MS = 100;
const LOOKS_A_SECOND = 1000 / WATCH_MS;
/** A process that nobody has used for this long is ended, but for one spare. */
const IDLE_MS = 5 * 60_000;
/** A process is replaced when its runs, weighed by class, reach this: what a library leaks must not add up. */
const MAX_WEAR = 20_000;
const WEAR: Readonly<Record<ToolClass, number>> = { standard: 1, network: 10, native: 100, model: 40, voice: 100 };
/** An idle process that has grown past this is replaced: wasm memory never shrinks. A model's weights must fit. */
const IDLE_BYTES = 512 * 2 ** 20;
/** Programs that a run may have at once; Chromium has about ten. */
const MAX_RUN_PROCESSES = 200;

/** Counts for the metrics and the tests. */
export interface PoolStatus {
  readonly processes: number;
  readonly idle: number;
  /** Whether a run would find a process: there is one, or one is starting and the last start did not fail. */
  readonly takesRuns: boolean;
  readonly started: number;
  /** Starts that came to nothing. */
  readonly failedStarts: number;
  /** Processes that have ended, by why. */
  readonly ended: Readonly<Record<EndReason, number>>;
}

/** Memory of a tool process in bytes. */
export interface ProcessMemory {
  readonly state: 'busy' | 'idle' | 'starting';
  readonly bytes: number;
}

interface Waiter {
  readonly profile: Profile;
  give(process: ToolProcess): void;
  fail(error: ProcessEnded): void;
}

/** Keeps tool processes: warm ones for the tools they have loaded, and a spare that is ready. */
export class ProcessPool {
  readonly #config: ProcessPoolSettings;
  readonly #all = new Set<ToolProcess>();
  readonly #idle = new Set<ToolProcess>();
  readonly #busy = new Map<ToolProcess, ToolClass>();
  readonly #waiting: Waiter[] = [];
  #started = 0;
  #failedStarts = 0;
  /** Of these, those in a row. */
  #failedInARow = 0;
  readonly #ended = Object.fromEntries(END_REASONS.map((reason) => [reason, 0])) as Record<EndReason, number>;
  #isClosed = false;
  #looks = 0;
  #watch: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #sweep: NodeJS.Timeout;

  constructor(config: ProcessPoolSettings) {
    this.#config = config;
    this.#sweep = setInterval(() => this.#endIdle(), IDLE_MS / 5).unref();
    this.#balance();
  }

  get status(): PoolStatus {
    return {
      processes: this.#all.size,
      idle: this.#idle.size,
      takesRuns: this.#idle.size + this.#busy.size > 0 || (this.#all.size > 0 && this.#failedInARow === 0),
      started: this.#started,
      failedStarts: this.#failedStarts,
      ended: this.#ended,
    };
  }

  /** Memory of each process; none on a machine without /proc. */
  memory(): ProcessMemory[] {
    return [...this.#all].flatMap((process) => {
      const bytes = usageOf(process)?.bytes;
      if (bytes === undefined) return [];
      const state = this.#busy.has(process) ? 'busy' : this.#idle.has(process) ? 'idle' : 'starting';
      return [{ state, bytes }];
    });
  }

  /** A process for a run: idle and warm, else idle, else the next that is ready. Rejects with `ProcessEnded` when none starts. */
  async acquire(request: ProcessRequest, toolClass: ToolClass): Promise<ToolProcess> {
    const idle = this.#chooseIdle(request);
    if (idle !== undefined) this.#idle.delete(idle);
    const chosen = idle ?? (await this.#waitForNew(request.profile));
    this.#busy.set(chosen, toolClass);
    chosen.warm.add(request.toolId);
    for (const engine of request.engines) chosen.warm.add(engine);
    chosen.wear += WEAR[toolClass];
    this.#balance();
    this.#watch ??= setInterval(() => this.#checkUsage(), WATCH_MS).unref();
    return chosen;
  }

  /** Takes a process back after its run; one that is worn or ending is replaced. */
  release(process: ToolProcess): void {
    this.#busy.delete(process);
    if (process.isEnding) return;
    if (process.wear >= MAX_WEAR || this.#isClosed) process.kill(this.#isClosed ? 'closing' : 'worn');
    else this.#makeIdle(process);
    this.#balance();
  }

  /** Ends every process and starts no other. */
  kill(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    clearInterval(this.#sweep);
    clearTimeout(this.#retry);
    for (const { fail } of this.#waiting.splice(0)) fail(new ProcessEnded('closing'));
    for (const process of this.#all) process.kill('closing');
  }

  /** Ends every process and waits until they are gone. */
  async close(): Promise<void> {
    this.kill();
    await Promise.all([...this.#all].map((process) => process.ended));
  }

  #chooseIdle({ toolId, engines, profile }: ProcessRequest): ToolProcess | undefined {
    let best: ToolProcess | undefined;
    let bestScore = -1;
    for (const process of this.#idle) {
      if (process.profile !== profile || process.isEnding) continue;
      const shared = engines.some((engine) => process.warm.has(engine));
      // What has been used comes before the spare, which then stays fresh for a tool that needs a whole process.
      const score = (process.warm.has(toolId) ? 4 : 0) + (shared ? 2 : 0) + (process.warm.size === 0 ? 0 : 1);
      // Among equals the one used last: its memory is still in the processor's caches.
      if (score >= bestScore) [best, bestScore] = [process, score];
    }
    return best;
  }

  #waitForNew(profile: Profile): Promise<ToolProcess> {
    // Nothing starts any more, so nothing would ever answer.
    if (this.#isClosed) return Promise.reject(new ProcessEnded('closing'));
    return new Promise((give, fail) => {
      this.#waiting.push({ profile, give, fail });
      this.#balance();
    });
  }

  /** Starts what is missing: a process for each run that waits, and the spare. */
  #balance(): void {
    if (this.#isClosed || this.#retry !== undefined || this.#isBalanced()) return;
    for (const profile of ['plain', 'programs', 'network'] as const) {
      const waiting = this.#waiting.filter((waiter) => waiter.profile === profile).length;
      const wanted = waiting + (profile === 'plain' ? 1 : 0);
      const present = [...this.#all].filter((process) => process.profile === profile && this.#isAvailable(process));
      let missing = wanted - present.length;
      // After a start that failed at once there is a pause: what it lacked, the next would lack too.
      for (; missing > 0 && this.#retry === undefined; missing -= 1) this.#start(profile);
    }
  }

  /** Nobody waits and a spare is idle: the case of nearly every run, told without building lists. */
  #isBalanced(): boolean {
    if (this.#waiting.length > 0) return false;
    for (const process of this.#idle) if (process.profile === 'plain' && !process.isEnding) return true;
    return false;
  }

  /** Idle, or on its way to be. */
  #isAvailable(process: ToolProcess): boolean {
    return !process.isEnding && !this.#busy.has(process);
  }

  #start(profile: Profile): void {
    if (this.#all.size >= MAX_PROCESSES) this.#endLeastRecentlyUsed();
    this.#started += 1;
    const { sandbox, entry, workRoot, settings, log } = this.#config;
    const workFolder = join(workRoot, `p${this.#started}`);
    let process: ToolProcess;
    try {
      process = new ToolProcess({ sandbox, profile, entry, workFolder, settings });
    } catch (error) {
      this.#startFailed(error instanceof ProcessEnded ? error.message : failureKind(error), '');
      return;
    }
    this.#all.add(process);
    const patience = setTimeout(() => process.kill('not-ready'), READY_MS).unref();
    let isReady = false;
    void process.ready
      .then(() => {
        isReady = true;
        this.#failedInARow = 0;
        this.#makeIdle(process);
      })
      // `ended` tells of a process that did not get ready.
      .catch(() => undefined)
      .finally(() => clearTimeout(patience));
    void process.ended.then((how) => {
      this.#all.delete(process);
      this.#idle.delete(process);
      this.#busy.delete(process);
      const { pid = 0, endReason: reason, lastWords } = process;
      this.#ended[reason] += 1;
      log('debug', 'process-ended', { pid, reason, how, lastWords });
      if (!isReady) this.#startFailed(how, lastWords);
      this.#balance();
    });
  }

  /** Waits longer after each start that fails in a row; runs that wait are told after the third. */
  #startFailed(how: string, lastWords: string): void {
    if (this.#isClosed) return;
    this.#failedStarts += 1;
    this.#failedInARow += 1;
    this.#config.log('error', 'process-not-started', { how, lastWords, inARow: this.#failedInARow });
    if (this.#failedInARow >= START_TRIES) {
      for (const { fail } of this.#waiting.splice(0)) fail(new ProcessEnded(how));
    }
    const delay = Math.min(RESTART_MS * 2 ** (this.#failedInARow - 1), RESTART_LIMIT_MS);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.#balance();
    }, delay).unref();
  }

  #makeIdle(process: ToolProcess): void {
    // Not the clock of the day, which may be set.
    process.idleSince = performance.now();
    const next = this.#waiting.findIndex(({ profile }) => profile === process.profile);
    const [waiter] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (waiter === undefined) this.#idle.add(process);
    else waiter.give(process);
  }

  /** Ends runs that use more memory than their class may, or too many processes, and idle processes that have grown. */
  #checkUsage(): void {
    this.#looks += 1;
    for (const [process, toolClass] of this.#busy) {
      // A process that may start none can only have some if it was taken over: a second is soon enough to see that.
      const ofAllThreads = process.profile === 'programs' || this.#looks % LOOKS_A_SECOND === 0;
      const { bytes, processes } = usageOf(process, ofAllThreads) ?? NOTHING;
      const pid = process.pid ?? 0;
      if (bytes > CLASS_LIMITS[toolClass].memoryBytes) {
        this.#config.log('warn', 'memory-limit', { pid, class: toolClass, bytes });
        process.kill('memory-limit');
      } else if (processes > MAX_RUN_PROCESSES) {
        this.#config.log('warn', 'process-limit', { pid, class: toolClass, processes });
        process.kill('process-limit');
      }
    }
    for (const process of this.#idle) {
      if ((usageOf(process, false) ?? NOTHING).bytes > IDLE_BYTES) this.#retire(process, 'grown');
    }
    if (this.#busy.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #endIdle(): void {
    const since = performance.now() - IDLE_MS;
    for (const process of this.#idle) {
      if (process.idleSince < since && this.#idle.size > 1) this.#retire(process, 'idle');
    }
  }

  #endLeastRecentlyUsed(): void {
    let oldest: ToolProcess | undefined;
    for (const process of this.#idle) {
      if (oldest === undefined || process.idleSince < oldest.idleSince) oldest = process;
    }
    if (oldest !== undefined) this.#retire(oldest, 'idle');
  }

  #retire(process: ToolProcess, reason: EndReason): void {
    this.#idle.delete(process);
    process.kill(reason);
  }
}

const NOTHING: Usage = { bytes: 0, processes: 0 };

const usageOf = ({ pid }: ToolProcess, ofAllThreads = true): Usage | undefined =>
  pid === undefined ? undefined : usageOfTree(pid, ofAllThreads);
