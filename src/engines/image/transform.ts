import type { Sharp } from 'sharp';

import type { Rgba } from '../../lib/pictures/rgba.js';
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
