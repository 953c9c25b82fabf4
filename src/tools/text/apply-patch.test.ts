import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './apply-patch.js';
import diffTool from './text-diff.js';

const hasPatch = hasProgram('patch', ['--version'], 'apply-patch beside GNU patch');
const hasGit = hasProgram('git', ['--version'], 'apply-patch on patches of git');

const folder = mkdtempSync(join(tmpdir(), 'apply-patch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Below = (below: number) => number;

const drawLines = (below: Below, count: number): string[] =>
  Array.from({ length: count }, () => `${'abcdef'[below(6)]}\n`);

function edit(below: Below, lines: readonly string[], edits: number): string[] {
  const changed = [...lines];
  for (let count = 0; count < edits; count++)
    changed.splice(below(changed.length + 1), below(3), ...drawLines(below, below(3)));
  return changed;
}

async function makePatch(old: string, other: string, context: number): Promise<string> {
  return (await runTool(diffTool, { input: old, options: { other, context } })).text ?? '';
}

exhaustive.skipIf(!hasPatch)('does what patch does, in changed surroundings too', async () => {
  const below = chanceOf(8);
  let refused = 0;
  for (let round = 0; round < 120; round++) {
    const old = drawLines(below, 3 + below(30));
    const changed = edit(below, old, 1 + below(4));
    const patch = await makePatch(old.join(''), changed.join(''), below(4));
    if (patch === '') continue;
    const target = edit(below, old, below(3)).join('');
    const fuzz = below(4);
    const reverse = below(5) === 0;
    const input = reverse ? edit(below, changed, below(2)).join('') : target;
    if (input === '') continue;
    writeFileSync(join(folder, 'text.txt'), input);
    const args = ['--binary', '-f', '-s', `-F${fuzz}`, ...(reverse ? ['-R'] : []), '-o', 'made', 'text.txt'];
    const { status, stdout } = spawnSync('patch', args, { cwd: folder, input: patch });
    expect([0, 1]).toContain(status);
    const made = readFileSync(join(folder, 'made'), 'utf8');
    const failed = Number(/^(\d+) out of/m.exec(stdout.toString())?.[1] ?? 0);
    rmSync(join(folder, 'made'));
    const options = { patch, fuzz, reverse, partial: true, format: 'json' };
    const { data, message } = await runTool(tool, { input, options });
    expect(message).toBeUndefined();
    const { text, rejected } = data as { text: string; rejected: number };
    expect({ text, rejected }, JSON.stringify({ input, patch, fuzz, reverse, stdout: stdout.toString() })).toEqual({
      text: made,
      rejected: failed,
    });
    if (failed > 0) refused++;
    if (failed === 0) expect((await runTool(tool, { input, options: { patch, fuzz, reverse } })).text).toBe(made);
  }
  expect(refused).toBeGreaterThan(6);
});

describe('with text-diff', () => {
  it('makes the new text, and with "reverse" the old one, for any line breaks', async () => {
    const below = chanceOf(12);
    const pieces = ['a\n', 'b\r\n', '\n', 'é\r', '\r\n', '--- x\n', '+++ y\n', '@@ -1 +1 @@\n', '\\ n\n', 'c'];
    for (let round = 0; round < 300; round++) {
      const draw = (): string => Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join('');
      const [old, changed] = [draw(), draw()];
      const patch = await makePatch(old, changed, below(4));
      if (patch === '') continue;
      expect((await runTool(tool, { input: old, options: { patch } })).text, patch).toBe(changed);
      expect((await runTool(tool, { input: changed, options: { patch, reverse: true } })).text, patch).toBe(old);
    }
  });

  it('takes CRLF on one side only', async () => {
    const patch = await makePatch('a\nb\nc\n', 'a\nx\nc\n', 3);
    expect((await runTool(tool, { input: 'a\r\nb\r\nc\r\n', options: { patch } })).text).toBe('a\r\nx\r\nc\r\n');
    const crlf = patch.replaceAll('\n', '\r\n');
    expect((await runTool(tool, { input: 'a\nb\nc\n', options: { patch: crlf } })).text).toBe('a\nx\nc\n');
    expect((await runTool(tool, { input: 'a\r\nb\r\nc', options: { patch: crlf } })).text).toBe('a\r\nx\r\nc');
  });
});

describe.skipIf(!hasGit)('patches of git', () => {
  it('make, delete, rename and change files', async () => {
    const repository = join(folder, 'repository');
    mkdirSync(join(repository, 'src'), { recursive: true });
    const git = (...args: string[]): string =>
      runProgram('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]).toString();
    git('init', '-q');
    const write = (name: string, content: string): void => writeFileSync(join(repository, name), content);
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    write('src/changed.txt', lines);
    write('gone.txt', 'one\ntwo\n');
    write('before.txt', lines);
    write('mövéd "q".txt', lines);
    git('add', '.');
    git('commit', '-qm', 'first');
    write('src/changed.txt', lines.replace('line 3\n', 'three\n').replace('line 19\n', 'end'));
    rmSync(join(repository, 'gone.txt'));
    git('mv', 'before.txt', 'after.txt');
    write('after.txt', lines.replace('line 7', 'seven'));
    write('mövéd "q".txt', `${lines}more\n`);
    write('new file.txt', 'fresh');
    git('add', '.');
    const patch = git('diff', '--cached', '-M');
    const files = ['changed.txt', 'gone.txt', 'before.txt', 'mövéd "q".txt'].map((name) => ({
      name,
      bytes: Buffer.from(name === 'gone.txt' ? 'one\ntwo\n' : lines),
    }));
    const { data, message, files: made } = await runTool(tool, { files, options: { patch } });
    expect(message).toBeUndefined();
    const statuses = (data as { files: { name: string; status: string }[] }).files.map(({ name, status }) => [
      name,
      status,
    ]);
    expect(statuses.sort()).toEqual([
      ['after.txt', 'renamed'],
      ['changed.txt', 'patched'],
      ['gone.txt', 'deleted'],
      ['mövéd "q".txt', 'patched'],
      ['new file.txt', 'created'],
    ]);
    for (const { name, bytes } of made) {
      const path = name === 'changed.txt' ? `src/${name}` : name;
      expect(bytes.toString()).toBe(readFileSync(join(repository, path), 'utf8'));
    }
    expect(made).toHaveLength(4);

    const back = await runTool(tool, { files: made, options: { patch, reverse: true } });
    expect(back.message).toBeUndefined();
    expect(back.files.map(({ name }) => name).sort()).toEqual(files.map(({ name }) => name).sort());
    for (const { name, bytes } of back.files)
      expect(bytes.toString()).toBe(files.find((file) => file.name === name)!.bytes.toString());
  });
});

describe('a hostile patch', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['counts beyond measure', '@@ -1,999999999999999 +1,1 @@\n a\n', 'but the patch ends'],
    ['numbers that are none', '@@ -x +y @@\n', 'must begin with "@@ -line,count'],
    ['a line far away', '@@ -999999999,1 +1,1 @@\n-zz\n+a\n', 'fits nowhere'],
    ['a sign that there is not', '@@ -1,2 +1,2 @@\n a\n*b\n', 'line 3, column 1: a line of the hunk must begin with'],
    ['no diff at all', 'hello\n', 'a unified diff must have a line that begins with "@@ -"'],
    ['a binary patch', 'diff --git a/x b/x\nGIT binary patch\n', 'a binary patch cannot be applied'],
    ['a normal diff', '2c2\n< a\n---\n> b\n', 'got another kind of diff'],
  ];
  it.each(cases)('with %s is refused', async (_, patch, expected) => {
    const { code, message } = await runTool(tool, { input: 'a\nb\n', options: { patch } });
    expect(code).toBe('INVALID_INPUT');
    expect(message).toContain(expected);
  });

  it('writes nowhere but beside the others', async () => {
    const patch = '--- /dev/null\n+++ b/../../etc/passwd\n@@ -0,0 +1 @@\n+x\n';
    const upload = { name: 'other.txt', bytes: Buffer.from('a') };
    const { files } = await runTool(tool, { files: [upload], options: { patch } });
    expect(files.map(({ name }) => name)).toEqual(['passwd']);
    const none = await runTool(tool, { files: [upload], options: { patch: patch.replace('passwd', '..') } });
    expect(none.message).toBe('A file name in the patch must be a file name without a path, got "../../etc/.."');
  });

  exhaustive('ends with a result or a limit, however often its hunks nearly fit', async () => {
    const input = 'a\n'.repeat(400_000);
    const hunk = `@@ -1,101 +1,101 @@\n${' a\n'.repeat(100)}-b\n+c\n`;
    const near = `@@ -1,51 +1,51 @@\n${' a\n'.repeat(50)}-a\n+c\n`;
    for (const patch of [hunk.repeat(2000), near.repeat(4000), `@@ -1,2 +1,2 @@\n a\n-b\n+c\n`.repeat(40_000)]) {
      const { status } = await runTool(tool, { input, options: { patch, partial: true, fuzz: 3 } });
      expect([200, 413]).toContain(status);
    }
  });
});
