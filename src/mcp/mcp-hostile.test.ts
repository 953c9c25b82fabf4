/** Bodies of `/mcp` that cost their reader much: the sender is refused, and nobody else notices. */

import { readlinkSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_SETTINGS } from '../runner/execute.js';
import { probeSandbox } from '../runner/sandbox.js';
import { exhaustive } from '../testing/exhaustive.js';
import { call, codeOf, type Reply } from '../testing/http.js';
import { commandLine, processTree } from '../testing/process-tree.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

import { boundsFault } from './body-bounds.js';
import { createMcpEndpoint, type McpEndpoint } from './http.js';

interface McpService extends TestService {
  readonly endpoint: McpEndpoint;
}

/** With a deadline of its own, where given. */
async function openMcp(deadlineMs?: number): Promise<McpService> {
  let endpoint: McpEndpoint | undefined;
  const service = await openTestService('hostile', {
    mcp: {
      maxBodyBytes: 31 * 2 ** 20,
      answer: (request, sink) => endpoint?.answer(request, sink) ?? (() => undefined),
    },
  });
  endpoint = createMcpEndpoint(readCatalog('hostile'), service.runner, () => undefined, deadlineMs);
  return { ...service, endpoint };
}

const opened: McpService[] = [];
let service: McpService;
beforeAll(async () => {
  service = await openMcp();
  opened.push(service);
});
afterAll(async () => {
  for (const each of opened) {
    await each.endpoint.close();
    await each.close();
  }
});

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (body: string, to = service): Promise<Reply> => call(to.origin, '/mcp', { headers: HEADERS, body });
const toolCall = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
const runOf = (id: string, options: string) =>
  toolCall(`{"name":"run_tool","arguments":{"id":"${id}","options":${options}}}`);
const waited = (ms: number) => post(runOf('wait-standard', `{"ms":${ms}}`));

const many = (count: number, item: (i: number) => string) => Array.from({ length: count }, (_, i) => item(i)).join(',');
const WRONG_OPTIONS = runOf('wait-standard', `{${many(600_000, (i) => `"option${i}":1`)}}`);
const META_KEYS = toolCall(`{"name":"search_tools","arguments":{},"_meta":{${many(900_000, (i) => `"k${i}":"v"`)}}}`);

describe('a body that is costly to read', () => {
  const isRefusedAlone = async (_: string, body: string): Promise<void> => {
    const [others, hostile] = await Promise.all([
      Promise.all([waited(300), waited(300), post(toolCall('{"name":"search_tools","arguments":{"query":"spin"}}'))]),
      Promise.all([post(body), post(body)]),
    ]);
    for (const reply of hostile) {
      expect([reply.status, codeOf(reply)]).toEqual([413, 'LIMIT_EXCEEDED']);
    }
    for (const reply of others) {
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain('"isError":true');
    }
  };
  it.each([
    ['600,000 wrong options', WRONG_OPTIONS],
    ['a batch of 200,000 calls', `[${many(200_000, () => '{}')}]`],
  ])('of %s is refused with 413, and calls of others are answered', isRefusedAlone);
  exhaustive.each<[string, string]>([
    ['900,000 keys in _meta', META_KEYS],
    ['a million items', toolCall(`[${'1,'.repeat(1_000_000)}1]`)],
  ])('of %s is refused with 413, and calls of others are answered', isRefusedAlone);

  it('is refused with 400 where it is nested too deeply', async () => {
    const reply = await post(toolCall(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    expect([reply.status, codeOf(reply)]).toEqual([400, 'INVALID_INPUT']);
  });

  it('passes where it is long, not intricate', async () => {
    const params = { name: 'run_tool', arguments: { id: 'echo-files', input: '{[,"\\'.repeat(190_000) } };
    const reply = await post(toolCall(JSON.stringify(params)));
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('"isError":true');
  });
});

describe('a process that reads requests', () => {
  it('is ended at its deadline: 504 for its request, and the next is answered', async () => {
    const hasty = await openMcp(1);
    opened.push(hasty);
    const long = toolCall(JSON.stringify({ name: 'x', arguments: { a: '\u0001'.repeat(4_000_000) } }));
    const late = await post(long, hasty);
    expect([late.status, codeOf(late)]).toEqual([504, 'TIME_LIMIT_EXCEEDED']);
    expect((await call(hasty.origin, '/health/live')).status).toBe(200);
  });

  it('that is killed takes one request with it', async () => {
    const known = new Set(readers());
    const apart = await openMcp();
    opened.push(apart);
    const wait = () => post(runOf('wait-standard', '{"ms":1500}'), apart);
    const both = [wait(), wait()];
    while (apart.runner.status.busy.all < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const [first = 0, ...rest] = readers().filter((pid) => !known.has(pid));
    expect(rest).toHaveLength(1);
    process.kill(first, 'SIGKILL');
    const replies = await Promise.allSettled(both);
    // Its head was sent, so that progress could be: the connection breaks.
    expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const reply of replies) if (reply.status === 'fulfilled') expect(reply.value.status).toBe(200);
    expect((await wait()).status).toBe(200);
  });

  it.runIf(probeSandbox(NO_SETTINGS).present.includes('unshare'))(
    'is read behind the walls of a tool process',
    async () => {
      expect((await post(runOf('wait-standard', '{"ms":0}'))).status).toBe(200);
      const [reader = 0] = readers();
      const inner = processTree(reader).map(({ pid }) => pid);
      const networks = inner.map((pid) => readlinkSync(`/proc/${pid}/ns/net`));
      expect(inner.length).toBeGreaterThan(0);
      expect(networks).not.toContain(readlinkSync('/proc/self/ns/net'));
    },
  );

  it('holds no listener of changes: there are none', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}';
    const reply = await post(body);
    expect(reply.text).toContain('"error"');
  });
});

it('what is in strings counts for nothing, and every byte is looked at once', () => {
  expect(boundsFault(Buffer.from(JSON.stringify({ a: '[{,'.repeat(100_000), 'b"\\': '\\\\"[' })))).toBeUndefined();
  expect(boundsFault(Buffer.from('"'.repeat(3)))).toBeUndefined();
  expect(boundsFault(Buffer.from(`["${'\\"'.repeat(50_000)}",${'1,'.repeat(10_000)}1]`))?.code).toBe('LIMIT_EXCEEDED');
});

/** Started by this server; around each are the processes that keep its namespaces. */
const readers = (): number[] =>
  processTree(process.pid)
    .filter(({ pid, parent }) => parent === process.pid && commandLine(pid).includes('mcp-http.program'))
    .map(({ pid }) => pid);
