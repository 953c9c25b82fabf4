import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './overlay-pdf.js';

const hasQpdf =
  hasProgram('qpdf', ['--version'], 'overlays beside those of qpdf') &&
  hasProgram('pdftoppm', ['-v'], 'overlays as poppler draws them');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const saved = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

async function ours(page: Uint8Array, overlay: Uint8Array, options: Readonly<Record<string, unknown>> = {}) {
  const files = [
    { name: 'page.pdf', bytes: page },
    { name: 'overlay.pdf', bytes: overlay },
  ];
  const answer = await runTool(tool, { files, options });
  expect(answer.message).toBeUndefined();
  return saved('ours.pdf', answer.files[0]?.bytes ?? new Uint8Array());
}

function theirs(page: Uint8Array, overlay: Uint8Array, args: readonly string[]): string {
  const [from, over] = [saved('page.pdf', page), saved('over.pdf', overlay)];
  const to = join(folder, 'theirs.pdf');
  const [kind = '--overlay', ...rest] = args;
  runProgram('qpdf', ['--warning-exit-0', from, kind, over, ...rest, '--', to]);
  return to;
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A page as poppler draws it at 72 dpi: a pixel for a point. */
function drawn(path: string, page: number): Drawn {
  const to = join(folder, 'drawn');
  runProgram('pdftoppm', ['-r', '72', '-cropbox', '-aa', 'no', '-singlefile', '-f', String(page), path, to]);
  const bytes = readFileSync(`${to}.ppm`);
  const [, width = 0, height = 0] = (/^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 30)) ?? []).map(
    Number,
  );
  return { width, height, rgb: bytes.subarray(bytes.length - 3 * width * height) };
}

/** Share of pixels that differ visibly. */
function difference(one: Drawn, other: Drawn): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let count = 0;
  for (let i = 0; i < one.rgb.length; i += 3)
    if ([0, 1, 2].some((c) => Math.abs((one.rgb[i + c] ?? 0) - (other.rgb[i + c] ?? 0)) > 40)) count += 1;
  return count / (one.width * one.height);
}

const colorAt = ({ width, rgb }: Drawn, x: number, y: number): number[] => [
  ...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
];

/** Pages with these entries, each filled with a content. */
function pagesOf(pages: readonly (readonly [entries: string, content: string])[]): Buffer {
  const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  for (const [i, [entries, content]] of pages.entries()) {
    objects[10 + 2 * i] = `<< /Type /Page /Parent 2 0 R /Contents ${11 + 2 * i} 0 R ${entries} >>`;
    objects[11 + 2 * i] = stream(content);
  }
  objects[2] = `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, i) => `${10 + 2 * i} 0 R`).join(' ')}] /MediaBox [0 0 400 300] >>`;
  return pdfOf(objects);
}

/** A red corner at the lower left, a blue one at the upper right: turned or mirrored pages look otherwise. */
const corners = (width: number, height: number): string =>
  `1 0 0 rg 0 0 ${width / 4} ${height / 4} re f 0 0 1 rg ${width * 0.8} ${height * 0.9} ${width / 5} ${height / 10} re f`;
const GRAY = '0.8 g 50 50 100 100 re f';

