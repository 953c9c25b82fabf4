import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './image-to-pdf.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'image-to-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = [
  'fields.jpg',
  'turned.jpg',
  'cmyk.jpg',
  'fields.png',
  'palette.png',
  'alpha.png',
  'sixteen.png',
  'fields.webp',
] as const;

async function pdfOf(names: readonly string[], options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const files = names.map((name) => ({ name, bytes: readFixture(`image/to-pdf/${name}`) }));
  const answer = await runTool(tool, { options, files });
  expect(answer.status, answer.message).toBe(200);
  const path = join(folder, 'out.pdf');
  writeFileSync(path, answer.files[0]!.bytes);
  return path;
}

/** Type, width, height, colour, components, bits and coding of every picture. */
const listOf = (path: string): string[] =>
  runProgram('pdfimages', ['-list', path])
    .toString()
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/).slice(2, 9).join(' '));

const poppler = hasProgram('pdfimages', ['-v'], 'pictures of image-to-pdf');

describe.skipIf(!poppler)('image-to-pdf and poppler', () => {
  it('stores JPEG files byte for byte, other pictures without loss', async () => {
    const path = await pdfOf(NAMES);
    expect(listOf(path)).toEqual([
      'image 60 40 icc 3 8 jpeg',
      'image 40 60 icc 3 8 jpeg',
      'image 60 40 cmyk 4 8 jpeg',
      'image 60 40 rgb 3 8 image',
      'image 60 40 index 1 8 image',
      'image 60 40 rgb 3 8 image',
      'smask 60 40 gray 1 8 image',
      'image 60 40 rgb 3 16 image',
      'image 60 40 rgb 3 8 jpeg',
    ]);
    runProgram('pdfimages', ['-j', '-f', '1', '-l', '3', path, join(folder, 'taken')]);
    const taken = readdirSync(folder).filter((name) => name.startsWith('taken'));
    for (const [i, name] of taken.sort().entries()) {
      expect(readFileSync(join(folder, name)).equals(readFixture(`image/to-pdf/${NAMES[i]!}`)), name).toBe(true);
    }
    expect(taken).toHaveLength(3);
  });

  it('shows every kind of picture as it is seen alone', async () => {
    const path = await pdfOf(NAMES);
    for (const [i, name] of NAMES.entries()) {
      const page = String(i + 1);
      const drawn = runProgram('pdftoppm', ['-r', '20', '-png', '-f', page, '-l', page, path]);
      const small = (image: Sharp) =>
        image.resize(30, 20, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer();
      const [got, wanted] = await Promise.all([
        small(sharp(drawn)),
        small(
          sharp(readFixture(`image/to-pdf/${name}`))
            .autoOrient()
            .flatten({ background: '#fff' }),
        ),
      ]);
      let sum = 0;
      for (let at = 0; at < got.length; at += 1) sum += Math.abs(got[at]! - wanted[at]!);
      // Ink without a profile looks a little different in each program.
      expect(sum / got.length, name).toBeLessThan(name === 'cmyk.jpg' ? 25 : 6);
    }
  });

  it('lays pages out as asked', async () => {
    const sizeOf = (path: string): string =>
      /Page size:\s+(.*?) pts/.exec(runProgram('pdfinfo', [path]).toString())?.[1] ?? '';
    expect(sizeOf(await pdfOf(['fields.jpg']))).toBe('841.89 x 561.26');
    expect(sizeOf(await pdfOf(['fields.jpg'], { margin: 25.4 }))).toBe('985.89 x 705.26');
    expect(sizeOf(await pdfOf(['fields.jpg'], { pageSize: 'a4' }))).toBe('841.89 x 595.276');
    expect(sizeOf(await pdfOf(['fields.jpg'], { pageSize: 'letter', orientation: 'portrait' }))).toBe('612 x 792');
    const boxOf = (path: string): { width: number; height: number; inked: number } => {
      const drawn = runProgram('pdftoppm', ['-r', '72', '-gray', path]);
      const [, width = '', height = ''] = /^P5\s+(\d+) (\d+)/.exec(drawn.toString('latin1', 0, 40)) ?? [];
      const pixels = drawn.subarray(drawn.length - Number(width) * Number(height));
      return { width: +width, height: +height, inked: pixels.filter((value) => value < 250).length };
    };
    // At 150 dots per inch 60 × 40 pixels are 28.8 × 19.2 points.
    const { inked } = boxOf(await pdfOf(['fields.jpg'], { pageSize: 'a5', fit: 'shrink' }));
    expect(inked).toBeGreaterThan(28 * 19 - 30);
    expect(inked).toBeLessThan(30 * 21);
    const cover = boxOf(await pdfOf(['fields.jpg'], { pageSize: 'a5', orientation: 'portrait', fit: 'cover' }));
    expect(cover.inked).toBeGreaterThan(0.99 * cover.width * cover.height);
  });

  it.skipIf(!hasProgram('img2pdf', ['--version'], 'coding of pictures compared with img2pdf'))(
    'codes pictures as img2pdf does',
    async () => {
      const names = ['fields.jpg', 'cmyk.jpg', 'fields.png', 'palette.png'];
      const sources = names.map((name) => join(folder, name));
      for (const [i, name] of names.entries()) writeFileSync(sources[i]!, readFixture(`image/to-pdf/${name}`));
      const other = join(folder, 'other.pdf');
      runProgram('img2pdf', [...sources, '-o', other]);
      expect(listOf(await pdfOf(names))).toEqual(listOf(other));
    },
  );
});

describe('image-to-pdf', () => {
  it('turns a JPEG of every EXIF orientation upright', async () => {
    const { addPicture } = await import('../../formats/pdf/pictures/picture-object.js');
    const { PdfDocument } = await import('../../formats/pdf/document/document.js');
    const { PdfStream } = await import('../../formats/pdf/syntax/objects.js');
    const { jpegFrame } = await import('../../lib/picture-files/jpeg-frame.js');
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const jpeg = await sharp(readFixture('image/to-pdf/fields.jpg')).withMetadata({ orientation }).jpeg().toBuffer();
      const frame = jpegFrame(jpeg)!;
      expect(frame.orientation).toBe(orientation);
      const document = PdfDocument.empty();
      const drawing = addPicture(document, { kind: 'jpeg', jpeg, frame, profile: undefined, orientation });
      const { info } = await sharp(jpeg).autoOrient().toBuffer({ resolveWithObject: true });
      expect([drawing.pixelWidth, drawing.pixelHeight]).toEqual([info.width, info.height]);
      if (orientation === 1) continue;
      const form = document.resolve(drawing.ref);
      const content = form instanceof PdfStream ? Buffer.from(form.bytes).toString() : '';
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = content.split(' ').map(Number);
      // The red field of the stored picture: upper left, in PDF's unit square at (0, 1). libvips says where it ends up.
      const raw = await sharp(jpeg).autoOrient().raw().toBuffer();
      const isRed = (x: number, y: number): boolean => {
        const at = ((y ? 2 : info.height - 3) * info.width + (x ? info.width - 3 : 2)) * 3;
        return raw[at]! > 180 && raw[at + 1]! < 100;
      };
      expect(isRed(c + e, d + f), `orientation ${orientation}`).toBe(true);
      // Turned without mirroring has determinant 1.
      expect(Math.sign(a * d - b * c)).toBe([2, 4, 5, 7].includes(orientation) ? -1 : 1);
    }
  });

  it('gives the same bytes for the same pictures', async () => {
    const once = readFileSync(await pdfOf(NAMES));
    expect(readFileSync(await pdfOf(NAMES)).equals(once)).toBe(true);
  });
});
