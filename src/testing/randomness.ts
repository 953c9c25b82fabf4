/** What tests of generators need: random bytes that can be repeated, and a bound for how uneven counts may be. */

import { createCipheriv } from 'node:crypto';

/** The key stream of AES-256 in counter mode: the same for the same seed, and as even as any. */
export function seededBytes(seed: number): (length: number) => Uint8Array {
  const key = Buffer.alloc(32);
  key.writeUInt32LE(seed);
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (length) => stream.update(Buffer.alloc(length));
}

/** Pearson's statistic of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** What the statistic exceeds by chance one time in 10^9 (z = 6), by Wilson and Hilferty's approximation. */
function chiSquareBound(kinds: number): number {
  const degrees = kinds - 1;
  return degrees * (1 - 2 / (9 * degrees) + 6 * Math.sqrt(2 / (9 * degrees))) ** 3;
}

/** How often each of the kinds occurs, and whether that is even enough: the statistic as a share of its bound, at most 1. */
export function unevenness(items: Iterable<string>, kinds: Iterable<string>): number {
  const counts = new Map([...kinds].map((kind) => [kind, 0]));
  for (const item of items) {
    const count = counts.get(item);
    if (count === undefined) throw new Error(`${item} is of no kind that may occur`);
    counts.set(item, count + 1);
  }
  return chiSquare([...counts.values()]) / chiSquareBound(counts.size);
}
