import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';

import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { NO_SETTINGS } from '../../runner/execute.js';
import { findLibreOffice } from '../../runner/installed-programs.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { pptxOfMarkdown, randomDeck } from '../../testing/presentations.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { docxOfMarkdown, randomMarkdown } from '../../testing/word-documents.js';
import xlsxToJson from '../spreadsheets/xlsx-to-json.js';
import tool from './convert-document.js';
import pptxToText from './pptx-to-text.js';

const libreofficePath = findLibreOffice(process.env);
const canRun =
  hasProgram('soffice', ['--version'], 'Office documents converted') &&
  hasProgram('pandoc', ['--version'], 'Office documents converted');

const scratch = mkdtempSync(join(tmpdir(), 'convert-document-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function converted(files: readonly { readonly name: string; readonly bytes: Uint8Array }[], to: string) {
  const answer = await runTool(
    tool,
    { files, options: { to } },
    { scratch, settings: { ...NO_SETTINGS, libreofficePath } },
  );
  expect(answer.message).toBeUndefined();
  return answer.files.map(({ name, bytes }) => ({ name, bytes }));
}

const byPandoc = (from: string, bytes: Uint8Array): string =>
  runProgram('pandoc', ['-f', from, '-t', 'plain', '--wrap=none'], bytes).toString();

/** The letters between the tags of its body. */
const textOfOdt = (bytes: Uint8Array): string =>
  (new ZipArchive(bytes, 1e7).read('content.xml')?.toString() ?? '')
    .replace(/^.*<office:text/s, '<office:text')
    .replace(/<\/text:[ph]>|<text:(?:line-break|s|tab)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, ' ');

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

describe.skipIf(!canRun || libreofficePath === undefined)('Office documents converted', () => {
  inRounds('pandoc reads the same words in every format', [1, 10], async (rounds) => {
    // Notes are where each format has them.
    const files = Array.from({ length: rounds }, (_, i) => ({
      name: `d${i}.docx`,
      bytes: docxOfMarkdown(randomMarkdown(i + 1).replace(/\[\^\d+\](?:: .*)?/g, '')),
    }));
    const expected = files.map(({ bytes }) => wordsOf(byPandoc('docx', bytes)));
    for (const to of rounds === 1 ? ['html'] : ['html', 'txt'])
      for (const [i, { bytes }] of (await converted(files, to)).entries())
        expect(wordsOf(to === 'txt' ? bytes.toString() : byPandoc(to, bytes)), `document ${i} as ${to}`).toEqual(
          expected[i],
        );
    // pandoc's readers of ODT and RTF drop cells and links.
    for (const [i, { bytes }] of (await converted(files, 'odt')).entries())
      expect(wordsOf(textOfOdt(bytes)), `document ${i} as odt`).toEqual(expected[i]);
    if (rounds === 1) return;
    for (const [i, { bytes }] of (await converted(await converted(files, 'rtf'), 'docx')).entries())
      expect(wordsOf(byPandoc('docx', bytes)), `document ${i} as rtf`).toEqual(expected[i]);
  });

  exhaustive('workbooks and presentations come back with their values and words', async () => {
    const values = async (name: string, bytes: Uint8Array) =>
      (await runTool(xlsxToJson, { files: [{ name, bytes }] })).text;
    const book = readFixture('spreadsheets/orders.xlsx');
    const [ods] = await converted([{ name: 'a.xlsx', bytes: book }], 'ods');
    const [xlsx] = await converted([{ name: 'a.ods', bytes: ods?.bytes ?? Buffer.alloc(0) }], 'xlsx');
    expect(await values('a.xlsx', xlsx?.bytes ?? Buffer.alloc(0))).toBe(await values('a.xlsx', book));
    const decks = Array.from({ length: 5 }, (_, i) => ({
      name: `d${i}.pptx`,
      bytes: pptxOfMarkdown(randomDeck(i + 1).markdown),
    }));
    const again = await converted(await converted(decks, 'odp'), 'pptx');
    for (const [i, { bytes }] of again.entries()) {
      const words = async (deck: Uint8Array): Promise<string[]> =>
        wordsOf(
          (await runTool(pptxToText, { files: [{ name: 'a.pptx', bytes: deck }], options: { format: 'text' } })).text ??
            '',
        ).sort();
      expect(await words(bytes), `deck ${i}`).toEqual(await words(decks[i]?.bytes ?? Buffer.alloc(0)));
    }
  });

  exhaustive('converts documents of several kinds, and HTML, in one run', async () => {
    const files = [
      { name: 'a.html', bytes: Buffer.from('<p>Zürich <b>港</b><img src="file:///etc/passwd">') },
      { name: 'b.xlsx', bytes: readFixture('spreadsheets/orders.xlsx') },
      { name: 'c.docx', bytes: readFixture('documents/report.docx') },
    ];
    const pages = await converted(files, 'html');
    expect(pages.map(({ name }) => name)).toEqual(['a.html', 'b.html', 'c.html']);
    for (const [i, word] of ['Zürich', 'Desk, oak', 'Harbour report'].entries())
      expect(runProgram('pandoc', ['-f', 'html', '-t', 'plain', '--wrap=none'], pages[i]?.bytes).toString()).toContain(
        word,
      );
    expect(pages[0]?.bytes.toString()).not.toContain('root:');
  });
});
