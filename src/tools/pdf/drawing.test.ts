/** watermark-pdf and add-page-numbers, seen by poppler. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import numbers from './add-page-numbers.js';
import watermark from './watermark-pdf.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-drawing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TURNS = [0, 90, 180, 270, -90, 450] as const;

/** Pages of every turn, plain, cropped, with a user unit, both; their content leaves a scale behind, or closes too much. */
function turnedPages(): Buffer {
  const kinds = ['', '/CropBox [50 100 350 300]', '/UserUnit 2', '/CropBox [50 100 350 300] /UserUnit 1.5'];
  const pages = TURNS.flatMap((turn) => kinds.map((kind) => `/Rotate ${turn} ${kind}`));
  const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  for (const [i, entries] of pages.entries()) {
    objects[10 + 2 * i] = `<< /Type /Page /Parent 2 0 R /Contents ${11 + 2 * i} 0 R ${entries} >>`;
    objects[11 + 2 * i] = stream(i % 2 === 0 ? 'q 0.1 0 0 0.1 30 30 cm' : 'Q Q 3 0 0 3 7 9 cm (Q) Tj');
  }
  const kids = pages.map((_page, i) => `${10 + 2 * i} 0 R`);
  objects[2] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] /MediaBox [20 10 420 310] >>`;
  return pdfOf(objects);
}

/** Boxes that viewers take differently, and contents that end within something. */
function oddPages(): Buffer {
  const boxes = [
    '/MediaBox [0 0 400 300] /CropBox [900 900 1000 1000]',
    '/MediaBox [-200 -150 200 150] /CropBox [100 0 500 500]',
    '/MediaBox [400 300 0 0] /CropBox [300 250 50 50]',
    '/MediaBox [0 0 400 300 7] /CropBox [0 0 0 0]',
    '/MediaBox [0 0 0 0] /UserUnit 0',
    '/MediaBox [0 0 400 300] /UserUnit -2',
  ];
  const contents = ['(abc', '[1 2', '<< /A', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x', 'BT 3 Tr', '0 0 10 10 re W n'];
  const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  const pages = boxes.flatMap((box, i) => TURNS.map((turn, j) => [box, turn, contents[(i + j) % 6] ?? ''] as const));
  for (const [i, [box, turn, content]] of pages.entries()) {
    objects[10 + 2 * i] = `<< /Type /Page /Parent 2 0 R /Contents ${11 + 2 * i} 0 R /Rotate ${turn} ${box} >>`;
    objects[11 + 2 * i] = stream(content);
  }
  objects[2] = `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, i) => `${10 + 2 * i} 0 R`).join(' ')}] >>`;
  return pdfOf(objects);
}

async function draw(tool: Tool, bytes: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await runTool(tool, { options, files: [{ name: 'in.pdf', bytes }] });
  expect(answer.status, answer.message).toBe(200);
  const path = join(folder, 'out.pdf');
  writeFileSync(path, answer.files[0]!.bytes);
  return path;
}

/** The text of each page. */
const textOf = (path: string): string[] =>
  runProgram('pdftotext', ['-enc', 'UTF-8', path, '-']).toString().split('\f').slice(0, -1);

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Every page at 36 dpi. */
function pagesOf(path: string, ...more: readonly string[]): Pixels[] {
  const pages: Pixels[] = [];
  const drawn = runProgram('pdftoppm', ['-r', '36', ...more, path]);
  for (let at = 0; at < drawn.length; ) {
    const [head = '', width = '', height = ''] =
      /^P6\s+(\d+) (\d+)\s+255\s/.exec(drawn.toString('latin1', at, at + 40)) ?? [];
    const end = at + head.length + 3 * Number(width) * Number(height);
    pages.push({ width: Number(width), height: Number(height), rgb: drawn.subarray(at + head.length, end) });
    at = end;
  }
  return pages;
}

/** The middle of what is red, as parts of width and height from the upper left; and its largest redness. */
function redOf({ width, height, rgb }: Pixels): { x: number; y: number; most: number } {
  let [sum, x, y, most] = [0, 0, 0, 0];
  for (let i = 0; i < width * height; i += 1) {
    const red = rgb[3 * i]! - rgb[3 * i + 1]!;
    if (red < 20) continue;
    sum += red;
    x += red * (i % width);
    y += red * Math.floor(i / width);
    most = Math.max(most, red);
  }
  return { x: x / sum / width, y: y / sum / height, most };
}

const CORNERS = [
  ['top-left', 0, 0],
  ['bottom-right', 1, 1],
] as const;

describe.skipIf(!hasProgram('pdftoppm', ['-v'], 'watermarks and page numbers as drawn'))('drawing on pages', () => {
  for (const [position, x, y] of CORNERS) {
    it(`puts a mark and a number ${position} as the reader sees it`, async () => {
      const source = turnedPages();
      const mark = { text: 'MMM', angle: 0, opacity: 1, sizePercent: 20, margin: 2, position };
      const number = { text: 'Nr {n}', color: 'red', bold: true, fontSize: 14, margin: 2, position };
      for (const path of [await draw(watermark, source, mark), await draw(numbers, source, number)]) {
        const pages = pagesOf(path);
        expect(pages).toHaveLength(4 * TURNS.length);
        for (const [i, page] of pages.entries()) {
          const red = redOf(page);
          expect(Math.abs(red.x - x), `page ${i + 1}: ${red.x}, ${red.y}`).toBeLessThan(0.45);
          expect(Math.abs(red.y - y), `page ${i + 1}: ${red.x}, ${red.y}`).toBeLessThan(0.45);
        }
      }
    });
  }

  it('finds the corner of pages with impossible boxes, behind contents that end within a string', async () => {
    const mark = { text: 'MMM', angle: 0, opacity: 1, sizePercent: 20, margin: 2, position: 'top-left' };
    const number = { text: 'Nr {n}', color: 'red', bold: true, fontSize: 14, margin: 2, position: 'top-left' };
    for (const path of [await draw(watermark, oddPages(), mark), await draw(numbers, oddPages(), number)]) {
      const pages = pagesOf(path, '-cropbox');
      expect(pages).toHaveLength(6 * TURNS.length);
      for (const [i, page] of pages.entries()) {
        const red = redOf(page);
        expect(page.width * page.height, `page ${i + 1}`).toBeGreaterThan(3500);
        expect(red.x, `page ${i + 1}`).toBeLessThan(0.45);
        expect(red.y, `page ${i + 1}`).toBeLessThan(0.45);
      }
    }
  });

  it('writes texts that are found, on the pages asked for only', async () => {
    const report = readFixture('pdf/report.pdf');
    for (const text of ['CONFIDENTIAL', 'Entwurf 草案', 'العربية', 'Проект']) {
      const texts = textOf(await draw(watermark, report, { text, pages: '2-3' }));
      expect(
        texts.map((page) => page.replace(/[\u200e\u200f\u202a-\u202e]/g, '').includes(text) || /ةيبرعلا/.test(page)),
      ).toEqual([false, true, true, false]);
    }
  });

  it('writes every kind of number, headers and footers', async () => {
    const report = readFixture('pdf/report.pdf');
    const linesOf = async (options: Readonly<Record<string, unknown>>): Promise<string[][]> =>
      textOf(await draw(numbers, report, options)).map((page) => page.split('\n'));
    const expected: readonly (readonly [Readonly<Record<string, unknown>>, readonly string[]])[] = [
      [{}, ['1 / 4', '2 / 4', '3 / 4', '4 / 4']],
      [{ text: 'Page {n}', start: 9 }, ['Page 9', 'Page 10', 'Page 11', 'Page 12']],
      [{ text: 'X-{n}', digits: 5 }, ['X-00001', 'X-00002', 'X-00003', 'X-00004']],
      [{ text: '{n}', numerals: 'lower-roman', start: 3 }, ['iii', 'iv', 'v', 'vi']],
      [{ text: '{n}', numerals: 'upper-roman', start: 1998 }, ['MCMXCVIII', 'MCMXCIX', 'MM', 'MMI']],
      [{ text: '{n}', numerals: 'lower-alpha', start: 25 }, ['y', 'z', 'aa', 'ab']],
      [{ text: '{n}', numerals: 'upper-alpha', start: 702 }, ['ZZ', 'AAA', 'AAB', 'AAC']],
      [{ text: '第{n}页' }, ['第1页', '第2页', '第3页', '第4页']],
    ];
    for (const [options, wanted] of expected) {
      const pages = await linesOf({ ...options, headerText: 'Kopf {n}', footerText: 'Fuß' });
      for (const [i, line] of wanted.entries()) {
        // Poppler guesses where spaces are.
        const seen = pages[i]!.join('\n').replaceAll(' ', '');
        for (const text of [line, `Kopf ${line.replace(/^(Page |X-|第)|(页| \/ 4)$/g, '')}`, 'Fuß'])
          expect(seen).toContain(text.replaceAll(' ', ''));
      }
    }
  });

  it('draws with the opacity asked for, once also where marks overlap', async () => {
    const page = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
      4: stream('0 g 0 0 200 100 re f'),
    });
    const options = { text: 'MMM', opacity: 0.5, fontSize: 120, angle: 0 };
    const [once] = pagesOf(await draw(watermark, page, options));
    expect(redOf(once!).most).toBeGreaterThan(120);
    expect(redOf(once!).most).toBeLessThan(135);
    const [often] = pagesOf(await draw(watermark, page, { ...options, tile: true, gap: 0, angle: 30 }));
    expect(redOf(often!).most).toBeLessThan(135);
    const [behind] = pagesOf(await draw(watermark, page, { ...options, opacity: 1, behind: true }));
    const { width, height, rgb } = behind!;
    const lower = rgb.subarray(3 * width * (height / 2 + 1));
    expect(Math.max(...lower)).toBe(0);
    expect(redOf(behind!).most).toBe(255);
  });
});

describe('watermark-pdf and add-page-numbers', () => {
  it('change a page that stands in the document twice on one of its places only', async () => {
    const twice = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] /MediaBox [0 0 200 200] >>',
      3: '<< /Type /Page /Parent 2 0 R >>',
    });
    const answer = await runTool(numbers, { options: { pages: '2' }, files: [{ name: 'a.pdf', bytes: twice }] });
    expect(answer.status).toBe(200);
    const bytes = answer.files[0]!.bytes.toString('latin1');
    expect(bytes.match(/\/Type\/Page[^s]/g)).toHaveLength(2);
    expect(bytes.match(/\/Contents/g)).toHaveLength(1);
  });

  it('give the same bytes twice', async () => {
    const run = () =>
      runTool(watermark, { options: { text: 'x' }, files: [{ name: 'a.pdf', bytes: readFixture('pdf/report.pdf') }] });
    const [once, again] = [await run(), await run()];
    expect(again.files[0]!.bytes.equals(once.files[0]!.bytes)).toBe(true);
  });
});
