import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import pixelateImage from './pixelate-image.js';

const hasMagick = hasProgram('convert', ['-version'], 'pixelate-image against ImageMagick');
const scene = readFixture('image/edit/scene.png');

const run = (options: Record<string, unknown>, bytes: Uint8Array, name = 'in.png'): Promise<ClientAnswer> =>
  runTool(pixelateImage, { files: [{ name, bytes }], options });

async function pixelated(
  options: Record<string, unknown>,
  bytes: Uint8Array = scene,
  name = 'in.png',
): Promise<Buffer> {
  const answer = await run(options, bytes, name);
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
}

/** The scene with other content at 32, 32 to 64, 64. */
const withSecret = (secret: number): Promise<Buffer> =>
  sharp(scene)
    .composite([
      {
        input: { create: { width: 32, height: 32, channels: 3, background: { r: secret, g: 20, b: 90 } } },
        left: 32,
        top: 32,
      },
    ])
    .png()
    .toBuffer();

describe('pixelate-image', () => {
  it.each(['png', 'jpg', 'webp', 'tiff'])('fill leaves nothing of the region in %s', async (format) => {
    const options = { boxes: '32,32,32,32', style: 'fill', format };
    const [a, b] = [await pixelated(options, await withSecret(0)), await pixelated(options, await withSecret(255))];
    expect(a.equals(b)).toBe(true);
  });

  it('fill leaves nothing of the region in any frame of an animation', async () => {
    const options = { boxes: '0,0,30,30', style: 'fill', format: 'webp', quality: 100 };
    const result = await pixelated(options, readFixture('image/edit/dots.gif'), 'dots.gif');
    const { data, width, height } = await rgbaOf(result);
    // The dot is under the cover in the first three frames: they are one, and the fourth shows half of it.
    expect([width, height]).toEqual([40, 60]);
    for (let i = 0; i < data.length; i += 4) if ((i / 4) % 40 < 28) expect(data[i]! + data[i + 1]!).toBeLessThan(12);
  });

  it('leaves no metadata and no thumbnail', async () => {
    const jpeg = await sharp(scene)
      .withExif({ IFD0: { ImageDescription: 'SECRET' } })
      .jpeg()
      .toBuffer();
    const result = await pixelated({ boxes: '0,0,9,9' }, jpeg, 'in.jpg');
    expect((await sharp(result).metadata()).exif).toBeUndefined();
    expect(result.includes('SECRET')).toBe(false);
  });

  it.skipIf(!hasMagick)('cells are the means that ImageMagick makes', async () => {
    const expected = runOnFiles(
      'convert',
      ['in.png', '-scale', '10x10!', '-scale', '160x120!', '-depth', '8', 'out.png'],
      { 'in.png': await sharp(scene).resize(160, 160, { fit: 'fill' }).png().toBuffer() },
      'out.png',
    );
    const square = await sharp(scene).resize(160, 160, { fit: 'fill' }).png().toBuffer();
    const own = await sharp(await pixelated({ block: 16 }, square))
      .resize(160, 120, { kernel: 'nearest', fit: 'fill' })
      .png()
      .toBuffer();
    expect(largestDifference((await rgbaOf(own)).data, (await rgbaOf(expected)).data)).toBeLessThanOrEqual(1);
  });

  it.each(['pixelate', 'blur', 'fill'])('%s changes nothing outside', async (style) => {
    const { data } = await rgbaOf(await pixelated({ boxes: '10,20,30,40', style, block: 20 }));
    const before = (await rgbaOf(scene)).data;
    const isOutside = (_: number, i: number): boolean => {
      const [x, y] = [(i >> 2) % 160, Math.floor(i / 640)];
      return x < 10 || x >= 40 || y < 20 || y >= 60;
    };
    expect(Buffer.compare(data.filter(isOutside), before.filter(isOutside))).toBe(0);
  });

  it('a blur leaves no detail', async () => {
    const stripes = await pngOf(64, 64, (x) => [0, 0, 0].map(() => 255 * (x & 1)));
    const { data } = await rgbaOf(await pixelated({ style: 'blur', block: 8 }, stripes));
    // The sides go on as they end, so they are left out.
    const middle = data.filter((_, i) => i % 4 === 0 && Math.abs(((i >> 2) % 64) - 32) < 10);
    expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(12);
  });

  it('grows regions of JPEG pictures to whole blocks, turned ones too', async () => {
    const jpeg = await sharp(scene).jpeg({ quality: 100 }).withMetadata({ orientation: 3 }).toBuffer();
    const { data, width } = await rgbaOf(
      await pixelated({ boxes: '20,20,10,10', style: 'fill', format: 'png' }, jpeg, 'in.jpg'),
    );
    const isBlack = (x: number, y: number): boolean =>
      data[4 * (y * width + x)] === 0 && data[4 * (y * width + x) + 2] === 0;
    // 160 is a multiple of 16, 120 is not: its blocks begin 8 pixels from the top once it is turned by 180 degrees.
    expect([isBlack(16, 16), isBlack(31, 31), isBlack(15, 20), isBlack(33, 20)]).toEqual([true, true, false, false]);
    expect([isBlack(20, 8), isBlack(20, 39), isBlack(20, 7), isBlack(20, 41)]).toEqual([true, true, false, false]);
  });

  it.each([
    ['x', 1],
    ['1,2,3', 1],
    ['1,2,3,4,5', 1],
    ['1,2,-3,4', 1],
    ['1,2,3,4;;', 2],
    ['1,2,3,4; 1,2,0,4', 2],
    ['1,2,3,4; a,2,3,4', 2],
    ['1,2,3,4\n1,2,3,4\n200%,0,1,1', 3],
    ['1e9,0,1,1', 1],
    ['0x1,0,1,1', 1],
    ['1,2,3,4em', 1],
    ['99999999,0,1,1', 1],
  ])('refuses boxes %j by number', async (boxes, number) => {
    const { code, message } = await run({ boxes }, scene);
    expect(code).toBe('INVALID_INPUT');
    expect(message).toMatch(new RegExp(`^Box ${number} of option "boxes" must `));
  });

  it('refuses a colour that is seen through and too many regions', async () => {
    const clear = await run({ style: 'fill', color: '#00000080' }, scene);
    expect(clear.message).toBe('Option "color" must be opaque where "style" is fill, got "#00000080"');
    const many = await run({ boxes: '1,1,1,1;'.repeat(101) }, scene);
    expect(many.message).toBe('Option "boxes" has 101 boxes, the limit is 100');
  });
});
