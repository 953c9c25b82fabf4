import { blockCorners } from './blocks.js';

/** Reads the 8 × 8 samples with the corner (x, y) of one channel, row by row, from 0 to 255. */
export type ChannelReader = (x: number, y: number, channel: number, out: Float32Array) => void;

const BINS = 16;
const BIN_WIDTH = 256 / BINS;
const BLOCKS = 2000;
/** Share of the blocks of a bin that is taken for flat, and the fewest that say anything. */
const FLAT_SHARE = 0.1;
const FEWEST = 12;
/** The curve may not leave this range: a bin of nothing but foliage must not pass for noise. */
const RANGE = [0.5, 2] as const;
/** Curves flatter than this are left out: they gain nothing. */
const FLAT_CURVE = 1.25;
/** Noise too faint to say how it depends on brightness. */
const FAINT = 0.8;

/**
 * How strong the noise is at each brightness, relative to its typical strength: one factor for each of 16 ranges of values.
 * Photon noise and film grain depend on brightness; scanners clip it. `isWorn`: a lossy format has gone over it. `undefined` where it hardly changes or cannot be told.
 */
export function noiseByBrightness(
  width: number,
  height: number,
  channels: number,
  isWorn: boolean,
  read: ChannelReader,
): readonly number[] | undefined {
  const bins = Array.from({ length: BINS }, (): Block[] => []);
  const samples = new Float32Array(64);
  for (const [x, y] of blockCorners(width, height, BLOCKS)) {
    for (let channel = 0; channel < channels; channel++) {
      read(x, y, channel, samples);
      const block = describe(samples);
      if (block !== undefined) bins[Math.min(BINS - 1, Math.floor(block.mean / BIN_WIDTH))]?.push(block);
    }
  }
  const flat = bins.map((blocks) => flatBin(blocks, isWorn ? MAX_SPREAD_WORN : MAX_SPREAD));
  // A lossy format has another spectrum where more is rounded to nothing.
  const measured = isWorn ? flat : likeShaped(flat);
  const typical = weightedMedian(measured, ({ sigma }) => sigma);
  if (typical === undefined || typical < FAINT) return undefined;
  const curve = smoothed(measured, typical);
  const seen = curve.filter((_, i) => measured[i]?.sigma !== undefined);
  return Math.max(...seen) / Math.min(...seen) < FLAT_CURVE ? undefined : curve;
}

/**
 * Mean, power of the noise and unevenness of a block; `undefined` for one that is clipped. The power is that of diagonal
 * detail at two sizes, because grain has little of the finest; unevenness is the variance of the 4 × 4 means.
 */
function describe(samples: Float32Array): Block | undefined {
  const means = new Float32Array(16);
  let [fine, middle] = [0, 0];
  for (let n = 0; n < 16; n++) {
    const i = 16 * (n >> 2) + 2 * (n & 3);
    const [a, b, c, d] = [samples[i] ?? 0, samples[i + 1] ?? 0, samples[i + 8] ?? 0, samples[i + 9] ?? 0];
    if (Math.min(a, b, c, d) < 1 || Math.max(a, b, c, d) > 254) return undefined;
    fine += (a - b - c + d) ** 2 / 4 / 16;
    means[n] = (a + b + c + d) / 4;
  }
  let [total, squares] = [0, 0];
  for (const i of [0, 2, 8, 10]) {
    const [a, b, c, d] = [means[i] ?? 0, means[i + 1] ?? 0, means[i + 4] ?? 0, means[i + 5] ?? 0];
    // A mean of four has a quarter of the variance.
    middle += (4 * (a - b - c + d) ** 2) / 4 / 4;
    const mean = (a + b + c + d) / 4;
    total += mean / 4;
    squares += mean ** 2 / 4;
  }
  return { mean: total, fine, middle, coarse: squares - total ** 2 };
}

interface Block {
  readonly mean: number;
  /** Power at the finest and at half size. */
  readonly fine: number;
  readonly middle: number;
  readonly coarse: number;
}

