import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './directory-tree-generator.js';

const chance = chanceOf(7);
const NAMES = ['a', 'B', 'src', 'lib', 'read me.md', 'x.ts', 'ä', '日本', '-', '10', '9', 'a.b', 'index.html', '_'];

/** Distinct paths of which none is the folder of another. */
function randomPaths(count: number): string[] {
  const paths = new Set<string>();
  for (let i = 0; i < count; i += 1) {
    const folders = Array.from({ length: chance(6) }, () => pick(chance, NAMES));
    paths.add([...folders, `${pick(chance, NAMES)}${chance(50)}`].join('/'));
  }
  return [...paths];
}

const PATHS = randomPaths(2000);
const INPUT = PATHS.join('\n');
const FOLDERS = new Set(
  PATHS.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => `${path.slice(0, index)}/`)),
);

async function drawn(input: string, options: Record<string, unknown> = {}): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  return text ?? message ?? '';
}

const sorted = (text: string): string[] => text.trim().split('\n').sort();

const hasTree = hasProgram('tree', ['--version'], 'directory-tree-generator beside tree');
const theirTree = (...args: string[]): string =>
  runProgram('env', ['LC_ALL=C.UTF-8', 'tree', '--fromfile', '-N', ...args, '.'], INPUT).toString();

describe.skipIf(!hasTree)('tree --fromfile', () => {
  it.each([
    { args: ['-F', '--noreport'], options: {} },
    { args: ['-F', '--noreport', '--charset=ascii'], options: { format: 'ascii' } },
    { args: ['-F', '--noreport', '--dirsfirst'], options: { sort: 'folders-first' } },
    { args: ['-F', '--noreport', '-L', '2'], options: { depth: 2 } },
  ])('draws the same with $args', async ({ args, options }) => {
    const theirs = theirTree(...args).replaceAll('\u00a0', ' ');
    expect(await drawn(INPUT, { ...options, root: './' })).toBe(theirs);
  });

  it('is read back, with and without its last line, in both sets of lines', async () => {
    for (const args of [['-F'], ['-F', '--charset=ascii'], ['-F', '--noreport'], []]) {
      const paths = await drawn(theirTree(...args), { format: 'paths' });
      expect(sorted(paths)).toEqual([...PATHS, ...FOLDERS].sort());
    }
  });
});

describe('directory-tree-generator', () => {
  it('reads its own drawings back, with sizes, roots and counts', async () => {
    for (const format of ['tree', 'ascii', 'markdown']) {
      for (const options of [
        {},
        { counts: format !== 'markdown' },
        { sort: 'none' },
        { sort: 'folders-first', root: '' },
      ]) {
        const drawing = await drawn(INPUT, { format, ...options });
        expect(sorted(await drawn(drawing, { format: 'paths' }))).toEqual([...PATHS, ...FOLDERS].sort());
      }
    }
  });

  it('reads trees of Windows, outlines with tabs and bullets', async () => {
    const expected = 'a/\na/b/\na/b/c.txt\na/d.txt\ne.txt\n';
    for (const tree of [
      '+---a\n|   |   d.txt\n|   |   \n|   \\---b\n|           c.txt\n|           \n\\---e.txt\n',
      '├───a\n│   │   d.txt\n│   └───b\n│           c.txt\n└───e.txt\n',
      'a\n\tb\n\t\tc.txt\n\td.txt\ne.txt\n',
      '- a\n  - b/\n    - c.txt\n  - d.txt\n- e.txt\n',
      '* a\n    * d.txt\n    * b\n        * c.txt\n* e.txt',
    ])
      expect(await drawn(tree, { format: 'paths' })).toBe(expected);
  });

  it('tells links and sizes of archives, and reads both back', async () => {
    const { text } = await runTool(tool, {
      files: [{ name: 'slip.tar', bytes: readFixture('archives/slip.tar') }],
      options: { sizes: true },
    });
    expect(text).toMatch(/ -> /);
    expect(text).toMatch(/ \(\d+ bytes\)/);
    expect(await drawn(text ?? '', { sizes: true })).toBe(text);
  });

  it('takes paths for what they are: dots, slashes, spaces, other folders', async () => {
    expect(await drawn('./a//b/\r\n../x\n /usr/bin \na/b/c d\n', { format: 'paths' })).toBe(
      '../\n../x\na/\na/b/\na/b/c d\nusr/\nusr/bin\n',
    );
    expect(await drawn('- a\n- b', { from: 'paths', format: 'paths' })).toBe('- a\n- b\n');
  });

  it('draws control characters so that no name breaks the drawing', async () => {
    expect(await drawn('a\u001b[31m/b', { root: '' })).toBe('a\\u001b[31m/\n└── b\n');
    expect(await drawn('*a*/<b>', { format: 'markdown' })).toBe('- \\*a\\*/\n  - \\<b\\>\n');
  });

  it('refuses what is too deep, too many or too long', async () => {
    expect(await drawn('a/'.repeat(201))).toBe('Cannot read property "input": folders must be nested at most 200 deep');
    const many = Array.from({ length: 100_001 }, (_, i) => i.toString(36)).join('\n');
    expect(await drawn(many)).toBe('Cannot read property "input": it must have at most 100000 files and folders');
    const long = `${'x'.repeat(20_000)}/${Array.from({ length: 300 }, (_, i) => i).join('\n ')}`;
    expect(await drawn(long, { from: 'tree', format: 'paths' })).toBe(
      'The result must have at most 5000000 characters',
    );
  });

  it('takes time in step with the number of paths', async () => {
    await expectLinear(2000, (length) => drawn(randomPaths(length).join('\n')));
    await expectLinear(20_000, (length) => drawn(`${'│   '.repeat(length)}├── a`));
    await expectLinear(20_000, (length) => drawn(` ${'-'.repeat(length)} a`));
  });
});
