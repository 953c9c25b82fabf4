import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, it } from 'vitest';

import { hasBrowser, inBrowser } from '../../testing/browser.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './article-extractor.js';

const inBrowserToo = hasBrowser('that articles are what Mozilla Readability finds in a browser');

interface RandomPage {
  readonly html: string;
  readonly title: string;
  /** Words of the article; those of the rest of the page begin with another letter. */
  readonly words: readonly string[];
}

/** An article of numbered words with commas among menus, advertisements, comments and footers. */
function randomPage(seed: number): RandomPage {
  const chance = chanceOf(seed);
  const words: string[] = [];
  const sentence = (): string => {
    const own = Array.from({ length: 8 + chance(12) }, (_, index) => `a${words.length + index}word`);
    words.push(...own);
    return `${own.slice(0, 4).join(' ')}, ${own.slice(4).join(' ')}.`;
  };
  const paragraph = (): string => `<p>${Array.from({ length: 3 + chance(4) }, sentence).join(' ')}</p>`;
  const inner = Array.from({ length: 4 + chance(6) }, () => {
    const kind = chance(6);
    if (kind === 0) return `<h2>${sentence()}</h2>${paragraph()}`;
    if (kind === 1) return `<blockquote>${paragraph()}</blockquote>${paragraph()}`;
    return paragraph();
  }).join('\n');
  const links = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `<li><a href="/b${index}">b${chance(1000)} b${chance(1000)}</a></li>`,
    ).join('');
  const noise = (): string =>
    pick(chance, [
      `<nav class="menu"><ul>${links(3 + chance(12))}</ul></nav>`,
      `<div class="sidebar"><h3>b1</h3><ul>${links(2 + chance(8))}</ul></div>`,
      `<div id="ad-break" class="sponsor"><p>b2 b3 b4</p><a href="/buy">b5</a></div>`,
      `<aside class="related"><ul>${links(4)}</ul></aside>`,
      `<form class="newsletter"><input name="mail"><button>b6</button></form>`,
    ]);
  const title = `title${seed} of one article with enough words`;
  const body = pick(chance, [
    `<article class="post">${inner}</article>`,
    `<div class="content"><div class="entry-content">${inner}</div></div>`,
    `<main><section id="article-body">${inner}</section></main>`,
    `<table><tr><td>${noise()}</td><td class="body">${inner}</td></tr></table>`,
  ]);
  return {
    title,
    words,
    html: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="Ann Reed"></head><body><header class="header">${noise()}</header>${noise()}${body}${noise()}<div class="comments"><p>b7, b8, b9.</p><p>b10</p></div><footer class="footer">${links(5)}</footer></body></html>`,
  };
}

const extract = async (
  html: string,
  options: Record<string, unknown> = {},
): Promise<{ text: string; data: unknown }> => {
  const { text, data, message } = await runTool(tool, { input: html, options });
  expect(message).toBeUndefined();
  return { text: text ?? '', data };
};

inRounds('finds all that was planted and nothing else', [5, 150], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const { html, title, words } = randomPage(seed);
    const { data } = await extract(html, { format: 'json' });
    const { content, title: found, byline } = data as Record<string, string>;
    expect({ found, byline }, `seed ${seed}`).toEqual({ found: title, byline: 'Ann Reed' });
    expect(content?.match(/[ab]\d+\w*/g), `seed ${seed}: ${html}`).toEqual(words);
  }
});

exhaustive.skipIf(!inBrowserToo)('the same articles as Mozilla Readability finds in a browser', async () => {
  const pages = Array.from({ length: 150 }, (_, index) => randomPage(1000 + index).html);
  const source = readFileSync(createRequire(import.meta.url).resolve('@mozilla/readability/Readability.js'), 'utf8');
  const found = inBrowser<{ title: string; byline: string; words: string[] }[]>(
    `${source}
    return data.map((html) => {
      const page = new DOMParser().parseFromString(html, 'text/html');
      const { title, byline, textContent } = new Readability(page, { charThreshold: 250 }).parse();
      return { title, byline, words: textContent.match(/[ab]\\d+\\w*/g) };
    });`,
    pages,
  );
  for (const [index, html] of pages.entries()) {
    const { data } = await extract(html, { format: 'json' });
    const { content, title, byline } = data as Record<string, string>;
    expect({ title, byline, words: content?.match(/[ab]\d+\w*/g) }, `page ${index}`).toEqual(found[index]);
  }
});

const PARAGRAPHS = '<p>The boat came in at noon, and the people on the quay cheered, as they had for years.</p>'.repeat(
  6,
);

it('makes addresses absolute and leaves out what runs', async () => {
  const page = `<base href="/a/"><article><p onclick="x()">See <a href="b.html">b</a> and <a href="javascript:x()">c</a>.<script>x()</script></p>${PARAGRAPHS}</article>`;
  const { text } = await extract(page, { format: 'html', baseUrl: 'https://example.com/z', heading: false });
  expect(text).toContain('<p>See <a href="https://example.com/a/b.html">b</a> and c.</p>');
  expect(text).not.toContain('onclick');
});

it('reports on several files', async () => {
  const files = [
    { name: 'a.html', bytes: Buffer.from(`<title>One title of a page</title><article>${PARAGRAPHS}</article>`) },
    { name: 'b.html', bytes: Buffer.from('<img>') },
  ];
  const { data, files: outputs } = await runTool(tool, { files, options: { format: 'text' } });
  expect(data).toEqual({
    files: [
      { name: 'a.html', outputs: ['a.txt'], title: 'One title of a page', words: 108 },
      { name: 'b.html', error: 'Cannot read file "b.html": no article was found in it' },
    ],
  });
  expect(outputs?.[0]?.bytes.toString()).toMatch(/^One title of a page\n\nThe boat/);
});

inRows(1, [
  [`${'<div>'.repeat(20_000)}x`, 'Cannot read property "input": its elements must be at most 500 levels deep'],
  ['<p>a, b'.repeat(20_000), undefined],
  ['<br>'.repeat(200_000), 'Cannot read property "input": no article was found in it'],
  [`<div>${'<a>a,</a>'.repeat(60_000)}`, undefined],
])('pages that are hostile, %#', async (html, refusal) => {
  const { message } = await runTool(tool, { input: html });
  // On a loaded machine the time is over first.
  expect([refusal, 'The articles take longer than 8 seconds to find']).toContain(message);
});

exhaustive('a page whose body holds too much at once', async () => {
  const files = [{ name: 'a.html', bytes: Buffer.from('a<i>b</i>'.repeat(300_000)) }];
  const { message } = await runTool(tool, { files });
  expect(message).toMatch(/^Cannot read file "a.html": an element must not have so many others in it$|takes? longer/);
});
