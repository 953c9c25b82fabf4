import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { drawsFrom } from '../../lib/secrets/draw.js';
import { passphraseMaker, WORD_LISTS, wordsOf } from '../../lib/secrets/passphrase.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './passphrase-generator.js';

/** The numbers that dice show for each word: 1111, 1112 … 6666. */
const dice = (index: number, digits: number): string =>
  [...index.toString(6).padStart(digits, '0')].map((digit) => Number(digit) + 1).join('');

describe('the files that the EFF publishes', () => {
  const published = [
    ['eff-large', 'eff_large_wordlist.txt', 'addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e'],
    ['eff-short', 'eff_short_wordlist_1.txt', '8f5ca830b8bffb6fe39c9736c024a00a6a6411adb3f83a9be8bfeeb6e067ae69'],
    ['eff-short-2', 'eff_short_wordlist_2_0.txt', '22b45c52e0bd0bbf03aa522240b111eb4c7c0c1d86c4e518e1be2a7eb2a625e4'],
  ] as const;
  it.each(published)('%s has the words of %s', (list, _, sha256) => {
    const words = wordsOf(list);
    const digits = Math.log(words.length) / Math.log(6);
    const file = words.map((word, index) => `${dice(index, Math.round(digits))}\t${word}\n`).join('');
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
  });
});

const DICEWARE = 'import diceware.wordlist as w; print("\\n".join(w.WordList(w.get_wordlist_path("en_eff"))))';
it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import diceware'], 'the large word list beside diceware'))(
  'the large list is that of diceware',
  () => {
    expect(runProgram('/usr/bin/python3', ['-c', DICEWARE]).toString().trim().split('\n')).toEqual(
      wordsOf('eff-large'),
    );
  },
);

inRounds('every word is equally often', [20_000, 600_000], (rounds: number) => {
  const draw = drawsFrom(seededBytes(11));
  for (const list of WORD_LISTS) {
    const { make } = passphraseMaker({ list, words: 10, separator: ' ', capitalize: false, number: false });
    const words = Array.from({ length: rounds / 10 }, () => make(draw)).flatMap((passphrase) => passphrase.split(' '));
    expect(unevenness(words, wordsOf(list))).toBeLessThan(1);
  }
});

it('each word is equally often the one with a digit, and each digit as often', () => {
  const draw = drawsFrom(seededBytes(12));
  const { make, bits } = passphraseMaker({
    list: 'eff-short-2',
    words: 4,
    separator: '_',
    capitalize: true,
    number: true,
  });
  expect(bits).toBeCloseTo(Math.log2(1296 ** 4 * 40), 9);
  const numbered = Array.from({ length: 8000 }, () =>
    make(draw)
      .split('_')
      .map((word) => /\d?$/.exec(word)![0]),
  );
  expect(
    unevenness(
      numbered.map((ends) => String(ends.findIndex((end) => end !== ''))),
      '0123',
    ),
  ).toBeLessThan(1);
  expect(
    unevenness(
      numbered.map((ends) => ends.join('')),
      '0123456789',
    ),
  ).toBeLessThan(1);
});

it('options change what they say', async () => {
  const options = { words: 20, count: 1000, separator: '. ', capitalize: true, format: 'text' };
  const { text } = await runTool(tool, { options }, { random: seededBytes(13) });
  const lines = text!.trimEnd().split('\n');
  expect(new Set(lines).size).toBe(1000);
  for (const line of lines) expect(line).toMatch(/^(?:[A-Z][a-z-]+\. ){19}[A-Z][a-z-]+$/);
});
