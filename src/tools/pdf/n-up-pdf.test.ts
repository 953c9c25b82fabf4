/** n-up-pdf: order of pages as published, drawing as poppler and qpdf see it. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { bookletPairs } from '../../lib/documents/imposition.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { complaints, contentsOf, run } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf, stream } from '../../testing/pdf-samples.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { rgbaOf } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import nUpPdf from './n-up-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'several pages on a sheet') &&
  hasProgram('pdftoppm', ['-v'], 'several pages on a sheet as poppler draws them');

const scratch = mkdtempSync(join(tmpdir(), 'n-up-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

const mm = (points: number): number => (points * 25.4) / 72;

interface Told {
  readonly columns: number;
  readonly rows: number;
  readonly sheets: readonly {
    readonly widthMm: number;
    readonly heightMm: number;
    readonly pages: readonly number[];
  }[];
  readonly warnings: readonly string[];
}

async function nUp(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(nUpPdf, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const [report] = (answer.data as { files: Told[] }).files;
  return { ...report!, bytes: answer.files[0]!.bytes };
}

function draw(bytes: Uint8Array, page: number, dpi: number): Buffer {
  writeFileSync(at('in.pdf'), bytes);
  run('pdftoppm', ['-r', String(dpi), '-cropbox', '-png', '-singlefile', '-f', String(page), at('in.pdf'), at('page')]);
  return readFileSync(at('page.png'));
}

/** How far a picture is from what is wanted, where 1 is as far as white paper is: half a pixel of shift blurs edges. */
const strangeness = (own: Uint8Array, wanted: Uint8Array): number =>
  meanDifference(own, wanted) / meanDifference(wanted, new Uint8Array(wanted.length).fill(255));

/** Words of each sheet with their places in points from the upper left, as poppler finds them. */
function wordsOf(bytes: Uint8Array): { readonly word: string; readonly x: number; readonly y: number }[][] {
  writeFileSync(at('words.pdf'), bytes);
  const { out } = run('pdftotext', ['-bbox', at('words.pdf'), '-']);
  return out
    .split('<page ')
    .slice(1)
    .map((body) =>
      [...body.matchAll(/xMin="([\d.-]+)" yMin="([\d.-]+)"[^>]*>([^<]*)</g)].map(([, x, y, word = '']) => ({
        word,
        x: Number(x),
        y: Number(y),
      })),
    );
}

/** The page numbers of each sheet in rows from the top, from left to right. */
const numbersOf = (bytes: Uint8Array): number[][] =>
  wordsOf(bytes).map((words) =>
    words
      .filter(({ word }) => /^\d+$/.test(word))
      .sort((a, b) => (Math.abs(a.y - b.y) > 5 ? a.y - b.y : a.x - b.x))
      .map(({ word }) => Number(word)),
  );

/** The order of printers' tables for one signature. */
const BOOKLETS: readonly (readonly [number, readonly number[]])[] = [
  [4, [4, 1, 2, 3]],
  [8, [8, 1, 2, 7, 6, 3, 4, 5]],
  [12, [12, 1, 2, 11, 10, 3, 4, 9, 8, 5, 6, 7]],
  [16, [16, 1, 2, 15, 14, 3, 4, 13, 12, 5, 6, 11, 10, 7, 8, 9]],
];

describe('booklets', () => {
  it.each(BOOKLETS)('of %i pages have the published order', (count, order) => {
    expect(
      bookletPairs(count, 0)
        .flat()
        .map((page) => (page ?? -1) + 1),
    ).toEqual(order);
    expect(
      bookletPairs(count - 3, 0)
        .flat()
        .map((page) => (page ?? -1) + 1),
    ).toEqual(order.map((page) => (page > count - 3 ? 0 : page)));
  });

  it('can be folded: the pages come one after the other in every signature', () => {
    for (const signature of [0, 4, 8, 16]) {
      for (let count = 1; count <= 70; count += 1) {
        const pairs = bookletPairs(count, signature);
        const read: number[] = [];
        for (let start = 0; start < pairs.length; ) {
          // Sides of the sheets that lie in each other; read from the outermost to the innermost and back.
          const length = signature === 0 ? pairs.length : Math.min(signature / 2, pairs.length - start);
          const sides = pairs.slice(start, start + length);
          const there = sides.map(([left, right], i) => (i % 2 === 0 ? right : left));
          const back = sides.map(([left, right], i) => (i % 2 === 0 ? left : right)).reverse();
          read.push(...[...there, ...back].map((page) => page ?? -1));
          start += length;
        }
        expect(read.filter((page) => page >= 0)).toEqual(Array.from({ length: count }, (_, i) => i));
        expect(read.length).toBe(4 * Math.ceil(count / 4));
      }
    }
  });
});

