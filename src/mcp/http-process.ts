import { type ChildProcess, spawn } from 'node:child_process';

import type { CatalogTool } from '../core/catalog.js';
import { type ErrorCode, EXECUTION_FAILED_MESSAGE, ToolError } from '../core/errors.js';
import { builtFile } from '../core/project-files.js';
import type { TellProgress } from '../core/run-progress.js';
import type { RunHandle, Runner } from '../runner/runner.js';
import { TOOL_ENVIRONMENT } from '../runner/sandbox.js';

import type { FromProcess, ToProcess } from './http-messages.js';

/** What the HTTP edge gets of an MCP response, in this order: one head, chunks, one end; at any time, a failure instead. */
export interface McpSink {
  head(status: number, headers: readonly (readonly [string, string])[]): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  fail(error: ToolError): void;
}

export interface McpRequest {
  /** Names it in the log. */
  readonly id: string;
  readonly receiveMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: readonly Buffer[];
}

/** A request on its way to an answer. */
export interface McpCall {
  readonly request: McpRequest;
  readonly sink: McpSink;
}

export interface McpProcessSettings {
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly runner: Runner;
  readonly configuration: Extract<ToProcess, { type: 'configure' }>;
  /** Milliseconds for a request without its runs. */
  readonly deadlineMs: number;
}

/** What Node tells a child of its channel (child_process, `setupChildProcessIpcChannel`); the walls pass on nothing by themselves. */
const IPC_ENVIRONMENT = { NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'advanced' } as const;
/** From the start of a process to its first word; as long as tool processes have. */
const READY_MS = 15_000;
/** A process whose client has left has this long to notice. */
const LEFT_MS = 1000;

/** The server's side of a process that serves MCP over HTTP. It has one request at a time. */
export class McpProcess {
  /** Resolves with a word on how, when the process has ended. */
  readonly ended: Promise<string>;
  readonly #settings: McpProcessSettings;
  readonly #child: ChildProcess;
  readonly #onIdle: (process: McpProcess) => void;
  readonly #runs = new Map<number, RunHandle>();
  #call: McpCall | undefined;
  #isReady = false;
  #isLate = false;
  #deadline: NodeJS.Timeout | undefined;

  /** Throws when the system gives no other process. `onIdle` is told when the request is answered. */
  constructor(settings: McpProcessSettings, onIdle: (process: McpProcess) => void) {
    this.#settings = settings;
    this.#onIdle = onIdle;
    const [program, ...words] = settings.runner.sandbox.commandLine({
      profile: 'plain',
      entry: builtFile('programs/mcp-http.program.js'),
      workFolder: undefined,
      environment: IPC_ENVIRONMENT,
    });
    this.#child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: TOOL_ENVIRONMENT,
      // A Ctrl-C in the terminal is for the server.
      detached: true,
    });
    this.#child.on('message', (message: FromProcess) => {
      try {
        this.#hear(message);
      } catch {
        // The process does not keep to the protocol: whatever runs in it is not ours any more.
        this.kill();
      }
    });
    this.ended = this.#whenEnded();
    this.#tell(settings.configuration);
  }

  answer(call: McpCall): void {
    this.#call = call;
    const { headers, body } = call.request;
    this.#tell({ type: 'request', headers, body });
    this.#expectWord();
  }

  /** The client has left. */
  leave(): void {
    this.#call = undefined;
    for (const handle of this.#runs.values()) handle.abort();
    this.#tell({ type: 'left' });
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.kill(), LEFT_MS);
  }

  /** With those around it that keep its namespaces. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Already gone, or not yet its own group: then the process itself is all there is.
      this.#child.kill('SIGKILL');
    }
  }

  #tell(message: ToProcess): void {
    // That the process has ended is heard elsewhere.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #hear(message: FromProcess): void {
    const { type } = message;
    if (type === 'ready') {
      this.#isReady = true;
      this.#expectWord();
    } else if (type === 'run') {
      void this.#run(message);
    } else if (type === 'abort') {
      this.#runs.get(message.run)?.abort();
    } else if (type === 'head') {
      this.#call?.sink.head(message.status, message.headers);
    } else if (type === 'chunk') {
      this.#call?.sink.chunk(message.bytes);
    } else if (type === 'end') {
      this.#end();
    } else {
      throw new TypeError('Unknown message');
    }
  }

  #end(): void {
    clearTimeout(this.#deadline);
    const call = this.#call;
    this.#call = undefined;
    call?.sink.end();
    this.#onIdle(this);
  }

  async #run({
    run: number,
    tool: id,
    body: bytes,
    wantsProgress,
  }: Extract<FromProcess, { type: 'run' }>): Promise<void> {
    const { tools, runner } = this.#settings;
    const tool = tools.get(id);
    if (tool === undefined || this.#call === undefined) return this.#tell({ type: 'cancelled', run: number });
    clearTimeout(this.#deadline);
    const body = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
    const { id: request, receiveMs } = this.#call.request;
    const tell: TellProgress = (progress) => this.#tell({ type: 'progress', run: number, progress });
    const handle = runner.start(tool, body, { request, receiveMs }, undefined, wantsProgress ? tell : undefined);
    this.#runs.set(number, handle);
    const answer = await handle.answer;
    this.#runs.delete(number);
    if (answer === undefined) this.#tell({ type: 'cancelled', run: number });
    else this.#tell({ type: 'answer', run: number, status: answer.status, body: answer.body });
    this.#expectWord();
  }

  /** Ends a process that reads or writes for too long; while a run is under way, that run's own limit holds. */
  #expectWord(): void {
    if (this.#call === undefined || this.#runs.size > 0) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => {
        this.#isLate = true;
        this.kill();
      },
      this.#isReady ? this.#settings.deadlineMs : READY_MS,
    );
  }

  async #whenEnded(): Promise<string> {
    const how = await new Promise<string>((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
      this.#child.on('error', (error) => {
        // Other errors are of a message that could not be sent: `exit` follows.
        if (this.#child.pid === undefined) resolve(`not started: ${(error as NodeJS.ErrnoException).code}`);
      });
    });
    clearTimeout(this.#deadline);
    for (const handle of this.#runs.values()) handle.abort();
    this.#call?.sink.fail(this.#fault());
    this.#call = undefined;
    return how;
  }

  #fault(): ToolError {
    const [code, message]: [ErrorCode, string] = this.#isLate
      ? ['TIME_LIMIT_EXCEEDED', 'Request took too long to read']
      : ['EXECUTION_FAILED', EXECUTION_FAILED_MESSAGE];
    return new ToolError(code, message);
  }
}
