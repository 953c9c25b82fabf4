/** remove-blank-pages on scans made here, whose content is known, and on real files. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { complaints, contentsOf, countPages, run } from '../../testing/pdf-readers.js';
import { pdfOf, richPdf, stream } from '../../testing/pdf-samples.js';
import { gaussian } from '../../testing/picture-measures.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import removeBlankPages from './remove-blank-pages.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'PDFs without their blank pages') &&
  hasProgram('pdftoppm', ['-v'], 'blank pages as poppler draws them');

const scratch = mkdtempSync(join(tmpdir(), 'remove-blank-pages-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

interface Told {
  readonly blankPages: readonly number[];
  readonly removed: number;
  readonly littleInk: readonly { readonly page: number; readonly inkPercent: number }[];
  readonly warnings: readonly string[];
}

async function removed(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(removeBlankPages, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const [report] = (answer.data as { files: Told[] }).files;
  return { ...report!, bytes: answer.files[0]?.bytes ?? Buffer.alloc(0) };
}

/** Scans are made at this resolution, A5. */
const DPI = 100;
const [WIDTH, HEIGHT] = [583, 827];
/** Drawings are in units of this resolution. */
const UNITS = 150;

interface ScanLook {
  readonly seed: number;
  /** Grey of the paper; it gets darker to the right by `shade`. */
  readonly paper?: number;
  readonly shade?: number;
  /** Spread of the grain. */
  readonly grain?: number;
  /** Specks of up to two pixels. */
  readonly dust?: number;
  /** Black along the left edge, in pixels. */
  readonly edge?: number;
  /** Drawn over it, as SVG. */
  readonly svg?: string;
}

