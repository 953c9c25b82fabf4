import type { GreyPicture } from './grey-picture.js';
import type { InterleavedPixels } from './perspective.js';

export interface SauvolaSettings {
  /** Side of the window in pixels, odd. */
  readonly window: number;
  /** How far below the local mean ink must be: 0.2 to 0.5. */
  readonly k: number;
}

/** Half of the range of 8-bit samples: the greatest standard deviation (Sauvola and Pietikäinen 2000, with R = 128). */
const R = 128;

/**
 * Ink (1) and paper (0) by a threshold that follows the light: mean × (1 + k × (deviation ÷ R − 1)) of a window about each pixel
 * (Sauvola and Pietikäinen, Adaptive document image binarization, 2000), by sums over columns that run along.
 */
export function sauvola({ width, height, data }: GreyPicture, { window, k }: SauvolaSettings): Uint8Array {
  const half = Math.max(1, window >> 1);
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const result = new Uint8Array(width * height);
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(half, height); y += 1) addRow(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + half < height) addRow(y + half, 1);
    if (y - half - 1 >= 0) addRow(y - half - 1, -1);
    const rows = Math.min(height - 1, y + half) - Math.max(0, y - half) + 1;
    let sum = 0;
    let square = 0;
    for (let x = 0; x < Math.min(half, width); x += 1) {
      sum += sums[x] ?? 0;
      square += squares[x] ?? 0;
    }
    for (let x = 0; x < width; x += 1) {
      if (x + half < width) {
        sum += sums[x + half] ?? 0;
        square += squares[x + half] ?? 0;
      }
      if (x - half - 1 >= 0) {
        sum -= sums[x - half - 1] ?? 0;
        square -= squares[x - half - 1] ?? 0;
      }
      const n = rows * (Math.min(width - 1, x + half) - Math.max(0, x - half) + 1);
      const mean = sum / n;
      const deviation = Math.sqrt(Math.max(0, square / n - mean * mean));
      if ((data[y * width + x] ?? 0) < mean * (1 + k * (deviation / R - 1))) result[y * width + x] = 1;
    }
  }
  return result;
}

/** Sauvola's k: 0.34 keeps thin strokes and drops shadows on scans and photographs alike (0.2 to 0.5 in the literature). */
const K = 0.34;
/** Side of the window: an inch at 40 dots per inch is about a line of text. */
const WINDOW_SHARE = 40;

/** Black and white by the light about each pixel. */
export function blackAndWhiteByLight(grey: GreyPicture): InterleavedPixels {
  const window = Math.max(15, Math.round(Math.max(grey.width, grey.height) / WINDOW_SHARE) | 1);
  const ink = sauvola(grey, { window, k: K });
  return { width: grey.width, height: grey.height, channels: 1, data: ink.map((value) => (value === 1 ? 0 : 255)) };
}
