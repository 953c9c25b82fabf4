import { expect } from 'vitest';

/** Processor time of this process for some work, in milliseconds. Unlike the clock, it hardly grows with what else the machine does. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The longer input, as many times the shorter; the shorter is worked on as many times. */
const TIMES = 8;
/** Linear work takes as long for the long input as for the short ones together, work by the square 8 times as long. */
const MAX_RATIO = 3;
/** Shorter work is measured as if it took this long: the accounting of the system has steps. */
const LEAST_MS = 1;
/**
 * The lengths that are tried, as multiples of the given one, until one is linear. A collection of garbage copies what is in use, which is
 * more with the long input: up to some length that looks like the square, beyond it no more. The square stays the square at any length.
 */
const LENGTHS = [1, 1, 2, 2, 4, 4];
/** Less than a part of the short ones together: the tool did not do the longer work, as that is over a limit. */
const LEAST_RATIO = 0.25;

/**
 * Expects work on an input eight times as long to take about eight times the processor time, not the square of it. `work` gets the
 * length to make and work on; `length` is the shorter of the two. Judged by the best of several tries, so that load does not decide.
 */
export async function expectLinear(length: number, work: (length: number) => unknown): Promise<void> {
  const first = statusOf(await work(length));
  const tried: string[] = [];
  for (const times of LENGTHS) {
    const short = await processorMs(async () => {
      for (let i = 0; i < TIMES; i += 1) await work(times * length);
    });
    let status = first;
    const long = await processorMs(async () => {
      status = statusOf(await work(TIMES * times * length));
    });
    const ratio = long / Math.max(short, TIMES * LEAST_MS);
    tried.push(`${TIMES * times * length}: ${ratio.toFixed(2)}`);
    // At the given length the caller knows what it measures, a refusal too.
    const counts = times === 1 || (status === first && ratio > LEAST_RATIO);
    if (counts && ratio < MAX_RATIO) return;
  }
  expect.fail(`for a text ${TIMES} times as long, by ${TIMES} short ones, at most ${MAX_RATIO}: ${tried.join(', ')}`);
}

/** Of the answer of a tool; of anything else its type. */
function statusOf(outcome: unknown): unknown {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome ? outcome.status : typeof outcome;
}
