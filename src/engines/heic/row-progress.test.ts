import { expect, it } from 'vitest';

import { trackRows } from './row-progress.js';

it('lets wait until every tile above has its place', async () => {
  const progress = trackRows([0, 0, 10, 10], 18);
  const reached: number[] = [];
  const waits = [0, 10, 18].map((rows) => progress.rowsReady(rows).then(() => reached.push(rows)));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await settle();
  expect(reached).toEqual([0]);
  progress.placed(1);
  progress.placed(2);
  await settle();
  expect(reached).toEqual([0]);
  progress.placed(0);
  await settle();
  expect(reached).toEqual([0, 10]);
  progress.placed(3);
  await Promise.all(waits);
  expect(reached).toEqual([0, 10, 18]);
});

it('fails those who wait and those who come, but not for rows that are there', async () => {
  const progress = trackRows([0, 10], 20);
  const early = progress.rowsReady(20);
  progress.placed(0);
  progress.failed(new Error('damaged'));
  await expect(early).rejects.toThrow('damaged');
  await expect(progress.rowsReady(11)).rejects.toThrow('damaged');
  await progress.rowsReady(10);
});
