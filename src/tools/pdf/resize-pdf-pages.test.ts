/** resize-pdf-pages, as poppler and qpdf see its results. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { complaints, contentsOf, run } from '../../testing/pdf-readers.js';
import { pdfOf, richPdf, stream } from '../../testing/pdf-samples.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { rgbaOf } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import resizePdfPages from './resize-pdf-pages.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'resized PDFs') &&
  hasProgram('pdftoppm', ['-v'], 'resized PDFs as poppler draws them');

const scratch = mkdtempSync(join(tmpdir(), 'resize-pdf-pages-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

const mm = (points: number): number => (points * 25.4) / 72;

interface Resized {
  readonly page: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly scalePercent: number;
}

async function resize(bytes: Uint8Array, options: Record<string, unknown>) {
  const answer = await runTool(resizePdfPages, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const { resized } = (answer.data as { files: { resized: Resized[] }[] }).files[0]!;
  return { bytes: answer.files[0]!.bytes, resized };
}

/** A page as poppler shows it, with annotations. */
function draw(bytes: Uint8Array, page: number, dpi: number): Buffer {
  writeFileSync(at('in.pdf'), bytes);
  run('pdftoppm', ['-r', String(dpi), '-cropbox', '-png', '-singlefile', '-f', String(page), at('in.pdf'), at('page')]);
  return readFileSync(at('page.png'));
}

/**
 * Pages of 360 × 288 points with boxes, a tiling and a shading pattern, an inline clip, a stamp and a highlight; content that closes more
 * than it opens, and content that ends in a string.
 */
const EXTRAS = [
  '',
  '/Rotate 90',
  '/CropBox [20 30 350 280]',
  '/Rotate 270 /CropBox [20 30 350 280]',
  '/Rotate 180',
  '/UserUnit 2',
  '/Contents 5 0 R',
  '/Contents 6 0 R',
];
const DRAWING = `0 0 1 rg 100 80 60 50 re f 1 0 0 RG 4 w 30 40 m 340 270 l S
/Pattern cs /Tiles scn 180 60 100 80 re f /Shade scn 30 180 120 70 re f q 200 180 80 60 re W n 0 1 0 rg 190 170 60 60 re f Q`;
const drawn = pdfOf({
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>',
  2: `<< /Type /Pages /Count ${EXTRAS.length} /Kids [${EXTRAS.map((_, i) => `${20 + i} 0 R`).join(' ')}] /MediaBox [0 0 360 288]
 /Resources << /Pattern << /Tiles 7 0 R /Shade << /PatternType 2 /Matrix [1 0 0 1 30 180] /Shading << /ShadingType 2 /ColorSpace /DeviceRGB
 /Coords [0 0 120 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >> >> >>`,
  3: stream(DRAWING),
  5: stream(`q Q Q Q ${DRAWING}`),
  6: stream(`${DRAWING} q 2 0 0 2 0 0 cm (unfinished`),
  7: stream(
    '1 0 1 rg 2 2 6 6 re f',
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12 /Resources << >> /Matrix [1 0 0 1 3 5]',
  ),
  8: '<< /Type /Annot /Subtype /Stamp /Rect [240 200 300 240] /F 4 /AP << /N 9 0 R >> >>',
  9: stream('0 1 1 rg 0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>'),
  10: '<< /Type /Annot /Subtype /Square /Rect [40 60 90 100] /F 4 /C [1 0.5 0] /BS << /W 6 >> >>',
  ...Object.fromEntries(
    EXTRAS.map((extra, i) => [
      20 + i,
      `<< /Type /Page /Parent 2 0 R /Annots [8 0 R 10 0 R] ${extra.includes('Contents') ? '' : '/Contents 3 0 R'} ${extra} >>`,
    ]),
  ),
});

