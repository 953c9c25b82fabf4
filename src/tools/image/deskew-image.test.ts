import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { skewOf } from '../../lib/pictures/skew.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import deskewImage from './deskew-image.js';

const PAGE = readFixture('image/ocr/paragraph.png');

interface Straight {
  readonly skewDegrees: number;
  readonly corners: readonly { readonly x: number; readonly y: number }[] | null;
  readonly width: number;
  readonly height: number;
}

async function straighten(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(deskewImage, { files: [{ name: 'page.png', bytes }], options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  const pictures = (answer.data as { files: { pages: Straight[] }[] }).files.flatMap(({ pages }) => pages);
  return { bytes: answer.files[0]?.bytes ?? Buffer.alloc(0), ...(pictures[0] as Straight) };
}

async function skewIn(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return skewOf({ width: info.width, height: info.height, data });
}

describe('lines of text', () => {
  it.each([-14, -6.3, -2, -0.5, 0, 0.8, 3.1, 9, 14.5])(
    'turned by %f degrees are found and made level',
    async (degrees) => {
      const skewed = await sharp(PAGE).rotate(degrees, { background: '#ffffff' }).png().toBuffer();
      const straight = await straighten(skewed);
      expect(Math.abs(straight.skewDegrees - degrees)).toBeLessThan(0.25);
      expect(Math.abs(await skewIn(straight.bytes))).toBeLessThan(0.25);
      const { width, height } = await sharp(straight.bytes).metadata();
      expect([width, height]).toEqual([straight.width, straight.height]);
    },
  );

  it('keeps a picture without lines as it is', async () => {
    const photo = readFixture('photo/portrait.jpg');
    const { skewDegrees, corners } = await straighten(photo, { format: 'jpg' });
    expect([skewDegrees, corners]).toEqual([0, null]);
  });
});

describe.skipIf(!hasProgram('convert', ['-version'], 'perspective'))('sheets that ImageMagick has distorted', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskew-'));
    writeFileSync(at('page.png'), PAGE);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found and become flat again, in black and white without their shadows', async () => {
    const { width = 0, height = 0 } = await sharp(PAGE).metadata();
    const target = [
      { x: 90, y: 70 },
      { x: 690, y: 40 },
      { x: 730, y: 330 },
      { x: 50, y: 300 },
    ];
    const source = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ];
    const moves = target.map(({ x, y }, i) => `${source[i]?.join(',')} ${x},${y}`).join('  ');
    runProgram('convert', [
      ...[at('page.png'), '-alpha', 'set', '-virtual-pixel', 'transparent', '-define', 'distort:viewport=800x400+0+0'],
      ...['-distort', 'Perspective', moves, '-background', '#303840', '-flatten'],
      // Light that fades from left to right.
      ...[
        '(',
        '-size',
        '400x800',
        'gradient:#ffffff-#a0a0a0',
        '-rotate',
        '270',
        ')',
        '-compose',
        'multiply',
        '-composite',
        at('photo.png'),
      ],
    ]);
    const flat = await straighten(readFileSync(at('photo.png')), { binarize: true });
    for (const [i, corner] of (flat.corners ?? []).entries()) {
      expect(Math.hypot(corner.x - (target[i]?.x ?? 0), corner.y - (target[i]?.y ?? 0))).toBeLessThan(3);
    }
    expect(flat.corners).toHaveLength(4);
    expect(Math.abs(flat.skewDegrees)).toBeLessThan(0.5);
    const { data } = await sharp(flat.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(new Set(data)).toEqual(new Set([0, 255]));
    const ink = data.filter((value) => value === 0).length / data.length;
    const original = await sharp(PAGE).greyscale().threshold(128).raw().toBuffer();
    const expected = original.filter((value) => value === 0).length / original.length;
    expect(Math.abs(ink - expected)).toBeLessThan(0.02);
  });

  it('get the proportions of the paper that is asked for', async () => {
    const { width, height } = await straighten(PAGE, {
      corners: '10,10 210,10 210,190 10,190',
      paper: 'a4',
      deskew: false,
    });
    expect(width / height).toBeCloseTo(Math.SQRT2, 1);
  });
});
