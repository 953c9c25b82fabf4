import { existsSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';

import { expectLinear } from '../../testing/growth.js';
import { randomText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import removeInvisible from './remove-invisible-characters.js';

const EMOJI_TEST = '/usr/share/unicode/emoji/emoji-test.txt';
const hasSuite = existsSync(EMOJI_TEST);
if (!hasSuite) noteUntested('unicode-data', 'emoji that must keep their joiners');

it.skipIf(!hasSuite)('every emoji of emoji-test stays as it is', async () => {
  const emoji = readFileSync(EMOJI_TEST, 'utf8')
    .split('\n')
    .filter((line) => /;\s*(fully-qualified|component|minimally-qualified|unqualified)/.test(line))
    .map((line) =>
      String.fromCodePoint(
        ...line
          .split(';')[0]!
          .trim()
          .split(' ')
          .map((code) => Number.parseInt(code, 16)),
      ),
    );
  expect(emoji.length).toBeGreaterThan(4000);
  const input = emoji.join('\n');
  const { text } = await runTool(removeInvisible, { input });
  expect(text).toBe(input);
});

it('tags that hide a text and selectors without a base go', async () => {
  const hidden = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const { text } = await runTool(removeInvisible, { input: `a${hidden}b 🏴${hidden}${hidden}\u{e007f} x\ufe0f` });
  expect(text).toBe('ab 🏴 x');
});

it('what is removed once is removed for good', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const input = `x${randomText(seed, 60)}`;
    const { text } = await runTool(removeInvisible, { input });
    const again = await runTool(removeInvisible, { input: text ?? '' });
    expect(again.text).toBe(text);
    const { data } = await runTool(removeInvisible, { input: text ?? '', options: { action: 'report' } });
    expect(data).toMatchObject({ found: 0 });
  }
});

exhaustive('grows with the number of invisible characters', async () => {
  for (const action of ['remove', 'replace', 'report']) {
    await expectLinear(50_000, async (length) => {
      const request = { input: '\u200b'.repeat(length), options: { action, replacement: '?' } };
      expect((await runTool(removeInvisible, request)).status).toBe(200);
    });
  }
});
