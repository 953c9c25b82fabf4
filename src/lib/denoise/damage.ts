import type { NoisyPicture } from './denoise.js';
import { lightsOf, noiseOf, rangeOf } from './lights.js';
import { mendScratches } from './scratches.js';
import { mendSpecks } from './specks.js';

/** What was mended. */
export interface Mended {
  readonly specks: number;
  readonly scratches: number;
}

/**
 * Mends bright dust specks and fine, bright, straight scratches, in place. Meant to be careful: what may be a detail (an eye, stars,
 * print, dots of a pattern, a pole) stays.
 */
export function mendDamage(picture: NoisyPicture): Mended {
  const lights = lightsOf(picture);
  const sigma = noiseOf(lights);
  const range = rangeOf(lights);
  const scratches = mendScratches(picture, lights, range, sigma);
  return { specks: mendSpecks(picture, lights, range, sigma), scratches };
}
