import { describe, expect, it } from 'vitest';
import { pngOf, rgbaOf } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './replace-color.js';

const hasConvert = hasProgram('convert', ['-version'], 'replace-color beside ImageMagick');

/** Every step of red against green, blue along both. */
const ramps = (): Promise<Buffer> => pngOf(64, 64, (x, y) => [4 * x, 4 * y, 2 * (x + y)]);

async function replaced(bytes: Uint8Array, options: Record<string, unknown>) {
  const { status, message, cause, files, data } = await runTool(tool, { files: [{ name: 'a.png', bytes }], options });
  expect([status, message], String(cause)).toEqual([200, undefined]);
  const [{ replacedPixels }] = (data as { files: [{ replacedPixels: number }] }).files;
  return { pixels: await rgbaOf(files[0]!.bytes), replacedPixels };
}

describe.skipIf(!hasConvert)('as ImageMagick replaces with -fuzz and -opaque', () => {
  it.each([
    ['#808080', '#ff0000', 0],
    ['#808080', '#ff0000', 12],
    ['#00ff7f', '#123456', 25],
    ['#ffffff', '#000000', 100],
  ])('%s by %s within %d %%', async (color, newColor, tolerance) => {
    const bytes = await ramps();
    const made = await replaced(bytes, { color, newColor, tolerance, keepShading: false });
    const args = ['-', '-fuzz', `${tolerance}%`, '-fill', newColor, '-opaque', color, 'PNG32:-'];
    const expected = await rgbaOf(runProgram('convert', args, bytes));
    let different = 0;
    for (let i = 0; i < expected.data.length; i += 4)
      if ([0, 1, 2, 3].some((k) => expected.data[i + k] !== made.pixels.data[i + k])) different += 1;
    expect(different).toBe(0);
    if (tolerance === 100) expect(made.replacedPixels).toBe(64 * 64);
  });
});

it('what is darker than the colour is as much darker than the new one', async () => {
  const bytes = await pngOf(3, 1, (x) => [100 - 10 * x, 100, 100]);
  const { pixels, replacedPixels } = await replaced(bytes, { color: '#646464', newColor: '#c80000', tolerance: 10 });
  expect(replacedPixels).toBe(3);
  expect([...pixels.data].filter((_, i) => i % 4 === 0)).toEqual([200, 190, 180]);
});

it('a new colour that is half transparent halves what was opaque, and clear pixels stay clear', async () => {
  const bytes = await pngOf(2, 1, (x) => [255, 255, 255, x === 0 ? 255 : 0]);
  const { pixels, replacedPixels } = await replaced(bytes, { newColor: '#ff000080' });
  expect(replacedPixels).toBe(1);
  expect([pixels.data[3], pixels.data[7]]).toEqual([128, 0]);
});
