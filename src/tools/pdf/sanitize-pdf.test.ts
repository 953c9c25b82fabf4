import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { complaints, contentsOf } from '../../testing/pdf-readers.js';
import { pdfOf, richPdf, stream, unsafePdf } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import sanitizePdf from './sanitize-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'sanitized PDFs') && hasProgram('pdfinfo', ['-v'], 'sanitized PDFs');
const scratch = mkdtempSync(join(tmpdir(), 'sanitize-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const path = join(scratch, 'result.pdf');

/** The result as text without compression, by qpdf. */
async function sanitized(bytes: Uint8Array, options: Record<string, boolean> = {}): Promise<string> {
  const { status, message, files } = await runTool(sanitizePdf, { files: [{ name: 'in.pdf', bytes }], options });
  expect([status, message]).toEqual([200, undefined]);
  writeFileSync(path, files[0]!.bytes);
  expect([...complaints(path)]).toEqual([]);
  return runProgram('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString('latin1');
}

const ALL = { links: true, annotations: true };

describe.skipIf(!hasReaders)('sanitize-pdf', () => {
  it('leaves none of the names that pdfid counts, and no word of what they held', async () => {
    const text = await sanitized(unsafePdf(), ALL);
    for (const name of 'JS,JavaScript,AA,Launch,SubmitForm,GoToR,Rendition,Screen,EmbeddedFile,EF,AF,XFA,URI,Metadata,PieceInfo,Info'.split(
      ',',
    )) {
      expect(text).not.toMatch(new RegExp(`/${name}\\b`));
    }
    for (const word of [
      'app.alert',
      'secret',
      'example.org',
      'calc.exe',
      'other.pdf',
      'attached',
      'private',
      'draft',
      'comment',
      'A. Author',
      'Old',
    ]) {
      expect(text).not.toContain(word);
    }
    for (const word of ['Page 1', 'Page 2', '(kept)', '(Start)']) expect(text).toContain(word);
    // The opening view, the link behind the program and the link within the document.
    expect(text.match(/\/Fit\b/g)?.length).toBe(3);
  });

  it.each([
    ['javascript', 'app.alert'],
    ['actions', 'calc.exe'],
    ['attachments', 'attached data'],
    ['metadata', 'private'],
    ['links', 'example.org/tracker'],
    ['annotations', 'a comment'],
  ])('takes out %s only where it is asked to', async (option, word) => {
    const options = { javascript: false, actions: false, attachments: false, metadata: false };
    expect(await sanitized(unsafePdf(), options)).toContain(word);
    expect(await sanitized(unsafePdf(), { ...options, [option]: true })).not.toContain(word);
  });

  it('keeps everything else of a file', async () => {
    await sanitized(richPdf('K'));
    const after = contentsOf(path)!;
    writeFileSync(path, richPdf('K'));
    expect(after).toEqual({ ...contentsOf(path)!, attachments: [] });
  });

  it('takes EXIF and comments out of JPEG pictures and leaves their samples', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c08040' } })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const picture = stream(
      jpeg.toString('latin1'),
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
    );
    const source = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 8 8] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
      4: stream('8 0 0 8 0 0 cm /P Do'),
      5: picture,
    });
    expect(source.toString('latin1')).toContain('Somebody');
    const text = await sanitized(source);
    expect(text).not.toContain('Somebody');
    const start = text.indexOf('\xff\xd8\xff');
    const inside = Buffer.from(text.slice(start, text.indexOf('\xff\xd9', start) + 2), 'latin1');
    expect(await sharp(inside).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
  });
});
