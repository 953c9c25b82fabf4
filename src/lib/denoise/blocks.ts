import { transformBlocks } from './kernel.js';
import { orderOf } from './spectrum.js';

/**
 * Reads the 8 × 8 samples with the corner (x, y) of every channel: `out[channel × 64 + 8 × row + column]`. Returns whether many
 * are as dark or as bright as samples can be: noise is cut off there.
 */
export type BlockReader = (x: number, y: number, out: Float32Array) => boolean;

/** Variance of rounding to whole levels, below which a picture is not called noisy. */
export const ROUNDING = 1 / 12;
const BRIGHTNESSES = 8;

/** Corners of at most `count` blocks spread over the picture. They lie on no grid of 8, so that JPEG's does not matter. */
export function blockCorners(width: number, height: number, count: number): readonly (readonly [number, number])[] {
  const [columns, rows] = [Math.max(1, width - 7), Math.max(1, height - 7)];
  const pitch = Math.max(3, Math.sqrt((columns * rows) / count));
  const corners: [number, number][] = [];
  let state = 1;
  for (let y = 0; y < rows; y += pitch) {
    for (let x = 0; x < columns; x += pitch) {
      // A linear congruential generator (Numerical Recipes): the same places at every run.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const [dx, dy] = [(state >>> 24) / 256, ((state >>> 16) & 255) / 256];
      corners.push([Math.min(columns - 1, Math.floor(x + dx * pitch)), Math.min(rows - 1, Math.floor(y + dy * pitch))]);
    }
  }
  return corners;
}

/** Blocks of 8 × 8 samples spread over a picture, as coefficients of the DCT. */
export interface BlockSample {
  /** Of each channel: coefficient i of block n is at `placeOf(n) + 4 × i`, i = vertical + 8 × horizontal frequency. */
  readonly channels: readonly Float32Array[];
  /** Numbers of the blocks to measure by brightness, without lifeless and clipped ones. */
  readonly groups: readonly (readonly number[])[];
  /** Share of all blocks with many samples as dark or bright as can be. */
  readonly clippedShare: number;
}

/** Transforms at most about `count` blocks of every channel. */
export function sampleBlocks(
  width: number,
  height: number,
  channels: number,
  count: number,
  read: BlockReader,
): BlockSample {
  const corners = blockCorners(width, height, count);
  const samples = new Float32Array(64 * channels);
  // The blocks of one channel behind those of another, each channel filling whole groups of four.
  const perChannel = 4 * Math.ceil(corners.length / 4);
  const clipped = new Set<number>();
  const coefficients = transformBlocks(perChannel * channels, (out) => {
    for (let n = 0; n < corners.length; n++) {
      const [x, y] = corners[n] ?? [0, 0];
      if (read(x, y, samples)) clipped.add(n);
      for (let channel = 0; channel < channels; channel++) {
        const to = placeOf(channel * perChannel + n);
        for (let i = 0; i < 64; i++) out[to + 4 * i] = samples[64 * channel + i] ?? 0;
      }
    }
  });
  const planes = Array.from({ length: channels }, (_, channel) =>
    coefficients.subarray(64 * perChannel * channel, 64 * perChannel * (channel + 1)),
  );
  return {
    channels: planes,
    groups: groupByBrightness(planes[0] ?? coefficients, corners.length, clipped),
    clippedShare: clipped.size / corners.length,
  };
}

/** Where coefficient 0 of a block is; the next ones are 4 apart. */
export const placeOf = (block: number): number => (block >> 2) * 256 + (block & 3);

/** Block numbers by brightness (coefficient 0 of the first channel), in ranges of equal width, without lifeless and clipped ones. */
function groupByBrightness(coefficients: Float32Array, blocks: number, clipped: ReadonlySet<number>): number[][] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const alive: number[] = [];
  for (let n = 0; n < blocks; n++) {
    const mean = coefficients[placeOf(n)] ?? 0;
    low = Math.min(low, mean);
    high = Math.max(high, mean);
    if (energy(coefficients, n, 0) + energy(coefficients, n, 1) > ROUNDING) alive.push(n);
  }
  // A white border or a drawn area has no noise at all and says nothing of the rest, unless it is nearly all there is.
  const whole = alive.filter((n) => !clipped.has(n));
  let chosen = alive.length > blocks / 50 ? alive : Array.from({ length: blocks }, (_, n) => n);
  if (whole.length > blocks / 6) chosen = whole;
  const groups = Array.from({ length: BRIGHTNESSES }, (): number[] => []);
  for (const n of chosen) {
    const place = high > low ? ((coefficients[placeOf(n)] ?? 0) - low) / (high - low) : 0;
    groups[Math.min(BRIGHTNESSES - 1, Math.floor(place * BRIGHTNESSES))]?.push(n);
  }
  return groups;
}

/** Sum of the squares of a block's coefficients whose order (vertical + horizontal frequency) has the parity. */
export function energy(coefficients: Float32Array, block: number, parity: number): number {
  const first = placeOf(block);
  let sum = 0;
  for (let i = 1; i < 64; i++) {
    const c = coefficients[first + 4 * i] ?? 0;
    if ((orderOf(i) & 1) === parity) sum += c * c;
  }
  return sum;
}
