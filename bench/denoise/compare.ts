/**
 * Denoising quality beside OpenCV's non-local means at its best h: generated scenes (and photographs, where a folder is given)
 * with Gaussian and Poisson noise, plain and stored as JPEG 75. Ours runs blind at its default strength.
 *
 *   npx tsx bench/denoise/compare.ts [--photos=folder] [--only=scene,scene] [--python=/usr/bin/python3] [--store=file]
 *
 * Needs Python with OpenCV (Debian: python3-opencv). Prints one table. The store keeps OpenCV's results for the next time.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import sharp from 'sharp';

import type { Compression } from '../../src/lib/denoise/noise.js';
import { restore } from '../../src/lib/denoise/restore.js';

import { jpegLuminanceSteps } from '../../src/lib/raster-format.js';
import { randomNumbers, type Scene } from '../../src/testing/photo-paint.js';
import { scenes } from '../../src/testing/photo-scenes.js';

interface Row {
  readonly name: string;
  readonly noisy: readonly [number, number];
  readonly ours: readonly [number, number];
  readonly opencv: readonly [number, number];
  readonly h: number;
  readonly opencvSeconds: number;
}

const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    only: { type: 'string' },
    store: { type: 'string' },
    python: { type: 'string', default: '/usr/bin/python3' },
  },
});

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Noise of a standard deviation, or photon noise with a peak of so many photons. */
function withNoise({ pixels }: Scene, noise: { readonly sigma: number } | { readonly peak: number }): Uint8Array {
  const random = randomNumbers(1);
  return Uint8Array.from(pixels, (value) => {
    if ('sigma' in noise) return Math.min(255, Math.max(0, Math.round(value + noise.sigma * gaussian(random))));
    const photons = (value / 255) * noise.peak;
    // Above 20 photons a Poisson number is as good as normal.
    return Math.min(
      255,
      Math.max(0, Math.round(((photons + Math.sqrt(photons) * gaussian(random)) / noise.peak) * 255)),
    );
  });
}

async function photographs(folder: string): Promise<Scene[]> {
  const list: Scene[] = [];
  for (const name of readdirSync(folder).sort()) {
    // Halved at least, so that the photograph's own noise and JPEG blocks do not count.
    const { data, info } = await sharp(join(folder, name))
      .autoOrient()
      .resize(384, 384, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    list.push({ name, width: info.width, height: info.height, pixels: data });
  }
  return list;
}

const raw = ({ width, height }: Scene) => ({ raw: { width, height, channels: 3 as const } });
const NOISES = { g5: { sigma: 5 }, g10: { sigma: 10 }, g25: { sigma: 25 }, g50: { sigma: 50 }, poisson: { peak: 120 } };

const folder = mkdtempSync(join(tmpdir(), 'denoise-'));
mkdirSync(folder, { recursive: true });
const python = spawn(
  values.python,
  [join(import.meta.dirname, 'opencv.py'), ...(values.store === undefined ? [] : [values.store])],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const rows: Row[] = [];
const reading = (async () => {
  for await (const line of createInterface({ input: python.stdout })) rows.push(JSON.parse(line) as Row);
})();

let [milliseconds, megapixels] = [0, 0];
const photos = values.photos === undefined ? [] : await photographs(values.photos);
for (const scene of [...scenes(384, 288), ...photos]) {
  if (values.only !== undefined && !values.only.split(',').includes(scene.name)) continue;
  const clean = join(folder, `${scene.name}.png`);
  await sharp(scene.pixels, raw(scene)).png().toFile(clean);
  for (const [noiseName, noise] of Object.entries({ clean: undefined, ...NOISES })) {
    for (const isJpeg of noise === undefined ? [false] : [false, true]) {
      const name = `${scene.name} ${noiseName}${isJpeg ? ' jpeg75' : ''}`;
      let compression: Compression | undefined;
      let pixels = noise === undefined ? scene.pixels : withNoise(scene, noise);
      if (isJpeg) {
        const jpeg = await sharp(pixels, raw(scene)).jpeg({ quality: 75 }).toBuffer();
        pixels = await sharp(jpeg).raw().toBuffer();
        compression = { luminanceSteps: jpegLuminanceSteps(jpeg) };
      }
      const noisy = join(folder, `${name}-noisy.png`);
      const ours = join(folder, `${name}-ours.png`);
      await sharp(pixels, raw(scene)).png().toFile(noisy);
      const { width, height } = scene;
      const target = new Uint8Array(pixels.length);
      const started = performance.now();
      const picture = { width, height, channels: 3 } as const;
      await restore(
        { ...picture, data: new Uint8Array(pixels) },
        { ...picture, data: target },
        { strength: 7, contrast: false, compression },
      );
      milliseconds += performance.now() - started;
      megapixels += (width * height) / 1e6;
      await sharp(target, raw(scene)).png().toFile(ours);
      python.stdin.write(`${name}\t${clean}\t${noisy}\t${ours}\n`);
    }
  }
}
python.stdin.end();
await reading;
rmSync(folder, { recursive: true });

const figure = ([psnr, ssim]: readonly [number, number]): string => `${psnr.toFixed(2).padStart(6)} ${ssim.toFixed(4)}`;
console.log(`${'picture'.padEnd(36)} noisy         | ours          | OpenCV, best h      | difference`);
let losses = 0;
for (const row of rows) {
  const difference = [row.ours[0] - row.opencv[0], row.ours[1] - row.opencv[1]] as const;
  if (difference[0] < 0 || difference[1] < 0) losses++;
  const opencv = `${figure(row.opencv)} h ${row.h.toFixed(0).padStart(2)}`;
  const mark = difference[0] < 0 || difference[1] < 0 ? ' <' : '';
  console.log(
    `${row.name.padEnd(36)} ${figure(row.noisy)} | ${figure(row.ours)} | ${opencv} | ${figure(difference)}${mark}`,
  );
}
const seconds = milliseconds / 1000 / megapixels;
const peer = rows.reduce((sum, row) => sum + row.opencvSeconds, 0) / megapixels;
console.log(
  `${rows.length} pictures, ${losses} behind; ${seconds.toFixed(2)} s a megapixel, OpenCV ${peer.toFixed(2)}`,
);
