/** Clients that say nothing, half a request, or far too slowly. */

import { connect, type Socket } from 'node:net';

import { call } from '../../src/testing/http.js';

import type { Claims, FaultCase } from './claims.js';
import { pause, startHostile, stop, until } from './hostile-service.js';
import { wait } from './load.js';

interface Held {
  readonly socket: Socket;
  text: string;
  isClosed: boolean;
}

/** Open connections; each says `words`, and then `drip` once a second. */
function hold(port: number, count: number, words: string, drip = ''): Held[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => words !== '' && socket.write(words));
    const held: Held = { socket, text: '', isClosed: false };
    const timer = drip === '' ? undefined : setInterval(() => socket.writable && socket.write(drip), 1000);
    socket.on('data', (chunk) => (held.text += chunk));
    // A reset is an end like any other; `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      held.isClosed = true;
    });
    return held;
  });
}

async function idleClients(claims: Claims): Promise<void> {
  const service = await startHostile({ env: { LOG_LEVEL: 'info' } });
  const head = `POST /api/v1/tools/wait-standard/run HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n`;
  const kinds = {
    'that say nothing': hold(service.port, 200, ''),
    'with half a head': hold(service.port, 200, head),
    'whose head comes a letter a second': hold(service.port, 100, `${head}X-Slow: `, 'a'),
    'kept alive': hold(service.port, 100, `GET /health/live HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`),
  };
  const uploads = hold(service.port, 100, `${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`);
  await pause(1000);
  const latencies: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const started = performance.now();
    const { status } = await call(service.origin, '/health/live');
    if (status === 200) latencies.push(performance.now() - started);
  }
  claims.that(
    '700 of them keep nobody from asking',
    latencies.length === 20,
    `slowest ${Math.max(...latencies).toFixed(0)} ms`,
  );
  // 64 bodies at a time are received; the rest are told to come again.
  const told = () => uploads.filter(({ text }) => text.startsWith('HTTP/1.1 429')).length;
  await until(() => told() === 36, 5000);
  claims.that('64 uploads are received at once, more are 429', told() === 36, told());
  for (const { socket } of uploads) socket.destroy();
  claims.that(
    'runs go on when they have left',
    await until(async () => (await wait(service.origin, 1)).status === 200, 3000),
  );
  for (const [name, held] of Object.entries(kinds)) {
    const limitMs = name === 'kept alive' ? 40_000 : 25_000;
    claims.that(`all those ${name} are ended`, await until(() => held.every(({ isClosed }) => isClosed), limitMs));
  }
  const half = kinds['with half a head'].filter(({ text }) => text.startsWith('HTTP/1.1 408')).length;
  claims.that('with half a head: told 408', half === 200, half);
  const more = hold(service.port, 1100, '');
  await pause(1500);
  const refused = more.filter(({ isClosed }) => isClosed).length;
  claims.that('beyond 1000 connections the rest are ended at once', refused >= 90 && refused <= 120, refused);
  for (const { socket } of more) socket.destroy();
  claims.that(
    'and then it answers again',
    await until(async () => (await wait(service.origin, 1)).status === 200, 3000),
  );
  claims.that('it ends with 0', (await stop(service)) === 0);
}

export const clientFaults: readonly FaultCase[] = [{ name: 'clients that only hold connections', run: idleClients }];
