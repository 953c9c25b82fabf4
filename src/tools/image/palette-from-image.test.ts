import { converter } from 'culori';
import { describe, expect, it } from 'vitest';

import { fromOklab, oklab } from '../../lib/colors/oklab.js';
import { pngOf } from '../../testing/pictures.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import paletteFromImage from './palette-from-image.js';

interface Swatch {
  readonly rgb: readonly number[];
  readonly sharePercent: number;
  readonly hex: string;
}

async function paletteOf(options: Record<string, unknown>, bytes: Uint8Array = readFixture('image/edit/areas.png')) {
  const answer = await runTool(paletteFromImage, { files: [{ name: 'in.png', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  const [report] = (answer.data as { files: { colors: Swatch[] }[] }).files;
  return { colors: report?.colors ?? [], file: answer.files[0] };
}

describe('palette-from-image', () => {
  it('finds areas under noise', async () => {
    const areas = [
      [200, 40, 40],
      [40, 60, 180],
      [230, 220, 90],
    ];
    const noisy = await pngOf(60, 60, (x, y) =>
      (areas[x < 30 ? 0 : x < 48 ? 1 : 2] ?? []).map((level, c) => level + ((x * 7 + y * 11 + c * 3) % 13) - 6),
    );
    const { colors } = await paletteOf({ limit: 3 }, noisy);
    expect(colors.length).toBe(3);
    for (const [i, share] of [50, 30, 20].entries()) {
      expect(Math.abs(colors[i]!.sharePercent - share)).toBeLessThan(1);
      for (const c of [0, 1, 2]) expect(Math.abs(colors[i]!.rgb[c]! - areas[i]![c]!)).toBeLessThanOrEqual(3);
    }
  });

  it.each(['kmeans', 'median-cut'])('%s gives no more colours than there are, and the same again', async (method) => {
    const { colors } = await paletteOf({ method, limit: 64 });
    expect(colors.map(({ hex }) => hex)).toEqual(['#ff0000', '#0000ff', '#008000', '#ffff00']);
    const scene = readFixture('image/edit/scene.png');
    const [once, again] = [
      await paletteOf({ method, limit: 12 }, scene),
      await paletteOf({ method, limit: 12 }, scene),
    ];
    expect(once.colors).toEqual(again.colors);
    expect(once.colors.length).toBe(12);
    expect(once.colors.reduce((sum, { sharePercent }) => sum + sharePercent, 0)).toBeCloseTo(100, 0);
  });

  it('goes to OKLab and back as culori', () => {
    const toOklab = converter('oklab');
    for (let i = 0; i < 500; i++) {
      const rgb = [(i * 37) % 256, (i * 101) % 256, (i * 211) % 256] as const;
      const { l, a, b } = toOklab({ mode: 'rgb', r: rgb[0] / 255, g: rgb[1] / 255, b: rgb[2] / 255 });
      const own = oklab(...rgb);
      for (const [own1, other] of [
        [own[0], l],
        [own[1], a],
        [own[2], b],
      ] as const)
        expect(own1).toBeCloseTo(other, 4);
      expect(fromOklab(own)).toEqual(rgb);
    }
  });

  it('writes an exchange file with a block a colour', async () => {
    const bytes = (await paletteOf({ format: 'ase', limit: 4 })).file!.bytes;
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt16BE(4), bytes.readUInt32BE(8)]).toEqual(['ASEF', 1, 4]);
    const colors: number[][] = [];
    for (let at = 12; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at + 2);
      const floats = at + 8 + 2 * bytes.readUInt16BE(at + 6) + 4;
      colors.push([0, 4, 8].map((offset) => bytes.readFloatBE(floats + offset)));
      at += 6 + length;
    }
    expect(colors).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [0, expect.closeTo(128 / 255, 6), 0],
      [1, 1, 0],
    ]);
  });

  it('writes CSS and SVG', async () => {
    expect((await paletteOf({ format: 'css', limit: 4 })).file!.bytes.toString()).toContain(
      '  --color-1: #ff0000; /* red, 50 % */\n',
    );
    const svg = (await paletteOf({ format: 'svg', limit: 4 })).file!.bytes.toString();
    expect(svg.match(/<rect /g)?.length).toBe(4);
  });

  it('refuses a picture of nothing', async () => {
    const bytes = await pngOf(4, 4, () => [9, 9, 9, 0]);
    const answer = await runTool(paletteFromImage, { files: [{ name: 'clear.png', bytes }] });
    expect(answer.message).toBe('Cannot find colours of picture "clear.png": all of it is transparent');
  });
});

it('gives a palette of each image, and one file that fails does not spoil the others', async () => {
  const areas = { name: 'areas.png', bytes: readFixture('image/edit/areas.png') };
  const files = [{ name: 'notes.png', bytes: Buffer.from('hello') }, areas, areas];
  const answer = await runTool(paletteFromImage, { files, options: { format: 'css', limit: 1 } });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  const alone = await runTool(paletteFromImage, { files: [areas], options: { format: 'css', limit: 1 } });
  const [own] = (alone.data as { files: { colors: Swatch[] }[] }).files;
  expect(answer.data).toEqual({
    files: [
      { name: 'notes.png', error: 'Cannot read picture "notes.png": it is in no known picture format' },
      { name: 'areas.png', outputs: ['areas-palette.css'], colors: own?.colors },
      { name: 'areas.png', outputs: ['areas-palette (2).css'], colors: own?.colors },
    ],
  });
});
