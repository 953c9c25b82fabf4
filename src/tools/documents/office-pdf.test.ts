import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { NO_SETTINGS } from '../../runner/execute.js';
import { findLibreOffice } from '../../runner/installed-programs.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { pptxOfMarkdown, randomDeck } from '../../testing/presentations.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type RunToolRequest, readFixture, runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, randomMarkdown } from '../../testing/word-documents.js';
import csvToXlsx from '../spreadsheets/csv-to-xlsx.js';
import docxToPdf from './docx-to-pdf.js';
import pptxToPdf from './pptx-to-pdf.js';
import xlsxToPdf from './xlsx-to-pdf.js';

const libreofficePath = findLibreOffice(process.env);
const canRun =
  hasProgram('soffice', ['--version'], 'Office documents as PDF') &&
  hasProgram('pandoc', ['--version'], 'Office documents as PDF') &&
  hasProgram('pdftotext', ['-v'], 'Office documents as PDF');

const folder = mkdtempSync(join(tmpdir(), 'office-pdf-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (tool: Tool, request: RunToolRequest) =>
  runTool(tool, request, { scratch: folder, settings: { ...NO_SETTINGS, libreofficePath } });

const pagesOf = (pdf: Uint8Array): string[] =>
  runProgram('pdftotext', ['-layout', '-', '-'], pdf).toString().split('\f').slice(0, -1);

/** Letters and digits apart: pdftotext sees a space between them where fonts change. */
const wordsOf = (text: string): string[] => (text.match(/\p{L}+|\d+/gu) ?? []).sort();

describe.skipIf(!canRun || libreofficePath === undefined)('Office documents as PDF', () => {
  exhaustive('have the pages and the text of LibreOffice started by hand', async () => {
    const files = Array.from({ length: 20 }, (_, i) => ({
      name: `d${i}.docx`,
      bytes: docxOfMarkdown(randomMarkdown(i + 1)),
    }));
    const answer = await run(docxToPdf, { files });
    const theirs = convertByOffice(
      files.map(({ name, bytes }) => [name, bytes] as const),
      'pdf',
    );
    expect(answer.files).toHaveLength(20);
    for (const [i, { bytes }] of answer.files.entries())
      expect(pagesOf(bytes), `document ${i}`).toEqual(pagesOf(theirs[i] as Buffer));
  });

  exhaustive('have a page for each slide, with its words', async () => {
    const decks = Array.from({ length: 10 }, (_, i) => randomDeck(i + 1));
    const plain = decks.map(({ markdown }) => markdown.replace(/::: notes[\s\S]*?:::/g, ''));
    const files = plain.map((markdown, i) => ({ name: `d${i}.pptx`, bytes: pptxOfMarkdown(markdown) }));
    const answer = await run(pptxToPdf, { files });
    for (const [i, { bytes }] of answer.files.entries()) {
      const expected = (plain[i] ?? '')
        .split(/^# /m)
        .slice(1)
        .map((slide) => wordsOf(slide.replace(/\(https:[^)]*\)/g, '')));
      expect(pagesOf(bytes).map(wordsOf), `deck ${i}`).toEqual(expected);
    }
  });

  exhaustive('have all columns of a sheet on a page, or not', async () => {
    const header = Array.from({ length: 40 }, (_, i) => `column${i}`).join(',');
    const csv = `${header}\n${Array.from({ length: 10 }, (_, row) => Array.from({ length: 40 }, (_, i) => `cell${row}x${i}`).join(',')).join('\n')}\n`;
    const made = await run(csvToXlsx, { files: [{ name: 'a.csv', bytes: Buffer.from(csv) }] });
    const files = [{ name: 'a.xlsx', bytes: made.files[0]?.bytes ?? Buffer.alloc(0) }];
    const fitted = await run(xlsxToPdf, { files });
    const wide = await run(xlsxToPdf, { files, options: { fitWidth: false } });
    const across = await run(xlsxToPdf, { files, options: { orientation: 'landscape' } });
    const pages = (answer: typeof fitted): string[] => pagesOf(answer.files[0]?.bytes ?? Buffer.alloc(0));
    expect([pages(fitted).length, pages(wide).length > 3]).toEqual([1, true]);
    const words = wordsOf(csv);
    for (const answer of [fitted, wide]) expect(wordsOf(pages(answer).join(' '))).toEqual(words);
    const size = (answer: typeof fitted) =>
      /Page size: +([\d.]+) x ([\d.]+)/.exec(runProgram('pdfinfo', ['-'], answer.files[0]?.bytes).toString());
    const [, width, height] = size(across) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
  });

  exhaustive('give the same bytes twice, and PDF/A where asked for', async () => {
    const files = [{ name: 'report.docx', bytes: readFixture('documents/report.docx') }];
    const [one, two] = [await run(docxToPdf, { files }), await run(docxToPdf, { files })];
    expect(one.files[0]?.bytes.equals(two.files[0]?.bytes as Buffer)).toBe(true);
    const archived = await run(docxToPdf, { files, options: { pdfa: true } });
    expect(archived.files[0]?.bytes.toString('latin1')).toContain('pdfaid:part>2<');
  });

  exhaustive('spoil nothing where one of two files is damaged', async () => {
    const whole = readFixture('documents/report.docx');
    const files = [
      { name: 'half.docx', bytes: whole.subarray(0, whole.length / 2) },
      { name: 'whole.docx', bytes: whole },
    ];
    const { data } = await run(docxToPdf, { files });
    expect((data as { files: { error?: string; pages?: number }[] }).files).toMatchObject([
      {
        error:
          'Cannot read file "half.docx" as a text document: it is damaged, encrypted or in a version that is not supported',
      },
      { pages: 1 },
    ]);
  });

  it('show the name of the file, and no folder of the service', async () => {
    const field = (code: string): string =>
      `<w:p><w:fldSimple w:instr=" ${code} "><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`;
    const bytes = docxOf(field('FILENAME') + field('FILENAME \\p'));
    const files = ['Fares 2026.docx', 'Fares; "é".docx'].map((name) => ({ name, bytes }));
    const shown = (await run(docxToPdf, { files })).files.map((file) =>
      pagesOf(file.bytes)
        .join('')
        .split(/\s*\n\s*/),
    );
    expect(shown.map((lines) => lines.filter((line) => line !== ''))).toEqual([
      ['Fares 2026.docx', '/proc/self/cwd/Fares 2026.docx'],
      ['Fares_ _é_.docx', '/proc/self/cwd/Fares_ _é_.docx'],
    ]);
  });

  it('load nothing that a document names', async () => {
    const asked: string[] = [];
    const server = createServer(() => asked.push('a connection'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:body><office:text><text:p>Seen<draw:frame draw:name="x" text:anchor-type="as-char"><draw:image xlink:href="${origin}/a.png" xlink:type="simple"/></draw:frame></text:p><text:section text:name="s"><text:section-source xlink:href="file:///etc/passwd" xlink:type="simple"/><text:p>Kept</text:p></text:section></office:text></office:body></office:document-content>`;
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>';
    const parts = [
      ['mimetype', 'application/vnd.oasis.opendocument.text'],
      ['content.xml', content],
      ['META-INF/manifest.xml', manifest],
    ] as const;
    const bytes = writeZip(
      parts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
      { level: 6 },
    );
    const answer = await run(docxToPdf, { files: [{ name: 'a.odt', bytes }] });
    server.close();
    expect(answer.status, answer.message).toBe(200);
    const text = pagesOf(answer.files[0]?.bytes ?? Buffer.alloc(0)).join('');
    expect([text.includes('Seen'), text.includes('Kept'), text.includes('root:'), asked]).toEqual([
      true,
      true,
      false,
      [],
    ]);
  });

  it('leave no program behind when the caller has left', async () => {
    const left = new AbortController();
    const files = Array.from({ length: 10 }, (_, i) => ({
      name: `d${i}.docx`,
      bytes: docxOfMarkdown(randomMarkdown(i + 1)),
    }));
    const answer = runTool(
      docxToPdf,
      { files },
      { scratch: folder, settings: { ...NO_SETTINGS, libreofficePath }, signal: left.signal },
    );
    setTimeout(() => left.abort(), 300);
    expect((await answer).status).not.toBe(200);
    expect(
      runProgram('sh', ['-c', `ps -ef | grep -c "[f]ile://${folder}" || true`])
        .toString()
        .trim(),
    ).toBe('0');
  });
});
