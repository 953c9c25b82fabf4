/** Writes `fixtures/photo/` from generated scenes: the example files of restore-old-photo. Run by hand when they change. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import { AGES, aged } from '../src/testing/photo-ageing.js';
import { drawScene } from '../src/testing/photo-scenes.js';

import { ROOT } from './tool-files.js';

const FOLDER = join(ROOT, 'fixtures/photo');
const [width, height] = [96, 72];
const raw = { raw: { width, height, channels: 3 as const } };

mkdirSync(FOLDER, { recursive: true });
const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(FOLDER, name), bytes);

for (const [name, age, file] of [
  ['portrait', 'sepia', 'portrait.jpg'],
  ['landscape', 'faded-colour', 'sideways.jpg'],
] as const) {
  const ageing = AGES[age];
  if (ageing === undefined) throw new Error(`no ${age}`);
  const old = sharp(aged(drawScene(name, width, height), { ...ageing, specks: 4, scratches: 0 }).pixels, raw);
  const orientation = file === 'sideways.jpg' ? 6 : 1;
  write(file, await old.withMetadata({ orientation, density: 300 }).jpeg({ quality: 70 }).toBuffer());
}

const grey = Buffer.from([200, 40, 41, 199, 120, 121]);
const tiny = await sharp(grey, { raw: { width: 3, height: 2, channels: 1 } })
  .png()
  .toBuffer();
write('tiny.png', tiny);
write('cut.png', tiny.subarray(0, tiny.length - 20));
// The header says 10,000 × 6,000; there are six pixels.
const large = Buffer.from(tiny);
large.writeUInt32BE(10_000, 16);
large.writeUInt32BE(6000, 20);
write('large.png', large);
const frames = Buffer.concat([Buffer.alloc(48, 30), Buffer.alloc(48, 200)]);
const animated = sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } });
write('animated.webp', await animated.webp({ loop: 0 }).toBuffer());
