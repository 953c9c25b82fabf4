import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './har-analyzer.js';

const hasCurl = hasProgram('curl', ['--version'], 'commands of curl against a server');
const hasPython = hasProgram('python3', ['--version'], 'sums over archives beside Python');

interface Field {
  readonly name: string;
  readonly value: string;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Field[];
  readonly postData?: { readonly mimeType: string; readonly text?: string; readonly params?: readonly Field[] };
}

const WORDS = ['tea', "it's", 'a b', '"q"', '$HOME', '`x`', '日本', '@file', '\\n', '[1-3]', '{a,b}', '!', '#', '%20'];

function randomRequest(chance: Chance, origin: string): Request {
  const word = (): string => pick(chance, WORDS);
  const query = Array.from({ length: chance(3) }, () => `${encodeURIComponent(word())}=${encodeURIComponent(word())}`);
  const url = `${origin}/${chance(100)}${pick(chance, ['', '/[1-3]', '/{a,b}', '/~x'])}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = [
    { name: 'X-One', value: pick(chance, ["it's", '"q" $HOME', '@x', 'a;b', '']) },
    ...(chance(2) === 0 ? [{ name: 'Cookie', value: `a=${chance(100)}; b="x y"` }] : []),
    ...(chance(3) === 0
      ? [
          { name: ':authority', value: 'x' },
          { name: 'Content-Length', value: '999' },
        ]
      : []),
  ];
  const method = pick(chance, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'POST']);
  if (method === 'GET' || method === 'DELETE') return { method, url, headers };
  const mimeType = pick(chance, ['application/json', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded']);
  const text = pick(chance, [`{"a": "${word()}"}`.replace(/\\/g, ''), `${word()}\n${word()}`, '@file', '']);
  return {
    method,
    url,
    headers: chance(2) === 0 ? [...headers, { name: 'content-type', value: mimeType }] : headers,
    postData:
      chance(4) === 0
        ? { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: word() }] }
        : { mimeType, text },
  };
}

const harOf = (requests: readonly Request[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: requests.map((request) => ({
        startedDateTime: '2026-05-01T00:00:00.000Z',
        time: 1,
        request,
        response: { status: 200 },
      })),
    },
  });

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

inRounds.skipIf(!hasCurl)('curl sends what the archive holds', [4, 200], async (rounds) => {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: await bodyOf(request) });
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let seed = 1; seed <= rounds; seed++) {
      const request = randomRequest(chanceOf(seed), origin);
      const { text } = await runTool(tool, { input: harOf([request]), options: { action: 'curl' } });
      await promisify(execFile)('sh', ['-c', text?.replace(/^curl/, 'curl -s --path-as-is') ?? '']);
      const got = seen.pop();
      const { postData } = request;
      expect({ method: got?.method, url: `${origin}${got?.url}` }, text ?? '').toEqual({
        method: request.method,
        url: request.url,
      });
      const form = postData?.params?.map(({ name, value }): [string, string] => [name, value]);
      expect(got?.body, text ?? '').toBe(
        form === undefined ? (postData?.text ?? '') : String(new URLSearchParams(form)),
      );
      expect(got?.headers['x-one'], text ?? '').toBe(request.headers[0]?.value);
      expect(got?.headers.cookie, text ?? '').toBe(request.headers.find(({ name }) => name === 'Cookie')?.value);
      if (postData !== undefined)
        expect(got?.headers['content-type'], text ?? '').toBe(
          request.headers.find(({ name }) => name === 'content-type')?.value ?? postData.mimeType,
        );
    }
  } finally {
    server.close();
  }
});

/** An archive of responses of all kinds, some with numbers missing. */
function randomArchive(seed: number): string {
  const chance = chanceOf(seed);
  const entries = Array.from({ length: 1 + chance(40) }, () => ({
    startedDateTime: new Date(1_700_000_000_000 + chance(60_000)).toISOString(),
    time: chance(5000) / 4,
    timings: {
      blocked: chance(3) === 0 ? -1 : chance(100) / 4,
      dns: -1,
      connect: chance(50),
      ssl: chance(20),
      send: 0.25,
      wait: chance(400) / 4,
      receive: chance(80),
    },
    request: {
      method: 'GET',
      url: `${pick(chance, ['https://a.example', 'http://b.example:8080', 'https://c.example'])}/${chance(9)}`,
      headers: [],
    },
    response: {
      status: pick(chance, [200, 200, 200, 204, 301, 304, 404, 500, 0]),
      headers: chance(2) === 0 ? [{ name: 'Content-Encoding', value: 'gzip' }] : [],
      content: {
        size: chance(4) === 0 ? -1 : chance(5000),
        mimeType: pick(chance, ['text/html; charset=utf-8', 'image/png', 'application/json', '']),
      },
      headersSize: pick(chance, [-1, 200]),
      bodySize: pick(chance, [-1, 0, 1500]),
      ...(chance(2) === 0 ? { _transferSize: chance(3000) } : {}),
    },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'a' }, entries } });
}

inRounds.skipIf(!hasPython)(
  'Python comes to the same sums, from the archive and from the CSV',
  [5, 200],
  async (rounds) => {
    const archives = Array.from({ length: rounds }, (_, index) => randomArchive(index + 1));
    const tables: string[] = [];
    for (const input of archives) {
      const { text } = await runTool(tool, { input, options: { action: 'csv' } });
      tables.push(text ?? '');
    }
    const expected = runPython<unknown[]>(
      `
import csv, io
from collections import Counter
from urllib.parse import urlsplit
def known(value): return max(0, value)
def facts(text):
    entries = json.loads(text)['log']['entries']
    moved = lambda r: r.get('_transferSize', known(r['headersSize']) + known(r['bodySize']))
    hosts = Counter(urlsplit(e['request']['url']).netloc for e in entries)
    bytes_by_host = Counter()
    for e in entries: bytes_by_host[urlsplit(e['request']['url']).netloc] += moved(e['response'])
    return {
        'requests': len(entries),
        'transferredBytes': sum(moved(e['response']) for e in entries),
        'contentBytes': sum(known(e['response']['content']['size']) for e in entries),
        'failed': sum(e['response']['status'] == 0 or e['response']['status'] >= 400 for e in entries),
        'wait': round(sum(known(e['timings']['wait']) for e in entries), 2),
        'blocked': round(sum(known(e['timings']['blocked']) for e in entries), 2),
        'hosts': sorted([h, n, bytes_by_host[h]] for h, n in hosts.items()),
        'slowest': max(e['time'] for e in entries),
    }
def table(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    return {'rows': len(rows), 'transferredBytes': sum(int(r['transferredBytes']) for r in rows), 'wait': round(sum(float(r['waitMs'] or 0) for r in rows), 2)}
print(json.dumps([[facts(one), table(other)] for one, other in data]))`,
      archives.map((archive, index) => [archive, tables[index]]),
    );
    for (const [index, input] of archives.entries()) {
      const { data } = await runTool(tool, { input });
      const { phasesMs, byHost, slowest, requests, transferredBytes, contentBytes, failed } = data as {
        phasesMs: Record<string, number>;
        byHost: { name: string; requests: number; transferredBytes: number }[];
        slowest: { timeMs: number }[];
        [name: string]: unknown;
      };
      const { wait, blocked } = phasesMs;
      const hosts = byHost.map((host) => [host.name, host.requests, host.transferredBytes]).sort();
      const facts = {
        requests,
        transferredBytes,
        contentBytes,
        failed,
        wait,
        blocked,
        hosts,
        slowest: slowest[0]?.timeMs,
      };
      expect([facts, { rows: requests, transferredBytes, wait }], `archive ${index}`).toEqual(expected[index]);
    }
  },
);

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const SECRETS = [
  'S3CRETA',
  'S3CRETB',
  'S3CRETC',
  'S3CRETD',
  'S3CRETE',
  'S3CRETF',
  'S3CRETG',
  'S3CRETH',
  'S3CRETI',
  'S3CRETJ',
  JWT,
];

const SECRET_ARCHIVE = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      {
        request: {
          method: 'POST',
          url: 'https://ann:S3CRETA@example.com/login?access_token=S3CRETB&page=2#id_token=S3CRETC',
          headers: [
            { name: 'Authorization', value: 'Bearer S3CRETD' },
            { name: 'Referer', value: 'https://example.com/?code=S3CRETE&q=tea' },
            { name: 'X-CSRF-Token', value: 'S3CRETF' },
            { name: 'Accept', value: 'text/html' },
          ],
          cookies: [{ name: 'theme', value: 'S3CRETG' }],
          queryString: [
            { name: 'access_token', value: 'S3CRETB' },
            { name: 'page', value: '2' },
          ],
          postData: {
            mimeType: 'application/json',
            text: '{"user": "ann", "newPassword": "S3CRETH", "list": [{"apiKey": "S3CRETI"}]}',
          },
        },
        response: {
          status: 200,
          headers: [{ name: 'set-cookie', value: 'sid=S3CRETJ' }],
          content: {
            size: 20,
            mimeType: 'application/json',
            encoding: 'base64',
            text: Buffer.from(`{"jwt": ${JSON.stringify(JWT)}, "tea": 1}`).toString('base64'),
          },
        },
        _webSocketMessages: [{ data: 'hello' }],
      },
    ],
  },
});

it.each([false, true])('secrets are gone and the rest stays, keepBodies %s', async (keepBodies) => {
  const { files, data } = await runTool(tool, { input: SECRET_ARCHIVE, options: { action: 'sanitize', keepBodies } });
  const text = files?.[0]?.bytes.toString() ?? '';
  const { log } = JSON.parse(text) as { log: { entries: { response: { content: { text: string } } }[] } };
  const body = Buffer.from(log.entries[0]?.response.content.text ?? '', 'base64').toString();
  for (const secret of SECRETS) expect(text + body, secret).not.toContain(secret);
  for (const kept of ['https://example.com/login?', 'page=2', 'q=tea', 'text/html', 'theme'])
    expect(text).toContain(kept);
  expect(text.includes('hello')).toBe(keepBodies);
  expect(text.includes('\\"user\\":\\"ann\\"')).toBe(keepBodies);
  expect(body).toBe(keepBodies ? '{"jwt":"[removed]","tea":1}' : '');
  expect(data).toEqual({
    removed: keepBodies
      ? { headers: 3, cookies: 1, parameters: 8, tokens: 0, bodies: 0 }
      : { headers: 3, cookies: 1, parameters: 5, tokens: 0, bodies: 3 },
  });
});

it.each([
  ['{"log": {}}', 'Cannot read property "input": it is not an HTTP Archive: "log.entries" is missing'],
  ['[1]', 'Cannot read property "input": it is not an HTTP Archive: "log.entries" is missing'],
  ['{"log": {"entries": [}}', /^Cannot read property "input": line 1, column 22: /],
  [`${'['.repeat(400_000)}`, /^Cannot read property "input": /],
  ['{"log": {"entries": [1, null, {"request": [], "response": {"status": "x", "content": 7}}]}}', undefined],
])('archives that are none: %.30s', async (input, refusal) => {
  for (const action of ['summary', 'csv', 'sanitize', 'curl']) {
    const { message } = await runTool(tool, { input, options: { action } });
    if (refusal === undefined) expect(message, action).toBeUndefined();
    else expect(message, action).toMatch(refusal);
  }
});
