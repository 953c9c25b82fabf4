/** What a tool process runs: it takes one run after another from the socket on file descriptor 3. */

import { once } from 'node:events';
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';

import { describeFailure } from '../core/failure.js';
import { isProcessSpent } from '../core/run-end.js';
import type { RunPlace, TellSeconds } from '../core/run-progress.js';
import type { Settings, Tool } from '../core/tool.js';
import { loadTool } from '../generated/registry.js';

import { execute, NO_SETTINGS, secureRandom } from './execute.js';
import { DirectFrameReader } from './frame-readers.js';
import { type Command, type Report, writeFrame } from './frames.js';
import { type Called, createOtherTools } from './other-tools.js';
import { answerChunks, type EncodedAnswer, encodeError } from './response.js';

const CHANNEL = 3;
const SMALL_ANSWER_BYTES = 64 * 1024;

let settings: Settings = NO_SETTINGS;
let current: { readonly run: number; readonly abort: LazyAbort } | undefined;
const loaded = new Map<string, Tool>();
/** Told what came of the run that the current one has asked for. */
let called: ((answer: Called) => void) | undefined;

const reader = new DirectFrameReader((header, body) => {
  // The server is the only writer of this socket.
  const command = header as Command;
  if (command.type === 'configure') settings = command.settings;
  if (command.type === 'abort' && current?.run === command.run) current.abort.abort();
  if (command.type === 'called' && current?.run === command.run) called?.({ isError: command.isError, body });
  if (command.type === 'run') void take(command, body);
});

// `onread` is known to connecting sockets and, though their types do not say so, to those on a descriptor.
const options: SocketConstructorOpts & ConnectOpts = {
  fd: CHANNEL,
  readable: true,
  writable: true,
  onread: {
    buffer: () => reader.target(),
    callback: (bytes) => {
      reader.filled(bytes);
      return true;
    },
  },
};
const socket = new Socket(options);
// The server is gone: nobody is left to answer.
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(0));

type RunCommand = Extract<Command, { type: 'run' }>;

async function take(command: RunCommand, body: Buffer): Promise<void> {
  const abort = new LazyAbort();
  current = { run: command.run, abort };
  const { answer, cause, phases } = await runTool(command, body, abort);
  current = undefined;
  const why = cause === undefined ? undefined : describeFailure(cause);
  const isSpent = isProcessSpent();
  const { code, file } = answer;
  await send({ type: 'answer', run: command.run, code, cause: why, file, phases, isSpent }, answer);
}

/** Sends small answers in one write; large ones slice by slice, as fast as the server takes them. */
async function send(header: Report, answer: EncodedAnswer): Promise<void> {
  if (answer.length <= SMALL_ANSWER_BYTES) {
    writeFrame(socket, header, answer.length, [...answerChunks(answer)]);
    return;
  }
  writeFrame(socket, header, answer.length);
  for (const chunk of answerChunks(answer)) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
}

/** Asks the server for a run of another tool: one at a time, by its protocol. */
function call(run: number, tool: string, body: readonly Buffer[], place: RunPlace | undefined): Promise<Called> {
  let bytes = 0;
  for (const chunk of body) bytes += chunk.length;
  return new Promise((resolve) => {
    called = resolve;
    writeFrame(socket, { type: 'call', run, tool, place }, bytes, body);
  });
}

/** At most five a second are told, whatever a tool says. */
const PROGRESS_MS = 200;

function progressOf(run: number): TellSeconds {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    // What an engine says after the run has ended is of no use.
    if (current?.run !== run || performance.now() - toldAt < PROGRESS_MS) return;
    const { done, total } = progress;
    if (!(done >= 0 && done <= total && total < Number.MAX_SAFE_INTEGER)) return;
    toldAt = performance.now();
    writeFrame(socket, { type: 'progress', run, progress });
  };
}

async function runTool({ run, tool: id, scratch: folder, form }: RunCommand, body: Buffer, abort: LazyAbort) {
  let tool = loaded.get(id);
  if (tool === undefined) {
    try {
      tool = await loadTool(id);
    } catch (error) {
      return { answer: encodeError(error), cause: error, phases: { checkMs: 0, toolMs: 0 } };
    }
    loaded.set(id, tool);
  }
  const scratch = folder ?? undefined;
  const tools = createOtherTools(settings, (other, chunks, place) => call(run, other, chunks, place));
  const progress = form.wantsProgress === true ? progressOf(run) : undefined;
  const now = new Date();
  const surroundings = { signal: () => abort.signal, now, random: secureRandom, scratch, settings, tools, progress };
  return execute(tool, body, surroundings, form);
}

/** A signal that is only made for tools that look at it: making one costs a tenth of a tiny run. */
class LazyAbort {
  #controller: AbortController | undefined;
  #isAborted = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}

// A rejection that a tool left behind must not end the process in the middle of a later run.
process.on('unhandledRejection', () => undefined);

// Node would print the message, which may hold what the caller sent.
process.on('uncaughtException', (error) => {
  writeFrame(socket, { type: 'crash', cause: describeFailure(error) });
  socket.end(() => process.exit(1));
});

writeFrame(socket, { type: 'ready' });
