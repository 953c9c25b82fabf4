import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { complaints, renderPages } from '../../testing/pdf-readers.js';
import { plainPdf } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import ocrPdf from './ocr-pdf.js';
import pdfToText from './pdf-to-text.js';

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

  it('every page says what is on its picture, where it is, and looks as before', async () => {
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

  it('a skewed scan is read and found where it is', async () => {
    const angle = (3 * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // Turned clockwise by 3 degrees about the lower left corner, moved up.
    const skewed = SCAN.toString('latin1').replace(/q ([\d.]+) 0 0 ([\d.]+) 0 0 cm/, (whole, w: string, h: string) =>
      `q ${[Number(w) * cos, -Number(w) * sin, Number(h) * sin, Number(h) * cos].map((n) => n.toFixed(1)).join(' ')} 0 12 cm`.padEnd(
        whole.length,
      ),
    );
    const answer = await read(Buffer.from(skewed, 'latin1'), { pages: '1' });
    expect((answer.data as { pages: { skewDegrees: number }[] }).pages[0]?.skewDegrees).toBeCloseTo(3, 0);
    writeFileSync(at('skewed.pdf'), answer.files[0]?.bytes ?? '');
    expect(plain(runProgram('pdftotext', ['-raw', '-l', '1', at('skewed.pdf'), '-']).toString())).toBe(TEXT);
  });
});

describe('pages with text', () => {
  it('stay as they are, and the file too where nothing was read', async () => {
    const typed = plainPdf('This page has its own text, typed', 2);
    const answer = await read(typed);
    expect(answer.files[0]?.bytes.equals(typed)).toBe(true);
    expect(answer.data).toMatchObject({ pages: [{ found: 'text' }, { found: 'text' }] });
    const text = await read(typed, { output: 'text' });
    expect(text.text).toBe('This page has its own text, typed 1\n\fThis page has its own text, typed 2\n');
  });

  it('are told in the order of reading, as pdf-to-text tells it', async () => {
    const article = readFixture('pdf/article.pdf');
    const own = await read(article, { output: 'text', pages: '1' });
    const told = await runTool(pdfToText, { files: [{ name: 'a.pdf', bytes: article }], options: { pages: '1' } });
    expect(own.text).toContain('River and Town');
    expect(own.text).toBe(`${told.text}\n`);
  });
});
