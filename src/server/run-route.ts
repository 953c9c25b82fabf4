import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';

import { refuse, sendJson } from './answers.js';
import type { Uploads } from './uploads.js';

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly log: Log;
  readonly uploads: Uploads;
}

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, log, uploads }: RunRouteConfig) {
  function take(request: IncomingMessage, response: ServerResponse, tool: CatalogTool, continues: boolean): void {
    const limit = tool.entry.limits.request_bytes;
    const busy = runner.isFree(tool.entry.class) ? undefined : new ToolError('SERVER_BUSY', BUSY_MESSAGE);
    const refusal = uploads.refusalOf(request, limit) ?? busy;
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    if (continues) response.writeContinue();
    uploads.receive(request, response, limit, (body, bytes) => void run(response, tool, body, bytes));
  }

  async function run(response: ServerResponse, tool: CatalogTool, body: readonly Buffer[], bytesIn: number) {
    const handle = runner.start(tool, body);
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer === undefined) {
      log('info', 'run', { tool: tool.entry.id, outcome: 'aborted', bytesIn });
      return;
    }
    let bytesOut = 0;
    for (const chunk of answer.body) bytesOut += chunk.length;
    sendJson(response, answer.status, answer.body);
    uploads.watchAnswer(response, bytesOut);
    log('info', 'run', {
      tool: tool.entry.id,
      outcome: answer.code ?? 'ok',
      status: answer.status,
      ms: Math.round(answer.ms * 10) / 10,
      bytesIn,
      bytesOut,
      pid: answer.pid ?? 0,
    });
  }

  return take;
}
