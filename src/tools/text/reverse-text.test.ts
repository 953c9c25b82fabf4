import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './reverse-text.js';

const hasRev = hasProgram('rev', ['--version'], 'lines reversed by rev');
const hasTac = hasProgram('tac', ['--version'], 'the order of lines by tac');
const GRAPHEMES = '/usr/share/unicode/auxiliary/GraphemeBreakTest.txt';

const reversed = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).text;

const PIECES = ['a', 'B', ' ', '  ', '1', '!', 'é', 'ß', '\n', '\n\n', 'tea time', '東', '\t'];

describe('reverse-text', () => {
  for (const [program, options, isHere] of [
    ['rev', { perLine: true }, hasRev],
    ['tac', { unit: 'lines' }, hasTac],
  ] as const)
    it.skipIf(!isHere)(`does what ${program} does`, async () => {
      const chance = chanceOf(4);
      // Where the last line has no break, tac joins it to the one before.
      const texts = Array.from({ length: 200 }, () => `x${drawText(chance, PIECES, 1 + chance(40))}\n`);
      const ends = runPrograms(texts.map((input) => ({ program, args: [], input })));
      for (const [index, input] of texts.entries()) expect(await reversed(input, options)).toBe(ends[index]?.stdout);
    });

  it.skipIf(!existsSync(GRAPHEMES))('keeps the characters of GraphemeBreakTest whole', async () => {
    let lines = 0;
    for (const line of readFileSync(GRAPHEMES, 'utf8').split('\n')) {
      const [cases = ''] = line.split('#');
      if (!cases.includes('÷') || cases.includes('D800')) continue;
      const parts = cases
        .split('÷')
        .map((part) =>
          String.fromCodePoint(...(part.match(/[0-9A-F]{4,}/g) ?? []).map((hex) => Number.parseInt(hex, 16))),
        );
      const found = await reversed(parts.join(''));
      // U+2701 is not an emoji any more.
      if (!cases.includes('2701')) expect([line, found]).toEqual([line, parts.reverse().join('')]);
      lines++;
    }
    expect(lines).toBeGreaterThan(500);
  });

  it('comes back when reversed twice', async () => {
    const chance = chanceOf(5);
    const pieces = [...PIECES, '👩‍👧', '🇫🇷', 'न', 'क्षि', '한', 'ก็', 'ع', '\r\n'];
    for (let round = 0; round < 200; round++) {
      const input = `a${drawText(chance, pieces, 1 + chance(30))}z`;
      for (const unit of ['characters', 'words', 'lines']) {
        // Every line has the most frequent break afterwards.
        const text = unit === 'lines' ? input.replaceAll('\r\n', '\n') : input;
        const once = await reversed(text, { unit });
        expect(await reversed(once ?? '', { unit })).toBe(text);
      }
    }
  });

  it('takes time in proportion to the length', async () => {
    await expectLinear(50_000, (length) => reversed('é \u0301\u200d'.repeat(length / 4), { unit: 'characters' }));
    await expectLinear(50_000, (length) => reversed(' \t'.repeat(length / 2), { unit: 'words' }));
  });
});
