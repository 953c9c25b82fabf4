import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import type { Duplex } from 'node:stream';

import type { RunPlace, TellProgress } from '../core/run-progress.js';
import type { Settings } from '../core/tool.js';

import { type AnswerFile, type Command, type RunCode, type RunForm, type RunPhases, writeFrame } from './frames.js';
import type { Profile } from './profile.js';
import { type AnswerReport, type CallReport, ReportListener } from './report-listener.js';
import { type Sandbox, TOOL_ENVIRONMENT } from './sandbox.js';
import { removeFolder } from './work-root.js';

/** What a tool process answers to a run. */
export interface ProcessAnswer {
  readonly code: RunCode | undefined;
  /** For the log: what failed and where. */
  readonly cause: string | undefined;
  readonly phases: RunPhases;
  /** Of a result that is a file. */
  readonly file: AnswerFile | undefined;
  readonly body: readonly Buffer[];
}

/** What a process is told of a run. */
export interface ProcessRun {
  /** The number of the run. */
  readonly run: number;
  readonly tool: string;
  /** A folder that the tool may write to. */
  readonly scratch: string | null;
  readonly form: RunForm;
  /** Longest body of a result. */
  readonly maxResultBytes: number;
  /** Does what the run asks for, where it may ask for runs of other tools. Never rejects. */
  readonly onCall?: ((call: ToolCall) => Promise<CallAnswer | undefined>) | undefined;
  /** Told how far it is, where `form` asks for it. */
  readonly onProgress?: TellProgress | undefined;
}

/** A run asks for a run of another tool, in the form of parts.ts. */
export interface ToolCall {
  readonly tool: string;
  readonly body: readonly Buffer[];
  /** Where the run that asks is, where it says so. */
  readonly place: RunPlace | undefined;
}

/** What came of it; the body is an error where `isError`. */
export interface CallAnswer {
  readonly isError: boolean;
  readonly body: readonly Buffer[];
}

/** Longest body of a call: a request of any class fits, without base64 with room to spare. */
const MAX_CALL_BYTES = 30 * 2 ** 20;

/** Why a process did not answer. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

export interface ToolProcessSettings {
  readonly sandbox: Sandbox;
  readonly profile: Profile;
  readonly entry: string;
  /** A folder of its own, made by the constructor and removed after the end. */
  readonly workFolder: string;
  readonly settings: Settings;
}

/** Why a process was ended, or that nobody here did: `crashed`. */
export const END_REASONS = [
  'crashed',
  'time-limit',
  'memory-limit',
  'process-limit',
  'aborted',
  'worn',
  'grown',
  'idle',
  'not-ready',
  'protocol',
  'closing',
] as const;
export type EndReason = (typeof END_REASONS)[number];

const CHANNEL = 3;
const CHANNEL_MS = 1000;
/** What is kept of what a process wrote to standard error, for the log of its end. */
const STDERR_CHARACTERS = 500;
/** Warnings of libraries in one run are some kilobytes; a process that writes more than this keeps the server busy for nothing. */
const MAX_STDERR_CHARACTERS = 2 ** 20;
/** V8's word when its heap is full: api/embedder's `FatalProcessOutOfMemory`. */
const HEAP_FULL = /JavaScript heap out of memory|heap limit/;

/** The server's side of one tool process. It takes one run at a time. */
export class ToolProcess {
  readonly profile: Profile;
  readonly workFolder: string;
  /** Resolves when the process can take runs; rejects with `ProcessEnded` when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with a word on how, when the process has ended and its folder is removed. */
  readonly ended: Promise<string>;
  /** Ids of the tools and names of the engines that are loaded in it. */
  readonly warm = new Set<string>();
  /** Runs it has done, heavier classes counted more. */
  wear = 0;
  idleSince = 0;
  isEnding = false;
  endReason: EndReason = 'crashed';

  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  readonly #listener: ReportListener;
  #stderr = '';
  /** Written to standard error since the last run began. */
  #stderrCharacters = 0;
  #isReady = false;
  #crash: string | undefined;
  #pending:
    | ({ resolve(answer: ProcessAnswer): void; reject(error: Error): void } & Pick<ProcessRun, 'onCall' | 'onProgress'>)
    | undefined;

