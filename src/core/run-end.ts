/** What is to be forgotten when the run under way ends. */
const pending = new Set<() => void>();
let running = 0;

/**
 * Has `forget` called once, when the run under way ends and before the next one begins; asking twice is asking once. For engines that
 * outlive a run: what they hold of its caller must not. Where several runs share a process, as in tests, the last to end counts.
 */
export function whenRunEnds(forget: () => void): void {
  pending.add(forget);
}

/** Does the work of a run, then lets the engines forget it. */
export async function asRun<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) {
      const forgetful = [...pending];
      pending.clear();
      for (const forget of forgetful) forget();
    }
  }
}
