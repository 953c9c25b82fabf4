import { fractionsOf } from './chance.js';

/** What painters of generated scenes share. A painter is a pure function of a place, at twice the size of the picture. */

export interface Scene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, 8 bits, rows from the top. */
  readonly pixels: Uint8Array;
}

export type Colour = readonly [number, number, number];
export type Paint = (x: number, y: number) => Colour;

export const mix = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));
/** 0 below `low`, 1 above `high`, smooth between. */
export const step = (low: number, high: number, value: number): number => {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
};

/** Smooth noise, -1 to 1, of several octaves. */
export function turbulence(seed: number): (x: number, y: number, octaves?: number) => number {
  const random = fractionsOf(seed);
  const lattice = Float32Array.from({ length: 65536 }, () => 2 * random() - 1);
  const at = (x: number, y: number): number => lattice[((y & 255) << 8) | (x & 255)] ?? 0;
  const single = (x: number, y: number): number => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [step(0, 1, x - ix), step(0, 1, y - iy)];
    const top = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * fx;
    const bottom = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * fx;
    return top + (bottom - top) * fy;
  };
  return (x, y, octaves = 5) => {
    let [sum, weight] = [0, 1];
    for (let o = 0; o < octaves; o++) {
      sum += weight * single(x * 2 ** o, y * 2 ** o);
      weight *= 0.5;
    }
    return sum / 2;
  };
}

/** Draws at twice the size and halves: edges are then as soft as a lens leaves them. */
export function rendered(name: string, width: number, height: number, paint: Paint): Scene {
  const pixels = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = 3 * (y * width + x);
      const corners = [
        paint(2 * x, 2 * y),
        paint(2 * x + 1, 2 * y),
        paint(2 * x, 2 * y + 1),
        paint(2 * x + 1, 2 * y + 1),
      ];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const corner of corners) sum += clamp(corner[c] ?? 0, 0, 255);
        pixels[to + c] = Math.round(sum / 4);
      }
    }
  }
  return { name, width, height, pixels };
}
