import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { progressText } from '../core/run-progress.js';

import { CallProgress } from './call-progress.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const step = (done: number) => ({ done, total: 3, unit: 'steps' }) as const;
const written = (done: number) => ({ done, total: 60, unit: 'seconds' }) as const;

function listen() {
  const said: string[] = [];
  return { said, calls: new CallProgress((progress) => said.push(progressText(progress))) };
}

it('says nothing of steps that are over at once', () => {
  const { said, calls } = listen();
  for (const done of [0, 1, 2]) {
    calls.begin(step(done), 'sort-lines')(written(1));
    vi.advanceTimersByTime(199);
    calls.end();
  }
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
});

it('says which step is under way, and then the latest that it tells, five times a second at most', () => {
  const { said, calls } = listen();
  const tell = calls.begin(step(0), 'trim-video');
  vi.advanceTimersByTime(200);
  expect(said).toEqual(['step 1 of 3, trim-video']);
  for (let done = 1; done <= 8; done += 1) {
    tell(written(done));
    vi.advanceTimersByTime(50);
  }
  expect(said.slice(1)).toEqual([
    'step 1 of 3, trim-video: 4.0 of 60.0 s written',
    'step 1 of 3, trim-video: 8.0 of 60.0 s written',
  ]);
  calls.end();
  calls.begin(step(1), 'compress-video');
  vi.advanceTimersByTime(200);
  expect(said.at(-1)).toBe('step 2 of 3, compress-video');
  // What does not change is not told again.
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(4);
});
