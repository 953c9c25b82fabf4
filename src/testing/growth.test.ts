import { expect, it } from 'vitest';

import { expectLinear } from './growth.js';

function spin(steps: number): number {
  let sum = 0;
  for (let i = 0; i < steps; i += 1) sum = (sum + i * i) % 1_000_003;
  return sum;
}

it('lets pass what grows with the length, and refuses what grows with its square', async () => {
  await expectLinear(100_000, spin);
  await expect(expectLinear(150, (length) => spin(length * length))).rejects.toThrow('8 times as long');
});

it('does not take the quick refusal of a longer text for linear work', async () => {
  const work = (length: number) => (length > 1200 ? { status: 413 } : { status: 200, data: spin(length * length) });
  await expect(expectLinear(150, work)).rejects.toThrow('8 times as long');
});
