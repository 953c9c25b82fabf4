import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { type Catalog, entriesOf } from '../core/catalog.js';
import { createMatcher } from '../core/search.js';
import type { Runner } from '../runner/runner.js';

import { createAllowedFolders } from './allowed-folders.js';
import { createMcpServer, type RunPort } from './mcp-server.js';

export interface StdioSurroundings {
  readonly catalog: Catalog;
  readonly openRunner: () => Runner;
  readonly allowedFolders: readonly string[];
}

/** Serves MCP over standard input and output until the client closes them. */
export function serveOverStdio({ catalog, openRunner, allowedFolders }: StdioSurroundings): void {
  const runner = openRunner();
  const match = createMatcher(entriesOf(catalog));
  const folders = allowedFolders.length === 0 ? undefined : createAllowedFolders(allowedFolders);
  serveStdio(() => createMcpServer({ catalog, match, run: runPort(catalog, runner), folders }));
  process.stdin.once('close', () => void runner.close().then(() => process.exit(0)));
}

/** Runs on a runner of this process. */
export function runPort(catalog: Catalog, runner: Runner): RunPort {
  const tools = new Map(catalog.tools.map((tool) => [tool.entry.id, tool]));
  return async (id, body, signal, tell) => {
    const tool = tools.get(id);
    if (tool === undefined) throw new RangeError('No such tool in the catalog');
    const handle = runner.start(tool, [body], undefined, undefined, tell);
    const onAbort = () => handle.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const answer = await handle.answer;
    signal.removeEventListener('abort', onAbort);
    return answer && { status: answer.status, body: Buffer.concat(answer.body) };
  };
}