/** A scan as JPEG: paper with grain, dust and shadows. */
async function scan({ seed, paper = 245, shade = 0, grain = 6, dust = 0, edge = 0, svg = '' }: ScanLook) {
  const random = fractionsOf(seed);
  const grey = Buffer.alloc(WIDTH * HEIGHT);
  for (let i = 0; i < grey.length; i += 1) {
    const x = i % WIDTH;
    grey[i] = x < edge ? 10 : Math.max(0, Math.min(255, paper - (shade * x) / WIDTH + grain * gaussian(random)));
  }
  for (let i = 0; i < dust; i += 1) {
    const spot = Math.floor(random() * (grey.length - WIDTH - 2));
    for (const by of random() < 0.5 ? [0] : [0, 1, WIDTH]) grey[spot + by] = 40;
  }
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 874 1240">${svg}</svg>`,
  );
  return sharp(grey, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .composite([{ input: drawing }])
    .toColourspace('b-w')
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A PDF with a scan on each page; `more` is drawn over it. */
function scannedPdf(jpegs: readonly Buffer[], more = ''): Buffer {
  const [w, h] = [(WIDTH * 72) / DPI, (HEIGHT * 72) / DPI];
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${jpegs.length} /Kids [${jpegs.map((_, i) => `${10 + 3 * i} 0 R`).join(' ')}] /MediaBox [0 0 ${w} ${h}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Object.fromEntries(
      jpegs.flatMap((jpeg, i) => [
        [
          10 + 3 * i,
          `<< /Type /Page /Parent 2 0 R /Contents ${11 + 3 * i} 0 R /Resources << /XObject << /Im ${12 + 3 * i} 0 R >> /Font << /F1 3 0 R >> >> >>`,
        ],
        [11 + 3 * i, stream(`q ${w} 0 0 ${h} 0 0 cm /Im Do Q ${more}`)],
        [
          12 + 3 * i,
          stream(
            jpeg.toString('latin1'),
            `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
          ),
        ],
      ]),
    ),
  });
}

/** Letters of `points` high, without a font of the machine: strokes of a pen. */
const word = (points: number, letters: number, x = 200, y = 400, colour = '#222'): string => {
  const size = (points * UNITS) / 72;
  return Array.from({ length: letters }, (_, i) => {
    const left = x + i * size * 0.55;
    const d = `M${left} ${y} v${-size * 0.7} M${left} ${y - size * 0.35} h${size * 0.35} v${size * 0.35}`;
    return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${size * 0.09}"/>`;
  }).join('');
};

describe('remove-blank-pages', () => {
  inRounds('tells empty scans from scans with a word on them', [1, 12], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const looks: readonly (readonly [boolean, Omit<ScanLook, 'seed'>])[] = [
        [true, {}],
        [true, { grain: 14, dust: 150 }],
        [true, { paper: 205, shade: 50, grain: 8 }],
        [true, { edge: 17, dust: 30 }],
        [true, { svg: `<g opacity="0.1">${word(12, 40)}${word(12, 40, 200, 500)}</g>` }],
        [false, { svg: word(12, 9) }],
        [false, { svg: word(10, 9, 300, 1100), grain: 14, dust: 150 }],
        [false, { svg: word(14, 8), paper: 205, shade: 50 }],
        [false, { svg: word(12, 60).concat(word(12, 60, 100, 600)) }],
        [false, { svg: '<rect width="874" height="1240" fill="#333"/>' }],
        [false, { svg: '<circle cx="400" cy="600" r="40" fill="none" stroke="#35c" stroke-width="3"/>' }],
      ];
      const jpegs = await Promise.all(looks.map(([, look], i) => scan({ seed: 100 * round + i, ...look })));
      const { blankPages } = await removed(scannedPdf(jpegs));
      expect(blankPages, `round ${round}`).toEqual(looks.flatMap(([isBlank], i) => (isBlank ? i + 1 : [])));
    }
  });

  it('keeps what is seen on pages that are not scans, however little', async () => {
    const [w, h] = [(WIDTH * 72) / DPI, (HEIGHT * 72) / DPI];
    const contents = [
      '',
      'q Q 1 g 0 0 300 300 re f',
      'BT /F1 8 Tf 200 20 Td (7) Tj ET',
      '0.9 G 0.3 w 50 50 m 60 50 l S',
      'BT /F1 8 Tf 3 Tr 200 20 Td (hidden) Tj ET',
      '0.97 g 100 100 200 200 re f',
      `0 G 1 w 3 0 m 3 ${h} l S`,
    ];
    const pages = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count 9 /Kids [${[10, 12, 14, 16, 18, 20, 22, 24, 26].map((n) => `${n} 0 R`).join(' ')}] /MediaBox [0 0 ${w} ${h}] /Resources << /Font << /F1 3 0 R >> >> >>`,
      3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...Object.fromEntries(
        contents.flatMap((content, i) => [
          [10 + 2 * i, `<< /Type /Page /Parent 2 0 R /Contents ${11 + 2 * i} 0 R >>`],
          [11 + 2 * i, stream(content)],
        ]),
      ),
      24: '<< /Type /Page /Parent 2 0 R /Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [20 20 90 40] >>] >>',
      26: '<< /Type /Page /Parent 2 0 R /Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [20 20 90 40] >>] >>',
    });
    // Nothing, white on white, hidden text, a line within the margin, and a link that is not drawn.
    expect((await removed(pages)).blankPages).toEqual([1, 2, 5, 7, 9]);
    expect((await removed(pages, { margin: 0 })).blankPages).toEqual([1, 2, 5, 9]);
    expect((await removed(pages, { pages: '2-6', dryRun: true })).blankPages).toEqual([2, 5]);
  });

  it('removes scans with stains where more ink is allowed, and tells how much each has', async () => {
    const stain = '<ellipse cx="300" cy="500" rx="30" ry="18" fill="#543"/>';
    const jpegs = await Promise.all([
      scan({ seed: 1, svg: stain }),
      scan({ seed: 2 }),
      scan({ seed: 3, svg: word(12, 200) }),
    ]);
    const pdf = scannedPdf(jpegs);
    const strict = await removed(pdf);
    expect(strict.blankPages).toEqual([2]);
    // The area of the ellipse, of a page without its margins.
    const edge = (5 * UNITS) / 25.4;
    const expected = (100 * Math.PI * 30 * 18) / ((874 - 2 * edge) * (1240 - 2 * edge));
    const found = strict.littleInk.find(({ page }) => page === 1)?.inkPercent ?? 0;
    expect(Math.abs(found / expected - 1)).toBeLessThan(0.1);
    expect((await removed(pdf, { inkPercent: 0.25 })).blankPages).toEqual([1, 2]);
    // A number stamped onto a scan counts; text that OCR put under it does not.
    const one = [jpegs[1]!];
    const text = (mode: number) => `BT ${mode} Tr /F1 8 Tf 200 100 Td (000123) Tj ET`;
    expect((await removed(scannedPdf(one, text(0)))).blankPages).toEqual([]);
    expect((await removed(scannedPdf(one, text(3)), { dryRun: true })).blankPages).toEqual([1]);
  });

  it.skipIf(!hasReaders)(
    'keeps what belongs to the other pages, and files without blank pages as they are',
    async () => {
      const rich = richPdf('R');
      const same = await removed(rich);
      expect([same.removed, Buffer.compare(same.bytes, rich), same.warnings]).toEqual([0, 0, []]);
      const emptied = Buffer.from(
        rich
          .toString('latin1')
          .replace(
            /\/P << \/MCID 0 >> BDC BT \/F1 24 Tf 20 100 Td \(R page 3\) Tj ET EMC \/OC \/Layer1 BDC 0 0 30 20 re f EMC/,
            (all) => ' '.repeat(all.length),
          ),
        'latin1',
      );
      const { bytes, blankPages } = await removed(emptied);
      expect(blankPages).toEqual([3]);
      writeFileSync(at('less.pdf'), bytes);
      expect([countPages(at('less.pdf')), [...complaints(at('less.pdf'))]]).toEqual([3, []]);
      const { outline, links, fields } = contentsOf(at('less.pdf'))!;
      expect([outline.map(({ to }) => to), links.length, fields.length]).toEqual([[1, 2], 3, 3]);
    },
  );
});

const corpus = sharedPath('corpus/pdf', 'blank pages of real files');

describe.skipIf(!existsSync(corpus) || !hasReaders)(
  'real files (skipped where no corpus stands beside the project)',
  () => {
    exhaustive('have as blank pages only what poppler draws nothing on', async () => {
      let blank = 0;
      const differing: string[] = [];
      for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
        const files = [{ name, bytes: readFileSync(join(corpus, name)) }];
        const { status, data } = await runTool(removeBlankPages, { files, options: { dryRun: true, margin: 0 } });
        if (status !== 200) continue;
        for (const page of (data as { files: Told[] }).files[0]!.blankPages) {
          blank += 1;
          run('pdftoppm', ['-r', '36', '-gray', '-singlefile', '-f', String(page), join(corpus, name), at('page')]);
          const drawn = readFileSync(at('page.pgm'));
          const pixels = drawn.subarray(drawn.indexOf('255\n') + 4);
          if (pixels.some((value) => value < 250)) differing.push(`${name} ${page}`);
        }
      }
      expect(blank).toBeGreaterThan(4);
      expect(differing).toEqual([]);
    });
  },
);
