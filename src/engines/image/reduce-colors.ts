import type { Sharp } from 'sharp';

import { type QuantisedPicture, quantise } from '../../lib/colors/quantise.js';
import { sharp } from './sharp.js';

interface Reduction {
  /** 2 to 256; a transparent one is among them. */
  readonly colors: number;
  readonly isDithered: boolean;
  /** Pixels are clear or opaque, as GIF has them. */
  readonly isAlphaBinary?: boolean;
}

export interface ReducedPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, frames under one another. */
  readonly rgba: Uint8Array;
  /** A pipeline over them, animated as the one before. */
  readonly image: Sharp;
  /** Colours there are. */
  readonly colors: number;
  /** Mean squared difference from the picture before, in levels of a channel. */
  readonly error: number;
}

const HALF = 128;

/** Reduces the colours of a pipeline, of an animation over all frames together. Encoders find so few colours and keep them. */
export async function reduceColors(image: Sharp, reduction: Reduction): Promise<ReducedPicture> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (reduction.isAlphaBinary === true)
    for (let i = 3; i < data.length; i += 4) data[i] = (data[i] ?? 0) < HALF ? 0 : 255;
  const found = quantise(data, { width: info.width, ...reduction });
  const { rgba, error } = painted(found, data);
  const { width, height, pageHeight } = info;
  const isAnimated = pageHeight !== undefined && pageHeight < height;
  const result = sharp(rgba, {
    raw: { width, height, channels: 4, ...(isAnimated ? { pageHeight } : {}) },
    animated: isAnimated,
    limitInputPixels: false,
  });
  const isOpaque = found.palette.every(([, , , alpha]) => alpha === 255);
  return { width, height, rgba, image: isOpaque ? result.removeAlpha() : result, colors: found.palette.length, error };
}

function painted({ palette, pixels }: QuantisedPicture, before: Uint8Array): { rgba: Uint8Array; error: number } {
  const rgba = new Uint8Array(before.length);
  let error = 0;
  for (let i = 0, at = 0; at < rgba.length; i += 1, at += 4) {
    const color = palette[pixels[i] ?? 0] ?? [0, 0, 0, 0];
    for (let c = 0; c < 4; c += 1) {
      rgba[at + c] = color[c] ?? 0;
      // What is behind clear pixels is not seen.
      if (before[at + 3] !== 0) error += ((color[c] ?? 0) - (before[at + c] ?? 0)) ** 2;
    }
  }
  return { rgba, error: error / rgba.length };
}
