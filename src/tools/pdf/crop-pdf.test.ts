/** crop-pdf, as poppler and qpdf see its results. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { complaints, run } from '../../testing/pdf-readers.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { rgbaOf } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import cropPdf from './crop-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'cropped PDFs') &&
  hasProgram('pdftoppm', ['-v'], 'cropped PDFs as poppler draws them');

const scratch = mkdtempSync(join(tmpdir(), 'crop-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

interface Cropped {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

async function crop(bytes: Uint8Array, options: Record<string, unknown>) {
  const answer = await runTool(cropPdf, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const { cropped } = (answer.data as { files: { cropped: Cropped[] }[] }).files[0]!;
  return { bytes: answer.files[0]!.bytes, cropped };
}

const inMillimetres = (lengths: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(lengths).map(([name, points]) => [name, (points * 25.4) / 72]));

/** A page as poppler shows it, one pixel for a point. */
function draw(bytes: Uint8Array, page: number): Buffer {
  writeFileSync(at('in.pdf'), bytes);
  run('pdftoppm', ['-r', '72', '-cropbox', '-png', '-singlefile', '-f', String(page), at('in.pdf'), at('page')]);
  return readFileSync(at('page.png'));
}

/** Pages of 360 × 288 points with a black box at 100, 80 of 60 × 50: as they are, turned, cropped, turned and cropped. */
const EXTRAS = ['', '/Rotate 90', '/CropBox [20 30 350 280]', '/Rotate 270 /CropBox [20 30 350 280]', '/Rotate 180'];
const boxes = pdfOf({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: `<< /Type /Pages /Count ${EXTRAS.length} /Kids [${EXTRAS.map((_, i) => `${10 + i} 0 R`).join(' ')}] /MediaBox [0 0 360 288] >>`,
  3: stream('0 0 1 rg 100 80 60 50 re f'),
  ...Object.fromEntries(
    EXTRAS.map((extra, i) => [10 + i, `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${extra} >>`] as const),
  ),
});

describe.skipIf(!hasReaders)('crop-pdf', () => {
  it('shows the pixels within the sides, on turned and cropped pages too', async () => {
    const [left, top, right, bottom] = [36, 18, 72, 54];
    const inches = { cropLeft: left, cropTop: top, cropRight: right, cropBottom: bottom };
    const options = inMillimetres(inches);
    const result = await crop(boxes, options);
    expect(result.cropped.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, extra] of EXTRAS.entries()) {
      const before = draw(boxes, index + 1);
      const { width, height } = await sharp(before).metadata();
      const expected = await sharp(before)
        .extract({ left, top, width: width - left - right, height: height - top - bottom })
        .png()
        .toBuffer();
      const [own, wanted] = [await rgbaOf(draw(result.bytes, index + 1)), await rgbaOf(expected)];
      expect([own.width, own.height], extra).toEqual([wanted.width, wanted.height]);
      expect(Buffer.compare(own.data, wanted.data), extra).toBe(0);
    }
    writeFileSync(at('cropped.pdf'), result.bytes);
    expect([...complaints(at('cropped.pdf'))]).toEqual([]);
  });

  it('reckons with the unit of a page', async () => {
    const doubled = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 360 288] /UserUnit 2 >>',
    });
    const lengths = { cropLeft: 36, cropTop: 18, cropRight: 72, cropBottom: 54 };
    writeFileSync(at('unit.pdf'), (await crop(doubled, inMillimetres(lengths))).bytes);
    const box = /CropBox:\s+(.*)/.exec(run('pdfinfo', ['-box', at('unit.pdf')]).out)?.[1]?.trim();
    expect(box?.split(/\s+/).map(Number)).toEqual([18, 27, 324, 279]);
  });

  it('tells what was cut and what is left', async () => {
    const { cropped } = await crop(boxes, { cropLeft: 10, cropBottom: 5.5, pages: '2' });
    const [height, width] = [(360 * 25.4) / 72, (288 * 25.4) / 72];
    const [only] = cropped;
    expect(cropped.length).toBe(1);
    expect(only).toMatchObject({ page: 2, left: 10, top: 0, right: 0, bottom: 5.5 });
    expect([only!.widthMm, only!.heightMm]).toEqual([
      Math.round((width - 10) * 100) / 100,
      Math.round((height - 5.5) * 100) / 100,
    ]);
  });

  it('auto leaves the margin around what is on a page', async () => {
    const { cropped, bytes } = await crop(boxes, { auto: true, margin: 5, alike: false });
    expect(cropped.length).toBe(EXTRAS.length);
    const margin = (5 * 72) / 25.4;
    for (const index of EXTRAS.keys()) {
      const { data, width, height } = await rgbaOf(draw(bytes, index + 1));
      const inked = [...Array(width * height).keys()].filter((i) => data[4 * i]! < 128);
      const columns = inked.map((i) => i % width);
      const rows = inked.map((i) => Math.floor(i / width));
      const margins = [
        columns.reduce((a, b) => Math.min(a, b)),
        rows.reduce((a, b) => Math.min(a, b)),
        width - 1 - columns.reduce((a, b) => Math.max(a, b)),
        height - 1 - rows.reduce((a, b) => Math.max(a, b)),
      ];
      // Half a millimetre is a point and a half.
      for (const found of margins) expect(Math.abs(found - margin), EXTRAS[index]).toBeLessThanOrEqual(1.5);
    }
  });

  it('auto cuts the same from all pages unless each is to have its own, and leaves empty pages alone', async () => {
    const pages = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] /MediaBox [0 0 300 300] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
      5: '<< /Type /Page /Parent 2 0 R >>',
      6: stream('100 100 100 100 re f'),
      7: stream('50 120 100 100 re f'),
    });
    const sides = ({ cropped }: { readonly cropped: readonly Cropped[] }) =>
      cropped.map(({ page, left, top, right, bottom }) => [
        page,
        ...[left, top, right, bottom].map((mm) => Math.round((mm * 72) / 25.4)),
      ]);
    expect(sides(await crop(pages, { auto: true, margin: 0 }))).toEqual([
      [1, 50, 80, 100, 100],
      [2, 50, 80, 100, 100],
    ]);
    expect(sides(await crop(pages, { auto: true, margin: 0, alike: false }))).toEqual([
      [1, 100, 100, 100, 100],
      [2, 50, 80, 150, 120],
    ]);
  });

  it('refuses what leaves nothing, and sides beside auto', async () => {
    const refusal = async (options: Record<string, unknown>) =>
      (await runTool(cropPdf, { files: [{ name: 'letter.pdf', bytes: readFixture('pdf/letter.pdf') }], options }))
        .message;
    expect(await refusal({ cropLeft: 100, cropRight: 115 })).toMatch(
      /^Options "cropLeft", "cropTop", "cropRight" and "cropBottom" must leave 2 mm of each side of a page at least: page 1 of PDF "letter.pdf" is /,
    );
    expect(await refusal({ auto: true, cropTop: 1 })).toBe(
      'Options "cropLeft", "cropTop", "cropRight" and "cropBottom" must be 0 where "auto" is true',
    );
  });
});
