import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { gaussian } from '../../testing/picture-measures.js';

import { noiseByBrightness } from './brightness.js';
import { readChannel } from './planes.js';

const [WIDTH, HEIGHT] = [480, 320] as const;

function curveOf(paint: (x: number, y: number) => number, sigma: (value: number) => number, isWorn = false) {
  const random = fractionsOf(7);
  const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const value = paint(i % WIDTH, Math.floor(i / WIDTH));
    return Math.min(255, Math.max(0, Math.round(value + sigma(value) * gaussian(random))));
  });
  const picture = { data, width: WIDTH, height: HEIGHT, channels: 1 } as const;
  return noiseByBrightness(WIDTH, HEIGHT, 1, isWorn, readChannel(picture));
}

/** Slow shading from dark to light. */
const shading = (x: number): number => 20 + (200 * x) / WIDTH;

describe('noise by brightness', () => {
  it('follows photon noise, whose variance grows with brightness', () => {
    const curve = curveOf(shading, (value) => Math.sqrt(value / 2));
    expect((curve?.[13] ?? 0) / (curve?.[3] ?? 1)).toBeGreaterThan(1.6);
    // √(216 / 56) = 1.96.
    expect((curve?.[13] ?? 0) / (curve?.[3] ?? 1)).toBeLessThan(2.2);
  });

  it('gives no curve for white noise', () => {
    expect(curveOf(shading, () => 8)).toBeUndefined();
  });

  it('does not take the dots of a print for noise of the middle tones', () => {
    // Ink, dots 4 samples apart, paper.
    const print = (x: number, y: number): number => {
      if (x < 160) return 40;
      return x > 320 ? 215 : 128 + 14 * Math.sin((Math.PI * x) / 2) * Math.sin((Math.PI * y) / 2);
    };
    expect(curveOf(print, () => 5)).toBeUndefined();
  });
});
