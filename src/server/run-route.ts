import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';

import { refuse, sendJson } from './answers.js';
import type { Metrics } from './metrics.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Uploads } from './uploads.js';

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly log: Log;
  readonly uploads: Uploads;
  readonly metrics?: Metrics | undefined;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, log, uploads, metrics }: RunRouteConfig) {
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
    uploads.receive(request, response, limit, (body, bytes) => {
      void run(response, tool, body, bytes, performance.now() - began);
    });
  }

  async function run(
    response: ServerResponse,
    tool: CatalogTool,
    body: readonly Buffer[],
    bytesIn: number,
    receiveMs: number,
  ) {
    const request = String(response.getHeader(REQUEST_ID_HEADER) ?? '');
    const handle = runner.start(tool, body);
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer === undefined) {
      log('info', 'run', { request, tool: tool.entry.id, outcome: 'aborted', receiveMs: tenths(receiveMs), bytesIn });
      return;
    }
    let bytesOut = 0;
    for (const chunk of answer.body) bytesOut += chunk.length;
    sendJson(response, answer.status, answer.body);
    uploads.watchAnswer(response, bytesOut);
    log('info', 'run', {
      request,
      tool: tool.entry.id,
      outcome: answer.code ?? 'ok',
      status: answer.status,
      receiveMs: tenths(receiveMs),
      waitMs: tenths(answer.waitMs),
      ms: tenths(answer.ms),
      bytesIn,
      bytesOut,
      pid: answer.pid ?? 0,
    });
  }

  return take;
}
