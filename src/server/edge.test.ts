/** Rows of the HTTP edge's table (docs/api.md) on hosts, paths, methods and discovery, over real sockets. */

import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ERRORS, type ErrorCode } from '../core/errors.js';
import { hostLine, JSON_TYPE, openEdge, RUN, rawError } from '../testing/edge.js';
import { type CallOptions, call, callTool, codeOf, rawExchange } from '../testing/http.js';
import type { TestService } from '../testing/service.js';

let service: TestService;
let host = '';
beforeAll(async () => {
  service = await openEdge();
  host = `127.0.0.1:${service.port}`;
});
afterAll(() => service.close());

const echo = (body: unknown, options?: CallOptions) => callTool(service.origin, 'echo-files', body, options);
const own = () => hostLine(service);

describe('hosts and origins', () => {
  it('serves its own names and refuses every other', async () => {
    for (const name of [host, `localhost:${service.port}`, `LOCALHOST:${service.port}`, `[::1]:${service.port}`]) {
      expect((await call(service.origin, '/health/live', { headers: { host: name } })).status, name).toBe(200);
    }
    const foreign = ['evil.example', '127.0.0.1', `127.0.0.1:1`, `localhost.:${service.port}`, `${host}0`, `x@${host}`];
    for (const name of foreign) {
      const reply = await call(service.origin, '/openapi.json', { headers: { host: name } });
      expect([reply.status, codeOf(reply)], name).toEqual([403, 'HOST_REJECTED']);
    }
  });

  it('refuses a missing Host with 403 and two with 400', async () => {
    const missing = await rawExchange(service.port, ['GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n']);
    expect(rawError(missing.text)).toEqual({ status: 403, code: 'HOST_REJECTED' });
    const old = await rawExchange(service.port, ['GET /health/live HTTP/1.0\r\n\r\n']);
    expect(rawError(old.text)).toEqual({ status: 403, code: 'HOST_REJECTED' });
    const two = `GET /health/live HTTP/1.1\r\n${own()}Host: evil.example\r\nConnection: close\r\n\r\n`;
    expect(rawError((await rawExchange(service.port, [two])).text)).toEqual({ status: 400, code: 'INVALID_INPUT' });
  });

  it('serves its own origin and refuses foreign ones, null and cross-site', async () => {
    expect((await echo({}, { headers: { origin: service.origin } })).status).toBe(200);
    const foreign = ['null', 'http://evil.example', `https://${host}`, `http://${host}.evil.example`, 'file://'];
    for (const origin of foreign) {
      const reply = await echo({}, { headers: { origin } });
      expect([reply.status, codeOf(reply)], origin).toEqual([403, 'ORIGIN_REJECTED']);
      expect((await call(service.origin, '/api/v1/tools', { headers: { origin } })).status).toBe(403);
    }
    const crossSite = await echo({}, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([crossSite.status, codeOf(crossSite)]).toEqual([403, 'ORIGIN_REJECTED']);
  });

  it('refuses pages of other ports of this machine, and serves its own and the user', async () => {
    for (const path of ['/', '/api/v1/tools', '/openapi.json', '/api/v1/tools?q=pdf']) {
      for (const site of ['same-site', 'cross-site', 'same-origin, cross-site', 'anything']) {
        const reply = await call(service.origin, path, {
          headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        });
        expect([reply.status, codeOf(reply)], `${path} ${site}`).toEqual([403, 'ORIGIN_REJECTED']);
      }
      for (const site of ['same-origin', 'none']) {
        const reply = await call(service.origin, path, { headers: { 'sec-fetch-site': site } });
        expect(reply.status, `${path} ${site}`).toBe(200);
      }
    }
  });

  it('sees every header: behind 2,100 of them neither an Origin nor a second Host goes unnoticed', async () => {
    const lines = 'a:\r\n'.repeat(2100);
    for (const hidden of ['Origin: http://evil.example', 'Host: evil.example', 'Sec-Fetch-Site: cross-site', 'a: b']) {
      const get = `GET /api/v1/tools HTTP/1.1\r\n${own()}${lines}${hidden}\r\n\r\n`;
      const reply = await rawExchange(service.port, [get]);
      expect(rawError(reply.text), hidden).toEqual({ status: 431, code: 'HEADERS_TOO_LARGE' });
      const post = `${RUN}${own()}${JSON_TYPE}Content-Length: 2\r\n${lines}${hidden}\r\n\r\n{}`;
      expect(rawError((await rawExchange(service.port, [post])).text).status, hidden).toBe(431);
    }
    const many = `GET /health/live HTTP/1.1\r\n${own()}${'a:\r\n'.repeat(1990)}Connection: close\r\n\r\n`;
    expect((await rawExchange(service.port, [many])).statuses).toEqual([200]);
  });

  it('never sends permission for another origin', async () => {
    const path = '/api/v1/tools/echo-files/run';
    const preflight = await call(service.origin, path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, codeOf(preflight), preflight.headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('does not let forwarded headers decide', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': host, forwarded: `host=${host}` };
    expect((await call(service.origin, '/api/v1/tools', { headers })).status).toBe(403);
  });
});

describe('paths and methods', () => {
  it('tells unknown paths from unknown tools', async () => {
    for (const path of ['/nope', '/api', '/api/v1/tools/', '/api/v1/tools/spin/x', '//etc/passwd', '/package.json']) {
      const reply = await call(service.origin, path);
      expect([reply.status, codeOf(reply)], path).toEqual([404, 'NOT_FOUND']);
    }
    for (const id of ['nope', '__proto__', 'constructor', '%00', '%', '..%2f..%2fx', 'spin%20', 'a'.repeat(5000)]) {
      const reply = await callTool(service.origin, id, {});
      expect([reply.status, codeOf(reply)], id).toEqual([404, 'TOOL_NOT_FOUND']);
      expect(codeOf(await call(service.origin, `/api/v1/tools/${id}`))).toBe('TOOL_NOT_FOUND');
    }
  });

  it('names the methods of a known path', async () => {
    for (const [path, method, allow] of [
      ['/api/v1/tools/echo-files/run', 'GET', 'POST'],
      ['/api/v1/tools/echo-files/run', 'HEAD', 'POST'],
      ['/api/v1/tools', 'POST', 'GET, HEAD'],
      ['/api/v1/tools/spin', 'DELETE', 'GET, HEAD'],
      ['/health/live', 'PUT', 'GET, HEAD'],
    ] as const) {
      const reply = await call(service.origin, path, { method });
      expect([reply.status, reply.headers.allow], `${method} ${path}`).toEqual([405, allow]);
      if (method !== 'HEAD') expect(codeOf(reply)).toBe('METHOD_NOT_ALLOWED');
    }
  });

  it('refuses the absolute form and CONNECT', async () => {
    const absolute = `GET http://${host}/api/v1/tools HTTP/1.1\r\n${own()}Connection: close\r\n\r\n`;
    expect(rawError((await rawExchange(service.port, [absolute])).text)).toEqual({ status: 404, code: 'NOT_FOUND' });
    const tunnel = `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${own()}\r\n`;
    expect(rawError((await rawExchange(service.port, [tunnel])).text)).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  it('answers a request to upgrade as a plain one', async () => {
    const upgrade = `GET /health/live HTTP/1.1\r\n${own()}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;
    expect((await rawExchange(service.port, [upgrade])).statuses).toEqual([200]);
  });

  it('answers HEAD on every GET path, without a body', async () => {
    const paths = [
      '/api/v1/tools',
      '/api/v1/tools/spin',
      '/openapi.json',
      '/llms.txt',
      '/agents/tools.json',
      '/health/live',
    ];
    for (const path of [...paths, '/health/ready']) {
      const [head, get] = [await call(service.origin, path, { method: 'HEAD' }), await call(service.origin, path)];
      expect([head.status, head.text, get.status], path).toEqual([200, '', 200]);
      if (!path.startsWith('/health')) expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
  });

  it('ignores a query it does not know', async () => {
    expect((await call(service.origin, '/api/v1/tools?x=1')).status).toBe(200);
    expect((await call(service.origin, '/health/live?x')).status).toBe(200);
  });
});

describe('discovery', () => {
  it('carries a tag, answers 304 and compresses for those who ask', async () => {
    const first = await call(service.origin, '/api/v1/tools');
    const tag = String(first.headers.etag);
    const again = await call(service.origin, '/api/v1/tools', { headers: { 'if-none-match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const response = await fetch(`${service.origin}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const raw = await rawExchange(service.port, [
      `GET /openapi.json HTTP/1.1\r\n${own()}Accept-Encoding: gzip, br;q=0\r\nConnection: close\r\n\r\n`,
    ]);
    const body = Buffer.from(raw.text.slice(raw.text.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(await response.json());
  });

  it('narrows the list by family and words', async () => {
    const count = async (query: string) =>
      ((await call(service.origin, `/api/v1/tools?${query}`)).json as { count: number }).count;
    expect(await count('family=hostile')).toBe(await count(''));
    expect(await count('family=nope')).toBe(0);
    const found = (await call(service.origin, '/api/v1/tools?q=spin')).json as { tools: { id: string }[] };
    expect(found.tools[0]?.id).toBe('spin');
  });

  it('sends hardening headers with every response', async () => {
    const { headers: listed } = await call(service.origin, '/api/v1/tools');
    const known = { 'if-none-match': String(listed.etag) };
    const paths = ['/api/v1/tools', '/api/v1/tools?q=spin', '/api/v1/tools/spin', '/', '/llms.txt', '/metrics'];
    for (const path of [...paths, '/openapi.json', '/nope', '/health/live', '/mcp', '/api/v1/tools/spin/run']) {
      const { headers } = await call(service.origin, path, { headers: known });
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
      expect(headers['x-powered-by']).toBeUndefined();
    }
    const { headers } = await echo({});
    expect([headers['cache-control'], headers['cross-origin-resource-policy']]).toEqual(['no-store', 'same-origin']);
    expect((await rawExchange(service.port, ['nonsense\r\n\r\n'])).text).toContain(
      'Cross-Origin-Resource-Policy: same-origin',
    );
  });
});

describe('the table of errors', () => {
  it('has a status that RFC 9110 and RFC 6585 know for each code', () => {
    const known = new Set([400, 403, 404, 405, 408, 413, 415, 429, 431, 500, 503, 504]);
    for (const code of Object.keys(ERRORS) as ErrorCode[]) expect(known.has(ERRORS[code].status), code).toBe(true);
  });
});
