import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { headCrop } from '../../lib/photos/head-crop.js';
import { isInside } from '../../lib/pictures/crop-box.js';
import { inRows } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import passportPhoto from './passport-photo.js';

const hasMagick = hasProgram('convert', ['-version'], 'passport-photo against ImageMagick');
const hasPoppler = hasProgram('pdfinfo', ['-v'], 'the sheets of passport-photo in PDF');

/** A red head of 300 × 400 pixels on white, its crown 250 pixels from the top. */
const HEAD = { left: 350, top: 250, width: 300, height: 400 };
const portrait = await pngOf(1000, 1200, (x, y) => {
  const isHead = x >= HEAD.left && x < HEAD.left + HEAD.width && y >= HEAD.top && y < HEAD.top + HEAD.height;
  return isHead ? [200, 0, 0] : [255, 255, 255];
});
const head = Object.values(HEAD).join(',');

/** Sizes and heads in millimetres as the authorities publish them. */
const RULES: readonly (readonly [preset: string, width: number, height: number, least: number, most: number])[] = [
  ['35x45', 35, 45, 32, 36],
  ['us', 50.8, 50.8, 25.4, 34.9],
  ['uk', 35, 45, 29, 34],
  ['china', 33, 48, 28, 33],
  ['canada', 50, 70, 31, 36],
  ['japan', 35, 45, 32, 36],
  ['australia', 35, 45, 32, 36],
  ['hong-kong', 40, 50, 32, 36],
  ['schengen', 35, 45, 32, 36],
  ['2x2in', 50.8, 50.8, 25.4, 34.9],
];

interface Report {
  readonly files: readonly { readonly crop: string; readonly photos: number; readonly warnings: readonly string[] }[];
}

async function photos(options: Record<string, unknown>, bytes: Uint8Array = portrait, name = 'me.png') {
  const answer = await runTool(passportPhoto, { files: [{ name, bytes }], options: { format: 'png', ...options } });
  expect(answer.status, answer.message).toBe(200);
  const report = (answer.data as Report).files[0]!;
  return { report, files: answer.files.map((file) => file.bytes) };
}

/** Rows and columns with red pixels, in pixels of a picture. */
async function redBox(png: Uint8Array) {
  const { width, height, data } = await rgbaOf(png);
  const rows = new Set<number>();
  const columns = new Set<number>();
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 1]! > 128) continue;
    rows.add(Math.floor(i / 4 / width));
    columns.add((i / 4) % width);
  }
  return { width, height, top: Math.min(...rows), high: rows.size, left: Math.min(...columns), wide: columns.size };
}

