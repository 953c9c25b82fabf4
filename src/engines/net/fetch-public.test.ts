/** Redirects, limits and hostile servers, on a make-believe internet. */

import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';

import {
  openHttpServer,
  openTcpServer,
  type PretendInternet,
  pretendInternet,
  type TestHttpServer,
  type TestServer,
} from '../../testing/pretend-internet.js';

import { FetchFailure, type FetchOptions, fetchPublic } from './fetch-public.js';
import type { NetworkLimits } from './limits.js';
import { parseUrl } from './targets.js';

const A = '93.184.215.14';
const B = '93.184.215.15';
const SITES: Readonly<Record<string, readonly string[]>> = {
  'a.example': [A],
  'b.example': [B],
  'private.example': ['10.0.0.1'],
};

const opened: TestServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

let internet: PretendInternet;

interface Setting {
  readonly options?: FetchOptions;
  readonly limits?: Partial<NetworkLimits>;
  readonly signal?: AbortSignal;
  readonly allowCredentials?: boolean;
}

/** Fetches from a.example. Names are known by a table, both public addresses lead to one server. */
function get(server: TestServer, url = 'http://a.example/', setting: Setting = {}) {
  internet = pretendInternet(
    new Map([
      [A, server],
      [B, server],
      ['127.0.0.1', server],
      ['10.0.0.1', server],
    ]),
  );
  const { options = {}, limits = {}, signal = new AbortController().signal, allowCredentials = false } = setting;
  return fetchPublic(parseUrl(url, { allowCredentials }), options, {
    signal,
    limits,
    settings: { networkAllowPrivate: false },
    resolver: async (name) => SITES[name] ?? [],
    dial: internet.dial,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<FetchFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchFailure)) throw new Error(`no FetchFailure: ${String(error)}`, { cause: error });
  return error;
}

async function http(handler: RequestListener): Promise<TestHttpServer> {
  const server = await openHttpServer(handler);
  opened.push(server);
  return server;
}

async function tcp(onConnection: (socket: Socket) => void): Promise<TestServer> {
  const server = await openTcpServer(onConnection);
  opened.push(server);
  return server;
}

/** A server that answers every request with these bytes. */
const saying = (...pieces: readonly (string | Buffer)[]) =>
  tcp((socket) =>
    socket.once('data', () => socket.end(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))))),
  );

const HEAD = 'HTTP/1.1 200 OK\r\n';

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isTrue(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isTrue()).toBe(true);
}

