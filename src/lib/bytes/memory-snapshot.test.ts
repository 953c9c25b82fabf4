import { expect, it } from 'vitest';

import { snapshotMemory } from './memory-snapshot.js';

it('goes back to what was there, with zeros behind it, also in memory that has grown', () => {
  const memory = new WebAssembly.Memory({ initial: 2 });
  const bytes = (): Uint8Array => new Uint8Array(memory.buffer);
  bytes().fill(7, 0, 1000);
  const rewind = snapshotMemory(bytes);
  memory.grow(1);
  bytes().fill(9);
  rewind();
  const after = Buffer.from(bytes());
  expect(after.subarray(0, 1000).every((value) => value === 7)).toBe(true);
  expect(after.subarray(1000).every((value) => value === 0)).toBe(true);
});
