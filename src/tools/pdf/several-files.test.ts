import { describe, expect, it } from 'vitest';
import type { Tool } from '../../core/tool.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import ocrPdf from './ocr-pdf.js';
import pdfToMarkdown from './pdf-to-markdown.js';
import pdfToText from './pdf-to-text.js';
import redactPdf from './redact-pdf.js';
import searchPdf from './search-pdf.js';

interface Report {
  readonly name: string;
  readonly outputs?: readonly string[];
  readonly error?: string;
}

const letter = { name: 'letter.pdf', bytes: readFixture('pdf/letter.pdf') };
const notes = { name: 'notes.pdf', bytes: Buffer.from('Shopping list') };
const locked = { name: 'locked.pdf', bytes: readFixture('pdf/locked-256.pdf') };

const TOOLS: readonly [Tool, Readonly<Record<string, unknown>>][] = [
  [pdfToText, {}],
  [pdfToText, { format: 'json' }],
  [pdfToText, { format: 'words' }],
  [pdfToMarkdown, {}],
  [ocrPdf, { format: 'text', skipText: false }],
  [searchPdf, { pattern: 'letter', highlight: true }],
  [redactPdf, { text: 'Letter 1', dpi: 100 }],
];

describe.each(TOOLS)('$id %#', (tool, options) => {
  exhaustive('reads several files, of which bad ones do not spoil the others', async () => {
    const files = [notes, letter, locked, letter];
    const answer = await runTool(tool, { files, options });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    const { files: reports } = answer.data as { files: readonly Report[] };
    expect(reports.map(({ name }) => name)).toEqual(['notes.pdf', 'letter.pdf', 'locked.pdf', 'letter.pdf']);
    expect(reports.map(({ error }) => error)).toEqual([
      'Cannot read PDF "notes.pdf": it is not a PDF file',
      undefined,
      'Cannot read PDF "locked.pdf": it is encrypted: give its password in option "password", or remove it with unlock-pdf',
      undefined,
    ]);
    expect(reports.flatMap(({ outputs }) => outputs ?? [])).toEqual(answer.files.map(({ name }) => name));
    expect(new Set(answer.files.map(({ name }) => name)).size).toBe(2);
    const [first, second] = answer.files;
    expect(first?.bytes).toEqual(second?.bytes);
  });

  it('refuses files of which all are bad with the first fault', async () => {
    const answer = await runTool(tool, { files: [notes, locked], options });
    expect([answer.status, answer.message]).toEqual([400, 'Cannot read PDF "notes.pdf": it is not a PDF file']);
  });
});

it('pdf-to-markdown links the images of two files of one name each to its own', async () => {
  const scan = { name: 'scan.pdf', bytes: readFixture('pdf/scan.pdf') };
  const answer = await runTool(pdfToMarkdown, { files: [scan, scan], options: { pages: '1', images: true } });
  const texts = answer.files.filter(({ name }) => name.endsWith('.md')).map(({ bytes }) => bytes.toString());
  const links = texts.map((text) => /!\[\]\(<?([^)>]+)>?\)/.exec(text)?.[1] ?? '');
  expect(new Set(links).size).toBe(2);
  const names = answer.files.map(({ name }) => name);
  for (const link of links) expect(names).toContain(decodeURIComponent(link));
});

exhaustive('redact-pdf counts the pages of all files, and those of a file over the limit do not count', async () => {
  const pages = (count: number): Buffer =>
    textPdf(Array.from({ length: count }, () => ({ content: textAt(10, 50, 'Secret') })));
  const answer = await runTool(redactPdf, {
    files: [
      { name: 'a.pdf', bytes: pages(60) },
      { name: 'b.pdf', bytes: pages(41) },
      { name: 'c.pdf', bytes: pages(1) },
    ],
    options: { text: 'Secret', dpi: 100 },
  });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  const { files: reports } = answer.data as { files: readonly Report[] };
  expect(reports.map(({ error }) => error)).toEqual([
    undefined,
    'Redacted pages up to PDF "b.pdf" must be at most 100, with at most 400000000 pixels in all: page 41 is over it',
    undefined,
  ]);
});
