/** Peak signal-to-noise ratio of 8-bit samples in dB. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (const [i, value] of a.entries()) sum += (value - (b[i] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / Math.max(sum, 1e-6));
}

/** Mean absolute difference of samples. */
export function meanDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

/** A normally distributed number from an evenly distributed source (Box and Muller). */
export const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
