import { describe, expect, it } from 'vitest';

import { BLEND_MODES } from '../../lib/pictures/rgba.js';
import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import mergeImages from './merge-images.js';

const hasMagick = hasProgram('convert', ['-version'], 'merge-images against ImageMagick');
const a = await pngOf(31, 20, (x, y) => [8 * x, 12 * y, 90]);
const b = await pngOf(16, 33, (x, y) => [200, 15 * x, 7 * y]);
const c = await pngOf(21, 9, (x, y) => [9 * x, 80, 28 * y]);
const inputs = { 'a.png': a, 'b.png': b, 'c.png': c };

async function merged(
  options: Record<string, unknown>,
  files: Readonly<Record<string, Uint8Array>> = inputs,
): Promise<Buffer> {
  const answer: ClientAnswer = await runTool(mergeImages, {
    files: Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
    options,
  });
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
}

const magick = (
  program: string,
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>> = inputs,
): Buffer => runOnFiles(program, [...args, '-depth', '8', 'out.png'], files, 'out.png');

describe('merge-images', () => {
  it.skipIf(!hasMagick).each([
    ['horizontal', '+append', 'start', 'north'],
    ['horizontal', '+append', 'center', 'center'],
    ['horizontal', '+append', 'end', 'south'],
    ['vertical', '-append', 'start', 'west'],
    ['vertical', '-append', 'center', 'center'],
    ['vertical', '-append', 'end', 'east'],
  ])('%s is %s, aligned at %s', async (direction, append, align, gravity) => {
    const args = ['-background', '#3060a0', '-gravity', gravity, 'a.png', 'b.png', 'c.png', append];
    const expected = await rgbaOf(magick('convert', args));
    const own = await rgbaOf(await merged({ direction, align, background: '#3060a0' }));
    expect([own.width, own.height]).toEqual([expected.width, expected.height]);
    expect(own.data.equals(expected.data)).toBe(true);
  });

  it.skipIf(!hasMagick)('a grid is what montage makes', async () => {
    const args = ['-background', '#3060a0', '-gravity', 'northwest', '-geometry', '31x33+0+0>', '-tile', '2x'];
    const expected = await rgbaOf(magick('montage', ['a.png', 'b.png', 'c.png', ...args]));
    const own = await rgbaOf(await merged({ direction: 'grid', align: 'start', background: '#3060a0' }));
    expect([own.width, own.height]).toEqual([expected.width, expected.height]);
    expect(own.data.equals(expected.data)).toBe(true);
  });

  it.skipIf(!hasMagick).each(BLEND_MODES.filter((mode) => mode !== 'over'))(
    'mixes by %s as ImageMagick',
    async (blend) => {
      const [below, above] = [
        await pngOf(32, 32, (x, y) => [8 * x, 8 * y, 100]),
        await pngOf(32, 32, (x, y) => [8 * y, 128, 255 - 8 * x]),
      ];
      const files = { 'a.png': below, 'b.png': above };
      const compose = blend.replace('-', '').replace('color', 'color');
      const expected = await rgbaOf(magick('convert', ['a.png', 'b.png', '-compose', compose, '-composite'], files));
      const own = await rgbaOf(await merged({ direction: 'overlay', blend }, files));
      expect(largestDifference(own.data, expected.data)).toBeLessThanOrEqual(2);
    },
  );

  it('leaves gaps in the colour of the ground', async () => {
    const { width, height, data } = await rgbaOf(await merged({ gap: 4, background: '#00ff00' }));
    expect([width, height]).toEqual([31 + 16 + 21 + 8, 33]);
    expect([...data.subarray(4 * (16 * width + 32), 4 * (16 * width + 32) + 4)]).toEqual([0, 255, 0, 255]);
  });

  it.each([
    ['horizontal', 'smallest', [14 + 4 + 21, 9]],
    ['vertical', 'largest', [31, 20 + 64 + 13]],
  ])('makes all alike %s as the %s', async (direction, resize, size) => {
    const { width, height } = await rgbaOf(await merged({ direction, resize }));
    expect([width, height]).toEqual(size);
  });

  it('keeps transparency on a transparent ground', async () => {
    const logo = readFixture('image/edit/logo.png');
    const { data } = await rgbaOf(await merged({ background: 'transparent' }, { 'a.png': logo, 'b.png': logo }));
    expect([data[3], data[4 * (15 * 64 + 4) + 3]]).toEqual([0, 255]);
  });

  it('refuses a result that is too large', async () => {
    const long = await pngOf(12_000, 1, () => [1, 1, 1]);
    const high = await pngOf(1, 12_000, () => [1, 1, 1]);
    const files = [
      { name: 'long.png', bytes: long },
      { name: 'high.png', bytes: high },
    ];
    const answer = await runTool(mergeImages, { files, options: {} });
    expect([answer.code, answer.message]).toEqual([
      'LIMIT_EXCEEDED',
      'The result would have 12001 × 12000 pixels, the limit is 50000000',
    ]);
  });
});
