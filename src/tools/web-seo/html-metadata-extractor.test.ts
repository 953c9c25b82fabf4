import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-metadata-extractor.js';

const PYTHON = '/usr/bin/python3';
const hasExtruct = hasProgram(PYTHON, ['-c', 'import extruct'], 'metadata of pages beside extruct');

interface Item {
  readonly type?: readonly string[];
  readonly id?: string | null;
  readonly properties: Readonly<Record<string, readonly (string | Item)[]>>;
}

interface Metadata {
  readonly openGraph: readonly { readonly name: string; readonly content: string }[];
  readonly jsonLd: readonly unknown[];
  readonly microdata: readonly Item[];
  readonly warnings: readonly string[];
  readonly [name: string]: unknown;
}

const metadataOf = async (input: string, options: Record<string, unknown> = {}): Promise<Metadata> => {
  const { data, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return data as Metadata;
};

/** A page with Open Graph, JSON-LD and items of microdata within items and with properties elsewhere. */
class Page {
  #count = 0;
  #elsewhere = '';

  constructor(readonly chance: Chance) {}

  get html(): string {
    const { chance } = this;
    const items = Array.from({ length: 1 + chance(3) }, () => `<section>${this.#item(2, '')}</section>`).join(
      '<p>x</p>',
    );
    const graph = Array.from(
      { length: chance(4) },
      () =>
        `<meta property="${pick(chance, ['og:title', 'og:image', 'article:author', 'other:x'])}" content="${this.#word()} &amp; y">`,
    ).join('');
    const json = Array.from(
      { length: chance(3) },
      () =>
        `<script type="application/ld+json">\n${JSON.stringify(pick(chance, [{ '@type': this.#word(), n: [1.5, null] }, [{ a: this.#word() }, { b: '<b>' }]])).replaceAll('<', '\\u003c')}\n</script>`,
    ).join('');
    return `<!doctype html><html><head><title>t</title>${graph}${json}</head><body>${items}<div>${this.#elsewhere}</div></body></html>`;
  }

  #word(): string {
    return `w${++this.#count}${pick(this.chance, ['', 'é', ' 日本'])}`;
  }

  #item(depth: number, itemprop: string): string {
    const { chance } = this;
    const type = pick(chance, ['https://schema.org/Person', 'https://schema.org/Offer https://schema.org/Thing']);
    const properties = Array.from({ length: 1 + chance(4) }, () => this.#property(depth)).join(
      pick(chance, ['', ' text ', '<br>']),
    );
    const id = chance(3) === 0 ? ` itemid="urn:x:${++this.#count}"` : '';
    const reference = `r${++this.#count}`;
    const isElsewhere = chance(4) === 0;
    if (isElsewhere) this.#elsewhere += `<div id="${reference}"><i>${this.#property(0)}</i></div>`;
    return `<div${itemprop} itemscope itemtype="${type}"${id}${isElsewhere ? ` itemref="${reference}"` : ''}>${properties}</div>`;
  }

  #property(depth: number): string {
    const { chance } = this;
    const name = ` itemprop="${pick(chance, ['name', 'url', 'price', 'name url'])}"`;
    const kind = chance(depth > 0 ? 10 : 8);
    const word = this.#word();
    if (kind === 0) return `<a${name} href="/go?${this.#count}">text</a>`;
    if (kind === 1) return `<img${name} src="${this.#count}.png">`;
    if (kind === 2) return `<meta${name} content="${word}">`;
    if (kind === 3) return `<time${name} datetime="2026-01-0${1 + chance(9)}">May</time>`;
    if (kind === 4) return `<data${name} value="${word}">text</data>`;
    if (kind === 5) return `<span${name}>${word} <b>${word}</b></span>`;
    if (kind === 6) return `<div><p${name}>${word}</p></div>`;
    if (kind === 7) return `<span${name} content="${word}">x</span>`;
    return this.#item(depth - 1, name);
  }
}

/** Our items as extruct writes them. */
const strict = ({ type, id, properties }: Item): unknown => ({
  type,
  ...(typeof id === 'string' ? { id } : {}),
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [
      name,
      values.map((value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : strict(value))),
    ]),
  ),
});

