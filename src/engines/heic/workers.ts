import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { builtFile } from '../../core/project-files.js';
import { libheifWasmPath } from './libheif.js';
import { IDLE_MS, MAX_KEPT_HEAP_BYTES } from './limits.js';
import type { HeicFailure, HeicReply, HeicRequest } from './protocol.js';

/** The decoder has refused a file. */
export class HeicRefusal extends Error {
  constructor(readonly failure: HeicFailure) {
    super(failure.message);
  }
}

/** A thread with its own instance of the decoder; serves one request at a time. */
export interface HeicWorker {
  /** Throws `HeicRefusal` for a file that cannot be decoded, another error when the thread has died. */
  readonly ask: <Kind extends HeicReply['kind']>(
    kind: Kind,
    request: HeicRequest,
    onPlaced?: (tile: number) => void,
  ) => Promise<Extract<HeicReply, { kind: Kind }>>;
}

interface Thread extends HeicWorker {
  readonly worker: Worker;
  /** Ends the thread when nobody takes it again in time. */
  readonly rest: () => void;
  readonly wake: () => void;
  readonly isUsable: () => boolean;
}

let compiled: Promise<WebAssembly.Module> | undefined;
const resting: Thread[] = [];

/** Compiled once a process: what the engine has optimised is shared by all threads that come later. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= readFile(libheifWasmPath()).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

function start(module: WebAssembly.Module): Thread {
  const worker = new Worker(builtFile('workers/heic.worker.js'), { workerData: { module }, env: {} });
  let isAlive = true;
  let heapBytes = 0;
  let hasCrashed = false;
  let timer: NodeJS.Timeout | undefined;
  let placed: ((tile: number) => void) | undefined;
  let settle: { resolve: (reply: HeicReply) => void; reject: (error: unknown) => void } | undefined;

  worker.unref();
  worker.on('message', (reply: HeicReply) => {
    if (reply.kind === 'placed') {
      placed?.(reply.tile);
      return;
    }
    if (reply.kind === 'decoded') heapBytes = reply.heapBytes;
    if (reply.kind === 'failed') hasCrashed = reply.isCrash;
    settle?.resolve(reply);
  });
  worker.on('error', (error) => settle?.reject(error));
  worker.on('exit', () => {
    isAlive = false;
    settle?.reject(new Error('The decoder thread has ended'));
  });

  return {
    worker,
    async ask(kind, request, onPlaced) {
      placed = onPlaced;
      const reply = await new Promise<HeicReply>((resolve, reject) => {
        settle = { resolve, reject };
        if (isAlive) worker.postMessage(request);
        else reject(new Error('The decoder thread has ended'));
      });
      if (reply.kind === 'failed') throw new HeicRefusal(reply.failure);
      if (reply.kind !== kind) throw new Error(`The decoder thread answered ${reply.kind} to ${request.kind}`);
      // The line above has compared what the type says.
      return reply as Extract<HeicReply, { kind: typeof kind }>;
    },
    rest() {
      timer = setTimeout(() => {
        const at = resting.findIndex((thread) => thread.worker === worker);
        if (at >= 0) resting.splice(at, 1);
        void worker.terminate();
      }, IDLE_MS).unref();
    },
    wake: () => clearTimeout(timer),
    isUsable: () => isAlive && !hasCrashed && heapBytes <= MAX_KEPT_HEAP_BYTES,
  };
}

/**
 * Gives `use` threads as it asks for them. Afterwards they rest for a while; after an abort or a fault of the engine they are
 * ended at once, so that none goes on working for nobody.
 */
export async function withWorkers<Value>(
  signal: AbortSignal,
  use: (next: () => HeicWorker) => Promise<Value>,
): Promise<Value> {
  const module = await compile();
  const threads: Thread[] = [];
  let keep = false;
  const endAll = (): void => {
    for (const { worker } of threads) void worker.terminate();
  };
  signal.addEventListener('abort', endAll, { once: true });
  try {
    signal.throwIfAborted();
    const value = await use(() => {
      const thread = resting.pop() ?? start(module);
      thread.wake();
      threads.push(thread);
      return thread;
    });
    keep = true;
    return value;
  } catch (error) {
    keep = error instanceof HeicRefusal;
    throw error;
  } finally {
    signal.removeEventListener('abort', endAll);
    for (const thread of threads) {
      if (!keep || signal.aborted || !thread.isUsable()) void thread.worker.terminate();
      else {
        thread.rest();
        resting.push(thread);
      }
    }
  }
}
