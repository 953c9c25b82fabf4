import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Catalog, CatalogTool } from '../core/catalog.js';
import { ERRORS, type ErrorCode, EXECUTION_FAILED_MESSAGE, errorBody } from '../core/errors.js';
import { failureKind } from '../core/failure.js';
import { laneOf, limitsOf } from '../core/limits.js';
import type { Log } from '../core/log.js';
import { builtFile } from '../core/project-files.js';
import type { TellProgress } from '../core/run-progress.js';
import type { Settings } from '../core/tool.js';

import { CallProgress } from './call-progress.js';
import type { AnswerFile, RunForm, RunPhases } from './frames.js';
import { type PoolStatus, type ProcessMemory, ProcessPool } from './process-pool.js';
import { profileOf } from './profile.js';
import { logRun, type RunEnd, type RunOrigin } from './run-log.js';
import { probeSandbox, type Sandbox } from './sandbox.js';
import { createSlots, type Slots } from './slots.js';
import { type CallAnswer, ProcessEnded, type ToolCall, type ToolProcess } from './tool-process.js';
import { makeWorkRoot, removeFolder } from './work-root.js';

/** The answer to a run: a status and a JSON body, in chunks. */
export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: readonly Buffer[];
  /** Of a result that is a file; JSON otherwise. */
  readonly file?: AnswerFile | undefined;
  readonly pid: number | undefined;
}

/** A run under way. `answer` never rejects; it is `undefined` for a run that was aborted. */
export interface RunHandle {
  readonly answer: Promise<Answer | undefined>;
  abort(): void;
}

/** Runs tools in processes of their own, within slots, time and memory limits. */
export interface Runner {
  /** Whether a run of this tool would be taken now. */
  isFree(tool: CatalogTool): boolean;
  /** Starts a run on a request body, as bytes. No free slot is an answer too: SERVER_BUSY. */
  start(
    tool: CatalogTool,
    body: readonly Buffer[],
    origin?: RunOrigin,
    form?: RunForm,
    onProgress?: TellProgress,
  ): RunHandle;
  readonly status: PoolStatus & { readonly busy: Slots['busy'] };
  /** The walls around tool processes, for other processes that read what callers send. */
  readonly sandbox: Sandbox;
  /** Memory of the tool processes; read from the system at each call. */
  processMemory(): readonly ProcessMemory[];
  /** Ends every process. Runs under way end as EXECUTION_FAILED. */
  close(): Promise<void>;
}

export interface RunnerConfig {
  /** The tools that a tool may run, where it declares that it does. */
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly log: Log;
  /** The built program of a tool process; the product's own where left out. */
  readonly entry?: string;
  /** Told of every run that had a slot. */
  readonly onEnd?: (end: RunEnd) => void;
  /** Told of every run that found no free slot. */
  readonly onRefusal?: (toolId: string, code: ErrorCode) => void;
}

/** A tool that was asked to stop has this long before its process is killed. */
const ABORT_GRACE_MS = 250;

/** The lane of a tool: one that runs others has none of its own, the others' runs are counted in theirs. */
const laneOfTool = ({ entry, needs }: CatalogTool) => (needs.includes('tools') ? undefined : laneOf(entry.class));

