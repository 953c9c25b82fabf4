import sharp from 'sharp';
import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, picturesOf, probeMedia, runMedia } from '../../testing/media.js';
import gifToMp4 from './gif-to-mp4.js';

const isMeasured = hasMediaPrograms('GIF images as videos');

/** A GIF of grey pictures, made by sharp (libvips): each a grey of its own, shown for so many hundredths of a second. */
async function greyGif(delays: readonly number[], width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(3 * width * height * delays.length);
  for (const [index] of delays.entries())
    pixels.fill(10 + 18 * index, 3 * width * height * index, 3 * width * height * (index + 1));
  const raw = { width, height: height * delays.length, channels: 3 as const, pageHeight: height };
  return sharp(pixels, { raw })
    .gif({ delay: delays.map((delay) => 10 * delay), loop: 0 })
    .toBuffer();
}

async function check(seed: number, format: 'mp4' | 'webm', isNative?: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const delays = Array.from({ length: 2 + chance(8) }, () => 2 * chance(15));
  const [width, height] = [3 + chance(60), 3 + chance(60)];
  const repeat = 1 + chance(3);
  const files = [{ name: 'a.gif', bytes: await greyGif(delays, width, height) }];
  const { files: made, data } = await runMedia(gifToMp4, { options: { format, repeat }, files }, isNative);
  const label = `seed ${seed}: ${delays} ${width}x${height} ${repeat} times`;
  const bytes = made[0]?.bytes ?? Buffer.alloc(0);
  const [report] = (data as { files: { framesPerSecond: number }[] }).files;
  const rate = report?.framesPerSecond ?? 0;
  const once = delays.flatMap((delay, index) =>
    Array.from({ length: Math.round(((delay < 2 ? 10 : delay) * rate) / 100) }, () => 10 + 18 * index),
  );
  const wanted = Array.from({ length: repeat }, () => once).flat();
  const pictures = picturesOf(bytes, '-vf scale=1:1:flags=area');
  const found = Array.from({ length: pictures.length / 3 }, (_, i) => pictures[3 * i] ?? 0);
  expect(found.length, label).toBe(wanted.length);
  for (const [index, grey] of found.entries())
    expect(Math.abs(grey - (wanted[index] ?? 0)), `${label}, picture ${index}`).toBeLessThan(6);
  const { streams, format: container } = probeMedia(bytes);
  expect([streams[0]?.width, streams[0]?.height]).toEqual([width + (width % 2), height + (height % 2)]);
  expect(Math.abs(Number(container.duration) - wanted.length / rate), label).toBeLessThan(0.021);
}

exhaustive.skipIf(!isMeasured)('each picture is shown for as long as in the GIF', async () => {
  await check(1, 'mp4');
  await check(2, 'webm');
});

exhaustive.skipIf(!isMeasured)('the same of 60 random GIF images, and of 12 by the FFmpeg of the package', async () => {
  for (let seed = 0; seed < 60; seed++) await check(seed, seed % 2 === 0 ? 'mp4' : 'webm', true);
  for (let seed = 0; seed < 12; seed++) await check(seed, seed % 2 === 0 ? 'mp4' : 'webm', false);
});

it.skipIf(!isMeasured)('what is transparent has the background', async () => {
  const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#0000' } })
    .gif()
    .toBuffer();
  const { files } = await runMedia(gifToMp4, {
    options: { background: '#00ff00' },
    files: [{ name: 'a.gif', bytes: clear }],
  });
  const [red = 255, green = 0, blue = 255] = picturesOf(files[0]?.bytes ?? Buffer.alloc(0), '-frames:v 1');
  expect([red < 30, green > 225, blue < 30]).toEqual([true, true, true]);
});
