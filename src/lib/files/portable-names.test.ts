import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { portableName, withDistinctNames } from './portable-names.js';

const distinct = (...names: string[]): string[] =>
  withDistinctNames(names.map((name) => ({ name }))).map(({ name }) => name);

describe('portableName', () => {
  it.each([
    'photo.jpg',
    'IMG 1 (2).HEIC',
    '.profile',
    'archive.tar.gz',
    'grüße 🌍.txt',
    'CONTRACT.pdf',
    'com10.txt',
    '-rf',
    '~$a.docx',
    '..／x',
  ])('%j stays', (name) => {
    expect(portableName(name)).toBe(name);
  });

  it.each([
    ['a:b.txt', 'a_b.txt'],
    ['what? "why" <how>|*.txt', 'what_ _why_ _how___.txt'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b', 'a_b'],
    ['a\u0000b\u009fc', 'a_b_c'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['name. . .', 'name'],
    ['...', '_'],
    ['   ', '_'],
    ['CON', '_CON'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['aux .txt', '_aux .txt'],
    ['Com¹.txt', '_Com¹.txt'],
    ['conin$', '_conin$'],
  ])('%j becomes %j', (name, expected) => {
    expect(portableName(name)).toBe(expected);
    expect(portableName(expected)).toBe(expected);
  });

  it('a name is cut to 255 bytes of UTF-8 before its ending', () => {
    expect(portableName(`${'n'.repeat(300)}.tar.gz`)).toBe(`${'n'.repeat(248)}.tar.gz`);
    expect(portableName(`${'é'.repeat(200)}.txt`)).toBe(`${'é'.repeat(125)}.txt`);
    expect(portableName('n'.repeat(255))).toBe('n'.repeat(255));
  });

  it('a cut goes through no emoji, no letter and its marks, and leaves no dot or space', () => {
    const coder = '👩\u200d💻'; // 11 bytes
    expect(portableName(coder.repeat(30))).toBe(coder.repeat(23));
    expect(portableName('e\u0301'.repeat(100))).toBe('e\u0301'.repeat(85));
    expect(portableName(`${'n'.repeat(250)}. ${'n'.repeat(20)}`)).toBe(`${'n'.repeat(250)}. nnn`);
    expect(portableName(`${'n'.repeat(254)} ${'n'.repeat(20)}`)).toBe('n'.repeat(254));
    expect(portableName(`e${'\u0301'.repeat(200)}.txt`)).toBe('_.txt');
  });

  it('grows with the length of a run of dots and spaces, not its square', () =>
    expectLinear(20_000, (length) => portableName(`${'. '.repeat(length)}x`)));
});

describe('withDistinctNames', () => {
  it('the first of equal names keeps it, the others are numbered before the ending', () => {
    expect(distinct('a.txt', 'a.txt', 'b', 'a.txt', 'b')).toEqual(['a.txt', 'a (2).txt', 'b', 'a (3).txt', 'b (2)']);
    expect(distinct('a.tar.gz', 'a.tar.gz')).toEqual(['a.tar.gz', 'a (2).tar.gz']);
    expect(distinct('.env', '.env')).toEqual(['.env', '.env (2)']);
  });

  it('a name given only once is never taken by a numbered one', () => {
    expect(distinct('a.txt', 'a.txt', 'a (2).txt')).toEqual(['a.txt', 'a (3).txt', 'a (2).txt']);
    expect(distinct('a', 'a', 'A (2)', 'a (2)')).toEqual(['a', 'a (3)', 'A (2)', 'a (2) (2)']);
  });

  it.each([
    ['case', 'Straße.txt', 'STRASSE.TXT', 'STRASSE (2).TXT'],
    ['final sigma', 'ας', 'ασ', 'ασ (2)'],
    ['composed and decomposed letters', '\u00e9', 'e\u0301', 'e\u0301 (2)'],
    ['what portable names lose', 'a:b', 'a?b', 'a_b (2)'],
  ])('names that differ only in %s are equal', (_, first, second, expected) => {
    expect(distinct(first, second)[1]).toBe(expected);
  });

  it('numbered names keep to 255 bytes', () => {
    const [first, second] = distinct(`${'n'.repeat(300)}.txt`, `${'n'.repeat(300)}.txt`);
    expect(first).toBe(`${'n'.repeat(251)}.txt`);
    expect(second).toBe(`${'n'.repeat(247)} (2).txt`);
  });

  it('everything else of an item stays', () => {
    expect(withDistinctNames([{ name: 'a?', size: 1 }])).toEqual([{ name: 'a_', size: 1 }]);
  });

  it('3,000 equal names stay apart without trying every number for each', () => {
    expect(new Set(distinct(...Array.from({ length: 3000 }, () => 'a'))).size).toBe(3000);
  });
});
