/**
 * Sheets to look at, each with a picture as it was, aged, and restored at strengths 7 and 20, at 100 %.
 *
 *   npx tsx bench/denoise/sheets.ts <folder> [--photos=folder]
 */

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import sharp from 'sharp';

import { restore } from '../../src/lib/denoise/restore.js';

import { AGES, aged } from '../../src/testing/photo-ageing.js';
import type { Scene } from '../../src/testing/photo-paint.js';
import { scenes } from '../../src/testing/photo-scenes.js';

const { values, positionals } = parseArgs({ options: { photos: { type: 'string' } }, allowPositionals: true });
const folder = positionals[0] ?? '.';
mkdirSync(folder, { recursive: true });

async function restored(scene: Scene, strength: number): Promise<Uint8Array> {
  const { width, height, pixels } = scene;
  const target = new Uint8Array(pixels.length);
  const picture = { width, height, channels: 3 } as const;
  await restore(
    { ...picture, data: new Uint8Array(pixels) },
    { ...picture, data: target },
    { strength, contrast: true },
  );
  return target;
}

async function photographs(): Promise<Scene[]> {
  if (values.photos === undefined) return [];
  const list: Scene[] = [];
  for (const name of readdirSync(values.photos).sort()) {
    const image = sharp(join(values.photos, name)).autoOrient().resize(640, 480, { fit: 'cover' }).removeAlpha();
    const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    list.push({ name, width: info.width, height: info.height, pixels: data });
  }
  return list;
}

for (const scene of [...scenes(640, 480), ...(await photographs())]) {
  for (const [age, ageing] of Object.entries(AGES)) {
    const old = aged(scene, ageing);
    const panels = [scene.pixels, old.pixels, await restored(old, 7), await restored(old, 20)];
    const { width, height } = scene;
    const raw = { width, height, channels: 3 as const };
    const composite = panels.map((input, i) => ({
      input: Buffer.from(input),
      raw,
      left: (i & 1) * (width + 4),
      top: (i >> 1) * (height + 4),
    }));
    await sharp({ create: { width: 2 * width + 4, height: 2 * height + 4, channels: 3, background: '#000' } })
      .composite(composite)
      .png()
      .toFile(join(folder, `${scene.name}-${age}.png`));
  }
}
