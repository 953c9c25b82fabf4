import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { builtFile } from '../../core/project-files.js';
import { ContentFault } from '../../lib/faults.js';
import { libheifWasmPath } from './libheif-module.js';
import { IDLE_MS, MAX_KEPT_HEAP_BYTES } from './limits.js';
import type { HeicReply, HeicRequest } from './protocol.js';

/** A thread with its own instance of the decoder; serves one request at a time. */
export interface HeicWorker {
  /** Throws ContentFault for a file that cannot be decoded, another error when the thread has died. */
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
  /** It lives, its memory can be trusted and has not grown much. */
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

  worker.on('message', (reply: HeicReply) => {
    if (reply.kind === 'placed') {
      placed?.(reply.tile);
      return;
    }
    if (reply.kind !== 'opened') heapBytes = reply.heapBytes;
    if (reply.kind === 'failed') hasCrashed = reply.isCrash;
    settle?.resolve(reply);
  });
  const end = (error: unknown): void => {
    isAlive = false;
    settle?.reject(error);
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The decoder thread has ended')));

  return {
    worker,
    async ask(kind, request, onPlaced) {
      placed = onPlaced;
      const reply = await new Promise<HeicReply>((resolve, reject) => {
        settle = { resolve, reject };
        if (isAlive) worker.postMessage(request);
        else reject(new Error('The decoder thread has ended'));
      });
      if (reply.kind === 'failed') throw new ContentFault(reply.failure.message, reply.failure.what);
      if (reply.kind !== kind) throw new Error(`The decoder thread answered ${reply.kind} to ${request.kind}`);
      // The line above has compared what the type says.
      return reply as Extract<HeicReply, { kind: typeof kind }>;
    },
    rest() {
      worker.postMessage({ kind: 'forget' } satisfies HeicRequest);
      // A resting thread keeps no process from ending.
      worker.unref();
      timer = setTimeout(() => {
        const at = resting.findIndex((thread) => thread.worker === worker);
        if (at >= 0) resting.splice(at, 1);
        void worker.terminate();
      }, IDLE_MS).unref();
    },
    wake() {
      worker.ref();
      clearTimeout(timer);
    },
    isUsable: () => isAlive && !hasCrashed && heapBytes <= MAX_KEPT_HEAP_BYTES,
  };
}

function wakeOrStart(module: WebAssembly.Module): Thread {
  for (let thread = resting.pop(); thread !== undefined; thread = resting.pop()) {
    thread.wake();
    if (thread.isUsable()) return thread;
  }
  return start(module);
}

/**
 * Gives `use` threads as it asks for them; it must have an answer to every question when it ends. Afterwards they rest for a
 * while. After an abort they are ended at once, so that none goes on working for nobody.
 */
export async function withWorkers<Value>(
  signal: AbortSignal,
  use: (next: () => HeicWorker) => Promise<Value>,
): Promise<Value> {
  const module = await compile();
  const threads: Thread[] = [];
  const endAll = (): void => {
    for (const { worker } of threads) void worker.terminate();
  };
  signal.addEventListener('abort', endAll, { once: true });
  try {
    signal.throwIfAborted();
    return await use(() => {
      const thread = wakeOrStart(module);
      threads.push(thread);
      return thread;
    });
  } finally {
    signal.removeEventListener('abort', endAll);
    for (const thread of threads) {
      if (signal.aborted || !thread.isUsable()) void thread.worker.terminate();
      else {
        thread.rest();
        resting.push(thread);
      }
    }
  }
}
