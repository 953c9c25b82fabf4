import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import comparePdf from './compare-pdf.js';

interface Report {
  readonly equal: boolean;
  readonly pages: readonly {
    readonly old: number | null;
    readonly new: number | null;
    readonly status: string;
    readonly changes: readonly { readonly kind: string; readonly old: string; readonly new: string }[];
    readonly sizeDiffers: boolean;
    readonly differentPercent: number | null;
    readonly regions: readonly {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }[];
  }[];
}

async function compare(before: Uint8Array, after: Uint8Array, options: Readonly<Record<string, unknown>> = {}) {
  const files = [
    { name: 'old.pdf', bytes: before },
    { name: 'new.pdf', bytes: after },
  ];
  const answer = await runTool(comparePdf, { files, options });
  expect(answer.status, answer.message).toBe(200);
  return { report: answer.data as Report, files: answer.files };
}

const pageOf = (lines: readonly string[], more = '') => ({
  content: `${lines.map((line, i) => textAt(60, 740 - 14 * i, line, { size: 10 })).join(' ')} ${more}`,
});

/** Lines of words that are all different. */
const linesOf = (seed: string, count = 30): string[] =>
  Array.from({ length: count }, (_, i) => Array.from({ length: 8 }, (_, j) => `${seed}${i}x${j}`).join(' '));

it('finds every word that was changed, removed or added, and nothing else', async () => {
  const below = chanceOf(7);
  const before = linesOf('w');
  const after = before.map((line) => line.split(' '));
  const planted: { kind: string; old: string; new: string }[] = [];
  for (let i = 0; i < 30; i += 1) {
    const words = after[i] ?? [];
    // Not beside each other, so that each is a change of its own.
    const j = 2 + below(4);
    const old = words[j] ?? '';
    if (i % 3 === 0) {
      words[j] = `new${i}`;
      planted.push({ kind: 'changed', old, new: `new${i}` });
    } else if (i % 3 === 1) {
      words.splice(j, 1);
      planted.push({ kind: 'removed', old, new: '' });
    } else {
      words.splice(j, 0, `more${i}`);
      planted.push({ kind: 'added', old: '', new: `more${i}` });
    }
  }
  const { report } = await compare(
    textPdf([pageOf(before)]),
    textPdf([pageOf(after.map((words) => words.join(' ')))]),
    { by: 'text' },
  );
  expect(report.pages[0]?.changes.map(({ kind, old, new: fresh }) => ({ kind, old, new: fresh }))).toEqual(planted);
});

it('takes other line breaks and hyphens for no change of text', async () => {
  const before = textPdf([pageOf(['The quick brown fox jumps over', 'the lazy dog and the river.'])]);
  const after = textPdf([pageOf(['The quick brown fox', 'jumps over the la-', 'zy dog and the river.'])]);
  const { report } = await compare(before, after, { by: 'text' });
  expect(report.equal).toBe(true);
});

it('pairs pages that moved, came and went', async () => {
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((seed) => pageOf(linesOf(seed, 5)));
  const before = textPdf([a!, b!, c!, d!]);
  const after = textPdf([a!, e!, d!, b!]);
  const { report } = await compare(before, after, { by: 'text' });
  const found = report.pages.map(({ old, new: fresh, status }) => `${old} ${fresh} ${status}`);
  expect(found).toContain('1 1 equal');
  expect(found.filter((line) => line.endsWith(' moved'))).toHaveLength(1);
  expect(found).toContain('null 2 added');
  expect(found).toContain('3 null removed');
  expect(found).toHaveLength(5);
});

