import { firstIndex } from '../../numbers/first-index.js';

/** What two arrays share: pairs of places in the two, both ascending. */
export type PlacePairs = readonly (readonly [number, number])[];

export interface TwoArrays {
  readonly fromLength: number;
  readonly toLength: number;
  /** Whether the first array has at a place what the second has at another. */
  readonly isSame: (from: number, to: number) => boolean;
}

/** Most steps of the exact search: its memory and time grow with the square. */
const MAX_EDITS = 1000;

/**
 * The longest common subsequence of two arrays, by asking only whether two elements are the same. `diffSequences` needs a number for
 * each element first: for two lists of 8,000 records, 16 of them changed, numbering takes 10 times as long as all of this. Where the
 * arrays differ so much that it would take long, `otherwise` pairs what is left without the `start` and `tail` that are the same, or
 * gives the search up with `undefined`.
 */
export function commonSubsequence<Given extends PlacePairs | undefined>(
  { fromLength, toLength, isSame }: TwoArrays,
  otherwise: (start: number, tail: number) => Given,
): PlacePairs | Given {
  const shorter = Math.min(fromLength, toLength);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let tail = 0;
  while (tail < shorter - start && isSame(fromLength - 1 - tail, toLength - 1 - tail)) tail++;
  const isSameInside = (from: number, to: number): boolean => isSame(from + start, to + start);
  const inside = { fromLength: fromLength - start - tail, toLength: toLength - start - tail, isSame: isSameInside };
  const middle: PlacePairs | Given = shortestEdit(inside) ?? otherwise(start, tail);
  if (middle === undefined) return middle;
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([from, to]) => [from + start, to + start] as const),
    ...Array.from({ length: tail }, (_, index) => [fromLength - tail + index, toLength - tail + index] as const),
  ];
}

/**
 * The same for arrays of numbers that are equal for what is equal: the longest common subsequence, or where they differ much one
 * close to it.
 */
export function commonNumbers(a: readonly number[], b: readonly number[]): PlacePairs {
  const arrays = { fromLength: a.length, toLength: b.length, isSame: (from: number, to: number) => a[from] === b[to] };
  return commonSubsequence(arrays, (start, tail) =>
    uniqueAnchors(a.slice(start, a.length - tail), b.slice(start, b.length - tail)),
  );
}

/** Myers, "An O(ND) difference algorithm" (1986); `undefined` beyond `MAX_EDITS` edits. */
function shortestEdit({ fromLength, toLength, isSame }: TwoArrays): PlacePairs | undefined {
  const most = Math.min(MAX_EDITS, fromLength + toLength);
  const trace: Int32Array[] = [];
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      while (x < fromLength && x - k < toLength && isSame(x, x - k)) x++;
      furthest[middle + k] = x;
      if (x >= fromLength && x - k >= toLength) return walkBack(trace, fromLength, toLength);
    }
  }
  return undefined;
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0;

function walkBack(trace: readonly Int32Array[], fromLength: number, toLength: number): PlacePairs {
  const pairs: (readonly [number, number])[] = [];
  let x = fromLength;
  let y = toLength;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    // The slice was taken before this round, its middle is at edits + 1.
    const before = trace[edits] ?? new Int32Array(0);
    const k = x - y;
    const middle = edits + 1;
    const down = k === -edits || (k !== edits && at(before, middle + k - 1) < at(before, middle + k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = edits === 0 ? 0 : at(before, middle + previousK);
    const previousY = edits === 0 ? 0 : previousX - previousK;
    // From where this round began, all pairs were the same up to here.
    while (x > previousX && y > previousY) pairs.push([--x, --y]);
    x = previousX;
    y = previousY;
  }
  return pairs.reverse();
}

/** What stands once in each of the two, in the longest order that both share (patience diff): for arrays that differ much. */
function uniqueAnchors(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  const placesInB = oncePlaces(b);
  const placesInA = oncePlaces(a);
  const pairs: (readonly [number, number])[] = [];
  for (const [value, index] of placesInA) {
    const other = placesInB.get(value);
    if (index >= 0 && other !== undefined && other >= 0) pairs.push([index, other]);
  }
  pairs.sort(([x], [y]) => x - y);
  return longestAscent(pairs);
}

/** The place of every number, -1 where it stands more than once. */
function oncePlaces(list: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, value] of list.entries()) places.set(value, places.has(value) ? -1 : index);
  return places;
}

function longestAscent(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  const placeOf = (index: number): number => pairs[index]?.[1] ?? 0;
  for (const [index, [, place]] of pairs.entries()) {
    const length = firstIndex(ends.length, (i) => placeOf(ends[i] ?? 0) >= place);
    before[index] = length === 0 ? -1 : (ends[length - 1] ?? -1);
    ends[length] = index;
  }
  const chain: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}