function flatBin(blocks: Block[], mostSpread: number): Bin {
  const count = blocks.length;
  const flat = blocks.sort((a, b) => a.coarse - b.coarse).slice(0, Math.ceil(count * FLAT_SHARE));
  if (flat.length < FEWEST) return { count };
  const powers = flat.map(({ fine, middle }) => (fine + middle) / 2).sort((a, b) => a - b);
  const quartile = (share: number): number => powers[Math.floor(share * (powers.length - 1))] ?? 0;
  if (quartile(0.75) - quartile(0.25) > mostSpread * quartile(0.5)) return { count };
  const total = (value: (block: Block) => number): number => flat.reduce((sum, block) => sum + value(block), 0);
  const shape =
    total(({ fine }) => fine) /
    Math.max(
      1e-6,
      total(({ middle }) => middle),
    );
  return { sigma: Math.sqrt(powers[powers.length >> 1] ?? 0), shape, count };
}

/** Most that the logarithm of a bin's shape may differ from the typical one, and how many times what chance makes of it. Chosen. */
const [MAX_OTHER, CHANCES] = [0.2, 1.5] as const;

/** Noise has the same spectrum at every brightness: what has another one, as the dots of a print, is texture. */
function likeShaped(bins: readonly Bin[]): readonly Bin[] {
  const typical = weightedMedian(bins, ({ shape }) => shape);
  if (typical === undefined) return bins;
  return bins.map((bin) => {
    // The power at half size is the mean of four squares a block.
    const chance = Math.sqrt(2 / (4 * FLAT_SHARE * bin.count));
    const difference = Math.abs(Math.log((bin.shape ?? typical) / typical));
    return difference > MAX_OTHER + CHANCES * chance ? { count: bin.count } : bin;
  });
}

/** Distance of the quartiles of the blocks' powers, as a part of the median, above which they are texture. Noise has about 0.5, more after JPEG. */
const [MAX_SPREAD, MAX_SPREAD_WORN] = [0.9, 1.1] as const;

interface Bin {
  /** Standard deviation; none where the blocks tell nothing. */
  readonly sigma?: number;
  /** Power at the finest size relative to half size. */
  readonly shape?: number;
  readonly count: number;
}

function weightedMedian(bins: readonly Bin[], of: (bin: Bin) => number | undefined): number | undefined {
  const known = bins.flatMap((bin) => {
    const value = of(bin);
    return value === undefined ? [] : [{ value, count: bin.count }];
  });
  known.sort((a, b) => a.value - b.value);
  let rest = known.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { value, count } of known) {
    rest -= count;
    if (rest <= 0) return value;
  }
  return undefined;
}

/** Relative strengths, averaged with their neighbours by how many blocks they rest on, so that unseen bins take theirs. */
function smoothed(bins: readonly Bin[], typical: number): readonly number[] {
  return bins.map((_, i) => {
    // One weak vote for the typical strength keeps thinly seen bins near it.
    let [sum, weight] = [1, 1];
    for (const [j, { sigma, count }] of bins.entries()) {
      if (sigma === undefined) continue;
      const near = count * Math.exp(-((i - j) ** 2) / 2);
      sum += near * Math.min(RANGE[1], Math.max(RANGE[0], sigma / typical));
      weight += near;
    }
    return sum / weight;
  });
}

/**
 * Values at which noise of the given curve has the same strength everywhere: the integral of 1 / strength (the generalised
 * Anscombe transform for an arbitrary curve), one for each of `codes` sample values, from 0. Rises strictly.
 */
export function stabilised(curve: readonly number[] | undefined, codes: number): Float32Array {
  const values = new Float32Array(codes);
  const step = 255 / (codes - 1);
  for (let code = 1; code < codes; code++) {
    values[code] = (values[code - 1] ?? 0) + step / strengthAt(curve, (code - 0.5) * step);
  }
  return values;
}

function strengthAt(curve: readonly number[] | undefined, value: number): number {
  if (curve === undefined) return 1;
  const place = Math.min(BINS - 1, Math.max(0, value / BIN_WIDTH - 0.5));
  const [before, after] = [curve[Math.floor(place)] ?? 1, curve[Math.ceil(place)] ?? 1];
  return before + (after - before) * (place - Math.floor(place));
}
