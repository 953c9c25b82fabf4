import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { installedFiles } from '../../testing/installed-files.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './markdown-toc.js';

const hasPandoc = hasProgram('pandoc', ['--version'], 'headings of Markdown beside pandoc');

interface Report {
  readonly headings: readonly { level: number; text: string; anchor: string; line: number; isListed: boolean }[];
  readonly contents: string;
}

async function reportOf(input: string, options: Record<string, unknown> = {}): Promise<Report> {
  const { data, message } = await runTool(tool, {
    input,
    options: { action: 'list', title: true, format: 'json', ...options },
  });
  expect(message, input).toBeUndefined();
  return data as Report;
}

const textOf = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

/** Of github-slugger 2.0.0, test/fixtures.json, made on github.com: one document, since repeated headings are numbered over all of it. */
const ON_GITHUB: readonly (readonly [markdown: string, anchor: string])[] = [
  ['# alpha', 'alpha'],
  ['# alpha', 'alpha-1'],
  ['# bravoCharlieDelta', 'bravocharliedelta'],
  ['# \\_\\_proto\\_\\_', '__proto__'],
  ['# \\_\\_proto\\_\\_', '__proto__-1'],
  ['# hasOwnProperty', 'hasownproperty'],
  ['# echo', 'echo'],
  ['# echo', 'echo-1'],
  ['# echo 1', 'echo-1-1'],
  ['# echo-1', 'echo-1-2'],
  ['# echo', 'echo-2'],
  ['# foxtrot-1', 'foxtrot-1'],
  ['# foxtrot', 'foxtrot'],
  ['# foxtrot', 'foxtrot-2'],
  ['# heading with a - dash', 'heading-with-a---dash'],
  ['# heading with an _ underscore', 'heading-with-an-_-underscore'],
  ['# heading with a period.txt', 'heading-with-a-periodtxt'],
  ['# exchange.bind_headers(exchange, routing [, bindCallback])', 'exchangebind_headersexchange-routing--bindcallback'],
  ['# &#x20;a', '-a'],
  ['# a&#x20;', 'a-'],
  ['# &#x20;a&#x20;', '-a-'],
  ['# -a-', '-a--1'],
  ['# apostrophe’s should be trimmed', 'apostrophes-should-be-trimmed'],
  ['# golf', 'golf'],
  ['# golf', 'golf-1'],
  ['# golf', 'golf-2'],
  ['# I ♥ unicode', 'i--unicode'],
  ['# dash-dash', 'dash-dash'],
  ['# en–dash', 'endash'],
  ['# em–dash', 'emdash'],
  ['# 😄 unicode emoji', '-unicode-emoji'],
  ['# 😄-😄 unicode emoji', '--unicode-emoji'],
  ['# 😄\\_😄 unicode emoji', '_-unicode-emoji'],
  ['# 😄 - an emoji', '---an-emoji'],
  ['# :smile: - a gemoji', 'smile---a-gemoji'],
  ['# Привет', 'привет'],
  ['# Профили пользователей', 'профили-пользователей'],
  ['# Привет non-latin 你好', 'привет-non-latin-你好'],
  ['# :ok: No underscore', 'ok-no-underscore'],
  ['# :ok\\_hand::hatched\\_chick: Two in a row with no spaces', 'ok_handhatched_chick-two-in-a-row-with-no-spaces'],
];

it('anchors are those that github.com gives', async () => {
  const { headings } = await reportOf(ON_GITHUB.map(([markdown]) => markdown).join('\n\n'));
  expect(headings.map(({ anchor }) => anchor)).toEqual(ON_GITHUB.map(([, anchor]) => anchor));
});

const INLINE = [
  'word',
  'Two words',
  '*soft*',
  '**loud**',
  '`code()`',
  '[a link](http://x.example/y)',
  'snake_case',
  '1.2',
  'é Ж',
  '~~gone~~',
  '\\*star\\*',
  'a &amp; b',
  '<b>bold</b>',
  '`` a`b ``',
  'x [y] z',
];

const heading = (chance: Chance): string => Array.from({ length: 1 + chance(3) }, () => pick(chance, INLINE)).join(' ');

