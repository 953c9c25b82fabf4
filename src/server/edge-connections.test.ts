/** Rows of the HTTP edge's table (docs/api.md) on broken HTTP and slow clients, over real sockets. */

import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hostLine, JSON_TYPE, openEdge, RUN, rawError } from '../testing/edge.js';
import { type CallOptions, call, callTool, rawExchange } from '../testing/http.js';
import type { TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openEdge();
});
afterAll(() => service.close());

const echo = (body: unknown, options?: CallOptions) => callTool(service.origin, 'echo-files', body, options);
const own = () => hostLine(service);

describe('broken HTTP', () => {
  it('answers what cannot be parsed with 400 and closes', async () => {
    const length = 'Content-Length: 13\r\n';
    const requests = [
      'HELLO\r\n\r\n',
      `${RUN}${own()}${JSON_TYPE}${length}Content-Length: 14\r\n\r\n{"input":"x"}`,
      `${RUN}${own()}${JSON_TYPE}Content-Length: -1\r\n\r\n`,
      `${RUN}${own()}${JSON_TYPE}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${RUN}${own()}${JSON_TYPE}Content-Length : 13\r\n\r\n{"input":"x"}`,
      `${RUN}${own()}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
      `FOO /health/live HTTP/1.1\r\n${own()}\r\n`,
    ];
    for (const request of requests) {
      const reply = await rawExchange(service.port, [request]);
      expect(rawError(reply.text), request.slice(0, 60)).toEqual({ status: 400, code: 'INVALID_INPUT' });
    }
  });

  it('survives a TLS hello and plain garbage', async () => {
    await rawExchange(service.port, [Buffer.from('16030100a5010000a10303', 'hex')]);
    await rawExchange(service.port, [Buffer.from([0, 1, 2, 13, 10, 13, 10])]);
    expect((await call(service.origin, '/health/live')).status).toBe(200);
  });

  it('cuts off slow headers and slow bodies with 408', async () => {
    const headers = await rawExchange(service.port, [`${RUN}${own()}`]);
    expect(rawError(headers.text)).toEqual({ status: 408, code: 'REQUEST_TIMEOUT' });
    const body = await rawExchange(service.port, [`${RUN}${own()}${JSON_TYPE}Content-Length: 5000\r\n\r\n{"inp`]);
    expect(rawError(body.text)).toEqual({ status: 408, code: 'REQUEST_TIMEOUT' });
    expect(service.runner.status.busy.all).toBe(0);
  });

  it('answers pipelined requests in order', async () => {
    const one = (id: string, more: string) =>
      `POST /api/v1/tools/${id}/run HTTP/1.1\r\n${own()}${JSON_TYPE}Content-Length: 2\r\n${more}\r\n{}`;
    const reply = await rawExchange(service.port, [one('echo-files', '') + one('nope', 'Connection: close\r\n')]);
    expect(reply.statuses).toEqual([200, 404]);
  });

  it('keeps a connection alive over refusals', async () => {
    const refused = (id: string, type: string) =>
      `POST /api/v1/tools/${id}/run HTTP/1.1\r\n${own()}Content-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`;
    const requests = [
      refused('nope', 'application/json'),
      refused('echo-files', 'text/plain'),
      refused('echo-files', 'application/json'),
    ];
    expect((await rawExchange(service.port, [requests.join('')], 3)).statuses).toEqual([404, 415, 200]);
  });

  it('lets stalled uploads hold no slot', async () => {
    const head = `${RUN}${own()}${JSON_TYPE}Content-Length: 5000\r\n\r\n{"inp`;
    const sockets = Array.from({ length: 8 }, () => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(head));
      return socket.on('error', () => undefined);
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await echo({})).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('refuses headers over 16 KiB with 431', async () => {
    const long = `GET /health/live HTTP/1.1\r\n${own()}X: ${'a'.repeat(17_000)}\r\n\r\n`;
    expect(rawError((await rawExchange(service.port, [long])).text)).toEqual({
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    });
    const url = `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${own()}\r\n`;
    expect(rawError((await rawExchange(service.port, [url])).text)).toEqual({ status: 431, code: 'HEADERS_TOO_LARGE' });
  });
});

describe('large answers on one connection', () => {
  it('leave no listener behind', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on('warning', onWarning);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = JSON.stringify({ files: [{ name: 'a', base64: Buffer.alloc(6 << 20).toString('base64') }] });
    const post = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': body.length };
        const url = `${service.origin}/api/v1/tools/echo-files/run`;
        request(url, { method: 'POST', agent, headers }, (incoming) => {
          incoming.resume().on('end', () => resolve(incoming.statusCode));
        })
          .on('error', reject)
          .end(body);
      });
    for (let i = 0; i < 14; i += 1) expect(await post()).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    agent.destroy();
    expect(warnings).toEqual([]);
  });
});
