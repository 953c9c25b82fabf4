/**
 * Serves `POST /mcp`, one request after another: JSON-RPC messages, base64 of files among them, are parsed here, in a process that can be
 * ended with nothing lost but the request it has. Runs go back to the server, which has the slots and the tool processes.
 */

import { createMcpHandler } from '@modelcontextprotocol/server';

import { type Catalog, entriesOf } from '../core/catalog.js';
import { ERRORS, type ToolError } from '../core/errors.js';
import type { TellProgress } from '../core/run-progress.js';
import { createMatcher } from '../core/search.js';

import { boundsFault } from './body-bounds.js';
import type { FromProcess, ToProcess } from './http-messages.js';
import { createMcpServer, type RunAnswer, type RunPort } from './mcp-server.js';

type McpRequest = Extract<ToProcess, { type: 'request' }>;

let handler: ReturnType<typeof createMcpHandler> | undefined;
let leaving = new AbortController();
/** The `Host` of the request that is answered. */
let host: string | undefined;
/** How a run under way is answered, and told of. */
interface WaitingRun {
  readonly finish: (answer: RunAnswer | undefined) => void;
  readonly tell: TellProgress | undefined;
}

const runs = new Map<number, WaitingRun>();
let runCount = 0;

const tell = (message: FromProcess): void => void process.send?.(message);

const run: RunPort = (tool, body, signal, progress) =>
  new Promise((resolve) => {
    runCount += 1;
    const number = runCount;
    const onAbort = () => tell({ type: 'abort', run: number });
    const finish = (answer: RunAnswer | undefined) => {
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    runs.set(number, { finish, tell: progress });
    tell({ type: 'run', run: number, tool, body, wantsProgress: progress !== undefined });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });

const origin = (): string | undefined => (host === undefined ? undefined : `http://${host}`);

function configure({ catalog: json, maxBodyBytes }: Extract<ToProcess, { type: 'configure' }>): void {
  const catalog = JSON.parse(Buffer.from(json).toString()) as Catalog;
  let matcher: ReturnType<typeof createMatcher> | undefined;
  const match = (query: string) => {
    matcher ??= createMatcher(entriesOf(catalog));
    return matcher(query);
  };
  handler = createMcpHandler(() => createMcpServer({ catalog, match, run, origin, folders: undefined }), {
    maxRequestBodySize: maxBodyBytes,
    // The catalog does not change while the service runs: there is nothing to listen for, and a stream would hold a process.
    maxSubscriptions: 0,
  });
  tell({ type: 'ready' });
}

async function answer({ headers, body: chunks }: McpRequest): Promise<void> {
  leaving = new AbortController();
  host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const body = Buffer.concat(chunks);
  const fault = boundsFault(body);
  try {
    if (fault === undefined) await pass(headers, body);
    else refuse(fault);
  } catch {
    // The client has left, or the library failed: the server ends the response either way.
  } finally {
    tell({ type: 'end' });
  }
}

async function pass(headers: McpRequest['headers'], body: Buffer<ArrayBuffer>): Promise<void> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    signal: leaving.signal,
  });
  const response = await handler?.fetch(request);
  if (response === undefined) return;
  tell({ type: 'head', status: response.status, headers: [...response.headers] });
  for await (const bytes of response.body ?? []) tell({ type: 'chunk', bytes });
}

function refuse({ code, message }: ToolError): void {
  tell({ type: 'head', status: ERRORS[code].status, headers: [['content-type', 'application/json']] });
  tell({ type: 'chunk', bytes: Buffer.from(JSON.stringify({ error: { code, message } })) });
}

function finishRun(number: number, given: RunAnswer | undefined): void {
  const waiting = runs.get(number);
  runs.delete(number);
  waiting?.finish(given);
}

process.on('message', (message: ToProcess) => {
  if (message.type === 'configure') configure(message);
  else if (message.type === 'request') void answer(message);
  else if (message.type === 'left') leaving.abort();
  else if (message.type === 'progress') runs.get(message.run)?.tell?.(message.progress);
  else if (message.type === 'cancelled') finishRun(message.run, undefined);
  else finishRun(message.run, { status: message.status, body: Buffer.concat(message.body) });
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
