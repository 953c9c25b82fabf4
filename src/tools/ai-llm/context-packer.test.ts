import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { writeZip } from '../../lib/archives/zip-writer.js';
import { ignoredBy, readIgnoreRules } from '../../lib/llm/ignore-rules.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import contextPacker from './context-packer.js';

const zip = (files: Readonly<Record<string, string>>) => ({
  name: 'repo.zip',
  bytes: writeZip(
    Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    { level: 6 },
  ),
});

const PATTERNS = [
  '*.log',
  'build',
  'build/',
  '/a',
  '/src/*.js',
  'src/**',
  '**/x.txt',
  'a/**/b',
  '!keep.log',
  '!src/keep.js',
  '*.py[co]',
  'n?.txt',
  '# no',
  '',
  'b/',
  '/src/',
  'doc/*.txt',
  '\\#x',
  'x[0-9].txt',
  ' ',
];
const NAMES = [
  'a',
  'b',
  'src',
  'build',
  'doc',
  'x.txt',
  'keep.log',
  'y.log',
  'keep.js',
  'm.js',
  'n1.txt',
  'p.pyc',
  'p.pyi',
  '#x',
  'x7.txt',
];

inRounds.skipIf(!hasProgram('git', ['--version'], 'files that .gitignore ignores'))(
  'ignores what git ignores',
  [5, 40],
  (rounds) => {
    const folder = mkdtempSync(join(tmpdir(), 'ignore-'));
    try {
      for (let seed = 0; seed < rounds; seed++) {
        const chance = chanceOf(seed);
        const root = join(folder, String(seed));
        mkdirSync(root);
        runProgram('git', ['init', '-q', root]);
        const list = () => Array.from({ length: 1 + chance(6) }, () => pick(chance, PATTERNS)).join('\n');
        const rules = { '.gitignore': list(), 'src/.gitignore': list() };
        // `src` itself is a folder on the disk, not a file.
        const paths = Array.from({ length: 40 }, () =>
          Array.from({ length: 1 + chance(4) }, () => pick(chance, NAMES)).join('/'),
        ).filter((path) => path !== 'src');
        for (const [path, text] of Object.entries(rules)) {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), text);
        }
        const isIgnored = ignoredBy(
          Object.entries(rules).flatMap(([path, text]) => readIgnoreRules(text, path.slice(0, -'.gitignore'.length))),
        );
        const [end] = runPrograms([
          {
            program: 'git',
            args: ['-C', root, '-c', 'core.excludesFile=/dev/null', 'check-ignore', '--no-index', '--stdin', '-z'],
            input: paths.join('\0'),
          },
        ]);
        const expected = new Set((end?.stdout ?? '').split('\0').filter(Boolean));
        for (const path of paths)
          expect([path, isIgnored(path)], JSON.stringify(rules)).toEqual([path, expected.has(path)]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it('packs a ZIP archive of a repository, with its own rules', async () => {
  const files = [
    zip({
      'r/.gitignore': 'dist/\n',
      'r/dist/a.js': 'x',
      'r/src/b.ts': 'let b = 1;\n',
      'r/node_modules/c.js': 'x',
      'r/README.md': '# R\n',
    }),
  ];
  const { data, files: outputs } = await runTool(contextPacker, { files, options: { lineNumbers: true } });
  expect(data).toMatchObject({
    fileCount: 3,
    skipped: [
      { path: 'r/dist/a.js', reason: 'ignored by .gitignore' },
      { path: 'r/node_modules/c.js', reason: 'never useful to a model' },
    ],
  });
  expect(outputs[0]?.bytes.toString()).toContain('r/\n  src/\n    b.ts\n  .gitignore\n  README.md\n');
  expect(outputs[0]?.bytes.toString()).toContain('1: let b = 1;\n');
});

it.skipIf(!hasProgram('python3', ['--version'], 'ZIP archives of others'))(
  'reads an archive that Python wrote',
  async () => {
    const script =
      'import zipfile,sys,io\nb=io.BytesIO()\nz=zipfile.ZipFile(b,"w",zipfile.ZIP_DEFLATED)\nz.writestr("é/日.txt","größe\\n"*99)\nz.close()\nsys.stdout.buffer.write(b.getvalue())';
    const { data, files } = await runTool(contextPacker, {
      files: [{ name: 'p.ZIP', bytes: runProgram('python3', ['-c', script]) }],
      options: { format: 'plain' },
    });
    expect(data).toMatchObject({ files: [{ path: 'é/日.txt', lines: 99 }] });
    expect(files[0]?.bytes.toString()).toContain('größe\n'.repeat(99));
  },
);

it('keeps within the budget', async () => {
  const files = [
    zip(
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}.txt`, 'some words here '.repeat((i * 37) % 50)])),
    ),
  ];
  for (const maxTokens of [600, 1_000, 3_000]) {
    const { data } = await runTool(contextPacker, { files, options: { maxTokens } });
    const { tokenCount, fileCount, skipped } = data as { tokenCount: number; fileCount: number; skipped: object[] };
    expect(tokenCount).toBeLessThanOrEqual(maxTokens);
    expect(fileCount + skipped.length).toBe(60);
  }
});

it('warns of secrets, and redacts them where asked to', async () => {
  const files = [{ name: 'a.env', bytes: Buffer.from('x=1\nDB=postgres://app:Tr4v-Blau-77@db.internal/app\n') }];
  const plain = await runTool(contextPacker, { files });
  expect(plain.data).toMatchObject({
    secrets: [{ path: 'a.env', line: 2, title: 'Password in an address' }],
    warnings: [expect.stringContaining('1 secrets were found')],
  });
  expect(JSON.stringify(plain.data)).not.toContain('Tr4v');
  const {
    files: [clean],
  } = await runTool(contextPacker, { files, options: { redactSecrets: true } });
  expect(clean?.bytes.toString()).toContain('app:[REDACTED]@db');
});

inRounds('damaged archives are read as far as they go, or refused', [40, 500], async (rounds) => {
  const { bytes } = zip({ 'a/b.txt': 'hello '.repeat(50), 'c.md': '# c' });
  const chance = chanceOf(9);
  const statusOf = async (damaged: Uint8Array) =>
    (await runTool(contextPacker, { files: [{ name: 'a.zip', bytes: damaged }] })).status;
  for (let end = 0; end < bytes.length; end += rounds === 500 ? 1 : 11)
    expect([200, 400, 413]).toContain(await statusOf(bytes.slice(0, end)));
  for (let round = 0; round < rounds; round++) {
    const changed = Buffer.from(bytes);
    for (let i = 0; i <= chance(3); i++) changed[chance(changed.length)] = chance(256);
    expect([200, 400, 413]).toContain(await statusOf(changed));
  }
});

exhaustive('too many rules and paths are over a limit', async () => {
  const paths = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`d${i}/f.txt`, '']));
  const { status, message } = await runTool(contextPacker, {
    files: [zip({ ...paths, '.gitignore': Array.from({ length: 5_000 }, (_, i) => `x${i}`).join('\n') })],
  });
  expect([status, message]).toEqual([
    413,
    'Cannot compare the files with .gitignore: too many paths and ignore rules to compare',
  ]);
});

exhaustive('a prompt that is too long is over a limit, with the way out', async () => {
  const files = [{ name: 'a.txt', bytes: Buffer.alloc(6_100_000, 'word ') }];
  const { status, message } = await runTool(contextPacker, { files });
  expect([status, message]).toEqual([
    413,
    'The prompt may have at most 6000000 characters: set "maxTokens" or "include"',
  ]);
});

it('redacts many secrets in linear time', async () => {
  const line = 'DB=postgres://app:Tr4v-Blau-77@db.internal/app\n';
  await expectLinear(100, async (length) => {
    const files = [{ name: 'a.env', bytes: Buffer.from(line.repeat(length)) }];
    const {
      files: [clean],
    } = await runTool(contextPacker, { files, options: { redactSecrets: true } });
    expect(clean?.bytes.toString().split('[REDACTED]').length).toBe(length + 1);
  });
});
