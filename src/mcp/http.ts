import type { Catalog } from '../core/catalog.js';
import { EXECUTION_FAILED_MESSAGE, ToolError } from '../core/errors.js';
import { failureKind } from '../core/failure.js';
import { CLASS_LIMITS, SLOTS } from '../core/limits.js';
import type { Log } from '../core/log.js';
import type { Runner } from '../runner/runner.js';

import { type McpCall, McpProcess, type McpProcessSettings, type McpRequest, type McpSink } from './http-process.js';

/** Serves `POST /mcp` in processes of its own, one request at a time in each. */
export interface McpEndpoint {
  /** Largest body in bytes: what the largest run needs, wrapped in JSON-RPC. */
  readonly maxBodyBytes: number;
  /** Answers a request; what is returned is called when the client leaves. */
  answer(request: McpRequest, sink: McpSink): () => void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = CLASS_LIMITS.native.requestBytes + 2 ** 20;
/** One for each run, and two for requests that run nothing. Those beyond wait. */
const MAX_PROCESSES = SLOTS.all + 2;
/** Chosen: counting the parts of the largest body takes a quarter of a second, parsing it is of that order. */
const DEADLINE_MS = 10_000;
/** A process that nobody has used for this long is ended. */
const IDLE_MS = 5 * 60_000;

export function createMcpEndpoint(
  catalog: Catalog,
  runner: Runner,
  log: Log,
  deadlineMs: number = DEADLINE_MS,
): McpEndpoint {
  const tools = new Map(catalog.tools.map((tool) => [tool.entry.id, tool]));
  /** What each process is busy with. */
  const busy = new Map<McpProcess, McpCall>();
  /** The one used last at the end, with the timer that ends it. */
  const idle = new Map<McpProcess, NodeJS.Timeout>();
  const waiting: McpCall[] = [];
  let settings: McpProcessSettings | undefined;

  /** Started by need: most services never see a request for MCP. */
  function start(): McpProcess | undefined {
    const json = () => Buffer.from(JSON.stringify(catalog));
    settings ??= {
      tools,
      runner,
      configuration: { type: 'configure', catalog: json(), maxBodyBytes: MAX_BODY_BYTES },
      deadlineMs,
    };
    try {
      const started = new McpProcess(settings, onIdle);
      void started.ended.then((how) => onEnd(started, how));
      return started;
    } catch (error) {
      log('error', 'mcp-not-started', { cause: failureKind(error) });
      return undefined;
    }
  }

  function onIdle(process: McpProcess): void {
    busy.delete(process);
    idle.set(process, setTimeout(() => process.kill(), IDLE_MS).unref());
    takeNext();
  }

  function onEnd(process: McpProcess, how: string): void {
    if (busy.delete(process)) log('warn', 'mcp-ended', { how });
    clearTimeout(idle.get(process));
    idle.delete(process);
    takeNext();
  }

  function takeNext(): void {
    const call = waiting.shift();
    if (call !== undefined) take(call);
  }

  function take(call: McpCall): void {
    const known = [...idle.keys()].at(-1);
    if (known === undefined && busy.size + idle.size >= MAX_PROCESSES) {
      waiting.push(call);
      return;
    }
    const process = known ?? start();
    if (process === undefined) {
      call.sink.fail(new ToolError('EXECUTION_FAILED', EXECUTION_FAILED_MESSAGE));
      return;
    }
    clearTimeout(idle.get(process));
    idle.delete(process);
    busy.set(process, call);
    process.answer(call);
  }

  function leave(call: McpCall): void {
    const place = waiting.indexOf(call);
    if (place >= 0) waiting.splice(place, 1);
    for (const [process, answered] of busy) if (answered === call) process.leave();
  }

  return {
    maxBodyBytes: MAX_BODY_BYTES,
    answer(request, sink) {
      const call = { request, sink };
      take(call);
      return () => leave(call);
    },
    async close() {
      waiting.length = 0;
      const all = [...busy.keys(), ...idle.keys()];
      for (const process of all) process.kill();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
