import { z } from 'zod';
import { invalid, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { MAX_ANIMATION_PIXELS, MAX_FRAMES, type Picture } from '../../engines/image/picture.js';
import { MAX_GIF_PIXELS, type WriteFormat } from '../../engines/image/write-picture.js';
import { parsePageRanges } from '../../lib/documents/page-ranges.js';

/** Formats of animations, as people call them. */
export const ANIMATION_FORMATS = ['gif', 'webp', 'apng'] as const;

export type AnimationFormat = (typeof ANIMATION_FORMATS)[number];

export const writtenAs = (format: AnimationFormat): WriteFormat => (format === 'apng' ? 'png' : format);

export const sideOption = (side: 'Width' | 'Height', zero: string) =>
  ofKind('pixels', z.number().multipleOf(1).min(0).max(4000).default(0).describe(`${side} in pixels; 0 ${zero}.`));

export const colorsOption = () =>
  z
    .number()
    .multipleOf(1)
    .min(2)
    .max(256)
    .default(256)
    .describe('Number of colours of a GIF: with 256 per frame, with fewer in all frames together.');

export const framesOption = (verb: string) =>
  z
    .string()
    .max(5000)
    .default('')
    .describe(`Frames to ${verb}, counted from 1, such as 5, 1-3, 8- (to the end), last, odd; empty for all.`);

/** The frames that option `frames` asks for, from 0, in its order. Throws INVALID_INPUT. */
export function chosenFrames(text: string, { name, frames }: Picture): number[] {
  if (text.trim() === '') return Array.from({ length: frames }, (_, i) => i);
  const ranges = parsePageRanges(text, frames);
  if ('kind' in ranges) {
    throw invalid(
      `Option "frames" must be frames and ranges from 1 to ${frames} such as "1-3, 5, 8-" for ${quote(name)}, got ${quote(text)}`,
    );
  }
  return ranges.flatMap(({ pages }) => pages.map((page) => page - 1));
}

export const ANIMATION_NOTES: readonly string[] = [
  `At most ${MAX_FRAMES} frames, and 100 megapixels in all of them, 60 for GIF output. Colours become 8-bit sRGB.`,
  'GIF times are hundredths of a second, and browsers slow down frames under 20 ms, so no GIF frame is shorter. GIF has no half-transparent pixels.',
  'WebP merges identical consecutive frames and adds their times.',
];

/** Throws LIMIT_EXCEEDED where the frames of a result would be too many or too large together. */
export function checkFrames(
  name: string,
  frames: number,
  { width, height }: { readonly width: number; readonly height: number },
  format?: AnimationFormat,
): void {
  const limit = format === 'gif' ? MAX_GIF_PIXELS : MAX_ANIMATION_PIXELS;
  if (frames > MAX_FRAMES) {
    throw overLimit(`The animation of ${quote(name)} would have ${frames} frames, the limit is ${MAX_FRAMES}`);
  }
  if (frames * width * height > limit) {
    throw overLimit(
      `The animation of ${quote(name)} would have ${frames} frames of ${width} × ${height} pixels, the limit is ${limit} in all`,
    );
  }
}

/** A size where 0 follows from the other side, or from the picture. */
export function sizeOf(
  picture: { readonly width: number; readonly height: number },
  asked: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const { width, height } = asked;
  if (width > 0 && height > 0) return { width, height };
  const scale = width > 0 ? width / picture.width : height > 0 ? height / picture.height : 1;
  return {
    width: width || Math.max(1, Math.round(picture.width * scale)),
    height: height || Math.max(1, Math.round(picture.height * scale)),
  };
}

const LEAST_GIF_DELAY_MS = 20;

/** Times as the format can say them. */
export const delaysFor = (delays: readonly number[], format: AnimationFormat): number[] =>
  delays.map((delay) =>
    format === 'gif' ? Math.max(LEAST_GIF_DELAY_MS, 10 * Math.round(delay / 10)) : Math.max(1, Math.round(delay)),
  );
