/** Counting, with all digits. */

import { LimitFault } from '../faults.js';

/** `from · (from + 1) · … · to`; 1 where there is nothing to multiply. By halves, so that the factors are of like length. */
export function product(from: number, to: number): bigint {
  if (from > to) return 1n;
  if (to - from < 20) {
    let result = 1n;
    for (let i = from; i <= to; i++) result *= BigInt(i);
    return result;
  }
  const middle = Math.floor((from + to) / 2);
  return product(from, middle) * product(middle + 1, to);
}

export function choices(n: number, k: number): bigint {
  if (k > n) return 0n;
  const few = Math.min(k, n - k);
  return product(n - few + 1, n) / product(1, few);
}

export function multinomial(sizes: readonly number[]): bigint {
  let [count, total] = [1n, 0];
  for (const size of sizes) {
    total += size;
    count *= choices(total, size);
  }
  return count;
}

/** Permutations that leave nothing in its place: !n = n · !(n − 1) + (−1)^n. */
export function derangements(n: number): bigint {
  let count = 1n;
  for (let i = 1; i <= n; i++) count = count * BigInt(i) + (i % 2 === 0 ? 1n : -1n);
  return count;
}

/** Ways to write n as a sum: Euler's recurrence over pentagonal numbers. */
export function partitions(n: number): bigint {
  const counts = [1n];
  for (let i = 1; i <= n; i++) {
    let count = 0n;
    for (let j = 1; (j * (3 * j - 1)) / 2 <= i; j++) {
      const sign = j % 2 === 1 ? 1n : -1n;
      count += sign * (counts[i - (j * (3 * j - 1)) / 2] ?? 0n);
      count += sign * (counts[i - (j * (3 * j + 1)) / 2] ?? 0n);
    }
    counts.push(count);
  }
  return counts[n] ?? 0n;
}

/** Items of all lists together. */
const MAX_LISTED_ITEMS = 200_000;

/** The first arrangements, as indices, in the order of the items. */
export function listArrangements(action: string, n: number, k: number, limit: number): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  let items = 0;
  const isRepeated = action.endsWith('repeated');
  const isOrdered = action.startsWith('permutations');
  const push = (row: readonly number[]): void => {
    items += row.length;
    if (items > MAX_LISTED_ITEMS)
      throw new LimitFault(`The lists must hold at most ${MAX_LISTED_ITEMS} items in all`, MAX_LISTED_ITEMS, {
        isWhole: true,
      });
    rows.push([...row]);
  };
  const sizes = action === 'subsets' ? Array.from({ length: n + 1 }, (_, i) => i) : [k];
  for (const size of sizes) {
    if (rows.length >= limit) break;
    if (!isRepeated && size > n) continue;
    fill(size);
  }
  return rows;

  /** Each place counts up in turn; without recursion, for lists of any length. */
  function fill(size: number): void {
    if (size > MAX_LISTED_ITEMS || (size > 0 && n === 0)) return;
    const row: number[] = [];
    const used = new Set<number>();
    let next = 0;
    while (rows.length < limit) {
      while (next < n && isOrdered && !isRepeated && used.has(next)) next++;
      if (row.length === size) push(row);
      else if (next < n && (isOrdered || isRepeated || n - next >= size - row.length)) {
        row.push(next);
        used.add(next);
        next = isOrdered ? 0 : isRepeated ? next : next + 1;
        continue;
      }
      const last = row.pop();
      if (last === undefined) return;
      used.delete(last);
      next = last + 1;
    }
  }
}
