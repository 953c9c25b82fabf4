import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { randomMarkdown } from '../../testing/word-documents.js';
import tool from './markdown-flavor-converter.js';

async function converted(input: string, to: string): Promise<string> {
  const { text, message } = await runTool(tool, { input, options: { to } });
  expect(message).toBeUndefined();
  return text ?? '';
}

const hasPandoc = hasProgram('pandoc', ['--version'], 'Jira and MediaWiki text beside pandoc');

/** What pandoc reads: its words in order, and how many there are of each mark. */
function readByPandoc(text: string, from: string) {
  const html = runProgram('pandoc', ['-f', from, '-t', 'html', '--wrap=none', '--no-highlight'], text).toString();
  const words = html
    .replace(/<br ?\/?>|<\/(?:p|li|td|th|h\d|pre|blockquote)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  const count = (tag: string): number => html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;
  const cells = count('td') + count('th');
  return {
    words,
    marks: {
      ...Object.fromEntries(
        ['h1', 'h2', 'h3', 'li', 'strong', 'em', 'a', 'blockquote'].map((tag) => [tag, count(tag)]),
      ),
      cells,
    },
  };
}

inRounds.skipIf(!hasPandoc)('pandoc reads the same in Jira and MediaWiki text', [6, 100], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    // Footnotes and struck text are in forms of their own.
    const markdown = randomMarkdown(seed)
      .replace(/\[\^\d+\](?:: .*)?/g, '')
      .replaceAll('~~', '');
    const expected = readByPandoc(markdown, 'gfm');
    for (const to of ['jira', 'mediawiki'])
      expect(readByPandoc(await converted(markdown, to), to), `seed ${seed} as ${to}: ${markdown}`).toEqual(expected);
  }
});

const SIGNS = [..."_*[]()~`>#+-=|{}.!\\<&' ab1é漢"];

it('escapes what Telegram reserves, and nothing else, in any text', async () => {
  const chance = chanceOf(5);
  for (let round = 0; round < 300; round++) {
    const text = `x${Array.from({ length: 1 + chance(20) }, () => pick(chance, SIGNS)).join('')}x`;
    const markdown = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
    const written = (await converted(markdown, 'telegram')).trimEnd();
    expect(written.replace(/\\([_*[\]()~`>#+\-=|{}.!\\])/g, '')).not.toMatch(/[_*[\]()~`>#+\-=|{}.!\\]/);
    expect(written.replace(/\\(.)/g, '$1')).toBe(text.replace(/ {2,}/g, (spaces) => spaces));
    expect((await converted(markdown, 'plain')).trimEnd()).toBe(text);
    expect((await converted(markdown, 'slack')).trimEnd()).not.toMatch(/<|>|&(?!amp;|lt;|gt;)/);
  }
});

it.each([
  [
    'discord',
    '# A\n\n#### b\n\na_b [x](https://e.org/a(b)) ~~s~~\n\n1. one\n2. two',
    '# A\n\n**b**\n\na\\_b [x](https://e.org/a(b)) ~~s~~\n\n1. one\n2. two\n',
  ],
  ['whatsapp', '**b** *i* ~~s~~ [t](https://e.org)', '*b* _i_ ~s~ t (https://e.org)\n'],
  [
    'bbcode',
    '- [x] a\n- b\n\n| h |\n|---|\n| c |\n\n[b] x',
    '[list]\n[*]☑ a\n[*]b\n[/list]\n\n[table]\n[tr][th]h[/th][/tr]\n[tr][td]c[/td][/tr]\n[/table]\n\n[\u200bb] x\n',
  ],
  [
    'mediawiki',
    '## H\n\n* a\n  1. b\n\n```js\nx\n```\n\n{{x}} [[y]]',
    '== H ==\n\n* a\n*# b\n\n<syntaxhighlight lang="js">\nx\n</syntaxhighlight>\n\n&#123;&#123;x&#125;&#125; &#91;&#91;y&#93;&#93;\n',
  ],
  ['slack', 'Note[^1] **a `b`**\n\n[^1]: The *end*', 'Note[1] *a `b`*\n\n[1] The _end_\n'],
  ['plain', '> a\n>\n> b\n\n---\n\n![alt](x.png)', '> a\n> \n> b\n\n———\n\nalt\n'],
])('%s', async (to, markdown, expected) => {
  expect(await converted(markdown, to)).toBe(expected);
});

inRows(1, ['*a '.repeat(100_000), '>'.repeat(200_000), '['.repeat(300_000), '- '.repeat(50_000), '`'.repeat(400_000)])(
  'ends for text that is hostile: %s',
  async (input) => {
    for (const to of ['slack', 'telegram', 'jira', 'mediawiki'])
      expect([200, 413]).toContain((await runTool(tool, { input, options: { to } })).status);
  },
);
