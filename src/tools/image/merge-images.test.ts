import sharp from 'sharp';
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

  const plain = (width: number, height: number, r: number, g: number, b: number) =>
    pngOf(width, height, () => [r, g, b]);
  const RED = [255, 0, 0, 255];
  const GREEN = [0, 255, 0, 255];
  const BLUE = [0, 0, 255, 255];
  const GROUND = [0, 0, 0, 255];

  /** A red image of 2:1, a green and a blue square. */
  const three = async () => ({
    'r.png': await plain(200, 100, 255, 0, 0),
    'g.png': await plain(50, 50, 0, 255, 0),
    'b.png': await plain(300, 300, 0, 0, 255),
  });

  async function pixelsOf(options: Record<string, unknown>, files: Readonly<Record<string, Uint8Array>>) {
    const { width, height, data } = await rgbaOf(await merged({ background: '#000000', ...options }, files));
    const at = (x: number, y: number): number[] => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
    return { width, height, at };
  }

  it('rows fill the width, as alike in height as can be', async () => {
    // 2:1 alone and two squares beside each other: both rows are 200 high in 400.
    const { width, height, at } = await pixelsOf({ direction: 'rows', width: 400 }, await three());
    expect([width, height]).toEqual([400, 400]);
    expect([at(0, 0), at(399, 199), at(0, 200), at(199, 399), at(200, 200), at(399, 399)]).toEqual([
      RED,
      RED,
      GREEN,
      GREEN,
      BLUE,
      BLUE,
    ]);
    // In one row 2, 1 and 1 parts of what the gaps leave: 420 less two of 10.
    const row = await pixelsOf({ direction: 'rows', width: 440, gap: 10, padding: 10, columns: 3 }, await three());
    expect([row.width, row.height]).toEqual([440, 120]);
    expect([9, 10, 209, 210, 220, 319, 320, 330, 429, 430].map((x) => row.at(x, 60))).toEqual([
      GROUND,
      RED,
      RED,
      GROUND,
      GREEN,
      GREEN,
      GROUND,
      BLUE,
      BLUE,
      GROUND,
    ]);
    expect((await pixelsOf({ direction: 'rows' }, await three())).width).toBe(300);
  });

  it.each([
    [
      'horizontal',
      { width: 285, gap: 5 },
      [285, 150],
      [
        [0, 75, RED],
        [99, 75, RED],
        [100, 75, GROUND],
        [105, 75, GREEN],
      ],
    ],
    [
      'vertical',
      { width: 150, gap: 5 },
      [150, 235],
      [
        [25, 0, RED],
        [75, 49, RED],
        [75, 52, GROUND],
        [75, 60, GREEN],
      ],
    ],
    [
      'grid',
      { width: 305, gap: 5, padding: 0 },
      [305, 305],
      [
        [24, 75, GROUND],
        [25, 75, RED],
        [124, 75, RED],
        [152, 75, GROUND],
        [230, 75, GREEN],
        [0, 155, BLUE],
        [149, 304, BLUE],
        [155, 230, GROUND],
      ],
    ],
  ] as const)('%s is as wide as it is asked for, gaps as they are', async (direction, options, size, pixels) => {
    const { width, height, at } = await pixelsOf({ direction, ...options }, await three());
    expect([width, height]).toEqual(size);
    for (const [x, y, color] of pixels) expect([x, y, at(x, y)]).toEqual([x, y, color]);
  });

  it('crops images to fill the cells of a grid, or square ones', async () => {
    const halves = await pngOf(200, 100, (x) => (x < 50 || x >= 150 ? [9, 9, 9] : [255, 0, 0]));
    const files = { 'h.png': halves, 'g.png': await plain(80, 120, 0, 255, 0) };
    const cover = await pixelsOf({ direction: 'grid', fit: 'cover', columns: 2 }, files);
    expect([cover.width, cover.height]).toEqual([400, 120]);
    expect([cover.at(200, 0), cover.at(399, 119)]).toEqual([GREEN, GREEN]);
    // The middle 100 x 100 of the first image is red; its cell has 120.
    const square = await pixelsOf({ direction: 'grid', fit: 'square', columns: 2 }, files);
    expect([square.width, square.height]).toEqual([240, 120]);
    expect([square.at(3, 3), square.at(116, 116), square.at(123, 60)]).toEqual([RED, RED, GREEN]);
  });

  it('rounds the corners of each image', async () => {
    const { at } = await pixelsOf({ radius: 20, gap: 10 }, await three());
    expect([at(0, 100), at(100, 150), at(0, 150), at(199, 199)]).toEqual([GROUND, RED, RED, GROUND]);
    // 8 pixels from the corner are outside of a circle of 20 round (20, 20), 12 are inside.
    expect([at(3, 103), at(12, 112)]).toEqual([GROUND, RED]);
  });

  it('turns photos upright in a collage', async () => {
    const turned = await sharp(await plain(40, 20, 255, 0, 0))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height } = await pixelsOf(
      { direction: 'vertical', format: 'png' },
      { 'a.jpg': turned, 'b.jpg': turned },
    );
    expect([width, height]).toEqual([20, 80]);
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
