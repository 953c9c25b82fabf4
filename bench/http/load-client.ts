/** A load client in a process of its own: `clients` keep-alive connections, one request after the other on each, for `seconds`. */

import { connect } from 'node:net';

/** What the client measured. Latencies in milliseconds. */
export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly failures: number;
}

interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly clients: number;
  readonly seconds: number;
}

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const request = [
  `POST ${order.path} HTTP/1.1`,
  `Host: 127.0.0.1:${order.port}`,
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(order.body)}`,
  '',
  order.body,
].join('\r\n');

const latencies: number[] = [];
let failures = 0;
const started = performance.now();
const end = started + order.seconds * 1000;

/** Responses of a tiny run come in one piece; a piece that is no 200 is a failure. */
function openClient(): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(request);
    };
    const socket = connect(order.port, '127.0.0.1', send);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      const now = performance.now();
      if (chunk.subarray(9, 12).toString() === '200') latencies.push(now - sent);
      else failures += 1;
      if (now < end) send();
      else socket.destroy();
    });
    socket.on('close', () => resolve());
  });
}

await Promise.all(Array.from({ length: order.clients }, openClient));
const seconds = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
const figures: LoadFigures = {
  requestsPerSecond: latencies.length / seconds,
  median: at(0.5),
  p99: at(0.99),
  failures,
};
process.stdout.write(JSON.stringify(figures));
