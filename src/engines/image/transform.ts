import sharp, { type Sharp } from 'sharp';

import type { Rgba } from '../../lib/pixels/rgba.js';

const open = ({ width, height, data }: Rgba): Sharp =>
  sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });

async function decoded(image: Sharp): Promise<Rgba> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** How a picture fills a size of other proportions: with margins, cut, or distorted. */
export const FITS = ['contain', 'cover', 'fill'] as const;

export type Fit = (typeof FITS)[number];

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
