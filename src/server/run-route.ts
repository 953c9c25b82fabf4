import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';

import { CROWDED_MESSAGE, jsonAnswer, refuse, send, sendError } from './answers.js';
import type { Metrics } from './metrics.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Traffic } from './traffic.js';

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly traffic: Traffic;
  readonly metrics?: Metrics | undefined;
}

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, traffic: { uploads, outgoing }, metrics }: RunRouteConfig) {
  function take(request: IncomingMessage, response: ServerResponse, tool: CatalogTool, continues: boolean): void {
    const limit = tool.entry.limits.request_bytes;
    const refusal = uploads.refusalOf(request, limit) ?? busyFor(tool);
    if (refusal !== undefined) {
      metrics?.recordRefusal(tool.entry.id, refusal.code);
      refuse(request, response, refusal);
      return;
    }
    if (continues) response.writeContinue();
    const began = performance.now();
    uploads.receive(request, response, limit, (body) => void run(response, tool, body, performance.now() - began));
  }

  function busyFor(tool: CatalogTool): ToolError | undefined {
    if (!runner.isFree(tool.entry.class)) return new ToolError('SERVER_BUSY', BUSY_MESSAGE);
    return crowded();
  }

  const crowded = (): ToolError | undefined =>
    outgoing.hasRoom() ? undefined : new ToolError('SERVER_BUSY', CROWDED_MESSAGE);

  async function run(response: ServerResponse, tool: CatalogTool, body: readonly Buffer[], receiveMs: number) {
    // Again: many small bodies may have been received at once, and each may have a large answer.
    const refusal = crowded();
    if (refusal !== undefined) {
      metrics?.recordRefusal(tool.entry.id, refusal.code);
      sendError(response, refusal);
      return;
    }
    const handle = runner.start(tool, body, { request: String(response.getHeader(REQUEST_ID_HEADER)), receiveMs });
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer !== undefined) send(response, jsonAnswer(answer.status, answer.body), outgoing);
  }

  return take;
}
