import { expect } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import textSimilarity from './text-similarity.js';

exhaustive('texts at the limits of the slow measures are measured', async () => {
  const first = 'abcdefghij'.repeat(1000);
  const second = 'jihgfedcba'.repeat(1000);
  const { data } = await runTool(textSimilarity, { input: first, options: { other: second } });
  expect(data).toMatchObject({ lengths: [10_000, 10_000] });
  expect((data as { damerau: unknown }).damerau).not.toBeNull();
});

exhaustive('63,000 letters against 63,000 others are measured', async () => {
  const options = { other: `${'ba'.repeat(31_500)}x` };
  const { status, data } = await runTool(textSimilarity, { input: `${'ab'.repeat(31_500)}y`, options });
  expect(status).toBe(200);
  expect(data).toMatchObject({ damerau: null });
  expect((data as { levenshtein: unknown }).levenshtein).not.toBeNull();
});

exhaustive('a million letters against a million others give the linear measures only', async () => {
  const { data } = await runTool(textSimilarity, {
    input: 'a b '.repeat(250_000),
    options: { other: 'b c '.repeat(250_000) },
  });
  expect(data).toMatchObject({ levenshtein: null, lcs: null, osa: null, damerau: null, cosine: { similarity: 0.5 } });
  const refused = await runTool(textSimilarity, {
    input: 'a'.repeat(1_000_000),
    options: { other: 'b'.repeat(1_000_000), metric: 'levenshtein' },
  });
  expect(refused.status).toBe(413);
});
