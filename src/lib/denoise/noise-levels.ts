import type { Spectrum } from './kernel.js';
import type { Measurement } from './noise.js';
import { bandMean, orderOf, smoothed } from './spectrum.js';

// What grain and noise never are, measured on bench/denoise (scenes with white noise, with grain of 2 to 3 pixels, with both
// after JPEG, and textures): each pair is where a sign of texture begins to count and where it counts in full.
/** `Texture.alike`: noise and grain −0.1 to 0.15, textures 0.2 to 1.2. */
const ALIKE = [0.12, 0.3] as const;
/** Density of the power in orders 2 and 3 at half size, relative to here: grain 1 to 2.3, since it reaches few pixels; textures 3 to 60. */
const RISE = [2.3, 3.4] as const;
/** What `alike` has beyond the first makes up for so many times as much of a rise: gravel of small stones rises 3 times only. Chosen. */
const [SURE, RISE_OF_SURE] = [0.25, 2] as const;
/**
 * Power in orders 2 and 3 at full size: grain up to 1,700, white noise of σ 50 up to 3,800, also after JPEG 75 (4,600 on a carpet); gravel 7,000 to 15,000.
 * So much is texture whatever the other signs say, where it is not white.
 */
const POWER = [4000, 7000] as const;
/** Power in orders 2 and 3 relative to 4 to 6: white noise 1. */
const TILT = [1.1, 1.3] as const;
/** Power in orders 10 and more relative to 7 to 9. Near 1 there is a floor of white noise, and what rises over it is no grain. */
const FLOOR = [0.6, 0.9] as const;
/** Power of the low orders relative to the middle ones is at most this power of what the middle ones have to the high ones. Chosen. */
const CONCAVITY = 1.2;
/** Most that noise at half size may exceed what the low frequencies at full size say it is, and where there is texture. Chosen. */
const [MAX_AT_HALF, MAX_OF_TEXTURE] = [2.5, 1.2] as const;
/** Larger errors of JPEG's rounding are rounding to nothing, where the true value was small. Best of 0 to 80 on bench/denoise. */
const MAX_ROUNDING = 80;

interface LevelNoise extends Spectrum {
  /** 0: none. 1: nothing coloured is believed to be noise. */
  readonly texture: number;
}

/**
 * The noise of each level and channel from their measurements, the full size first. What grows towards low frequencies in a way
 * that grain does not is texture; only its white part is taken for noise then.
 */
export function noiseOfLevels(levels: readonly (readonly Measurement[])[]): readonly (readonly Spectrum[])[] {
  const noise: (readonly LevelNoise[])[] = [];
  for (const [l, channels] of levels.entries()) {
    const half = levels[l + 1];
    const finer = noise[l - 1];
    const noiseAt = (c: number, least: number): readonly LevelNoise[] => {
      const own = channels[c];
      return own === undefined ? [] : [confirmed(noiseOf(own, half?.[c], least), finer?.[c])];
    };
    const colours = [...noiseAt(1, 0), ...noiseAt(2, 0)];
    // Luminance has at least the noise of colour.
    const least = colours.length === 0 ? 0 : Math.min(...colours.map(({ mean }) => mean));
    noise.push([...noiseAt(0, least), ...colours]);
  }
  return noise;
}

/** `least`: what the white noise has at least. */
function noiseOf(own: Measurement, half: Measurement | undefined, least: number): LevelNoise {
  const { variances, steps, texture: signs } = own;
  if (signs === undefined) return { ...smoothed(variances), texture: 0 };
  const [low, high] = [bandMean(variances, 2, 3), bandMean(variances, 7, 9)];
  const top = bandMean(variances, 10, 14);
  const floor = ramp(top / Math.max(1e-6, high), FLOOR);
  // A picture too small to be halved is judged by the other signs.
  const rise = half === undefined ? RISE[1] : (4 * bandMean(half.variances, 2, 3)) / Math.max(1e-6, low);
  const sure = RISE_OF_SURE * Math.max(0, signs.alike - SURE);
  const tilt = low / Math.max(1e-6, bandMean(variances, 4, 6));
  const alike = ramp(signs.alike, ALIKE);
  const immense = ramp(low, POWER);
  const texture = Math.max(floor, alike, immense) * Math.max(ramp(rise + sure, RISE), immense) * ramp(tilt, TILT);
  const rounding = Float32Array.from({ length: 64 }, (_, i) => roundingError(steps[8 * (i & 7) + (i >> 3)] ?? 0));
  // What was measured where texture is has the error of rounding in it. A floor is noise unless it comes and goes with the rest.
  const white = signs.white - bandMean(rounding, 5, 7) + floor * (1 - alike) * Math.max(0, top - signs.white);
  const most = Math.max(least, signs.white / 2, white);
  const believed = concave(variances.map((variance) => variance - texture * Math.max(0, variance - most)));
  return { ...smoothed(believed.map((variance, i) => variance + (rounding[i] ?? 0))), texture };
}

/** 0 up to `from`, 1 from `to` on. */
const ramp = (value: number, [from, to]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Our first plane is (red + green + blue) / √3, JPEG's luminance about their mean: √3 times, so 3 times the variance of step² / 12. */
const roundingError = (step: number): number => Math.min(MAX_ROUNDING, (3 * step * step) / 12);

/** Grain falls the faster the higher the frequency; shading and texture fall from the start. */
function concave(variances: Float32Array): Float32Array {
  const [low, middle, high] = [bandMean(variances, 2, 3), bandMean(variances, 4, 6), bandMean(variances, 7, 9)];
  const most = middle * Math.max(1, middle / Math.max(high, 1e-6)) ** CONCAVITY;
  return low <= most
    ? variances
    : variances.map((variance, i) => (orderOf(i) < 4 ? variance * (most / low) : variance));
}

/**
 * The noise of a level, scaled down where the level of twice the size contradicts it: few blocks are flat at small sizes. White
 * noise has a quarter of the variance there.
 */
function confirmed(own: LevelNoise, finer: LevelNoise | undefined): LevelNoise {
  if (finer === undefined) return own;
  const texture = Math.max(own.texture, finer.texture);
  const ratio = MAX_AT_HALF + (MAX_OF_TEXTURE - MAX_AT_HALF) * texture;
  const factor = Math.min(1, ((ratio / 4) * bandMean(finer.variances, 1, 4)) / own.mean);
  return { variances: own.variances.map((variance) => variance * factor), mean: own.mean * factor, texture };
}
