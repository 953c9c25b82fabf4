import { afterEach, expect, it, vi } from 'vitest';

import { ReadingTime } from './reading-time.js';

afterEach(() => vi.restoreAllMocks());

it('begins no page after 55 seconds, and says how many are read', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const time = new ReadingTime();
  clock.mockReturnValue(55_900);
  time.check(2, 9, '"pages" chooses some');
  clock.mockReturnValue(56_000);
  expect(() => time.check(3, 9, '"pages" chooses some')).toThrow(
    'Reading must take at most 55 seconds: it took more for 3 of 9 pages, "pages" chooses some',
  );
});
