import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';

import { meanDifference } from '../../testing/picture-measures.js';
import { rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import convertImage from './convert-image.js';

const hasExifTool = hasProgram('exiftool', ['-ver'], 'dots per inch of convert-image beside ExifTool');
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
