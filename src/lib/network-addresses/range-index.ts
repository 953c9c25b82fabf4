import type { AddressRange } from './networks.js';

/** Above all IPv4 addresses. */
const SIX = 1n << 130n;

const placeOf = (family: 4 | 6, value: bigint): bigint => (family === 6 ? value + SIX : value);

/** Finds ranges of a list without looking at all of them: a tree over their starts that knows the first and last end of each part. */
export class RangeIndex<Item extends { readonly range: AddressRange }> {
  readonly #entries: readonly { readonly item: Item; readonly first: bigint; readonly last: bigint }[];
  readonly #least: bigint[];
  readonly #most: bigint[];
  readonly #size: number;

  constructor(items: readonly Item[]) {
    this.#entries = items
      .map((item) => ({
        item,
        first: placeOf(item.range.family, item.range.first),
        last: placeOf(item.range.family, item.range.last),
      }))
      .toSorted((left, right) => (left.first < right.first ? -1 : left.first > right.first ? 1 : 0));
    this.#size = 2 ** Math.ceil(Math.log2(Math.max(items.length, 1)));
    this.#least = Array<bigint>(2 * this.#size).fill(SIX * 2n);
    this.#most = Array<bigint>(2 * this.#size).fill(-1n);
    for (const [index, { last }] of this.#entries.entries())
      this.#least[this.#size + index] = this.#most[this.#size + index] = last;
    for (let node = this.#size - 1; node > 0; node -= 1) {
      const [left, right] = [2 * node, 2 * node + 1];
      this.#least[node] = this.#leastOf(left) < this.#leastOf(right) ? this.#leastOf(left) : this.#leastOf(right);
      this.#most[node] = this.#mostOf(left) > this.#mostOf(right) ? this.#mostOf(left) : this.#mostOf(right);
    }
  }

  /** Items that share an address with `range`, by their start. */
  *overlapping({ family, first, last }: AddressRange): Generator<Item> {
    yield* this.#find(1, 0, this.#size, 0, this.#startsBy(placeOf(family, last)), placeOf(family, first), SIX * 2n);
  }

  /** Items that lie inside `range`, by their start. */
  *inside({ family, first, last }: AddressRange): Generator<Item> {
    const end = placeOf(family, last);
    yield* this.#find(1, 0, this.#size, this.#startsBy(placeOf(family, first) - 1n), this.#startsBy(end), -1n, end);
  }

  #leastOf(node: number): bigint {
    return this.#least[node] ?? SIX * 2n;
  }

  #mostOf(node: number): bigint {
    return this.#most[node] ?? -1n;
  }

  /** How many items begin at `place` or before. */
  #startsBy(place: bigint): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.first ?? SIX) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Items at `start` up to `end` whose last address is from `atLeast` to `atMost`, in the part of the tree below `node`. */
  *#find(
    node: number,
    from: number,
    to: number,
    start: number,
    end: number,
    atLeast: bigint,
    atMost: bigint,
  ): Generator<Item> {
    if (to <= start || from >= end || this.#mostOf(node) < atLeast || this.#leastOf(node) > atMost) return;
    const entry = this.#entries[from];
    if (to - from === 1) {
      if (entry !== undefined) yield entry.item;
      return;
    }
    const middle = (from + to) / 2;
    yield* this.#find(2 * node, from, middle, start, end, atLeast, atMost);
    yield* this.#find(2 * node + 1, middle, to, start, end, atLeast, atMost);
  }
}
