import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import roundCorners from './round-corners.js';

const hasMagick = hasProgram('convert', ['-version'], 'round-corners against ImageMagick');
const scene = readFixture('image/edit/scene.png');

async function rounded(options: Record<string, unknown>, bytes: Uint8Array = scene): Promise<Buffer> {
  const answer: ClientAnswer = await runTool(roundCorners, { files: [{ name: 'in.png', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
}

const alphaOf = (data: Uint8Array): number[] => Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3] ?? 0);

describe('round-corners', () => {
  it.skipIf(!hasMagick).each([5, 20, 40])('radius %d has the alpha that ImageMagick draws', async (radius) => {
    const expected = runOnFiles(
      'convert',
      [
        '-size',
        '160x120',
        'xc:black',
        '-fill',
        'white',
        '-draw',
        `roundrectangle -0.5,-0.5 159.5,119.5 ${radius},${radius}`,
        '-colorspace',
        'gray',
        '-depth',
        '8',
        'out.png',
      ],
      {},
      'out.png',
    );
    const { data } = await rgbaOf(await rounded({ radius }));
    const drawn = await rgbaOf(expected);
    const levels = Array.from({ length: drawn.data.length / 4 }, (_, i) => drawn.data[4 * i] ?? 0);
    expect(meanDifference(alphaOf(data), levels)).toBeLessThan(1);
    expect(alphaOf(data).filter((alpha) => alpha > 0 && alpha < 255).length).toBeGreaterThan(radius);
  });

  it('changes no pixel that it leaves opaque', async () => {
    const [own, before] = [await rgbaOf(await rounded({ radius: 30 })), await rgbaOf(scene)];
    const kept = alphaOf(own.data).map((alpha) => alpha === 255);
    expect(own.data.filter((_, i) => kept[i >> 2])).toEqual(before.data.filter((_, i) => kept[i >> 2]));
  });

  it.each([120, 121])('makes a circle of side %d with its area', async (side) => {
    const { width, height, data } = await rgbaOf(
      await rounded({ circle: true }, await pngOf(side + 31, side, () => [9, 9, 9])),
    );
    expect([width, height]).toEqual([side, side]);
    const area = alphaOf(data).reduce((sum, alpha) => sum + alpha / 255, 0);
    expect(Math.abs(area / (Math.PI * (side / 2) ** 2) - 1)).toBeLessThan(0.002);
  });

  it('puts border, padding and ground around the picture', async () => {
    const png = await rounded({ radius: 0, border: 3, borderColor: '#ff0000', padding: 5, background: '#00ff00' });
    const { width, height, data } = await rgbaOf(png);
    expect([width, height]).toEqual([176, 136]);
    const at = (x: number, y: number): number[] => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
    expect([at(0, 0), at(4, 70), at(5, 70), at(7, 70)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
      [255, 0, 0],
      [255, 0, 0],
    ]);
    const inner = await sharp(png).extract({ left: 8, top: 8, width: 160, height: 120 }).png().toBuffer();
    expect(largestDifference((await rgbaOf(inner)).data, (await rgbaOf(scene)).data)).toBe(0);
  });

  it('lets a shadow end within the picture', async () => {
    const { width, height, data } = await rgbaOf(await rounded({ radius: 10, shadow: 20 }));
    const alpha = alphaOf(data);
    expect(alpha[width * (height - 1) + (width >> 1)]).toBeLessThan(12);
    expect(alpha[width * (height - 40) + (width >> 1)]).toBeGreaterThan(30);
  });

  it.each(['gif', 'webp', 'png'])('rounds every frame of an animated %s', async (format) => {
    const png = await rounded({ radius: 10 }, readFixture(`image/edit/dots.${format}`));
    const answer = await runTool(roundCorners, {
      files: [{ name: `dots.${format}`, bytes: readFixture(`image/edit/dots.${format}`) }],
      options: { radius: 10, format: 'webp' },
    });
    const { pages, delay, loop } = await sharp(answer.files[0]!.bytes, { animated: true }).metadata();
    expect([pages, delay, loop]).toEqual([4, [100, 200, 100, 50], 3]);
    const alpha = alphaOf((await rgbaOf(answer.files[0]!.bytes)).data);
    for (let frame = 0; frame < 4; frame++) expect([alpha[frame * 1200], alpha[frame * 1200 + 20]]).toEqual([0, 255]);
    expect(png.length).toBeGreaterThan(0);
  });

  exhaustive('refuses a frame that makes the picture too large', async () => {
    const bytes = await sharp({ create: { width: 7000, height: 6000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const answer = await runTool(roundCorners, { files: [{ name: 'big.png', bytes }], options: { padding: 1000 } });
    expect([answer.code, answer.message]).toEqual([
      'LIMIT_EXCEEDED',
      'Picture "big.png" would have 9000 × 8000 pixels with its frame, the limit is 50000000',
    ]);
  });
});
