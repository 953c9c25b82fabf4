import { describe, expect, it } from 'vitest';

import { splitGraphemes } from '../../lib/unicode/text-segments.js';
import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './truncate-text.js';

const hasPython = hasProgram('python3', ['--version'], 'texts cut by Python');

const cut = async (input: string, options: Readonly<Record<string, unknown>>) =>
  (await runTool(tool, { input, options })).text ?? '';

describe('truncate-text', () => {
  it.skipIf(!hasPython)('cuts characters and bytes as Python does', async () => {
    const chance = chanceOf(8);
    const pieces = ['a', 'tea', ' ', '.', 'é', 'ß', '東', '\n', '😀'];
    const cases = Array.from({ length: 600 }, () => ({
      text: `w${drawText(chance, pieces, 1 + chance(30))}`,
      length: 1 + chance(30),
      unit: chance(2) ? 'bytes' : 'characters',
      from: chance(2) ? 'start' : 'end',
      ellipsis: ['', '…', '...'][chance(3)] ?? '',
    }));
    const theirs = runPython<string[]>(
      `def cut(c):
    t, n, e = c['text'], c['length'], c['ellipsis']
    b = c['unit'] == 'bytes'
    size = (lambda s: len(s.encode())) if b else len
    if size(t) <= n: return t
    if size(e) >= n: e = ''
    n -= size(e)
    if c['from'] == 'end':
        return (t.encode()[:n].decode('utf-8', 'ignore') if b else t[:n]) + e
    return e + (t.encode()[-n:].decode('utf-8', 'ignore') if b else t[-n:])
print(json.dumps([cut(c) for c in data]))`,
      cases,
    );
    for (const [index, { text, ...options }] of cases.entries())
      expect(await cut(text, { ...options, keepWords: false })).toBe(theirs[index]);
  });

  it.skipIf(!hasPython)('takes the words that Python takes', async () => {
    const chance = chanceOf(9);
    const cases = Array.from({ length: 300 }, () => ({
      text: Array.from({ length: 1 + chance(12) }, () => ['one', 'deux', 'drei', 'четыре', '5'][chance(5)]).join(
        [' ', '  ', '\n'][chance(3)],
      ),
      length: 1 + chance(8),
    }));
    const theirs = runPython<string[][]>('print(json.dumps([c["text"].split()[:c["length"]] for c in data]))', cases);
    for (const [index, { text, length }] of cases.entries()) {
      const found = await cut(text, { unit: 'words', length, ellipsis: '' });
      expect([text, found.split(/\s+/)]).toEqual([text, theirs[index]]);
      expect(text.startsWith(found)).toBe(true);
    }
  });

  it('is never longer than asked for, and cuts between characters and words', async () => {
    const chance = chanceOf(10);
    const pieces = ['word', ' ', ', ', '👩‍👧', '🇫🇷', 'e\u0301', 'क्षि', '한글', 'ก็', '\r\n'];
    const sizes = { characters: (text: string) => [...splitGraphemes(text)].length, bytes: Buffer.byteLength };
    for (let round = 0; round < 400; round++) {
      const input = `a${drawText(chance, pieces, 1 + chance(40))}`;
      const unit = chance(2) ? 'characters' : 'bytes';
      const from = ['end', 'middle', 'start'][chance(3)];
      const length = 1 + chance(40);
      const keepWords = chance(2) === 1;
      const found = await cut(input, { unit, length, from, keepWords, ellipsis: '~' });
      const size = sizes[unit];
      if (size(input) <= length) expect(found).toBe(input);
      expect(size(found)).toBeLessThanOrEqual(length);
      const letters = [...splitGraphemes(input)];
      const parts = found.split('~');
      const known = new Set(letters);
      for (const letter of splitGraphemes(parts.join(''))) if (parts.length === 1) expect(known).toContain(letter);
    }
    const text = 'The quick brown fox';
    expect(await cut(text, { length: 12 })).toBe('The quick…');
    expect(await cut(text, { length: 12, keepWords: false })).toBe('The quick b…');
    expect(await cut(text, { length: 12, from: 'start' })).toBe('…brown fox');
    expect(await cut(text, { length: 14, from: 'middle' })).toBe('The…fox');
    expect(await cut('Supercalifragilistic', { length: 6 })).toBe('Super…');
    expect(await cut('It is so. Is it? Yes.', { unit: 'sentences', length: 2, ellipsis: '' })).toBe(
      'It is so. Is it? ',
    );
    expect(await cut('a\nb\nc', { unit: 'lines', length: 2, ellipsis: '' })).toBe('a\nb\n');
    expect(await cut('a\nb\nc', { unit: 'lines', length: 1, from: 'start', ellipsis: '' })).toBe('c');
    expect(await cut('私は学生です', { unit: 'words', length: 3, ellipsis: '', locale: 'ja' })).toBe('私は学生');
  });

  it('takes time in proportion to the length', async () => {
    for (const unit of ['characters', 'words', 'sentences', 'lines'])
      await expectLinear(12_000, (length) => cut('é x\n'.repeat(length / 4), { unit, length: Math.ceil(length / 9) }));
    await expectLinear(24_000, (length) => cut('é'.repeat(length), { length: length / 2 }));
  });
});
