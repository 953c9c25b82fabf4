import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { profileFromCodes } from '../picture-files/icc-profile.js';
import { jpegToPdf } from './jpeg-pdf.js';

const work = mkdtempSync(join(tmpdir(), 'jpeg-pdf-'));
afterAll(() => rmSync(work, { recursive: true }));

const hasPoppler = spawnSync('pdfimages', ['-v']).status !== null && spawnSync('pdfinfo', ['-v']).status !== null;
const profile = profileFromCodes({ primaries: 12, transfer: 13 });

const jpegOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .jpeg()
    .toBuffer();

function save(bytes: Uint8Array): string {
  const path = join(work, 'out.pdf');
  writeFileSync(path, bytes);
  return path;
}

describe('jpeg-pdf', () => {
  it('holds the JPEG once, byte for byte, and every offset of its table is right', async () => {
    const jpeg = await jpegOf(40, 30);
    const pdf = Buffer.from(jpegToPdf({ jpeg, width: 40, height: 30, channels: 3, profile }));
    expect(pdf.indexOf(jpeg)).toBeGreaterThan(0);
    expect(pdf.indexOf(jpeg, pdf.indexOf(jpeg) + 1)).toBe(-1);
    const start = Number(/startxref\n(\d+)\n/.exec(pdf.toString('latin1'))?.[1]);
    const offsets = [...pdf.toString('latin1', start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(offsets).toHaveLength(6);
    for (const [i, at] of offsets.entries()) expect(pdf.toString('latin1', at, at + 7)).toBe(`${i + 1} 0 obj`);
  });

  it('gives the same bytes again', async () => {
    const picture = { jpeg: await jpegOf(4, 4), width: 4, height: 4, channels: 3, profile } as const;
    expect(jpegToPdf(picture)).toEqual(jpegToPdf(picture));
  });

  it('keeps the proportions at every size, and pages within the format', async () => {
    const jpeg = await jpegOf(4, 4);
    for (const [width, height] of [
      [4032, 3024],
      [3024, 4032],
      [1, 1],
      [65_500, 1],
      [1, 3000],
      [12_000, 8000],
    ] as const) {
      const pdf = Buffer.from(jpegToPdf({ jpeg, width, height, channels: 3, profile: undefined })).toString('latin1');
      const [, w, h] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
      const [pageWidth, pageHeight] = [Number(w), Number(h)];
      expect(Math.abs(pageWidth / pageHeight / (width / height) - 1)).toBeLessThan(0.001);
      expect(Math.max(pageWidth, pageHeight)).toBeLessThanOrEqual(14_400);
      if (width * height > 100_000) continue;
      expect(Math.min(pageWidth, pageHeight)).toBeGreaterThan(0.2);
    }
  });

  it('poppler takes out the very JPEG, its profile, and sees one page', async ({ skip }) => {
    skip(!hasPoppler, 'poppler-utils are not here');
    const jpeg = await jpegOf(40, 30);
    const path = save(jpegToPdf({ jpeg, width: 40, height: 30, channels: 3, profile }));
    execFileSync('pdfimages', ['-all', path, join(work, 'image')]);
    expect(readFileSync(join(work, 'image-000.jpg')).equals(jpeg)).toBe(true);
    expect(execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })).toMatch(/40 +30 +icc +3 +8 +jpeg/);
    const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
    expect(info).toMatch(/Pages: +1\n/);
    expect(info).toMatch(/Page size: +841\.89 x 631\.41\d* pts/);
  });

  it('the picture fills the page', async ({ skip }) => {
    skip(!hasPoppler, 'poppler-utils are not here');
    const path = save(
      jpegToPdf({ jpeg: await jpegOf(40, 30), width: 40, height: 30, channels: 3, profile: undefined }),
    );
    execFileSync('pdftoppm', ['-r', '20', '-png', path, join(work, 'page')]);
    const { data, info } = await sharp(join(work, 'page-1.png')).raw().toBuffer({ resolveWithObject: true });
    for (const pixel of [0, info.width - 1, (info.height - 2) * info.width + 2]) {
      const [red = 0, green = 0] = data.subarray(3 * pixel, 3 * pixel + 3);
      expect(Math.abs(red - 0x80)).toBeLessThan(6);
      expect(Math.abs(green - 0x40)).toBeLessThan(6);
    }
  });
});
