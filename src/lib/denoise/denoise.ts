import { noiseByBrightness, stabilised } from './brightness.js';
import type { Shrinkage, Spectrum } from './kernel.js';
import { type LossyCompression, measureNoise } from './noise.js';
import { noiseOfLevels } from './noise-levels.js';
import {
  A,
  B,
  C,
  halved,
  halvedPicture,
  halvedPlanes,
  readChannel,
  readPicture,
  readPlanes,
  sharedFloats,
} from './planes.js';

/** Samples row by row, channels interleaved; the last of 2 or 4 channels is alpha, which is never touched. */
export interface NoisyPicture {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** The picture at full, half and quarter size. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** Noise of each plane. */
  readonly noise: readonly Spectrum[];
  /** Planes before and after, one behind the other; empty at full size, whose samples are the picture's. */
  readonly noisy: Float32Array;
  readonly clean: Float32Array;
}

/** The sample values to write for working values: `codes[channel][round(value / step)]`. */
export interface Finish {
  readonly step: number;
  readonly codes: readonly (Uint8Array | Uint16Array)[];
}

/**
 * A picture being denoised. All of it is data that threads can share. Tiles of one level can be done in any order and in
 * parallel, the levels one after the other, the smallest picture first.
 */
export interface Job {
  readonly source: NoisyPicture;
  readonly target: NoisyPicture;
  /** Planes that are denoised: 1 or 3. */
  readonly colours: 1 | 3;
  /** Working value of each sample value. */
  readonly working: Float32Array;
  readonly levels: readonly Level[];
  readonly shrinkage: readonly Shrinkage[];
  /** Colour has less detail than luminance and takes it from there. */
  readonly sharpensColour: boolean;
}

const LEVELS = 3;
/** A level smaller than this tells nothing of noise. */
const SMALLEST_SIDE = 24;
/** Blocks that the noise of a level is measured on. */
const BLOCKS = [3000, 1500, 800] as const;

/** Vertical distance of the windows. Colour that was stored at half size is as good with half as many. */
const STEP = 2;

/** Strength at which exactly the measured noise is removed. */
const TYPICAL_STRENGTH = 7;
/** Strength 1 takes the noise for a quarter of what it is, 20 for twice. */
const STRENGTH_EXPONENT = 0.7;

/** More is taken where a lossy format has left the noise in clumps. Measured best of 1 to 8 on bench/denoise's JPEG 75. */
const [WORN_LIGHT, WORN_COLOUR] = [1.15, 2] as const;
/** The lossy format has left the noise uneven: what goes beyond it is texture sooner. Best of 0.6 to 2.2 on bench/denoise. */
const [TOLERANCE, WORN_TOLERANCE] = [1.2, 1] as const;

export const colourChannels = (picture: NoisyPicture): 1 | 3 => (picture.channels >= 3 ? 3 : 1);

export const highestCode = (picture: NoisyPicture): 255 | 65535 => (picture.data instanceof Uint16Array ? 65_535 : 255);

/**
 * Measures the noise of a picture and prepares its smaller versions. `strength` 7 removes what was measured.
 * `compression`: the picture has been through JPEG or another lossy format. `measured`: the same picture with its damage, whose
 * noise this one has: what is mended has none and must not be measured.
 */
export function prepare(
  source: NoisyPicture,
  target: NoisyPicture,
  strength: number,
  compression?: LossyCompression,
  measured?: Job,
): Job {
  const colours = colourChannels(source);
  const codes = highestCode(source) + 1;
  const { width, height } = source;
  const isWorn = compression !== undefined;
  const working =
    measured?.working ?? stabilised(noiseByBrightness(width, height, colours, isWorn, readChannel(source)), codes);
  const reader = readPicture(source, working, colours);
  const sizes = sizesOf(source, working, colours);
  // At half size the steps are no longer those of the file.
  const ofSmaller = compression && { ...compression, luminanceSteps: [] };
  const spectra =
    measured?.levels.map(({ noise }) => noise) ??
    noiseOfLevels(
      sizes.map(({ width: w, height: h, noisy }, l) =>
        measureNoise(
          w,
          h,
          colours,
          BLOCKS[l] ?? 800,
          l === 0 ? compression : ofSmaller,
          l === 0 ? reader : readPlanes(noisy, w, h, colours),
        ),
      ),
    );
  const levels: Level[] = sizes.map(({ width: w, height: h, noisy }, l) => ({
    width: w,
    height: h,
    noise: spectra[l] ?? [],
    noisy,
    clean: l === 0 ? new Float32Array(0) : sharedFloats(colours * w * h),
  }));
  const gain = (strength / TYPICAL_STRENGTH) ** (2 * STRENGTH_EXPONENT);
  const sharpensColour = colours === 3 && (compression?.hasHalvedColour ?? false);
  const colourStep = sharpensColour ? 2 * STEP : STEP;
  const shrinkage = [0, 1, 2].map((channel) => {
    const step = channel === 0 ? STEP : colourStep;
    if (compression === undefined) return { gain, tolerance: TOLERANCE, step };
    return { gain: gain * (channel === 0 ? WORN_LIGHT : WORN_COLOUR), tolerance: WORN_TOLERANCE, step };
  });
  return { source, target, colours, working, levels, shrinkage, sharpensColour };
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** As in `Level`. */
  readonly noisy: Float32Array;
}

/** The picture and its halves, as far as they tell anything of noise. */
function sizesOf(source: NoisyPicture, working: Float32Array, colours: 1 | 3): readonly Size[] {
  let last: Size = { width: source.width, height: source.height, noisy: new Float32Array(0) };
  const sizes = [last];
  while (sizes.length < LEVELS && Math.min(halved(last.width), halved(last.height)) >= SMALLEST_SIDE) {
    const noisy =
      sizes.length === 1
        ? halvedPicture(source, working, colours)
        : halvedPlanes(last.noisy, last.width, last.height, colours);
    last = { width: halved(last.width), height: halved(last.height), noisy };
    sizes.push(last);
  }
  return sizes;
}

/** Red, green and blue, 0 to 1, of a pixel of the working planes. */
export function workingToColour(
  { working, colours }: Job,
  planes: readonly number[],
): readonly [number, number, number] {
  const [p = 0, q = 0, r = 0] = planes;
  const value = (wanted: number): number => codeOf(working, wanted) / (working.length - 1);
  if (colours === 1) return [value(p), value(p), value(p)];
  return [value(p * A + q * B + r * C), value(p * A - 2 * r * C), value(p * A - q * B + r * C)];
}

/** The sample value, with its fraction, of a working value. */
function codeOf(working: Float32Array, wanted: number): number {
  let [low, high] = [0, working.length - 1];
  if (wanted >= (working[high] ?? 0)) return high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((working[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  const [before, after] = [working[low] ?? 0, working[high] ?? 1];
  return Math.max(0, low + (wanted - before) / (after - before));
}
