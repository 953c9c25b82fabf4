import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import searchPdf from './search-pdf.js';

interface Match {
  readonly file: string;
  readonly page: number;
  readonly text: string;
  readonly boxes: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
}

async function search(bytes: Uint8Array, options: Readonly<Record<string, unknown>>) {
  const answer = await runTool(searchPdf, { files: [{ name: 'a.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return { ...answer, found: answer.data as { total: number; listed: number; matches: Match[] } };
}

const scratch = mkdtempSync(join(tmpdir(), 'search-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));

exhaustive('finds a phrase over a line break and over paragraphs, in any case or in one', async () => {
  const content = `${textAt(72, 700, 'The quick brown')} ${textAt(72, 686, 'fox jumps')} ${textAt(72, 600, 'over the dog')}`;
  const bytes = textPdf([{ content }]);
  for (const [pattern, count] of [
    ['brown fox', 1],
    ['jumps over', 1],
    ['the', 1],
    ['THE', 0],
    ['brownfox', 0],
  ] as const) {
    expect((await search(bytes, { pattern, caseSensitive: true })).found.total, pattern).toBe(count);
  }
  expect((await search(bytes, { pattern: 'THE' })).found.total).toBe(2);
  expect((await search(bytes, { pattern: 'o', wholeWord: true })).found.total).toBe(0);
  const { found } = await search(bytes, { pattern: 'q\\w+ \\w+\\s+f', regex: true });
  expect(found.matches[0]?.boxes.length).toBe(2);
});

it('marks what it found on a rotated page with a shifted box, where it stands', async () => {
  const bytes = textPdf([
    { content: textAt(300, 300, 'needle', { angle: 90 }), entries: '/Rotate 90 /MediaBox [100 100 500 700]' },
  ]);
  const { found, files } = await search(bytes, { pattern: 'needle', highlight: true });
  expect(found.total).toBe(1);
  // Seen upright, the page is 600 wide; its y axis goes to the right from 100.
  expect(found.matches[0]?.boxes[0]?.x).toBeCloseTo(200, 0);
  const text = Buffer.from(files[0]?.bytes ?? []).toString('latin1');
  const [, left, bottom, right, top] = /\/Rect ?\[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  // In the page's own space the word goes up from (300, 300), 36 points long (Helvetica 12: 3.002 em).
  expect(Number(left)).toBeGreaterThan(285);
  expect(Number(right)).toBeLessThan(306);
  expect(Number(bottom)).toBeCloseTo(300, 0);
  expect(Number(top) - Number(bottom)).toBeCloseTo(36, 0);
});

it('tells places on a page that has its size from the tree of pages and shows a note', async () => {
  const appearance = '/Type /XObject /Subtype /Form /BBox [0 0 20 20]';
  const bytes = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 1000 1200] /Rotate 90 /Resources << /Font << /F1 4 0 R >> >> >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Annots [6 0 R] >>',
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    5: stream('BT /F1 12 Tf 900 1100 Td (needle) Tj ET'),
    6: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 20 20] /AP << /N 7 0 R >> >>',
    7: stream('0 0 20 20 re f', appearance),
  });
  const { found } = await search(bytes, { pattern: 'needle' });
  expect(found.total).toBe(1);
  // Turned clockwise, the page's y goes to the right and its x down; the word is 36 points long (Helvetica 12: 3.002 em).
  const [box] = found.matches[0]?.boxes ?? [];
  expect(box?.y).toBeCloseTo(900, 0);
  expect(box?.height).toBeCloseTo(36, 0);
  expect(box?.x).toBeGreaterThan(1095);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1115);
});

exhaustive('lists and marks 5,000 matches and counts the others', async () => {
  const line = textAt(10, 10, 'aa '.repeat(510), { size: 2 });
  const pages = Array.from({ length: 10 }, () => ({ content: line, entries: '/MediaBox [0 0 5000 100]' }));
  const { found } = await search(textPdf(pages), { pattern: 'aa' });
  expect([found.total, found.listed]).toEqual([5_100, 5_000]);
});

const corpus = sharedPath('corpus/pdf', 'searches in real PDF files');
const hasPdfgrep = hasProgram('pdfgrep', ['--version'], 'search-pdf against pdfgrep');
const hasPoppler = hasProgram('pdftoppm', ['-v'], 'marks of search-pdf against poppler');
const hasQpdf = hasProgram('qpdf', ['--version'], 'marks of search-pdf against qpdf');

/** Matches a page as pdfgrep counts them. */
function grepped(jobs: readonly (readonly [path: string, word: string])[]): string[] {
  const ends = runPrograms(
    jobs.map(([path, word]) => ({ program: 'pdfgrep', args: ['-n', '-o', '-i', '-F', word, path], input: '' })),
  );
  return ends.map(({ stdout }) => pagesText(stdout.split('\n').flatMap((line) => /^(\d+):/.exec(line)?.[1] ?? [])));
}

const pagesText = (pages: readonly (string | number)[]): string =>
  pages
    .map(Number)
    .sort((a, b) => a - b)
    .join(' ');

describe.skipIf(!hasPdfgrep)('as pdfgrep finds it (skipped where it is not installed)', () => {
  async function compare(
    paths: readonly string[],
    words: readonly string[],
  ): Promise<{ same: number; all: number; other: string[] }> {
    const jobs = paths.flatMap((path) => words.map((word) => [path, word] as const));
    const expected = grepped(jobs);
    const other: string[] = [];
    for (const [i, [path, word]] of jobs.entries()) {
      const files = [{ name: 'a.pdf', bytes: readFileSync(path) }];
      const { status, data } = await runTool(searchPdf, { files, options: { pattern: word } });
      if (status === 400) continue;
      const found = data as { matches: Match[] };
      const pages = pagesText(found.matches.map(({ page }) => page));
      if (pages !== expected[i]) other.push(`${path} ${word}: ${pages} / ${expected[i]}`);
    }
    return { same: jobs.length - other.length, all: jobs.length, other };
  }

  exhaustive('in made files', async () => {
    const paths = ['article.pdf', 'tables.pdf', 'report-old.pdf', 'report-new.pdf'].map((name) =>
      join(projectRoot, 'fixtures/pdf', name),
    );
    const { other } = await compare(paths, [
      'the',
      'river',
      'price',
      '12',
      'paragraph 2',
      'two columns',
      'q',
      'nothing',
    ]);
    expect(other).toEqual([]);
  });

  exhaustive.skipIf(!existsSync(corpus))('in files from outside', async () => {
    const names = readdirSync(corpus).filter((name) =>
      /^(pikepdf|pypdf__(pdflatex|GeoBase|issue-301|labeled|form|libre)|qpdf__[dfl]).*\.pdf$/i.test(name),
    );
    const paths = names.map((name) => join(corpus, name)).filter((path) => readFileSync(path).length < 40_000);
    const { same, all, other } = await compare(paths.slice(0, 8), ['the', 'page', 'zzz']);
    expect(same, other.join('\n')).toBe(all);
  });
});

describe.skipIf(!hasPoppler || !hasQpdf)('marks (skipped where qpdf or poppler-utils is not installed)', () => {
  it('have no faults, are drawn, and leave the letters dark', async () => {
    const { files } = await search(readFixture('pdf/article.pdf'), {
      pattern: 'River',
      highlight: true,
      color: '#00ff00',
    });
    const path = join(scratch, 'marked.pdf');
    writeFileSync(path, files[0]?.bytes ?? new Uint8Array());
    runProgram('qpdf', ['--check', path]);
    const picture = runProgram('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', path]);
    const pixels = picture.subarray(picture.length - 612 * 792 * 3);
    let green = 0;
    let dark = 0;
    // Around "River" of the heading: 72 points from the left, base line 92 points from the top.
    for (let y = 74; y < 92; y += 1) {
      for (let x = 73; x < 130; x += 1) {
        const [r = 0, g = 0, b = 0] = pixels.subarray(3 * (612 * y + x), 3 * (612 * y + x) + 3);
        if (r < 60 && b < 60 && g > 200) green += 1;
        if (r < 60 && b < 60 && g < 60) dark += 1;
      }
    }
    expect(green).toBeGreaterThan(300);
    expect(dark).toBeGreaterThan(100);
  });

  it('stand where pdftotext has the words', async () => {
    const [end] = runPrograms([
      {
        program: 'pdftotext',
        args: ['-bbox', '-f', '1', '-l', '1', join(projectRoot, 'fixtures/pdf/article.pdf'), '-'],
        input: '',
      },
    ]);
    for (const word of ['They', 'gate', 'archive', 'order']) {
      const expected = [
        ...(end?.stdout ?? '').matchAll(
          new RegExp(`xMin="([\\d.]+)" yMin="[\\d.]+" xMax="([\\d.]+)" yMax="[\\d.]+">${word}<`, 'g'),
        ),
      ];
      const { found } = await search(readFixture('pdf/article.pdf'), { pattern: word, wholeWord: true, pages: '1' });
      expect(found.total).toBe(expected.length);
      for (const { boxes } of found.matches) {
        const [box] = boxes;
        const isNear = expected.some(
          ([, left, right]) =>
            Math.abs(Number(left) - (box?.x ?? 0)) < 1.5 &&
            Math.abs(Number(right) - (box?.x ?? 0) - (box?.width ?? 0)) < 1.5,
        );
        expect(isNear, word).toBe(true);
      }
    }
  });
});