/** A document in which much looks like a heading and is none. */
function randomDocument(chance: Chance): string {
  const block = (): string => {
    const level = '#'.repeat(1 + chance(6));
    switch (chance(11)) {
      case 0:
        return `\`\`\`md\n${level} ${heading(chance)}\n\`\`\``;
      case 1:
        return `<!--\n${level} ${heading(chance)}\n-->`;
      case 2:
        return `Text\n\n    ${level} indented`;
      case 3:
        return `${pick(chance, ['a', 'b c'])} ${heading(chance)}\n${pick(chance, ['===', '---'])}`;
      case 4:
        return `> ${level} ${heading(chance)}\n> text`;
      case 5:
        return `- item\n\n  ${level} ${heading(chance)}\n`;
      case 6:
        return `#hashtag ${heading(chance)}`;
      case 7:
        return `~~~\n${level} no\n~~~~`;
      default:
        return `${level} ${heading(chance)}${pick(chance, ['', ' #', ' ##'])}`;
    }
  };
  return `${Array.from({ length: 3 + chance(8) }, block).join('\n\n')}\n\n# end\n`;
}

interface PandocNode {
  readonly t: string;
  readonly c?: unknown;
}

function pandocHeadings(markdown: string): readonly (readonly [level: number, anchor: string, text: string])[] {
  const { blocks } = JSON.parse(runProgram('pandoc', ['-f', 'gfm', '-t', 'json'], markdown).toString()) as {
    blocks: readonly PandocNode[];
  };
  const found: [number, string, string][] = [];
  const words = (node: unknown): string => {
    if (Array.isArray(node)) return node.map(words).join('');
    const { t, c } = node as PandocNode;
    if (t === 'Str') return String(c);
    if (t === 'Space' || t === 'SoftBreak') return ' ';
    if (t === 'Code') return String((c as unknown[])[1]);
    if (t === 'Link') return words((c as unknown[])[1]);
    return t === 'RawInline' ? '' : words(c ?? []);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const { t, c } = node as PandocNode;
    if (t === 'Header') {
      const [level, [anchor], inside] = c as [number, [string], unknown];
      found.push([level, anchor, words(inside)]);
    } else walk(c);
  };
  walk(blocks);
  return found;
}

inRounds.skipIf(!hasPandoc)('pandoc finds the same headings and names them so', [15, 400], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const markdown = randomDocument(chanceOf(seed));
    const { headings } = await reportOf(markdown);
    expect(
      headings.map(({ level, anchor, text }) => [level, anchor, text]),
      markdown,
    ).toEqual(pandocHeadings(markdown));
  }
});

inRounds('the table is read as links with the texts of the headings', [20, 400], async (rounds) => {
  const reader = new MarkdownIt({ html: true });
  for (let seed = 1; seed <= rounds; seed++) {
    const style = pick(chanceOf(seed), ['dash', 'asterisk', 'plus', 'numbers']);
    const { headings, contents } = await reportOf(randomDocument(chanceOf(seed)), { style });
    const links = reader.parse(contents, {}).flatMap(({ children }): [string, string][] => {
      const [open, ...inside] = children ?? [];
      if (open === undefined) return [];
      expect([open.type, inside.at(-1)?.type], contents).toEqual(['link_open', 'link_close']);
      const text = inside.map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('');
      return [[decodeURIComponent(String(open.attrGet('href'))), text]];
    });
    expect(links, contents).toEqual(headings.map(({ anchor, text }) => [`#${anchor}`, text.trim()]));
  }
});

inRounds('files of packages: inserted again, nothing changes, and what was there stays', [10, 300], async (count) => {
  let made = 0;
  for (const { name, text } of installedFiles(['.md'], count)) {
    const { text: once, message } = await runTool(tool, { input: text });
    if (message !== undefined) {
      expect(message, name).toMatch(/: it has no headings/);
      continue;
    }
    made++;
    expect(await textOf(once ?? ''), name).toBe(once);
    if (!/<!--\s*(?:toc|start|\/toc)|^\[toc\]/im.test(text)) {
      const at = (once ?? '').indexOf('<!-- toc -->');
      const end = (once ?? '').indexOf('<!-- tocstop -->') + '<!-- tocstop -->'.length;
      const rest = (once ?? '').slice(end).replace(/^(?:\r\n|\r|\n){2}/, '');
      expect((once ?? '').slice(0, at) + rest, name).toBe(text);
    }
  }
  expect(made).toBeGreaterThan(count / 2);
});

const TWO = '# T\n\nintro\n\n## A\n\n### B\n';

