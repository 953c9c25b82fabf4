/** Chance that can be repeated: the same seed gives the same numbers. */

/** A number from 0 up to but not including `below`. */
export type Chance = (below: number) => number;

/** Repeatable chance: mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Repeatable chance as numbers from 0 up to but not including 1. */
export function fractionsOf(seed: number): () => number {
  const chance = chanceOf(seed);
  return () => chance(2 ** 32) / 2 ** 32;
}

/** One of the items; there must be one. */
export const pick = <Item>(chance: Chance, items: readonly Item[]): Item => items[chance(items.length)] as Item;
