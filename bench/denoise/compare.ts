/**
 * Denoising quality beside OpenCV's non-local means at its best h: generated scenes (and photographs, where folders are given)
 * with Gaussian and Poisson noise, plain and stored as JPEG 75. Ours runs blind at its default strength.
 *
 *   npx tsx bench/denoise/compare.ts [--choosing=folder] [--held-out=folder] [--only=scene,scene] [--python=/usr/bin/python3]
 *     [--store=file]
 *
 * Needs Python with OpenCV (Debian: python3-opencv). Prints a table of the pictures that parameters were chosen on and one of the
 * others. The store keeps OpenCV's results for the next time.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import sharp from 'sharp';

import { restore } from '../../src/lib/denoise/restore.js';
import type { Scene } from '../../src/testing/photo-paint.js';

import { allCases, type Half } from './cases.js';

interface Row {
  /** Half, scene and noise, with tabs between. */
  readonly name: string;
  /** PSNR and SSIM. */
  readonly noisy: readonly [number, number];
  readonly ours: readonly [number, number];
  readonly opencv: readonly [number, number];
  /** SSIM of OpenCV at the h that is best for PSNR. */
  readonly ssimThere: number;
  readonly h: number;
  readonly opencvSeconds: number;
}

const { values } = parseArgs({
  options: {
    choosing: { type: 'string' },
    'held-out': { type: 'string' },
    only: { type: 'string' },
    store: { type: 'string' },
    python: { type: 'string', default: '/usr/bin/python3' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'denoise-'));
const python = spawn(
  values.python,
  [join(import.meta.dirname, 'opencv.py'), ...(values.store === undefined ? [] : [values.store])],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const rows: Row[] = [];
const reading = (async () => {
  for await (const line of createInterface({ input: python.stdout })) rows.push(JSON.parse(line) as Row);
})();

async function save(name: string, { width, height }: Scene, pixels: Uint8Array): Promise<string> {
  const path = join(folder, `${name}.png`);
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}

let [milliseconds, megapixels] = [0, 0];
for await (const { half, scene, noise, pixels, compression } of allCases({
  choosing: values.choosing,
  heldOut: values['held-out'],
})) {
  if (values.only !== undefined && !values.only.split(',').includes(scene.name)) continue;
  const target = new Uint8Array(pixels.length);
  const picture = { width: scene.width, height: scene.height, channels: 3 } as const;
  const started = performance.now();
  await restore(
    { ...picture, data: new Uint8Array(pixels) },
    { ...picture, data: target },
    { strength: 7, contrast: false, compression },
  );
  milliseconds += performance.now() - started;
  megapixels += (scene.width * scene.height) / 1e6;
  const files = [
    await save(`${scene.name}-clean`, scene, scene.pixels),
    await save(`${scene.name}-${noise}-noisy`, scene, pixels),
    await save(`${scene.name}-${noise}-ours`, scene, target),
  ];
  python.stdin.write(`${JSON.stringify({ name: `${half}\t${scene.name}\t${noise}`, files })}\n`);
}
python.stdin.end();
await reading;
rmSync(folder, { recursive: true });

const figure = ([psnr, ssim]: readonly [number, number]): string => `${psnr.toFixed(2).padStart(6)} ${ssim.toFixed(4)}`;

function printed(half: Half): void {
  const list = rows.map((row) => ({ ...row, place: row.name.split('\t') })).filter(({ place }) => place[0] === half);
  console.log(
    `\n${half}\n${'scene'.padEnd(20)} ${'noise'.padEnd(15)} noisy         | ours          | OpenCV, best h       | difference`,
  );
  const behind = { psnr: 0, ssim: 0, ssimThere: 0 };
  for (const { place, noisy, ours, opencv, ssimThere, h } of list) {
    const [, scene = '', noise = ''] = place;
    if (noise === 'clean') {
      console.log(`${scene.padEnd(20)} ${noise.padEnd(15)} ${' '.repeat(13)} | ${figure(ours)} |`);
      continue;
    }
    const difference = [ours[0] - opencv[0], ours[1] - opencv[1]] as const;
    if (difference[0] < 0) behind.psnr++;
    if (difference[1] < 0) behind.ssim++;
    if (ours[1] < ssimThere) behind.ssimThere++;
    const mark = difference[0] < 0 || difference[1] < 0 ? ' <' : '';
    const peer = `${figure(opencv)} h ${h.toFixed(1).padStart(4)}`;
    console.log(
      `${scene.padEnd(20)} ${noise.padEnd(15)} ${figure(noisy)} | ${figure(ours)} | ${peer} | ${figure(difference)}${mark}`,
    );
  }
  const noised = list.filter(({ place }) => place[2] !== 'clean').length;
  console.log(
    `${half}: ${noised} noisy pictures, ${behind.psnr} behind in PSNR, ${behind.ssim} in SSIM, ${behind.ssimThere} in SSIM at the h of best PSNR`,
  );
}

printed('choosing');
printed('held-out');
const seconds = milliseconds / 1000 / megapixels;
const peer = rows.reduce((sum, row) => sum + row.opencvSeconds, 0) / megapixels;
console.log(`\n${seconds.toFixed(2)} s a megapixel, OpenCV ${peer.toFixed(2)}`);