describe('passport-photo', () => {
  inRows(4, RULES)(
    'the head of %s is as high as the rule says, in the middle',
    async (preset, width, height, least, most) => {
      const dpi = 254;
      const { files } = await photos({ preset, head, dpi, sheet: 'none' });
      const seen = await redBox(files[0]!);
      expect([seen.width, seen.height]).toEqual([Math.round(width * 10), Math.round(height * 10)]);
      expect(seen.high / 10).toBeGreaterThan((least + most) / 2 - 0.4);
      expect(seen.high / 10).toBeLessThan((least + most) / 2 + 0.4);
      expect(Math.abs(seen.left + seen.wide / 2 - seen.width / 2)).toBeLessThan(2);
      if (preset === 'japan') expect(Math.abs(seen.top / 10 - 4)).toBeLessThan(0.3);
      if (preset === 'china') expect(Math.abs(seen.top / 10 - 4)).toBeLessThan(0.3);
      if (preset === 'us') expect(height - (seen.top + seen.high / 2) / 10).toBeGreaterThan(28.6);
      expect((await sharp(files[0]).metadata()).density).toBe(254);
    },
  );

  it('makes the head larger, within the rule, where the picture ends close to it', async () => {
    // 412 pixels of width are 35 mm where the head of 400 has 34 mm: here are 395 for it, enough for 35.45 mm.
    const close = await sharp(portrait).extract({ left: 303, top: 100, width: 395, height: 800 }).png().toBuffer();
    const { files } = await photos({ head: '47,150,300,400', dpi: 254, sheet: 'none' }, close);
    const seen = await redBox(files[0]!);
    expect(seen.high).toBeGreaterThan(348);
    expect(seen.high).toBeLessThanOrEqual(360);
  });

  it('every crop of heads anywhere is inside the picture, with the head as the rule says, or refused', () => {
    const rule = { width: 35, height: 45, head: [32, 36] } as const;
    let [crops, refusals] = [0, 0];
    for (let step = 0; step < 4000; step++) {
      const height = 5 + ((step * 7) % 90);
      const box = { left: (step * 13) % 100, top: (step * 29) % 100, width: 20, height };
      const crop = headCrop({ width: 130, height: 160 }, box, rule);
      if (!('box' in crop)) {
        expect(Object.values(crop).some((pixels) => pixels > 0)).toBe(true);
        refusals++;
        continue;
      }
      crops++;
      expect(isInside({ width: 130, height: 160 }, crop.box)).toBe(true);
      // A crop has whole pixels.
      const pixel = 45 / crop.box.height;
      expect(crop.chin - crop.crown).toBeGreaterThan(32 - 2 * pixel);
      expect(crop.chin - crop.crown).toBeLessThan(36 + 2 * pixel);
      expect(Math.abs(box.left + 10 - crop.box.left - crop.box.width / 2)).toBeLessThanOrEqual(1);
    }
    expect(Math.min(crops, refusals)).toBeGreaterThan(500);
  });

  it.skipIf(!hasMagick).each([
    ['box', { box: '100,200,700,900' }, '700x900+100+200'],
    ['wide box', { box: '0,100,1000,450' }, '350x450+325+100'],
    ['place', { position: 'top-left' }, '933x1200+0+0'],
  ])('a %s is cropped as ImageMagick crops it', async (_, options, geometry) => {
    const expected = runOnFiles(
      'convert',
      ['in.png', '-crop', geometry, '+repage', '-filter', 'Lanczos', '-resize', '413x531!', 'out.png'],
      { 'in.png': portrait },
      'out.png',
    );
    const { files } = await photos({ ...options, sheet: 'none' });
    const [own, other] = [await rgbaOf(files[0]!), await rgbaOf(expected)];
    expect([own.width, own.height]).toEqual([413, 531]);
    expect(meanDifference(own.data, other.data)).toBeLessThan(0.5);
  });

  // Eight columns of 35 mm in 291 mm, four rows of 45 mm in 204; 8 on 10 × 15 cm is what photo laboratories print of 35 × 45 mm.
  it.each([
    ['10x15', 8, 1772, 1181],
    ['a4', 32, 3508, 2480],
    ['letter', 28, 3300, 2550],
  ])('a sheet of %s has %d photos of the exact size and cut marks at their edges', async (sheet, count, wide, high) => {
    const grey = await pngOf(350, 450, () => [0, 0, 0]);
    const { report, files } = await photos({ sheet }, grey);
    expect(report.photos).toBe(count);
    const { width, height, data } = await rgbaOf(files[1]!);
    expect([width, height]).toEqual([wide, high]);
    let black = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] === 0) black++;
    expect(black).toBe(report.photos * 413 * 531);
    // Right above the first black column pair: a mark of 5 mm just outside of it.
    const first = data.findIndex((value, i) => i % 4 === 0 && value === 0) / 4;
    const [x, y] = [first % width, Math.floor(first / width)];
    const level = (left: number, top: number): number => data[4 * (top * width + left)]!;
    expect(level(x - 1, y - 10)).toBe(96);
    expect(level(x + 1, y - 10)).toBe(255);
    expect(level(x - 10, y - 1)).toBe(96);
    expect(level(x - 1, y - 3)).toBe(255);
  });

  it('copies, gaps and marks are as asked for', async () => {
    const black = await pngOf(350, 450, () => [0, 0, 0]);
    const { report, files } = await photos({ sheet: '10x15', copies: 3, cutMarks: false, gapMm: 0, dpi: 254 }, black);
    expect(report.photos).toBe(3);
    const { data } = await rgbaOf(files[1]!);
    expect(data.filter((_, i) => i % 4 === 0 && data[i] === 0).length).toBe(3 * 350 * 450);
    expect(data.every((value, i) => i % 4 === 3 || value === 0 || value === 255)).toBe(true);
  });

  it.skipIf(!hasPoppler)('a sheet in PDF is as large as its paper', async () => {
    const { files } = await photos({ sheet: 'a4', sheetFormat: 'pdf' });
    const info = runOnFiles('pdfinfo', ['in.pdf'], { 'in.pdf': files[1]! }).toString();
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info)!;
    expect(Math.abs(Number(width) - 841.89)).toBeLessThan(0.2);
    expect(Math.abs(Number(height) - 595.28)).toBeLessThan(0.2);
  });

  it('a phone photo is upright and states its dots per inch as JPEG', async () => {
    const sideways = readFixture('photo/sideways.jpg');
    const { files, report } = await photos({ format: 'jpg', preset: 'us', sheet: 'none' }, sideways, 'a.jpg');
    const upright = await sharp(sideways).autoOrient().toBuffer({ resolveWithObject: true });
    const side = Math.min(upright.info.width, upright.info.height);
    expect(report.crop.split(',').slice(2)).toEqual([String(side), String(side)]);
    expect(report.warnings).toHaveLength(1);
    expect(await sharp(files[0]).metadata()).toMatchObject({ density: 300, width: 600, height: 600 });
  });

  it('transparency becomes white', async () => {
    const clear = await pngOf(100, 100, () => [0, 0, 0, 0]);
    const { files } = await photos({ preset: 'us', sheet: 'none' }, clear);
    expect((await rgbaOf(files[0]!)).data.every((value) => value === 255)).toBe(true);
  });
});
