import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_SETTINGS } from '../../runner/execute.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { complaints, renderPages } from '../../testing/pdf-readers.js';
import { plainPdf } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import ocrPdf from './ocr-pdf.js';
import pdfToText from './pdf-to-text.js';
import searchPdf from './search-pdf.js';

const TEXT =
  'Optical character recognition turns pictures of text into text. A scanner rarely holds the paper straight; a camera never does. Invoice no. 4711 of 14 March 2024: $1,250.75';
const SCAN = readFixture('pdf/scanned-pages.pdf');

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function read(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(ocrPdf, { files: [{ name: 'scan.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer;
}

describe.skipIf(!hasProgram('pdftotext', ['-v'], 'text under scans'))('with poppler', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ocr-pdf-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  exhaustive('every page says what is on its picture, where it is, and looks as before', async () => {
    const answer = await read(SCAN);
    const bytes = answer.files[0]?.bytes ?? Buffer.alloc(0);
    writeFileSync(at('scan.pdf'), SCAN);
    writeFileSync(at('read.pdf'), bytes);
    for (const page of ['1', '2']) {
      const text = runProgram('pdftotext', ['-f', page, '-l', page, at('read.pdf'), '-']).toString();
      expect(plain(text)).toBe(TEXT);
    }
    const html = runProgram('pdftotext', ['-bbox', '-l', '1', at('read.pdf'), '-']).toString();
    const words = [...html.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g)];
    // "Optical" begins 60 pixels from the left at 200 dots per inch; "does." ends the third line.
    expect(Number(words[0]?.[1])).toBeCloseTo((60 * 72) / 200, -0.9);
    expect(words).toHaveLength(TEXT.split(' ').length);
    expect(renderPages(at('read.pdf'), 1, 2)).toEqual(renderPages(at('scan.pdf'), 1, 2));
    expect(complaints(at('read.pdf'))).toEqual(new Set());
    const picture = SCAN.subarray(
      SCAN.lastIndexOf('stream\n', SCAN.lastIndexOf('endstream') - 4),
      SCAN.lastIndexOf('endstream'),
    );
    expect(bytes.includes(picture)).toBe(true);
  });

  exhaustive('a scan on its side or upside down is read, and its text found where it is', async () => {
    const centre = async (bytes: Uint8Array): Promise<[number, number]> => {
      const files = [{ name: 'a.pdf', bytes }];
      const { data } = await runTool(searchPdf, { files, options: { pattern: 'Optical', pages: '1' } });
      const { x, y, width, height } =
        (data as { matches: { boxes: Record<string, number>[] }[] }).matches[0]?.boxes[0] ?? {};
      return [Number(x) + Number(width) / 2, Number(y) + Number(height) / 2];
    };
    const straight = await centre((await read(SCAN, { pages: '1' })).files[0]?.bytes ?? Buffer.alloc(0));
    const [, wide = 0, high = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(SCAN.toString('latin1')) ?? []).map(
      Number,
    );
    for (const rotate of ([90, 180, 270] as const).slice(0, 3)) {
      const turned = SCAN.toString('latin1').replace(/\/Type \/Page\b(?!s)/, `/Rotate ${rotate} /Type /Page`);
      const answer = await read(Buffer.from(turned, 'latin1'), { pages: '1', format: 'both' });
      expect(answer.data).toMatchObject({ files: [{ pages: [{ turnDegrees: 360 - rotate }] }] });
      expect(plain(Buffer.from(answer.files[1]?.bytes ?? '').toString())).toBe(TEXT);
      const [x, y] = straight;
      const expected = { 90: [high - y, x], 180: [wide - x, high - y], 270: [y, wide - x] }[rotate];
      const found = await centre(answer.files[0]?.bytes ?? Buffer.alloc(0));
      for (const side of [0, 1]) expect(Math.abs((found[side] ?? 0) - (expected[side] ?? 0))).toBeLessThan(3);
    }
  });

  exhaustive('a skewed scan is read and found where it is', async () => {
    const angle = (3 * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // Turned clockwise by 3 degrees about the lower left corner, moved up.
    const skewed = SCAN.toString('latin1').replace(/q ([\d.]+) 0 0 ([\d.]+) 0 0 cm/, (whole, w: string, h: string) =>
      `q ${[Number(w) * cos, -Number(w) * sin, Number(h) * sin, Number(h) * cos].map((n) => n.toFixed(1)).join(' ')} 0 12 cm`.padEnd(
        whole.length,
      ),
    );
    const answer = await read(Buffer.from(skewed, 'latin1'), { pages: '1' });
    expect(
      (answer.data as { files: { pages: { skewDegrees: number }[] }[] }).files[0]?.pages[0]?.skewDegrees,
    ).toBeCloseTo(3, 0);
    writeFileSync(at('skewed.pdf'), answer.files[0]?.bytes ?? '');
    expect(plain(runProgram('pdftotext', ['-raw', '-l', '1', at('skewed.pdf'), '-']).toString())).toBe(TEXT);
  });
});

exhaustive("languages in the operator's folder of models can be read", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocr-models-'));
  mkdirSync(join(folder, 'tessdata'));
  const data = readFileSync(
    createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  );
  writeFileSync(join(folder, 'tessdata', 'tlh.traineddata'), gunzipSync(data));
  const files = [{ name: 'scan.pdf', bytes: SCAN }];
  const run = (modelDir: string | undefined) =>
    runTool(
      ocrPdf,
      { files, options: { language: 'tlh', format: 'text', pages: '1' } },
      { settings: { ...NO_SETTINGS, modelDir } },
    );
  expect(plain((await run(folder)).text ?? '')).toBe(TEXT);
  expect((await run(undefined)).status).toBe(400);
  rmSync(folder, { recursive: true });
});

describe('pages with text', () => {
  it('stay as they are, and the file too where nothing was read', async () => {
    const typed = plainPdf('This page has its own text, typed', 2);
    const answer = await read(typed);
    expect(answer.files[0]?.bytes.equals(typed)).toBe(true);
    expect(answer.data).toMatchObject({ files: [{ pages: [{ found: 'text' }, { found: 'text' }] }] });
    const text = await read(typed, { format: 'text' });
    expect(text.text).toBe('This page has its own text, typed 1\n\fThis page has its own text, typed 2\n');
  });

  it('are told in the order of reading, as pdf-to-text tells it', async () => {
    const article = readFixture('pdf/article.pdf');
    const own = await read(article, { format: 'text', pages: '1' });
    const told = await runTool(pdfToText, { files: [{ name: 'a.pdf', bytes: article }], options: { pages: '1' } });
    expect(own.text).toContain('River and Town');
    expect(own.text).toBe(`${told.text}\n`);
  });
});
