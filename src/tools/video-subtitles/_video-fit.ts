import { z } from 'zod';

import { hexColor, onWhite, parseColor } from '../../engines/colors.js';

const FITS = ['contain', 'cover', 'blur', 'stretch'] as const;
type Fit = (typeof FITS)[number];

export const fitOption = () =>
  z
    .enum(FITS)
    .default('contain')
    .describe('Where the proportions differ: bars, cropping, a border of the picture itself blurred, or stretching.');

/** A colour as FFmpeg's filters are told it. Throws INVALID_INPUT naming the option. */
export const ffmpegColor = (option: string, value: string): string =>
  hexColor(onWhite(parseColor(option, value))).replace('#', '0x');

/** Brings pictures to a size. Where several stand in one graph, `mark` tells their labels apart. */
export function fitFilter(fit: Fit, [width, height]: readonly [number, number], color: string, mark = ''): string {
  const size = `${width}:${height}`;
  if (fit === 'stretch') return `scale=${size},setsar=1`;
  if (fit === 'cover') return `scale=${size}:force_original_aspect_ratio=increase,crop=${size},setsar=1`;
  const inside = `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  if (fit === 'contain') return `${inside},pad=${size}:(ow-iw)/2:(oh-ih)/2:color=${color},setsar=1`;
  const behind = `scale=${size}:force_original_aspect_ratio=increase,crop=${size},boxblur=20:2`;
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `[${letter}${mark}]`);
  return `split${a}${b};${a}${behind}${c};${b}${inside}${d};${c}${d}overlay=(W-w)/2:(H-h)/2,setsar=1`;
}
