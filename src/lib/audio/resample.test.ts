import { expect, it } from 'vitest';

import { resample } from './resample.js';

const tone = (hertz: number, rate: number, seconds = 1): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

/** Level of the middle half against a full sine, in decibels. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  return 10 * Math.log10((2 * middle.reduce((sum, value) => sum + value * value, 0)) / middle.length + 1e-20);
}

it.each([8000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])(
  'speech below 3 kHz passes from %i Hz unchanged',
  (rate) => {
    const out = resample(tone(3000, rate), rate, 16_000);
    const expected = tone(3000, 16_000);
    expect(out.length).toBe(16_000);
    const worst = Math.max(
      ...out.subarray(4000, 12_000).map((value, i) => Math.abs(value - (expected[4000 + i] ?? 0))),
    );
    expect(worst).toBeLessThan(0.002);
  },
);

it.each([22_050, 44_100, 48_000])('what lies above half the new rate does not fold down from %i Hz', (rate) => {
  for (const hertz of [8800, 10_000]) expect(level(resample(tone(hertz, rate), rate, 16_000))).toBeLessThan(-70);
});

it('the same rate is the same samples', () => {
  const samples = tone(440, 16_000, 0.1);
  expect(resample(samples, 16_000, 16_000)).toBe(samples);
});
