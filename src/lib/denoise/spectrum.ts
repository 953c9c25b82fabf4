import type { Spectrum } from './kernel.js';

/** Vertical + horizontal frequency of coefficient i = vertical + 8 × horizontal frequency. */
export const orderOf = (i: number): number => (i & 7) + (i >> 3);

/** The coefficients of orders `first` to `last`; of one parity of the order where that is given. */
export const bandOf = (first: number, last: number, parity?: number): readonly number[] =>
  Array.from({ length: 64 }, (_, i) => i).filter(
    (i) => orderOf(i) >= first && orderOf(i) <= last && (parity === undefined || (orderOf(i) & 1) === parity),
  );

/** Mean of the values of a band. */
export function bandMean(values: Float32Array, first: number, last: number): number {
  let [sum, count] = [0, 0];
  for (const [i, value] of values.entries()) {
    if (orderOf(i) < first || orderOf(i) > last) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** Most that a variance may exceed those of lower frequencies: more is a texture, noise is white or falls. Chosen. */
const MAX_RISE = 1.5;

/**
 * Each variance averaged with its neighbours. Before, what is no noise is capped: slow shading, which looks like noise of the
 * lowest frequencies, and cloth or brick, whose power peaks at higher ones.
 */
export function smoothed(raw: Float32Array): Spectrum {
  const middle = bandMean(raw, 2, 5);
  const limits = fallingLimits(raw);
  const capped = raw.map((variance, i) => Math.min(variance, 3 * middle, MAX_RISE * (limits[radiusOf(i)] ?? 0)));
  const variances = new Float32Array(64);
  for (let i = 1; i < 64; i++) {
    let [sum, count] = [0, 0];
    for (const dk of [-1, 0, 1]) {
      for (const dl of [-1, 0, 1]) {
        const [k, l] = [(i & 7) + dk, (i >> 3) + dl];
        if (k < 0 || k > 7 || l < 0 || l > 7 || k + l === 0) continue;
        sum += capped[k + 8 * l] ?? 0;
        count++;
      }
    }
    variances[i] = Math.max(sum / count, 1e-4);
  }
  variances[0] = variances[1] ?? 0;
  return { variances, mean: bandMean(variances, 1, 14) };
}

const radiusOf = (i: number): number => Math.round(Math.hypot(i & 7, i >> 3));

/** For each radius of frequency the least that the lower quartile of the variances has been up to it. */
function fallingLimits(raw: Float32Array): readonly number[] {
  const limits: number[] = [];
  for (let radius = 0; radius <= 10; radius++) {
    const ring = raw.filter((_, i) => i > 0 && radiusOf(i) === radius).sort();
    // Radius 1 has two variances, with all the shading: it limits nothing.
    const own = radius < 2 ? Number.POSITIVE_INFINITY : (ring[ring.length >> 2] ?? Number.POSITIVE_INFINITY);
    limits.push(Math.min(own, limits.at(-1) ?? Number.POSITIVE_INFINITY));
  }
  return limits;
}
