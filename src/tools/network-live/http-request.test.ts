import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { openExampleInternet } from '../../testing/example-internet.js';
import { inRounds } from '../../testing/exhaustive.js';
import { openHttpServer, openTcpServer, type TestHttpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';
import tool from './http-request.js';

interface Report {
  readonly url: string;
  readonly status: number | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly redirects: readonly unknown[];
  readonly body: string | null;
  readonly isCut: boolean;
  readonly bodyBytes: number;
  readonly failure: { readonly reason: string } | null;
}

interface Planned {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly isChunked: boolean;
}

const send = async (input: string, options = {}) => {
  const answer = await runTool(tool, { input, options }, { settings: REACHING_LOOPBACK });
  expect(answer.status, answer.message).toBe(200);
  return { report: answer.data as Report, files: answer.files };
};

describe('http-request', () => {
  const plans: Planned[] = [];
  let site: TestHttpServer;
  beforeAll(async () => {
    const chance = chanceOf(3);
    for (let index = 0; index < 80; index += 1) {
      const status = [200, 201, 204, 400, 404, 418, 500, 302][chance(8)] ?? 200;
      const plain = Buffer.from(Array.from({ length: chance(3000) }, () => 'abc äß€\n'[chance(8)]).join(''));
      const coding = ['', 'gzip', 'br'][chance(3)] ?? '';
      const body = coding === 'gzip' ? gzipSync(plain) : coding === 'br' ? brotliCompressSync(plain) : plain;
      const isEmpty = status === 204;
      plans.push({
        status,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'x-number': String(chance(1e6)),
          ...(coding === '' || isEmpty ? {} : { 'content-encoding': coding }),
          ...(status === 302 ? { location: `/${(index + 1 + chance(3)) % 80}` } : {}),
        },
        body: isEmpty ? Buffer.alloc(0) : body,
        isChunked: chance(2) === 0,
      });
    }
    site = await openHttpServer((request, response) => {
      const plan = plans[Number(request.url?.slice(1))];
      if (plan === undefined) {
        response.end('echo');
        return;
      }
      if (!plan.isChunked) response.setHeader('content-length', plan.body.length);
      response.writeHead(plan.status, plan.headers).end(plan.body);
    });
  });
  afterAll(() => site.close());

  inRounds.skipIf(!hasProgram('curl', ['--version'], 'http-request beside curl'))(
    'shows what curl shows, of random answers',
    [6, 80],
    async (rounds) => {
      for (const index of [...plans.keys()].slice(0, rounds)) {
        const url = `http://127.0.0.1:${site.port}/${index}`;
        const { report } = await send(url);
        const curl = await runBeside('curl', [
          '-s',
          '--compressed',
          '-L',
          '--max-redirs',
          '10',
          '-w',
          '\n%{http_code} %{num_redirects} %{url_effective} %header{x-number}',
          url,
        ]);
        const [, body = '', tail = ''] = /^([\s\S]*)\n(.*)$/.exec(curl) ?? [];
        const number = report.headers.find(({ name }) => name === 'x-number')?.value;
        expect([report.body, `${report.status} ${report.redirects.length} ${report.url} ${number}`]).toEqual([
          body,
          tail,
        ]);
      }
    },
  );

  it('sends method, headers and body as they are given', async () => {
    const chance = chanceOf(4);
    for (let round = 0; round < 100; round += 1) {
      const method = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'][chance(5)] ?? 'POST';
      const body = `{"text": "${['', 'äß', '€😀'][chance(3)]}${chance(1e6)}"}`;
      const value = `v${chance(1e9)}`;
      await send(`http://127.0.0.1:${site.port}/echo/${round}?q=${value}`, {
        method,
        body,
        headers: `X-Sent:  ${value} \nContent-Type: application/json`,
      });
      const seen = site.requests.at(-1);
      expect([seen?.method, seen?.url, seen?.body]).toEqual([method, `/echo/${round}?q=${value}`, body]);
      expect([seen?.headers['x-sent'], seen?.headers['content-type'], seen?.headers['content-length']]).toEqual([
        value,
        'application/json',
        String(Buffer.byteLength(body)),
      ]);
    }
  });

  it('gives bytes as a file and cuts where it is told to', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));
    const server = await openHttpServer((_request, response) =>
      response.setHeader('content-type', 'image/png').end(bytes),
    );
    const { report, files } = await send(`http://127.0.0.1:${server.port}/a/Picture.PNG`, { maxBytes: 1000 });
    expect([report.body, report.isCut, report.bodyBytes]).toEqual([null, true, 1000]);
    expect([files[0]?.name, files[0]?.mime, files[0]?.bytes.equals(bytes.subarray(0, 1000))]).toEqual([
      'picture.png',
      'image/png',
      true,
    ]);
    await server.close();
  });

  it('tells of servers that lie, stall or break off', async () => {
    const gzipBomb = gzipSync(Buffer.alloc(50 * 2 ** 20));
    const cases: readonly (readonly [string, string | Buffer, string | null])[] = [
      ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'not-http'],
      ['a broken body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 'reset'],
      ['lying chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc', 'not-http'],
      [
        'a coding that is not',
        'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain',
        'bad-content',
      ],
      [
        'a bomb',
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipBomb.length}\r\n\r\n`,
          ),
          gzipBomb,
        ]),
        null,
      ],
    ];
    for (const [what, said, reason] of cases) {
      const server = await openTcpServer((socket) => socket.once('data', () => socket.end(said)));
      const { report } = await send(`http://127.0.0.1:${server.port}/`);
      expect([what, report.failure?.reason ?? null]).toEqual([what, reason]);
      if (reason === null) expect([report.isCut, report.bodyBytes]).toEqual([true, 1_000_000]);
      await server.close();
    }
    const silent = await openTcpServer(() => undefined);
    const { report } = await send(`http://127.0.0.1:${silent.port}/`, { timeoutMs: 200 });
    expect(report.failure?.reason).toBe('timeout');
    await silent.close();
  });

  it('opens no connection into a network, by address, name or redirect', async () => {
    const internet = await openExampleInternet();
    for (const input of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest/',
      'http://private.example.net/',
      'http://0x7f.1/',
    ]) {
      const answer = await runTool(tool, { input }, { network: internet.way });
      expect([input, answer.status, answer.code]).toEqual([input, 400, 'INVALID_INPUT']);
    }
    expect(internet.dialled).toEqual([]);
    const inside = await runTool(tool, { input: 'http://example.com/inside' }, { network: internet.way });
    expect([inside.status, internet.dialled]).toEqual([400, ['2606:2800:21f::14:80']]);
    await internet.close();
  });
});
