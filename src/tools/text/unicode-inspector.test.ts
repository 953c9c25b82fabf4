import { expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import unicodeInspector from './unicode-inspector.js';

it('the largest answer is within the limit of results', async () => {
  const input = '\u{1F3F4}\u{E0067}'.repeat(2500);
  const { status, data } = await runTool(unicodeInspector, { input, options: { limit: 5000 } });
  expect(status).toBe(200);
  expect((data as { characters: unknown[] }).characters).toHaveLength(5000);
});

it('grows with the length of the text', async () => {
  for (const part of ['\u{20000}', '\u200b', '\u0301']) {
    await expectLinear(12_000, async (length) => {
      const request = { input: `e${part.repeat(length)}`, options: { limit: 10 } };
      expect((await runTool(unicodeInspector, request)).status).toBe(200);
    });
  }
});

it('several files share the limit, and one that is not text does not spoil the others', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('\ufeffaé', 'utf16le') },
    { name: 'b.bin', bytes: Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0, 3]) },
    { name: 'c.txt', bytes: Buffer.from('xyz') },
  ];
  const { data } = await runTool(unicodeInspector, { files, options: { limit: 7 } });
  expect(data).toMatchObject({
    files: [
      { name: 'a.txt', codePoints: 2, characters: [{ name: 'LATIN SMALL LETTER A' }, { character: 'é' }] },
      { name: 'b.bin', error: expect.stringContaining('"b.bin"') as unknown },
      { name: 'c.txt', codePoints: 3, total: 3, characters: [{ character: 'x' }, { character: 'y' }] },
    ],
  });
});
