import { emptyRgba, type Rgba } from '../pictures/rgba.js';
import { lightness } from './tones.js';

/** Sums that are kept of each pixel: red, green, blue, alpha, lightness and its square, all but alpha times alpha. */
const SUMS = 6;

/** Adds a row of pixels to the sums of their columns, `sign` times. */
function addRow(row: Uint8Array, columns: Float64Array, sign: 1 | -1): void {
  for (let at = 0, to = 0; at < row.length; at += 4, to += SUMS) {
    const weight = sign * (row[at + 3] ?? 0);
    const light = lightness(row, at);
    columns[to] = (columns[to] ?? 0) + weight * (row[at] ?? 0);
    columns[to + 1] = (columns[to + 1] ?? 0) + weight * (row[at + 1] ?? 0);
    columns[to + 2] = (columns[to + 2] ?? 0) + weight * (row[at + 2] ?? 0);
    columns[to + 3] = (columns[to + 3] ?? 0) + weight;
    columns[to + 4] = (columns[to + 4] ?? 0) + weight * light;
    columns[to + 5] = (columns[to + 5] ?? 0) + weight * light * light;
  }
}

/** Sums of squares of r + 1 pixels, for squares whose top is the same row: from the one that begins r pixels left of the picture. */
function slide(columns: Float64Array, into: Float64Array, width: number, radius: number): void {
  const last = SUMS * (width - 1);
  // One sum after another: each runs along the row by itself.
  for (let s = 0; s < SUMS; s += 1) {
    let sum = radius * (columns[s] ?? 0);
    for (let i = 0, come = 0, gone = -SUMS * (radius + 1); i < width + radius; i += 1, come += SUMS, gone += SUMS) {
      sum += columns[Math.min(last, come) + s] ?? 0;
      if (i > 0) sum -= columns[Math.max(0, gone) + s] ?? 0;
      into[SUMS * i + s] = sum;
    }
  }
}

/** Variance of the lightness within a square. */
function variance(sums: Float64Array, at: number): number {
  const weight = sums[at + 3] ?? 0;
  if (weight < 0.5) return Number.POSITIVE_INFINITY;
  const mean = (sums[at + 4] ?? 0) / weight;
  return (sums[at + 5] ?? 0) / weight - mean * mean;
}

/**
 * Strokes of paint by Kuwahara's filter (Kuwahara, Hachimura, Eiho, Kinoshita 1976): each pixel becomes the mean of that of the four
 * squares of r + 1 pixels with it in a corner which differs least in lightness. Clear pixels do not count; alpha stays. The time does not
 * grow with the radius.
 */
export function oilPaint({ width, height, data }: Rgba, radius: number): Rgba {
  const result = emptyRgba(width, height);
  const rowOf = (y: number): Uint8Array => {
    const from = 4 * width * Math.min(height - 1, Math.max(0, y));
    return data.subarray(from, from + 4 * width);
  };
  const columns = new Float64Array(SUMS * width);
  // Sums of the squares that begin in the last r + 1 rows, from r rows above the picture.
  const ring = Array.from({ length: radius + 1 }, () => new Float64Array(SUMS * (width + radius)));
  for (let y = -radius; y <= 0; y += 1) addRow(rowOf(y), columns, 1);
  for (let top = -radius; top < height; top += 1) {
    const lower = ring[(top + radius) % (radius + 1)] ?? columns;
    slide(columns, lower, width, radius);
    addRow(rowOf(top), columns, -1);
    addRow(rowOf(top + radius + 1), columns, 1);
    if (top < 0) continue;
    const upper = ring[top % (radius + 1)] ?? columns;
    paintRow(result.data.subarray(4 * width * top, 4 * width * (top + 1)), rowOf(top), upper, lower, radius);
  }
  return result;
}

function paintRow(into: Uint8Array, from: Uint8Array, upper: Float64Array, lower: Float64Array, radius: number): void {
  for (let at = 0; at < into.length; at += 4) {
    const left = (SUMS * at) / 4;
    const right = left + SUMS * radius;
    let sums = upper;
    let place = left;
    let least = variance(upper, left);
    for (let corner = 1; corner < 4; corner += 1) {
      const other = corner < 2 ? upper : lower;
      const here = corner === 2 ? left : right;
      const value = variance(other, here);
      if (value >= least) continue;
      sums = other;
      place = here;
      least = value;
    }
    const weight = sums[place + 3] ?? 0;
    for (let c = 0; c < 3; c += 1) {
      into[at + c] = weight < 0.5 ? (from[at + c] ?? 0) : Math.round((sums[place + c] ?? 0) / weight);
    }
    into[at + 3] = from[at + 3] ?? 0;
  }
}
