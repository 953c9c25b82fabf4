import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plainPdf, richPdf } from '../../testing/pdf-samples.js';
import { ssim } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import pdfToJpg from './pdf-to-jpg.js';

const draw = async (bytes: Uint8Array, options: Record<string, unknown>) => {
  const answer = await runTool(pdfToJpg, { files: [{ name: 'sample.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.files.map((file) => file.bytes);
};

const grey = async (bytes: Uint8Array) => await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });

describe.skipIf(!hasProgram('pdftoppm', ['-v'], 'likeness of drawn pages'))('beside pdftoppm', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pdf-to-jpg-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['plain pages', plainPdf('Likeness', 2), 2],
    ['turned pages with fields, layers and notes', richPdf('Likeness'), 4],
  ])('%s look the same, in size too', async (_title, pdf, count) => {
    writeFileSync(join(folder, 'sample.pdf'), pdf);
    runProgram('pdftoppm', ['-r', '100', '-png', join(folder, 'sample.pdf'), join(folder, 'page')]);
    const pages = await draw(pdf, { dpi: 100, quality: 95 });
    expect(pages).toHaveLength(count);
    for (const [i, page] of pages.entries()) {
      const own = await grey(page);
      const other = await grey(readFileSync(join(folder, `page-${i + 1}.png`)));
      expect([own.info.width, own.info.height]).toEqual([other.info.width, other.info.height]);
      // Helvetica is not in the file: each program takes its own likeness of it.
      expect(ssim(own.data, other.data, own.info.width, own.info.height)).toBeGreaterThan(0.9);
    }
  });
});

describe('formats', () => {
  it('states the dots per inch and the colours in JPEG, PNG and TIFF', async () => {
    for (const format of ['jpg', 'png', 'tiff']) {
      const [bytes] = await draw(plainPdf('Density', 1), { format, dpi: 144 });
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.height, metadata.density]).toEqual([400, 400, 144]);
    }
  });

  it('gives TIFF pages with the pixels of the PNG pages, grey where the page is grey', async () => {
    const pdf = richPdf('Same');
    const pngs = await draw(pdf, { format: 'png', dpi: 50 });
    const [tiff] = await draw(pdf, { format: 'tiff', dpi: 50 });
    expect((await sharp(tiff).metadata()).pages).toBe(4);
    for (const [page, png] of pngs.entries()) {
      const pixels = (image: Sharp) => image.toColourspace('srgb').removeAlpha().raw().toBuffer();
      expect((await pixels(sharp(tiff, { page }))).equals(await pixels(sharp(png))), `page ${page + 1}`).toBe(true);
    }
    const [plain] = await draw(plainPdf('Grey', 2), { format: 'tiff', dpi: 50 });
    expect((await sharp(plain).metadata()).channels).toBe(1);
  });

  it('leaves transparent what the page does not paint', async () => {
    for (const format of ['png', 'webp', 'tiff']) {
      const [bytes] = await draw(plainPdf('Clear', 1), { format, transparent: true, dpi: 72 });
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      const alphas = data.filter((_value, i) => i % 4 === 3);
      expect(alphas[0]).toBe(0);
      expect(Math.max(...alphas)).toBe(255);
    }
  });

  it('puts pages of several sizes below each other, in the middle', async () => {
    const pdf = Buffer.from(
      plainPdf('Tall', 2)
        .toString('latin1')
        .replace('/Page /Parent 2 0 R', '/Page /Parent 2 0 R /MediaBox [0 0 99 50]'),
      'latin1',
    );
    const [bytes] = await draw(pdf, { single: true, format: 'png', dpi: 72 });
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([200, 250]);
  });
});

describe('limits', () => {
  it('refuses more pixels than a picture may have before drawing', async () => {
    const large = Buffer.from(
      plainPdf('Large', 1).toString('latin1').replace('[0 0 200 200]', '[0 0 9999 9999]'),
      'latin1',
    );
    const answer = await runTool(pdfToJpg, { files: [{ name: 'large.pdf', bytes: large }], options: { dpi: 600 } });
    expect([answer.status, answer.code]).toEqual([413, 'LIMIT_EXCEEDED']);
    const many = await runTool(pdfToJpg, { files: [{ name: 'many.pdf', bytes: plainPdf('Many', 501) }] });
    expect(many.message).toBe('Pages of PDF "many.pdf" must be at most 500 at once, got 501');
  });
});
