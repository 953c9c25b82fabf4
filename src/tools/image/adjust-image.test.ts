import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import adjustImage from './adjust-image.js';

const hasMagick = hasProgram('convert', ['-version'], 'adjust-image against ImageMagick');
/** All levels of grey, and 4,096 colours of up to half saturation. */
const colours = await pngOf(64, 68, (x, y) => {
  if (y >= 64) return [1, 1, 1].map(() => 64 * (y - 64) + x);
  const i = 64 * y + x;
  return [64 + 8 * (i & 15), 64 + 8 * ((i >> 4) & 15), 64 + 8 * (i >> 8)];
});

async function adjusted(options: Record<string, unknown>, bytes: Uint8Array = colours): Promise<Buffer> {
  const answer: ClientAnswer = await runTool(adjustImage, { files: [{ name: 'in.png', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
}

describe('adjust-image', () => {
  it.skipIf(!hasMagick).each<[Record<string, unknown>, string[]]>([
    [{ brightness: 20 }, ['-brightness-contrast', '20x0']],
    [{ contrast: -40 }, ['-brightness-contrast', '0x-40']],
    [{ brightness: -15, contrast: 30 }, ['-brightness-contrast', '-15x30']],
    [{ gamma: 2.2 }, ['-gamma', '2.2']],
    [{ gamma: 0.5 }, ['-gamma', '0.5']],
    [{ blackPoint: 51, whitePoint: 204 }, ['-level', '20%,80%']],
    [{ saturation: -60 }, ['-modulate', '100,40,100']],
    [{ saturation: 50 }, ['-modulate', '100,150,100']],
    [{ hue: 90 }, ['-modulate', '100,100,150']],
    [{ hue: -45 }, ['-modulate', '100,100,75']],
    [{ exposure: 1 }, ['-colorspace', 'RGB', '-evaluate', 'multiply', '2', '-colorspace', 'sRGB']],
    [{ exposure: -2 }, ['-colorspace', 'RGB', '-evaluate', 'multiply', '0.25', '-colorspace', 'sRGB']],
  ])('%j as ImageMagick %j, to one level', async (options, args) => {
    const expected = runOnFiles(
      'convert',
      ['in.png', ...args, '-depth', '8', 'out.png'],
      { 'in.png': colours },
      'out.png',
    );
    const own = await rgbaOf(await adjusted(options));
    expect(largestDifference(own.data, (await rgbaOf(expected)).data)).toBeLessThanOrEqual(1);
  });

  it('keeps every sample, the depth and the profile where nothing is asked for', async () => {
    const deep = await sharp(
      Uint16Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * 5003) % 65_536),
      {
        raw: { width: 64, height: 64, channels: 3 },
      },
    )
      .toColourspace('rgb16')
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const raw = (bytes: Uint8Array): Promise<Buffer> =>
      sharp(bytes)
        .keepIccProfile()
        .pipelineColourspace('rgb16')
        .toColourspace('rgb16')
        .raw({ depth: 'ushort' })
        .toBuffer();
    const same = await adjusted({}, deep);
    expect((await sharp(same).metadata()).icc).toEqual((await sharp(deep).metadata()).icc);
    expect(await raw(same)).toEqual(await raw(deep));
  });

  it('makes white warmer and colder without making it much darker', async () => {
    const grey = await pngOf(1, 1, () => [128, 128, 128]);
    const [warm, cold] = [await adjusted({ temperature: 60 }, grey), await adjusted({ temperature: -60 }, grey)];
    const [r = 0, , b = 0] = (await rgbaOf(warm)).data;
    expect(r - b).toBeGreaterThan(20);
    const [coldRed = 0, , coldBlue = 0] = (await rgbaOf(cold)).data;
    expect(coldBlue - coldRed).toBeGreaterThan(20);
  });

  it('leaves alpha, and grey greys whatever the hue', async () => {
    const clear = await pngOf(16, 16, (x, y) => [100, 100, 100, 16 * y + x]);
    const { data } = await rgbaOf(await adjusted({ hue: 77, saturation: 80, brightness: 5 }, clear));
    for (let i = 0; i < data.length; i += 4) {
      expect(data[i + 3]).toBe(i / 4);
      expect([data[i], data[i + 1]]).toEqual([data[i + 1], data[i + 2]]);
    }
  });

  it('keeps times and repetitions of an animation', async () => {
    const answer = await runTool(adjustImage, {
      files: [{ name: 'dots.png', bytes: readFixture('image/edit/dots.png') }],
      options: { gamma: 2, format: 'gif' },
    });
    const { pages, delay, loop } = await sharp(answer.files[0]!.bytes, { animated: true }).metadata();
    expect([pages, delay, loop]).toEqual([4, [100, 200, 100, 50], 3]);
  });
});
