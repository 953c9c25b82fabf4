import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runBeside, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './cookie-converter.js';

const hasCurl = hasProgram('curl', ['--version'], 'cookie-converter beside curl');
const hasPython = hasProgram('python3', ['--version'], 'cookie-converter beside http.cookiejar');

let folder = '';
let server: Server;
let headers: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cookies-'));
  server = createServer((request, response) => {
    response.setHeader('Set-Cookie', headers);
    response.end(request.headers.cookie ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

/** What curl prints of a page at any host, which our server answers. */
const curl = (url: string, ...args: string[]): Promise<string> =>
  runBeside('curl', ['-sS', '--connect-to', `::127.0.0.1:${(server.address() as AddressInfo).port}`, ...args, url]);

async function converted(input: string, options: Record<string, unknown>): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  return text ?? message ?? '';
}

const DATES = ['Wed, 09 Jun 2027 10:18:14 GMT', 'Wednesday, 09-Jun-27 10:18:14 GMT', 'Wed Jun  9 10:18:14 2027'];

function setCookie(chance: Chance, name: string): string {
  const parts = [`${name}=${pick(chance, ['x', '"q s"', 'a=b', '', 'a,b', "it's"])}`];
  if (chance(2) === 0)
    parts.push(`Domain=${pick(chance, ['.example.com', 'www.example.com', 'example.com', 'other.org'])}`);
  if (chance(2) === 0) parts.push(`Path=${pick(chance, ['/', '/app', 'none', '/app/deep'])}`);
  if (chance(2) === 0) parts.push(`${pick(chance, ['Expires', 'expires'])}=${pick(chance, DATES)}`);
  if (chance(3) === 0) parts.push('HttpOnly');
  if (chance(3) === 0) parts.push('SameSite=Lax');
  return parts.join(pick(chance, ['; ', ';']));
}

const setOf = (chance: Chance): string[] => Array.from({ length: 6 }, (_, i) => setCookie(chance, `c${i}`));

/** As lists without the ones that browsers reject: the others are kept by all. */
async function kept(lines: readonly string[], url: string): Promise<string> {
  const { data } = await runTool(tool, { input: lines.join('\n'), options: { from: 'set-cookie', url } });
  const { cookies } = data as { cookies: { warnings: string[] }[] };
  return JSON.stringify(cookies.filter(({ warnings }) => !warnings.some((why) => why.startsWith('browsers reject'))));
}

const PAGE = 'http://www.example.com/app/page';
const PAGES = [
  PAGE,
  'http://www.example.com/',
  'http://example.com/app/deep/x',
  'http://a.www.example.com/app',
  'http://other.org/',
];
const linesOf = (file: string): string[] =>
  file
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('#') || line.startsWith('#HttpOnly_')))
    .sort();

describe.skipIf(!hasCurl)('curl', () => {
  inRounds('writes the same cookies.txt from headers', [60, 600], async (rounds) => {
    const chance = chanceOf(rounds);
    for (let i = 0; i < rounds; i += 1) {
      headers = setOf(chance);
      const jar = join(folder, 'jar.txt');
      rmSync(jar, { force: true });
      await curl(PAGE, '-c', jar);
      const ours = await converted(await kept(headers, PAGE), { to: 'netscape' });
      // Where browsers take the folder of the page, it writes the folder with its slash, or what was said instead of a path.
      const theirs = readFileSync(jar, 'utf8').replaceAll(/\t(?:none|\/app\/)\t/g, '\t/app\t');
      expect(linesOf(ours), headers.join('\n')).toEqual(linesOf(theirs));
    }
  });

  it('sends the same cookies from ours', async () => {
    const chance = chanceOf(3);
    for (let i = 0; i < 12; i += 1) {
      headers = [];
      const cookies = await kept([...setOf(chance), 's=1; Secure'], 'https://www.example.com/app/page');
      const jar = join(folder, 'ours.txt');
      writeFileSync(jar, await converted(cookies, { to: 'netscape' }));
      for (const url of PAGES) {
        const ours = await converted(cookies, { to: 'cookie', url });
        expect(ours.split('; ').sort()).toEqual((await curl(url, '-b', jar)).split('; ').sort());
      }
    }
  });
});

const SCRIPT = `
import http.cookiejar, json, sys
jar = http.cookiejar.MozillaCookieJar(sys.argv[1])
jar.load(ignore_discard=True, ignore_expires=True)
cookies = [[c.domain, c.path, c.name, c.value, c.expires, c.secure] for c in jar]
dates = [http.cookiejar.http2time(d) for d in json.load(sys.stdin)]
print(json.dumps([sorted(cookies), dates]))
`;

describe.skipIf(!hasPython)('http.cookiejar', () => {
  it('reads our cookies.txt, and the same dates', async () => {
    const dates = [
      ...DATES.slice(0, 2),
      '09 Jun 2027 10:18:14 GMT',
      'Sun, 06-Nov-1994 08:49:37 GMT',
      '06 Nov 69 08:49:37',
      '29 Feb 2028 00:00:00',
    ];
    const set = dates.map((date, i) => `c${i}=v${i}; Expires=${date}; Domain=example.com; Path=/p${i}`).join('\n');
    const path = join(folder, 'python.txt');
    writeFileSync(path, await converted(set, { to: 'netscape' }));
    const [cookies, seconds] = JSON.parse(
      runProgram('python3', ['-c', SCRIPT, path], JSON.stringify(dates)).toString(),
    );
    expect(cookies).toEqual(dates.map((_, i) => ['.example.com', `/p${i}`, `c${i}`, `v${i}`, seconds[i], false]));
  });
});

const COOKIES = [
  'a=1; Domain=example.com; Path=/x; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Secure; HttpOnly; SameSite=None; Partitioned',
  'b="2 3"; Path=/',
].map((value) => `Set-Cookie: ${value}\n`);

