import { type AddressRange, bitsOf, type Family, type Network } from './networks.js';

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0);

const byStart = (left: AddressRange, right: AddressRange): number =>
  left.family - right.family || compare(left.first, right.first) || compare(right.last, left.last);

/** The same addresses in as few ranges as possible, IPv4 first, in order. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of ranges.toSorted(byStart)) {
    const last = merged.at(-1);
    if (last === undefined || last.family !== range.family || range.first > last.last + 1n) merged.push(range);
    else if (range.last > last.last) merged[merged.length - 1] = { ...last, last: range.last };
  }
  return merged;
}

/** Order of two places: before (-1), after (1) or the same (0). */
const compareEnds = (left: AddressRange, right: AddressRange): number =>
  left.family - right.family || compare(left.last, right.last);

/** Ranges of both; both lists merged. */
export function intersectRanges(left: readonly AddressRange[], right: readonly AddressRange[]): AddressRange[] {
  const shared: AddressRange[] = [];
  for (let at = 0, other = 0; ; ) {
    const one = left[at];
    const two = right[other];
    if (one === undefined || two === undefined) return shared;
    if (one.family === two.family) {
      const first = one.first > two.first ? one.first : two.first;
      const last = one.last < two.last ? one.last : two.last;
      if (first <= last) shared.push({ family: one.family, first, last });
    }
    if (compareEnds(one, two) < 0) at += 1;
    else other += 1;
  }
}

/** What of `left` is not in `right`; both lists merged. */
export function excludeRanges(left: readonly AddressRange[], right: readonly AddressRange[]): AddressRange[] {
  const kept: AddressRange[] = [];
  let from = 0;
  for (const { family, first, last } of left) {
    // Holes before this range are before all that follow.
    while (isBefore(right[from], family, first)) from += 1;
    let start = first;
    for (let at = from; ; at += 1) {
      const hole = right[at];
      if (hole === undefined || hole.family !== family || hole.first > last) break;
      if (hole.first > start) kept.push({ family, first: start, last: hole.first - 1n });
      start = hole.last + 1n;
    }
    if (start <= last) kept.push({ family, first: start, last });
  }
  return kept;
}

const isBefore = (range: AddressRange | undefined, family: Family, first: bigint): boolean =>
  range !== undefined && (range.family < family || (range.family === family && range.last < first));

/** The fewest networks that make up a range, in order. */
export function* networksOf({ family, first, last }: AddressRange): Generator<Network> {
  const bits = bitsOf(family);
  for (let start = first; start <= last; ) {
    let size = start === 0n ? bits : trailingZeros(start);
    const left = last - start + 1n;
    const most = left.toString(2).length - 1;
    if (size > most) size = most;
    yield { family, value: start, length: bits - size };
    start += 1n << BigInt(size);
  }
}

function trailingZeros(value: bigint): number {
  let zeros = 0;
  for (let left = value; (left & 1n) === 0n; left >>= 1n) zeros += 1;
  return zeros;
}

/** How many addresses. */
export const sizeOf = (ranges: readonly AddressRange[]): bigint =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
