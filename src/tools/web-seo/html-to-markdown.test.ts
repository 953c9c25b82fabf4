import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { randomMarkdown } from '../../testing/word-documents.js';
import tool from './html-to-markdown.js';

const markdownOf = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
};

const hasPandoc = hasProgram('pandoc', ['--version'], 'HTML as Markdown beside pandoc');

/** Ids of headings and widths of columns are pandoc's own. */
const pandocHtml = (markdown: string): string =>
  runProgram('pandoc', ['-f', 'gfm', '-t', 'html', '--wrap=none'], markdown)
    .toString()
    .replace(/ id="[^"]*"/g, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+(?=<)|(?<=>)\s+/g, (space) => (space.includes('\n') ? '' : ' '));

inRounds.skipIf(!hasPandoc)('HTML through Markdown and back is the same for pandoc', [4, 200], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const html = pandocHtml(randomMarkdown(seed).replace(/\[\^\d+\](?::.*)?/g, ''));
    expect(pandocHtml(await markdownOf(html)), `seed ${seed}`).toBe(html);
  }
});

/** A paragraph of marked letters, some of them inside words and beside punctuation. */
function marked(chance: Chance, depth: number): string {
  return Array.from({ length: 1 + chance(4) }, () => {
    if (depth === 0 || chance(2) === 0)
      return pick(chance, ['a', 'bc', ' ', '.', '(x)', 'é', '*', '_', ' d ', '“e”', '1']);
    const tag = pick(chance, ['b', 'i', 's', 'em', 'strong']);
    return `<${tag}>${marked(chance, depth - 1)}</${tag}>`;
  }).join('');
}

/** Every letter with the marks around it. */
function lettersOf(html: string): string[] {
  const open: string[] = [];
  const letters: string[] = [];
  const names: Record<string, string> = { b: 'strong', i: 'em', s: 'del' };
  for (const [, end, tag, text] of html.replace(/^<p>|<\/p>\s*$/g, '').matchAll(/<(\/?)(\w+)>|([^<]+)/g)) {
    const name = tag === undefined ? '' : (names[tag] ?? tag);
    if (text !== undefined)
      for (const letter of text.replace(/\s+/g, '')) letters.push(`${letter} ${[...new Set(open)].sort().join(' ')}`);
    else if (end === '') open.push(name);
    else open.pop();
  }
  return letters;
}

inRounds('marks are around the same letters for markdown-it', [60, 2000], async (rounds) => {
  const { default: MarkdownIt } = await import('markdown-it');
  const reader = new MarkdownIt({ html: true });
  for (let seed = 1; seed <= rounds; seed++) {
    const html = `<p>${marked(chanceOf(seed), 3)}</p>`;
    const read = reader.render(await markdownOf(html));
    expect(lettersOf(read.replaceAll('&quot;', '"')), `${html} → ${await markdownOf(html)}`).toEqual(lettersOf(html));
  }
});

it.each([
  ['<p>a<p>b', 'a\n\nb\n'],
  ['a <b> b </b>c', 'a **b** c\n'],
  ['<b></b><i> </i>x', 'x\n'],
  ['<b>a</b><b>b</b>', '**ab**\n'],
  ['x<b>(y)</b>', 'x<strong>(y)</strong>\n'],
  ['one<br>two', 'one\\\ntwo\n'],
  ['<blockquote><p>a<ul><li>b</ul></blockquote>', '> a\n>\n> - b\n'],
  ['<ol start=3><li><p>a<p>b<li>c</ol>', '3. a\n\n   b\n\n4. c\n'],
  ['<pre>a\n  `b`</pre>', '```\na\n  `b`\n```\n'],
  ['<pre><code class="hljs language-c++">```</code></pre>', '````c++\n```\n````\n'],
  ['<table><tr><td><p>only', 'only\n'],
  // Tables that only place parts of a page: they say so, or have a heading or a table in a cell and no header.
  ['<table role=presentation><tr><td>a<td>b</table>', 'a\n\nb\n'],
  ['<table><tr><td><h2>News</h2><td><p>x</p></table>', '## News\n\nx\n'],
  [
    '<table><tr><td>menu<td><table><tr><th>k<th>v<tr><td>a<td>1</table></table>',
    'menu\n\n| k | v |\n| --- | --- |\n| a | 1 |\n',
  ],
  ['<table><tr><td colspan=2>a<tr><td>b<td>c</table>', '|  |  |\n| --- | --- |\n| a |  |\n| b | c |\n'],
  ['<dl><dt>a<dd>b</dl>', '**a**\n\nb\n'],
  ['<ul><li>a</ul><ul><li>b</ul>', '- a\n\n<!-- -->\n\n- b\n'],
  ['<div><span><h2>x <small>y</small></h2></span>z</div>', '## x y\n\nz\n'],
  ['<img src=a.png alt="b*"><img src="javascript:x">', '![b\\*](a.png)\n'],
  ['<a href="jAva\tscript:x">a</a><a href=" https://x.example/(a) ">b</a>', 'a[b](https://x.example/%28a%29)\n'],
  ['<p># a<p>- b<p>+ c<p>> d<p>1) e', '\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n1\\) e\n'],
  ['<select><option>a</select><textarea>b</textarea><svg><text>c</text></svg>', ''],
  ['H<sub>2</sub>O <code>a|b</code>', 'H<sub>2</sub>O `a|b`\n'],
])('%s', async (html, expected) => {
  expect(await markdownOf(html)).toBe(expected);
});

it.each([
  [`${'<div>'.repeat(50_000)}x`],
  [`${'<b><i>'.repeat(20_000)} x `],
  [`<blockquote>${'<blockquote>'.repeat(3000)}x`],
  ['<table><tr><td>'.repeat(5000)],
  [`<table>${'<tr><td colspan=1000>x'.repeat(300)}`],
  ['<ul><li>'.repeat(5000)],
  ['`'.repeat(300_000)],
  [`<p>${'<b>a</b> '.repeat(30_000)}`],
  [`<p>${Array.from({ length: 3000 }, (_, i) => `<b id=${i}>`).join('')}</p>${'<p>x</p>'.repeat(3000)}`],
  [`<span>${'<span>'.repeat(300)}${'<p>a</p>'.repeat(10_000)}`],
])('hostile: %.30s', async (input) => {
  const { status, message } = await runTool(tool, { input });
  expect([200, 413], message).toContain(status);
});
