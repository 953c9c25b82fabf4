import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { firstReport } from '../../testing/file-report.js';
import { complaints, contentsOf, renderPages } from '../../testing/pdf-readers.js';
import { pdfOf, richPdf, stream } from '../../testing/pdf-samples.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import flattenPdf from './flatten-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'flattened PDFs') && hasProgram('pdftoppm', ['-v'], 'flattened PDFs');
const scratch = mkdtempSync(join(tmpdir(), 'flatten-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function written(bytes: Uint8Array, name = 'result.pdf'): string {
  writeFileSync(join(scratch, name), bytes);
  return join(scratch, name);
}

async function flattened(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(flattenPdf, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  return { data: firstReport(answer), path: written(answer.files[0]!.bytes) };
}

/** Without the note: poppler draws one of its own there. */
const form = (): Buffer =>
  Buffer.from(richPdf('F').toString('latin1').replace('52 0 R 44 0 R]', '52 0 R]       '), 'latin1');

const look = (entries: string): string =>
  stream('0 0 1 rg 0 0 10 20 re f 1 0 0 rg 0 0 5 5 re f', `/Subtype /Form ${entries}`);
const annotated = (rotate: number): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 200] /Rotate ${rotate} >>`,
    // The content leaves its state changed: what is drawn behind it must not be.
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R] >>',
    4: stream('0.5 0 0 0.5 20 20 cm 0 1 0 rg 0 0 100 100 re f'),
    10: '<< /Type /Annot /Subtype /Stamp /Rect [10 10 70 50] /AP << /N 20 0 R >> >>',
    11: '<< /Type /Annot /Subtype /Stamp /Rect [100 10 150 60] /AP << /N 21 0 R >> >>',
    12: '<< /Type /Annot /Subtype /Stamp /Rect [100 100 110 120] /F 2 /AP << /N 20 0 R >> >>',
    13: '<< /Type /Annot /Subtype /Stamp /Rect [150 150 180 180] /AP << /N << /On 20 0 R /Off 22 0 R >> >> /AS /On >>',
    14: '<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /Border [0 0 0] /A << /S /URI /URI (https://example.org/) >> >>',
    20: look('/BBox [0 0 10 20]'),
    21: look('/BBox [-5 -5 10 20] /Matrix [0.7 0.7 -0.7 0.7 3 4]'),
    22: look('/BBox [0 0 1 1]'),
  });

describe.skipIf(!hasReaders)('flatten-pdf', () => {
  it('leaves no field, and pages that look the same', async () => {
    const before = renderPages(written(form(), 'source.pdf'), 1, 4);
    const { path, data } = await flattened(form());
    expect(data).toMatchObject({ flattened: { fields: 3, annotations: 0, made: 0, hidden: 0 }, warnings: [] });
    expect([...complaints(path)]).toEqual([]);
    const contents = contentsOf(path)!;
    expect(contents.fields).toEqual([]);
    expect(contents.links.length).toBe(4);
    expect(contents.annotations).toEqual([4, 0, 0, 0]);
    expect(renderPages(path, 1, 4)).toEqual(before);
    expect(runProgram('qpdf', ['--qdf', path, '-']).toString('latin1')).not.toContain('AcroForm');
    expect(runProgram('pdftotext', [path, '-']).toString()).toContain('F one');
  });

  it('draws stretched and turned appearances, in their state, where they were', async () => {
    for (const rotate of [0, 90]) {
      const source = annotated(rotate);
      const before = renderPages(written(source, 'source.pdf'), 1, 1);
      const { path, data } = await flattened(source);
      expect(data).toMatchObject({ flattened: { annotations: 3, hidden: 1 } });
      expect(renderPages(path, 1, 1)).toEqual(before);
      expect(contentsOf(path)!.annotations).toEqual([1]);
    }
  });

  it('keeps what it is not asked to flatten', async () => {
    const forms = contentsOf((await flattened(richPdf('F'), { target: 'forms' })).path)!;
    expect([forms.fields.length, forms.annotations]).toEqual([0, [4, 0, 0, 1]]);
    const notes = contentsOf((await flattened(richPdf('F'), { target: 'annotations' })).path)!;
    expect([notes.fields.length, notes.annotations]).toEqual([3, [5, 1, 0, 1]]);
  });

  it('makes the appearance of a field that has only a value', async () => {
    const bare = Buffer.from(
      form()
        .toString('latin1')
        .replaceAll(/\/AP << \/N 5[67] 0 R >>/g, (match) => ' '.repeat(match.length)),
      'latin1',
    );
    const { path, data } = await flattened(bare);
    expect(data).toMatchObject({ flattened: { fields: 3, made: 2 }, warnings: [] });
    expect(runProgram('pdftotext', [path, '-']).toString()).toContain('F two');
  });

  it('makes pictures of pages, turned and as large as they were', async () => {
    const { path } = await flattened(richPdf('F'), { target: 'pages', dpi: 100 });
    const page = ['-r', '72', '-f', '2', '-l', '2', '-png', '-singlefile'];
    const ours = await sharp(runProgram('pdftoppm', [...page, path]))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const source = runProgram('pdftoppm', [...page, written(richPdf('F'), 'source.pdf')]);
    const theirs = await sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([ours.info.width, ours.info.height]).toEqual([theirs.info.width, theirs.info.height]);
    // Another renderer, whose font and edges differ, at another resolution.
    expect(meanDifference(ours.data, theirs.data)).toBeLessThan(5);
    expect(runProgram('pdftotext', [path, '-']).toString().trim()).toBe('');
  });

  it('refuses pages that have too many pixels together', async () => {
    const files = [
      {
        name: 'in.pdf',
        bytes: pdfOf({
          1: '<< /Type /Catalog /Pages 2 0 R >>',
          2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(200)}] /Count 200 /MediaBox [0 0 800 800] >>`,
          3: '<< /Type /Page /Parent 2 0 R >>',
        }),
      },
    ];
    const { status, message } = await runTool(flattenPdf, { files, options: { target: 'pages' } });
    expect([status, message]).toEqual([
      413,
      'PDF "in.pdf" must have at most 400000000 pixels in all at 200 dpi, got 987654321',
    ]);
  });
});
