import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CatalogTool } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import type { RunForm } from '../runner/frames.js';
import { BUSY_MESSAGE, type Runner } from '../runner/runner.js';
import { AnswerLines } from './answer-lines.js';
import { CROWDED_MESSAGE, fileAnswer, jsonAnswer, refuse, send, sendError } from './answers.js';
import type { Metrics } from './metrics.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Traffic } from './traffic.js';
import { boundaryOf } from './uploads.js';

export interface RunRouteConfig {
  readonly runner: Runner;
  readonly traffic: Traffic;
  readonly metrics?: Metrics | undefined;
}

/** A request to run a tool. */
export interface RunTarget {
  readonly tool: CatalogTool;
  readonly query: string;
  readonly continues: boolean;
}

interface ReceivedRun {
  readonly tool: CatalogTool;
  readonly form: RunForm;
  /** Whether it may be answered line by line. */
  readonly hasLines: boolean;
  readonly body: readonly Buffer[];
  readonly receiveMs: number;
}

/** Whether the result is wanted as a file: `?download`, or nothing but bytes is accepted. */
const asksForFile = ({ headers }: IncomingMessage, query: string): boolean =>
  new URLSearchParams(query).has('download') ||
  /^\s*application\/octet-stream\s*(?:;[^,]*)?$/i.test(headers.accept ?? '');

/** Whether lines of JSON are accepted, of which the last is the answer. */
const asksForProgress = ({ headers }: IncomingMessage): boolean =>
  /(?:^|,)\s*application\/x-ndjson\s*(?:[;,]|$)/i.test(headers.accept ?? '');

/** Takes the body of a run and answers with what the tool process made of it. The body is never parsed here. */
export function createRunRoute({ runner, traffic: { uploads, outgoing }, metrics }: RunRouteConfig) {
  function take(request: IncomingMessage, response: ServerResponse, { tool, query, continues }: RunTarget): void {
    const limit = tool.entry.limits.request_bytes;
    const refusal = uploads.refusalOf(request, limit, true) ?? busyFor(tool);
    if (refusal !== undefined) {
      metrics?.recordRefusal(tool.entry.id, refusal.code);
      refuse(request, response, refusal);
      return;
    }
    if (continues) response.writeContinue();
    const began = performance.now();
    const form: RunForm = { boundary: boundaryOf(request), isFile: asksForFile(request, query) };
    const hasLines = asksForProgress(request) && form.isFile !== true;
    uploads.receive(
      request,
      response,
      limit,
      (body) => void run(response, { tool, form, hasLines, body, receiveMs: performance.now() - began }),
    );
  }

  function busyFor(tool: CatalogTool): ToolError | undefined {
    if (!runner.isFree(tool)) return new ToolError('SERVER_BUSY', BUSY_MESSAGE);
    return crowded();
  }

  const crowded = (): ToolError | undefined =>
    outgoing.hasRoom() ? undefined : new ToolError('SERVER_BUSY', CROWDED_MESSAGE);

  async function run(response: ServerResponse, { tool, form, hasLines, body, receiveMs }: ReceivedRun) {
    // Again: many small bodies may have been received at once, and each may have a large answer.
    const refusal = crowded();
    if (refusal !== undefined) {
      metrics?.recordRefusal(tool.entry.id, refusal.code);
      sendError(response, refusal);
      return;
    }
    const origin = { request: String(response.getHeader(REQUEST_ID_HEADER)), receiveMs };
    const lines = hasLines ? new AnswerLines(response) : undefined;
    const handle = runner.start(tool, body, origin, form, lines && ((progress) => lines.tell(progress)));
    const onClose = () => handle.abort();
    response.once('close', onClose);
    const answer = await handle.answer;
    response.off('close', onClose);
    if (answer === undefined) return;
    const { status, file } = answer;
    if (lines?.isBegun === true) lines.end(status, answer.body, outgoing);
    else send(response, file === undefined ? jsonAnswer(status, answer.body) : fileAnswer(file, answer.body), outgoing);
  }

  return take;
}
