import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { pngOf, rgbaOf } from '../../testing/pictures.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import removeSolidBackground from './remove-solid-background.js';

type Ground = (x: number, y: number) => readonly [number, number, number];

const SIDE = 96;
const FRONT = [190, 40, 60] as const;
const SHAPES: Readonly<Record<string, (x: number, y: number) => number>> = {
  disc: (x, y) => 30.5 - Math.hypot(x - 47, y - 48),
  ring: (x, y) => Math.min(36 - Math.hypot(x - 47, y - 48), Math.hypot(x - 47, y - 48) - 14),
  square: (x, y) => 25.3 - Math.max(Math.abs(x - 50), Math.abs(y - 44)),
};
const GROUNDS: Readonly<Record<string, Ground>> = {
  white: () => [255, 255, 255],
  green: () => [60, 180, 75],
  graded: (x, y) => [180 + x / 4, 190 + y / 3, 220 - x / 8],
  noisy: (x, y) => {
    const noise = ((x * 31 + y * 17) % 9) - 4;
    return [200 + noise, 205 - noise, 210 + noise];
  },
};

const ANY = 'white';

/** How much of a pixel a shape covers. */
const coverage = (shape: string, x: number, y: number): number =>
  Math.min(1, Math.max(0, (SHAPES[shape]?.(x, y) ?? 0) + 0.5));

const scene = (shape: string, ground: Ground): Promise<Buffer> =>
  pngOf(SIDE, SIDE, (x, y) => {
    const part = coverage(shape, x, y);
    return ground(x, y).map((level, c) => part * (FRONT[c] ?? 0) + (1 - part) * level);
  });

const run = (options: Record<string, unknown>, bytes: Uint8Array, name = 'in.png') =>
  runTool(removeSolidBackground, { files: [{ name, bytes }], options });

async function cut(options: Record<string, unknown>, bytes: Uint8Array, name?: string) {
  const answer = await run(options, bytes, name);
  expect(answer.status, answer.message).toBe(200);
  return await rgbaOf(answer.files[0]!.bytes);
}

describe('remove-solid-background', () => {
  it.each(Object.keys(GROUNDS).flatMap((ground) => Object.keys(SHAPES).map((shape) => [shape, ground])))(
    'finds a %s on a %s ground, as PNG and as JPEG',
    async (shape = '', ground = '') => {
      const png = await scene(shape, GROUNDS[ground]!);
      const jpeg = await sharp(png).jpeg({ quality: 92 }).toBuffer();
      for (const [bytes, name] of [
        [png, 'in.png'],
        [jpeg, 'in.jpg'],
      ] as const) {
        const { data } = await cut({ contiguous: false }, bytes, name);
        let [both, either] = [0, 0];
        for (let i = 0; i < SIDE * SIDE; i++) {
          const own = data[4 * i + 3]! >= 128;
          const truth = coverage(shape, i % SIDE, Math.floor(i / SIDE)) >= 0.5;
          if (own && truth) both += 1;
          if (own || truth) either += 1;
        }
        expect(both / either, name).toBeGreaterThanOrEqual(0.98);
      }
    },
  );

  it('leaves no trace of the old ground at a smooth edge', async () => {
    const { data } = await cut({}, await scene('disc', GROUNDS[ANY]!));
    let worst = 0;
    for (let i = 0; i < SIDE * SIDE; i++) {
      const alpha = data[4 * i + 3]! / 255;
      const part = coverage('disc', i % SIDE, Math.floor(i / SIDE));
      // Laid on black and compared with the disc drawn on black.
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(alpha * data[4 * i + c]! - part * FRONT[c]!));
    }
    expect(worst).toBeLessThanOrEqual(12);
  });

  it('keeps holes where only what is outside goes', async () => {
    const bytes = await scene('ring', GROUNDS[ANY]!);
    const middle = 4 * (48 * SIDE + 47) + 3;
    expect((await cut({}, bytes)).data[middle]).toBe(255);
    expect((await cut({ contiguous: false }, bytes)).data[middle]).toBe(0);
  });

  it('cuts empty sides off', async () => {
    const { width, height } = await cut({ trim: true }, await scene('square', GROUNDS[ANY]!));
    expect([width, height]).toEqual([50, 50].map((side) => side + 1));
  });

  it('works on every frame of an animation', async () => {
    const { data, height } = await cut(
      { format: 'webp', quality: 100 },
      readFixture('image/edit/dots.gif'),
      'dots.gif',
    );
    expect(height).toBe(120);
    for (let frame = 0; frame < 4; frame++) {
      const alpha = (x: number, y: number): number | undefined => data[4 * ((30 * frame + y) * 40 + x) + 3];
      expect([alpha(0, 0), alpha(6 + 9 * frame, 15)]).toEqual([0, 255]);
    }
  });

  it('refuses a border of many colours and a picture of one', async () => {
    const noise = await pngOf(40, 40, (x, y) => [
      (x * 97 + y * 57) % 256,
      (x * 31 + y * 83) % 256,
      (x * 71 + y * 29) % 256,
    ]);
    expect((await run({ tolerance: 3 }, noise)).message).toMatch(
      /^Cannot find the background of picture "in.png": \d+ % of its border is of one colour, 35 % is needed$/,
    );
    const plain = await pngOf(9, 9, () => [7, 8, 9]);
    expect((await run({}, plain)).message).toBe(
      'Cannot remove the background of picture "in.png": all of it is within "tolerance" 12 of the background',
    );
  });
});
