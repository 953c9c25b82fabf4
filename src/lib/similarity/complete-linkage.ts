/** Tells how alike two items are. Must be symmetric. */
type Similarity = (first: number, second: number) => number;

/**
 * Groups items so that every two of a group are at least `threshold` alike (complete linkage): the two closest groups are
 * joined first, and a group is as close to another as its least alike pair. Ties go to the earlier items. Groups are sorted
 * lists in the order of their first item; an item alone is a group of one. Time n² log n in practice, n³ at worst.
 */
export function groupByCompleteLinkage(count: number, similarity: Similarity, threshold: number): number[][] {
  const closeness = new Float64Array(count * count);
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const value = similarity(first, second);
      closeness[first * count + second] = value;
      closeness[second * count + first] = value;
    }
  }
  const groups: (number[] | undefined)[] = Array.from({ length: count }, (_, item) => [item]);
  const nearest = new Int32Array(count);
  for (let group = 0; group < count; group++) nearest[group] = findNearest(closeness, count, groups, group);
  for (;;) {
    const pair = closestPair(closeness, count, groups, nearest);
    if (!pair || (closeness[pair.kept * count + pair.joined] ?? 0) < threshold) break;
    join(closeness, count, groups, pair);
    for (let group = 0; group < count; group++) {
      const isStale = nearest[group] === pair.joined || nearest[group] === pair.kept || group === pair.kept;
      if (groups[group] && isStale) nearest[group] = findNearest(closeness, count, groups, group);
    }
  }
  return groups.filter((group) => group !== undefined).map((group) => group.sort((a, b) => a - b));
}

type Groups = (number[] | undefined)[];

/** The closest later group of a group, -1 where there is none. */
function findNearest(closeness: Float64Array, count: number, groups: Groups, group: number): number {
  let best = -1;
  let highest = -Infinity;
  for (let other = group + 1; other < count; other++) {
    const value = closeness[group * count + other] ?? 0;
    if (groups[other] && value > highest) {
      highest = value;
      best = other;
    }
  }
  return best;
}

interface Pair {
  readonly kept: number;
  readonly joined: number;
}

function closestPair(closeness: Float64Array, count: number, groups: Groups, nearest: Int32Array): Pair | undefined {
  let pair: Pair | undefined;
  let highest = -Infinity;
  for (let group = 0; group < count; group++) {
    const other = nearest[group] ?? -1;
    const value = closeness[group * count + other] ?? 0;
    if (groups[group] && other >= 0 && value > highest) {
      highest = value;
      pair = { kept: group, joined: other };
    }
  }
  return pair;
}

function join(closeness: Float64Array, count: number, groups: Groups, { kept, joined }: Pair): void {
  for (let other = 0; other < count; other++) {
    const value = Math.min(closeness[kept * count + other] ?? 0, closeness[joined * count + other] ?? 0);
    closeness[kept * count + other] = value;
    closeness[other * count + kept] = value;
  }
  groups[kept] = [...(groups[kept] ?? []), ...(groups[joined] ?? [])];
  groups[joined] = undefined;
}
