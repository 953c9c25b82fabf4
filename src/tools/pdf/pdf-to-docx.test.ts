import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import pdfToDocx from './pdf-to-docx.js';
import pdfToText from './pdf-to-text.js';

const scratch = mkdtempSync(join(tmpdir(), 'pdf-to-docx-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function docxOf(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<Buffer> {
  const { status, message, files } = await runTool(pdfToDocx, { files: [{ name: 'a.pdf', bytes }], options });
  expect(status, message).toBe(200);
  return files[0]?.bytes ?? Buffer.alloc(0);
}

const partOf = (docx: Buffer, name: string): string => new ZipArchive(docx, 1e7).read(name)?.toString('utf8') ?? '';

describe('documents', () => {
  it('begin a page where the PDF does, or not', async () => {
    const bytes = readFixture('pdf/letter.pdf');
    expect(partOf(await docxOf(bytes), 'word/document.xml').match(/pageBreakBefore/g)).toHaveLength(1);
    expect(partOf(await docxOf(bytes, { pageBreaks: false }), 'word/document.xml')).not.toContain('pageBreakBefore');
  });

  it('hold pictures once each, and only web links', async () => {
    const scan = await docxOf(readFixture('pdf/scan.pdf'));
    expect(new ZipArchive(scan, 1e7).names.filter((name) => name.endsWith('.png'))).toHaveLength(2);
    expect(new ZipArchive(await docxOf(readFixture('pdf/scan.pdf'), { images: false }), 1e7).names).not.toContain(
      'word/media/picture1.png',
    );
    const annotation =
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>]';
    const linked = await docxOf(textPdf([{ content: textAt(72, 600, 'a link'), entries: annotation }]));
    expect(partOf(linked, 'word/_rels/document.xml.rels')).not.toContain('javascript');
  });

  it('are the same bytes every time and have no character that XML has not', async () => {
    const bytes = textPdf([{ content: textAt(72, 700, '\u0001<&>"\u0002', { font: 'U' }) }], 'a\u0007b');
    expect(await docxOf(bytes)).toEqual(await docxOf(bytes));
    expect(partOf(await docxOf(bytes), 'word/document.xml')).not.toMatch(/[\u0000-\u0008]/);
  });
});

const wordsOf = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');

const hasPandoc = hasProgram('pandoc', ['--version'], 'documents of pdf-to-docx read by pandoc');

describe.skipIf(!hasPandoc)('as pandoc reads them (skipped where it is not installed)', () => {
  const markdown = (docx: Buffer): string =>
    runProgram('pandoc', ['-f', 'docx', '-t', 'gfm', '--wrap=none'], docx).toString();

  it('the report has headings, emphasis, lists, table and link', async () => {
    const text = markdown(await docxOf(readFixture('pdf/office.pdf')));
    for (const part of [
      '# Harbour report',
      '## Ships',
      '### Where to ask',
      '**bold words**',
      '*slanted words*',
      '1.  by day',
      '[on the page of the harbour](https://example.com/harbour)',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/^- {3}barges with timber$/m);
    expect(text).toContain('2,310.75');
  });

  it('has the words of the PDF in their order', async () => {
    const article = readFixture('pdf/article.pdf');
    const plain = runProgram(
      'pandoc',
      ['-f', 'docx', '-t', 'plain', '--wrap=none'],
      await docxOf(article, { dropRepeated: false }),
    ).toString();
    const { text } = await runTool(pdfToText, {
      files: [{ name: 'a.pdf', bytes: article }],
      options: { dehyphenate: true },
    });
    const bare = (value: string): string => wordsOf(value.replace(/^\s*(?:[•-]|\d\.)\s/gm, ''));
    expect(bare(plain)).toBe(bare(text ?? ''));
  });
});

// LibreOffice may be installed without Writer.
const hasWriter =
  hasProgram('soffice', ['--version'], 'documents of pdf-to-docx in LibreOffice') &&
  existsSync('/usr/lib/libreoffice/program/libswlo.so');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'documents of pdf-to-docx in LibreOffice');

exhaustive.skipIf(!hasWriter || !hasPoppler)(
  'LibreOffice prints the words in their order (skipped where it or poppler-utils is not installed)',
  async () => {
    const path = join(scratch, 'office.docx');
    writeFileSync(path, await docxOf(readFixture('pdf/office.pdf'), { tables: false }));
    runProgram('soffice', [
      `-env:UserInstallation=file://${scratch}/profile`,
      ...['--headless', '--convert-to', 'pdf', '--outdir', scratch, path],
    ]);
    const printed = wordsOf(runProgram('pdftotext', ['-raw', join(scratch, 'office.pdf'), '-']).toString());
    const { text } = await runTool(pdfToText, { files: [{ name: 'a.pdf', bytes: readFixture('pdf/office.pdf') }] });
    expect(printed).toBe(wordsOf(text ?? ''));
  },
);