describe('cookie-converter', () => {
  it('gives back Set-Cookie headers from every form that holds all', async () => {
    const input = COOKIES.join('');
    expect(await converted(input, { to: 'set-cookie' })).toBe(input);
    const report = await converted(input, { url: 'https://example.com/' });
    expect(await converted(report, { to: 'set-cookie' })).toBe(input);
    const withoutPartition = input.replace('; Partitioned', '');
    for (const to of ['extension', 'playwright']) {
      const there = await converted(input, { to, url: 'https://example.com/' });
      const back = await converted(there, { to: 'set-cookie' });
      // Playwright has no "not said".
      expect(back.replace('"2 3"; Path=/; SameSite=Lax', '"2 3"; Path=/')).toBe(withoutPartition);
    }
  });

  it('takes the Set-Cookie lines of pasted headers, and the last of each attribute', async () => {
    const input = 'HTTP/1.1 200 OK\nDate: now\nset-cookie: a=1; Path=/a; path=/b\nContent-Type: text/html\n';
    expect(await converted(input, { to: 'set-cookie' })).toBe('Set-Cookie: a=1; Path=/b\n');
  });

  it('reads JSON of Selenium, Puppeteer and scripts', async () => {
    const options = { to: 'netscape', url: 'https://a.example/' };
    const line = '# Netscape HTTP Cookie File\n\n';
    const selenium = '[{"name":"a","value":"1","domain":".a.example","expiry":1900000000,"httpOnly":false}]';
    expect(await converted(selenium, options)).toBe(`${line}.a.example\tTRUE\t/\tFALSE\t1900000000\ta\t1\n`);
    const puppeteer =
      '{"cookies":[{"name":"a","value":"1","domain":"a.example","path":"/","expires":-1,"session":true}]}';
    expect(await converted(puppeteer, options)).toBe(`${line}a.example\tFALSE\t/\tFALSE\t0\ta\t1\n`);
    expect(await converted('{"a":"1"}', options)).toBe(`${line}a.example\tFALSE\t/\tFALSE\t0\ta\t1\n`);
    const milliseconds = '[{"name":"a","value":"1","domain":"a.example","expires":1900000000000}]';
    expect(await converted(milliseconds, options)).toMatch(/\t1900000000\t/);
  });

  it.each([
    ['a=1; Secure', 'http://a.example/', 'Secure needs a page over HTTPS'],
    ['a=1; Domain=b.example', 'https://a.example/', 'a.example is not under b.example'],
    ['__Secure-a=1', '', '__Secure- needs Secure'],
    ['__host-a=1; Secure; Path=/x', '', '__Host- needs Path=/'],
    ['__Host-a=1; Secure', 'https://a.example/', '__Host- needs Path=/'],
    [`a=${'x'.repeat(4096)}`, '', 'name and value must have at most 4096 bytes'],
    ['__Secure-a; Secure', '', 'a prefix needs a name'],
    ['a=1; Partitioned', '', 'Partitioned needs Secure'],
  ])('says why %s is rejected', async (input, url, why) => {
    const { data } = await runTool(tool, { input, options: { url, from: 'set-cookie' } });
    expect((data as { cookies: { warnings: string[] }[] }).cookies[0]?.warnings).toContain(
      `browsers reject it: ${why}`,
    );
  });

  it('writes no cookie that would become another', async () => {
    const semicolon = '[{"name":"a","value":"1; Domain=evil.example","domain":"a.example"}]';
    expect(await converted(semicolon, { to: 'set-cookie' })).toBe(
      'Cannot write cookie "a": semicolons or line breaks cannot be written in this format',
    );
    const tab = '[{"name":"a","value":"1\\nevil.example\\tTRUE\\t/","domain":"a.example"}]';
    expect(await converted(tab, { to: 'netscape' })).toBe(
      'Cannot write cookie "a": tabs or line breaks cannot be written in this format',
    );
  });

  it('leaves what has ended out of a Cookie header, and keeps it ended in cookies.txt', async () => {
    const input = 'a=1; Max-Age=0\nb=2; Max-Age=60; Expires=Wed, 09 Jun 2021 10:18:14 GMT\n';
    const options = { at: '2026-01-01T00:00:00Z', url: 'https://a.example/' };
    expect(await converted(input, { ...options, to: 'cookie' })).toBe('b=2');
    expect(await converted(input, { ...options, to: 'netscape' })).toMatch(/\t1\ta\t1\n.*\t1767225660\tb\t2\n$/s);
  });

  it('ends what would end after the year 9999 with it, in every form', async () => {
    const input = 'a=1; Max-Age=99999999999999; Path=/';
    expect(await converted(input, { to: 'set-cookie' })).toBe(
      'Set-Cookie: a=1; Path=/; Expires=Fri, 31 Dec 9999 23:59:59 GMT\n',
    );
    for (const there of [
      '[{"name":"a","value":"1","expires":1e300}]',
      'a.example\tTRUE\t/\tFALSE\t999999999999999\ta\t1',
    ])
      expect(await converted(there, { to: 'set-cookie' })).toMatch(/Expires=Fri, 31 Dec 9999 23:59:59 GMT/);
  });

  it('takes time in step with the number of cookies and their attributes', async () => {
    await expectLinear(1000, (length) => converted('a=1; Path=/; Secure\n'.repeat(length), {}));
    await expectLinear(10_000, (length) => converted(`a=1${'; '.repeat(length)}`, {}));
    await expectLinear(10_000, (length) => converted(`a=1; Path=/${' '.repeat(length)}x`, {}));
    await expectLinear(10_000, (length) => converted(`a=1; Expires=${'1 '.repeat(length)}`, {}));
  });
});
