/** As many random bytes as asked for. */
export type RandomBytes = (length: number) => Uint8Array;

/** A whole number from 0 up to but not including `below`, which is at most 2^32; each equally likely. */
export type Draw = (below: number) => number;

const WORDS = 256;
const WORD_VALUES = 2 ** 32;

/** Draws without bias: words of 32 bits beyond the largest multiple of `below` are thrown away and drawn again. */
export function drawsFrom(random: RandomBytes): Draw {
  let pool: DataView = new DataView(new ArrayBuffer(0));
  let next = 0;
  const word = (): number => {
    if (next === pool.byteLength) {
      const bytes = random(4 * WORDS);
      pool = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      next = 0;
    }
    next += 4;
    return pool.getUint32(next - 4);
  };
  return (below) => {
    const limit = WORD_VALUES - (WORD_VALUES % below);
    let value = word();
    while (value >= limit) value = word();
    return value % below;
  };
}

/** One of the items; there must be one. */
export const drawFrom = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length)] as Item;
