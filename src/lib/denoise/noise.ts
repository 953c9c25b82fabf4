import { type Spectrum, transformBlocks } from './kernel.js';

/** A lossy format that a picture has been through. */
export interface Compression {
  /** Steps that JPEG rounded the 64 luminance coefficients to, index = 8 × vertical + horizontal frequency; empty where unknown. */
  readonly luminanceSteps: readonly number[];
  /** Colour was stored at half the width and height (4:2:0). */
  readonly hasHalvedColour: boolean;
}

/**
 * Reads the 8 × 8 samples with the corner (x, y) of every channel: `out[channel × 64 + 8 × row + column]`. Returns whether many
 * are as dark or as bright as samples can be: noise is cut off there.
 */
export type BlockReader = (x: number, y: number, out: Float32Array) => boolean;

/** Share of the blocks of each brightness that may be flat: the sky, the wall. */
const FLAT_SHARE = 0.08;
/** Shares of those together that are taken for flat: fewer and fewer until they are alike. */
const FLATTEST_SHARES = [0.6, 0.3, 0.15, 0.08] as const;
/** Share of the blocks that may be cut off at black or white for the shares above to be trusted. Chosen. */
const MOST_CUT = 0.25;
/** Fewer blocks than this do not tell whether they are alike. */
const FEWEST_ALIKE = 12;
/** Where that is fewer blocks than this, a larger share, at most so much: a variance from 20 blocks is off by a third. */
const [FEWEST, MOST_SHARE] = [200, 0.4] as const;
const BRIGHTNESSES = 8;
/** Highest order (vertical + horizontal frequency) that is called low. */
const LOW_ORDER = 2;
/** Variance of rounding to whole levels, below which a picture is not called noisy. */
export const ROUNDING = 1 / 12;
/** Median of the square of a standard normal variable. */
const MEDIAN_OF_SQUARE = 0.4549;

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

/**
 * The spectrum of the noise of each channel, from its flattest blocks. Film grain, scanners and JPEG colour the noise, so
 * every coefficient has a variance of its own. Coefficients of odd order are measured on blocks that are flat in those of even
 * order and the other way round: choosing blocks by what is then measured would underestimate it. (The choice of flat blocks
 * is Ponomarenko's, IEEE IGARSS 2007; the rest is ours.)
 */
export function measureNoise(
  width: number,
  height: number,
  channels: number,
  count: number,
  compression: Compression | undefined,
  read: BlockReader,
): readonly Spectrum[] {
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
  const groups = groupByBrightness(coefficients.subarray(0, 64 * perChannel), corners.length, clipped);
  // Where much is cut off, the flattest blocks are those whose noise is.
  const shares = clipped.size > MOST_CUT * corners.length ? FLATTEST_SHARES.slice(0, 1) : FLATTEST_SHARES;
  const worn = compression && wornBlocks(coefficients, groups, shares);
  return Array.from({ length: channels }, (_, channel) => {
    const own = coefficients.subarray(64 * perChannel * channel, 64 * perChannel * (channel + 1));
    if (worn === undefined) return spectrumOf(own, groups, shares, (n) => coefficients[placeOf(n)] ?? 0);
    return compressedSpectrum(own, worn, channel === 0 ? (compression?.luminanceSteps ?? []) : []);
  });
}

/** Where coefficient 0 of a block is; the next ones are 4 apart. */
const placeOf = (block: number): number => (block >> 2) * 256 + (block & 3);

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
function energy(coefficients: Float32Array, block: number, parity: number): number {
  const first = placeOf(block);
  let sum = 0;
  for (let i = 1; i < 64; i++) {
    const c = coefficients[first + 4 * i] ?? 0;
    if ((((i & 7) + (i >> 3)) & 1) === parity) sum += c * c;
  }
  return sum;
}

