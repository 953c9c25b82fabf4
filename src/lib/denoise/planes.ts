import type { BlockReader } from './blocks.js';
import type { ChannelReader } from './brightness.js';
import type { NoisyPicture } from './denoise.js';

// Orthonormal and near the principal axes of natural pictures (the DCT of three samples): noise that is white and equal in red,
// green and blue stays so.
export const [A, B, C] = [1 / Math.sqrt(3), 1 / Math.SQRT2, 1 / Math.sqrt(6)];

/** Floats that threads share. */
export const sharedFloats = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(4 * length));

export const halved = (length: number): number => (length + 1) >> 1;

/** Reads samples of one channel, from 0 to 255. */
export function readChannel({ data, width, height, channels }: NoisyPicture): ChannelReader {
  const scale = data instanceof Uint16Array ? 255 / 65_535 : 1;
  const places = blockPlaces(width, height);
  return (x, y, channel, out) => {
    const block = places(x, y);
    for (let i = 0; i < 64; i++) out[i] = (data[(block[i] ?? 0) * channels + channel] ?? 0) * scale;
  };
}

/**
 * Where the 64 samples of a block are, row by row, in a picture of one channel; those outside are the nearest ones inside. The list is
 * the same at each call.
 */
function blockPlaces(width: number, height: number): (x: number, y: number) => Int32Array {
  const places = new Int32Array(64);
  return (x, y) => {
    let i = 0;
    for (let row = 0; row < 8; row++) {
      const line = Math.min(height - 1, y + row) * width;
      for (let column = 0; column < 8; column++) places[i++] = line + Math.min(width - 1, x + column);
    }
    return places;
  };
}

/** More clipped samples than this in a block of 64 cut its noise off. */
const MAX_CLIPPED = 4;

/** Reads planes of a picture at full size. */
export function readPicture(
  { data, width, height, channels }: NoisyPicture,
  working: Float32Array,
  colours: 1 | 3,
): BlockReader {
  const highest = working.length - 1;
  const places = blockPlaces(width, height);
  return (x, y, out) => {
    const block = places(x, y);
    let clipped = 0;
    for (let i = 0; i < 64; i++) {
      const from = (block[i] ?? 0) * channels;
      const first = data[from] ?? 0;
      const red = working[first] ?? 0;
      if (colours === 1) {
        if (first === 0 || first === highest) clipped++;
        out[i] = red;
        continue;
      }
      const second = data[from + 1] ?? 0;
      const third = data[from + 2] ?? 0;
      if (Math.min(first, second, third) === 0 || Math.max(first, second, third) === highest) clipped++;
      const green = working[second] ?? 0;
      const blue = working[third] ?? 0;
      out[i] = (red + green + blue) * A;
      out[i + 64] = (red - blue) * B;
      out[i + 128] = (red - 2 * green + blue) * C;
    }
    return clipped > MAX_CLIPPED;
  };
}

/** Reads planes that lie one behind the other. */
export function readPlanes(planes: Float32Array, width: number, height: number, colours: number): BlockReader {
  const places = blockPlaces(width, height);
  return (x, y, out) => {
    const block = places(x, y);
    for (let channel = 0; channel < colours; channel++) {
      const first = channel * width * height;
      for (let i = 0; i < 64; i++) out[64 * channel + i] = planes[first + (block[i] ?? 0)] ?? 0;
    }
    return false;
  };
}

/** The planes of a picture at half size: means of 2 × 2 working values, the edge repeated where the size is odd. */
export function halvedPicture(
  { data, width, height, channels }: NoisyPicture,
  working: Float32Array,
  colours: 1 | 3,
): Float32Array {
  const [w, h] = [halved(width), halved(height)];
  const planes = sharedFloats(colours * w * h);
  const [second, third] = [w * h, 2 * w * h];
  for (let y = 0; y < h; y++) {
    const upper = 2 * y * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < w; x++) {
      const left = 2 * x;
      const right = Math.min(2 * x + 1, width - 1);
      const [a, b] = [(upper + left) * channels, (upper + right) * channels];
      const [c, d] = [(lower + left) * channels, (lower + right) * channels];
      const to = y * w + x;
      const red = mean(working, data[a] ?? 0, data[b] ?? 0, data[c] ?? 0, data[d] ?? 0);
      if (colours === 1) {
        planes[to] = red;
        continue;
      }
      const green = mean(working, data[a + 1] ?? 0, data[b + 1] ?? 0, data[c + 1] ?? 0, data[d + 1] ?? 0);
      const blue = mean(working, data[a + 2] ?? 0, data[b + 2] ?? 0, data[c + 2] ?? 0, data[d + 2] ?? 0);
      planes[to] = (red + green + blue) * A;
      planes[second + to] = (red - blue) * B;
      planes[third + to] = (red - 2 * green + blue) * C;
    }
  }
  return planes;
}

const mean = (working: Float32Array, a: number, b: number, c: number, d: number): number =>
  0.25 * ((working[a] ?? 0) + (working[b] ?? 0) + (working[c] ?? 0) + (working[d] ?? 0));

/** The same of planes one behind the other. */
export function halvedPlanes(planes: Float32Array, width: number, height: number, colours: number): Float32Array {
  const [w, h] = [halved(width), halved(height)];
  const result = sharedFloats(colours * w * h);
  for (let line = 0; line < colours * h; line++) {
    const first = Math.floor(line / h) * height;
    const y = 2 * (line % h);
    const upper = (first + y) * width;
    const lower = (first + Math.min(y + 1, height - 1)) * width;
    for (let x = 0; x < w; x++) {
      const left = 2 * x;
      const right = Math.min(2 * x + 1, width - 1);
      const sum =
        (planes[upper + left] ?? 0) +
        (planes[upper + right] ?? 0) +
        (planes[lower + left] ?? 0) +
        (planes[lower + right] ?? 0);
      result[line * w + x] = 0.25 * sum;
    }
  }
  return result;
}
