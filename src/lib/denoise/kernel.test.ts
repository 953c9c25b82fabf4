import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { gaussian } from '../../testing/picture-measures.js';

import { Kernel } from './kernel.js';

const [WIDTH, ROWS] = [174, 120] as const;
const HALF = WIDTH / 2 + 1;

/** A weave of threads that repeats every 7 × 5 samples, 40 to 210: odd, so that blocks at odd places must be found. */
const weave = (x: number, y: number): number =>
  125 + 50 * Math.sin((2 * Math.PI * x) / 7) * (y % 5 < 2 ? 1 : -1) + 35 * Math.sin((4 * Math.PI * x) / 7 + 1);

/** Where the sample is in a tile: even columns of a row, then odd ones. */
const placeOf = (x: number, y: number): number => 2 * y * HALF + (x >> 1) + (x & 1) * HALF;

/** A tile with white noise, denoised; mean squared error and bias of what is 24 samples from the border. */
function errorOf(sigma: number, told: number, highest?: number): { power: number; bias: number } {
  const kernel = new Kernel(WIDTH, ROWS, 1);
  const random = fractionsOf(5);
  const plane = kernel.plane(0, HALF, ROWS);
  for (let y = 0; y < ROWS; y++) {
    for (let x = 0; x < WIDTH; x++) plane[placeOf(x, y)] = weave(x, y) + sigma * gaussian(random);
  }
  const noise = { variances: new Float32Array(64).fill(told ** 2), mean: told ** 2 };
  kernel.denoise(0, HALF, ROWS, noise, { gain: 1, tolerance: 1.2, step: 2 }, highest);
  const result = kernel.plane(0, HALF, ROWS);
  let [power, bias, count] = [0, 0, 0];
  for (let y = 24; y < ROWS - 24; y++) {
    for (let x = 24; x < WIDTH - 24; x++, count++) {
      const error = (result[placeOf(x, y)] ?? 0) - weave(x, y);
      power += error ** 2;
      bias += error;
    }
  }
  return { power: power / count, bias: bias / count };
}

describe('groups of blocks that look alike', () => {
  it('give back what has no noise', () => {
    expect(errorOf(0, 0.01, 255).power).toBeLessThan(1e-3);
  });

  it('leave less than a third of the error that windows leave of noise of σ 25 on a texture that repeats', () => {
    const [windows, groups] = [errorOf(25, 25), errorOf(25, 25, 255)];
    expect(windows.power).toBeLessThan(25 ** 2 / 3);
    expect(groups.power).toBeLessThan(windows.power / 3);
    expect(Math.abs(groups.bias)).toBeLessThan(0.5);
  });

  it('are found although the plane is darker than the highest value by far', () => {
    expect(errorOf(25, 25, 1000).power).toBeLessThan(errorOf(25, 25).power / 2);
  });
});
