import sharp, { type Color } from 'sharp';
import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import imageToSvg from './image-to-svg.js';

const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'traced pictures drawn by another program');

const plain = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha().raw().toBuffer();

const drawing = sharp(readFixture('image/svg/drawing.svg')).png().toBuffer();

describe('image-to-svg', () => {
  it.skipIf(!hasRsvg)('draws what the picture shows', async () => {
    for (const bytes of [await drawing, readFixture('qr-barcode/logo.png')]) {
      const { files } = await runTool(imageToSvg, { files: [{ name: 'a.png', bytes }], options: { detail: 9 } });
      const svg = files[0]?.bytes ?? Buffer.alloc(0);
      expect(meanDifference(await plain(runProgram('rsvg-convert', [], svg)), await plain(bytes))).toBeLessThan(6);
      const mono = await runTool(imageToSvg, {
        files: [{ name: 'a.png', bytes }],
        options: { style: 'mono', detail: 9 },
      });
      const expected = await sharp(bytes).flatten({ background: '#fff' }).greyscale().threshold(128).png().toBuffer();
      const drawn = runProgram('rsvg-convert', [], mono.files[0]?.bytes ?? '');
      expect(meanDifference(await plain(drawn), await plain(expected))).toBeLessThan(6);
    }
  });

  exhaustive('answers odd pictures with an SVG or a refusal', async () => {
    const create = (width: number, height: number, background: Color, channels: 3 | 4 = 4) =>
      sharp({ create: { width, height, channels, background } });
    const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
    const pictures = [
      await create(30, 30, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer(),
      await create(4, 4, '#f00').png().toBuffer(),
      await create(300, 1, '#f00').png().toBuffer(),
      await create(3000, 4, '#f00').png().toBuffer(),
      await sharp({ create: { width: 220, height: 220, channels: 3, background: '#000', noise } })
        .png()
        .toBuffer(),
    ];
    for (const bytes of pictures) {
      for (const options of [
        { detail: 10, colors: 64 },
        { style: 'mono', detail: 10 },
        { detail: 0, curves: false },
      ]) {
        const { status, files, cause } = await runTool(imageToSvg, { files: [{ name: 'a.png', bytes }], options });
        expect([200, 400, 413], String(cause)).toContain(status);
        if (status === 200) expect(files[0]?.bytes.toString()).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      }
    }
  });

  it('gives the same bytes for the same picture', async () => {
    const request = { files: [{ name: 'a.png', bytes: await drawing }] };
    const [one, two] = [await runTool(imageToSvg, request), await runTool(imageToSvg, request)];
    expect(one.files[0]?.bytes.equals(two.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

it('traces each of several pictures; a photograph among many is made smaller', async () => {
  const scene = { name: 'scene.png', bytes: readFixture('image/edit/scene.png') };
  const logo = { name: 'logo.png', bytes: readFixture('qr-barcode/logo.png') };
  const text = { name: 'a.png', bytes: Buffer.from('hello') };
  const answer = await runTool(imageToSvg, { files: [logo, text, scene] });
  const { data: alone, files: own } = await runTool(imageToSvg, { files: [logo] });
  expect(answer.data).toMatchObject({
    files: [
      { name: 'logo.png', outputs: ['logo.svg'], ...(alone as object) },
      { name: 'a.png', error: 'Cannot read picture "a.png": it is in no known picture format' },
      { name: 'scene.png', outputs: ['scene.svg'] },
    ],
  });
  expect(answer.files[0]!.bytes).toEqual(own[0]!.bytes);
});
