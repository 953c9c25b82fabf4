import { expect, it } from 'vitest';
import { countMessage, weightedLength } from '../../lib/messages/message-lengths.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import characterCounter from './character-counter.js';

const hasGrep = hasProgram('grep', ['--version'], 'occurrences compared with grep');

it.skipIf(!hasGrep)('occurrences are those of grep -o', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const input = `word ${randomText(seed, 60)}`;
    for (const find of ['o', 'wor', '..']) {
      const { data } = await runTool(characterCounter, { input, options: { find } });
      const lines = runProgram(
        'env',
        ['LC_ALL=C.UTF-8', 'sh', '-c', 'grep -aoF -e "$1" || true', 'sh', find],
        input,
      ).toString();
      expect((data as { found: { count: number } }).found.count).toBe(lines.split('\n').length - 1);
    }
  }
});

it('a short message has the parts of 3GPP TS 23.038', () => {
  expect(countMessage('a'.repeat(160))).toMatchObject({ encoding: 'GSM-7', segments: 1, remaining: 0 });
  expect(countMessage('a'.repeat(161))).toMatchObject({
    units: 161,
    segments: 2,
    unitsPerSegment: 153,
    remaining: 145,
  });
  expect(countMessage('€'.repeat(80))).toMatchObject({ encoding: 'GSM-7', units: 160, segments: 1 });
  // The escape and its character stay together: 152 + 2 does not fit in 153.
  expect(countMessage(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3 });
  expect(countMessage('ж'.repeat(70))).toMatchObject({ encoding: 'UCS-2', segments: 1, remaining: 0 });
  expect(countMessage(`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`)).toMatchObject({ units: 134, segments: 3 });
});

it('a post weighs what the documents of twitter-text say', () => {
  expect(weightedLength('This is a test.')).toBe(15);
  expect(weightedLength('漢字')).toBe(4);
  expect(weightedLength('👨‍👩‍👧‍👦 and 👍🏽')).toBe(9);
  expect(weightedLength('cafe\u0301')).toBe(4);
  expect(weightedLength('(https://example.com/a_(b)).')).toBe(1 + 23 + 3);
});

it('grows with the length of the text', async () => {
  for (const part of ['a', '👨‍👩‍👧', 'http://', '\u0301']) {
    await expectLinear(30_000, async (length) => {
      const input = `e${part.repeat(length / part.length)}`;
      expect((await runTool(characterCounter, { input, options: { find: 'a' } })).status).toBe(200);
    });
  }
});
