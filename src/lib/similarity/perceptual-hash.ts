import type { GreyPicture } from '../pictures/grey-picture.js';

/** Side of the picture that a hash is made of, and of the square of its lowest frequencies. */
export const HASH_SIDE = 32;
const LOW = 8;
/** Below this spread of its greys a picture has nothing that a hash could tell. Chosen: noise of a JPEG stays below. */
const FLAT = 2;

/** The cosines of a DCT-II of `HASH_SIDE` samples, its first frequencies. */
const COSINES = Array.from({ length: LOW }, (_, u) =>
  Float64Array.from({ length: HASH_SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * HASH_SIDE))),
);

/** Part of the strongest frequency that counts as nothing. Chosen on the edits of the tests. */
const DEAD = 0.01;

export interface PerceptualHash {
  /** 64 signs of the lowest frequencies against their median (Zauner 2010, 3.2); `undefined` for a flat picture. */
  readonly bits: bigint | undefined;
  /** 0 to 255. */
  readonly mean: number;
}

/** The hash of a picture of HASH_SIDE × HASH_SIDE. */
export function perceptualHash({ data }: GreyPicture): PerceptualHash {
  let [sum, squares] = [0, 0];
  for (const value of data) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / data.length;
  if (Math.sqrt(Math.max(0, squares / data.length - mean * mean)) < FLAT) return { bits: undefined, mean };
  // Rows first, then columns.
  const rows = COSINES.map((cosine) =>
    Float64Array.from({ length: HASH_SIDE }, (_, y) => {
      let total = 0;
      for (let x = 0; x < HASH_SIDE; x += 1) total += (data[y * HASH_SIDE + x] ?? 0) * (cosine[x] ?? 0);
      return total;
    }),
  );
  const low: number[] = [];
  for (const cosine of COSINES) {
    for (const row of rows) {
      let total = 0;
      for (let y = 0; y < HASH_SIDE; y += 1) total += (row[y] ?? 0) * (cosine[y] ?? 0);
      low.push(total);
    }
  }
  // The first is the mean of the picture, which says how bright it is.
  const sorted = low.slice(1).sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  // Of flags and other drawings most frequencies are nearly nothing: their signs would be those of noise.
  const least = median + DEAD * Math.max(...sorted.map(Math.abs));
  let bits = 0n;
  for (const [i, value] of low.entries()) if (i > 0 && value > least) bits |= 1n << BigInt(i);
  return { bits, mean };
}

/** How alike two pictures are, from 0 to 1: the share of signs that agree; of flat ones, how near their greys are. */
export function hashSimilarity(a: PerceptualHash, b: PerceptualHash): number {
  if (a.bits === undefined || b.bits === undefined)
    return a.bits === b.bits ? Math.max(0, 1 - Math.abs(a.mean - b.mean) / 64) : 0;
  let differing = 0;
  for (let rest = a.bits ^ b.bits; rest > 0n; rest &= rest - 1n) differing += 1;
  return 1 - differing / (LOW * LOW - 1);
}

/** Indexes of what is alike, directly or through others, in groups of two or more, in their order. */
export function groupsOf(count: number, isAlike: (a: number, b: number) => boolean): number[][] {
  const root = Array.from({ length: count }, (_, i) => i);
  const rootOf = (i: number): number => {
    let at = i;
    while (root[at] !== at) at = root[at] ?? at;
    return at;
  };
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) if (rootOf(a) !== rootOf(b) && isAlike(a, b)) root[rootOf(b)] = rootOf(a);
  const groups = new Map<number, number[]>();
  for (let i = 0; i < count; i += 1) groups.set(rootOf(i), [...(groups.get(rootOf(i)) ?? []), i]);
  return [...groups.values()].filter((group) => group.length > 1);
}
