import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';

import { hasBrowser, inBrowser } from '../../testing/browser.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { randomHtml } from '../../testing/html-documents.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-minifier.js';

const hasChromium = hasBrowser('minified HTML as a browser shows it');

const PLAIN = { minifyCss: false, minifyJs: false, redundantAttributes: false };

const minified = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

const IN_LINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|picture|q|ruby|rt|rp|s|samp|slot|small|span|strike|strong|sub|sup|time|tt|u|var)$|-/;
const NO_TEXT = /^(?:script|style|link|meta|base|noscript|area|source|track)$/;

/**
 * Tags with their attributes and words in their order. Between two words or things in one line, `_` where a space is anywhere between
 * them, whatever inline tags are there too.
 */
function shownWords(html: string): string {
  const told: string[] = [];
  let space: 'none' | 'wanted' | 'edge' = 'edge';
  const word = (text: string): void => {
    if (space === 'wanted') told.push('_');
    told.push(text);
    space = 'none';
  };
  const edge = (): void => {
    space = 'edge';
  };
  const walk = (node: Tree.Node, isKept: boolean): void => {
    if (adapter.isCommentNode(node)) return;
    if (adapter.isTextNode(node)) {
      if (isKept) word(JSON.stringify(node.value));
      else
        for (const part of node.value.split(/([\t\n\f\r ]+)/)) {
          if (part === '') continue;
          if (/^[\t\n\f\r ]/.test(part)) space = space === 'edge' ? 'edge' : 'wanted';
          else word(part);
        }
      return;
    }
    if (!adapter.isElementNode(node)) {
      if ('childNodes' in node) for (const one of node.childNodes) walk(one, isKept);
      return;
    }
    const { tagName } = node;
    const isHidden = NO_TEXT.test(tagName);
    const isLine = IN_LINE.test(tagName) || isHidden;
    const isThing =
      /^(?:img|input|wbr|iframe|svg|math|embed|meter|progress|textarea|button|select|video|audio|object|canvas)$/.test(
        tagName,
      );
    if (isThing) word('');
    else if (!isLine) edge();
    told.push(`<${tagName} ${JSON.stringify(node.attrs.map(({ name, value }) => [name, value]))}>`);
    if (isHidden) told.push(node.childNodes.map((child) => (adapter.isTextNode(child) ? child.value : '')).join(''));
    else {
      if (isThing) edge();
      const inside = 'content' in node ? (node.content as Tree.Node) : node;
      const isText = isKept || /^(?:pre|textarea|svg|math)$/.test(tagName);
      for (const one of (inside as Tree.ParentNode).childNodes) walk(one, isText);
      if (isThing) space = 'none';
      else if (!isLine) edge();
    }
    told.push(`</${tagName}>`);
  };
  walk(parse(html), false);
  return told.join('\n').replaceAll('\n\n', '\n');
}

/** Pages in which SVG and templates have whitespace of their own are compared by the browser. */
const isComparable = (text: string): boolean => !/<(?:svg|math|template|foreignobject)\b|white-space/i.test(text);

describe('words, spaces between them, elements and attributes stay', () => {
  inRounds('random pages', [20, 500], async (rounds) => {
    for (let seed = 0; seed < rounds; seed++) {
      const html = randomHtml(chanceOf(seed));
      for (const optionalTags of [false, true]) {
        const short = await minified(html, { ...PLAIN, optionalTags });
        expect(shownWords(short), html).toBe(shownWords(html));
        expect(short.length).toBeLessThanOrEqual(html.length);
        expect(await minified(short, { ...PLAIN, optionalTags }), html).toBe(short);
      }
    }
  });

  inRounds('files of packages', [5, 60], async (count) => {
    let compared = 0;
    for (const { name, text } of installedFiles(['.html'], count, 200_000)) {
      const { text: short, message } = await runTool(tool, { input: text, options: PLAIN });
      if (message?.includes('so mixed up') || !isComparable(text)) continue;
      compared++;
      expect(message, name).toBeUndefined();
      expect(shownWords(short ?? ''), name).toBe(shownWords(text));
    }
    expect(compared).toBeGreaterThan(count / 2);
  });
});

/** What a browser shows of each page, and its elements. */
const READ = `
  return data.map((html) => {
    const frame = document.createElement('iframe');
    frame.width = 800;
    document.body.append(frame);
    const page = frame.contentDocument;
    page.open();
    page.write(html);
    page.close();
    const told = page.body.innerText + '|' + page.compatMode + '|' + [...page.querySelectorAll('*')].map((one) => one.tagName).join(' ');
    frame.remove();
    return told;
  });`;

exhaustive.skipIf(!hasChromium)('a browser shows the same text', async () => {
  const rounds = 300;
  const pages: string[] = [];
  for (let seed = 1000; seed < 1000 + rounds; seed++) {
    const html = randomHtml(chanceOf(seed));
    pages.push(html, await minified(html, seed % 2 === 0 ? { optionalTags: true } : {}));
  }
  const shown = inBrowser<string[]>(READ, pages);
  for (let index = 0; index < shown.length; index += 2) expect(shown[index + 1], pages[index]).toBe(shown[index]);
});

