import { Worker } from 'node:worker_threads';

import type { Catalog } from '../core/catalog.js';
import { CLASS_LIMITS } from '../core/limits.js';
import { builtFile } from '../core/project-files.js';
import type { RunHandle, Runner } from '../runner/runner.js';

import type { FromThread, ToThread } from './http-messages.js';

/** What the HTTP edge gets of an MCP response, in this order: one head, chunks, one end. */
export interface McpSink {
  head(status: number, headers: readonly (readonly [string, string])[]): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
}

/** Serves `POST /mcp` in a thread of its own. */
export interface McpEndpoint {
  /** Largest body in bytes: what the largest run needs, wrapped in JSON-RPC. */
  readonly maxBodyBytes: number;
  /** Answers a request; what is returned is called when the client leaves. */
  answer(headers: readonly (readonly [string, string])[], body: Buffer, sink: McpSink): () => void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = CLASS_LIMITS.native.requestBytes + 2 ** 20;
const HEAP_MEGABYTES = 512;

export function createMcpEndpoint(catalog: Catalog, runner: Runner): McpEndpoint {
  const tools = new Map(catalog.tools.map((tool) => [tool.entry.id, tool]));
  const sinks = new Map<number, McpSink>();
  const runs = new Map<number, RunHandle>();
  let worker: Worker | undefined;
  let calls = 0;

  const tell = (message: ToThread): void => worker?.postMessage(message);

  /** Started by the first request: most services never see one. A thread that has died is started anew by the next. */
  function open(): void {
    const opened = new Worker(builtFile('workers/mcp-http.worker.js'), {
      workerData: { catalog, maxBodyBytes: MAX_BODY_BYTES },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    worker = opened;
    opened.on('message', hear);
    // `exit` follows and ends what is under way.
    opened.on('error', () => undefined);
    opened.on('exit', () => {
      if (worker === opened) worker = undefined;
      for (const handle of runs.values()) handle.abort();
      for (const sink of sinks.values()) sink.end();
      sinks.clear();
    });
  }

  function hear(message: FromThread): void {
    if (message.type === 'run') void run(message.run, message.tool, message.body);
    else if (message.type === 'abort') runs.get(message.run)?.abort();
    else if (message.type === 'head') sinks.get(message.call)?.head(message.status, message.headers);
    else if (message.type === 'chunk') sinks.get(message.call)?.chunk(message.bytes);
    else {
      const sink = sinks.get(message.call);
      sinks.delete(message.call);
      sink?.end();
    }
  }

  async function run(number: number, id: string, bytes: Uint8Array): Promise<void> {
    const tool = tools.get(id);
    if (tool === undefined) return tell({ type: 'cancelled', run: number });
    const handle = runner.start(tool, [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
    runs.set(number, handle);
    const answer = await handle.answer;
    runs.delete(number);
    if (answer === undefined) tell({ type: 'cancelled', run: number });
    else tell({ type: 'answer', run: number, status: answer.status, body: Buffer.concat(answer.body) });
  }

  return {
    maxBodyBytes: MAX_BODY_BYTES,
    answer(headers, body, sink) {
      if (worker === undefined) open();
      calls += 1;
      const call = calls;
      sinks.set(call, sink);
      tell({ type: 'request', call, headers, body });
      return () => {
        sinks.delete(call);
        tell({ type: 'left', call });
      };
    },
    async close() {
      await worker?.terminate();
    },
  };
}
