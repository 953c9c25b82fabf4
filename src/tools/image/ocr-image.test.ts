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
  readonly pictures: readonly {
    readonly skewDegrees: number;
    readonly text: string;
    readonly lines: readonly { readonly words: readonly { readonly text: string; readonly box: Box }[] }[];
  }[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function read(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(ocrImage, {
    files: [{ name: 'page.png', bytes }],
    options: { format: 'json', ...options },
  });
  expect(answer.status, answer.message).toBe(200);
  const [picture] = (answer.data as Report).pictures;
  if (picture === undefined) throw new Error('no picture');
  return { ...picture, words: picture.lines.flatMap((line) => line.words) };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('beside tesseract', () => {
  it.skipIf(!hasProgram('tesseract', ['--version'], 'places of words that were read'))(
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
        for (const [side, value] of [box.left, box.top, box.right, box.bottom].entries()) {
          expect(Math.abs(value - (other[side] ?? 0))).toBeLessThanOrEqual(3);
        }
      }
    },
  );
});

describe('pictures as they come', () => {
  it('reads small, inverted and skewed text, boxes in the pixels of the upload', async () => {
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
      expect(Math.abs(box.left / 0.36 - (straight.words[i]?.box.left ?? 0))).toBeLessThan(14);
    }
    const inverted = await read(await sharp(PAGE).negate({ alpha: false }).png().toBuffer());
    expect(plain(inverted.text)).toBe(WORDS);
    const skewed = await read(await sharp(PAGE).rotate(5.3, { background: '#ffffff' }).png().toBuffer());
    expect(plain(skewed.text)).toBe(WORDS);
    expect(Math.abs(skewed.skewDegrees - 5.3)).toBeLessThan(0.3);
    const [first, last] = [skewed.words[0]?.box, skewed.words[4]?.box];
    // The last word of the line lies lower by the tangent of the angle.
    const slope = ((last?.top ?? 0) - (first?.top ?? 0)) / ((last?.left ?? 0) - (first?.left ?? 1));
    expect(Math.abs(slope - Math.tan((5.3 * Math.PI) / 180))).toBeLessThan(0.03);
  });

  it('reads a picture longer than those that Tesseract takes for empty', async () => {
    const { width = 0, height = 0 } = await sharp(PAGE).metadata();
    const long = { width: 40_000, height, channels: 3, background: '#ffffff' } as const;
    const composed = await sharp({ create: long })
      .composite([{ input: PAGE, left: 30_000, top: 0 }])
      .png()
      .toBuffer();
    const { text, words } = await read(composed);
    expect(plain(text)).toBe(WORDS);
    for (const { box } of words) {
      expect(box.left).toBeGreaterThan(30_000);
      expect(box.right).toBeLessThan(30_000 + width);
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
    expect(answer.text).toBe('0472915\n\f0472915\n');
    expect(answer.files.map(({ name }) => name)).toEqual(['meter.tsv', 'meter (2).tsv']);
    const [header, row] = (answer.files[0]?.bytes.toString() ?? '').split('\n').map((line) => line.split('\t'));
    expect(header).toHaveLength(12);
    expect(row?.[11]).toBe('0472915');
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
