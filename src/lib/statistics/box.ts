/** Quartiles, and what a box plot shows of a group of values. */

/** Tukey's hinges (R: fivenum), linear between values (Excel: QUARTILE.INC, R type 7), or QUARTILE.EXC (R type 6). */
export const QUARTILE_METHODS = ['tukey', 'inclusive', 'exclusive'] as const;

export type QuartileMethod = (typeof QUARTILE_METHODS)[number];

export interface Quartiles {
  readonly first: number;
  readonly median: number;
  readonly third: number;
}

export interface Box extends Quartiles {
  /** The farthest values within 1.5 times the height of the box. */
  readonly lower: number;
  readonly upper: number;
  /** In ascending order. */
  readonly outliers: readonly number[];
  readonly count: number;
}

const WHISKER = 1.5;

/** Of values in ascending order, at least one. */
export function quantilesOf(sorted: ArrayLike<number>, method: QuartileMethod): Quartiles {
  const count = sorted.length;
  /** Between two values at a place from 1. */
  const at = (place: number): number => {
    const inside = Math.min(count, Math.max(1, place));
    const [below, above] = [sorted[Math.floor(inside) - 1] ?? 0, sorted[Math.ceil(inside) - 1] ?? 0];
    return below + (above - below) * (inside - Math.floor(inside));
  };
  const median = at((count + 1) / 2);
  if (method === 'tukey') {
    const depth = Math.floor((count + 3) / 2) / 2;
    return { first: at(depth), median, third: at(count + 1 - depth) };
  }
  const place = (share: number): number => (method === 'inclusive' ? 1 + (count - 1) * share : (count + 1) * share);
  return { first: at(place(0.25)), median, third: at(place(0.75)) };
}

export function boxOf(sorted: ArrayLike<number>, method: QuartileMethod): Box {
  const quartiles = quantilesOf(sorted, method);
  const reach = WHISKER * (quartiles.third - quartiles.first);
  const [low, high] = [quartiles.first - reach, quartiles.third + reach];
  const values = Array.from(sorted);
  const inside = values.filter((value) => value >= low && value <= high);
  return {
    ...quartiles,
    lower: Math.min(inside[0] ?? quartiles.first, quartiles.first),
    upper: Math.max(inside.at(-1) ?? quartiles.third, quartiles.third),
    outliers: values.filter((value) => value < low || value > high),
    count: values.length,
  };
}