describe('a request', () => {
  it('goes to the address that was judged and keeps its name', async () => {
    const server = await http((_request, response) => {
      response
        .writeHead(
          201,
          'Made',
          [
            ['X-One', '1'],
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ].flat(),
        )
        .end('héllo');
    });
    const fetched = await get(server, 'http://A.example:8080/p%20q/?a=b#c');
    expect(fetched).toMatchObject({
      url: 'http://a.example:8080/p%20q/?a=b',
      status: 201,
      statusText: 'Made',
      httpVersion: '1.1',
      address: A,
      isCut: false,
      sentBytes: 6,
      redirects: [],
      distrust: undefined,
    });
    expect(Buffer.from(fetched.bytes).toString()).toBe('héllo');
    expect(fetched.headers.get('set-cookie')).toEqual(['a=1', 'b=2']);
    expect(internet.dialled).toEqual([`${A}:8080`]);
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      url: '/p%20q/?a=b',
      headers: { host: 'a.example:8080', connection: 'close' },
    });
    for (const ms of Object.values(fetched.timings)) expect(ms).toBeGreaterThanOrEqual(0);
    await until(() => server.open === 0);
  });

  it('sends its headers, credentials and body', async () => {
    const server = await http((_request, response) => response.end());
    const body = Buffer.from('{"a":1}');
    const headers = { 'Content-Type': 'application/json', 'X-Key': 'k' };
    await get(server, 'http://us%C3%A9r:p%3Aw@a.example/', {
      options: { method: 'PUT', headers, body },
      allowCredentials: true,
    });
    const authorization = `Basic ${Buffer.from('usér:p:w').toString('base64')}`;
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-key': 'k', 'content-length': '7', authorization },
    });
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await http((_request, response) => response.end('proxied'));
    const server = await http((_request, response) => response.end('direct'));
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
    try {
      expect(Buffer.from((await get(server)).bytes).toString()).toBe('direct');
    } finally {
      for (const [i, name] of names.entries()) {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      }
    }
    expect(proxy.connections).toBe(0);
  });

  it.each([
    ['Host', 'b.example'],
    ['transfer-encoding', 'chunked'],
    ['Content-Length', '5'],
    ['Connection', 'upgrade'],
    ['X-A', 'a\r\nHost: b'],
    ['X A', 'b'],
    ['X-A', 'snow ☃'],
    ['X-A', 'a'.repeat(17_000)],
  ])('with the header %s: %s is refused before anything is opened', async (name, value) => {
    const server = await http((_request, response) => response.end());
    await expect(get(server, undefined, { options: { headers: { [name]: value } } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(internet.dialled).toEqual([]);
  });
});

describe('a redirect', () => {
  const to = (location: string, status = 302) =>
    http(({ url }, response) => {
      // As UTF-8, which is what servers send.
      if (url === '/') response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end('moved');
      else response.end('here');
    });

  it.each([
    ...[
      'http://127.0.0.1/x',
      'http://127.1/x',
      'http://0x7f000001/x',
      'http://2130706433/x',
      'http://[::1]/x',
      'http://[::ffff:127.0.0.1]/x',
    ],
    ...[
      'http://①②⑦.0.0.1/x',
      'http://%31%32%37.0.0.1/x',
      '//127.0.0.1/x',
      'http:\\\\127.0.0.1\\x',
      'http://localhost/x',
      'http://private.example/x',
    ],
    ...[
      'http://169.254.169.254/latest/meta-data/',
      'http://0/x',
      'http://10.0.0.1:8080/x',
      'http://metadata.google.internal/x',
      '\thttp://127.0.0.1/x',
    ],
  ])('to %s is not followed', async (location) => {
    const server = await to(location);
    const failure = await failureOf(get(server));
    expect([failure.reason, failure.hops.length, failure.hops[0]?.status]).toEqual(['not-public', 1, 302]);
    expect(server.requests).toHaveLength(1);
    expect(internet.dialled).toEqual([`${A}:80`]);
  });

  it.each([
    ...[
      'file:///etc/passwd',
      'gopher://b.example/_x',
      'ftp://b.example/',
      'data:text/plain,a',
      'javascript:1',
      'unix:/run/a.sock',
    ],
    ...[
      'http://u:p@b.example/',
      'http://b.example:22/',
      'http://[::1%25lo]/',
      'http://b.example:99999/',
      'http://256.1.1.1/',
    ],
  ])('to %s is no way to go', async (location) => {
    const server = await to(location);
    const failure = await failureOf(get(server));
    expect([failure.reason, failure.code]).toEqual(['bad-redirect', 'INVALID_INPUT']);
    expect(failure.message).toMatch(/^Cannot follow the redirect of "a\.example" to ".*": /);
    expect(internet.dialled).toEqual([`${A}:80`]);
  });

  it('through several hosts is judged at the last one', async () => {
    const next: Readonly<Record<string, string>> = {
      '/': 'http://b.example/1',
      '/1': '/2',
      '/2': 'http://a.example/3',
      '/3': 'http://127.0.0.1/4',
    };
    const server = await http(({ url = '' }, response) =>
      response.writeHead(307, { location: next[url] ?? '/' }).end(),
    );
    const failure = await failureOf(get(server));
    expect([failure.reason, failure.hops.map(({ url, address }) => [url, address])]).toEqual([
      'not-public',
      [
        ['http://a.example/', A],
        ['http://b.example/1', B],
        ['http://b.example/2', B],
        ['http://a.example/3', A],
      ],
    ]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/', '/1', '/2', '/3']);
  });

  it('that leads to itself ends after the limit', async () => {
    const server = await to('/');
    const failure = await failureOf(get(server, undefined, { limits: { redirects: 4 } }));
    expect([failure.reason, failure.hops.length, server.requests.length]).toEqual(['too-many-redirects', 5, 5]);
  });

  it('is the result where none are followed', async () => {
    const fetched = await get(await to('http://127.0.0.1/'), undefined, { limits: { redirects: 0 } });
    expect([fetched.status, fetched.headers.get('location'), Buffer.from(fetched.bytes).toString()]).toEqual([
      302,
      ['http://127.0.0.1/'],
      'moved',
    ]);
  });

  // Fetch standard, "HTTP-redirect fetch", steps 12 and 13.
  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
    [303, 'HEAD', 'HEAD'],
    [303, 'GET', 'GET'],
  ] as const)('%i after %s goes on with %s', async (status, method, expected) => {
    const server = await to('/next', status);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const headers = { 'content-type': 'text/plain', 'x-key': 'k' };
    await get(server, undefined, { options: { method, headers, ...(hasBody ? { body: Buffer.from('abc') } : {}) } });
    const [, second] = server.requests;
    const keepsBody = hasBody && expected !== 'GET';
    expect([second?.method, second?.body, second?.headers['x-key']]).toEqual([expected, keepsBody ? 'abc' : '', 'k']);
    if (hasBody && !keepsBody) expect(second?.headers['content-type']).toBeUndefined();
  });

  it('takes no secrets to another origin', async () => {
    const headers = { authorization: 'Bearer t', cookie: 'a=1', 'x-api-key': 'k', 'accept-language': 'de' };
    for (const location of ['http://b.example/next', 'http://a.example:8080/next']) {
      const server = await to(location);
      await get(server, 'http://a.example/', { options: { headers } });
      expect(server.requests[0]?.headers).toMatchObject(headers);
      expect(Object.keys(server.requests[1]?.headers ?? {}).sort()).toEqual(
        ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].sort(),
      );
    }
    const server = await to('/next');
    await get(server, 'http://u:p@a.example/', { allowCredentials: true });
    expect(server.requests[1]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
  });

  it('without Location, or with a status that is none, is an answer', async () => {
    const bare = await http((_request, response) => response.writeHead(302).end('bare'));
    expect((await get(bare)).status).toBe(302);
    const other = await to('http://127.0.0.1/', 300);
    expect((await get(other)).status).toBe(300);
  });
});

