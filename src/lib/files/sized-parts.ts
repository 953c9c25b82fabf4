/** A part of a list that was made into bytes. */
export interface SizedPart<Item> {
  readonly items: readonly Item[];
  readonly bytes: Uint8Array;
  /** Larger than the limit: one item that cannot be parted. */
  readonly isOver: boolean;
}

/**
 * Parts of a list, in order, each with as many items as make at most `limit` bytes and are at most `most`; `make` gives the bytes of
 * items, more for more of them. How many fit is found from the number of the last part, so that each part is made a few times, not once for
 * every item.
 */
export function* sizedParts<Item>(
  items: readonly Item[],
  limit: number,
  most: number,
  make: (items: readonly Item[]) => Uint8Array,
): Generator<SizedPart<Item>> {
  let guess = Math.min(most, items.length);
  for (let from = 0; from < items.length; ) {
    const room = Math.min(most, items.length - from);
    const made = (count: number): SizedPart<Item> => {
      const part = items.slice(from, from + count);
      const bytes = make(part);
      return { items: part, bytes, isOver: bytes.length > limit };
    };
    let fitting: SizedPart<Item> | undefined;
    /** The least number that is known to be too many. */
    let tooMany = room + 1;
    let count = Math.min(guess, room);
    for (let step = 1; ; step *= 2) {
      const part = made(count);
      if (part.isOver && count > 1) tooMany = count;
      else fitting = part;
      const least = fitting?.items.length ?? 0;
      if (fitting?.isOver === true || tooMany - least <= 1) break;
      const middle = Math.floor((least + tooMany) / 2);
      // Up from the guess by growing steps, down by the share that is too much, and by halves between the two.
      if (tooMany > room) count = Math.min(least + step, room);
      else if (least === 0) count = Math.max(1, Math.min(tooMany - 1, Math.floor((count * limit) / part.bytes.length)));
      else count = middle;
    }
    // At least one item always fits, by force.
    const part = fitting ?? made(1);
    yield part;
    from += part.items.length;
    guess = part.items.length;
  }
}