function spectrumOf(
  coefficients: Float32Array,
  groups: readonly (readonly number[])[],
  shares: readonly number[],
  brightness: (block: number) => number,
): Spectrum {
  const variances = new Float32Array(64);
  for (const parity of [0, 1]) {
    const measured = Array.from({ length: 64 }, (_, i) => i).filter((i) => i > 0 && (orderOf(i) & 1) === parity);
    const settled = settle(
      flatBlocks(groups, shares, (n) => energy(coefficients, n, 1 - parity)),
      (blocks) => measure(coefficients, blocks, measured, 'median'),
      WHOLE,
      brightness,
    );
    for (const i of measured) variances[i] = (settled.variances[i] ?? 0) * settled.credit;
  }
  return smoothed(variances);
}

/** What is expected of blocks with noise and nothing else. */
interface Likeness {
  /** Most spread of their energies. */
  readonly spread: number;
  /** What the weakest tenth has of the median energy. */
  readonly weakest: number;
  /** The flattest have less than this part of the power of all flat ones where these have texture. Chosen. */
  readonly part: number;
}

/** Gaussian noise (χ² of 31) has a spread of 0.30 to 0.42, measured on bench/denoise; after JPEG 0.4 to 0.8, cloth and leaves too. */
const WHOLE: Likeness = { spread: 0.45, weakest: 0.69, part: 0.6 };
const WORN: Likeness = { spread: 0.5, weakest: 0.45, part: 0.8 };

