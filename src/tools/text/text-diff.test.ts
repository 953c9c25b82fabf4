import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './text-diff.js';

const hasDiff = hasProgram('diff', ['--version'], 'text-diff beside GNU diff');
const hasPatch = hasProgram('patch', ['--version'], 'patches of text-diff applied by patch');
const hasGit = hasProgram('git', ['--version'], 'patches of text-diff applied by git, and word diffs beside git');

const folder = mkdtempSync(join(tmpdir(), 'text-diff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIECES = [
  'a\n',
  'b\n',
  'c\n',
  '\n',
  'a\r\n',
  ' a\n',
  '-- x\n',
  '++ y\n',
  '\\ z\n',
  'é日\n',
  'a b\n',
  '@@ -1 +1 @@\n',
];

/** A text and one that comes of it by a few edits. Both may lack the final break. */
function drawPair(below: (below: number) => number): [string, string] {
  const old = Array.from({ length: below(25) }, () => PIECES[below(PIECES.length)]!);
  const changed = [...old];
  for (let count = below(6); count > 0; count--) {
    changed.splice(
      below(changed.length + 1),
      below(3),
      ...drawText(below, PIECES, below(3))
        .split(/(?<=\n)/)
        .filter(Boolean),
    );
  }
  const close = (lines: readonly string[]): string => lines.join('') + (below(3) === 0 ? 'end' : '');
  return [close(old), close(changed)];
}

const pairs = (() => {
  const below = chanceOf(4);
  return Array.from({ length: 400 }, () => drawPair(below));
})();

async function diff(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const countChanges = (patch: string): number =>
  patch.split('\n').filter((line, index) => index > 1 && /^[-+]/.test(line)).length;

it('keycaps and other signs that begin with an ASCII character are laid out wherever a row ends', async () => {
  for (const sign of ['1️⃣', '#️⃣', '*️⃣', 'e\u0301', 'a\u200d', '0\ufe0f', '👩‍👩‍👧', '\u06001', '日'])
    for (let before = 0; before < 12; before++) {
      const line = `${'x'.repeat(before)}${sign.repeat(3)} tail`;
      const text = await diff(`${line}\n`, { other: 'y\n', format: 'side-by-side', columnWidth: 10 });
      const cells = text
        .split('\n')
        .slice(1, -1)
        .map((row) => row.slice(2));
      expect(cells.join('').replace(/[ |1y]/g, '')).toBe(line.replace(/[ |1y]/g, ''));
    }
});

exhaustive.skipIf(!hasDiff)(
  'line endings and blank lines are ignored where diff --strip-trailing-cr and -B ignore them',
  async () => {
    for (const [old, changed] of pairs.slice(0, 150)) {
      writeFileSync(join(folder, 'old'), old);
      writeFileSync(join(folder, 'new'), changed);
      for (const [flags, options] of [
        [['--strip-trailing-cr'], { ignoreLineEndings: true }],
        [['-B'], { ignoreBlankLines: true }],
        [['-B', '--strip-trailing-cr'], { ignoreBlankLines: true, ignoreLineEndings: true }],
      ] as const) {
        const { status } = spawnSync('diff', ['-q', ...flags, 'old', 'new'], { cwd: folder });
        const { data } = await runTool(tool, { input: old, options: { other: changed, format: 'json', ...options } });
        expect((data as { identical: boolean }).identical, JSON.stringify([flags, old, changed])).toBe(status === 0);
      }
    }
  },
);

describe('patches', () => {
  exhaustive.skipIf(!hasDiff)('change as few lines as those of GNU diff --minimal', async () => {
    let same = 0;
    for (const [old, changed] of pairs.slice(0, 120)) {
      writeFileSync(join(folder, 'old'), old);
      writeFileSync(join(folder, 'new'), changed);
      const expected = spawnSync('diff', ['-u', '--minimal', 'old', 'new'], { cwd: folder }).stdout.toString();
      const patch = await diff(old, { other: changed });
      expect(countChanges(patch)).toBe(countChanges(expected));
      if (patch.replace(/^.*\n.*\n/, '') === expected.replace(/^.*\n.*\n/, '')) same++;
    }
    // The rest say the same with other lines of equal text.
    expect(same).toBeGreaterThan(113);
  });

  inRounds.skipIf(!hasPatch)('are applied by patch to the byte', [15, 60], async (rounds) => {
    for (const [index, [old, changed]] of pairs.slice(0, rounds).entries()) {
      const patch = await diff(old, { other: changed, context: index % 4 });
      writeFileSync(join(folder, 'text.txt'), old);
      const { status, stdout } = spawnSync('patch', ['--binary', '-s', 'text.txt'], { cwd: folder, input: patch });
      expect([status, stdout.toString()], patch).toEqual([0, '']);
      const made = changed === '' && patch !== '' ? '' : readFileSync(join(folder, 'text.txt'), 'utf8');
      expect(made).toBe(changed);
    }
  });

  inRounds.skipIf(!hasGit)('are applied by git apply to the byte', [15, 60], async (rounds) => {
    for (const [index, [old, changed]] of pairs.slice(0, rounds).entries()) {
      if (old === changed) continue;
      const patch = await diff(old, { other: changed, context: index % 4 });
      writeFileSync(join(folder, 'text.txt'), old);
      const args = ['apply', '--whitespace=nowarn', ...(index % 4 === 0 ? ['--unidiff-zero'] : []), '-'];
      const { status, stderr } = spawnSync('git', args, { cwd: folder, input: patch });
      expect([status, stderr.toString()], patch).toEqual([0, '']);
      expect(readFileSync(join(folder, 'text.txt'), 'utf8')).toBe(changed);
    }
  });

  it('name files with spaces and quotes as git reads them', async () => {
    const bytes = Buffer.from('x');
    const { text } = await runTool(tool, { input: 'a', files: [{ name: 'my "b" c.txt', bytes }] });
    expect(text).toContain('--- "a/my \\"b\\" c.txt"\n');
  });
});

describe('words and characters', () => {
  /** What `git diff --word-diff --word-diff-regex='\w+|[^\s]'` of git 2.39 prints, without its headers. */
  const MARKED: readonly (readonly [string, string, string])[] = [
    ['a b c\n', 'a x c\n', 'a [-b-]{+x+} c\n'],
    ['one\n', 'two\n', '[-one-]{+two+}\n'],
    ['f(a, b)\n', 'f(a, b, c)\n', 'f(a, b{+, c+})\n'],
    ['x=1;\n', 'x=2;\n', 'x=[-1-]{+2+};\n'],
  ];

  it.skipIf(!hasGit)('are marked as git marks them', async () => {
    for (const [old, changed, expected] of MARKED) {
      writeFileSync(join(folder, 'old'), old);
      writeFileSync(join(folder, 'new'), changed);
      const args = ['diff', '--no-index', '--word-diff', '--word-diff-regex=[A-Za-z0-9_]+|[^[:space:]]|[[:blank:]]+'];
      const { stdout } = spawnSync('git', [...args, 'old', 'new'], { cwd: folder });
      expect(stdout.toString().split('@@\n')[1]).toBe(expected);
      expect((await diff(old, { other: changed, by: 'word' })).split('@@\n')[1]).toBe(expected);
    }
  });

  inRounds('give both texts again', [75, 300], async (rounds) => {
    const below = chanceOf(9);
    const pieces = ['one', 'two', ' ', '  ', '\n', ',', 'é', 'e\u0301', '👩‍💻', '日本', '\r\n', '(', 'don’t'];
    for (let round = 0; round < rounds; round++) {
      const [old, changed] = [drawText(below, pieces, below(30)), drawText(below, pieces, below(30))];
      for (const by of ['word', 'char']) {
        const marked = await diff(old, { other: changed, by, context: 100 });
        if (old === changed) continue;
        // Only stretches with changes and 100 lines around them are shown: here, everything.
        const body = marked
          .replace(/^--- .*\n\+\+\+ .*\n@@ .*@@\n/, '')
          .replace(/\n\\ No newline at end of file\n$/, '');
        const oldAgain = body.replace(/\{\+[\s\S]*?\+\}(\r?\n)?/g, '').replace(/\[-([\s\S]*?)-\]/g, '$1');
        const newAgain = body.replace(/\[-[\s\S]*?-\](\r?\n)?/g, '').replace(/\{\+([\s\S]*?)\+\}/g, '$1');
        const bare = (text: string): string => text.replace(/[\r\n]/g, '');
        expect([bare(oldAgain), bare(newAgain)], marked).toEqual([bare(old), bare(changed)]);
        const { data } = await runTool(tool, { input: old, options: { other: changed, by, format: 'json' } });
        const { changes, removed, added } = data as {
          changes: { removed: string; added: string }[];
          removed: number;
          added: number;
        };
        expect(old.length - changes.map((change) => change.removed).join('').length).toBe(
          changed.length - changes.map((change) => change.added).join('').length,
        );
        expect(removed + added).toBeGreaterThan(0);
      }
    }
  });
});

describe('pages', () => {
  it('carry no markup of the texts, no script and nothing from elsewhere', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror="a">&\u0000\n';
    for (const by of ['line', 'word', 'char']) {
      const files = [
        { name: '"<b>.txt', bytes: Buffer.from('a\n') },
        { name: '&.txt', bytes: Buffer.from(hostile.replace('\u0000', '')) },
      ];
      for (const request of [
        { input: 'a\n', options: { other: hostile, by, format: 'html' } },
        { files, options: { by, format: 'html' } },
      ]) {
        const { text, message } = await runTool(tool, request);
        expect(message).toBeUndefined();
        const tags = new Set((text ?? '').match(/<\/?[a-z0-9]+/g));
        for (const tag of tags)
          expect('<html <head <meta <title <style <body <h1 <table <tr <td <del <ins <br'.split(' ')).toContain(
            tag.replace('/', ''),
          );
        expect(text).not.toMatch(/\u0000|https?:|url\(/);
      }
    }
  });
});

it('two columns stand straight with wide letters and tabs', async () => {
  const text = await diff('日本語\tx\nabc\n', { other: '日本\tx\nabc\n', format: 'side-by-side', columnWidth: 20 });
  expect(text).toBe('@@ -1,2 +1,2 @@\n1 日本語  x            | 1 日本    x\n2 abc                    2 abc\n');
  const long = await diff('x'.repeat(25), { other: 'y', format: 'side-by-side', columnWidth: 10 });
  expect(long).toBe(`@@ -1 +1 @@\n1 ${'x'.repeat(10)} | 1 y\n  ${'x'.repeat(10)} |\n  ${'x'.repeat(5)}      |\n`);
});

exhaustive('takes long texts with few and with many differences', async () => {
  const below = chanceOf(6);
  const words = drawText(below, ['lorem ', 'ipsum ', 'dolor ', 'sit ', 'amet\n', 'x ', '1 '], 200_000);
  const others = drawText(below, ['lorem ', 'ipsum ', 'dolor ', 'sit ', 'amet\n', 'x ', '1 '], 200_000);
  const few = words.replaceAll('1 x lorem', '2 y lorem');
  for (const [name, options] of Object.entries({
    fewLines: { other: few },
    fewCharacters: { other: few, by: 'char', format: 'json' },
    manyWords: { other: others, by: 'word' },
    manyCharacters: { other: others, by: 'char', format: 'html', context: 0 },
  })) {
    const { status } = await runTool(tool, { input: words, options });
    expect([200, 413], name).toContain(status);
  }
});
