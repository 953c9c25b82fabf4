import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { overLimit, ToolError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';

import { declaredLength, refuse, sendJson } from './answers.js';

/** Bodies that are being received at once. Slots are taken by runs only, so slow uploads need a bound of their own. */
const MAX_UPLOADS = 64;
/** Bytes of bodies being received and of answers not yet taken by their clients, in all. */
const MAX_TRAFFIC_BYTES = 512 * 2 ** 20;
/** A client that takes nothing of its answer for this long has left. */
const STALLED_MS = 60_000;

/** `application/json` in any case, with no parameter but `charset=utf-8`. */
const JSON_CONTENT = /^\s*application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?\s*$/i;

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly log: Log;
}

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, log }: RunRouteConfig) {
  const busy = () => new ToolError('SERVER_BUSY', BUSY_MESSAGE);
  let uploads = 0;
  let trafficBytes = 0;

  function take(request: IncomingMessage, response: ServerResponse, tool: CatalogTool, continues: boolean): void {
    const refusal = refusalOf(request, tool);
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    uploads += 1;
    if (continues) response.writeContinue();
    const limit = tool.entry.limits.request_bytes;
    const chunks: Buffer[] = [];
    let received = 0;
    let isOver = false;

    const stop = () => {
      if (isOver) return;
      isOver = true;
      uploads -= 1;
      trafficBytes -= received;
    };
    const onData = (chunk: Buffer) => {
      if (isOver) return;
      received += chunk.length;
      trafficBytes += chunk.length;
      chunks.push(chunk);
      if (received <= limit) return;
      stop();
      chunks.length = 0;
      request.off('data', onData);
      refuse(request, response, tooLarge(received, limit));
    };
    request.on('data', onData);
    request.once('end', () => {
      if (isOver) return;
      stop();
      void run(response, tool, chunks, received);
    });
    request.once('close', stop);
  }

  function refusalOf(request: IncomingMessage, tool: CatalogTool): ToolError | undefined {
    const { headers } = request;
    if (!JSON_CONTENT.test(headers['content-type'] ?? '')) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Type" must be application/json');
    }
    if (headers['content-encoding'] !== undefined) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Encoding" must not be given: send the JSON as it is');
    }
    const limit = tool.entry.limits.request_bytes;
    const declared = declaredLength(request);
    if (Number.isFinite(declared) && declared > limit) return tooLarge(declared, limit);
    if (!runner.isFree(tool.entry.class) || uploads >= MAX_UPLOADS || trafficBytes > MAX_TRAFFIC_BYTES) return busy();
    return undefined;
  }

  async function run(response: ServerResponse, tool: CatalogTool, body: readonly Buffer[], received: number) {
    const handle = runner.start(tool, body);
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer === undefined) {
      log('info', 'run', { tool: tool.entry.id, outcome: 'aborted', bytesIn: received });
      return;
    }
    const sent = deliver(response, answer.status, answer.body);
    log('info', 'run', {
      tool: tool.entry.id,
      outcome: answer.code ?? 'ok',
      status: answer.status,
      ms: Math.round(answer.ms * 10) / 10,
      bytesIn: received,
      bytesOut: sent,
      pid: answer.pid ?? 0,
    });
  }

  /** Sends an answer. It waits in memory for a slow client, which holds no slot by now, but not for a stalled one. */
  function deliver(response: ServerResponse, status: number, body: readonly Buffer[]): number {
    let bytes = 0;
    for (const chunk of body) bytes += chunk.length;
    sendJson(response, status, body);
    const { socket } = response;
    if (response.writableLength === 0 || socket === null) return bytes;
    trafficBytes += bytes;
    socket.setTimeout(STALLED_MS, () => socket.destroy());
    response.once('close', () => {
      trafficBytes -= bytes;
      socket.setTimeout(0);
    });
    return bytes;
  }

  return take;
}

const tooLarge = (size: number, limit: number): ToolError =>
  overLimit(`Request body has ${size} bytes or more, the limit is ${limit}`);
