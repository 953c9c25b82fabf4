import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';

import { meanDifference } from '../../testing/picture-measures.js';
import { pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import convertImage from './convert-image.js';

const hasExifTool = hasProgram('exiftool', ['-ver'], 'dots per inch of convert-image beside ExifTool');
const hasIcns = hasProgram('sh', ['-c', 'command -v icns2png'], 'Apple icons of convert-image beside libicns');
const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'SVG of convert-image beside rsvg-convert');

const convert = async (name: string, options: Readonly<Record<string, unknown>>): Promise<Buffer> => {
  const { files, message } = await runTool(convertImage, {
    files: [{ name: name.replace(/^.*\//, ''), bytes: readFixture(`image/${name}`) }],
    options,
  });
  expect(message).toBeUndefined();
  return files[0]!.bytes;
};

describe.skipIf(!hasExifTool).each(['jpg', 'png', 'tiff'])('dots per inch in %s', (format) => {
  exhaustive('are those that are asked for, of pictures and of drawings, and nothing else is kept', async () => {
    for (const name of ['raster/photo.jpg', 'raster/half-clear.png', 'svg/drawing.svg']) {
      for (const dpi of [300, 72, 1200]) {
        const bytes = await convert(name, { format, dpi: name.endsWith('svg') ? Math.min(dpi, 300) : dpi });
        const wanted = name.endsWith('svg') ? Math.min(dpi, 300) : dpi;
        const told = JSON.parse(
          runOnFiles('exiftool', ['-j', '-n', `a.${format}`], { [`a.${format}`]: bytes }).toString(),
        )[0];
        // PNG counts pixels per metre.
        const inches = format === 'png' ? Number(told.PixelsPerUnitX) * 0.0254 : Number(told.XResolution);
        expect(Math.abs(inches - wanted), `${name} ${inches}`).toBeLessThan(0.6);
        expect([told.Make, told.GPSLatitude, told.Artist]).toEqual([undefined, undefined, undefined]);
      }
    }
  });

  it('are stated where metadata is kept, in EXIF too if it is there', async () => {
    const bytes = await convert('raster/photo.jpg', { format, dpi: 300, keepMetadata: true });
    const args = ['-j', '-n', '-G1', `a.${format}`];
    const [told] = JSON.parse(runOnFiles('exiftool', args, { [`a.${format}`]: bytes }).toString()) as [
      Record<string, unknown>,
    ];
    if (format !== 'tiff') expect(told['IFD0:Artist']).toBe('A. Person');
    const stated = [told['IFD0:XResolution'], told['JFIF:XResolution']].filter((value) => value !== undefined);
    if (format === 'png') stated.push(Math.round(Number(told['PNG-pHYs:PixelsPerUnitX']) * 0.0254));
    expect(new Set(stated)).toEqual(new Set([300]));
  });
});

it.skipIf(!hasRsvg).each(['drawing.svg', 'editor.svg'])('draws %s as rsvg-convert does', async (name) => {
  const own = await rgbaOf(await convert(`svg/${name}`, { dpi: 192 }));
  const drawn = runProgram('rsvg-convert', ['-z', '2'], readFixture(`image/svg/${name}`));
  const other = await rgbaOf(drawn);
  expect([own.width, own.height]).toEqual([other.width, other.height]);
  expect(meanDifference(own.data, other.data)).toBeLessThan(4);
});

it('a drawing that is none, and one with scripts among others', async () => {
  const active = { name: 'active.svg', bytes: readFixture('image/svg/active.svg') };
  const broken = { name: 'broken.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>') };
  const { data, files } = await runTool(convertImage, { files: [broken, active], options: { format: 'webp' } });
  expect(data).toMatchObject({
    files: [
      { name: 'broken.svg', error: expect.stringContaining('Cannot read file "broken.svg" as XML') as unknown },
      { name: 'active.svg', outputs: ['active.webp'] },
    ],
  });
  expect(files).toHaveLength(1);
});

/** One size of an icon as libicns extracts it. */
function icnsSize(bytes: Uint8Array, side: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'icns-test-'));
  try {
    writeFileSync(join(folder, 'a.icns'), bytes);
    runProgram('icns2png', ['-x', '-d', '32', '-o', folder, join(folder, 'a.icns')]);
    return readFileSync(join(folder, `a_${side}x${side}x32.png`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A picture of which no two rows are equal, transparent in part. */
const paint = (x: number, y: number): number[] => [x % 256, y % 256, (x * y) % 256, (x >> 3) + (y >> 3) > 9 ? 255 : 90];

describe.skipIf(!hasIcns)('Apple icons', () => {
  exhaustive('that libicns wrote are read at their largest size, packed or as JPEG 2000', async () => {
    const images = new Map<number, Buffer>();
    for (const side of [16, 32, 48, 128, 256]) images.set(side, await pngOf(side, side, paint));
    const named = (sides: readonly number[]) =>
      Object.fromEntries(sides.map((side) => [`${side}.png`, images.get(side) ?? Buffer.alloc(0)]));
    for (const sides of [[16], [16, 32], [32, 48], [48, 128, 16], [128, 256]]) {
      const inputs = named(sides);
      const icon = runOnFiles('png2icns', ['a.icns', ...Object.keys(inputs)], inputs, 'a.icns');
      const { files, message } = await runTool(convertImage, { files: [{ name: 'a.icns', bytes: icon }] });
      expect(message).toBeUndefined();
      const [read, wanted] = [
        await rgbaOf(files[0]!.bytes),
        await pngOf(Math.max(...sides), Math.max(...sides), paint),
      ];
      expect(read, `${sides}`).toEqual(await rgbaOf(wanted));
    }
  });

  exhaustive('have a size for each up to the first that has room, with the pixels of the PNG', async () => {
    for (const [width, height, largest] of [
      [10, 7, 16],
      [100, 60, 128],
      [700, 700, 1024],
    ] as const) {
      const bytes = await pngOf(width, height, paint);
      const { files } = await runTool(convertImage, { files: [{ name: 'a.png', bytes }], options: { format: 'icns' } });
      expect(files[0]).toMatchObject({ name: 'a.icns', mime: 'image/x-icns' });
      const back = await runTool(convertImage, { files: [{ name: 'a.icns', bytes: files[0]!.bytes }] });
      const square = await rgbaOf(back.files[0]!.bytes);
      expect([square.width, square.height]).toEqual([largest, largest]);
      const sides = [16, 32, 256, 512, 1024].filter((side) => side <= largest);
      const listed = runOnFiles('icns2png', ['-l', 'a.icns'], { 'a.icns': files[0]!.bytes }).toString();
      for (const side of sides) expect(listed).toContain(`${side}x${side} 32-bit`);
      if (largest < 1024) expect(listed).not.toContain('1024x1024');
      for (const side of sides) {
        const extracted = icnsSize(files[0]!.bytes, side);
        const expected = await sharp(bytes)
          .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
          .ensureAlpha()
          .raw()
          .toBuffer();
        expect(meanDifference((await rgbaOf(extracted)).data, expected), `${side}`).toBeLessThan(0.01);
      }
    }
  });
});

it('an Apple icon without images of true colours', async () => {
  const bytes = Buffer.from('icns\0\0\0\x14ICN#\0\0\0\x0cabcd', 'latin1');
  const { message } = await runTool(convertImage, { files: [{ name: 'old.icns', bytes }] });
  expect(message).toBe('Cannot read ICNS picture "old.icns": it has only images of 256 colours or fewer');
});