interface Measured {
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
function settle(
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

interface Settled {
  readonly variances: Float32Array;
  /** What the variances are to be multiplied by. */
  readonly credit: number;
  readonly blocks: readonly number[];
}

/** Variances of some coefficients over blocks, and how alike the blocks are in them. */
function measure(
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

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const meanOver = (blocks: readonly number[], value: (block: number) => number): number =>
  blocks.reduce((sum, n) => sum + value(n), 0) / Math.max(1, blocks.length);

const orderOf = (i: number): number => (i & 7) + (i >> 3);

/**
 * The blocks to measure where a lossy format has gone over the noise: flat in the low frequencies of the first channel. Most
 * have lost their noise, some have kept all of it; a block chosen by its own detail would be an empty one.
 */
function wornBlocks(
  coefficients: Float32Array,
  groups: readonly (readonly number[])[],
  shares: readonly number[],
): Settled {
  const measured = Array.from({ length: 64 }, (_, i) => i).filter((i) => !isLow(i) && orderOf(i) <= WORN_ORDER);
  return settle(
    flatBlocks(groups, shares, (n) => lowEnergy(coefficients, n)),
    (blocks) => measure(coefficients, blocks, measured, 'mean'),
    WORN,
    (n) => coefficients[placeOf(n)] ?? 0,
  );
}

/** Highest order that JPEG of usual quality leaves noise in. */
const WORN_ORDER = 5;

/** The same where a lossy format has gone over it: means, as a median would find none. The error of rounding to JPEG's steps, step² / 12, comes on top. */
function compressedSpectrum(
  coefficients: Float32Array,
  { blocks, credit }: Settled,
  steps: readonly number[],
): Spectrum {
  const variances = new Float32Array(64);
  for (let i = 1; i < 64; i++) {
    let sum = 0;
    for (const n of blocks) sum += (coefficients[placeOf(n) + 4 * i] ?? 0) ** 2;
    variances[i] = (credit * sum) / Math.max(1, blocks.length);
  }
  // The low frequencies the blocks were chosen by say too little.
  const next = average(variances, (order) => order > LOW_ORDER && order <= LOW_ORDER + 2);
  const filled = variances.map((variance, i) => (isLow(i) ? Math.max(variance, next) : variance));
  return smoothed(filled.map((variance, i) => variance + roundingError(steps[8 * (i & 7) + (i >> 3)] ?? 0)));
}

/** Larger errors are rounding to nothing, where the true value was small. Best of 0 to 80 on bench/denoise. */
const MOST_ROUNDING = 80;

/** Our first plane is (red + green + blue) / √3, JPEG's luminance about their mean: √3 times, so 3 times the variance. */
const roundingError = (step: number): number => Math.min(MOST_ROUNDING, (3 * step * step) / 12);

const isLow = (i: number): boolean => (i & 7) + (i >> 3) <= LOW_ORDER;

function lowEnergy(coefficients: Float32Array, block: number): number {
  const first = placeOf(block);
  let sum = 0;
  for (let i = 1; i < 64; i++) {
    if (isLow(i)) sum += (coefficients[first + 4 * i] ?? 0) ** 2;
  }
  return sum;
}

/** The flattest blocks of each brightness together, then fewer and fewer of these, the flattest. */
function flatBlocks(
  groups: readonly (readonly number[])[],
  shares: readonly number[],
  unevenness: (block: number) => number,
): readonly (readonly number[])[] {
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const share = Math.min(MOST_SHARE, Math.max(FLAT_SHARE, FEWEST / total));
  const all = groups.flatMap((group) => flattest(group, share, unevenness));
  return shares.map((part) => flattest(all, part, unevenness));
}

function flattest(group: readonly number[], share: number, unevenness: (block: number) => number): readonly number[] {
  const values = Float32Array.from(group, unevenness);
  const limit = values.slice().sort()[Math.ceil(group.length * share) - 1] ?? 0;
  return group.filter((_, i) => (values[i] ?? 0) <= limit);
}

/** Most that a variance may exceed those of lower frequencies: more is a texture, noise is white or falls. Chosen. */
const MOST_RISE = 1.5;

/**
 * Each variance averaged with its neighbours. Before, what is no noise is capped: slow shading, which looks like noise of the
 * lowest frequencies, and cloth or brick, whose power peaks at higher ones.
 */
function smoothed(raw: Float32Array): Spectrum {
  const middle = average(raw, (order) => order >= 2 && order <= 5);
  const limits = fallingLimits(raw);
  const capped = raw.map((variance, i) => Math.min(variance, 3 * middle, MOST_RISE * (limits[radiusOf(i)] ?? 0)));
  const variances = new Float32Array(64);
  for (let i = 1; i < 64; i++) {
    let [sum, count] = [0, 0];
    for (const dk of [-1, 0, 1]) {
      for (const dl of [-1, 0, 1]) {
        const [k, l] = [(i & 7) + dk, (i >> 3) + dl];
        if (k < 0 || k > 7 || l < 0 || l > 7 || k + l === 0) continue;
        sum += capped[k + 8 * l] ?? 0;
        count++;
      }
    }
    variances[i] = Math.max(sum / count, 1e-4);
  }
  variances[0] = variances[1] ?? 0;
  return { variances, mean: average(variances, (order) => order > 0) };
}

const radiusOf = (i: number): number => Math.round(Math.hypot(i & 7, i >> 3));

/** For each radius of frequency the least that the lower quartile of the variances has been up to it. */
function fallingLimits(raw: Float32Array): readonly number[] {
  const limits: number[] = [];
  for (let radius = 0; radius <= 10; radius++) {
    const ring = raw.filter((_, i) => i > 0 && radiusOf(i) === radius).sort();
    // Radius 1 has two variances, with all the shading: it limits nothing.
    const own = radius < 2 ? Number.POSITIVE_INFINITY : (ring[ring.length >> 2] ?? Number.POSITIVE_INFINITY);
    limits.push(Math.min(own, limits.at(-1) ?? Number.POSITIVE_INFINITY));
  }
  return limits;
}

/** Most that noise at half size may exceed what the low frequencies at full size say it is. Chosen. */
const MOST_AT_HALF = 2.5;

/**
 * The noise measured at half size, scaled down where the full size contradicts it: few blocks are flat at small sizes. White
 * noise has a quarter of the variance there.
 */
export function confirmed(half: Spectrum, full: Spectrum): Spectrum {
  const most = (MOST_AT_HALF / 4) * average(full.variances, (order) => order > 0 && order <= 4);
  if (half.mean <= most) return half;
  const factor = most / half.mean;
  return { variances: half.variances.map((variance) => variance * factor), mean: most };
}

function average(values: Float32Array, takes: (order: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (const [i, value] of values.entries()) {
    if (!takes((i & 7) + (i >> 3))) continue;
    sum += value;
    count++;
  }
  return sum / count;
}