describe.skipIf(!hasQpdf)('overlay-pdf, beside qpdf', () => {
  inRounds('draws what qpdf draws, over and under, for every choice of pages', [2, 6], async (rounds) => {
    const [report, letter] = [readFixture('pdf/report.pdf'), readFixture('pdf/letter.pdf')];
    const cases = [
      [{}, ['--overlay', '--repeat=2']],
      [{ behind: true }, ['--underlay', '--repeat=2']],
      [{ repeat: 'cycle' }, ['--overlay', '--repeat=1-2']],
      [{ repeat: 'none' }, ['--overlay']],
      [{ overlayPages: '2' }, ['--overlay', '--from=2', '--repeat=2']],
      [{ pages: '2,4', repeat: 'none' }, ['--overlay', '--to=2,4']],
    ] as const;
    for (const [options, args] of cases.slice(0, rounds)) {
      const [mine, other] = [await ours(report, letter, options), theirs(report, letter, args)];
      for (const page of [1, 2, 3, 4]) expect(difference(drawn(mine, page), drawn(other, page))).toBeLessThan(0.0005);
      expect(runProgram('qpdf', ['--check', mine]).toString()).toContain('No syntax or stream encoding errors');
    }
  });

  inRounds('draws what qpdf draws on turned pages, with turned and larger overlays', [1, 4], async (rounds) => {
    const boxes = ['', '/MediaBox [-100 -50 300 250]'];
    const turned = [0, 90, 180, 270].flatMap((turn) => boxes.map((box) => `/Rotate ${turn} ${box}`));
    const page = pagesOf(turned.map((entries) => [entries, GRAY] as const));
    const overlays = [
      pagesOf([['', corners(400, 300)]]),
      pagesOf([['/Rotate 90', corners(400, 300)]]),
      pagesOf([['/MediaBox [0 0 800 400] /CropBox [0 0 800 400]', corners(800, 400)]]),
      pagesOf([['/MediaBox [0 0 60 90]', corners(60, 90)]]),
    ];
    let seen = 0;
    for (const overlay of overlays.toReversed().slice(-rounds)) {
      const [mine, other] = [await ours(page, overlay), theirs(page, overlay, ['--overlay', '--repeat=1'])];
      for (const [i] of turned.entries()) {
        const [one, two] = [drawn(mine, i + 1), drawn(other, i + 1)];
        // Edges fall between pixels by another rounding.
        expect(difference(one, two)).toBeLessThan(0.012);
        seen += 1;
      }
    }
    expect(seen).toBe(8 * rounds);
  });
});

