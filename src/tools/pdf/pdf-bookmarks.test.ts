/** pdf-bookmarks beside pdftk, qpdf, MuPDF and poppler. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { readBookmarks } from '../../lib/documents/bookmark-texts.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { complaints, contentsOf, run } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf } from '../../testing/pdf-samples.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import pdfBookmarks from './pdf-bookmarks.js';

const hasPdftk = hasProgram('pdftk', ['--version'], 'bookmarks beside pdftk');
const hasQpdf = hasProgram('qpdf', ['--version'], 'bookmarks as qpdf sees them');
const hasMupdf = hasProgram('mutool', ['-v'], 'bookmarks as MuPDF sees them');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'where generated bookmarks lead to');

const scratch = mkdtempSync(join(tmpdir(), 'pdf-bookmarks-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

interface Told {
  readonly title: string;
  readonly level: number;
  readonly page: number | null;
  readonly [key: string]: unknown;
}

async function bookmarks(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(pdfBookmarks, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const [report] = (answer.data as { files: { bookmarks: Told[]; before: number; warnings: string[] }[] }).files;
  return { ...report!, bytes: answer.files[0]?.bytes ?? Buffer.alloc(0) };
}

const refusal = async (outline: string, bytes: Uint8Array = plainPdf('Page', 2)) => {
  const files = [{ name: 'in.pdf', bytes }];
  const { status, message } = await runTool(pdfBookmarks, { files, options: { action: 'write', outline } });
  return [status, message];
};

/** Titles, levels and pages as pdftk tells them. */
function pdftkTells(path: string): (readonly [string, number, number])[] {
  const dump = Buffer.from(run('pdftk', [path, 'dump_data_utf8']).out, 'latin1').toString('utf8');
  const entry = /^BookmarkBegin\nBookmarkTitle: (.*)\nBookmarkLevel: (\d+)\nBookmarkPageNumber: (\d+)$/gm;
  return [...dump.matchAll(entry)].map(([, title = '', level, page]) => [title, Number(level), Number(page)]);
}

const asPdftk = (list: readonly Told[]) =>
  list.map(({ title, level, page }) => [title.replace(/\s+/g, ' ').trim(), level, page ?? 0]);

const TITLES = [
  'Chapter',
  'Übersicht – “Ziele”',
  '第一章 概要',
  'Введение',
  'A (B) \\ <C>',
  '😀 smile',
  'x'.repeat(300),
];

