/** Requests sent one after another without waiting for answers: one at a time is handled, and what waits costs next to nothing. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { entriesOf } from '../core/catalog.js';
import { builtFile } from '../core/project-files.js';
import { exhaustive } from '../testing/exhaustive.js';
import { grownCatalog } from '../testing/grown-catalog.js';
import { call, callTool, rawExchange } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

let service: TestService;
let host = '';
beforeAll(async () => {
  const hostile = readCatalog('hostile');
  const product = entriesOf(readCatalog('product'));
  // The tools of these tests, and as many others as a large service lists.
  const grown = grownCatalog(product, 450).map((entry) => ({ entry, engines: [], needs: [], program: null }));
  service = await openTestService('hostile', { catalog: { ...hostile, tools: [...hostile.tools, ...grown] } });
  host = `Host: 127.0.0.1:${service.port}\r\n`;
});
afterAll(() => service.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const MIB = 2 ** 20;
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const post = (id: string, body: string) =>
  `POST /api/v1/tools/${id}/run HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends text on a connection of its own and reads nothing. Resolves when the system has taken it all. */
async function send(text: string): Promise<Socket> {
  const socket = connect(service.port, '127.0.0.1');
  sockets.push(socket);
  // A reset is how it is cut off.
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

async function metric(name: string): Promise<number> {
  const { text } = await call(service.origin, '/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Bytes outside the heap: the server runs in this process, and what it reads and sends is there. */
const bufferBytes = () => process.memoryUsage().arrayBuffers;

const assetsManifest = JSON.parse(readFileSync(join(builtFile('pages'), 'manifest.json'), 'utf8')) as {
  readonly assets: Readonly<Record<string, unknown>>;
};
/** Over 4 MiB, the largest. */
const [largeAsset = ''] = Object.keys(assetsManifest.assets).filter((name) => name.endsWith('.wasm'));

it('six runs sent at once on one connection run one after another', async () => {
  const one = post('wait-standard', '{"options":{"ms":20}}');
  const reply = await rawExchange(service.port, [one.repeat(6)], 6);
  expect(reply.statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

it('700 requests for the largest file, in 60 KB, cost the memory of one', async () => {
  const before = bufferBytes();
  await send(get(`/pages/assets/${largeAsset}`).repeat(700));
  for (let i = 0; i < 20; i += 1) {
    expect((await call(service.origin, '/health/live')).status).toBe(200);
  }
  expect((await callTool(service.origin, 'echo-files', { input: 'x' })).status).toBe(200);
  expect(await metric('tool_execution_traffic_bytes')).toBeLessThan(6 * MIB);
  expect(bufferBytes() - before).toBeLessThan(64 * MIB);
});

it('they are all answered to a client that takes them', async () => {
  const paths = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? '/health/live' : '/nope'));
  const reply = await rawExchange(service.port, [paths.map(get).join('')], paths.length);
  expect(reply.statuses).toEqual(paths.map((path) => (path === '/nope' ? 404 : 200)));
});

it('searches in a pipeline, 336 KB on 20 connections, leave others their answers and the server its memory', async () => {
  const before = bufferBytes();
  const query = get('/api/v1/tools?q=');
  const many = query.repeat(Math.floor(16_800 / query.length));
  await Promise.all(Array.from({ length: 20 }, () => send(many)));
  for (let i = 0; i < 10; i += 1) {
    expect((await call(service.origin, '/health/live')).status).toBe(200);
  }
  expect(bufferBytes() - before).toBeLessThan(64 * MIB);
});

it('nothing is read from a connection whose requests wait', async () => {
  const slow = post('wait-standard', '{"options":{"ms":11000}}');
  const socket = await send(slow + get('/health/live'));
  const served = once(socket, 'close');
  // More than the buffers of two sockets: the system takes it all only when the server reads.
  let isTaken = false;
  socket.write(Buffer.alloc(32 * MIB, get('/health/live')), () => {
    isTaken = true;
  });
  for (let i = 0; i < 20; i += 1) await call(service.origin, '/health/live');
  expect([isTaken, service.runner.status.busy.all]).toEqual([false, 1]);
  socket.destroy();
  await served;
});

exhaustive('where thousands wait on all connections together, a connection that sends more is cut off', async () => {
  const before = await metric('tool_execution_clients_cut_off_total');
  const tiny = 'GET / HTTP/1.1\r\n\r\n';
  const slow = post('wait-standard', '{"options":{"ms":3000}}');
  for (let i = 0; i < 4; i += 1) {
    await send(slow + tiny.repeat(3500));
  }
  await call(service.origin, '/health/live');
  expect((await metric('tool_execution_clients_cut_off_total')) - before).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => service.runner.status.busy.all, { timeout: 60_000 }).toBe(0);
  expect((await call(service.origin, '/health/live')).status).toBe(200);
});

it('what cannot be parsed is refused after the answers to what came before it', async () => {
  const slow = post('wait-standard', '{"options":{"ms":50}}');
  const reply = await rawExchange(service.port, [`${slow}${get('/nope')}FOO`]);
  expect(reply.statuses).toEqual([200, 404]);
});

it('what follows an answer that closes the connection is not handled', async () => {
  const last = get('/health/live').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const before = service.lines.length;
  const reply = await rawExchange(service.port, [last + post('echo-files', '{}')]);
  expect(reply.statuses).toEqual([200]);
  expect(service.lines.slice(before).filter(({ event }) => event === 'run')).toEqual([]);
});