describe.skipIf(!hasReaders)('n-up-pdf', () => {
  it('puts pages in rows or columns, from either side', async () => {
    const pages = plainPdf('Page', 7);
    const four = { perSheet: 4, orientation: 'portrait' };
    expect(numbersOf((await nUp(pages, four)).bytes)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(numbersOf((await nUp(pages, { ...four, order: 'columns' })).bytes)[0]).toEqual([1, 3, 2, 4]);
    expect(numbersOf((await nUp(pages, { ...four, rightToLeft: true })).bytes)[0]).toEqual([2, 1, 4, 3]);
    expect(numbersOf((await nUp(pages, { columns: 3, rows: 1, pages: '2-5' })).bytes)).toEqual([[2, 3, 4], [5]]);
    expect(numbersOf((await nUp(pages, { columns: 2, rows: 3, repeat: true, pages: '7' })).bytes)).toEqual([
      [7, 7, 7, 7, 7, 7],
    ]);
    const booklet = await nUp(pages, { layout: 'booklet' });
    expect(numbersOf(booklet.bytes)).toEqual([[1], [2, 7], [6, 3], [4, 5]]);
    expect(booklet.sheets[0]).toMatchObject({ widthMm: 297, heightMm: 210, pages: [1] });
    const [front] = wordsOf(booklet.bytes);
    expect(front?.[0]?.x).toBeGreaterThan(420);
    expect(numbersOf((await nUp(pages, { layout: 'booklet', rightToLeft: true })).bytes)[1]).toEqual([7, 2]);
  });

  it('chooses the grid and the orientation in which pages become largest', async () => {
    const a4 = (turn: string) =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${turn}] >>`,
      });
    const shape = async (perSheet: number, size: string) => {
      const { columns, rows, sheets } = await nUp(a4(size), { perSheet });
      return [columns, rows, sheets[0]!.widthMm];
    };
    // By the ratio of A4, √2: two halves of a sheet that lies, thirds by halves, quarters by halves.
    const upright = '595.276 841.89';
    expect(await shape(2, upright)).toEqual([2, 1, 297]);
    expect(await shape(4, upright)).toEqual([2, 2, 210]);
    expect(await shape(6, upright)).toEqual([3, 2, 297]);
    expect(await shape(8, upright)).toEqual([4, 2, 297]);
    expect(await shape(9, upright)).toEqual([3, 3, 210]);
    expect(await shape(16, upright)).toEqual([4, 4, 210]);
    expect(await shape(2, '841.89 595.276')).toEqual([1, 2, 210]);
    const own = await nUp(a4(upright), { pageWidth: 100, pageHeight: 300, columns: 2, rows: 1 });
    expect(own.sheets[0]).toMatchObject({ widthMm: 100, heightMm: 300 });
  });

  it('draws turned, cropped and patterned pages as they are, whatever their scale', async () => {
    const extras = ['', '/Rotate 90', '/CropBox [70 60 250 204]', '/Rotate 270 /CropBox [70 60 250 204]'];
    const content = `0 0 1 rg 100 80 60 50 re f 1 0 0 RG 4 w 30 40 m 340 270 l S /Pattern cs /Tiles scn 180 60 100 80 re f`;
    const pages = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count 4 /Kids [10 0 R 11 0 R 12 0 R 13 0 R] /MediaBox [0 0 360 288] /Resources << /Pattern << /Tiles 7 0 R >> >> >>`,
      3: stream(content.slice(0, 40)),
      4: stream(content.slice(40)),
      7: stream(
        '1 0 1 rg 2 2 6 6 re f',
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12 /Resources << >>',
      ),
      8: '<< /Type /Annot /Subtype /Stamp /Rect [240 200 300 240] /F 4 /AP << /N 9 0 R >> >>',
      9: stream('0 1 1 rg 0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>'),
      ...Object.fromEntries(
        extras.map((extra, i) => [
          10 + i,
          `<< /Type /Page /Parent 2 0 R /Contents [3 0 R 4 0 R] /Annots [8 0 R] ${extra} >>`,
        ]),
      ),
    });
    // Cells of 360 × 360 points: whole pages of 360 × 288 keep their size, cropped ones of 180 × 144 are doubled.
    const options = { columns: 2, rows: 2, pageWidth: mm(720), pageHeight: mm(720), orientation: 'portrait' };
    const { bytes } = await nUp(pages, options);
    writeFileSync(at('sheet.pdf'), bytes);
    expect([...complaints(at('sheet.pdf'))]).toEqual([]);
    const sheet = draw(bytes, 1, 72);
    for (const [i, extra] of extras.entries()) {
      const page = await sharp(draw(pages, i + 1, 72)).metadata();
      const scale = 360 / Math.max(page.width, page.height);
      const expected = await sharp(draw(pages, i + 1, Math.round(72 * scale * 100) / 100))
        .png()
        .toBuffer();
      const { width, height } = await sharp(expected).metadata();
      const left = (i % 2) * 360 + Math.round((360 - width) / 2);
      const top = Math.floor(i / 2) * 360 + Math.round((360 - height) / 2);
      const size = { left, top, width: Math.min(width, 720 - left), height: Math.min(height, 720 - top) };
      const own = await rgbaOf(await sharp(sheet).extract(size).png().toBuffer());
      const wanted = await rgbaOf(
        await sharp(expected)
          .extract({ ...size, left: 0, top: 0 })
          .png()
          .toBuffer(),
      );
      expect(strangeness(own.data, wanted.data), extra).toBeLessThan(0.1);
    }
  });

  it('spreads a page over the sheets of a poster that fit together', async () => {
    const page = readFixture('pdf/article.pdf');
    const { bytes, sheets, columns, rows } = await nUp(page, {
      layout: 'poster',
      pages: '1',
      pageSize: 'letter',
      posterColumns: 2,
      posterRows: 2,
    });
    expect([sheets.length, columns, rows]).toEqual([4, 2, 2]);
    const tiles = sheets.map((_, i) => draw(bytes, i + 1, 36));
    const { width, height } = await sharp(tiles[0]).metadata();
    const poster = await sharp({ create: { width: 2 * width, height: 2 * height, channels: 3, background: 'white' } })
      .composite(tiles.map((input, i) => ({ input, left: (i % 2) * width, top: Math.floor(i / 2) * height })))
      .png()
      .toBuffer();
    const info = /Page size: *([\d.]+) x ([\d.]+)/.exec(run('pdfinfo', [join('fixtures/pdf/article.pdf')]).out);
    const [w, h] = [Number(info?.[1]), Number(info?.[2])];
    const scale = Math.min((2 * width) / w, (2 * height) / h);
    const expected = await sharp(draw(page, 1, 72 * scale))
      .png()
      .toBuffer();
    const size = await sharp(expected).metadata();
    const region = {
      left: Math.max(0, Math.round((2 * width - size.width) / 2)),
      top: Math.max(0, Math.round((2 * height - size.height) / 2)),
      width: Math.min(size.width, 2 * width),
      height: Math.min(size.height, 2 * height),
    };
    const own = await rgbaOf(await sharp(poster).extract(region).png().toBuffer());
    const wanted = await rgbaOf(
      await sharp(expected)
        .extract({ ...region, left: 0, top: 0 })
        .png()
        .toBuffer(),
    );
    expect(strangeness(own.data, wanted.data)).toBeLessThan(0.1);
  });

  it('keeps links, bookmarks, names and attachments, and draws fields', async () => {
    const { bytes, warnings } = await nUp(richPdf('R'));
    writeFileSync(at('rich.pdf'), bytes);
    expect(warnings).toEqual(['its tags are not kept']);
    expect([...complaints(at('rich.pdf'))]).toEqual([]);
    const { outline, links, names, fields, attachments, layers, labels } = contentsOf(at('rich.pdf'))!;
    expect(outline.map(({ what, to }) => [what, to])).toEqual([
      ['u:R chapter 1', 1],
      ['u:R section 1.1', 1],
      ['u:R chapter 2', 2],
    ]);
    // Pages 1 and 2 are on the first sheet, 3 and 4 on the second; links lead to pages 4, 2 and 3, and to the web.
    expect(links.map(({ on, to }) => [on, to])).toEqual([
      [1, 2],
      [1, 1],
      [1, 2],
      [1, null],
    ]);
    expect([names.length, fields.length, attachments.length, layers.length, labels.length]).toEqual([3, 0, 1, 2, 0]);
    const words = wordsOf(bytes).map((sheet) => sheet.map(({ word }) => word));
    expect(words[0]).toEqual(expect.arrayContaining(['R', 'page', '1', '2', 'one']));
    // Where the link on page 1 is: [0 150 50 160] of 200 × 200 points, in the upper half of an A4 sheet.
    const scale = 841.89 / 2 / 200;
    const left = (595.276 - 200 * scale) / 2;
    const text = run('qpdf', ['--qdf', at('rich.pdf'), '-']).out.replace(/\s+/g, ' ');
    const rect = /\/Rect \[ ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) \] \/Subtype \/Link/.exec(text)?.slice(1).map(Number);
    const expected = [left, 420.945 + 150 * scale, left + 50 * scale, 420.945 + 160 * scale];
    for (const [i, side] of expected.entries()) expect(Math.abs((rect?.[i] ?? 0) - side)).toBeLessThan(0.02);
  });

  it('is bounded', async () => {
    const options = { layout: 'poster', posterColumns: 20, posterRows: 20 };
    const files = [{ name: 'a.pdf', bytes: plainPdf('Page', 126) }];
    const { status, message } = await runTool(nUpPdf, { files, options });
    expect([status, message]).toEqual([413, 'The result must have at most 50000 pages, got 50400']);
    const tight = await runTool(nUpPdf, { files, options: { layout: 'poster', overlap: 100, margin: 60 } });
    expect([tight.status, tight.message?.slice(0, 41)]).toEqual([400, 'Options "margin" and "overlap" must leave']);
  });
});

