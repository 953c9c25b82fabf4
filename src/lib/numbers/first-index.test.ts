import { expect, it } from 'vitest';

import { firstIndex } from './first-index.js';

it('the first index is the one that a walk from the front finds, in lists of every length', () => {
  for (let count = 0; count < 40; count++) {
    for (let first = 0; first <= count; first++) {
      const isPast = Array.from({ length: count }, (_, i) => i >= first);
      const walked = isPast.indexOf(true);
      expect(firstIndex(count, (i) => isPast[i] === true)).toBe(walked < 0 ? count : walked);
    }
  }
});

it('the first index of a million is found in twenty looks', () => {
  let looks = 0;
  const isPast = (i: number): boolean => {
    looks++;
    return i >= 765_432;
  };
  expect(firstIndex(1_000_000, isPast)).toBe(765_432);
  // The next power of two is 2 ** 20.
  expect(looks).toBeLessThanOrEqual(20);
});
