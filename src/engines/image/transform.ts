import type { Sharp } from 'sharp';

import { isOpaque, type Rgba } from '../../lib/pictures/rgba.js';
import { sharp } from './sharp.js';

const open = ({ width, height, data }: Rgba): Sharp =>
  sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });

async function decoded(image: Sharp): Promise<Rgba> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** How a picture fills a size of other proportions: with margins, cut, or distorted. */
export const FITS = ['contain', 'cover', 'fill'] as const;

type Fit = (typeof FITS)[number];

export interface ResizeSettings {
  readonly width: number;
  readonly height: number;
  /** `fill` unless said. */
  readonly fit?: Fit;
  /** Of the margins; transparent unless said. */
  readonly background?: { readonly r: number; readonly g: number; readonly b: number; readonly alpha: number };
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** By Lanczos' method, with alpha multiplied in. */
export const resizeRgba = (
  picture: Rgba,
  { width, height, fit = 'fill', background = CLEAR }: ResizeSettings,
): Promise<Rgba> => decoded(open(picture).resize(width, height, { fit, background }));

/** Clockwise by degrees, on a transparent ground that holds it whole. */
export const rotateRgba = (picture: Rgba, angleDegrees: number): Promise<Rgba> =>
  angleDegrees % 360 === 0
    ? Promise.resolve(picture)
    : decoded(open(picture).rotate(angleDegrees, { background: CLEAR }));

/** Above this the picture is blurred at a smaller size, which looks the same and takes a fraction of the time. */
const FULL_SIZE_SIGMA = 6;

/** Gaussian blur of a standard deviation in pixels, at least 0.5; the sides go on as they end. */
export async function blurRgba(picture: Rgba, sigma: number): Promise<Rgba> {
  const factor = Math.max(1, sigma / FULL_SIZE_SIGMA);
  if (factor === 1) return await decoded(open(picture).blur(sigma));
  const { width, height } = picture;
  const small = await resizeRgba(picture, {
    width: Math.max(1, Math.round(width / factor)),
    height: Math.max(1, Math.round(height / factor)),
  });
  const blurred = await decoded(open(small).blur(FULL_SIZE_SIGMA));
  return await decoded(open(blurred).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
}

/** Pixels that {@link blurStrips} holds at once: as floating-point samples, with what the blur reaches beyond them. */
const STRIP_PIXELS = 4_000_000;

/** A stretch of rows, and what a blur makes of them: red, green and blue of each pixel, from 0 to 255, with alpha multiplied in, and alpha, to 255 too. */
export interface BlurredStrip {
  readonly top: number;
  readonly rows: number;
  readonly colors: Float32Array;
  /** Missing where the picture is opaque. */
  readonly alphas: Float32Array | undefined;
}

/**
 * Gaussian blur of a standard deviation in pixels, at least 0.3, in floating point, strip by strip; the sides go on as they end. `signal`
 * is looked at between strips.
 */
export async function* blurStrips(picture: Rgba, sigma: number, signal: AbortSignal): AsyncGenerator<BlurredStrip> {
  const { width, height, data } = picture;
  const reach = Math.ceil(5 * sigma);
  const step = Math.max(reach, Math.floor(STRIP_PIXELS / width));
  const opaque = isOpaque(data);
  for (let top = 0; top < height; top += step) {
    signal.throwIfAborted();
    const rows = Math.min(step, height - top);
    const [first, last] = [Math.max(0, top - reach), Math.min(height, top + rows + reach)];
    const part = data.subarray(4 * first * width, 4 * last * width);
    const blurred = async (samples: Uint8Array, channels: 1 | 3): Promise<Float32Array> => {
      const bytes = await sharp(samples, { raw: { width, height: last - first, channels }, limitInputPixels: false })
        .blur({ sigma, precision: 'float', minAmplitude: 0.001 })
        .toColourspace(channels === 1 ? 'b-w' : 'srgb')
        .raw({ depth: 'float' })
        .toBuffer();
      const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      return all.subarray(channels * (top - first) * width, channels * (top - first + rows) * width);
    };
    const { colors, alphas } = premultiplied(part);
    yield {
      top,
      rows,
      colors: await blurred(colors, 3),
      alphas: opaque ? undefined : await blurred(alphas, 1),
    };
  }
}

/** Colours with alpha multiplied in, and alpha apart, in 8 bits: samples in floating point would be taken for linear light. */
function premultiplied(rgba: Uint8Array): { readonly colors: Uint8Array; readonly alphas: Uint8Array } {
  const count = rgba.length / 4;
  const colors = new Uint8Array(3 * count);
  const alphas = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const alpha = rgba[4 * i + 3] ?? 0;
    alphas[i] = alpha;
    for (let channel = 0; channel < 3; channel += 1)
      colors[3 * i + channel] = Math.round(((rgba[4 * i + channel] ?? 0) * alpha) / 255);
  }
  return { colors, alphas };
}
