import { describe, expect, it } from 'vitest';

import { hdrToSdr } from './hdr-to-sdr.js';

/** One row of 10-bit pixels. */
function convert(transfer: number, ...pixels: readonly (readonly number[])[]): number[][] {
  const bytes = new Uint8Array(Uint16Array.from(pixels.flat()).buffer);
  const plane = {
    width: pixels.length,
    height: 1,
    strideBytes: bytes.length,
    bytes,
    bits: 10,
    samplesPerPixel: 3,
  } as const;
  const out = hdrToSdr({ primaries: 9, transfer })(plane);
  return pixels.map((_, i) => [...out.subarray(3 * i, 3 * i + 3)]);
}

const grey = (signal: number): number[] => [signal, signal, signal].map((value) => Math.round(value * 1023));

describe('hdr-to-sdr', () => {
  it('keeps a grey card at its share of reference white', () => {
    // ITU-R BT.2408-7 table 1: a card of 18 % is 38 % of both signals and 26 cd/m², white 203: 26/203 is sRGB 101.
    for (const transfer of [16, 18]) {
      const [card = []] = convert(transfer, grey(0.38));
      for (const value of card) expect(Math.abs(value - 101)).toBeLessThanOrEqual(3);
    }
  });

  it('makes reference white nearly white, and more light not darker', () => {
    // BT.2408-7 table 1: 100 % reference white is 58 % of PQ, 75 % of HLG.
    for (const [transfer, white] of [
      [16, 0.58],
      [18, 0.75],
    ] as const) {
      const steps = convert(transfer, grey(0), grey(white / 2), grey(white), grey((1 + white) / 2), grey(1));
      const levels = steps.map(([red = 0]) => red);
      expect(levels).toEqual([...levels].sort((a, b) => a - b));
      expect(levels[0]).toBe(0);
      expect(levels[2]).toBeGreaterThanOrEqual(235);
      expect(levels[2]).toBeLessThan(254);
      expect(levels[4]).toBe(255);
    }
  });

  it('keeps greys grey and the hue of bright colours', () => {
    const [shade = [], red = []] = convert(16, grey(0.5), [800, 300, 300]);
    expect(Math.max(...shade) - Math.min(...shade)).toBeLessThanOrEqual(1);
    expect(red[0]).toBe(255);
    expect(red[1]).toBeLessThan(100);
  });
});
