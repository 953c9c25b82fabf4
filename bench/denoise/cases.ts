import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import type { LossyCompression } from '../../src/lib/denoise/noise.js';
import { jpegLuminanceSteps } from '../../src/lib/picture-files/raster-format.js';
import { fractionsOf } from '../../src/testing/chance.js';
import { gravel } from '../../src/testing/photo-gravel.js';
import type { Scene } from '../../src/testing/photo-paint.js';
import { scenes } from '../../src/testing/photo-scenes.js';
import { choosingScenes, heldOutScenes } from '../../src/testing/photo-scenes-more.js';
import { gaussian } from '../../src/testing/picture-measures.js';

/** `choosing`: parameters of the denoiser may be chosen on these. `held-out`: only for reporting. */
export type Half = 'choosing' | 'held-out';

/** A picture as it was and with noise. */
export interface Case {
  readonly half: Half;
  readonly scene: Scene;
  readonly noise: string;
  readonly pixels: Uint8Array;
  readonly compression: LossyCompression | undefined;
}

type Noise = { readonly sigma: number } | { readonly peak: number };

const NOISES: Readonly<Record<string, Noise>> = {
  g5: { sigma: 5 },
  g10: { sigma: 10 },
  g25: { sigma: 25 },
  g50: { sigma: 50 },
  poisson: { peak: 120 },
};

const [WIDTH, HEIGHT] = [384, 288] as const;

/** Noise of a standard deviation, or photon noise with a peak of so many photons. */
function withNoise(pixels: Uint8Array, noise: Noise, seed: number): Uint8Array {
  const random = fractionsOf(seed);
  return Uint8Array.from(pixels, (value) => {
    if ('sigma' in noise) return Math.min(255, Math.max(0, Math.round(value + noise.sigma * gaussian(random))));
    const photons = (value / 255) * noise.peak;
    // Above 20 photons a Poisson number is as good as normal.
    const counted = photons + Math.sqrt(photons) * gaussian(random);
    return Math.min(255, Math.max(0, Math.round((counted / noise.peak) * 255)));
  });
}

async function photographs(folder: string): Promise<Scene[]> {
  const list: Scene[] = [];
  for (const file of readdirSync(folder).sort()) {
    // Made smaller, so that the photograph's own noise and JPEG blocks do not count.
    const { data, info } = await sharp(join(folder, file))
      .autoOrient()
      .resize(WIDTH, WIDTH, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    list.push({ name: file.replace(/\..*/, ''), width: info.width, height: info.height, pixels: data });
  }
  return list;
}

export interface Folders {
  /** Photographs for the halves. */
  readonly choosing?: string | undefined;
  readonly heldOut?: string | undefined;
}

export async function* allCases(folders: Folders): AsyncGenerator<Case> {
  const halves = [
    ['choosing', [...scenes(WIDTH, HEIGHT), ...choosingScenes(WIDTH, HEIGHT)], folders.choosing],
    ['held-out', [...heldOutScenes(WIDTH, HEIGHT), gravel(WIDTH, HEIGHT)], folders.heldOut],
  ] as const;
  for (const [half, generated, folder] of halves) {
    for (const scene of [...generated, ...(folder === undefined ? [] : await photographs(folder))]) {
      const { pixels, width, height } = scene;
      const raw = { raw: { width, height, channels: 3 as const } };
      yield { half, scene, noise: 'clean', pixels, compression: undefined };
      for (const [name, noise] of Object.entries(NOISES)) {
        const noisy = withNoise(pixels, noise, half === 'choosing' ? 1 : 2);
        yield { half, scene, noise: name, pixels: noisy, compression: undefined };
        const jpeg = await sharp(noisy, raw).jpeg({ quality: 75 }).toBuffer();
        const compression = { luminanceSteps: jpegLuminanceSteps(jpeg), hasHalvedColour: true };
        yield { half, scene, noise: `${name} jpeg75`, pixels: await sharp(jpeg).raw().toBuffer(), compression };
      }
    }
  }
}
