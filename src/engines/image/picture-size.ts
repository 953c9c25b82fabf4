import { overLimit, quote } from '../../core/errors.js';

/** Most pixels of a still picture. */
export const MAX_PIXELS = 50_000_000;
/**
 * Longest side. A decoder keeps rows, not pixels: 50 rows of 1,000,000 take 1.3 GiB in some tools (measured), 10 of 5,000,000 take 2.5.
 */
const MAX_SIDE = 1_000_000;

/** Throws LIMIT_EXCEEDED, naming the picture, where one frame is too large to be decoded. */
export function checkPictureSize(name: string, width: number, height: number): void {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) {
    throw overLimit(`Picture ${quote(name)} has ${width} × ${height} = ${pixels} pixels, the limit is ${MAX_PIXELS}`);
  }
  const side = Math.max(width, height);
  if (side > MAX_SIDE) {
    throw overLimit(`Picture ${quote(name)} has a side of ${side} pixels, the limit is ${MAX_SIDE}`);
  }
}
