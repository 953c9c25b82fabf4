/** Divides an amount of whole cents by weights, so that the parts have the amount as their sum: cents left over go to the largest remainders, earlier ones first. */
export function splitCents(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, i) => ({ i, part: (amount * weight) / whole, rest: (amount * weight) % whole }));
  const left = Number(amount - parts.reduce((sum, { part }) => sum + part, 0n));
  const lucky = new Set(
    [...parts]
      .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ i }) => i),
  );
  return parts.map(({ i, part }) => (lucky.has(i) ? part + 1n : part));
}

/** A payment that settles debts, by the places of people. */
export interface Payment {
  readonly from: number;
  readonly to: number;
  readonly cents: bigint;
}

/** People for whom the fewest payments are found for certain; above, the largest debts are paid to the largest claims. */
const MAX_EXACT = 16;

/**
 * Payments after which every balance is 0. Positive balances are claims, their sum is 0. The fewest are people less the most groups they can be
 * divided into that settle among themselves; `isFewest` where that was looked for among all divisions.
 */
export function settle(balances: readonly bigint[]): {
  readonly payments: readonly Payment[];
  readonly isFewest: boolean;
} {
  const open = [...balances.keys()].filter((i) => balances[i] !== 0n);
  if (open.length > MAX_EXACT) return { payments: settleGroup(open, balances), isFewest: false };
  return { payments: groupsOf(open, balances).flatMap((group) => settleGroup(group, balances)), isFewest: true };
}

/** The most groups whose balances have the sum 0: dynamic programming over subsets. */
function groupsOf(open: readonly number[], balances: readonly bigint[]): number[][] {
  const size = 1 << open.length;
  const sums = new Array<bigint>(size).fill(0n);
  const most = new Int8Array(size);
  // The person who was taken last on the way to the most groups.
  const last = new Int8Array(size);
  for (let set = 1; set < size; set++) {
    const low = Math.clz32(set & -set) ^ 31;
    sums[set] = (sums[set & (set - 1)] ?? 0n) + (balances[open[low] ?? 0] ?? 0n);
    let [best, by] = [-1, low];
    for (let i = 0; i < open.length; i++) {
      if ((set & (1 << i)) === 0) continue;
      const found = most[set ^ (1 << i)] ?? 0;
      if (found > best) [best, by] = [found, i];
    }
    most[set] = best + (sums[set] === 0n ? 1 : 0);
    last[set] = by;
  }
  const groups: number[][] = [[]];
  for (let set = size - 1; set !== 0; set ^= 1 << (last[set] ?? 0)) {
    if (sums[set] === 0n) groups.push([]);
    groups.at(-1)?.push(open[last[set] ?? 0] ?? 0);
  }
  return groups.filter((group) => group.length > 0);
}

/** The largest debt is paid to the largest claim, again and again: one payment less than people at most. */
function settleGroup(group: readonly number[], balances: readonly bigint[]): Payment[] {
  const bySize = (a: { left: bigint; i: number }, b: { left: bigint; i: number }): number =>
    a.left === b.left ? a.i - b.i : a.left > b.left ? -1 : 1;
  const side = (sign: 1n | -1n) =>
    group
      .map((i) => ({ i, left: sign * (balances[i] ?? 0n) }))
      .filter(({ left }) => left > 0n)
      .sort(bySize);
  const [claims, debts] = [side(1n), side(-1n)];
  const payments: Payment[] = [];
  let [c, d] = [0, 0];
  for (;;) {
    const [claim, debt] = [claims[c], debts[d]];
    if (claim === undefined || debt === undefined) return payments;
    const cents = claim.left < debt.left ? claim.left : debt.left;
    payments.push({ from: debt.i, to: claim.i, cents });
    claim.left -= cents;
    debt.left -= cents;
    if (claim.left === 0n) c++;
    if (debt.left === 0n) d++;
  }
}
