import { NetworkFailure, timedOut } from './failures.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { NetworkAccess } from './session.js';

interface Bounds<Item, Result> {
  /** How many are under way at a time. */
  readonly atOnce: number;
  /** All of them together. What has not begun by then is told as a failure. */
  readonly totalMs: number;
  /** What is told of one that failed; other errors end all. */
  readonly onFailure: (item: Item, failure: NetworkFailure) => Result;
}

/**
 * Does the same with each of many, so many at once, within one time for all. Each gets the access of one exchange, whose time is no
 * longer than what is left. Results are in the order of the items.
 */
export async function eachWithin<Item, Result>(
  items: readonly Item[],
  access: NetworkAccess,
  { atOnce, totalMs, onFailure }: Bounds<Item, Result>,
  work: (item: Item, access: NetworkAccess) => Promise<Result>,
): Promise<Result[]> {
  const end = performance.now() + totalMs;
  const results: Result[] = [];
  const left = [...items.entries()];
  async function takeTurns(): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, item] = next;
      access.signal.throwIfAborted();
      results[index] = await one(item, Math.floor(end - performance.now()));
    }
  }
  async function one(item: Item, leftMs: number): Promise<Result> {
    if (leftMs <= 0) return onFailure(item, timedOut('Not tried', totalMs, 'whole'));
    const ownMs = access.limits?.totalMs ?? DEFAULT_LIMITS.totalMs;
    try {
      return await work(item, { ...access, limits: { ...access.limits, totalMs: Math.min(ownMs, leftMs) } });
    } catch (error) {
      if (error instanceof NetworkFailure) return onFailure(item, error);
      throw error;
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns));
  return results;
}