it.each([
  [
    'at the place of [TOC]',
    '# T\n\n[TOC]\n\n## A\n',
    {},
    '# T\n\n<!-- toc -->\n\n- [A](#a)\n\n<!-- tocstop -->\n\n## A\n',
  ],
  [
    'between the marks of doctoc',
    '<!-- START doctoc generated TOC -->\n## Old\n<!-- END doctoc generated TOC -->\n# T\n# A\n',
    {},
    '<!-- START doctoc generated TOC -->\n\n- [T](#t)\n- [A](#a)\n\n<!-- END doctoc generated TOC -->\n# T\n# A\n',
  ],
  [
    'a first mark without a second gets one',
    '<!-- toc -->\n\n# A\n\n# B',
    {},
    '<!-- toc -->\n\n- [A](#a)\n- [B](#b)\n\n<!-- tocstop -->\n\n# A\n\n# B',
  ],
  [
    'the same mark twice',
    '<!-- TOC -->\nold\n<!-- TOC -->\n# A\n# B\n',
    {},
    '<!-- TOC -->\n\n- [A](#a)\n- [B](#b)\n\n<!-- TOC -->\n# A\n# B\n',
  ],
  [
    'marks in a code block are none; several titles: at the top',
    '```\n<!-- toc -->\n```\n# A\n# B\n',
    {},
    '<!-- toc -->\n\n- [A](#a)\n- [B](#b)\n\n<!-- tocstop -->\n\n```\n<!-- toc -->\n```\n# A\n# B\n',
  ],
  [
    'below front matter, which is no heading',
    '---\ntitle: x\ntags:\n  - y\n---\n# A\n# B\n',
    {},
    '---\ntitle: x\ntags:\n  - y\n---\n<!-- toc -->\n\n- [A](#a)\n- [B](#b)\n\n<!-- tocstop -->\n\n# A\n# B\n',
  ],
  [
    'a heading above the table takes its anchor first',
    '# T\n\n## Contents\n',
    { heading: '## Contents' },
    '# T\n\n<!-- toc -->\n\n## Contents\n\n- [Contents](#contents-1)\n\n<!-- tocstop -->\n\n## Contents\n',
  ],
  ['title', TWO, { action: 'list', title: true }, '- [T](#t)\n  - [A](#a)\n    - [B](#b)\n'],
  ['minLevel', TWO, { action: 'list', minLevel: 3 }, '- [B](#b)\n'],
  ['maxLevel', TWO, { action: 'list', maxLevel: 2 }, '- [A](#a)\n'],
  ['asterisk', TWO, { action: 'list', style: 'asterisk' }, '* [A](#a)\n  * [B](#b)\n'],
  ['plus', TWO, { action: 'list', style: 'plus' }, '+ [A](#a)\n  + [B](#b)\n'],
  [
    'levels skipped and rising',
    '### a\n# b\n### c\n## d\n',
    { action: 'list' },
    '- [a](#a)\n- [b](#b)\n  - [c](#c)\n  - [d](#d)\n',
  ],
  [
    'numbers of two digits move what is below them',
    `${'# x\n'.repeat(10)}## y\n`,
    { action: 'list', style: 'numbers', minLevel: 1 },
    `1. [x](#x)\n${Array.from({ length: 9 }, (_, i) => `${i + 2}. [x](#x-${i + 1})\n`).join('')}    1. [y](#y)\n`,
  ],
  [
    'pictures and badges are left out',
    '# A ![b](c.png) [![d](e)](f)\n# G\n',
    { action: 'list' },
    '- [A](#a--)\n- [G](#g)\n',
  ],
  ['nothing that an anchor keeps', '# !!!\n# a\n', { action: 'list' }, '- !!!\n- [a](#a)\n'],
])('%s', async (_, input, options, expected) => {
  expect(await textOf(input, options)).toBe(expected);
});

it('a file keeps its name, encoding and line breaks', async () => {
  const { files } = await runTool(tool, {
    files: [{ name: 'read.md', bytes: Buffer.from('# Caf\xe9\r\n\r\n## T\xe9l\xe9\r\n', 'latin1') }],
  });
  expect([files[0]?.name, files[0]?.bytes.toString('latin1')]).toEqual([
    'read.md',
    '# Caf\xe9\r\n\r\n<!-- toc -->\r\n\r\n- [T\xe9l\xe9](#t\xe9l\xe9)\r\n\r\n<!-- tocstop -->\r\n\r\n## T\xe9l\xe9\r\n',
  ]);
});

const HOSTILE = [
  '# a\n',
  '# ',
  '`',
  '[',
  '> ',
  '- ',
  '<!-- toc -->\n',
  '---\n',
  '# *a',
  '# [',
  '\\',
  '# <a ',
  '&#x20;',
  '###### `',
];

it.each(HOSTILE)('%j many times is answered', async (piece) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input: piece.repeat(2000) })).status);
});

exhaustive.each(HOSTILE)('%s a million characters long is answered', async (piece) => {
  const input = piece.repeat(1_000_000 / piece.length);
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

exhaustive('headings grow with the text, not its square', async () => {
  await expectLinear(1000, (length) => runTool(tool, { input: '# same\n## other *b*\n'.repeat(length) }));
});
