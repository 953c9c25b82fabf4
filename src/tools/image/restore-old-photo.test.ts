import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { AGES, aged } from '../../testing/photo-ageing.js';
import { drawScene } from '../../testing/photo-scenes.js';
import { meanDifference, psnr } from '../../testing/picture-measures.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import tool from './restore-old-photo.js';

const CORPUS = sharedPath('corpus/image', 'real and hostile pictures through restore-old-photo');

const restored = async (name: string, bytes: Uint8Array, options = {}) => {
  const { status, message, files } = await runTool(tool, { files: [{ name, bytes }], options });
  expect(message).toBeUndefined();
  expect(status).toBe(200);
  return files[0]!;
};

describe('restore-old-photo', () => {
  it('names the result after the file and its format', async () => {
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#876' } });
    const [png, jpeg] = [await image.png().toBuffer(), await image.jpeg().toBuffer()];
    expect((await restored('a.b.PNG', png)).name).toBe('a.b-restored.png');
    expect((await restored('a.JPEG', jpeg)).name).toBe('a-restored.jpeg');
    expect((await restored('a.png', jpeg)).name).toBe('a-restored.jpg');
    const long = await restored(`${'é'.repeat(196)}.png`, png);
    expect([...long.name].length).toBeLessThanOrEqual(200);
    expect(long.name).toMatch(/é-restored\.png$/);
  });

  it('keeps alpha to the last bit', async () => {
    const [width, height] = [64, 48];
    const pixels = Uint8Array.from({ length: 4 * width * height }, (_, i) => (i * 2654435761) >>> 24);
    for (const format of ['png', 'webp'] as const) {
      const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
        .toFormat(format, { lossless: true, exact: true })
        .toBuffer();
      const { bytes: result } = await restored(`a.${format}`, bytes, { strength: 20 });
      const after = await sharp(result).raw().toBuffer();
      const alpha = (samples: Uint8Array) => samples.filter((_, i) => i % 4 === 3);
      expect(meanDifference(alpha(after), alpha(pixels))).toBe(0);
    }
  });

  exhaustive('brings an aged picture nearer to what it was', async () => {
    const scene = drawScene('table', 320, 240);
    const old = aged(scene, {
      ...AGES['faded-colour']!,
      fade: [
        [0, 255],
        [0, 255],
        [0, 255],
      ],
    });
    const raw = { raw: { width: 320, height: 240, channels: 3 as const } };
    const { bytes } = await restored('old.png', await sharp(old.pixels, raw).png().toBuffer(), { contrast: false });
    const after = await sharp(bytes).raw().toBuffer();
    expect(psnr(after, scene.pixels)).toBeGreaterThan(psnr(old.pixels, scene.pixels) + 3);
  });

  it('gives the same bytes for the same picture', async () => {
    const bytes = readFileSync(join(projectRoot, 'fixtures/photo/portrait.jpg'));
    const [one, two] = [await restored('a.jpg', bytes), await restored('a.jpg', bytes)];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  exhaustive('divides a large picture among threads without a trace', async () => {
    // 2.1 million pixels: above the size from which threads help, and three tiles.
    const [width, height] = [1500, 1400];
    const image = sharp({
      create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 120, sigma: 12 } },
    });
    const bytes = await image.png({ compressionLevel: 1 }).toBuffer();
    const { bytes: result } = await restored('noise.png', bytes, { contrast: false });
    const { data, info } = await sharp(result).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
    // What is left of σ 12 (a mean difference of 9.6) on an even ground.
    expect(meanDifference(data, new Uint8Array(data.length).fill(120))).toBeLessThan(1.5);
  });

  exhaustive.skipIf(!existsSync(CORPUS))(
    'answers real and hostile files with a picture or a clear refusal',
    async () => {
      for (const folder of ['raster', 'bad', 'orient']) {
        for (const name of readdirSync(join(CORPUS, folder))) {
          // Large ones are measured by the benchmark.
          if (!/\.(png|jpe?g|webp|gif|tiff?|bmp)$/i.test(name) || /^(gain-map|1mp_)/.test(name)) continue;
          const bytes = readFileSync(join(CORPUS, folder, name));
          const answer = await runTool(tool, { files: [{ name: name.replace(/\.(gif|tiff?|bmp)$/i, '.png'), bytes }] });
          expect([200, 400, 413], `${name} ${answer.message}`).toContain(answer.status);
          if (answer.status !== 200) continue;
          const { autoOrient } = await sharp(bytes).metadata();
          const { width, height } = await sharp(answer.files[0]!.bytes).metadata();
          expect([width, height], name).toEqual([autoOrient.width, autoOrient.height]);
        }
      }
    },
  );
});
