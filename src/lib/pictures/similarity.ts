import type { Rgba } from './rgba.js';

/** How alike two pictures of one size are, laid on white. */
interface Similarity {
  /** Mean absolute and mean squared error of red, green and blue from 0 to 255. */
  readonly meanAbsoluteError: number;
  readonly meanSquaredError: number;
  /** Peak signal-to-noise ratio in dB; Infinity where nothing differs. */
  readonly psnr: number;
  /** Structural similarity of luma, −1 to 1. */
  readonly ssim: number;
}

const onWhite = (value: number, alpha: number): number => (alpha === 255 ? value : (value * alpha) / 255 + 255 - alpha);

/** Compares samples, then structure. */
export function similarity(a: Rgba, b: Rgba): Similarity {
  let [absolute, squared] = [0, 0];
  const count = 3 * a.width * a.height;
  for (let i = 0; i < a.data.length; i += 4) {
    const alphaA = a.data[i + 3] ?? 255;
    const alphaB = b.data[i + 3] ?? 255;
    for (let c = i; c < i + 3; c++) {
      const difference = onWhite(a.data[c] ?? 0, alphaA) - onWhite(b.data[c] ?? 0, alphaB);
      absolute += Math.abs(difference);
      squared += difference * difference;
    }
  }
  const meanSquaredError = squared / count;
  return {
    meanAbsoluteError: absolute / count,
    meanSquaredError,
    psnr: 10 * Math.log10((255 * 255) / meanSquaredError),
    ssim: structuralSimilarity(a, b),
  };
}

/** Window and constants of Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment", IEEE TIP 13 (2004), section III.C. */
const RADIUS = 5;
const SIGMA = 1.5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

const WEIGHTS = gaussian();

function gaussian(): readonly number[] {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Weighted sums along a row: of a, b, a², b² and ab. */
type Sums = readonly [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];

/** The mean over all pixels; beyond the sides the last pixel goes on. */
function structuralSimilarity(a: Rgba, b: Rgba): number {
  const { width, height } = a;
  const rows: Sums[] = Array.from(
    { length: 2 * RADIUS + 1 },
    () => [0, 1, 2, 3, 4].map(() => new Float32Array(width)) as never,
  );
  const [lumaA, lumaB] = [new Float32Array(width + 2 * RADIUS), new Float32Array(width + 2 * RADIUS)];
  const filter = (y: number): void => {
    lumaRow(a, y, lumaA);
    lumaRow(b, y, lumaB);
    filterRow(lumaA, lumaB, rows[y % rows.length] as Sums);
  };
  const last = height - 1;
  for (let y = 0; y <= Math.min(RADIUS, last); y++) filter(y);
  let total = 0;
  for (let y = 0; y < height; y++) {
    const window = WEIGHTS.map((_, i) => rows[Math.min(last, Math.max(0, y + i - RADIUS)) % rows.length] as Sums);
    for (let x = 0; x < width; x++) total += similarityAt(window, x);
    if (y + RADIUS + 1 <= last) filter(y + RADIUS + 1);
  }
  return total / (width * height);
}

/** Luma by ITU-R BT.601, with the last pixel of each side going on for RADIUS pixels. */
function lumaRow({ width, data }: Rgba, y: number, into: Float32Array): void {
  for (let x = 0; x < width; x++) {
    const i = 4 * (y * width + x);
    const alpha = data[i + 3] ?? 255;
    into[x + RADIUS] =
      0.299 * onWhite(data[i] ?? 0, alpha) +
      0.587 * onWhite(data[i + 1] ?? 0, alpha) +
      0.114 * onWhite(data[i + 2] ?? 0, alpha);
  }
  into.fill(into[RADIUS] ?? 0, 0, RADIUS);
  into.fill(into[width + RADIUS - 1] ?? 0, width + RADIUS);
}

function filterRow(a: Float32Array, b: Float32Array, [sumA, sumB, sumAA, sumBB, sumAB]: Sums): void {
  for (let x = 0; x < sumA.length; x++) {
    let meanA = 0;
    let meanB = 0;
    let squareA = 0;
    let squareB = 0;
    let product = 0;
    for (let i = 0; i < WEIGHTS.length; i++) {
      const weight = WEIGHTS[i] ?? 0;
      const own = a[x + i] ?? 0;
      const other = b[x + i] ?? 0;
      meanA += weight * own;
      meanB += weight * other;
      squareA += weight * own * own;
      squareB += weight * other * other;
      product += weight * own * other;
    }
    sumA[x] = meanA;
    sumB[x] = meanB;
    sumAA[x] = squareA;
    sumBB[x] = squareB;
    sumAB[x] = product;
  }
}

function similarityAt(window: readonly Sums[], x: number): number {
  let meanA = 0;
  let meanB = 0;
  let squareA = 0;
  let squareB = 0;
  let product = 0;
  for (let i = 0; i < window.length; i++) {
    const weight = WEIGHTS[i] ?? 0;
    const row = window[i] as Sums;
    meanA += weight * (row[0][x] ?? 0);
    meanB += weight * (row[1][x] ?? 0);
    squareA += weight * (row[2][x] ?? 0);
    squareB += weight * (row[3][x] ?? 0);
    product += weight * (row[4][x] ?? 0);
  }
  const varianceA = squareA - meanA * meanA;
  const varianceB = squareB - meanB * meanB;
  const covariance = product - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  );
}
