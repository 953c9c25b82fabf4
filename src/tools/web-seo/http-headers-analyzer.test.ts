import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './http-headers-analyzer.js';

const hasPython = hasProgram('python3', ['--version'], 'headers beside Python');

interface Report {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly findings: readonly { readonly header: string; readonly message: string }[];
}

const analyze = async (input: string, options = {}): Promise<Report> =>
  (await runTool(tool, { input, options })).data as Report;

const SAFE =
  "HTTP/2 200\ncontent-type: text/html; charset=utf-8\ncache-control: no-store\nstrict-transport-security: max-age=63072000; includeSubDomains\ncontent-security-policy: default-src 'self'; frame-ancestors 'none'; base-uri 'self'\nx-content-type-options: nosniff\n";

describe('http-headers-analyzer', () => {
  it.skipIf(!hasPython)('reads headers as Python does', async () => {
    const chance = chanceOf(1);
    const word = (): string => Array.from({ length: 1 + chance(8) }, () => 'abcXYZ019'.charAt(chance(9))).join('');
    const texts = Array.from({ length: 300 }, () => {
      const lines = Array.from(
        { length: 1 + chance(8) },
        () =>
          `X-${word()}:${pick(chance, ['', ' ', '\t'])}${word()}${pick(chance, ['', `; a="${word()}"`, `\r\n  ${word()}`, ' : b'])}`,
      );
      return `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\nBody: x\r\n`;
    });
    const script =
      'import http.client, io, json, sys\nout = []\nfor text in json.load(sys.stdin):\n    stream = io.BytesIO(text.encode()); stream.readline()\n    out.append([[n, " ".join(v.split())] for n, v in http.client.parse_headers(stream).items()])\nprint(json.dumps(out))';
    const theirs = JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(texts)).toString()) as unknown[];
    for (const [i, text] of texts.entries()) {
      const { headers } = await analyze(text);
      expect(headers.map(({ name, value }) => [name, value.split(/\s+/).join(' ')])).toEqual(theirs[i]);
    }
  });

  it('finds nothing in what is as it should be', async () => {
    expect((await analyze(SAFE)).findings).toEqual([]);
    expect((await analyze(`HTTP/1.1 301 Moved\nLocation: /\nServer: x/1\n\n${SAFE}`)).findings).toEqual([]);
  });

  it.each([
    ['strict-transport-security: max-age=300', 'strict-transport-security', 'max-age is 300 seconds'],
    ['strict-transport-security: includeSubDomains', 'strict-transport-security', 'no valid max-age'],
    ['strict-transport-security: max-age=31536000; preload', 'strict-transport-security', 'preload needs'],
    ["content-security-policy: script-src 'unsafe-inline' *", 'content-security-policy', "'unsafe-inline'"],
    ['content-security-policy: script-src https:', 'content-security-policy', 'scripts may come from https:'],
    ["content-security-policy: img-src 'self'", 'content-security-policy', 'neither script-src nor default-src'],
    [
      "content-security-policy: default-src 'self' 'unsafe-eval'; base-uri 'self'",
      'content-security-policy',
      'unsafe-eval',
    ],
    ['x-frame-options: ALLOWALL', 'x-frame-options', 'browsers ignore it'],
    ['x-content-type-options: yes', 'x-content-type-options', 'the only value is nosniff'],
    ['referrer-policy: unsafe-url', 'referrer-policy', 'whole addresses'],
    ['referrer-policy: sometimes', 'referrer-policy', 'no value that browsers know'],
    ['content-type: text/html', 'content-type', 'without its charset'],
    ['set-cookie: id=1; HttpOnly; SameSite=Lax', 'set-cookie', 'without Secure'],
    ['set-cookie: id=1; Secure; SameSite=Lax', 'set-cookie', 'without HttpOnly'],
    ['set-cookie: id=1; Secure; HttpOnly', 'set-cookie', 'without SameSite'],
    ['set-cookie: id=1; HttpOnly; SameSite=None', 'set-cookie', 'is refused by browsers'],
    ['set-cookie: __Host-id=1; Secure; HttpOnly; SameSite=Lax; Domain=a.b; Path=/', 'set-cookie', 'no Domain'],
    ['cache-control: public, max-age=60\nset-cookie: id=1', 'cache-control', 'shared caches'],
    ['cache-control: max-age=soon', 'cache-control', 'whole number'],
    ['cache-control: public, no-store', 'cache-control', 'opposite'],
    [
      'access-control-allow-origin: *\naccess-control-allow-credentials: true',
      'access-control-allow-origin',
      'together with credentials',
    ],
    ['access-control-allow-origin: null', 'access-control-allow-origin', 'sandboxed'],
    ['access-control-allow-origin: https://a.b, https://c.d', 'access-control-allow-origin', 'one origin'],
    ['server: Apache/2.4.1', 'server', 'what the server runs'],
    ['x-powered-by: PHP', 'x-powered-by', 'what the server runs'],
    ['expect-ct: max-age=0', 'expect-ct', 'out of date'],
    ['etag: "a"\netag: "b"', 'etag', 'may come once only'],
    ['HTTP/1.1 302 Found\nx: y', 'location', 'without Location'],
    ['a: b\nnot a header', '', 'line 2 is not a header'],
    ['a: b', 'content-security-policy', 'missing'],
    ['a: b', 'x-frame-options', 'missing'],
    ['a: b', 'strict-transport-security', 'missing'],
    ['a: b', 'cache-control', 'missing'],
  ])('%j', async (headers, header, message) => {
    const { findings } = await analyze(headers);
    expect(findings.some((finding) => finding.header === header && finding.message.includes(message))).toBe(true);
  });

  it('asks nothing of HTTPS where there is none', async () => {
    const { findings } = await analyze('set-cookie: id=1; HttpOnly; SameSite=Lax', { isHttps: false });
    expect(
      findings.some(({ header, message }) => header === 'strict-transport-security' || message.includes('plain HTTP')),
    ).toBe(false);
  });

  exhaustive('answers hostile headers', async () => {
    for (const input of [
      'a:'.repeat(200_000),
      `a: ${' '.repeat(400_000)}b`,
      `a: b\n${' x\n'.repeat(100_000)}`,
      `content-security-policy: ${"'x' ".repeat(100_000)}`,
      `set-cookie: ${';'.repeat(400_000)}`,
      '\r'.repeat(400_000),
      'a: b\n'.repeat(1_001),
    ])
      expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
  });
});

it('a block that is indented as a whole keeps its status and folds what is indented more', async () => {
  const text = 'HTTP/1.1 404 Not Found\nServer: x\nX-A: 1\n  2\n';
  expect(await analyze(text.replace(/^/gm, '    '))).toEqual(await analyze(text));
});
