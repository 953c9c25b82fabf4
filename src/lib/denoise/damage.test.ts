import { describe, expect, it } from 'vitest';
import { exhaustive, inRows } from '../../testing/exhaustive.js';

import { AGES, aged } from '../../testing/photo-ageing.js';
import type { Scene } from '../../testing/photo-paint.js';
import { drawScene, SCENE_NAMES, type SceneName } from '../../testing/photo-scenes.js';
import { psnr } from '../../testing/picture-measures.js';

import { mendDamage } from './damage.js';

const drawn = new Map<SceneName, Scene>();

/** Drawing is most of the work here, so each scene is drawn once. */
function named(name: SceneName): Scene {
  const scene = drawn.get(name) ?? drawScene(name, 400, 300);
  drawn.set(name, scene);
  return scene;
}

function mended(scene: Scene) {
  const data = new Uint8Array(scene.pixels);
  return { data, ...mendDamage({ data, width: scene.width, height: scene.height, channels: 3 }) };
}

describe('mending', () => {
  const expectUntouched = (name: SceneName): void => {
    const scene = named(name);
    const { data, specks } = mended(scene);
    expect(specks).toBe(0);
    expect(psnr(data, scene.pixels)).toBeGreaterThan(45);
  };
  it('finds nothing in a picture without damage', () => expectUntouched('portrait'));
  exhaustive.each(SCENE_NAMES)('finds nothing in a picture without damage: %s', expectUntouched);

  inRows(1, ['portrait', 'landscape', 'table'] as const)('takes away most of what dust has done: %s', (name) => {
    const ageing = { ...AGES['faded-colour']!, scratches: 0 };
    const dusty = aged(named(name), ageing);
    const clean = aged(named(name), { ...ageing, specks: 0 });
    const { data, specks } = mended(dusty);
    expect(specks).toBeGreaterThan(20);
    expect(psnr(data, clean.pixels)).toBeGreaterThan(psnr(dusty.pixels, clean.pixels) + 1);
  });

  it('bridges a fine scratch', () => {
    const ageing = { ...AGES['faded-colour']!, specks: 0, scratches: 1 };
    const scratched = aged(named('portrait'), ageing);
    const clean = aged(named('portrait'), { ...ageing, scratches: 0 });
    const { data, scratches } = mended(scratched);
    expect(scratches).toBe(1);
    expect(psnr(data, clean.pixels)).toBeGreaterThan(psnr(scratched.pixels, clean.pixels) + 3);
  });

  it.each(['sepia', 'faded-colour'])('leaves eyes alone: %s', (age) => {
    const dusty = aged(named('portrait'), { ...AGES[age]!, scratches: 0 });
    const { data } = mended(dusty);
    // The irises of the portrait are 9 pixels wide about (176, 126) and (224, 126).
    for (const x of [176, 224]) {
      for (let y = 122; y <= 130; y++) {
        const start = 3 * (y * 400 + x - 4);
        expect(data.subarray(start, start + 27)).toEqual(dusty.pixels.subarray(start, start + 27));
      }
    }
  });

  it('takes pictures smaller than a speck is looked for in', () => {
    for (const [width, height] of [
      [1, 1],
      [5, 300],
      [300, 5],
      [9, 9],
    ] as const) {
      const data = new Uint8Array(3 * width * height).fill(90);
      expect(mendDamage({ data, width, height, channels: 3 })).toEqual({ specks: 0, scratches: 0 });
    }
  });
});
