import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './remove-accents.js';

const hasUconv = hasProgram('uconv', ['--version'], 'accents removed by ICU');

const plain = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).text ?? '';

function lettersOf(from: number, to: number, isWanted: (letter: string) => boolean): string[] {
  const found: string[] = [];
  for (let point = from; point <= to; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const letter = String.fromCodePoint(point);
    if (isWanted(letter)) found.push(letter);
  }
  return found;
}

const byUconv = (rules: string, letters: readonly string[]): string[] =>
  runProgram('uconv', ['-x', rules], letters.join('\n')).toString().split('\n');

describe('remove-accents', () => {
  it.skipIf(!hasUconv)('writes Latin letters as ICU does where it writes ASCII', async () => {
    const isLetter = (letter: string): boolean => /\p{L}/u.test(letter);
    const letters = [...lettersOf(0xc0, 0x24f, isLetter), ...lettersOf(0x1e00, 0x1eff, isLetter)];
    const theirs = byUconv('Latin-ASCII', letters);
    const ours = (await plain(letters.join('\n'))).split('\n');
    const other = letters.filter((_, index) => /^[ -~]+$/.test(theirs[index] ?? '') && ours[index] !== theirs[index]);
    // Without the apostrophe; ng for n, hw for hv, gh for oi.
    expect(other.filter((letter) => !'ŉŊŋƕƢƣ'.includes(letter))).toEqual([]);
    expect(letters.length).toBeGreaterThan(600);
  });

  it.skipIf(!hasUconv)('removes marks of every script as ICU does', async () => {
    const letters = lettersOf(
      0x80,
      0xffff,
      (letter) =>
        /\p{L}/u.test(letter) &&
        !/\p{Script=Hangul}/u.test(letter) &&
        letter.normalize('NFD') !== letter &&
        letter.normalize('NFC') === letter,
    );
    const theirs = byUconv('::NFD; ::[:Mn:] Remove; ::NFC;', letters);
    const ours = (await plain(letters.join('\n'), { scripts: 'all', fold: false })).split('\n');
    expect(letters.filter((_, index) => ours[index] !== theirs[index])).toEqual([]);
    expect(letters.length).toBeGreaterThan(800);
  });

  it('leaves alone what has no accent, composed or not', async () => {
    const text = '한글 한글 がぎ क्षि ก็ 東京 😀👩‍👧 ½ № ﷺ \u0301x й ї Ў שָׁלוֹם';
    expect(await plain(text)).toBe(text);
    expect(await plain('e\u0301 Z\u0323\u0301 ǘ ậ ơ')).toBe('e Z u a o');
    expect(await plain('Z\u0300\u0301\u0302\u0303a\u0300l\u0489go')).toBe('Zal\u0489go');
    expect(await plain('ά ᾳ ё Ѝ')).toBe('α α е И');
  });

  it('keeps what it is told to, however that is written', async () => {
    expect(await plain('än\u0303 ß ñ', { keep: 'ñß' })).toBe('an\u0303 ß ñ');
    expect(await plain('ø Ä', { keep: 'n\u0303Ä' })).toBe('o Ä');
    expect(await plain('Straße ø', { fold: false })).toBe('Straße ø');
  });

  it('takes time in proportion to the length, zalgo text too', async () => {
    for (const piece of ['é', `a${'\u0301\u0323'.repeat(100)}`, 'a'])
      await expectLinear(25_000, (length) => plain(piece.repeat(Math.ceil(length / piece.length))));
    const { code, message } = await runTool(tool, { input: `a${'\u0301\u0323'.repeat(50_000)}` });
    expect([code, message]).toEqual([
      'LIMIT_EXCEEDED',
      'Cannot read property "input": at most 256 combining marks in a row are allowed, got 100000',
    ]);
    expect(await plain(`a${'\u0301\u0323'.repeat(128)}`)).toBe('a');
  });
});