describe.skipIf(!hasQpdf)('overlay-pdf, as poppler draws it', () => {
  // qpdf 11.3 moves the content of such pages.
  it('covers what is shown of cropped pages and leaves their content where it is', async () => {
    const turns = [0, 90, 180, 270];
    const source = pagesOf(turns.map((turn) => [`/Rotate ${turn} /CropBox [40 60 340 260]`, GRAY] as const));
    const sourcePath = saved('source.pdf', source);
    for (const [i, turn] of turns.entries()) {
      const isUpright = turn % 180 === 0;
      const [width, height] = isUpright ? [300, 200] : [200, 300];
      const overlay = pagesOf([[`/MediaBox [0 0 ${width} ${height}]`, corners(width, height)]]);
      const [found, before] = [drawn(await ours(source, overlay, { behind: true }), i + 1), drawn(sourcePath, i + 1)];
      expect([found.width, found.height]).toEqual([width, height]);
      let kept = 0;
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (colorAt(before, x, y)[0] === 204) kept += colorAt(found, x, y)[0] === 204 ? 1 : 1e6;
      expect(kept).toBeGreaterThan(8_000);
      expect(colorAt(found, width - 2, 2)).toEqual([0, 0, 255]);
    }
  });

  const page = pagesOf([['', GRAY]]);
  const small = pagesOf([['/MediaBox [0 0 100 50]', '0 0.6 0 rg 0 0 100 50 re f']]);
  const WHITE = [255, 255, 255];
  const GREEN = [0, 153, 0];

  it('puts a smaller overlay where it is asked for', async () => {
    const places = {
      'top-left': [5, 5],
      'top-center': [200, 5],
      'center-right': [395, 150],
      center: [200, 150],
      'bottom-left': [5, 295],
      'bottom-right': [395, 295],
    } as const;
    for (const [position, [x, y]] of Object.entries(places)) {
      const found = drawn(await ours(page, small, { position }), 1);
      for (const [other, [a, b]] of Object.entries(places))
        expect(colorAt(found, a, b)).toEqual(other === position ? GREEN : WHITE);
      expect(colorAt(found, x, y)).toEqual(GREEN);
    }
  });

  it('enlarges, reduces or keeps the size', async () => {
    const large = pagesOf([['/MediaBox [0 0 800 300]', '0 0.6 0 rg 0 0 800 300 re f']]);
    const rows = async (overlay: Uint8Array, fit: string): Promise<number> => {
      const found = drawn(await ours(page, overlay, { fit }), 1);
      return Array.from({ length: 300 }, (_, y) => colorAt(found, 200, y)).filter(([r]) => r === 0).length;
    };
    expect([await rows(small, 'shrink'), await rows(small, 'page'), await rows(small, 'none')]).toEqual([50, 200, 50]);
    expect([await rows(large, 'shrink'), await rows(large, 'page'), await rows(large, 'none')]).toEqual([
      150, 150, 300,
    ]);
  });

  it('is over or under the content, and as opaque as asked for, once where it overlaps itself', async () => {
    const green = pagesOf([['', '0 0.6 0 rg 0 0 400 300 re f 0 0 400 300 re f']]);
    expect(colorAt(drawn(await ours(page, green), 1), 100, 200)).toEqual(GREEN);
    expect(colorAt(drawn(await ours(page, green, { behind: true }), 1), 100, 200)).toEqual([204, 204, 204]);
    const [red = 0, middle = 0] = colorAt(drawn(await ours(page, green, { opacity: 0.5 }), 1), 10, 10);
    expect(Math.abs(red - 127.5)).toBeLessThan(2);
    expect(Math.abs(middle - (255 + 153) / 2)).toBeLessThan(2);
  });

  it('opens encrypted files with their password, the overlay too', async () => {
    const locked = readFixture('pdf/locked-256.pdf');
    const open = saved('locked.pdf', locked);
    const unlocked = join(folder, 'unlocked.pdf');
    runProgram('qpdf', ['--password=secret', '--decrypt', open, unlocked]);
    const path = await ours(page, locked, { password: 'secret', fit: 'none', position: 'bottom-left' });
    const other = theirs(page, readFileSync(unlocked), ['--overlay']);
    const text = (file: string) => runProgram('pdftotext', [file, '-']).toString().trim();
    expect(text(path)).toBe(text(other));
    expect(text(path)).not.toBe('');
  });

  it('draws form fields of the overlay, and keeps those of the page', async () => {
    const form = readFixture('pdf/registration.pdf');
    const text = (path: string) => runProgram('pdftotext', [path, '-']).toString();
    const over = await ours(page, form);
    expect(text(over).replace(/\s+/g, ' ').trim()).toBe(text(saved('form.pdf', form)).replace(/\s+/g, ' ').trim());
    expect(runProgram('qpdf', ['--json', '--json-key=acroform', over]).toString()).toContain('"hasacroform": false');
    const under = await ours(form, page);
    expect(runProgram('qpdf', ['--json', '--json-key=acroform', under]).toString()).toContain('"hasacroform": true');
  });
});

describe('overlay-pdf', () => {
  it('refuses a damaged overlay by its name and goes on where a page is damaged', async () => {
    const good = pagesOf([['', GRAY]]);
    const bad = { name: 'bad.pdf', bytes: Buffer.from('no') };
    const overlaid = await runTool(tool, { files: [{ name: 'a.pdf', bytes: good }, bad] });
    expect(overlaid.message).toBe('Cannot read PDF "bad.pdf": it is not a PDF file');
    const several = await runTool(tool, {
      files: [bad, { name: 'a.pdf', bytes: good }, { name: 'over.pdf', bytes: good }],
    });
    expect(several.data).toMatchObject({
      files: [
        { name: 'bad.pdf', error: expect.any(String) },
        { name: 'a.pdf', overlaid: 1 },
      ],
    });
  });

  it('has the overlay once, however many pages get it', async () => {
    const blocks = pagesOf(Array.from({ length: 50 }, () => ['', GRAY] as const));
    const noise = pagesOf([['', `% ${Array.from({ length: 4000 }, (_, i) => (i * 7919) % 9973).join(' ')}\n${GRAY}`]]);
    const files = [
      { name: 'a.pdf', bytes: blocks },
      { name: 'over.pdf', bytes: noise },
    ];
    const { files: outputs } = await runTool(tool, { files });
    expect(outputs[0]?.bytes.length).toBeLessThan(blocks.length + 2 * noise.length);
  });
});
