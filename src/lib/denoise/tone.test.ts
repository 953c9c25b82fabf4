import { describe, expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { AGES, aged } from '../../testing/photo-ageing.js';
import type { Scene } from '../../testing/photo-paint.js';
import { scenes } from '../../testing/photo-scenes.js';

import { tonesFor } from './tone.js';

const SCENES = scenes(160, 120);
const coloursOf = ({ pixels }: Scene): Float32Array => Float32Array.from(pixels, (value) => value / 255);
const QUIET = { grain: 0, scanner: 0, specks: 0, scratches: 0, paper: 0 };

function toned(scene: Scene): Float32Array {
  const colours = coloursOf(scene);
  const tones = tonesFor(colours);
  return colours.map((value, i) => tones[i % 3]?.(value) ?? value);
}

const luma = (colours: Float32Array): Float32Array =>
  Float32Array.from(
    { length: colours.length / 3 },
    (_, i) => 0.299 * colours[3 * i]! + 0.587 * colours[3 * i + 1]! + 0.114 * colours[3 * i + 2]!,
  );

const share = (values: Float32Array, part: number): number =>
  values.slice().sort()[Math.floor(part * (values.length - 1))]!;

describe('tones', () => {
  inRounds('rise everywhere and stay within the range', [3, SCENES.length], (rounds) => {
    for (const scene of SCENES.slice(0, rounds)) {
      for (const [name, ageing] of Object.entries({ ...AGES, none: undefined })) {
        const colours = coloursOf(ageing === undefined ? scene : aged(scene, ageing));
        for (const tone of tonesFor(colours)) {
          const values = Array.from({ length: 501 }, (_, i) => tone(i / 500));
          const falls = values.filter((value, i) => value < (values[i - 1] ?? -0.001) - 1e-4 || value > 1.02);
          expect(falls, `${scene.name} ${name}`).toEqual([]);
        }
      }
    }
  });

  // Scenes with black and white in them: nobody can know of the others how dark they were.
  it.each(['leaves', 'landscape', 'table'])('bring a faded picture nearer to what it was: %s', (name) => {
    const scene = SCENES.find((candidate) => candidate.name === name)!;
    const faded = aged(scene, { ...AGES['faded-colour']!, ...QUIET });
    const distance = (colours: Float32Array): number =>
      colours.reduce((sum, value, i) => sum + Math.abs(value - scene.pixels[i]! / 255), 0) / colours.length;
    expect(distance(toned(faded))).toBeLessThan(distance(coloursOf(faded)));
  });

  it('stretch a faded print to nearly the whole range', () => {
    const faded = aged(SCENES.find(({ name }) => name === 'landscape')!, { ...AGES['faded-colour']!, ...QUIET });
    const after = luma(toned(faded));
    expect(share(after, 0.005)).toBeLessThan(0.14);
    expect(share(after, 0.995)).toBeGreaterThan(0.85);
  });

  inRounds('keep the colour that sepia has at each brightness', [3, SCENES.length], (rounds) => {
    for (const scene of SCENES.slice(0, rounds)) {
      const sepia = aged(scene, { ...AGES.sepia!, ...QUIET });
      const [before, after] = [coloursOf(sepia), toned(sepia)];
      const tint = (colours: Float32Array, channel: number, low: number, high: number): number => {
        const lights = luma(colours);
        let [sum, count] = [0, 0];
        for (const [i, light] of lights.entries()) {
          if (light < low || light > high) continue;
          sum += colours[3 * i + channel]! - light;
          count++;
        }
        return count < 50 ? Number.NaN : sum / count;
      };
      for (const [low, high] of [
        [0.3, 0.4],
        [0.4, 0.5],
        [0.5, 0.6],
        [0.6, 0.7],
      ] as const) {
        for (const channel of [0, 2]) {
          const [was, is] = [tint(before, channel, low, high), tint(after, channel, low, high)];
          if (Number.isNaN(was) || Number.isNaN(is)) continue;
          // 0.02 is five levels of 255: what averaging over a tenth of the range leaves.
          expect(Math.abs(is - was), `${scene.name} ${low}`).toBeLessThan(0.02);
        }
      }
    }
  });

  it('do not take colour from scenes without a cast', () => {
    for (const scene of SCENES) {
      const colours = coloursOf(scene);
      const mean = (values: Float32Array, channel: number): number =>
        values.reduce((sum, value, i) => sum + (i % 3 === channel ? value : 0), 0) / (values.length / 3);
      const after = toned(scene);
      for (const [a, b] of [
        [0, 1],
        [2, 1],
      ] as const) {
        const [was, is] = [mean(colours, a) - mean(colours, b), mean(after, a) - mean(after, b)];
        // The stretch may strengthen a colour by its slope; it may not turn it round.
        expect(Math.abs(is - was), scene.name).toBeLessThan(0.06);
      }
    }
  });

  it('leave an even picture alone', () => {
    expect(tonesFor(new Float32Array(300).fill(0.4))).toEqual([]);
  });
});
