import { colourChannels, highestCode, type NoisyPicture } from './denoise.js';

/** Brightness of each pixel, 0 to 255. */
export interface Lights {
  readonly values: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Dust has not faded: it is as bright as the brightest of this share of the pixels. Dark specks may be pupils: they stay. */
const EXTREME = 0.01;
/** Specks on the darkest ground, this share of the pixels, are left: they may be the light in an eye, or stars. */
const GROUND = 0.1;
/** Where the median is this low between the darkest and the brightest, it is night: bright specks are lights and stars. */
const NIGHT = 0.25;
/** A scratch lets the paper through: it has not faded, and is as bright as the brightest of this share of the pixels. */
const SCRATCH_EXTREME = 0.1;

export function lightsOf(picture: NoisyPicture): Lights {
  const { data, width, height, channels } = picture;
  const values = new Uint8Array(width * height);
  const shift = highestCode(picture) === 255 ? 0 : 8;
  if (colourChannels(picture) === 1) {
    for (let i = 0; i < values.length; i++) values[i] = (data[i * channels] ?? 0) >> shift;
    return { values, width, height };
  }
  for (let i = 0, j = 0; i < values.length; i++, j += channels) {
    values[i] = ((data[j] ?? 0) + 2 * (data[j + 1] ?? 0) + (data[j + 2] ?? 0)) >> (shift + 2);
  }
  return { values, width, height };
}

export function halvedLights({ values, width, height }: Lights): Lights {
  const [w, h] = [width >> 1, height >> 1];
  const result = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const upper = 2 * y * width;
    for (let x = 0; x < w; x++) {
      const i = upper + 2 * x;
      const sum = (values[i] ?? 0) + (values[i + 1] ?? 0) + (values[i + width] ?? 0) + (values[i + width + 1] ?? 0);
      result[y * w + x] = (sum + 2) >> 2;
    }
  }
  return { values: result, width: w, height: h };
}

/** Standard deviation of the noise: median absolute finest diagonal detail (Donoho and Johnstone, 1994), over a sample. */
export function noiseOf({ values, width, height }: Lights): number {
  const counts = new Uint32Array(512);
  let total = 0;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 100_000)));
  for (let y = 0; y + 1 < height; y += step) {
    for (let x = 0; x + 1 < width; x += step) {
      const i = y * width + x;
      const difference =
        (values[i] ?? 0) - (values[i + 1] ?? 0) - (values[i + width] ?? 0) + (values[i + width + 1] ?? 0);
      const size = Math.min(511, Math.abs(difference));
      counts[size] = (counts[size] ?? 0) + 1;
      total++;
    }
  }
  let rest = total / 2;
  for (let size = 0; size < 512; size++) {
    rest -= counts[size] ?? 0;
    if (rest <= 0) return Math.max(0.5, size / (2 * 0.6745));
  }
  return 0.5;
}

export interface Range {
  /** As bright as dust, and as a scratch. */
  readonly brightest: number;
  readonly scratch: number;
  /** Ground that specks are not looked for on. */
  readonly darkGround: number;
  readonly isNight: boolean;
}

/** The values below which given shares of the pixels are. */
function valuesAt({ values }: Lights, shares: readonly number[]): readonly number[] {
  const counts = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) counts[values[i] ?? 0] = (counts[values[i] ?? 0] ?? 0) + 1;
  return shares.map((share) => {
    let rest = share * values.length;
    for (let value = 0; value < 256; value++) {
      rest -= counts[value] ?? 0;
      if (rest < 0) return value;
    }
    return 255;
  });
}

export function rangeOf(lights: Lights): Range {
  const shares = [0, GROUND, 0.5, 1 - SCRATCH_EXTREME, 1 - EXTREME];
  const [black = 0, darkGround = 0, median = 0, scratch = 255, brightest = 255] = valuesAt(lights, shares);
  return { brightest, scratch, darkGround, isNight: median - black < NIGHT * (brightest - black) };
}