export function createRunner({
  catalog,
  settings,
  log,
  entry = builtFile('runner/main.js'),
  onEnd,
  onRefusal,
}: RunnerConfig): Runner {
  const sandbox = probeSandbox(settings);
  log('info', 'sandbox', { present: sandbox.present });
  for (const { name, promise } of sandbox.missing) log('warn', 'sandbox-missing', { name, promise });
  const workRoot = makeWorkRoot();
  const slots = createSlots();
  const pool = new ProcessPool({ sandbox, entry, workRoot, settings, log });
  const tools = new Map(catalog.tools.map((tool) => [tool.entry.id, tool]));
  let runs = 0;

  function start(
    tool: CatalogTool,
    body: readonly Buffer[],
    origin?: RunOrigin,
    form: RunForm = {},
    onProgress?: TellProgress,
  ): RunHandle {
    const giveBack = slots.take(laneOfTool(tool));
    if (giveBack === undefined) {
      onRefusal?.(tool.entry.id, 'SERVER_BUSY');
      return { answer: Promise.resolve(busyAnswer()), abort: () => undefined };
    }
    const asked = onProgress === undefined ? form : { ...form, wantsProgress: true };
    return startInSlot({ tool, body, form: asked, origin, onProgress }, giveBack);
  }

  function startInSlot({ tool, body, form, origin, onProgress }: StartedRun, giveBack: () => void): RunHandle {
    runs += 1;
    const telling = onProgress && new CallProgress(onProgress);
    const call = tool.needs.includes('tools') ? (asked: ToolCall) => startCall(asked, origin, telling) : undefined;
    const run = new ActiveRun(runs, tool, body, form, { pool, log, call, onProgress });
    const answer = run.finish().finally(giveBack);
    void answer.then((given) => {
      const end = run.endOf(given);
      logRun(log, end, origin);
      onEnd?.(end);
    });
    return { answer, abort: () => run.abort() };
  }

  /** A run that another tool asked for: within that one's slot, when its own lane has room. */
  function startCall(
    { tool: id, body, place }: ToolCall,
    origin: RunOrigin | undefined,
    telling: CallProgress | undefined,
  ): RunHandle {
    const tool = tools.get(id);
    // Told by the tool that asks, before it does: a process that asks nevertheless is not ours any more, and gets nothing.
    if (tool === undefined || tool.needs.includes('tools')) return refusedHandle();
    const turn = slots.queue(laneOfTool(tool));
    const onProgress = place && telling?.begin(place, id);
    const form: RunForm = { isParts: true, ...(onProgress === undefined ? {} : { wantsProgress: true }) };
    const receiveMs = 0;
    let isAborted = false;
    let started: RunHandle | undefined;
    const granted = turn.granted.then((giveBack) => {
      if (giveBack === undefined) return undefined;
      started = startInSlot({ tool, body, form, origin: origin && { ...origin, receiveMs }, onProgress }, giveBack);
      if (isAborted) started.abort();
      return started.answer;
    });
    const answer = granted.finally(() => telling?.end());
    const abort = (): void => {
      isAborted = true;
      turn.cancel();
      started?.abort();
    };
    return { answer, abort };
  }

  // However the server ends, nothing of a run stays: neither a process nor a file.
  function onExit(): void {
    pool.kill();
    rmSync(workRoot, { recursive: true, force: true });
  }
  process.once('exit', onExit);

  async function close(): Promise<void> {
    await pool.close();
    rmSync(workRoot, { recursive: true, force: true });
    process.off('exit', onExit);
  }

  return {
    isFree: (tool) => slots.isFree(laneOfTool(tool)),
    start,
    close,
    sandbox,
    processMemory: () => pool.memory(),
    get status() {
      return { ...pool.status, busy: slots.busy };
    },
  };
}

interface StartedRun {
  readonly tool: CatalogTool;
  readonly body: readonly Buffer[];
  readonly form: RunForm;
  readonly origin: RunOrigin | undefined;
  readonly onProgress?: TellProgress | undefined;
}

const refusedHandle = (): RunHandle => ({
  answer: Promise.resolve({ ...errorAnswer('EXECUTION_FAILED', EXECUTION_FAILED_MESSAGE), pid: undefined }),
  abort: () => undefined,
});

interface RunMeans {
  readonly pool: ProcessPool;
  readonly log: Log;
  /** Starts a run that this one asks for; `undefined` where it may ask for none. */
  readonly call: ((asked: ToolCall) => RunHandle) | undefined;
  readonly onProgress: TellProgress | undefined;
}

/** One run from its slot to its answer. */
class ActiveRun {
  readonly #started = performance.now();
  #waitMs = 0;
  #phases: RunPhases | undefined;
  #process: ToolProcess | undefined;
  #isAborted = false;
  #isLate = false;
  #isOver = false;
  #grace: NodeJS.Timeout | undefined;
  /** The run that this one asked for and waits for. */
  #call: RunHandle | undefined;

  constructor(
    private readonly number: number,
    private readonly tool: CatalogTool,
    private readonly body: readonly Buffer[],
    private readonly form: RunForm,
    private readonly means: RunMeans,
  ) {}

