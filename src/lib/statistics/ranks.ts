/** Ranks and measures of how two columns go together. */

export interface Ranks {
  /** From 1, means where values are alike. */
  readonly ranks: readonly number[];
  /** Sizes of groups of values that are alike. */
  readonly ties: readonly number[];
}

export function ranksOf(values: readonly number[]): Ranks {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = Array<number>(values.length).fill(0);
  const ties: number[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let i = from; i < to; i++) ranks[order[i] ?? 0] = (from + 1 + to) / 2;
    if (to - from > 1) ties.push(to - from);
    from = to;
  }
  return { ranks, ties };
}

export const meanOf = (values: readonly number[]): number => {
  const first = values[0] ?? 0;
  // From the first value on, so that what all have in common is not rounded away.
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
};

/** Sum of the products of deviations. */
function productsOf(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  return a.reduce((sum, value, i) => sum + (value - meanA) * ((b[i] ?? 0) - meanB), 0);
}

/** Of a sample: divided by n − 1. */
export const varianceOf = (values: readonly number[]): number => productsOf(values, values) / (values.length - 1);

/** Of a sample, as the variance. */
export const covarianceOf = (a: readonly number[], b: readonly number[]): number => productsOf(a, b) / (a.length - 1);

/** NaN where one of them is constant. */
export function pearson(a: readonly number[], b: readonly number[]): number {
  const size = Math.sqrt(productsOf(a, a)) * Math.sqrt(productsOf(b, b));
  return size > 0 ? Math.max(-1, Math.min(1, productsOf(a, b) / size)) : Number.NaN;
}

const pairs = (count: number): number => (count * (count - 1)) / 2;

export interface Kendall {
  readonly tau: number;
  /** Of the normal approximation with ties. */
  readonly z: number;
}

/** Kendall's tau-b; pairs in the wrong order are counted while merging (Knight 1966). */
export function kendall(a: readonly number[], b: readonly number[]): Kendall {
  const count = a.length;
  const order = a.map((_, i) => i).sort((i, j) => (a[i] ?? 0) - (a[j] ?? 0) || (b[i] ?? 0) - (b[j] ?? 0));
  const seconds = order.map((i) => b[i] ?? 0);
  let both = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && a[order[to] ?? 0] === a[order[from] ?? 0] && seconds[to] === seconds[from]) to++;
    both += pairs(to - from);
    from = to;
  }
  const [tiesA, tiesB] = [ranksOf(a).ties, ranksOf(b).ties];
  const sum = (ties: readonly number[], part: (tie: number) => number): number =>
    ties.reduce((total, tie) => total + part(tie), 0);
  const [alikeA, alikeB] = [sum(tiesA, pairs), sum(tiesB, pairs)];
  const all = pairs(count);
  const difference = all - alikeA - alikeB + both - 2 * inversionsOf(seconds);
  const size = Math.sqrt(all - alikeA) * Math.sqrt(all - alikeB);
  const cubic = (tie: number): number => tie * (tie - 1) * (2 * tie + 5);
  const triple = (tie: number): number => tie * (tie - 1) * (tie - 2);
  const variance =
    (cubic(count) - sum(tiesA, cubic) - sum(tiesB, cubic)) / 18 +
    (2 * alikeA * alikeB) / (count * (count - 1)) +
    (count > 2 ? (sum(tiesA, triple) * sum(tiesB, triple)) / (9 * triple(count)) : 0);
  return {
    tau: size > 0 ? Math.max(-1, Math.min(1, difference / size)) : Number.NaN,
    z: difference / Math.sqrt(variance),
  };
}

/** How many pairs stand in descending order. */
function inversionsOf(values: readonly number[]): number {
  let [from, to] = [[...values], Array<number>(values.length).fill(0)];
  let inversions = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || (from[left] ?? 0) <= (from[right] ?? 0));
        if (!takesLeft) inversions += middle - left;
        to[at] = from[takesLeft ? left++ : right++] ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  return inversions;
}