describe.skipIf(!hasReaders)('resize-pdf-pages', () => {
  inRounds(
    'draws the same pages twice as large, turned, cropped and badly written ones too',
    [3, EXTRAS.length],
    async (rounds) => {
      writeFileSync(at('drawn.pdf'), drawn);
      const known = [...complaints(at('drawn.pdf'))];
      // A page at a time, because the pages share their annotations.
      for (const [index, extra] of EXTRAS.slice(0, rounds).entries()) {
        const [width, height] = extra.includes('CropBox') ? [330, 250] : [360, 288];
        const isSideways = /Rotate (90|270)/.test(extra);
        const unit = extra.includes('UserUnit') ? 2 : 1;
        const [w, h] = isSideways ? [height, width] : [width, height];
        const { bytes, resized } = await resize(drawn, {
          pageWidth: mm(2 * w * unit),
          pageHeight: mm(2 * h * unit),
          pages: String(index + 1),
        });
        expect(resized).toMatchObject([{ page: index + 1, scalePercent: 200 }]);
        // Poppler gives up where the page closes too much; it shows the same as the first one.
        const like = extra === '/Contents 5 0 R' ? 1 : index + 1;
        const before = await rgbaOf(draw(drawn, like, 72 * unit));
        const after = await rgbaOf(draw(bytes, index + 1, 36));
        expect([after.width, after.height], extra).toEqual([before.width, before.height]);
        expect(meanDifference(after.data, before.data), extra).toBeLessThan(0.6);
        expect(meanDifference(after.data, new Uint8Array(after.data.length).fill(255)), extra).toBeGreaterThan(10);
        writeFileSync(at('resized.pdf'), bytes);
        for (const complaint of complaints(at('resized.pdf'))) expect(known, extra).toContain(complaint);
      }
    },
  );

  it('keeps the content at its scale where that is wanted, and what is outside of the page out of sight', async () => {
    // What is painted outside of the crop box would show on a larger page.
    const cropped = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /CropBox [50 60 150 140] /TrimBox [60 70 140 130] /Contents 4 0 R >>',
      4: stream('1 0 0 rg 0 0 200 200 re f 0 0 1 rg 50 60 50 80 re f'),
    });
    const before = draw(cropped, 1, 72);
    for (const [position, left, top] of [
      ['center', 50, 60],
      ['bottom-right', 100, 120],
      ['top-left', 0, 0],
    ] as const) {
      const { bytes } = await resize(cropped, { pageWidth: mm(200), pageHeight: mm(200), fit: 'none', position });
      const expected = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
        .composite([{ input: before, left, top }])
        .png()
        .toBuffer();
      const own = await rgbaOf(draw(bytes, 1, 72));
      expect(meanDifference(own.data, (await rgbaOf(expected)).data), position).toBeLessThan(0.1);
    }
    const { bytes, resized } = await resize(cropped, { pageSize: 'keep', fit: 'none', margin: mm(20) });
    expect(resized).toMatchObject([{ widthMm: 49.39, heightMm: 42.33, scalePercent: 100 }]);
    writeFileSync(at('margin.pdf'), bytes);
    const boxes = run('pdfinfo', ['-box', at('margin.pdf')]).out;
    const box = (name: string) => new RegExp(`${name}:\\s+(.*)`).exec(boxes)?.[1]?.trim().split(/\s+/).map(Number);
    expect([box('MediaBox'), box('CropBox'), box('TrimBox')]).toEqual([
      [0, 0, 140, 120],
      [0, 0, 140, 120],
      [30, 30, 110, 90],
    ]);
    // The same again is no change.
    expect((await resize(bytes, { pageSize: 'keep' })).resized).toEqual([]);
  });

  it('gives the sizes that pdfinfo tells, in the orientation asked for', async () => {
    const sizes = async (options: Record<string, unknown>) => {
      writeFileSync(at('sizes.pdf'), (await resize(drawn, options)).bytes);
      const told = run('pdfinfo', ['-f', '1', '-l', '3', at('sizes.pdf')]).out;
      // Page 2 is turned; pdfinfo tells the page before its turn.
      return [...told.matchAll(/size: *([\d.]+) x ([\d.]+)/g)].map(([, w, h]) => [Number(w), Number(h)]);
    };
    expect(await sizes({})).toEqual([
      [841.89, 595.276],
      [841.89, 595.276],
      [841.89, 595.276],
    ]);
    expect(await sizes({ pageSize: 'letter', orientation: 'portrait', fit: 'shrink', margin: 20 })).toEqual([
      [612, 792],
      [792, 612],
      [612, 792],
    ]);
    expect(await sizes({ pageWidth: mm(300), pageHeight: mm(400) })).toEqual([
      [300, 400],
      [400, 300],
      [300, 400],
    ]);
    expect(await sizes({ pageSize: 'first' })).toEqual([
      [360, 288],
      [360, 288],
      [360, 288],
    ]);
  });

  it('moves links, bookmarks, names and fields with the page', async () => {
    const source = richPdf('R');
    writeFileSync(at('source.pdf'), source);
    const { bytes } = await resize(source, { pageWidth: mm(400), pageHeight: mm(600), position: 'bottom-left' });
    writeFileSync(at('moved.pdf'), bytes);
    expect([...complaints(at('moved.pdf'))]).toEqual([]);
    const [before, after] = [contentsOf(at('source.pdf'))!, contentsOf(at('moved.pdf'))!];
    expect(after).toEqual(before);
    const text = run('qpdf', ['--qdf', '--no-original-object-ids', at('moved.pdf'), '-']).out.replace(/\s+/g, ' ');
    // Twice as large from the lower left corner; on page 1, which is not turned.
    expect(text).toContain('/Rect [ 0 300 100 320 ]');
    expect(text).toContain('/XYZ 0 400 null');
    expect(text).toContain('/DA (/Helv 20 Tf 0 g)');
    expect(text).toMatch(/\/Border \[ 0 0 2 \]/);
    expect(run('pdftotext', ['-bbox', '-l', '1', at('moved.pdf'), '-']).out).toContain(
      '<page width="400.000000" height="600.000000">',
    );
  });
});

