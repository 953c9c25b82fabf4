import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import sharpenImage from './sharpen-image.js';

const hasMagick = hasProgram('convert', ['-version'], 'sharpen-image against ImageMagick');
const hasNumpy = hasProgram('python3', ['-c', 'import numpy'], 'sharpen-image against NumPy');
const scene = readFixture('image/edit/scene.png');

async function sharpened(options: Record<string, unknown>, bytes: Uint8Array = scene, name = 'in.png') {
  const answer = await runTool(sharpenImage, { files: [{ name, bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return await rgbaOf(answer.files[0]!.bytes);
}

/** By the definition: a blur with a sampled Gaussian of alpha and of colours that it is multiplied into. */
const NUMPY = `
import numpy as np
s = np.array(data['samples'], float).reshape(data['height'], data['width'], 4)
r = int(np.ceil(6 * data['radius'])); k = np.exp(-np.arange(-r, r + 1) ** 2 / (2 * data['radius'] ** 2)); k /= k.sum()
def blur(x):
    p = np.pad(x, ((r, r), (0, 0)), 'edge'); x = sum(k[i] * p[i:i + x.shape[0]] for i in range(2 * r + 1))
    p = np.pad(x, ((0, 0), (r, r)), 'edge'); return sum(k[i] * p[:, i:i + x.shape[1]] for i in range(2 * r + 1))
a = s[..., 3]; b = blur(a)
for c in range(3):
    s[..., c] = np.clip(np.round(s[..., c] + data['amount'] / 100 * (s[..., c] - blur(s[..., c] * a) / b)), 0, 255)
print(json.dumps(s.ravel().tolist()))`;

/** Soft shapes with a soft transparent side, so that no colour lies where nothing is seen. */
const clear = await pngOf(64, 48, (x, y) => [4 * x, 5 * y, 128 + 100 * Math.sin(x / 3), 60 + 3 * x]);

describe('sharpen-image', () => {
  it.skipIf(!hasNumpy)('an unsharp mask as NumPy computes it, to one level', async () => {
    const settings = [{ radius: 0.3 }, { radius: 0.7, amount: 150 }, { radius: 1.5 }, { radius: 4, amount: 80 }];
    for (const [index, options] of settings.entries()) {
      const picture = index % 2 === 0 ? scene : clear;
      const { data, width, height } = await rgbaOf(picture);
      const asked = { samples: [...data], width, height, amount: 100, ...options };
      const expected = runPython<readonly number[]>(NUMPY, asked);
      const own = await sharpened(options, picture);
      expect(largestDifference(own.data, expected), JSON.stringify(options)).toBeLessThanOrEqual(
        picture === clear ? 3 : 1,
      );
    }
  });

  it.skipIf(!hasMagick).each([
    [{}, '0x1+1+0'],
    [{ radius: 2.5, amount: 150 }, '0x2.5+1.5+0'],
    [{ radius: 4, amount: 80 }, '0x4+0.8+0'],
  ])('%j as ImageMagick -unsharp %s, to three levels', async (options, unsharp) => {
    const args = ['in.png', '-unsharp', unsharp, '-depth', '8', 'out.png'];
    const expected = await rgbaOf(runOnFiles('convert', args, { 'in.png': scene }, 'out.png'));
    expect(largestDifference((await sharpened(options)).data, expected.data)).toBeLessThanOrEqual(3);
  });

  it('leaves plain areas, and what differs by less than the threshold, as they are', async () => {
    const plain = await pngOf(20, 20, () => [10, 100, 200]);
    expect(largestDifference((await sharpened({ amount: 500 }, plain)).data, (await rgbaOf(plain)).data)).toBe(0);
    const grain = await pngOf(40, 40, (x, y) => [0, 0, 0].map(() => 100 + ((x + y) & 1) * 4));
    expect((await sharpened({ threshold: 5 }, grain)).data).toEqual((await rgbaOf(grain)).data);
    expect((await sharpened({ threshold: 1 }, grain)).data).not.toEqual((await rgbaOf(grain)).data);
  });

  exhaustive('joins strips of a tall image without a seam', async () => {
    // Over 4 megapixels in columns that go on from the top to the bottom: so must the result.
    const chance = chanceOf(3);
    const row = Uint8Array.from({ length: 3 * 100 }, () => chance(256));
    const tall = await sharp(Buffer.concat(Array.from({ length: 45_000 }, () => row)), {
      raw: { width: 100, height: 45_000, channels: 3 },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { data } = await sharpened({ radius: 5 }, tall);
    const first = data.subarray(0, 400);
    for (const y of [1, 39_974, 39_999, 40_000, 40_001, 44_999])
      expect(Buffer.compare(data.subarray(400 * y, 400 * (y + 1)), first), `row ${y}`).toBe(0);
  });

  it('keeps alpha, and colours that are not seen', async () => {
    const half = await pngOf(30, 30, (x, y) => [x < 15 ? 255 : 0, 8 * y, 7, x < 8 ? 0 : 200]);
    const [own, before] = [await sharpened({ radius: 1 }, half), await rgbaOf(half)];
    const alphas = (data: Uint8Array) => data.filter((_, i) => i % 4 === 3);
    expect(alphas(own.data)).toEqual(alphas(before.data));
  });
});