describe.skipIf(!hasPdftk || !hasQpdf)('pdf-bookmarks', () => {
  inRounds('writes what pdftk and qpdf read, from lines and from JSON', [4, 60], async (rounds) => {
    const chance = chanceOf(31);
    for (let round = 0; round < rounds; round += 1) {
      const pages = 1 + chance(12);
      let level = 0;
      const list = Array.from({ length: 1 + chance(40) }, (_, i) => {
        level = 1 + chance(Math.min(level + 1, 6));
        return { title: `${TITLES[chance(TITLES.length)]} ${i}.`, level, page: 1 + chance(pages) };
      });
      const lines = list.map(({ title, ...one }) => `${'  '.repeat(one.level - 1)}${title}\t${one.page}`).join('\r\n');
      const outline = [lines, JSON.stringify(list)][round % 2];
      const openLevels = 1 + chance(4);
      const { bytes, bookmarks: told } = await bookmarks(plainPdf('Page', pages), {
        action: 'write',
        outline,
        openLevels,
      });
      writeFileSync(at('written.pdf'), bytes);
      const expected = list.map((one) => [one.title, one.level, one.page]);
      expect(pdftkTells(at('written.pdf'))).toEqual(expected);
      expect(asPdftk(told)).toEqual(expected);
      expect(contentsOf(at('written.pdf'))?.outline.map(({ to }) => to)).toEqual(list.map(({ page }) => page));
      expect([...complaints(at('written.pdf'))]).toEqual([]);
      const count = Number(/\/Outlines[^>]*?\/Count (\d+)/.exec(Buffer.from(bytes).toString('latin1'))?.[1]);
      // Those that are visible at first: ISO 32000-2, table 150.
      expect(count).toBe(list.filter((one) => one.level <= openLevels).length);
    }
  });

  it('reads what pdftk writes, and writes what pdftk reads', async () => {
    const lines = 'BookmarkBegin\nBookmarkTitle: Ænes\nBookmarkLevel: 1\nBookmarkPageNumber: 2\n'.concat(
      'BookmarkBegin\nBookmarkTitle: Two: 2\nBookmarkLevel: 2\nBookmarkPageNumber: 1\n',
    );
    writeFileSync(at('plain.pdf'), plainPdf('Page', 3));
    writeFileSync(at('info.txt'), lines);
    run('pdftk', [at('plain.pdf'), 'update_info_utf8', at('info.txt'), 'output', at('pdftk.pdf')]);
    const read = await bookmarks(readFileSync(at('pdftk.pdf')), { format: 'pdftk' });
    expect(read.bytes.toString()).toBe(lines);
    const written = await bookmarks(plainPdf('Page', 3), { action: 'write', outline: lines });
    writeFileSync(at('written.pdf'), written.bytes);
    expect(pdftkTells(at('written.pdf'))).toEqual(pdftkTells(at('pdftk.pdf')));
  });

  it('gives back looks, places, names and addresses as they were read', async () => {
    const outline = JSON.stringify([
      { title: 'Bold', page: 1, bold: true, color: 'red', open: true, children: [{ title: 'In', page: 2, top: 12.5 }] },
      { title: 'Italic', page: 3, italic: true, color: { R: 0, G: 0.5, B: 1 }, zoom: 150, top: 20 },
      { title: 'All', page: 4, view: 'page' },
      { title: 'Wide', page: 2, view: 'width', top: 10 },
      { title: 'Web', uri: 'https://example.org/ä b' },
      { title: 'Named', destination: 'intro' },
      { title: 'Nowhere' },
    ]);
    const first = await bookmarks(richPdf('R'), { action: 'write', outline });
    expect(first.before).toBe(3);
    expect(first.bookmarks).toMatchObject([
      { title: 'Bold', level: 1, page: 1, bold: true, italic: false, color: '#ff0000', open: true, top: 0 },
      { title: 'In', level: 2, page: 2, top: 12.5, open: false, color: null },
      { title: 'Italic', page: 3, italic: true, color: '#0080ff', zoom: 150, top: 20, view: 'position' },
      { title: 'All', page: 4, view: 'page', top: null },
      { title: 'Wide', page: 2, top: 10 },
      { title: 'Web', page: null, uri: 'https://example.org/%C3%A4%20b' },
      { title: 'Named', page: 2, destination: 'intro' },
      { title: 'Nowhere', page: null, uri: null, action: null },
    ]);
    const second = await bookmarks(richPdf('R'), { action: 'write', outline: JSON.stringify(first.bookmarks) });
    expect(second.bookmarks).toEqual(first.bookmarks);
    const text = Buffer.from(first.bytes).toString('latin1');
    expect(text).toMatch(/\/Title\(Bold\)[^>]*\/C\[1 0 0\]\/F 2\b/);
    expect(text).toMatch(/\/Title\(Italic\)[^>]*\/C\[0 0\.502 1\]\/F 1\b/);
    const removed = await bookmarks(first.bytes, { action: 'remove' });
    expect([removed.before, removed.bookmarks]).toEqual([8, []]);
    writeFileSync(at('removed.pdf'), removed.bytes);
    expect(pdftkTells(at('removed.pdf'))).toEqual([]);
    expect(Buffer.from(removed.bytes).toString('latin1')).not.toMatch(/UseOutlines|\/Outlines/);
  });

  it.skipIf(!hasMupdf)('leads to places on turned and cropped pages as MuPDF shows them', async () => {
    const turned = [0, 90, 180, 270];
    const bytes = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count 4 /Kids [10 0 R 11 0 R 12 0 R 13 0 R] /MediaBox [0 0 360 288] /CropBox [20 30 350 280] >>`,
      ...Object.fromEntries(turned.map((turn, i) => [10 + i, `<< /Type /Page /Parent 2 0 R /Rotate ${turn} >>`])),
    });
    const mm = (points: number): number => (points * 25.4) / 72;
    const outline = JSON.stringify(turned.map((turn, i) => ({ title: `T${turn}`, page: i + 1, top: mm(72) })));
    const { bytes: written, bookmarks: told } = await bookmarks(bytes, { action: 'write', outline });
    writeFileSync(at('turned.pdf'), written);
    const { out } = run('mutool', ['show', at('turned.pdf'), 'outline']);
    const places = [...out.matchAll(/#page=(\d)&zoom=[^,]*,([\d.-]+),([\d.-]+)/g)].map((found) => found.slice(1, 4));
    expect(places.map((place) => place.map((part) => Math.round(Number(part))))).toEqual(
      turned.map((_, i) => [i + 1, 0, 72]),
    );
    expect(told.map(({ top }) => top)).toEqual(turned.map(() => 25.4));
  });

  it('leaves the bold head of a table out of the headings', async () => {
    const row = (y: number, font: string, [a, b]: readonly [string, string]) =>
      [textAt(72, y, a, { font }), textAt(200, y, b, { font })].join('\n');
    const rules = [0, 1, 2, 3].map((i) => `68 ${654 - 20 * i} m 300 ${654 - 20 * i} l S`);
    const columns = [68, 190, 300].map((x) => `${x} 654 m ${x} 594 l S`);
    const content = [
      textAt(72, 700, 'Results', { size: 20, font: 'F2' }),
      textAt(72, 670, 'This is the text before the table.'),
      ...rules,
      ...columns,
      row(640, 'F2', ['Name', 'Sum']),
      row(620, 'F1', ['Ann', '12']),
      row(600, 'F1', ['Bob', '34']),
      textAt(72, 560, 'This is the text behind the table, with a few more words.'),
    ].join('\n');
    const { bookmarks: told } = await bookmarks(textPdf([{ content }]), { action: 'generate' });
    expect(told.map(({ title }) => title)).toEqual(['Results']);
  });

  it.skipIf(!hasPoppler)('makes bookmarks where the headings are', async () => {
    const office = readFixture('pdf/office.pdf');
    const { bookmarks: told } = await bookmarks(office, { action: 'generate' });
    // The headings of fixtures/pdf/office.html, from which the file was made.
    const html = readFixture('pdf/office.html').toString();
    const headings = [...html.matchAll(/<h([1-3])[^>]*>([^<]*)<\/h/g)].map(([, level, title]) => [
      title,
      Number(level),
    ]);
    expect(headings.length).toBeGreaterThan(3);
    expect(told.map(({ title, level }) => [title, level])).toEqual(headings);
    writeFileSync(at('office.pdf'), office);
    const { out } = run('pdftotext', ['-bbox', at('office.pdf'), '-']);
    for (const { title, page, top } of told) {
      const body = out.split('<page ')[page ?? 0] ?? '';
      const words = [...body.matchAll(/yMin="([\d.]+)"[^>]*>([^<]*)</g)];
      const first = words.filter(([, , word]) => word === title.split(' ')[0]).map(([, y]) => (Number(y) * 25.4) / 72);
      expect(
        first.some((y) => Math.abs(y - Number(top)) < 5),
        title,
      ).toBe(true);
    }
    const short = await bookmarks(office, { action: 'generate', levels: 1, showPanel: true });
    expect(short.bookmarks.length).toBe(headings.filter(([, level]) => level === 1).length);
    writeFileSync(at('short.pdf'), short.bytes);
    expect(run('qpdf', ['--qdf', '--object-streams=disable', at('short.pdf'), '-']).out).toContain('/UseOutlines');
  });
});

describe('bookmarks as text', () => {
  it('are read from a printed table of contents', () => {
    const text = `\ufeffPreface ........ 1\nChapter 2 . . . . . 12\n\tPart 2.1\t13\n\n\tPart 2.2 | 15\nChapter 3\u2026\u2026 20\nIndex  99\nVolume 2\n`;
    expect(readBookmarks(text).map(({ title, level, page }) => [title, level, page])).toEqual([
      ['Preface', 1, 1],
      ['Chapter 2', 1, 12],
      ['Part 2.1', 2, 13],
      ['Part 2.2', 2, 15],
      ['Chapter 3', 1, 20],
      ['Index', 1, 99],
      ['Volume 2', 1, undefined],
    ]);
  });

  it('get an offset, and faults name bookmark or line', async () => {
    const moved = await bookmarks(plainPdf('Page', 9), { action: 'write', outline: 'A\t1\nB\t3', pageOffset: 6 });
    expect(moved.bookmarks.map(({ page }) => page)).toEqual([7, 9]);
    const read = 'Cannot read option "outline": ';
    expect(readBookmarks('  A\n    B\nC\n  D').map(({ level }) => level)).toEqual([1, 2, 1, 2]);
    expect(await refusal('[{"title": 1}]')).toEqual([400, `${read}bookmark 1: "title" must be a text`]);
    expect(await refusal('[{"title": "A", "page": 1}, {"title": "B", "page": 2, "level": 3}]')).toEqual([
      400,
      `${read}bookmark 2 has level 3, but the one before it has level 1`,
    ]);
    expect(await refusal('[{"title": "A", "level": 2}]')).toEqual([
      400,
      `${read}bookmark 1 has level 2, but the first must have level 1`,
    ]);
    expect(await refusal('Start 1\n  Part, 2')).toEqual([
      400,
      `${read}no line has a page: put a tab, two spaces or dots before it, as in "Start .... 1"`,
    ]);
    expect(readBookmarks('Chapter 1 .... 5\nChapter 2').map(({ page }) => page)).toEqual([5, undefined]);
    expect(await refusal('[5]')).toEqual([400, `${read}bookmark 1 must be an object with a "title"`]);
    expect(await refusal('{"a": 5}')).toEqual([400, `${read}it must be an array of bookmarks`]);
    expect(await refusal('[{"title": "A", "color": "no colour"}]')).toEqual([
      400,
      `${read}bookmark 1: "color" must be a CSS colour`,
    ]);
    expect(await refusal('[{"title": "A", "page": 1.5}]')).toEqual([
      400,
      `${read}bookmark 1: "page" must be a whole number from 1`,
    ]);
    expect(await refusal('BookmarkBegin\nBookmarkLevel: x')).toEqual([
      400,
      `${read}line 2: BookmarkLevel must be a whole number`,
    ]);
    expect(await refusal('[{"title": "A", "destination": "gone"}]')).toEqual([
      400,
      'Cannot write the bookmarks of PDF "in.pdf": bookmark 1 leads to a destination it does not have',
    ]);
    expect(await refusal('A\t0')).toEqual([
      400,
      'Cannot write the bookmarks of PDF "in.pdf": bookmark 1 leads to page 0 of 2',
    ]);
  });

  it('are bounded in number, depth and time', async () => {
    const nested = (depth: number): string => `${'[{"title":"a","kids":'.repeat(depth)}[]${'}]'.repeat(depth)}`;
    expect((await refusal(nested(101)))[0]).toBe(413);
    expect((await refusal(nested(100)))[0]).toBe(200);
    expect(await refusal('a\n'.repeat(20_001))).toEqual([
      413,
      'Cannot read option "outline": it must have at most 20000 bookmarks',
    ]);
    for (const part of [' ', '.', '\t. ', 'a . ', '\u2026 '])
      await expectLinear(20_000, (length) => readBookmarks(`x${part.repeat(length)}y9`));
  });
});

const corpus = sharedPath('corpus/pdf', 'bookmarks of real files');

describe.skipIf(!existsSync(corpus) || !hasPdftk)(
  'real files (skipped where no corpus stands beside the project)',
  () => {
    exhaustive('have the bookmarks that pdftk tells', async () => {
      let compared = 0;
      const differing: string[] = [];
      for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
        const expected = pdftkTells(join(corpus, name));
        const files = [{ name, bytes: readFileSync(join(corpus, name)) }];
        const { status, data } = await runTool(pdfBookmarks, { files });
        if (status !== 200 || expected.length === 0) continue;
        compared += expected.length;
        const own = asPdftk((data as { files: { bookmarks: Told[] }[] }).files[0]!.bookmarks);
        const told = expected.map(([title, level, page]) => [title.replace(/\s+/g, ' ').trim(), level, page]);
        if (JSON.stringify(own) !== JSON.stringify(told)) differing.push(name);
      }
      expect(compared).toBeGreaterThan(100);
      expect(differing).toEqual([]);
    });
  },
);