describe('a server that sends too much', () => {
  const limits = { bodyBytes: 10_000, decodedBytes: 50_000, headerBytes: 4096 };
  const body = (content: Buffer, coding?: string) =>
    http((_request, response) =>
      response.writeHead(200, coding === undefined ? {} : { 'content-encoding': coding }).end(content),
    );

  it('is refused for its headers', async () => {
    const server = await saying(HEAD, `X-A: ${'a'.repeat(5000)}\r\n\r\n`);
    const failure = await failureOf(get(server, undefined, { limits }));
    expect([failure.reason, failure.code, failure.message]).toEqual([
      'too-large',
      'LIMIT_EXCEEDED',
      'Cannot fetch "a.example:80": headers are over the limit',
    ]);
  });

  it('is refused for headers without end', async () => {
    const server = await tcp((socket) => {
      socket.write(HEAD);
      const more = (): unknown => socket.write('X-A: a\r\n') && !socket.destroyed && setImmediate(more);
      socket.on('drain', more);
      more();
    });
    expect((await failureOf(get(server, undefined, { limits }))).reason).toBe('too-large');
    await until(() => server.open === 0);
  });

  it('is refused for what it announces, before it comes', async () => {
    const server = await tcp((socket) => socket.write(`${HEAD}Content-Length: 10001\r\n\r\n`));
    const failure = await failureOf(get(server, undefined, { limits }));
    expect(failure.message).toBe(
      'Cannot fetch "a.example:80": the body is 10001 bytes or more, over the limit of 10000',
    );
  });

  it('is refused for a body without end', async () => {
    const server = await tcp((socket) => {
      socket.write(`${HEAD}\r\n`);
      const more = (): unknown => socket.write(Buffer.alloc(1000)) && !socket.destroyed && setImmediate(more);
      socket.on('drain', more);
      more();
    });
    expect((await failureOf(get(server, undefined, { limits }))).reason).toBe('too-large');
    await until(() => server.open === 0);
  });

  it('is refused for interim answers without end', async () => {
    const server = await tcp((socket) => {
      const more = (): unknown =>
        socket.write('HTTP/1.1 103 Early\r\n\r\n'.repeat(100)) && !socket.destroyed && setImmediate(more);
      socket.on('drain', more);
      more();
    });
    const failure = await failureOf(get(server, undefined, { limits: { receivedBytes: 50_000 } }));
    expect([failure.reason, failure.message]).toEqual([
      'too-large',
      'Cannot reach "a.example:80": more than the limit of 50000 bytes came',
    ]);
    await until(() => server.open === 0);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(5_000_000))],
    ['deflate', deflateSync(Buffer.alloc(5_000_000))],
    ['deflate', deflateRawSync(Buffer.alloc(5_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('is refused for a %s bomb', async (coding, bomb) => {
    expect(bomb.length).toBeLessThan(limits.bodyBytes);
    const failure = await failureOf(get(await body(bomb, coding), undefined, { limits }));
    expect([failure.reason, failure.message]).toEqual([
      'too-large',
      expect.stringMatching(
        /^Cannot fetch "a\.example:80": the body decodes to \d+ bytes or more, over the limit of 50000$/,
      ),
    ]);
  });

  it('is cut where that is asked for, coded or not', async () => {
    const text = Buffer.from(Array.from({ length: 30_000 }, (_, i) => `${(i * 7919) % 65_536} `).join(''));
    const options = { response: 'cut' } as const;
    const plain = await get(await body(text), undefined, { limits, options });
    expect([plain.isCut, plain.bytes.length, plain.sentBytes]).toEqual([true, 10_000, 10_000]);
    expect(Buffer.from(plain.bytes).equals(text.subarray(0, 10_000))).toBe(true);
    for (const [coding, coded] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateRawSync(text)],
      ['br', brotliCompressSync(text)],
    ] as const) {
      expect(coded.length).toBeGreaterThan(limits.bodyBytes);
      const cut = await get(await body(coded, coding), undefined, { limits, options });
      expect([coding, cut.isCut, cut.bytes.length > 10_000, cut.sentBytes]).toEqual([coding, true, true, 10_000]);
      expect(Buffer.from(cut.bytes).equals(text.subarray(0, cut.bytes.length))).toBe(true);
    }
    const bomb = await get(await body(gzipSync(Buffer.alloc(5_000_000)), 'gzip'), undefined, { limits, options });
    expect([bomb.isCut, bomb.bytes.length]).toEqual([true, 50_000]);
  });

  it('is not read at all where only its head is wanted', async () => {
    const server = await tcp((socket) => socket.write(`${HEAD}Content-Length: 100000000\r\n\r\n`));
    expect((await get(server, undefined, { options: { response: 'none' } })).status).toBe(200);
    await until(() => server.open === 0);
  });
});

describe('a content coding', () => {
  const text = Buffer.from('Grüße '.repeat(1000));
  const fetchCoded = async (coding: string, content: Buffer, options: FetchOptions = {}) =>
    get(
      await http((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(content)),
      undefined,
      { options },
    );

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('%s is undone', async (coding, content) => {
    const fetched = await fetchCoded(coding, content);
    expect([Buffer.from(fetched.bytes).equals(text), fetched.sentBytes]).toEqual([true, content.length]);
    expect(Buffer.from((await fetchCoded(coding, content, { decode: false })).bytes).equals(content)).toBe(true);
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, -9)],
    ['gzip', text],
    ['br', Buffer.alloc(9, 0xff)],
    ['deflate', Buffer.from('xyz')],
    ['zstd', text],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
  ])('%s that is none is told as that', async (coding, content) => {
    const failure = await failureOf(fetchCoded(coding, content));
    expect([failure.reason, failure.code]).toEqual(['bad-content', 'INVALID_INPUT']);
  });

  it('of an answer without a body does no harm', async () => {
    const server = await http((_request, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
    expect((await get(server)).bytes).toHaveLength(0);
    const empty = await http((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
    expect((await get(empty)).bytes).toHaveLength(0);
    expect((await get(empty, undefined, { options: { method: 'HEAD' } })).bytes).toHaveLength(0);
  });
});

describe('a server that is slow, silent or broken', () => {
  const drip = (start: string) =>
    tcp((socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
    });

  it.each([
    [
      'says nothing',
      () => tcp(() => undefined),
      { idleMs: 100 },
      'Cannot reach "a.example:80": nothing after 0.1 seconds',
    ],
    [
      'stops in its body',
      () => tcp((socket) => socket.write(`${HEAD}Content-Length: 9\r\n\r\nabc`)),
      { idleMs: 100 },
      'Cannot reach "a.example:80": nothing after 0.1 seconds',
    ],
    ['drips its headers', () => drip(`${HEAD}X-A: `), { totalMs: 300 }, /not done after 0\.3 seconds$/],
    ['drips its body', () => drip(`${HEAD}\r\n`), { totalMs: 300 }, /not done after 0\.3 seconds$/],
  ])('that %s is left in time', async (_what, open, limits, message) => {
    const server = await open();
    const failure = await failureOf(get(server, undefined, { limits }));
    expect(failure).toMatchObject({
      reason: 'timeout',
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
    });
    await until(() => server.open === 0);
  });

  it.each([
    ['resets', () => tcp((socket) => socket.once('data', () => socket.resetAndDestroy())), 'reset'],
    ['closes at once', () => tcp((socket) => socket.end()), 'reset'],
    [
      'resets in its body',
      () =>
        tcp((socket) =>
          socket.once('data', () =>
            socket.write(`${HEAD}Content-Length: 9\r\n\r\nabc`, () => socket.resetAndDestroy()),
          ),
        ),
      'reset',
    ],
    [
      'resets in a body without length',
      () =>
        tcp((socket) =>
          socket.once('data', () =>
            socket.write(`${HEAD}\r\nabc`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
          ),
        ),
      'reset',
    ],
    ['ends in its body', () => saying(`${HEAD}Content-Length: 9\r\n\r\nabc`), 'reset'],
    ['ends in a chunk', () => saying(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`), 'reset'],
    ['speaks SSH', () => saying('SSH-2.0-OpenSSH_9.2p1\r\n'), 'not-http'],
    [
      'sends both lengths',
      () => saying(`${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      'not-http',
    ],
    ['sends a bad chunk', () => saying(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`), 'not-http'],
    [
      'changes the protocol',
      () => saying('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'not-http',
    ],
  ])('that %s is told as that', async (_what, open, reason) => {
    expect((await failureOf(get(await open()))).reason).toBe(reason);
  });

  it('that cannot be reached is told as that', async () => {
    const gone = await openTcpServer(() => undefined);
    await gone.close();
    expect(await failureOf(get(gone))).toMatchObject({
      reason: 'refused',
      message: 'Cannot reach "a.example:80": connection refused',
    });
  });
});

describe('a caller that leaves', () => {
  const leaving = async (server: TestServer, isUnderWay: () => boolean, options: FetchOptions = {}) => {
    const caller = new AbortController();
    const reason = new Error('left');
    const fetching = get(server, undefined, { signal: caller.signal, options });
    const outcome = expect(fetching).rejects.toBe(reason);
    await until(isUnderWay);
    const left = performance.now();
    caller.abort(reason);
    await outcome;
    await until(() => internet.sockets.every(({ closed }) => closed));
    expect(performance.now() - left).toBeLessThan(250);
  };

  it('leaves no connection behind, whatever the server does', async () => {
    const silent = await tcp(() => undefined);
    await leaving(silent, () => silent.open === 1);
    await until(() => silent.open === 0);
    const endless = await tcp((socket) => socket.write(`${HEAD}\r\nabc`));
    await leaving(endless, () => endless.open === 1);
    const unread = await tcp((socket) => socket.pause());
    await leaving(unread, () => unread.open === 1, { method: 'POST', body: Buffer.alloc(20_000_000) });
  });

  it('before the start or while connecting opens or leaves nothing', async () => {
    const server = await http((_request, response) => response.end());
    await expect(get(server, undefined, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
    expect(internet.dialled).toEqual([]);
    const caller = new AbortController();
    internet = pretendInternet(new Map([A, B, '2606:2800::1'].map((address) => [address, undefined])));
    const connecting = fetchPublic(
      parseUrl('http://a.example/'),
      {},
      {
        signal: caller.signal,
        settings: { networkAllowPrivate: false },
        resolver: async () => [A, B, '2606:2800::1'],
        dial: internet.dial,
      },
    );
    const outcome = expect(connecting).rejects.toThrow('left');
    // The second address is tried as well, when the first has not answered for a while.
    await until(() => internet.sockets.length === 2);
    caller.abort(new Error('left'));
    await outcome;
    await until(() => internet.sockets.every(({ closed }) => closed));
  });
});
