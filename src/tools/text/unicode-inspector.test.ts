import { expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';
import unicodeInspector from './unicode-inspector.js';

it('the largest answer is within the limit of results', async () => {
  const input = '\u{1F3F4}\u{E0067}'.repeat(2500);
  const { status, data } = await runTool(unicodeInspector, { input, options: { limit: 5000 } });
  expect(status).toBe(200);
  expect((data as { characters: unknown[] }).characters).toHaveLength(5000);
});

it('a million characters take seconds', async () => {
  for (const input of ['\u{20000}'.repeat(1_000_000), '\u200b'.repeat(1_000_000), `e${'\u0301'.repeat(999_999)}`]) {
    const started = performance.now();
    const { status } = await runTool(unicodeInspector, { input, options: { limit: 5000 } });
    expect(status).toBe(200);
    expect(performance.now() - started).toBeLessThan(12_000);
  }
}, 60_000);
