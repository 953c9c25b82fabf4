import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ErrorMetric, ImageMagick, initializeImageMagick } from '@imagemagick/magick-wasm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import compareImages from './compare-images.js';

const hasMagick = hasProgram('compare', ['-version'], 'compare-images against ImageMagick');
const scene = readFixture('image/edit/scene.png');

interface Report {
  readonly identical: boolean;
  readonly different: number;
  readonly antialiased: number;
  readonly box: object | null;
  readonly mae: number;
  readonly mse: number;
  readonly psnr: number | null;
  readonly ssim: number;
}

async function compared(
  a: Uint8Array,
  b: Uint8Array,
  options: Record<string, unknown> = {},
): Promise<Report & { readonly map: Buffer }> {
  const files = [
    { name: 'a.png', bytes: a },
    { name: 'b.png', bytes: b },
  ];
  const answer: ClientAnswer = await runTool(compareImages, { files, options });
  expect(answer.status, answer.message).toBe(200);
  return { ...(answer.data as Report), map: answer.files[0]!.bytes };
}

/** ImageMagick's measure; it writes "123.4 (0.0018)" to the standard error, so a shell turns that round. */
function magick(metric: string, a: Uint8Array, b: Uint8Array): readonly [number, number] {
  const script = 'compare -metric "$0" "$1" "$2" null: 2>&1 || true';
  const text = runOnFiles('sh', ['-c', script, metric, 'a.png', 'b.png'], { 'a.png': a, 'b.png': b }).toString();
  const [value = Number.NaN, part = Number.NaN] = text.match(/[\d.e+-]+/g)?.map(Number) ?? [];
  return [value, part];
}

/** By ImageMagick 7 as WebAssembly, which the service only uses to read and write formats. */
async function magick7Similarity(a: Uint8Array, b: Uint8Array): Promise<number> {
  const path = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  await initializeImageMagick(Uint8Array.from(readFileSync(path)));
  // It gives the dissimilarity (1 − SSIM) / 2.
  const distance = ImageMagick.read(a, (own) =>
    ImageMagick.read(b, (other) => own.compare(other, ErrorMetric.StructuralSimilarity)),
  );
  return 1 - 2 * distance;
}

const noisy = (amplitude: number): Promise<Buffer> =>
  pngOf(96, 80, (x, y) => [0, 1, 2].map((c) => 120 + (amplitude * (((x * 7 + y * 13 + c * 5) % 11) - 5)) / 5));
const grey = (shift: number): Promise<Buffer> =>
  pngOf(70, 60, (x, y) => [0, 0, 0].map(() => 100 + 60 * Math.sin((x + shift) / 5) + 40 * Math.cos(y / 7)));

describe('compare-images', () => {
  it.skipIf(!hasMagick)('measures errors as ImageMagick', async () => {
    const pairs = [
      [scene, readFixture('image/edit/scene-changed.png')],
      [await noisy(0), await noisy(20)],
      [await grey(0), await grey(2)],
    ] as const;
    for (const [a, b] of pairs) {
      const own = await compared(a, b);
      expect(own.mae).toBeCloseTo(255 * magick('MAE', a, b)[1], 3);
      expect(own.mse / magick('MSE', a, b)[1] / 255 ** 2).toBeCloseTo(1, 4);
      expect(own.psnr).toBeCloseTo(magick('PSNR', a, b)[0], 3);
    }
  });

  it('measures the structural similarity of grey pictures as ImageMagick 7', async () => {
    for (const [a, b] of [
      [await grey(0), await grey(2)],
      [
        await grey(0),
        await sharp(await grey(0))
          .blur(2)
          .png()
          .toBuffer(),
      ],
    ] as const) {
      expect(Math.abs((await compared(a, b)).ssim - (await magick7Similarity(a, b)))).toBeLessThan(0.0005);
    }
  });

  it('counts changed pixels and finds them', async () => {
    const report = await compared(scene, readFixture('image/edit/scene-changed.png'), { antialias: false });
    expect(report).toMatchObject({
      identical: false,
      different: 256,
      box: { left: 20, top: 90, width: 16, height: 16 },
    });
    const { width, data } = await rgbaOf(report.map);
    expect([...data.subarray(4 * (95 * width + 25), 4 * (95 * width + 25) + 3)]).toEqual([255, 0, 0]);
  });

  it('leaves out smooth edges unless told not to', async () => {
    const disc = (shift: number) =>
      pngOf(60, 60, (x, y) =>
        [0, 0, 0].map(() => 255 * Math.min(1, Math.max(0, Math.hypot(x - 30 - shift, y - 30) - 20))),
      );
    const [a, b] = [await disc(0), await disc(0.4)];
    const [left, all] = [await compared(a, b), await compared(a, b, { antialias: false })];
    expect(all.antialiased).toBe(0);
    expect(left.different + left.antialiased).toBe(all.different);
    expect(left.different).toBeLessThan(all.different / 4);
  });

  it('says that transparency differs', async () => {
    const [clear, white] = [await pngOf(9, 9, () => [255, 255, 255, 0]), await pngOf(9, 9, () => [255, 255, 255, 255])];
    expect(await compared(clear, white, { threshold: 0 })).toMatchObject({ identical: false, mse: 0 });
  });

  it('compares the common part, or scales', async () => {
    const large = await sharp(scene).extend({ right: 10, bottom: 7, background: 'red' }).png().toBuffer();
    expect(await compared(scene, large, { sizes: 'crop' })).toMatchObject({ identical: true, width: 160, height: 120 });
    const doubled = await sharp(scene).resize(320, 240).png().toBuffer();
    const { ssim, psnr } = await compared(scene, doubled, { sizes: 'scale' });
    expect(ssim).toBeGreaterThan(0.9);
    expect(psnr).toBeGreaterThan(25);
  });

  it('works on one pixel', async () => {
    const [black, white] = [await pngOf(1, 1, () => [0, 0, 0]), await pngOf(1, 1, () => [255, 255, 255])];
    expect(await compared(black, white, { antialias: false })).toMatchObject({ different: 1, mse: 65_025, psnr: 0 });
  });
});
