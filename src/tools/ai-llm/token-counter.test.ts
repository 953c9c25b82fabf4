import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';

import { runTool } from '../../testing/run-tool.js';

import tokenCounter from './token-counter.js';

exhaustive('counts a million characters beyond the BMP, the longest input there is', async () => {
  const { data } = await runTool(tokenCounter, { input: '\u{10ffff}'.repeat(1_000_000) });
  // Each byte is a token: none of the merged tokens holds F4 8F.
  expect(data).toMatchObject({ tokens: 4_000_000, characters: 1_000_000, bytes: 4_000_000 });
});

it('answers the same text in the same way after another', async () => {
  const first = await runTool(tokenCounter, { input: 'The same words, the same count.' });
  await runTool(tokenCounter, { input: 'Other words. '.repeat(1000) });
  expect((await runTool(tokenCounter, { input: 'The same words, the same count.' })).data).toEqual(first.data);
});
