import { type BlockReader, energy, placeOf, sampleBlocks } from './blocks.js';
import { flatBlocks, type Likeness, meanOf, measure, type Settled, settle } from './flat-blocks.js';
import { bandMean, bandOf, orderOf } from './spectrum.js';
import { type Texture, textureOf } from './texture.js';

/** A lossy format that a picture has been through. */
export interface LossyCompression {
  /** Steps that JPEG rounded the 64 luminance coefficients to, index = 8 × vertical + horizontal frequency; empty where unknown. */
  readonly luminanceSteps: readonly number[];
  /** Colour was stored at half the width and height (4:2:0). */
  readonly hasHalvedColour: boolean;
}

/** What the flattest blocks of a channel of one size say. */
export interface Measurement {
  /** Power of each coefficient, index = vertical + 8 × horizontal frequency. */
  readonly variances: Float32Array;
  /** Steps of JPEG whose rounding comes on top, index = 8 × vertical + horizontal frequency; empty where none is known. */
  readonly steps: readonly number[];
  /** `undefined` for colour that a lossy format has been over: it is too smooth to tell. */
  readonly texture: Texture | undefined;
}

/** Shares of the flat blocks that are taken for flat: fewer and fewer until they are alike. */
const FLATTEST_SHARES = [0.6, 0.3, 0.15, 0.08] as const;
/** Share of the blocks that may be cut off at black or white for the shares above to be trusted. Chosen. */
const MAX_CUT = 0.25;
/** Highest order (vertical + horizontal frequency) that is called low. */
const LOW_ORDER = 2;

/**
 * The power of the noise of each channel, from its flattest blocks. Film grain, scanners and JPEG colour the noise, so
 * every coefficient has a variance of its own. Coefficients of odd order are measured on blocks that are flat in those of even
 * order and the other way round: choosing blocks by what is then measured would underestimate it. (The choice of flat blocks
 * is Ponomarenko's, IEEE IGARSS 2007; the rest is ours.)
 */
export function measureNoise(
  width: number,
  height: number,
  channels: number,
  count: number,
  compression: LossyCompression | undefined,
  read: BlockReader,
): readonly Measurement[] {
  const sample = sampleBlocks(width, height, channels, count, read);
  const { groups } = sample;
  const blocks = groups.flat();
  const first = sample.channels[0] ?? new Float32Array(0);
  // Where much is cut off, the flattest blocks are those whose noise is.
  const shares = sample.clippedShare > MAX_CUT ? FLATTEST_SHARES.slice(0, 1) : FLATTEST_SHARES;
  const worn = compression && wornBlocks(first, groups, shares);
  return sample.channels.map((own, channel) => {
    if (worn !== undefined && channel > 0)
      return { variances: wornVariances(own, worn), steps: [], texture: undefined };
    const variances =
      worn === undefined
        ? wholeVariances(own, groups, shares, (n) => first[placeOf(n)] ?? 0)
        : wornVariances(own, worn);
    const texture = textureOf(own, blocks, variances, worn !== undefined);
    return { variances, steps: compression?.luminanceSteps ?? [], texture };
  });
}

function wholeVariances(
  coefficients: Float32Array,
  groups: readonly (readonly number[])[],
  shares: readonly number[],
  brightness: (block: number) => number,
): Float32Array {
  const variances = new Float32Array(64);
  for (const parity of [0, 1]) {
    const measured = bandOf(1, 14, parity);
    const settled = settle(
      flatBlocks(groups, shares, (n) => energy(coefficients, n, 1 - parity)),
      (blocks) => measure(coefficients, blocks, measured, 'median'),
      WHOLE,
      brightness,
    );
    for (const i of measured) variances[i] = (settled.variances[i] ?? 0) * settled.credit;
  }
  return variances;
}

/** Gaussian noise (χ² of 31) has a spread of 0.30 to 0.42, measured on bench/denoise; after JPEG 0.4 to 0.8, cloth and leaves too. */
const WHOLE: Likeness = { spread: 0.45, weakest: 0.69, part: 0.6 };
const WORN: Likeness = { spread: 0.5, weakest: 0.45, part: 0.8 };

/**
 * The blocks to measure where a lossy format has gone over the noise: flat in the low frequencies of the first channel. Most
 * have lost their noise, some have kept all of it; a block chosen by its own detail would be an empty one.
 */
function wornBlocks(
  coefficients: Float32Array,
  groups: readonly (readonly number[])[],
  shares: readonly number[],
): Settled {
  const measured = bandOf(LOW_ORDER + 1, WORN_ORDER);
  return settle(
    flatBlocks(groups, shares, (n) => lowEnergy(coefficients, n)),
    (blocks) => measure(coefficients, blocks, measured, 'mean'),
    WORN,
    (n) => coefficients[placeOf(n)] ?? 0,
  );
}

/** Highest order that JPEG of usual quality leaves noise in. */
const WORN_ORDER = 5;

/** The same where a lossy format has gone over it: means, as a median would find none. */
function wornVariances(coefficients: Float32Array, { blocks, credit }: Settled): Float32Array {
  const variances = new Float32Array(64);
  for (let i = 1; i < 64; i++) {
    variances[i] = credit * meanOf(Float32Array.from(blocks, (n) => (coefficients[placeOf(n) + 4 * i] ?? 0) ** 2));
  }
  // The low frequencies the blocks were chosen by say too little.
  const next = bandMean(variances, LOW_ORDER + 1, LOW_ORDER + 2);
  return variances.map((variance, i) => (isLow(i) ? Math.max(variance, next) : variance));
}

const isLow = (i: number): boolean => orderOf(i) <= LOW_ORDER;

function lowEnergy(coefficients: Float32Array, block: number): number {
  const first = placeOf(block);
  let sum = 0;
  for (let i = 1; i < 64; i++) {
    if (isLow(i)) sum += (coefficients[first + 4 * i] ?? 0) ** 2;
  }
  return sum;
}
