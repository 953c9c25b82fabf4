import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { parseHtml } from '../../engines/xml/html-document.js';
import { pageLinks } from '../../formats/html/page-links.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { openHttpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside, runProgram } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';
import tool from './link-checker.js';

interface Row {
  readonly url: string;
  readonly state: string;
  readonly status: number | null;
  readonly finalUrl: string | null;
  readonly message: string | null;
}

interface Report {
  readonly links: number;
  readonly results: readonly Row[];
}

const surroundings = { settings: REACHING_LOOPBACK };

const ADDRESSES = [
  'a.html',
  './b/../c',
  '/root?x=1&amp;y=3',
  '//example.org/d',
  'https://example.net/ä?q=ü',
  'HTTP://EXAMPLE.NET:80/up',
  '?only=query',
  'deep/er/',
  ' padded ',
];

/** A page of links, some in odd places; what they lead to are plain addresses. */
function randomPage(chance: Chance): string {
  const parts = Array.from({ length: 2 + chance(8) }, (_, i) => {
    const href = pick(chance, ADDRESSES);
    return pick(chance, [
      `<a href="${href}">link ${i}</a>`,
      `<p><b><a class=x href='${href}' title=t>in bold ${i}</p></a>`,
      `<table><tr><td><A HREF="${href}"><img src=i.png alt="pic ${i}"></A></table>`,
      `<ul><li><a href="${href}">item`,
      `<!-- <a href="no.html">no</a> --><a href="${href}">after</a>`,
      `<script>"<a href='no.html'>"</script><a href="${href}">x</a>`,
    ]);
  });
  return `<!doctype html><meta charset=utf-8><title>t</title>${parts.join('\n')}`;
}

inRounds.skipIf(!hasProgram('lynx', ['--version'], 'links of pages beside lynx'))(
  'finds the links that lynx lists',
  [4, 100],
  async (rounds) => {
    const chance = chanceOf(31);
    const folder = mkdtempSync(join(tmpdir(), 'links-'));
    for (let round = 0; round < rounds; round += 1) {
      const html = randomPage(chance);
      writeFileSync(join(folder, 'a.html'), html);
      const listed = runProgram('lynx', [
        '-dump',
        '-listonly',
        '-nonumbers',
        '-assume_charset=utf-8',
        '-display_charset=utf-8',
        join(folder, 'a.html'),
      ]);
      const theirs = listed
        .toString()
        .split('\n')
        .filter((line) => /^[a-z]+:/i.test(line));
      const base = `file://localhost${folder}/a.html`;
      const plain = (address: string): string => new URL(address, base).href.replace('file://localhost', 'file://');
      const ours = pageLinks(parseHtml(html)).filter(({ kind }) => kind === 'link');
      expect([...new Set(ours.map(({ address }) => plain(address)))].sort(), html).toEqual(
        [...new Set(theirs.map(plain))].sort(),
      );
    }
    rmSync(folder, { recursive: true });
  },
);

