import { placeOf } from './blocks.js';

/** Share of the blocks of each brightness that may be flat: the sky, the wall. */
const FLAT_SHARE = 0.08;
/** Fewer blocks than this do not tell whether they are alike. */
const FEWEST_ALIKE = 12;
/** Where that is fewer blocks than this, a larger share, at most so much: a variance from 20 blocks is off by a third. */
const [FEWEST, MAX_SHARE] = [200, 0.4] as const;
/** Median of the square of a standard normal variable. */
const MEDIAN_OF_SQUARE = 0.4549;

/** What is expected of blocks with noise and nothing else. */
export interface Likeness {
  /** Most spread of their energies. */
  readonly spread: number;
  /** What the weakest tenth has of the median energy. */
  readonly weakest: number;
  /** The flattest have less than this part of the power of all flat ones where these have texture. Chosen. */
  readonly part: number;
}

export interface Measured {
  readonly variances: Float32Array;
  /** Distance of the quartiles of the blocks' energies, as a part of the median. */
  readonly spread: number;
  /** The energy that a tenth of the blocks does not reach, as a part of the median. */
  readonly weakest: number;
}

/**
 * Noise is alike everywhere, texture is not. The flattest blocks are measured, then the flattest of these, until they are alike;
 * where they never are, the variances are believed as far as the weakest of the blocks agree.
 */
export function settle(
  flat: readonly (readonly number[])[],
  take: (blocks: readonly number[]) => Measured,
  likeness: Likeness,
  brightness: (block: number) => number,
): Settled {
  const [first = [], ...fewer] = flat;
  const all = { ...take(first), blocks: first };
  let last = all;
  for (const blocks of fewer) {
    if (last.spread <= likeness.spread || blocks.length < FEWEST_ALIKE) break;
    last = { ...take(blocks), blocks };
  }
  const credit = last.spread <= likeness.spread ? 1 : Math.min(1, last.weakest / likeness.weakest);
  // Noise differs a little from place to place, and it is weaker in the dark (photons are fewer, black cuts it off): no texture.
  const darker = Math.min(1, meanOver(last.blocks, brightness) / Math.max(1, meanOver(first, brightness)));
  const isTexture = credit * meanOf(last.variances) < likeness.part * darker * meanOf(all.variances);
  return isTexture ? { ...last, credit } : { ...all, credit: 1 };
}

export interface Settled {
  readonly variances: Float32Array;
  /** What the variances are to be multiplied by. */
  readonly credit: number;
  readonly blocks: readonly number[];
}

/** Variances of some coefficients over blocks, and how alike the blocks are in them. */
export function measure(
  coefficients: Float32Array,
  blocks: readonly number[],
  measured: readonly number[],
  by: 'median' | 'mean',
): Measured {
  const variances = new Float32Array(64);
  for (const i of measured) {
    const squares = Float32Array.from(blocks, (n) => (coefficients[placeOf(n) + 4 * i] ?? 0) ** 2);
    variances[i] = by === 'mean' ? meanOf(squares) : quantile(squares.sort(), 0.5) / MEDIAN_OF_SQUARE;
  }
  const told = measured.filter((i) => (variances[i] ?? 0) > 0);
  const energies = Float32Array.from(blocks, (n) => {
    let sum = 0;
    for (const i of told) sum += (coefficients[placeOf(n) + 4 * i] ?? 0) ** 2 / (variances[i] ?? 1);
    return sum;
  }).sort();
  const middle = Math.max(quantile(energies, 0.5), 1e-6);
  return {
    variances,
    spread: (quantile(energies, 0.75) - quantile(energies, 0.25)) / middle,
    weakest: quantile(energies, 0.1) / middle,
  };
}

function quantile(sorted: Float32Array, share: number): number {
  const place = share * Math.max(0, sorted.length - 1);
  const [before, after] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return before + (after - before) * (place - Math.floor(place));
}

export const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const meanOver = (blocks: readonly number[], value: (block: number) => number): number =>
  blocks.reduce((sum, n) => sum + value(n), 0) / Math.max(1, blocks.length);

/** The flattest blocks of each brightness together, then fewer and fewer of these, the flattest. */
export function flatBlocks(
  groups: readonly (readonly number[])[],
  shares: readonly number[],
  unevenness: (block: number) => number,
): readonly (readonly number[])[] {
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const share = Math.min(MAX_SHARE, Math.max(FLAT_SHARE, FEWEST / total));
  const all = groups.flatMap((group) => flattest(group, share, unevenness));
  return shares.map((part) => flattest(all, part, unevenness));
}

function flattest(group: readonly number[], share: number, unevenness: (block: number) => number): readonly number[] {
  const values = Float32Array.from(group, unevenness);
  const limit = values.slice().sort()[Math.ceil(group.length * share) - 1] ?? 0;
  return group.filter((_, i) => (values[i] ?? 0) <= limit);
}
