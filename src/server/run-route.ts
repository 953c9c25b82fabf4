import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';

import { refuse, sendJson } from './answers.js';
import type { Metrics } from './metrics.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Uploads } from './uploads.js';

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly uploads: Uploads;
  readonly metrics?: Metrics | undefined;
}

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, uploads, metrics }: RunRouteConfig) {
  function take(request: IncomingMessage, response: ServerResponse, tool: CatalogTool, continues: boolean): void {
    const limit = tool.entry.limits.request_bytes;
    const busy = runner.isFree(tool.entry.class) ? undefined : new ToolError('SERVER_BUSY', BUSY_MESSAGE);
    const refusal = uploads.refusalOf(request, limit) ?? busy;
    if (refusal !== undefined) {
      metrics?.recordRefusal(tool.entry.id, refusal.code);
      refuse(request, response, refusal);
      return;
    }
    if (continues) response.writeContinue();
    const began = performance.now();
    uploads.receive(request, response, limit, (body) => void run(response, tool, body, performance.now() - began));
  }

  async function run(response: ServerResponse, tool: CatalogTool, body: readonly Buffer[], receiveMs: number) {
    const handle = runner.start(tool, body, { request: String(response.getHeader(REQUEST_ID_HEADER)), receiveMs });
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer === undefined) return;
    sendJson(response, answer.status, answer.body);
    uploads.watchAnswer(response);
  }

  return take;
}
