/** Servers that send too much, too slowly, or what is not HTTP. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';
import { chanceOf } from '../testing/chance.js';
import { failureOf, HEAD, openFetchBench, until } from '../testing/fetch-bench.js';
import { openTcpServer } from '../testing/pretend-internet.js';

import { FetchFailure, type FetchOptions } from './fetch-public.js';

const bench = openFetchBench();
const { get, http, tcp, saying } = bench;
afterEach(() => bench.close());

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
      'Cannot fetch "a.example:80": headers are over the limit of 4096 bytes',
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
          socket.once('data', async () => {
            socket.write(`${HEAD}\r\nabc`);
            // A reset that overtakes what was sent before may look like an end.
            await until(() => (bench.internet.sockets[0]?.bytesRead ?? 0) > HEAD.length + 4);
            socket.resetAndDestroy();
          }),
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

describe('whatever bytes a server sends', () => {
  const coded = gzipSync('Grüße '.repeat(50));
  const SEEDS = [
    Buffer.from(`${HEAD}Content-Length: 5\r\nX-A: b\r\n\r\nhello`),
    Buffer.from(`${HEAD}Transfer-Encoding: chunked\r\nTrailer: X-B\r\n\r\n5;a=b\r\nhello\r\n0\r\nX-B: c\r\n\r\n`),
    Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${coded.length}\r\n\r\n`), coded]),
    Buffer.from('HTTP/1.1 302 Found\r\nLocation: http://b.example/a?b#c\r\nContent-Length: 0\r\n\r\n'),
    Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}Content-Length: 2\r\n\r\nhi`),
  ];

  it('a fetch ends in a result or a failure, and leaves nothing', async () => {
    let seed = 0;
    const server = await tcp((socket) => {
      seed += 1;
      const chance = chanceOf(seed);
      const bytes = Buffer.from(SEEDS[seed % SEEDS.length]!);
      for (let changes = chance(3); changes >= 0; changes -= 1) bytes[chance(bytes.length)] = chance(256);
      const end = chance(3) === 0 ? chance(bytes.length) : bytes.length;
      socket.once('data', () => socket.end(bytes.subarray(0, end)));
    });
    const ends = new Map<string, number>();
    for (let i = 0; i < 150; i += 1) {
      const end = await get(server, undefined, { limits: { idleMs: 1000, redirects: 2 } }).then(
        () => 'result',
        (error: unknown) => (error instanceof FetchFailure ? error.reason : `seed ${seed}: ${String(error)}`),
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    const known = [
      'result',
      'reset',
      'not-http',
      'bad-content',
      'bad-redirect',
      'not-public',
      'no-address',
      'too-many-redirects',
      'timeout',
      'too-large',
    ];
    expect([...ends.keys()].filter((end) => !known.includes(end))).toEqual([]);
    expect(ends.get('result')).toBeGreaterThan(5);
    expect(ends.get('not-http')).toBeGreaterThan(5);
    await until(() => server.open === 0);
  });
});