inRounds.skipIf(!hasExtruct)('extruct reads the same', [3, 300], async (rounds) => {
  const pages = Array.from({ length: rounds }, (_, index) => new Page(chanceOf(index + 1)).html);
  const expected = runPython<{ microdata: unknown[]; graph: { properties: [string, string][] }[]; json: unknown[] }[]>(
    `
from extruct.w3cmicrodata import MicrodataExtractor
from extruct.opengraph import OpenGraphExtractor
from extruct.jsonld import JsonLdExtractor
def plain(value):
    if isinstance(value, dict): return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list): return [plain(one) for one in value]
    return ' '.join(value.split()) if isinstance(value, str) else value
print(json.dumps([{
    'microdata': plain(MicrodataExtractor(strict=True).extract(page, 'https://example.com/a/')),
    'graph': OpenGraphExtractor().extract(page),
    'json': JsonLdExtractor().extract(page),
} for page in data]))`,
    pages,
    PYTHON,
  );
  for (const [index, html] of pages.entries()) {
    const { microdata, openGraph, jsonLd, warnings } = await metadataOf(html, { baseUrl: 'https://example.com/a/' });
    expect(warnings).toEqual([]);
    expect(microdata.map(strict), `page ${index}: ${html}`).toEqual(expected[index]?.microdata);
    expect(jsonLd, `page ${index}`).toEqual(expected[index]?.json);
    expect(
      openGraph.map(({ name, content }) => [name, content]),
      `page ${index}`,
    ).toEqual(expected[index]?.graph[0]?.properties ?? []);
  }
});

it('links, icons, feeds and the preview, with <base>', async () => {
  const data = await metadataOf(
    '<base href="/b/"><link rel="shortcut icon" href="i.ico" sizes=16x16><link rel=ALTERNATE type="application/rss+xml" title=News href=rss><link rel="alternate stylesheet" hreflang=x-default href="//x.example/"><link rel=manifest href=m.json><link rel=amphtml href="/amp"><link rel=icon><meta http-equiv=content-type content="text/html; charset=ISO-8859-1"><meta name="Twitter:Title" content=T><meta name=theme-color content=red><meta name=empty>',
    { baseUrl: 'https://example.com/a/' },
  );
  expect(data).toMatchObject({
    charset: 'ISO-8859-1',
    icons: [{ rel: 'shortcut icon', href: 'https://example.com/b/i.ico', sizes: '16x16', type: null }],
    alternates: [{ hreflang: 'x-default', href: 'https://x.example/' }],
    feeds: [{ href: 'https://example.com/b/rss', type: 'application/rss+xml', title: 'News' }],
    manifest: 'https://example.com/b/m.json',
    amp: 'https://example.com/amp',
    preview: { title: 'T' },
    twitter: [{ name: 'Twitter:Title', content: 'T' }],
    meta: [{ name: 'content-type' }, { name: 'theme-color', content: 'red' }],
  });
});

it('properties may have any name, and an item in itself is left out', async () => {
  const { microdata } = await metadataOf(
    '<div itemscope id=a itemref=b><p itemprop="__proto__ constructor">x</p></div><div itemscope itemprop=me id=b itemref=b><p itemprop=n>y</p></div>',
  );
  expect(JSON.stringify(microdata)).toBe(
    '[{"type":[],"id":null,"properties":{"__proto__":["x"],"constructor":["x"],"me":[{"type":[],"id":null,"properties":{"n":["y"]}}]}}]',
  );
});

inRows(1, [
  `${'<div itemscope itemprop=a>'.repeat(20_000)}x`,
  `<div itemscope>${'<b itemprop=a>'.repeat(3000)}${'x'.repeat(100_000)}`,
  `<div id=a>${'<i itemprop=b>x</i>'.repeat(20_000)}</div>${'<p itemscope itemref=a>'.repeat(20_000)}`,
  `<script type="application/ld+json">${'['.repeat(500_000)}</script>`,
  '<link rel=icon href=a>'.repeat(40_000),
])('pages that are hostile, %#', async (html) => {
  const { message } = await runTool(tool, { input: html });
  expect(message ?? '').toMatch(/^$|takes longer|at most|must not multiply/);
});
