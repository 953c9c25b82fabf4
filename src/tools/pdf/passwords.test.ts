/** Option `password` of every tool that reads a PDF and has it, and what one bad file does to the others. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import addPageNumbers from './add-page-numbers.js';
import compressPdf from './compress-pdf.js';
import editPdfMetadata from './edit-pdf-metadata.js';
import extractPdfImages from './extract-pdf-images.js';
import flattenPdf from './flatten-pdf.js';
import nUpPdf from './n-up-pdf.js';
import organizePdf from './organize-pdf.js';
import pdfAttachments from './pdf-attachments.js';
import pdfBookmarks from './pdf-bookmarks.js';
import pdfFormFields from './pdf-form-fields.js';
import pdfInfo from './pdf-info.js';
import pdfToJpg from './pdf-to-jpg.js';
import protectPdf from './protect-pdf.js';
import removeBlankPages from './remove-blank-pages.js';
import repairPdf from './repair-pdf.js';
import resizePdfPages from './resize-pdf-pages.js';
import rotatePdf from './rotate-pdf.js';
import sanitizePdf from './sanitize-pdf.js';
import unlockPdf from './unlock-pdf.js';
import watermarkPdf from './watermark-pdf.js';

const folder = mkdtempSync(join(tmpdir(), 'pdf-passwords-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TOOLS: readonly (readonly [Tool, Readonly<Record<string, unknown>>])[] = [
  [addPageNumbers, {}],
  [compressPdf, {}],
  [editPdfMetadata, { title: 'T' }],
  [extractPdfImages, {}],
  [flattenPdf, {}],
  [flattenPdf, { target: 'pages', dpi: 36 }],
  [nUpPdf, {}],
  [organizePdf, { reverse: true }],
  [pdfAttachments, { action: 'list' }],
  [pdfBookmarks, { action: 'write', outline: 'Start\t1' }],
  [pdfFormFields, {}],
  [pdfInfo, {}],
  [pdfToJpg, { dpi: 36 }],
  [protectPdf, { userPassword: 'new' }],
  [removeBlankPages, {}],
  [repairPdf, {}],
  [resizePdfPages, {}],
  [rotatePdf, {}],
  [sanitizePdf, {}],
  [unlockPdf, {}],
  [watermarkPdf, { text: 'X' }],
];

const sent = (name: string) => ({ name: `${name}.pdf`, bytes: readFixture(`pdf/${name}.pdf`) });
const isPdf = ({ mime }: { readonly mime: string }): boolean => mime === 'application/pdf';
const hasQpdf = hasProgram('qpdf', ['--version'], 'results of encrypted PDFs');

interface Reports {
  readonly files: readonly { readonly name: string; readonly error?: string; readonly outputs?: readonly string[] }[];
}

describe.each(TOOLS.map(([tool, options]) => [tool.id, tool, options] as const))('%s', (id, tool, options) => {
  it.each(['locked-40', 'locked-128', 'locked-256'])(
    'opens %s with either password, and nothing else',
    async (name) => {
      for (const password of ['secret', 'owner']) {
        const answer = await runTool(tool, { files: [sent(name)], options: { ...options, password } });
        expect([answer.status, answer.message]).toEqual([200, undefined]);
        for (const { bytes } of answer.files.filter(isPdf)) {
          const path = join(folder, 'result.pdf');
          writeFileSync(path, bytes);
          if (!hasQpdf || id === 'protect-pdf') continue;
          expect(runProgram('qpdf', ['--show-encryption', path]).toString()).toContain('not encrypted');
        }
      }
      const wrong = await runTool(tool, { files: [sent(name)], options: { ...options, password: 'guess' } });
      expect([wrong.status, wrong.code]).toEqual([400, 'INVALID_INPUT']);
      expect(wrong.message).toContain('password');
      expect(wrong.message).not.toContain('guess');
    },
  );

  it('works on several files, of which a bad one does not spoil the others', async () => {
    const files = [sent('letter'), { name: 'notes.pdf', bytes: Buffer.from('Shopping list') }, sent('locked-256')];
    const answer = await runTool(tool, { files, options: { ...options, password: 'secret' } });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    const { files: reports } = answer.data as Reports;
    expect(reports.map(({ name }) => name)).toEqual(['letter.pdf', 'notes.pdf', 'locked-256.pdf']);
    expect(reports.map(({ error }) => error)).toEqual([
      undefined,
      'Cannot read PDF "notes.pdf": it is not a PDF file',
      undefined,
    ]);
    expect(reports.flatMap(({ outputs }) => outputs ?? [])).toEqual(answer.files.map(({ name }) => name));
  });
});
