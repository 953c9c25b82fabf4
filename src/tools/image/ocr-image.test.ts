import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import ocrImage from './ocr-image.js';

const PAGE = readFixture('image/ocr/paragraph.png');
const WORDS =
  'Optical character recognition turns pictures of text into text. A scanner rarely holds the paper straight; a camera never does. Invoice no. 4711 of 14 March 2024: $1,250.75';

interface Report {
  readonly images: readonly {
    readonly turnDegrees: number;
    readonly skewDegrees: number;
    readonly text: string;
    readonly lines: readonly { readonly words: readonly { readonly text: string; readonly box: Box }[] }[];
  }[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function read(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(ocrImage, {
    files: [{ name: 'page.png', bytes }],
    options: { format: 'json', ...options },
  });
  expect(answer.status, answer.message).toBe(200);
  const [picture] = (answer.data as Report).images;
  if (picture === undefined) throw new Error('no picture');
  return { ...picture, words: picture.lines.flatMap((line) => line.words) };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('beside tesseract', () => {
  exhaustive.skipIf(!hasProgram('tesseract', ['--version'], 'places of words that were read'))(
    'finds the same words at the same places',
    async () => {
      const path = join(projectRoot, 'fixtures/image/ocr/paragraph.png');
      const rows = runProgram('tesseract', [path, '-', 'tsv']).toString().trim().split('\n').slice(1);
      const expected = rows.map((row) => row.split('\t')).filter(([level]) => level === '5');
      const { words } = await read(PAGE);
      expect(words.map(({ text }) => text)).toEqual(expected.map((row) => row[11]));
      for (const [i, { box }] of words.entries()) {
        const [left = 0, top = 0, width = 0, height = 0] = (expected[i] ?? []).slice(6, 10).map(Number);
        const other = [left, top, left + width, top + height];
        for (const [side, value] of [box.x, box.y, box.x + box.width, box.y + box.height].entries()) {
          expect(Math.abs(value - (other[side] ?? 0))).toBeLessThanOrEqual(3);
        }
      }
    },
  );
});

describe('pictures as they come', () => {
  for (const turn of [90, 180, 270]) {
    const register = turn === 90 ? it : exhaustive;
    register(`a page that was turned by ${turn} degrees is read, its words where they stand`, async () => {
      const straight = await read(PAGE);
      const turned = await read(await sharp(PAGE).rotate(turn).png().toBuffer());
      expect(plain(turned.text)).toBe(WORDS);
      expect(turned.turnDegrees).toBe(360 - turn);
      const { width = 0, height = 0 } = await sharp(PAGE).metadata();
      const [before, after] = [straight.words[0]?.box, turned.words[0]?.box];
      if (before === undefined || after === undefined) throw new Error('no words');
      const corner = {
        90: [height - before.y, before.x],
        180: [width - before.x, height - before.y],
        270: [before.y, width - before.x],
      }[turn];
      const other = {
        90: [after.x + after.width, after.y],
        180: [after.x + after.width, after.y + after.height],
        270: [after.x, after.y + after.height],
      }[turn];
      for (const side of [0, 1]) expect(Math.abs((corner?.[side] ?? 0) - (other?.[side] ?? 99))).toBeLessThan(6);
    });
  }

  exhaustive(
    'a page in the shade on one side, one with specks, and one light on dark upside down are read',
    async () => {
      const { data, info } = await sharp(PAGE).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
      const changed = (value: (grey: number, x: number, y: number) => number) =>
        sharp(Buffer.from(data.map((grey, i) => value(grey, i % info.width, Math.floor(i / info.width)))), {
          raw: { width: info.width, height: info.height, channels: 1 },
        });
      const shade = changed((grey, x) => grey * (1 - (0.75 * x) / info.width));
      const specks = changed((grey, x, y) => ((x * 7919 + y * 104_729) % 23 === 0 ? 255 - grey : grey));
      const dark = changed((grey) => 255 - 0.7 * grey).rotate(180);
      for (const picture of [shade, specks, dark])
        expect(plain((await read(await picture.png().toBuffer())).text)).toBe(WORDS);
    },
  );

  exhaustive('reads small, inverted and skewed text, boxes in the pixels of the upload', async () => {
    const straight = await read(PAGE);
    expect(plain(straight.text)).toBe(WORDS);
    const { width = 0 } = await sharp(PAGE).metadata();
    const small = await read(
      await sharp(PAGE)
        .resize(Math.round(width * 0.36))
        .png()
        .toBuffer(),
    );
    expect(plain(small.text)).toBe(WORDS);
    for (const [i, { box }] of small.words.entries()) {
      expect(Math.abs(box.x / 0.36 - (straight.words[i]?.box.x ?? 0))).toBeLessThan(14);
    }
    const inverted = await read(await sharp(PAGE).negate({ alpha: false }).png().toBuffer());
    expect(plain(inverted.text)).toBe(WORDS);
    const skewed = await read(await sharp(PAGE).rotate(5.3, { background: '#ffffff' }).png().toBuffer());
    expect(plain(skewed.text)).toBe(WORDS);
    expect(Math.abs(skewed.skewDegrees - 5.3)).toBeLessThan(0.3);
    const [first, last] = [skewed.words[0]?.box, skewed.words[4]?.box];
    // The last word of the line lies lower by the tangent of the angle.
    const slope = ((last?.y ?? 0) - (first?.y ?? 0)) / ((last?.x ?? 0) - (first?.x ?? 1));
    expect(Math.abs(slope - Math.tan((5.3 * Math.PI) / 180))).toBeLessThan(0.03);
  });

  exhaustive('reads a picture longer than those that Tesseract takes for empty', async () => {
    const { width = 0, height = 0 } = await sharp(PAGE).metadata();
    const long = { width: 40_000, height, channels: 3, background: '#ffffff' } as const;
    const composed = await sharp({ create: long })
      .composite([{ input: PAGE, left: 30_000, top: 0 }])
      .png()
      .toBuffer();
    const { text, words } = await read(composed);
    expect(plain(text)).toBe(WORDS);
    for (const { box } of words) {
      expect(box.x).toBeGreaterThan(30_000);
      expect(box.x + box.width).toBeLessThan(30_000 + width);
    }
  });

  exhaustive('ends on a page of specks, on which looking for tables did not', async () => {
    const side = 3400;
    const data = Buffer.alloc(side * side, 255);
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    for (let count = (side * side) / 300; count > 0; count -= 1) {
      const [left, top] = [Math.floor(random() * (side - 12)), Math.floor(random() * (side - 12))];
      const [width, height] = [2 + random() * 9, 2 + random() * 9];
      for (let y = 0; y < height; y += 1)
        data.fill(0, (top + y) * side + left, (top + y) * side + left + Math.ceil(width));
    }
    const specks = await sharp(data, { raw: { width: side, height: side, channels: 1 } })
      .png()
      .toBuffer();
    expect((await read(specks)).text).toBe('');
  });

  it('reads several files and pages in order, with distinct names', async () => {
    const file = { name: 'meter.png', bytes: readFixture('image/ocr/meter.png') };
    const answer = await runTool(ocrImage, { files: [file, file], options: { layout: 'line', format: 'tsv' } });
    expect(answer.data).toEqual({
      files: [
        { name: 'meter.png', outputs: ['meter.tsv'], images: 1 },
        { name: 'meter.png', outputs: ['meter (2).tsv'], images: 1 },
      ],
    });
    expect(answer.files.map(({ name }) => name)).toEqual(['meter.tsv', 'meter (2).tsv']);
    const [header, row] = (answer.files[0]?.bytes.toString() ?? '').split('\n').map((line) => line.split('\t'));
    expect(header).toHaveLength(12);
    expect(row?.[11]).toBe('0472915');
  });

  it.each(['text', 'json'])('one file that fails does not spoil the others: format %s', async (format) => {
    const meter = { name: 'meter.png', bytes: readFixture('image/ocr/meter.png') };
    const files = [{ name: 'text.png', bytes: Buffer.from('hello') }, meter];
    const answer = await runTool(ocrImage, { files, options: { layout: 'line', format } });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    expect(answer.data).toMatchObject({
      files: [
        { name: 'text.png', error: 'Cannot read picture "text.png": it is in no known picture format' },
        { name: 'meter.png', images: 1 },
      ],
    });
    if (format === 'json') expect((answer.data as Report).images.map(({ text }) => text)).toEqual(['0472915\n']);
    else expect(answer.files.map(({ bytes }) => bytes.toString())).toEqual(['0472915\n']);
  });

  it.skipIf(!hasProgram('xmllint', ['--version'], 'hOCR is well-formed'))(
    'writes hOCR that is well-formed',
    async () => {
      const answer = await runTool(ocrImage, {
        files: [{ name: 'a & b.png', bytes: PAGE }],
        options: { format: 'hocr' },
      });
      const words = runProgram(
        'xmllint',
        ['--nonet', '--xpath', 'count(//*[@class="ocrx_word"])', '-'],
        answer.files[0]?.bytes ?? Buffer.alloc(0),
      );
      expect(words.toString().trim()).toBe(String(WORDS.split(' ').length));
    },
  );
});
