/** What is to be forgotten before the next run begins. */
const pending = new Set<() => void>();
let running = 0;

/**
 * Has `forget` called once, after the run under way and before the next one; asking twice is asking once. For engines that outlive a run:
 * what they hold of its caller must not. Where several runs share a process, as in tests, the last to end counts.
 */
export function whenRunEnds(forget: () => void): void {
  pending.add(forget);
}

/** Does the work of a run. The engines forget it when the answer is on its way, so that its caller does not wait for that. */
export async function asRun<Result>(work: () => Promise<Result>): Promise<Result> {
  forgetLastRun();
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    setImmediate(forgetLastRun);
  }
}

function forgetLastRun(): void {
  if (running > 0) return;
  const forgetful = [...pending];
  pending.clear();
  for (const forget of forgetful) forget();
}

let isSpent = false;

/** Asks that this process is given no other run: something in it is in no known state and cannot be started anew. */
export function spendProcess(): void {
  isSpent = true;
}

/** Whether that was asked, for the report of the run. */
export const isProcessSpent = (): boolean => isSpent;
