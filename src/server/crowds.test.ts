/** Many clients that send slowly or take nothing: what they make the server hold is bounded, and others go on being served. */

import { connect, type Socket } from 'node:net';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { exhaustive } from '../testing/exhaustive.js';
import { call, callTool } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile', {
    // As in life, but for the time after which room is made.
    pace: { stalledMs: 60_000, bytesPerSecond: 32 * 1024, yieldMs: 200 },
  });
});
afterAll(() => service.close());

const MIB = 2 ** 20;

interface Client {
  readonly socket: Socket;
  /** Status of the answer, once there is one. */
  status: number | undefined;
}

const clients: Client[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});

/** A connection that sends text. `reads`: takes answers, too. */
function open(text: string | Buffer, reads = true): Client {
  const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
  const client: Client = { socket, status: undefined };
  clients.push(client);
  socket.on('error', () => undefined);
  if (!reads) socket.pause();
  else {
    socket.on('data', (chunk) => {
      client.status ??= Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]);
    });
  }
  return client;
}

const head = (more: string) =>
  `POST /api/v1/tools/echo-files/run HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nContent-Type: application/json\r\n${more}\r\n`;

async function metric(name: string): Promise<number> {
  const { text } = await call(service.origin, '/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const echoed = async () => (await callTool(service.origin, 'echo-files', { input: 'x' })).status;

it('64 unfinished uploads reserve no more than 256 MiB: the others are told so at once', async () => {
  const all = Array.from({ length: 64 }, () => open(head(`Content-Length: ${30 * MIB}\r\n`)));
  await until(() => all.filter(({ status }) => status === 429).length >= 56);
  expect(await metric('tool_execution_uploads')).toBe(8);
  expect(await metric('tool_execution_traffic_bytes')).toBe(240 * MIB);
  expect(await echoed()).toBe(200);
  for (const { socket } of clients) socket.destroy();
  await until(async () => (await metric('tool_execution_traffic_bytes')) === 0);
});

it('a body of unknown length reserves the largest', async () => {
  const all = Array.from({ length: 12 }, () => open(head('Transfer-Encoding: chunked\r\n')));
  await until(() => all.filter(({ status }) => status === 429).length === 4);
  expect(await metric('tool_execution_traffic_bytes')).toBe(240 * MIB);
});

exhaustive('22 answers of 28 MB that nobody takes hold no slot, at most 256 MiB, and nobody up', async () => {
  const text = JSON.stringify({
    files: [{ name: 'zeros.bin', base64: Buffer.alloc(20 * MIB - 1024).toString('base64') }],
  });
  const request = Buffer.concat([Buffer.from(head(`Content-Length: ${text.length}\r\n`)), Buffer.from(text)]);
  for (let i = 0; i < 22; i += 1) {
    const before = await metric('tool_execution_response_bytes_total');
    open(request, false);
    await until(async () => (await metric('tool_execution_response_bytes_total')) > before);
    // Room for one more is made before a run, so one may be beyond.
    expect(await metric('tool_execution_traffic_bytes')).toBeLessThan((256 + 30) * MIB);
  }
  expect(service.runner.status.busy.all).toBe(0);
  expect(await metric('tool_execution_clients_cut_off_total')).toBeGreaterThan(0);
  await until(async () => (await echoed()) === 200);
});
