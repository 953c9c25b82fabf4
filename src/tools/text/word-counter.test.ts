import { expect, it } from 'vitest';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';

import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import wordCounter from './word-counter.js';

interface Counts {
  readonly spacedWords: number;
  readonly codePoints: number;
  readonly bytes: number;
  readonly lines: number;
  readonly words: number;
}

const hasWc = hasProgram('wc', ['--version'], 'counts of words compared with wc');

inRounds.skipIf(!hasWc)(
  'words between white space, code points and bytes are those of wc',
  [12, 150],
  async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      // wc passes over what cannot be printed.
      const text = `x${randomText(seed, 80)}`.replaceAll('\u0007', '');
      const { data } = await runTool(wordCounter, { input: text });
      const counts = data as Counts;
      const [, words, codePoints, bytes] = runProgram('env', ['LC_ALL=C.UTF-8', 'wc', '-lwmc'], text)
        .toString()
        .trim()
        .split(/\s+/)
        .map(Number);
      expect([counts.spacedWords, counts.codePoints, counts.bytes]).toEqual([words, codePoints, bytes]);
    }
  },
);

it('a file is counted without its byte order mark, whatever its encoding', async () => {
  const text = 'Grüße\r\naus Köln\r\n';
  const files = [{ name: 'a.txt', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }];
  const { data } = await runTool(wordCounter, { files });
  expect(data).toMatchObject({ words: 3, codePoints: 17, lines: 2, bytes: 20 });
});

exhaustive('grows with the length of the text, in many words or in one', async () => {
  for (const part of ['a ', 'a', '.', '\n']) {
    await expectLinear(20_000, async (length) => {
      expect((await runTool(wordCounter, { input: part.repeat(length / part.length) })).status).toBe(200);
    });
  }
});
