import sharp from 'sharp';
import { expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { runTool } from '../../testing/run-tool.js';
import convertImage from './convert-image.js';
import cropImage from './crop-image.js';
import imageMetadata from './image-metadata.js';
import resizeImage from './resize-image.js';
import rotateImage from './rotate-image.js';
import sharpenImage from './sharpen-image.js';

type Options = Readonly<Record<string, unknown>>;

const first = async (tool: Tool, name: string, bytes: Uint8Array, options: Options): Promise<Buffer> => {
  const answer = await runTool(tool, { options, files: [{ name, bytes }] });
  expect(answer.message).toBeUndefined();
  return answer.files[0]!.bytes;
};

const scan = async (format: 'jpeg' | 'png' | 'tiff', density?: number): Promise<Buffer> => {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#804020' } }).toFormat(format);
  return await (density === undefined ? image : image.withMetadata({ density })).toBuffer();
};

it('keeps the dots per inch of the upload, as sharp reads them', async () => {
  for (const [name, bytes] of [
    ['scan.jpg', await scan('jpeg', 300)],
    ['scan.png', await scan('png', 300)],
    ['scan.tif', await scan('tiff', 300)],
  ] as const) {
    for (const [tool, options] of [
      [cropImage, { ratio: '1:1' }],
      [rotateImage, { angle: 90 }],
      [resizeImage, { width: 30 }],
      [sharpenImage, {}],
      [convertImage, { format: 'jpg' }],
      [convertImage, { format: 'png' }],
    ] as const) {
      const { density } = await sharp(await first(tool, name, bytes, options)).metadata();
      expect([name, tool.id, density]).toEqual([name, tool.id, 300]);
    }
  }
});

it('states no dots per inch where the upload states none, rather than 25', async () => {
  const plain = await first(sharpenImage, 'plain.jpg', await scan('jpeg'), { format: 'png' });
  expect(plain.includes('pHYs')).toBe(false);
  const { density } = await sharp(
    await first(sharpenImage, 'plain.png', await scan('png'), { format: 'tiff' }),
  ).metadata();
  expect(density).toBe(72);
});

it('image-metadata tells the dots per inch that sharp wrote, in JFIF, PNG and TIFF', async () => {
  const told = async (name: string, bytes: Uint8Array) => {
    const { data } = await runTool(imageMetadata, { files: [{ name, bytes }] });
    return (data as { files: { dotsPerInch?: unknown }[] }).files[0]?.dotsPerInch;
  };
  for (const [name, format] of [
    ['a.jpg', 'jpeg'],
    ['a.png', 'png'],
    ['a.tif', 'tiff'],
  ] as const)
    expect([name, await told(name, await scan(format, 300))]).toEqual([name, { x: 300, y: 300 }]);
  // JFIF 1.02, page 5: unit 2 is dots per centimetre, 0 a ratio.
  const plain = await scan('jpeg');
  const inUnit = (unit: number): Buffer => {
    const segment = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 2, unit, 0, 118, 0, 59, 0, 0];
    return Buffer.concat([plain.subarray(0, 2), Buffer.from(segment), plain.subarray(2)]);
  };
  expect(await told('cm.jpg', inUnit(2))).toEqual({ x: 299.72, y: 149.86 });
  expect(await told('ratio.jpg', inUnit(0))).toBeUndefined();
});

it('crop-image reads ratios as people write them', async () => {
  const bytes = await scan('png');
  for (const ratio of ['16:9', '16x9', '16 × 9', '16/9']) {
    const { width, height } = await sharp(await first(cropImage, 'a.png', bytes, { ratio })).metadata();
    expect([ratio, width, height]).toEqual([ratio, 60, 34]);
  }
});