it.each([
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png', ['a.png']],
  [' a,b.png 100w,\n c.png 200w ', ['a,b.png', 'c.png']],
  ['data:image/png;base64,AAAA 1x, d.png 2x', ['data:image/png;base64,AAAA', 'd.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['', []],
])('addresses of srcset %j', (srcset, addresses) => {
  const links = pageLinks(parseHtml(`<img srcset="${srcset}">`));
  expect(links.map(({ address }) => address)).toEqual(addresses);
});

describe('link-checker', () => {
  inRounds.skipIf(!hasProgram('curl', ['--version'], 'link-checker beside curl'))(
    'gets what curl gets, of random links',
    [1, 40],
    async (rounds) => {
      const chance = chanceOf(12);
      const server = await openHttpServer((request, response) => {
        const own = chanceOf(Number(/\d+/.exec(request.url ?? '')?.[0]) + 1);
        const status = [200, 200, 404, 410, 500, 301, 302, 308][own(8)] ?? 200;
        if (request.url === '/page' || request.url?.startsWith('/end')) response.end('<a id=x>');
        else {
          if (status > 300 && status < 400) response.setHeader('location', pick(own, ['/end', '/1', `/${own(30)}`]));
          response.writeHead(status).end('x');
        }
      });
      for (let round = 0; round < rounds; round += 1) {
        const paths = [...new Set(Array.from({ length: 12 }, () => `/${chance(400)}`))];
        const html = paths.map((path) => `<a href="${path}">x</a>`).join('');
        const baseUrl = `http://127.0.0.1:${server.port}/start`;
        const answer = await runTool(
          tool,
          { files: [{ name: 'a.html', bytes: Buffer.from(html) }], options: { baseUrl } },
          surroundings,
        );
        expect(answer.status, answer.message).toBe(200);
        const { results } = answer.data as Report;
        for (const path of paths) {
          const row = results.find(({ url }) => url.endsWith(`:${server.port}${path}`));
          const curl = await runBeside('sh', [
            '-c',
            `curl -s -L --max-redirs 10 -o /dev/null -w '%{http_code} %{url_effective} %{num_redirects}' http://127.0.0.1:${server.port}${path}; echo " $?"`,
          ]);
          const [status, last, , exit] = curl.trim().split(' ');
          if (exit === '47')
            expect([row?.state, row?.message]).toEqual(['broken', expect.stringContaining('more than 10 redirects')]);
          else expect([row?.status, row?.finalUrl], path).toEqual([Number(status), last]);
        }
      }
      await server.close();
    },
  );

  it('judges places on other pages, refusals, and what cannot be known', async () => {
    const server = await openHttpServer((request, response) => {
      if (request.url === '/places')
        response.setHeader('content-type', 'text/html').end('<p id="a b">x<a name=old>y</a><p id=é>');
      else if (request.url === '/forbidden') response.writeHead(403).end();
      else if (request.url === '/cut') request.socket.destroy();
      else response.setHeader('content-type', 'text/plain').end('text');
    });
    const at = `http://127.0.0.1:${server.port}`;
    const page = `<p id=here><a href="#here">1</a><a href="${at}/places#a%20b">2</a><a href="/places#old">3</a><a href="/places#%C3%A9">4</a>
      <a href="/places#none">5</a><a href="/text#x">6</a><a href="/forbidden">7</a><a href="/cut">8</a><a href="#:~:text=x">9</a><a href="#TOP">10</a>
      <a href="tel:+1">12</a><a href="http://">13</a><a href="page.html#gone">14</a>`;
    const { data } = await runTool(
      tool,
      { files: [{ name: 'a.html', bytes: Buffer.from(page) }], options: { baseUrl: `${at}/page.html` } },
      surroundings,
    );
    const states = (data as Report).results.map(({ url, state, message }) => [url.replace(at, ''), state, message]);
    expect(states).toEqual([
      ['page.html#gone', 'broken', 'Has no place named "#gone"'],
      ['http://', 'broken', 'Is not a URL'],
      ['/places', 'broken', 'Has no place named "#none"'],
      ['/cut', 'broken', expect.stringContaining('Cannot')],
      ['/text', 'ok', null],
      ['/forbidden', 'refused', 'Answers 403 Forbidden'],
    ]);
    await server.close();
  });

  it('keeps to the host of a sitemap, and takes #x of a page with a base elsewhere for that', async () => {
    const server = await openHttpServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p id=there>'),
    );
    const at = `http://127.0.0.1:${server.port}`;
    const check = async (name: string, text: string): Promise<readonly (readonly unknown[])[]> => {
      const { data, message } = await runTool(
        tool,
        { files: [{ name, bytes: Buffer.from(text) }], options: { baseUrl: `${at}/own`, external: false } },
        surroundings,
      );
      expect(message).toBeUndefined();
      return (data as Report).results.map(({ url, state }) => [url.replace(at, ''), state]);
    };
    const sitemap = `<urlset><url><loc>${at}/a</loc></url><url><loc>http://127.0.0.2:1/b</loc></url></urlset>`;
    expect(await check('sitemap.xml', sitemap)).toEqual([['/a', 'ok']]);
    const page = '<base href="/other"><a href="#there">1</a><a href="#gone">2</a>';
    expect(await check('a.html', page)).toEqual([['/other', 'broken']]);
    await server.close();
  });

  inRows(2, [
    '<a href=x>'.repeat(80_000),
    `<img srcset="${'a 1x,'.repeat(150_000)}">`,
    `<img srcset="${'('.repeat(400_000)}">`,
    '<div>'.repeat(150_000),
    `<a href="#${'%'.repeat(500_000)}">`,
    `<base href="${'/'.repeat(500_000)}"><a href=x>`,
  ])('ends for a page that is hostile: %s', async (html) => {
    const files = [{ name: 'a.html', bytes: Buffer.from(html) }];
    expect([200, 400, 413]).toContain((await runTool(tool, { files })).status);
  });
});
