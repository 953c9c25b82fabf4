import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { complaints } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf, stream } from '../../testing/pdf-samples.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import redactPdf from './redact-pdf.js';

async function redact(bytes: Uint8Array, options: Record<string, unknown>) {
  const answer = await runTool(redactPdf, {
    files: [{ name: 'sample.pdf', bytes }],
    options: { dpi: 100, ...options },
  });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return {
    bytes: answer.files[0]?.bytes ?? Buffer.alloc(0),
    data: (answer.data as { files: Record<string, unknown>[] }).files[0] ?? {},
  };
}

const hasPrograms = hasProgram('qpdf', ['--version'], 'redaction') && hasProgram('pdftotext', ['-v'], 'redaction');

describe.skipIf(!hasPrograms)('with qpdf and poppler', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'redact-pdf-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** All bytes of a PDF with every stream decoded, and the text that poppler finds. */
  function saidBy(bytes: Uint8Array): { raw: Buffer; text: string } {
    writeFileSync(at('result.pdf'), bytes);
    expect(complaints(at('result.pdf'))).toEqual(new Set());
    runProgram('qpdf', ['--qdf', '--object-streams=disable', '--decode-level=all', at('result.pdf'), at('plain.pdf')]);
    return { raw: readFileSync(at('plain.pdf')), text: runProgram('pdftotext', [at('result.pdf'), '-']).toString() };
  }

  function expectGone({ raw, text }: { raw: Buffer; text: string }, word: string): void {
    for (const candidate of [word, word.toLowerCase(), word.toUpperCase()]) {
      const utf16 = Buffer.from(candidate, 'utf16le').swap16();
      for (const form of [
        Buffer.from(candidate),
        utf16,
        Buffer.from(utf16.toString('hex')),
        Buffer.from(Buffer.from(candidate).toString('hex')),
      ]) {
        expect(raw.includes(form), candidate).toBe(false);
      }
    }
    expect(text.toLowerCase()).not.toContain(word.toLowerCase());
  }

  exhaustive(
    'a word is gone from pages, outline, fields, notes, layers, tags, labels, metadata and attachments',
    async () => {
      const { bytes } = await redact(richPdf('Topsecret'), { text: 'topsecret' });
      const said = saidBy(bytes);
      // Layers and labels carry it in their names.
      expectGone(said, 'Topsecret');
      expect(said.text.split('\f')[2]).toMatch(/page/);
    },
  );

  it('the text around it stays and can be found where it was', async () => {
    const { bytes, data } = await redact(plainPdf('To Jane Roe:', 2), { text: 'jane  roe' });
    const said = saidBy(bytes);
    expectGone(said, 'Jane');
    expectGone(said, 'Roe');
    expect(said.text.replace(/\s+/g, ' ')).toBe('To 1 To 2 ');
    expect(data).toMatchObject({
      pages: [
        { page: 1, matches: 1 },
        { page: 2, matches: 1 },
      ],
    });
  });

  exhaustive('an area of a scan is gone from the picture, also on a turned page', async () => {
    const scan = readFixture('pdf/scanned-pages.pdf');
    // The last line: 60 pixels from the left and about 230 from the top, at 200 dots per inch.
    const { bytes } = await redact(scan, { boxes: '1:15,82,300,22;2:15,82,300,22', dpi: 200, color: '#ff0000' });
    saidBy(bytes);
    const [, picture = Buffer.alloc(0)] =
      /stream\n([\s\S]*?)\nendstream\nendobj\nxref/.exec(scan.toString('latin1')) ?? [];
    expect(bytes.toString('latin1').includes(picture.toString())).toBe(false);
    runProgram('pdfimages', ['-png', at('result.pdf'), at('image')]);
    const images = readdirSync(folder).filter((name) => /^image-\d+\.png$/.test(name));
    expect(images).toHaveLength(2);
    for (const name of images) {
      const { data, info } = await sharp(at(name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at2 = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)];
      const [top, bottom] = [Math.round((84 * 200) / 72), Math.round((102 * 200) / 72)];
      for (let y = top; y < bottom; y += 3)
        for (let x = 50; x < info.width; x += 7) expect(at2(x, y)).toEqual([255, 0, 0]);
      expect(at2(10, 10)).toEqual([255, 255, 255]);
    }
  });

  it('pictures and fonts that only the redacted page draws do not stay in lists that pages share', async () => {
    const form = stream(
      'BT /F1 12 Tf 10 10 Td (Hidden in a form) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 200 50]',
    );
    const shared = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 200 200] /Resources << /Font << /F1 5 0 R >> /XObject << /Secret 6 0 R >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 8 0 R >>',
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: form.replace('/BBox', '/Resources << /Font << /F1 5 0 R >> >> /BBox'),
      7: stream('/Secret Do'),
      8: stream('BT /F1 12 Tf 10 100 Td (Plain page) Tj ET'),
      9: stream('Earlier version: Hidden in a form'),
    });
    const { bytes, data } = await redact(shared, { boxes: '1:0,150,200,50' });
    const said = saidBy(bytes);
    expectGone(said, 'Hidden');
    expect(said.text).toContain('Plain page');
    expect(data).toMatchObject({ alsoDrawn: [] });
    const whole = await redact(shared, { patterns: 'hid+en', wholePage: true });
    expect(saidBy(whole.bytes).text.trim()).toBe('Plain page');
  });

  it('words that are not drawn are found in marked content, scripts and metadata of other pages', async () => {
    const quiet = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 200 200] /Resources << /Font << /F1 5 0 R >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Annots [9 0 R] /Metadata 11 0 R >>',
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      7: stream('BT /F1 12 Tf 10 100 Td (Open: Hidden) Tj ET'),
      8: stream('/Span << /Alt (a Hidden picture) >> BDC BT /F1 12 Tf 10 100 Td (Plain page) Tj ET EMC'),
      9: '<< /Type /Annot /Subtype /Link /Rect [0 0 50 20] /A << /S /JavaScript /JS 10 0 R >> >>',
      10: stream('app.alert("Hidden")'),
      11: stream('<x>Hidden</x>', '/Type /Metadata /Subtype /XML'),
    });
    const { bytes, data } = await redact(quiet, { text: 'hidden' });
    const said = saidBy(bytes);
    expectGone(said, 'Hidden');
    expect(said.text).toContain('Plain page');
    expect(data).toMatchObject({ pages: [{ page: 1 }, { page: 2 }] });
  });

  it('words under a box go from the title too, and links away from it stay', async () => {
    const { bytes, data } = await redact(richPdf('Memo'), { boxes: '1:0,70,200,40' });
    const said = saidBy(bytes);
    expectGone(said, 'Memo page 1');
    expect(said.raw.includes('https://example.org/')).toBe(true);
    expect(said.raw.includes('attached to')).toBe(false);
    expect(Number(data.stringsChanged)).toBeGreaterThan(0);
    expectGone({ raw: said.raw.subarray(said.raw.indexOf('/Title')), text: '' }, 'Memo title');
  });
});

it('names a file whose damage shows only when all of it is searched', async () => {
  const bytes = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /Mine 4 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
    4: '['.repeat(5000) + ']'.repeat(5000),
  });
  const { status, message } = await runTool(redactPdf, {
    files: [{ name: 'a.pdf', bytes }],
    options: { boxes: '1:1,1,9,9' },
  });
  expect([status, message]).toEqual([400, 'Cannot read file "a.pdf": objects are nested too deeply']);
});

it('says which lines of text were found nowhere', async () => {
  const bytes = textPdf([{ content: textAt(72, 700, 'Ann Smith lives in Bern') }]);
  const { data } = await redact(bytes, { text: 'bern\nJohn Doe\nAnn\nAnn Smith' });
  expect(data.warnings).toEqual(['Line 2 of option "text" was not found']);
});