inRows<readonly [string, string, Record<string, unknown>?]>(60, [
  ['<p>a <!-- x --> b</p>', '<p>a b</p>'],
  ['<p>a <!-- x --> b</p>', '<p>a <!-- x -->b</p>', { comments: 'all' }],
  ['<!--[if IE]>x<![endif]--><p>a', '<!--[if IE]>x<![endif]--><p>a'],
  ['<!--[if IE]>x<![endif]--><p>a', '<p>a', { comments: 'none' }],
  ['<!--! licence --><p>a<!-- b -->', '<!--! licence --><p>a'],
  ['<p> a </p>\n <p> b </p>', '<p> a </p> <p> b </p>', { whitespace: 'conservative' }],
  ['<p> a </p>\n <p> b </p>', '<p> a </p>\n <p> b </p>', { whitespace: 'keep' }],
  ['<b>a </b> <i> b</i> c', '<b>a </b><i>b</i> c'],
  ['a <br> b <img src=x> c', 'a<br>b <img src=x> c'],
  ['<a href="/a b">x</a>', '<a href="/a b">x</a>'],
  ['<a href="/x/">x</a>', '<a href="/x/">x</a>'],
  [`<p title='say "hi"'>x</p>`, `<p title='say "hi"'>x</p>`],
  ['<a href="?a=1&amp;b=2&amp;copy">x</a>', '<a href="?a=1&b=2&amp;copy">x</a>'],
  ['R&amp;D &lt;b&gt; a & b', 'R&amp;D &lt;b> a & b'],
  ['caf&eacute;&nbsp;x', 'caf&#233;&nbsp;x'],
  ['café&nbsp;&eacute;', 'café&nbsp;é'],
  ['<p style="white-space: pre-wrap">a\n  b</p>', '<p style="white-space: pre-wrap">a\n  b</p>'],
  ['<textarea>\n\n a </textarea> b', '<textarea>\n\n a </textarea> b'],
  [
    '<svg viewBox="0 0 1 1">\n  <path d="M0 0"/>\n  <text> a </text>\n</svg>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path><text> a </text></svg>',
  ],
  ['<template> <p> a </p> </template>', '<template><p>a</p></template>'],
  ['<button> a <b> b </b> </button> c', '<button>a <b>b</b></button> c'],
  [
    '<script type="module">\n const a = 1;\n export { a };\n</script>',
    '<script type=module>const o=1;export{o as a}</script>',
  ],
  [
    '<script type="application/ld+json">\n{ "a": 1.0, "b": [ ] }\n</script>',
    '<script type=application/ld+json>{"a":1.0,"b":[]}</script>',
  ],
  ['<script type="text/x-template"> <b> x </b> </script>', '<script type=text/x-template> <b> x </b> </script>'],
  ['<script>\n  x ( 1 ) ;\n</script>', '<script>\n  x ( 1 ) ;\n</script>', { minifyJs: false }],
  ['<style> a { b : c } </style>', '<style> a { b : c } </style>', { minifyCss: false }],
  ['<style>a::before{content:"\\2014"}</style>', '<style>a:before{content:"\\2014 "}</style>'],
  [
    '<script type=text/javascript src=a></script>',
    '<script type=text/javascript src=a></script>',
    { redundantAttributes: false },
  ],
  ['<p class="" id=a hidden="hidden" style=" color: red; ">x', '<p id=a hidden=hidden style="color: red">x'],
  ['<option selected="selected">a', '<option selected>a'],
  [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>a',
    '<!doctype html public "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>a',
  ],
  [
    '<html><head><title>a</title></head><body><p>a</p><table><tbody><tr><td>b</td></tr></tbody></table></body></html>',
    '<title>a</title><p>a</p><table><tr><td>b</table>',
    { optionalTags: true },
  ],
  ['<div><p>a</p></div><p>b</p>c<a><p>d</p></a>', '<div><p>a</div><p>b</p>c<a><p>d</p></a>', { optionalTags: true }],
])('%s', async (input, expected, options = {}) => {
  const short = await minified(input, options);
  expect(short).toBe(expected);
});

it.each(['<?= 1 ?>', '<p>a <% b %>', '<a href="<%= x %>">', '<ul><? if ?>'])(
  '%s is code of a server',
  async (input) => {
    expect((await runTool(tool, { input })).message).toContain('code that a server runs');
  },
);

it('templates in scripts and the line of XML are none', async () => {
  const html = '<?xml version="1.0"?><script type=text/x-template><%= x %></script>';
  expect(await minified(html)).toBe('<script type=text/x-template><%= x %></script>');
});

it('a file of another encoding comes as UTF-8, and a script that is left is named', async () => {
  const { files, data } = await runTool(tool, {
    files: [{ name: 'a.html', bytes: Buffer.from('<p>caf\xe9 </p><style>a{</style><script>1 +</script>', 'latin1') }],
  });
  expect(files[0]?.bytes.toString()).toContain('<p>café</p>');
  const [file] = (data as { files: { warnings: string[] }[] }).files;
  expect(file?.warnings).toEqual([expect.stringMatching(/^Line 1: the script element stays as it is: /)]);
});

const HOSTILE = [
  '<b>',
  '<p>',
  '<a href=x><p>',
  '<table><b>',
  '<svg>',
  '<template>',
  '<!--',
  '<style>a{}</style>',
  '<script>a</script>',
  '<p a="',
  '&',
  '<pre>\n',
  '<select><option>',
  ' ',
  '<b> </b> ',
  '\0',
  '<script>((((((((',
  '<style>a{',
];

inRows(6, HOSTILE)('%s many times is answered', async (piece) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input: piece.repeat(200) })).status);
});

exhaustive.each(HOSTILE)('%s a million characters long is answered', async (piece) => {
  const input = piece.repeat(1_000_000 / piece.length);
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

exhaustive('time grows with the page, not its square', async () => {
  for (const piece of ['<p> a <b> b </b> c', '<div>', 'x <i>'])
    await expectLinear(1000, (length) => runTool(tool, { input: piece.repeat(length) }));
});
