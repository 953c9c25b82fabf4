import { expect, it } from 'vitest';

import { extensionOf, fileNameFault, renamed, stemOf } from './files.js';

it('splits a name at its last dot', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a.PDF', 'a', '.pdf'],
    ['archive.tar.gz', 'archive.tar', '.gz'],
    ['.profile', '.profile', ''],
    ['none', 'none', ''],
    ['dot.', 'dot', '.'],
    // Lower case of İ has two code units.
    ['photo.İ', 'photo', '.i̇'],
  ];
  for (const [name, stem, extension] of cases)
    expect([stemOf(name), extensionOf(name)], name).toEqual([stem, extension]);
  expect(renamed('IMG 1.HEIC', '.jpg')).toBe('IMG 1.jpg');
});

it('takes names and refuses paths, control characters and lengths beyond 200', () => {
  for (const name of ['a', 'ä 😀.txt', 'n'.repeat(200), '😀'.repeat(200), '...', 'CON', '-rf', ' ']) {
    expect(fileNameFault(name), name).toBeUndefined();
  }
  for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\u0000', 'a\n', '\u0085', '\ud800', 'n'.repeat(201)]) {
    expect(fileNameFault(name), JSON.stringify(name)).toBeDefined();
  }
});