describe('looks', () => {
  const text = linesOf('w', 10);

  it('differ by a dot of one point, which is found where it is', async () => {
    const { report, files } = await compare(
      textPdf([pageOf(text)]),
      textPdf([pageOf(text, '1 0.5 0 rg 400 300 1 1 re f')]),
      { by: 'look' },
    );
    expect(report.equal).toBe(false);
    const [region] = report.pages[0]?.regions ?? [];
    expect(report.pages[0]?.regions).toHaveLength(1);
    expect((region?.x ?? 0) <= 400 && (region?.x ?? 0) + (region?.width ?? 0) >= 401).toBe(true);
    expect((region?.y ?? 0) <= 491 && (region?.y ?? 0) + (region?.height ?? 0) >= 492).toBe(true);
    expect(files.map(({ name }) => name)).toEqual(['new-page-1-differences.png']);
  });

  it('differ where pages have other sizes', async () => {
    const after = textPdf([{ ...pageOf(text), entries: '/MediaBox [0 0 700 792]' }]);
    const { report } = await compare(textPdf([pageOf(text)]), after);
    expect(report.pages[0]).toMatchObject({ status: 'changed', sizeDiffers: true, changes: [] });
  });

  it('are found at 72 dpi without any option for it, small and pale as they are', async () => {
    const changes = [
      ['', '100.4 100.4 0.3 0.3 re f'],
      ['', '0.1 w 50 50 m 300 50 l S'],
      ['', '1 1 0.93 rg 50 50 40 40 re f'],
      ['0.9 g 50 50 40 40 re f', '0.88 g 50 50 40 40 re f'],
      ['0 g 50 50 40 40 re f', '0.04 g 50 50 40 40 re f'],
    ] as const;
    const page = (content: string): Buffer =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
        4: stream(content),
      });
    for (const [before, after] of changes) {
      const { report } = await compare(page(before), page(after), { by: 'look', dpi: 72 });
      expect(report.equal, after).toBe(false);
    }
  });

  it('within the tolerance are the same', async () => {
    const grey = (value: number) => textPdf([pageOf(text, `${value} g 400 300 50 50 re f`)]);
    expect((await compare(grey(0.5), grey(0.55), { tolerancePercent: 10 })).report.equal).toBe(true);
    expect((await compare(grey(0.5), grey(0.55), { tolerancePercent: 2 })).report.equal).toBe(false);
  });
});

it('refuses more pixels and more pages than it states', async () => {
  const wide = textPdf(
    Array.from({ length: 12 }, (_, i) => ({
      content: textAt(10, 10, `page ${i}`),
      entries: '/MediaBox [0 0 1200 1200]',
    })),
  );
  const files = [
    { name: 'old.pdf', bytes: wide },
    { name: 'new.pdf', bytes: wide },
  ];
  const { status, message } = await runTool(comparePdf, { files, options: { dpi: 300 } });
  expect([status, message]).toEqual([
    413,
    'The pages of PDF "old.pdf" must have at most 250000000 pixels in all at the "dpi" asked for, got 300000000',
  ]);
  const many = textPdf(Array.from({ length: 201 }, () => ({ content: '' })));
  const answer = await runTool(comparePdf, {
    files: [
      { name: 'old.pdf', bytes: many },
      { name: 'new.pdf', bytes: wide },
    ],
  });
  expect(answer.message).toBe('PDF "old.pdf" must have at most 200 pages to be compared, got 201');
});

const hasPoppler = hasProgram('pdftoppm', ['-v'], 'regions of compare-pdf against poppler');

exhaustive.skipIf(!hasPoppler)(
  'what poppler draws otherwise lies inside the regions (skipped where it is not installed)',
  async () => {
    const { report } = await compare(readFixture('pdf/report-old.pdf'), readFixture('pdf/report-new.pdf'), {
      by: 'look',
      images: false,
    });
    const draw = (name: string, page: number): Buffer => {
      const picture = runProgram('pdftoppm', [
        '-r',
        '72',
        '-f',
        String(page),
        '-l',
        String(page),
        join(projectRoot, 'fixtures/pdf', name),
      ]);
      return picture.subarray(picture.length - 612 * 792 * 3);
    };
    let compared = 0;
    for (const { old, new: fresh, regions } of report.pages) {
      if (old === null || fresh === null) continue;
      const [before, after] = [draw('report-old.pdf', old), draw('report-new.pdf', fresh)];
      let outside = 0;
      let all = 0;
      for (let i = 0; i < before.length; i += 3) {
        if (
          Math.abs((before[i] ?? 0) - (after[i] ?? 0)) < 60 &&
          Math.abs((before[i + 1] ?? 0) - (after[i + 1] ?? 0)) < 60
        )
          continue;
        const [x, y] = [(i / 3) % 612, Math.floor(i / 3 / 612)];
        all += 1;
        // A pixel of tolerance: two programs do not smooth alike.
        if (
          !regions.some(
            (one) => x >= one.x - 1 && x <= one.x + one.width + 1 && y >= one.y - 1 && y <= one.y + one.height + 1,
          )
        )
          outside += 1;
      }
      expect(outside).toBe(0);
      expect(all > 0).toBe(regions.length > 0);
      compared += 1;
    }
    expect(compared).toBe(3);
  },
);
