import { expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { xxHash32 } from './lz4.js';
import { leadsOut, pathProblems, safePath } from './safe-path.js';
import { matchesWildcards, patternsOf } from './wildcards.js';

it('no path leads out of its folder, and ordinary ones stay', () => {
  for (const [path, expected] of [
    ['docs/a.txt', 'docs/a.txt'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/absolute', 'absolute'],
    ['C:\\Windows\\win.ini', 'Windows/win.ini'],
    ['a/./b/../c', 'a/b/c'],
    ['..', '_'],
    ['', '_'],
    ['docs/nul', 'docs/_nul'],
    ['a\u0000b', 'a_b'],
  ] as const)
    expect(safePath(path), path).toBe(expected);
  expect(pathProblems('docs/a.txt')).toEqual([]);
  expect(pathProblems('..\\a')).toEqual(['leads out of the folder with ".."', 'has backslashes']);
});

it('a link leads out where its way goes above the folder at any point', () => {
  expect(leadsOut('a/link', '../b')).toBe(false);
  expect(leadsOut('a/link', '../../b')).toBe(true);
  expect(leadsOut('a/link', 'b/../../../c')).toBe(true);
  expect(leadsOut('link', '/etc')).toBe(true);
});

it('patterns fit names, or paths where they have a slash', () => {
  const fits = (path: string, list: string): boolean => matchesWildcards(path, patternsOf(list));
  expect(fits('docs/a.txt', '*.txt')).toBe(true);
  expect(fits('docs/a.txt', '*.md, ?.txt')).toBe(true);
  expect(fits('docs/a.txt', 'docs/*')).toBe(true);
  expect(fits('docs/deep/a.txt', 'docs/*')).toBe(false);
  expect(fits('docs/deep/a.txt', 'docs/**')).toBe(true);
  expect(fits('docs/deep/a.txt', '**/a.txt')).toBe(true);
  expect(fits('a.txt', '**/a.txt')).toBe(true);
  expect(fits('docs/a.txt', 'docs/**/a.txt')).toBe(true);
  expect(fits('docs/a.txt', 'a')).toBe(false);
});

it('a pattern of stars grows with the path that it is held against', async () => {
  const pattern = '*a'.repeat(400).concat('b');
  await expectLinear(5000, (length) => expect(matchesWildcards('a'.repeat(length), [pattern])).toBe(false));
});

it('XXH32 gives the values of xxhsum 0.8 with seed 0', () => {
  expect(xxHash32(Buffer.alloc(0)).toString(16)).toBe('2cc5d05');
  expect(xxHash32(Buffer.from('a')).toString(16)).toBe('550d7456');
  expect(xxHash32(Buffer.from('Nobody inspects the spammish repetition')).toString(16)).toBe('e2293b2f');
});
