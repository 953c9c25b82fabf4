/** Clients that take their answers slowly or never, of runs, documents and MCP alike. */

import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMcpEndpoint, type McpEndpoint } from '../mcp/http.js';
import { call, callTool } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

let service: TestService;
let endpoint: McpEndpoint;
beforeAll(async () => {
  service = await openTestService('hostile', {
    pace: { stalledMs: 400, bytesPerSecond: 64 * 1024, yieldMs: 400 },
    mcp: {
      get maxBodyBytes() {
        return endpoint.maxBodyBytes;
      },
      answer: (request, sink) => endpoint.answer(request, sink),
    },
  });
  endpoint = createMcpEndpoint(readCatalog('hostile'), service.runner, () => undefined);
});
afterAll(async () => {
  await endpoint.close();
  await service.close();
});

/** More than the buffers of two sockets: up to 6 MiB and 4 MiB on Linux, tcp_rmem and tcp_wmem. */
const FILE_BYTES = 14 * 2 ** 20;
const echoed = { files: [{ name: 'zeros.bin', base64: Buffer.alloc(FILE_BYTES).toString('base64') }] };
const RUN_PATH = '/api/v1/tools/echo-files/run';
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const mcpCall = (args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'run_tool', arguments: args },
});

async function metric({ origin }: TestService, name: string): Promise<number> {
  const { text } = await call(origin, '/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Sends a request and reads nothing, or `drip` of what has come every 50 ms. Resolves when the server has cut it off. */
async function readSlowly(
  from: TestService,
  path: string,
  body: object,
  drip?: (socket: Socket) => void,
): Promise<void> {
  const text = JSON.stringify(body);
  const fields = Object.entries({
    host: `127.0.0.1:${from.port}`,
    ...JSON_HEADERS,
    'content-length': `${text.length}`,
  });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const before = await metric(from, 'tool_execution_clients_cut_off_total');
  const socket = connect(from.port, '127.0.0.1', () => socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${text}`));
  // A reset is how it is cut off.
  socket.on('error', () => undefined).pause();
  const timer = setInterval(() => drip?.(socket), 50);
  await until(async () => (await metric(from, 'tool_execution_clients_cut_off_total')) > before);
  clearInterval(timer);
  socket.destroy();
}

describe.each([
  ['a run', RUN_PATH, echoed],
  ['MCP', '/mcp', mcpCall({ id: 'echo-files', ...echoed })],
])('an answer of %s that nobody takes', (_, path, body) => {
  it('is cut off, counts no more and holds no slot', async () => {
    await readSlowly(service, path, body);
    await until(async () => (await metric(service, 'tool_execution_traffic_bytes')) === 0);
    expect(service.runner.status.busy.all).toBe(0);
    expect((await callTool(service.origin, 'wait-standard', { options: { ms: 1 } })).status).toBe(200);
    const listed = await call(service.origin, '/mcp', {
      headers: JSON_HEADERS,
      body: JSON.stringify({ ...mcpCall({ id: 'wait-standard' }) }),
    });
    expect(listed.status).toBe(200);
  });
});

it('an answer that is taken a little at a time, and too slowly on the whole, is cut off too', async () => {
  const impatient = await openTestService('hostile', {
    pace: { stalledMs: 400, bytesPerSecond: 2 ** 30, yieldMs: 400 },
  });
  // Each drop is progress, so nothing stalls; all of it would take ten seconds.
  await readSlowly(impatient, RUN_PATH, echoed, (socket) => void socket.read(65_536));
  await until(async () => (await metric(impatient, 'tool_execution_traffic_bytes')) === 0);
  await impatient.close();
});

it('bodies for MCP are bounded together: four of the largest, then 429', async () => {
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const sockets = Array.from({ length: 4 }, () => connect(service.port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined).write(head);
  await until(async () => (await metric(service, 'tool_execution_uploads')) === 4);
  const fifth = await call(service.origin, '/mcp', {
    headers: { ...JSON_HEADERS, 'transfer-encoding': 'chunked' },
    body: '{}',
  });
  expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '1']);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await metric(service, 'tool_execution_uploads')) === 0);
  expect((await call(service.origin, '/mcp', { headers: JSON_HEADERS, body: '{' })).status).toBe(400);
});