  constructor({ sandbox, profile, entry, workFolder, settings }: ToolProcessSettings) {
    this.profile = profile;
    this.workFolder = workFolder;
    // With the folder above it, should a cleaner of old temporary files have removed that.
    mkdirSync(workFolder, { mode: 0o700, recursive: true });
    try {
      [this.#child, this.#channel] = startChild(sandbox.commandLine({ profile, entry, workFolder }), workFolder);
    } catch (error) {
      rmSync(workFolder, { recursive: true, force: true });
      throw error;
    }
    const start = deferred<void>();
    this.ready = start.promise;
    // Whoever waits for it hears of it; nobody waiting is no reason to end the server.
    this.ready.catch(() => undefined);

    this.#listener = new ReportListener({
      ready: () => {
        this.#isReady = true;
        this.#stderr = '';
        start.resolve();
      },
      answer: (report, body) => this.#answer(report, body),
      call: (report, body) => void this.#call(report, body),
      progress: ({ progress }) => this.#pending?.onProgress?.(progress),
      crash: (cause) => {
        this.#crash = cause;
      },
    });
    this.#channel.on('data', (chunk: Buffer) => this.#hear(chunk));
    // The end of the process says all there is to know of a broken channel.
    this.#channel.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.#overhear(chunk));
    this.ended = this.#whenEnded((how) => {
      start.reject(new ProcessEnded(how));
      this.#pending?.reject(new ProcessEnded(how));
      this.#pending = undefined;
    });
    this.#send({ type: 'configure', settings });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * What is known of why it ended, for the log. Until it is ready, what it wrote on standard error: a package or a library is missing.
   * Later that may hold what a caller sent, so only words of ours are told.
   */
  get lastWords(): string {
    if (!this.#isReady) return this.#stderr;
    return this.#crash ?? (HEAP_FULL.test(this.#stderr) ? 'heap full' : '');
  }

  /**
   * Gives the process a run whose result has at most `maxResultBytes`. Rejects with `ProcessEnded` when it ends before it has
   * answered, or is ended because it sends more or anything else.
   */
  run(
    { run, tool, scratch, form, maxResultBytes, onCall, onProgress }: ProcessRun,
    body: readonly Buffer[],
  ): Promise<ProcessAnswer> {
    if (this.isEnding) return Promise.reject(new ProcessEnded('ending'));
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, onCall, onProgress };
      this.#stderrCharacters = 0;
      this.#listener.expectAnswer({
        run,
        maxBodyBytes: maxResultBytes,
        hasProgress: form.wantsProgress === true,
        ...(onCall === undefined ? {} : { maxCallBytes: MAX_CALL_BYTES }),
      });
      let bodyBytes = 0;
      for (const chunk of body) bodyBytes += chunk.length;
      writeFrame(this.#channel, { type: 'run', run, tool, scratch, form }, bodyBytes, body);
    });
  }

  /** Asks the tool to stop. A tool that does not look is killed by the caller. */
  abort(run: number): void {
    this.#send({ type: 'abort', run });
  }

  /** Ends the process and everything it started, at once. */
  kill(reason: EndReason): void {
    if (!this.isEnding) this.endReason = reason;
    this.isEnding = true;
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Already gone, or not yet its own group: then the process itself is all there is.
      this.#child.kill('SIGKILL');
    }
  }

  #send(command: Command): void {
    if (this.#channel.writable) writeFrame(this.#channel, command);
  }

  #hear(chunk: Buffer): void {
    // What was on its way when the process was ended is nobody's.
    if (this.isEnding) return;
    try {
      this.#listener.push(chunk);
    } catch {
      this.kill('protocol');
    }
  }

  #overhear(chunk: string): void {
    this.#stderr = (this.#stderr + chunk).slice(-STDERR_CHARACTERS);
    this.#stderrCharacters += chunk.length;
    if (this.#stderrCharacters > MAX_STDERR_CHARACTERS) this.kill('protocol');
  }

  #answer({ code, cause, file, phases, isSpent }: AnswerReport, body: readonly Buffer[]): void {
    if (isSpent) this.wear = Number.POSITIVE_INFINITY;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve({ code, cause, file, phases, body });
  }

  async #call({ run, tool, place }: CallReport, body: readonly Buffer[]): Promise<void> {
    const pending = this.#pending;
    const answer = await pending?.onCall?.({ tool, body, place });
    // The run is over, or was aborted: nobody waits for it any more.
    if (answer === undefined || this.#pending !== pending || !this.#channel.writable) return;
    this.#listener.callAnswered();
    let bytes = 0;
    for (const chunk of answer.body) bytes += chunk.length;
    writeFrame(this.#channel, { type: 'called', run, isError: answer.isError }, bytes, answer.body);
  }

  /**
   * The process that was started is one of several that hold the channel: around it are those that keep its namespaces. When all have
   * let go of it, the work has ended. Somebody who lives on without namespaces is not waited for.
   */
  #whenChannelCloses(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#channel.closed) return resolve();
      const patience = setTimeout(resolve, CHANNEL_MS).unref();
      this.#channel.once('close', () => {
        clearTimeout(patience);
        resolve();
      });
    });
  }

  async #whenEnded(onEnd: (how: string) => void): Promise<string> {
    const how = await new Promise<string>((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(signal ?? signalOf(code) ?? `exit code ${code}`));
      this.#child.once('error', (error) => resolve(`not started: ${(error as NodeJS.ErrnoException).code}`));
    });
    this.isEnding = true;
    onEnd(how);
    await this.#whenChannelCloses();
    this.#channel.destroy();
    await removeFolder(this.workFolder);
    return how;
  }
}

/** The signal that ended the process within, told by the shell around it as POSIX has it: 128 and its number. */
function signalOf(exitCode: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode)?.[0];
}

/** Throws `ProcessEnded` when the system has no means for another process. */
function startChild([program, ...args]: readonly [string, ...string[]], cwd: string): [ChildProcess, Duplex] {
  // A group of its own: a Ctrl-C in the terminal is for the server, and one kill reaches what the process started.
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: TOOL_ENVIRONMENT,
    cwd,
    detached: true,
  });
  // Out of descriptors, Node leaves the streams out, though its types do not say so, and emits the error later.
  const stdio = child.stdio as typeof child.stdio | undefined;
  if (stdio !== undefined) return [child, stdio[CHANNEL] as Duplex];
  child.once('error', () => undefined);
  throw new ProcessEnded('not started: no file descriptor is free');
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
