import pixelmatch from 'pixelmatch';

import type { PixelBox } from '../lib/pictures/crop-box.js';
import { emptyRgba, type Rgba } from '../lib/pictures/rgba.js';

/** Where two pictures of one size differ to the eye. */
export interface PixelDifference {
  readonly different: number;
  /** Pixels that differ as the smooth edge of the same shape does; not counted among `different`. */
  readonly antialiased: number;
  /** Around all different pixels. */
  readonly box: PixelBox | undefined;
  /** The first picture, faded, with different pixels in red and smooth edges in yellow. */
  readonly map: Rgba;
}

const RED = [255, 0, 0] as const;
const YELLOW = [255, 255, 0] as const;

/**
 * Counts by the distance of colours in YIQ (Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC
 * transmission color space", 2010). `threshold`: 0 for any difference, 1 for that of black and white.
 */
export function pixelDifference(a: Rgba, b: Rgba, threshold: number, findsAntialiasing: boolean): PixelDifference {
  const map = emptyRgba(a.width, a.height);
  const settings = { threshold, includeAA: !findsAntialiasing, diffColor: [...RED], aaColor: [...YELLOW], alpha: 0.2 };
  const different = pixelmatch(a.data, b.data, map.data, a.width, a.height, settings as never);
  let antialiased = 0;
  let [left, top, right, bottom] = [a.width, a.height, 0, 0];
  // The faded picture is grey, so that these colours are the marks alone.
  for (let y = 0, i = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++, i += 4) {
      if (map.data[i + 2] !== 0 || map.data[i] !== 255) continue;
      if (map.data[i + 1] === 255) {
        antialiased += 1;
        continue;
      }
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  const box = right === 0 ? undefined : { left, top, width: right - left, height: bottom - top };
  return { different, antialiased, box, map };
}
