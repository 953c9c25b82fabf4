import { Worker } from 'node:worker_threads';

import type { Catalog } from '../core/catalog.js';
import { failureKind } from '../core/failure.js';
import { CLASS_LIMITS } from '../core/limits.js';
import type { Log } from '../core/log.js';
import { builtFile } from '../core/project-files.js';
import type { RunHandle, Runner, RunOrigin } from '../runner/runner.js';

import type { FromThread, ToThread } from './http-messages.js';

/** What the HTTP edge gets of an MCP response, in this order: one head, chunks, one end. */
export interface McpSink {
  head(status: number, headers: readonly (readonly [string, string])[]): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
}

export interface McpRequest {
  /** Names it in the log. */
  readonly id: string;
  readonly receiveMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Serves `POST /mcp` in a thread of its own. */
export interface McpEndpoint {
  /** Largest body in bytes: what the largest run needs, wrapped in JSON-RPC. */
  readonly maxBodyBytes: number;
  /** Answers a request; what is returned is called when the client leaves. */
  answer(request: McpRequest, sink: McpSink): () => void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = CLASS_LIMITS.native.requestBytes + 2 ** 20;
const HEAP_MEGABYTES = 512;

export function createMcpEndpoint(catalog: Catalog, runner: Runner, log: Log): McpEndpoint {
  const tools = new Map(catalog.tools.map((tool) => [tool.entry.id, tool]));
  const sinks = new Map<number, McpSink>();
  const origins = new Map<number, RunOrigin>();
  const runs = new Map<number, RunHandle>();
  let worker: Worker | undefined;
  let calls = 0;

  const tell = (message: ToThread): void => worker?.postMessage(message);

  /**
   * Started by the first request: most services never see one. A thread that has died is started anew by the next. `false` when the
   * system gives no other thread.
   */
  function open(): boolean {
    let opened: Worker;
    try {
      opened = new Worker(builtFile('workers/mcp-http.worker.js'), {
        workerData: { catalog, maxBodyBytes: MAX_BODY_BYTES },
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      });
    } catch (error) {
      log('error', 'mcp-not-started', { cause: failureKind(error) });
      return false;
    }
    worker = opened;
    opened.on('message', hear);
    // `exit` follows and ends what is under way.
    opened.on('error', () => undefined);
    opened.on('exit', (code) => {
      log('warn', 'mcp-ended', { code });
      if (worker === opened) worker = undefined;
      for (const handle of runs.values()) handle.abort();
      for (const sink of sinks.values()) sink.end();
      sinks.clear();
      origins.clear();
    });
    return true;
  }

  function hear(message: FromThread): void {
    if (message.type === 'run') void run(message);
    else if (message.type === 'abort') runs.get(message.run)?.abort();
    else if (message.type === 'head') sinks.get(message.call)?.head(message.status, message.headers);
    else if (message.type === 'chunk') sinks.get(message.call)?.chunk(message.bytes);
    else {
      const sink = sinks.get(message.call);
      sinks.delete(message.call);
      origins.delete(message.call);
      sink?.end();
    }
  }

  async function run({
    call,
    run: number,
    tool: id,
    body: bytes,
  }: Extract<FromThread, { type: 'run' }>): Promise<void> {
    const tool = tools.get(id);
    if (tool === undefined) return tell({ type: 'cancelled', run: number });
    const body = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
    const handle = runner.start(tool, body, origins.get(call));
    runs.set(number, handle);
    const answer = await handle.answer;
    runs.delete(number);
    if (answer === undefined) tell({ type: 'cancelled', run: number });
    else tell({ type: 'answer', run: number, status: answer.status, body: Buffer.concat(answer.body) });
  }

  return {
    maxBodyBytes: MAX_BODY_BYTES,
    answer({ id, receiveMs, headers, body }, sink) {
      if (worker === undefined && !open()) {
        sink.end();
        return () => undefined;
      }
      calls += 1;
      const call = calls;
      sinks.set(call, sink);
      origins.set(call, { request: id, receiveMs });
      tell({ type: 'request', call, headers, body });
      return () => {
        sinks.delete(call);
        origins.delete(call);
        tell({ type: 'left', call });
      };
    },
    async close() {
      await worker?.terminate();
    },
  };
}
