/**
 * The thread that serves `POST /mcp`: JSON-RPC messages, base64 of files among them, are parsed here, so that the server's own thread
 * never parses a body. Runs go back to the server, which has the slots and the tool processes.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, workerData } from 'node:worker_threads';

import { createMcpHandler } from '@modelcontextprotocol/server';

import type { Catalog } from '../core/catalog.js';
import { createSearch } from '../core/search.js';

import type { FromThread, ToThread } from './http-messages.js';
import { createMcpServer, type RunAnswer, type RunPort } from './mcp-server.js';

interface ThreadData {
  readonly catalog: Catalog;
  readonly maxBodyBytes: number;
}

const { catalog, maxBodyBytes } = workerData as ThreadData;
const search = createSearch(catalog.tools.map(({ entry }) => entry));
/** The request that is being answered, for what the library calls on its behalf. */
const answered = new AsyncLocalStorage<number>();
const calls = new Map<number, AbortController>();
const runs = new Map<number, (answer: RunAnswer | undefined) => void>();
let runCount = 0;

const tell = (message: FromThread): void => parentPort?.postMessage(message);

const run: RunPort = (tool, body, signal) =>
  new Promise((resolve) => {
    runCount += 1;
    const number = runCount;
    const onAbort = () => tell({ type: 'abort', run: number });
    runs.set(number, (answer) => {
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    });
    tell({ type: 'run', call: answered.getStore() ?? 0, run: number, tool, body });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });

const handler = createMcpHandler(() => createMcpServer({ catalog, search, run, folders: undefined }), {
  maxRequestBodySize: maxBodyBytes,
});

async function answer({ call, headers, body }: Extract<ToThread, { type: 'request' }>): Promise<void> {
  const leaving = new AbortController();
  calls.set(call, leaving);
  try {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: body as Uint8Array<ArrayBuffer>,
      signal: leaving.signal,
    });
    const response = await answered.run(call, () => handler.fetch(request));
    tell({ type: 'head', call, status: response.status, headers: [...response.headers] });
    for await (const bytes of response.body ?? []) tell({ type: 'chunk', call, bytes });
  } catch {
    // The client has left, or the library failed: the server ends the response either way.
  } finally {
    calls.delete(call);
    tell({ type: 'end', call });
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'request') void answer(message);
  else if (message.type === 'left') calls.get(message.call)?.abort();
  else {
    const finish = runs.get(message.run);
    runs.delete(message.run);
    finish?.(message.type === 'answer' ? { status: message.status, body: Buffer.from(message.body) } : undefined);
  }
});
