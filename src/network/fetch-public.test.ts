/** What is sent and what redirects do, on a make-believe bench.internet. */

import { afterEach, describe, expect, it } from 'vitest';

import { A, B, failureOf, HEAD, openFetchBench, until } from '../testing/fetch-bench.js';
import { pretendInternet, type TestServer } from '../testing/pretend-internet.js';

import { type FetchOptions, fetchPublic } from './fetch-public.js';
import { parseUrl } from './targets.js';

const bench = openFetchBench();
const { get, http, tcp } = bench;
afterEach(() => bench.close());

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
    expect(bench.internet.dialled).toEqual([`${A}:8080`]);
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
    expect(bench.internet.dialled).toEqual([]);
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
    expect(bench.internet.dialled).toEqual([`${A}:80`]);
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
    expect(bench.internet.dialled).toEqual([`${A}:80`]);
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

describe('a caller that leaves', () => {
  const leaving = async (server: TestServer, isUnderWay: () => boolean, options: FetchOptions = {}) => {
    const caller = new AbortController();
    const reason = new Error('left');
    const fetching = get(server, undefined, { signal: caller.signal, options });
    const outcome = expect(fetching).rejects.toBe(reason);
    await until(isUnderWay);
    caller.abort(reason);
    await outcome;
    // Destroyed in the turn in which the caller left; closed as soon as the system says so.
    expect(bench.internet.sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
    await until(() => bench.internet.sockets.every(({ closed }) => closed));
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
    expect(bench.internet.dialled).toEqual([]);
    const caller = new AbortController();
    const internet = pretendInternet(new Map([A, B, '2606:2800::1'].map((address) => [address, undefined])));
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