  async finish(): Promise<Answer | undefined> {
    const { entry, engines, needs } = this.tool;
    try {
      const request = { toolId: entry.id, engines, profile: profileOf(needs) };
      this.#process = await this.means.pool.acquire(request, entry.class);
      this.#waitMs = this.#ms();
    } catch (error) {
      return this.#failed(error);
    }
    const process = this.#process;
    const scratch = needs.includes('scratch') ? join(process.workFolder, `r${this.number}`) : null;
    const deadline = setTimeout(() => this.#endLate(), entry.limits.timeout_seconds * 1000);
    try {
      if (this.#isAborted) return undefined;
      if (scratch !== null) mkdirSync(scratch, { mode: 0o700 });
      const maxResultBytes = limitsOf(entry.class, this.form.maxBytes).resultBytes;
      const began = this.#ms();
      const { code, cause, file, phases, body } = await process.run(
        {
          run: this.number,
          tool: entry.id,
          scratch,
          form: this.form,
          maxResultBytes,
          onCall: this.#onCall(),
          onProgress: this.means.onProgress,
        },
        this.body,
      );
      if (this.#isAborted) return undefined;
      const status = code === undefined ? 200 : ERRORS[code].status;
      if (cause !== undefined) this.#logCause(status, cause);
      if (phases.checkMs + phases.toolMs <= this.#ms() - began) this.#phases = phases;
      return { status, code, body, file: code === undefined ? file : undefined, pid: process.pid };
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#isOver = true;
      clearTimeout(deadline);
      clearTimeout(this.#grace);
      this.#call?.abort();
      await this.#call?.answer;
      // The slot is free when the work has really ended.
      if (process.isEnding) await process.ended;
      else if (scratch !== null) await removeFolder(scratch);
      this.means.pool.release(process);
    }
  }

  endOf(answer: Answer | undefined): RunEnd {
    const { id, class: toolClass } = this.tool.entry;
    return {
      toolId: id,
      toolClass,
      outcome: answer === undefined ? 'aborted' : (answer.code ?? 'ok'),
      status: answer?.status ?? 0,
      ms: this.#ms(),
      waitMs: this.#waitMs,
      phases: this.#phases,
      pid: this.#process?.pid ?? 0,
      bytesIn: lengthOf(this.body),
      bytesOut: lengthOf(answer?.body ?? []),
    };
  }

  abort(): void {
    // Once over, its process may belong to another run already.
    if (this.#isAborted || this.#isOver) return;
    this.#isAborted = true;
    this.#call?.abort();
    this.#process?.abort(this.number);
    this.#grace = setTimeout(() => this.#process?.kill('aborted'), ABORT_GRACE_MS);
  }

  #onCall(): ((asked: ToolCall) => Promise<CallAnswer | undefined>) | undefined {
    const { call } = this.means;
    if (call === undefined) return undefined;
    return async (asked) => {
      if (this.#isAborted || this.#isOver) return undefined;
      this.#call = call(asked);
      const answer = await this.#call.answer;
      this.#call = undefined;
      return answer && { isError: answer.code !== undefined, body: answer.body };
    };
  }

  #endLate(): void {
    this.#isLate = true;
    this.#process?.kill('time-limit');
  }

  #failed(error: unknown): Answer | undefined {
    if (this.#isAborted) return undefined;
    if (this.#isLate) {
      const { timeout_seconds: limit } = this.tool.entry.limits;
      return this.#errorAnswer('TIME_LIMIT_EXCEEDED', `Run took longer than the limit of ${limit} seconds`);
    }
    const tool = this.tool.entry.id;
    if (error instanceof ProcessEnded) {
      const { pid = 0, endReason: reason = 'not-ready', lastWords = '' } = this.#process ?? {};
      this.means.log('error', 'process-lost', { tool, pid, reason, how: error.message, lastWords });
    } else {
      // The folder of the run could not be made: no room, no descriptor.
      this.means.log('error', 'run-not-started', { tool, cause: failureKind(error) });
    }
    return this.#errorAnswer('EXECUTION_FAILED', EXECUTION_FAILED_MESSAGE);
  }

  #errorAnswer(code: ErrorCode, message: string): Answer {
    return { ...errorAnswer(code, message), pid: this.#process?.pid };
  }

  /** Failures on acceptable input are errors of ours; what is the caller's is of interest when debugging only. */
  #logCause(status: number, cause: string): void {
    this.means.log(status >= 500 ? 'error' : 'debug', 'run-cause', { tool: this.tool.entry.id, status, cause });
  }

  #ms(): number {
    return performance.now() - this.#started;
  }
}

function lengthOf(chunks: readonly Buffer[]): number {
  let length = 0;
  for (const chunk of chunks) length += chunk.length;
  return length;
}

function errorAnswer(code: ErrorCode, message: string) {
  return { status: ERRORS[code].status, code, body: [Buffer.from(errorBody(code, message))] };
}

/** What a run is told that finds no free slot. */
export const BUSY_MESSAGE = 'All run slots are taken';

const busyAnswer = (): Answer => ({ ...errorAnswer('SERVER_BUSY', BUSY_MESSAGE), pid: undefined });