const corpus = sharedPath('corpus/pdf', 'sheets of pages of real files');

describe.skipIf(!existsSync(corpus) || !hasReaders)(
  'real files (skipped where no corpus stands beside the project)',
  () => {
    exhaustive('look the same on a sheet of their own size', async () => {
      const differing: string[] = [];
      let compared = 0;
      for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
        const source = readFileSync(join(corpus, name));
        const { out } = run('pdfinfo', [join(corpus, name)]);
        const [width, height] = (/Page size: *([\d.]+) x ([\d.]+)/.exec(out)?.slice(1) ?? []).map(Number);
        const isSideways = Number(/Page rot: *(\d+)/.exec(out)?.[1] ?? 0) % 180 !== 0;
        if (width === undefined || height === undefined || Math.min(width, height) < 20 || width + height > 4000)
          continue;
        const [w, h] = isSideways ? [height, width] : [width, height];
        const orientation = w > h ? 'landscape' : 'portrait';
        const options = { columns: 1, rows: 1, pageWidth: mm(w), pageHeight: mm(h), pages: '1', orientation };
        const answer = await runTool(nUpPdf, { files: [{ name, bytes: source }], options });
        if (answer.status !== 200) continue;
        compared += 1;
        const before = await rgbaOf(draw(source, 1, 50));
        const after = await rgbaOf(draw(answer.files[0]!.bytes, 1, 50));
        const isSameSize = before.width === after.width && before.height === after.height;
        const difference = isSameSize ? meanDifference(after.data, before.data) : 255;
        if (difference > 1.5) differing.push(`${name} ${difference.toFixed(1)}`);
      }
      expect(compared).toBeGreaterThan(100);
      // A text box without an appearance, in letters that poppler's own font has not: it draws less than there is.
      expect(differing).toEqual(['pdf.js__bug1865341.pdf 2.0']);
    });
  },
);
