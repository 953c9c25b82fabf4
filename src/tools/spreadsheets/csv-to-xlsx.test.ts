import { expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';
import tool from './csv-to-xlsx.js';

it('sheets of more cells than are written are refused, those of several files together', async () => {
  // Rows that are short are as wide as the header.
  const table = (rows: number): string =>
    `${Array.from({ length: 2000 }, (_, i) => `c${i}`).join(',')}\n${'1\n'.repeat(rows)}`;
  const { status, message } = await runTool(tool, { input: table(2001) });
  expect([status, message]).toEqual([413, 'All sheets together must have at most 4000000 cells, got 4002000']);
  const files = ['a.csv', 'b.csv'].map((name) => ({ name, bytes: Buffer.from(table(1001)) }));
  const both = await runTool(tool, { files });
  expect([both.status, both.message]).toEqual([
    413,
    'All sheets together must have at most 4000000 cells, got 4004000',
  ]);
});