const corpus = sharedPath('corpus/pdf', 'resized pages of real files');

describe.skipIf(!existsSync(corpus) || !hasReaders)(
  'real files (skipped where no corpus stands beside the project)',
  () => {
    exhaustive('look the same at half their size', async () => {
      const differing: string[] = [];
      let compared = 0;
      for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
        const source = readFileSync(join(corpus, name));
        const info = /Page size: *([\d.]+) x ([\d.]+)/.exec(run('pdfinfo', [join(corpus, name)]).out);
        const rotation = /Page rot: *(\d+)/.exec(run('pdfinfo', [join(corpus, name)]).out)?.[1];
        const [width, height] = [Number(info?.[1]), Number(info?.[2])];
        if (!(width > 20 && height > 20 && width < 2000 && height < 2000)) continue;
        const [w, h] = Number(rotation) % 180 === 0 ? [width, height] : [height, width];
        const options = { pageWidth: mm(w / 2), pageHeight: mm(h / 2), pages: '1', margin: 0 };
        const answer = await runTool(resizePdfPages, { files: [{ name, bytes: source }], options });
        if (answer.status !== 200) continue;
        compared += 1;
        const before = await rgbaOf(draw(source, 1, 50));
        const after = await rgbaOf(draw(answer.files[0]!.bytes, 1, 100));
        const isSameSize = Math.abs(before.width - after.width) <= 1 && Math.abs(before.height - after.height) <= 1;
        const fitted = await sharp(draw(answer.files[0]!.bytes, 1, 100))
          .resize(before.width, before.height, { fit: 'fill' })
          .png()
          .toBuffer();
        const difference = meanDifference((await rgbaOf(fitted)).data, before.data);
        if (!isSameSize || difference > 2) differing.push(`${name} ${difference.toFixed(1)}`);
      }
      expect(compared).toBeGreaterThan(100);
      expect(differing).toEqual([]);
    });
  },
);
