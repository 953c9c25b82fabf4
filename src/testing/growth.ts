import { expect } from 'vitest';

/** Processor time of this process for some work, in milliseconds. Unlike the clock, it hardly grows with what else the machine does. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The longer input, as many times the shorter. */
const TIMES = 8;
/** Linear work gives 8, work by the square 64. Between them lies what collections of garbage and a busy machine add. */
const MAX_RATIO = 24;
const TRIES = 5;
/** Shorter work is measured as if it took this long: the accounting of the system has steps. */
const LEAST_MS = 1;

/**
 * Expects work on an input eight times as long to take about eight times the processor time, not the square of it. `work` gets the
 * length to make and work on; `length` is the shorter of the two. Judged by the best of several tries, so that load does not decide.
 */
export async function expectLinear(length: number, work: (length: number) => unknown): Promise<void> {
  await work(length);
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && best > MAX_RATIO; tries += 1) {
    const short = await processorMs(() => work(length));
    const long = await processorMs(() => work(TIMES * length));
    best = Math.min(best, long / Math.max(short, LEAST_MS));
  }
  expect(best, `${TIMES} times as long, times as much processor time`).toBeLessThan(MAX_RATIO);
}
