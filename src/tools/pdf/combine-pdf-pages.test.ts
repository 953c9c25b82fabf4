import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { complaints, contentsOf, run } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './combine-pdf-pages.js';
import organizePdf from './organize-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'what combine-pdf-pages writes') &&
  hasProgram('pdftotext', ['-v'], 'what combine-pdf-pages writes');

const scratch = mkdtempSync(join(tmpdir(), 'combine-pdf-pages-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

const combine = (sources: readonly Uint8Array[], options: Record<string, unknown>) =>
  runTool(tool, { files: sources.map((bytes, i) => ({ name: `f${i + 1}.pdf`, bytes })), options });

async function combined(sources: readonly Uint8Array[], options: Record<string, unknown>): Promise<string> {
  const { status, message, files } = await combine(sources, options);
  expect([status, message]).toEqual([200, undefined]);
  writeFileSync(at('combined.pdf'), files[0]!.bytes);
  return at('combined.pdf');
}

/** The text of each page. */
const pagesOf = (path: string): string[] =>
  runProgram('pdftotext', [path, '-'])
    .toString()
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());

describe.skipIf(!hasReaders)('combine-pdf-pages', () => {
  inRounds('takes the pages that qpdf --pages and --collate take', [3, 60], async (rounds) => {
    const chance = chanceOf(20);
    for (let round = 0; round < rounds; round += 1) {
      const counts = Array.from({ length: 2 + chance(4) }, () => 1 + chance(7));
      const sources = counts.map((count, i) => plainPdf(`File ${i + 1} page`, count));
      const lists = counts.map((count) => {
        const [from, to] = [1 + chance(count), 1 + chance(count)];
        return [`1-${count}`, `${from}-${to}`, `${to},${from}`, `-${to},${from}-`][chance(4)] ?? '';
      });
      const reversed = counts.flatMap((_, i) => (chance(3) === 0 ? [i + 1] : []));
      const interleave = chance(2) === 0;
      const path = await combined(sources, { pages: lists.join('/'), reverseFiles: reversed.join(), interleave });
      const asked = sources.flatMap((bytes, i) => {
        writeFileSync(at(`f${i}.pdf`), bytes);
        const count = counts[i] ?? 0;
        const numbers = (lists[i] ?? '').split(',').flatMap((part) => {
          const [first = '', last] = part.split('-');
          const [from, to] = [Number(first || 1), last === undefined ? Number(first) : Number(last || count)];
          return Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to - from) * n);
        });
        if (reversed.includes(i + 1)) numbers.reverse();
        return [at(`f${i}.pdf`), numbers.join()];
      });
      run('qpdf', ['--empty', ...(interleave ? ['--collate'] : []), '--pages', ...asked, '--', at('qpdf.pdf')]);
      const expected = pagesOf(at('qpdf.pdf'));
      expect(expected.length).toBeGreaterThan(1);
      expect(pagesOf(path), `${lists.join('/')} ${reversed} ${interleave}`).toEqual(expected);
      expect([...complaints(path)]).toEqual([]);
    }
  });

  it('keeps links, outlines, fields and labels with their pages when files are interleaved', async () => {
    const path = await combined([richPdf('A'), richPdf('B')], { interleave: true, reverseFiles: '2' });
    expect(pagesOf(path).map((page) => /[AB] page \d/.exec(page)?.[0])).toEqual([
      'A page 1',
      'B page 4',
      'A page 2',
      'B page 3',
      'A page 3',
      'B page 2',
      'A page 4',
      'B page 1',
    ]);
    expect([...complaints(path)]).toEqual([]);
    const { outline, links, fields, labels, layers, attachments } = contentsOf(path)!;
    // Pages of A are at 1, 3, 5 and 7, those of B at 8, 6, 4 and 2.
    expect(outline.filter(({ what }) => /chapter|section/.test(what)).map(({ what, to }) => [what, to])).toEqual([
      ['u:A chapter 1', 1],
      ['u:A section 1.1', 3],
      ['u:A chapter 2', 5],
      ['u:B chapter 1', 8],
      ['u:B section 1.1', 6],
      ['u:B chapter 2', 4],
    ]);
    expect(links.map(({ on, to }) => [on, to]).filter(([, to]) => to !== null)).toEqual([
      [1, 7],
      [1, 3],
      [1, 5],
      [8, 2],
      [8, 6],
      [8, 4],
    ]);
    expect(fields.length).toBe(6);
    expect(labels.length).toBe(8);
    expect(layers.length).toBe(4);
    expect(attachments.length).toBe(2);
  });

  it('adds a blank page of the size of the last page after an odd number', async () => {
    const wide = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 100] >>',
      3: '<< /Type /Page /Parent 2 0 R >>',
    });
    const path = await combined([wide, plainPdf('Page', 2), wide], { blankAfterOdd: true });
    const sizes = runProgram('pdfinfo', ['-l', '9', path])
      .toString()
      .matchAll(/size: *(\d+ x \d+)/g);
    expect([...sizes].map(([, size]) => size)).toEqual([
      '300 x 100',
      '300 x 100',
      '200 x 200',
      '200 x 200',
      '300 x 100',
      '300 x 100',
    ]);
  });

  it('opens encrypted files with their password', async () => {
    writeFileSync(at('plain.pdf'), plainPdf('Secret', 2));
    run('qpdf', ['--encrypt', 'open', 'owner', '256', '--', at('plain.pdf'), at('locked.pdf')]);
    const locked = readFileSync(at('locked.pdf'));
    const path = await combined([locked, plainPdf('Open', 1)], { password: 'open', interleave: true });
    expect(pagesOf(path)).toEqual(['Secret 1', 'Open 1', 'Secret 2']);
    expect((await combine([locked], {})).message).toBe(
      'Cannot read PDF "f1.pdf": it is encrypted: give its password in option "password", or remove it with unlock-pdf',
    );
  });
});

exhaustive('is bounded however many pages are asked for', async () => {
  const large = plainPdf('Page', 20_000);
  const { status, code, message } = await combine([large], { pages: '1-,'.repeat(1_000).concat('1') });
  expect([status, code, message]).toEqual([413, 'LIMIT_EXCEEDED', 'Option "pages" must ask for at most 50000 pages']);
  const order = '1-,'.repeat(1_000).concat('1');
  const organized = await runTool(organizePdf, { files: [{ name: 'a.pdf', bytes: large }], options: { order } });
  expect([organized.status, organized.message]).toEqual([413, 'Option "order" must ask for at most 50000 pages']);
  const two = await combine([large, large, large], {});
  expect([two.status, two.message]).toEqual([413, 'The result must have at most 50000 pages, got 60000']);
  const blanks = await combine([plainPdf('Page', 1)], { pages: 'blank,blank' });
  expect([blanks.status, blanks.message]).toEqual([
    400,
    'Option "pages" must take at least one page that is not blank',
  ]);
});
