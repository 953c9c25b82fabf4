/** Every row of the HTTP edge's table (docs/api-contract), over real sockets. */

import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ERRORS, type ErrorCode } from '../core/errors.js';
import { type CallOptions, call, callTool, codeOf, rawExchange, textOf } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
let host = '';
beforeAll(async () => {
  service = await openTestService('hostile', { timeouts: { headersMs: 600, requestMs: 1200 } });
  host = `127.0.0.1:${service.port}`;
});
afterAll(() => service.close());

const echo = (body: unknown, options?: CallOptions) => callTool(service.origin, 'echo-files', body, options);
const standard = (body: unknown, options?: CallOptions) => callTool(service.origin, 'wait-standard', body, options);

/** Status and code of an answer on a bare connection, and whether its body is the error object. */
function rawError(text: string): { status: number; code: string } {
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: { code: string; message: string } };
  expect(text.toLowerCase()).toContain('content-type: application/json');
  expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(body.error.message).not.toBe('');
  return { status: Number(text.split(' ')[1]), code: body.error.code };
}

const RUN = 'POST /api/v1/tools/echo-files/run HTTP/1.1\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const own = () => `Host: ${host}\r\n`;

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

describe('content', () => {
  it('takes application/json in any case, with charset utf-8 at most', async () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      expect((await echo({}, { headers: { 'content-type': type } })).status, type).toBe(200);
    }
    const others = [
      '',
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/json; charset=latin1',
      'application/json; profile=x',
    ];
    for (const type of [...others, 'application/json, text/plain', 'application/vnd.api+json']) {
      const reply = await echo({}, { headers: { 'content-type': type } });
      expect([reply.status, codeOf(reply)], type).toEqual([415, 'JSON_REQUIRED']);
    }
  });

  it('takes no encoded body', async () => {
    for (const encoding of ['gzip', 'br', 'identity']) {
      const reply = await echo({}, { headers: { 'content-encoding': encoding } });
      expect([reply.status, codeOf(reply)]).toEqual([415, 'JSON_REQUIRED']);
    }
  });

  it('refuses bodies that are not the JSON of the contract', async () => {
    const bodies: readonly (string | Buffer)[] = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"input":"x",}',
      '{"input":"x"}x',
      '\ufeff{}',
      '\u00a0{}',
      '{"input":"\\ud800"}',
      '{"options":{"\\ud800":1}}',
      '{"input":5}',
      '{"input":null}',
      '{"a":{"__proto__":1}}',
      `{"options":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"options":${'{"a":'.repeat(65)}1${'}'.repeat(65)}}`,
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      Buffer.from('{"input":"x"}', 'utf16le'),
      `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
      `{"${'k'.repeat(1_000_000)}":1}`,
    ];
    for (const body of bodies) {
      const reply = await echo(body);
      expect([reply.status, codeOf(reply)], body.toString().slice(0, 40)).toEqual([400, 'INVALID_INPUT']);
      expect(reply.text.length).toBeLessThan(600);
    }
    const infinite = await standard('{"options":{"ms":1e999}}');
    expect(infinite.json).toEqual({
      error: { code: 'INVALID_INPUT', message: 'Option "ms" must be a finite number' },
    });
  });

  it('lets the last of duplicate keys win', async () => {
    expect(textOf(await echo('{"input":"a","input":"b"}'))).toBe('b');
  });

  it('keeps text exactly', async () => {
    const input = 'a\u0000b "\\\u2028 é 😀 \ud83d\udc69\u200d\ud83d\udc69';
    expect(textOf(await echo({ input }))).toBe(input);
  });

  it('returns files byte for byte, whatever their size', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, i) => (i * 7) % 251));
    const small = Buffer.from([0, 1, 2]);
    const files = [
      { name: 'big.bin', base64: bytes.toString('base64'), bytes: bytes.length },
      { name: 'small.bin', mime: 'image/x-test', base64: small.toString('base64') },
      { name: 'empty.bin', base64: '' },
    ];
    const reply = await echo({ files });
    expect((reply.json as { result: { files: unknown } }).result.files).toEqual([
      { name: 'big.bin', mime: 'application/octet-stream', bytes: bytes.length, base64: files[0]?.base64 },
      { name: 'small.bin', mime: 'image/x-test', bytes: 3, base64: 'AAEC' },
      { name: 'empty.bin', mime: 'application/octet-stream', bytes: 0, base64: '' },
    ]);
  });

  it('takes base64 with escaped slashes, as PHP writes it', async () => {
    const base64 = Buffer.alloc(9000, 0xff).toString('base64');
    const reply = await echo(`{"files":[{"name":"a","base64":"${base64.replaceAll('/', '\\/')}"}]}`);
    expect((reply.json as { result: { files: { base64: string }[] } }).result.files[0]?.base64).toBe(base64);
  });

  it('refuses long base64 as strictly as short', async () => {
    const good = Buffer.alloc(9000, 0xfb).toString('base64');
    for (const bad of [
      `${good}=`,
      good.slice(1),
      `${good.slice(0, 6000)} ${good.slice(6001)}`,
      good.replaceAll('+', '-'),
      `é${good.slice(1)}`,
    ]) {
      const reply = await echo({ files: [{ name: 'a', base64: bad }] });
      expect([reply.status, codeOf(reply)]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('keeps a long text called base64 out of places that are not for files', async () => {
    const long = 'A'.repeat(8192);
    expect(codeOf(await echo({ base64: long }))).toBe('INVALID_INPUT');
    expect(codeOf(await echo(`{"files":[{"name":"a","base64":1,"${long}":"x"}]}`))).toBe('INVALID_INPUT');
    const named = await echo(`{"input":"base64","files":[{"name":"base64","base64":"${long}"}]}`);
    expect(named.status).toBe(200);
    expect(textOf(named)).toBe('base64');
  });
});

describe('limits', () => {
  it('takes 1,000,000 code points and refuses one more', async () => {
    expect((await standard({ input: '😀'.repeat(1_000_000), options: { ms: 0 } })).status).toBe(200);
    const reply = await standard({ input: 'a'.repeat(1_000_001) });
    expect(reply.json).toEqual({
      error: { code: 'LIMIT_EXCEEDED', message: 'Property "input" has 1000001 characters, the limit is 1000000' },
    });
  });

  it('takes a body of exactly the limit and refuses one byte more', async () => {
    const body = (bytes: number) => '{"options":{"ms":0}}'.padEnd(bytes, ' ');
    expect((await standard(body(8_388_608))).status).toBe(200);
    const reply = await standard(body(8_388_609));
    expect([reply.status, codeOf(reply)]).toEqual([413, 'LIMIT_EXCEEDED']);
    expect(reply.text).toContain('the limit is 8388608');
  });

  it('bounds the decoded files in total', async () => {
    const half = Buffer.alloc(10_485_761).toString('base64');
    const reply = await echo({
      files: [
        { name: 'a', base64: half },
        { name: 'b', base64: half },
      ],
    });
    expect(reply.json).toEqual({
      error: { code: 'LIMIT_EXCEEDED', message: 'Property "files" has 20971522 bytes decoded, the limit is 20971520' },
    });
  });

  it('bounds what a tool returns', async () => {
    const file = await callTool(service.origin, 'output', { options: { fileBytes: 5_242_881 } });
    expect(file.json).toEqual({
      error: { code: 'OUTPUT_TOO_LARGE', message: 'Output file has 5242881 bytes, the limit is 5242880' },
    });
    const text = await callTool(service.origin, 'output', { options: { textBytes: 9_000_000 } });
    expect([text.status, text.json]).toEqual([
      413,
      {
        error: {
          code: 'LIMIT_EXCEEDED',
          message: 'The result must have at most 8388608 bytes as JSON: shorten the text',
        },
      },
    ]);
    expect((await callTool(service.origin, 'output', { options: { fileBytes: 5_242_880 } })).status).toBe(200);
  });

  it('answers a declared oversize before the body is sent', async () => {
    const head = `${RUN}${own()}${JSON_TYPE}Content-Length: 40000000\r\n\r\n`;
    const reply = await rawExchange(service.port, [head, '{"input":"'], 1);
    expect(reply.statuses).toEqual([413]);
    const expecting = `${RUN}${own()}${JSON_TYPE}Content-Length: 40000000\r\nExpect: 100-continue\r\n\r\n`;
    expect((await rawExchange(service.port, [expecting], 1)).statuses).toEqual([413]);
  });

  it('answers an oversize readably to clients that send it all first', async () => {
    const big = Buffer.alloc(12 << 20, 0x20);
    for (let i = 0; i < 5; i += 1) {
      expect((await standard(big)).status).toBe(413);
      const fetched = await fetch(`${service.origin}/api/v1/tools/wait-standard/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: big,
      });
      expect(((await fetched.json()) as { error: { code: string } }).error.code).toBe('LIMIT_EXCEEDED');
      const chunked = await callTool(service.origin, 'wait-standard', big, {
        headers: { 'transfer-encoding': 'chunked' },
      });
      expect(chunked.status).toBe(413);
    }
  });

  it('asks for the body of a client that waits to be asked', async () => {
    const body = '{"input":"x"}';
    const head = `${RUN}${own()}${JSON_TYPE}Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    const reply = await rawExchange(service.port, [head, body]);
    expect(reply.statuses).toEqual([100, 200]);
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
