import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-link-extractor.js';

interface Answer {
  readonly base: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly inlineData: number;
  readonly links: readonly {
    readonly url: string;
    readonly kind: string;
    readonly scope: string;
    readonly text: string;
    readonly line: number;
    readonly count: number;
  }[];
}

async function listed(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const { data, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return data as Answer;
}

/** Without addresses of a query alone, which lynx resolves by RFC 1808, and browsers do not. */
function randomPage(chance: Chance): string {
  const parts = Array.from({ length: 20 }, (_, i) => {
    const href = pick(chance, [
      `p${i}.html`,
      `/r/${i}`,
      `../u${i}`,

      `https://o.example/${i}`,
      `//h.example/${i}`,
      `p.html#s${i}`,
      `mailto:m${i}@a.example`,
      `a%20b${i}`,
      `x&amp;y=${i}`,
    ]);
    return pick(chance, [
      `<p>Text <a href="${href}">link <b>${i}</b></a> more`,
      `<A HREF='${href}'>one</A>`,
      `<table><tr><td><a href=${href.replaceAll('&amp;', '')}>cell</a></table>`,
      `<ul><li><a href="${href}">item<li><a href="${href}2">item`,
      `<a href="${href}">open <a href="${href}3">in it</a></a>`,
      `<!-- <a href="no.html">no</a> --><a name=n>no</a>`,
      `<h2>Head</h2><script>"<a href='no.html'>"</script><a rel="nofollow ugc" href="${href}">x</a>`,
    ]);
  });
  const base = pick(chance, ['', '<base href="https://b.example/deep/er/">', '<base href="https://b.example/x.html">']);
  return `<!doctype html><meta charset=utf-8><title>t</title>${base}<body>${parts.join('\n')}`;
}

inRounds.skipIf(!hasProgram('lynx', ['--version'], 'links of pages beside lynx'))(
  'lists the links that lynx lists, in its order',
  [3, 150],
  async (rounds) => {
    const chance = chanceOf(77);
    const folder = mkdtempSync(join(tmpdir(), 'listed-'));
    const file = join(folder, 'a.html');
    let count = 0;
    for (let round = 0; round < rounds; round += 1) {
      const html = randomPage(chance);
      const hasBase = html.includes('<base');
      writeFileSync(file, hasBase ? html : html.replace('<title>', '<base href="https://b.example/"><title>'));
      const dump = runProgram('lynx', [
        '-dump',
        '-listonly',
        '-nonumbers',
        '-assume_charset=utf-8',
        '-display_charset=utf-8',
        file,
      ]);
      const theirs = dump
        .toString()
        .split('\n')
        .filter((line) => /^[a-z]+:/i.test(line));
      const { links } = await listed(html, hasBase ? {} : { baseUrl: 'https://b.example/' });
      const ours = links
        .filter(({ kind }) => kind === 'link' || kind === 'email')
        .map(({ url, kind }) => (kind === 'email' ? `mailto:${url}` : url));
      count += ours.length;
      expect(ours, html).toEqual(theirs.map((address) => new URL(address).href));
    }
    expect(count).toBeGreaterThan(rounds * 10);
    rmSync(folder, { recursive: true });
  },
);

it('knows what is within the site, and where each is', async () => {
  const { links } = await listed(
    '<a href="#top">a</a>\n<a href="/b">b</a>\n<a href="https://WWW.site.example/c">c</a>\n<a href="http://blog.site.example/d">d</a><a href="tel:+49%2030 1">e</a><a href="javascript:void(0)">f</a>',
    { baseUrl: 'https://site.example/x' },
  );
  expect(links.map(({ url, scope, line }) => `${url} ${scope} ${line}`)).toEqual([
    'https://site.example/x#top fragment 1',
    'https://site.example/b internal 2',
    'https://www.site.example/c internal 3',
    'http://blog.site.example/d external 4',
    '+49 30 1 other 4',
    'javascript:void(0) other 4',
  ]);
});

it('finds what a page loads in every place', async () => {
  const page = `<link rel=stylesheet href=s.css><link rel="shortcut icon" href=i.ico><link rel=canonical href=/><meta http-equiv=refresh content="3; url='n.html'">
<script src=a.js></script><script>var u = "no.js"</script><style>@import "t.css"; @import url(u.css) screen; a{background:url( "v.png" )}</style>
<picture><source srcset="w.webp 1x, x.webp 2x"><img src=y.png></picture><video src=z.mp4 poster=p.png></video><iframe src=f.html></iframe>
<form action=go><input type=image src=b.png></form><div style="background:url(c.png)"></div><img src="data:image/png;base64,AAAA"><svg><image href="no.svg"/></svg>`;
  const { links, counts, inlineData } = await listed(page);
  expect(links.map(({ url, kind }) => `${kind} ${url}`)).toEqual(
    'style s.css,icon i.ico,other /,link n.html,script a.js,style t.css,style u.css,image v.png,image w.webp,image x.webp,image y.png,media z.mp4,image p.png,frame f.html,form go,image b.png,image c.png'.split(
      ',',
    ),
  );
  expect(counts).toEqual({ style: 3, icon: 1, other: 1, link: 1, script: 1, image: 7, media: 1, frame: 1, form: 1 });
  expect(inlineData).toBe(1);
});

it('counts what is there more than once', async () => {
  const { links } = await listed('<a href=a><img src=i></a><a href=a>A</a><a href=b>B</a><img src=a>', {
    unique: true,
    baseUrl: 'https://s.example',
  });
  expect(links.map(({ url, kind, text, count }) => [url, kind, text, count])).toEqual([
    ['https://s.example/a', 'link', 'A', 2],
    ['https://s.example/i', 'image', '', 1],
    ['https://s.example/b', 'link', 'B', 1],
    ['https://s.example/a', 'image', '', 1],
  ]);
});

it.each([
  '<a href="'.repeat(20_000),
  '<a href=x>'.repeat(5_000),
  `<style>${'@import '.repeat(50_000)}</style>`,
  `<style>${'url('.repeat(100_000)}</style>`,
  `<style>${"url('".repeat(100_000)}</style>`,
  `<img srcset="${'a '.repeat(200_000)}">`,
  `<img srcset="${'a ('.repeat(100_000)}">`,
  `<meta http-equiv=refresh content="${' '.repeat(400_000)}">`,
  '<a><div>'.repeat(5_000),
  '\0\ud800<a href=\0>',
])('%.20j is answered', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});
