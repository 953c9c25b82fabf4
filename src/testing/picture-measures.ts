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

const SSIM_WINDOW = 8;
const SSIM_STEP = 4;

/**
 * Mean structural similarity of two grey pictures of one size (Wang et al. 2004, with windows of 8 × 8 every 4 pixels): 1 is the same.
 */
export function ssim(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const n = SSIM_WINDOW * SSIM_WINDOW;
  let total = 0;
  let windows = 0;
  for (let top = 0; top + SSIM_WINDOW <= height; top += SSIM_STEP) {
    for (let left = 0; left + SSIM_WINDOW <= width; left += SSIM_STEP) {
      let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + SSIM_WINDOW; y += 1) {
        for (let i = y * width + left; i < y * width + left + SSIM_WINDOW; i += 1) {
          const [p, q] = [a[i] ?? 0, b[i] ?? 0];
          sumA += p;
          sumB += q;
          squaresA += p * p;
          squaresB += q * q;
          products += p * q;
        }
      }
      const [meanA, meanB] = [sumA / n, sumB / n];
      const [varA, varB] = [squaresA / n - meanA ** 2, squaresB / n - meanB ** 2];
      const covariance = products / n - meanA * meanB;
      total +=
        ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
      windows += 1;
    }
  }
  return windows === 0 ? 1 : total / windows;
}
