import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import tool from './grayscale-pdf.js';

const hasPoppler = hasProgram('pdftoppm', ['-v'], 'grayscale-pdf drawn by poppler');
const hasMutool = hasProgram('mutool', ['-v'], 'grayscale-pdf drawn by MuPDF');
const corpus = sharedPath('corpus/pdf', 'grayscale-pdf on real files');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grayscale-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of one page of 300 × 300 points. `objects` are numbered from 5. */
function pdfOf(content: string, resources: string, objects: readonly string[] = [], page = ''): Buffer {
  const list = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    streamOf('', content),
    ...objects,
  ];
  const parts = ['%PDF-1.7\n'];
  const places: number[] = [];
  for (const [i, text] of list.entries()) {
    places.push(parts.join('').length);
    parts.push(`${i + 1} 0 obj\n${text}\nendobj\n`);
  }
  const start = parts.join('').length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${list.length + 1}\n0000000000 65535 f \n${rows}`);
  parts.push(`trailer << /Root 1 0 R /Size ${list.length + 1} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}
const streamOf = (entries: string, data: string): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** Two numbers per function: from one colour to another. */
const RAMP = '<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>';
const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.8 1 0.1] /N 1 >>';
const PIXELS = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0].map((value) => String.fromCharCode(value)).join('');
const picture = (space: string, data: string, more = ''): string =>
  streamOf(`/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace ${space} ${more}`, data);

/** Every way to a colour that the standard knows, in a field of its own. */
const ALL = pdfOf(
  [
    '1 0 0 rg 0 0 50 50 re f 0 0.5 0 RG 6 w 60 10 30 30 re S',
    '0 1 1 0 k 100 0 50 50 re f /Spot cs 0.7 scn 150 0 50 50 re f /Spot CS 1 SCN 210 10 30 30 re S',
    '/Two cs 0.5 1 scn 250 0 50 50 re f /Lab cs 60 60 -40 sc 0 50 50 50 re f /Profile cs 0.2 0.9 0.4 sc 50 50 50 50 re f',
    '/Table cs 1 sc 100 50 50 50 re f /Profile cs 150 50 50 50 re f',
    '/Pattern cs /Tiles scn 200 50 50 50 re f /Stencil cs 0.9 0.1 0.4 /Dots scn 250 50 50 50 re f',
    'q 0 100 50 50 re W n /Axial sh Q q 50 100 50 50 re W n /Plane sh Q /Pattern cs /Radial scn 100 100 50 50 re f',
    'q 50 0 0 50 150 100 cm /Rgb Do Q q 50 0 0 50 200 100 cm /Cmyk Do Q q 50 0 0 50 250 100 cm /Indexed Do Q',
    'q 50 0 0 50 0 150 cm /SpotPicture Do Q q 50 0 0 50 50 150 cm BI /W 2 /H 2 /BPC 8 /CS /RGB ID ',
    `${PIXELS} EI Q 0.8 0.3 0 rg q 1 0 0 1 100 150 cm /Form Do Q`,
    '0 0.4 0.8 rg BT /F1 40 Tf 10 220 Td (Gray text) Tj ET BT /F3 30 Tf 220 220 Td (a) Tj ET',
    'q 150 150 50 50 re W n /Mesh sh Q',
  ].join('\n'),
  `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F3 5 0 R >>
   /ColorSpace << /Spot [/Separation /Orange /DeviceCMYK ${TINT}] /Two [/DeviceN [/Orange /Blue] /DeviceRGB 6 0 R]
     /Lab [/Lab << /WhitePoint [0.9642 1 0.8249] >>] /Profile [/ICCBased 7 0 R] /Table [/Indexed /DeviceRGB 1 <000000FF8000>]
     /Stencil [/Pattern /DeviceRGB] >>
   /Pattern << /Tiles 8 0 R /Dots 9 0 R /Radial << /PatternType 2 /Shading
     << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [125 125 0 125 125 25] /Function ${RAMP} /Extend [true true] >> >> >>
   /Shading << /Axial << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 50 0] /Function ${RAMP} >>
     /Plane << /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [50 0 0 50 50 100] /Function 10 0 R >> /Mesh 16 0 R >>
   /XObject << /Rgb 11 0 R /Cmyk 12 0 R /Indexed 13 0 R /SpotPicture 14 0 R /Form 15 0 R >>`,
  [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000]
       /Encoding << /Differences [97 /a] >> /CharProcs << /a 17 0 R >> /Resources << >> >>`,
    streamOf(
      '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
      '{ exch dup 0.2 gt { 1 exch sub } { pop 1 } ifelse exch dup 0.5 mul 3 1 roll 1 exch sub exch pop 0.3 3 1 roll }',
    ),
    streamOf('/N 3', 'not a profile'),
    streamOf(
      '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>',
      '1 0 1 rg 0 0 5 5 re f',
    ),
    streamOf(
      '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>',
      '0 0 5 5 re f',
    ),
    streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 1 index }'),
    picture('/DeviceRGB', PIXELS),
    picture('/DeviceCMYK', String.fromCharCode(...Array.from({ length: 16 }, (_, i) => (i * 53) & 127))),
    picture('[/Indexed /DeviceRGB 3 <FF0000 00FF00 0000FF FFFF00>]', '\0\u0001\u0002\u0003'),
    picture(`[/Separation /Orange /DeviceCMYK ${TINT}]`, '\0\u0040\u0080\u00ff'),
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Resources << >>',
      '0 0 25 50 re f 1 0 0 rg 25 0 25 50 re f',
    ),
    streamOf(
      '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [150 200 150 200 0 1 0 1 0 1]',
      ['\0\0\0\u00ff\0\0', '\0\u00ff\0\0\u00ff\0', '\0\0\u00ff\0\0\u00ff'].join(''),
    ),
    streamOf('', '1000 0 d0 0.9 0.1 0.1 rg 0 0 500 500 re f'),
  ],
);

interface Drawing {
  readonly width: number;
  readonly data: Buffer;
}

function drawn(bytes: Uint8Array, args: readonly string[] = []): Drawing {
  return readPixels(runProgram('pdftoppm', ['-r', '72', '-singlefile', ...args, '-'], bytes));
}

function drawnByMutool(bytes: Uint8Array): Drawing {
  const path = join(folder, 'a.pdf');
  writeFileSync(path, bytes);
  return readPixels(runProgram('mutool', ['draw', '-q', '-r', '72', '-F', 'ppm', '-o', '-', path, '1']));
}

function readPixels(file: Buffer): Drawing {
  const head = /^P[56]\s+(\d+)\s+\d+\s+255\s/.exec(file.subarray(0, 60).toString('latin1'));
  return { width: Number(head?.[1]), data: file.subarray(head?.[0].length ?? 0) };
}

/** The largest difference between the three colours of a pixel. */
function colorIn({ data }: Drawing): number {
  let most = 0;
  for (let i = 0; i + 2 < data.length; i += 3)
    most = Math.max(most, Math.abs(data[i]! - data[i + 1]!), Math.abs(data[i + 1]! - data[i + 2]!));
  return most;
}

/** How far the green of a drawing is from the tones of another on average, and in the worst field of 50 × 50. */
function distance(
  { data, width }: Drawing,
  grays: Drawing,
  change = (gray: number) => gray,
): { mean: number; worst: number } {
  const fields = new Map<number, { sum: number; count: number }>();
  let sum = 0;
  for (const [i, value] of grays.data.entries()) {
    const off = Math.abs(change(value) - data[3 * i + 1]!);
    sum += off;
    const [x, y] = [i % width, Math.floor(i / width)];
    const field = Math.floor(x / 50) + 100 * Math.floor(y / 50);
    const { sum: before, count } = fields.get(field) ?? { sum: 0, count: 0 };
    fields.set(field, { sum: before + off, count: count + 1 });
  }
  const worst = Math.max(...[...fields.values()].map((field) => field.sum / field.count));
  return { mean: sum / grays.data.length, worst };
}

interface Report {
  readonly pages: number;
  readonly imagePages: readonly number[];
  readonly warnings: readonly string[];
}

async function convert(
  bytes: Uint8Array,
  options: Record<string, unknown> = {},
): Promise<{ made: Buffer; report: Report }> {
  const { status, message, cause, files, data }: ClientAnswer = await runTool(tool, {
    files: [{ name: 'a.pdf', bytes }],
    options,
  });
  expect([status, message], String(cause)).toEqual([200, undefined]);
  return { made: files[0]!.bytes, report: (data as { files: [Report] }).files[0] };
}

describe.skipIf(!hasPoppler)('every way to a colour', () => {
  it('is gray, of the lightness that poppler gives it, and text stays text', async () => {
    const { made, report } = await convert(ALL);
    expect(report.imagePages).toEqual([]);
    expect(colorIn(drawn(ALL))).toBeGreaterThan(200);
    const result = drawn(made);
    expect(colorIn(result)).toBeLessThanOrEqual(2);
    if (hasMutool) expect(colorIn(drawnByMutool(made))).toBeLessThanOrEqual(2);
    const { mean, worst } = distance(result, drawn(ALL, ['-gray']));
    expect(mean).toBeLessThan(2);
    expect(worst).toBeLessThan(20);
    expect(runProgram('pdftotext', ['-', '-'], made).toString()).toContain('Gray text');
  });

  it('inverted is the negative of its gray', async () => {
    const { made } = await convert(ALL, { tones: 'inverted' });
    const { mean } = distance(drawn(made), drawn(ALL, ['-gray']), (gray) => 255 - gray);
    expect(mean).toBeLessThan(3);
  });

  it('black and white has no other tone where no edge is smoothed', async () => {
    const { made } = await convert(ALL, { tones: 'black-and-white' });
    const { data } = drawn(made, ['-aa', 'no', '-aaVector', 'no']);
    const tones = new Map<number, number>();
    for (const value of data) tones.set(value, (tones.get(value) ?? 0) + 1);
    const others = [...tones].reduce((sum, [tone, count]) => sum + (tone > 5 && tone < 250 ? count : 0), 0);
    // The mesh is mixed by the viewer, and its steps are not on the bounds of pixels.
    expect(others / data.length).toBeLessThan(0.02);
  });
});

it('a page with a colour space that cannot be read becomes a gray image, and is named', async () => {
  const odd = pdfOf('/Odd cs 1 0 scn 0 0 300 300 re f', '/ColorSpace << /Odd [/Unheard /Of] >>');
  const { made, report } = await convert(odd, { dpi: 72 });
  expect(report.imagePages).toEqual([1]);
  expect(report.warnings).toEqual(['pages with something that has no exact gray became images: 1']);
  if (hasPoppler) expect(colorIn(drawn(made))).toBe(0);
});

it('more pixels of pages than can be drawn are refused', async () => {
  const odd = pdfOf('/Odd cs 1 0 scn 0 0 300 300 re f', '/ColorSpace << /Odd [/Unheard /Of] >>').toString('latin1');
  const pages = odd.replace('[3 0 R] /Count 1', `[${'3 0 R '.repeat(9)}] /Count 9`).replace('300 300]', '9000 9000]');
  const { status, message } = await runTool(tool, {
    files: [{ name: 'a.pdf', bytes: Buffer.from(pages, 'latin1') }],
    options: { dpi: 600 },
  });
  expect(status).toBe(413);
  expect(message).toMatch(
    /^PDF "a\.pdf" must have at most 400000000 pixels in the 9 pages that become images at 600 dpi, got \d+$/,
  );
});

it('notes and fields lose their colours too', async () => {
  const { made } = await convert(readFixture('pdf/registration.pdf'));
  if (hasPoppler) expect(colorIn(drawn(made))).toBeLessThanOrEqual(2);
});

it('a form that draws itself ends', async () => {
  const loop = pdfOf('/F Do', '/XObject << /F 5 0 R >>', [
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
      '1 0 0 rg /F Do',
    ),
  ]);
  expect((await convert(loop)).report.pages).toBe(1);
});

exhaustive('functions of colour have a bound on their steps', async () => {
  const words = '{ '.concat('dup pop '.repeat(8000), 'dup dup }');
  const slow = pdfOf(
    '/S cs '.concat(Array.from({ length: 40_000 }, (_, i) => `${i / 40_000} scn`).join(' ')),
    '/ColorSpace << /S [/Separation /X /DeviceRGB 5 0 R] >>',
    [streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]', words)],
  );
  const { status, message } = await runTool(tool, { files: [{ name: 'a.pdf', bytes: slow }] });
  expect([status, message]).toEqual([
    413,
    'Cannot read PDF "a.pdf": its colour functions must take at most 40000000 steps',
  ]);
});

exhaustive.runIf(hasPoppler && hasMutool && existsSync(corpus))(
  'real files lose every colour and keep their text',
  async () => {
    const names = readdirSync(corpus).filter((name) => name.endsWith('.pdf'));
    let compared = 0;
    const means: number[] = [];
    for (const name of names) {
      const bytes = readFileSync(join(corpus, name));
      const { status, code, files, data } = await runTool(tool, { files: [{ name, bytes }] });
      expect([200, 400, 413], `${name} ${code}`).toContain(status);
      if (status !== 200) continue;
      const [report] = (data as { files: [Report] }).files;
      const made = files[0]!.bytes;
      try {
        const grays = drawn(bytes, ['-r', '40', '-gray']);
        const result = drawn(made, ['-r', '40']);
        // Marks that viewers draw by themselves: unsigned fields of MuPDF are not looked at here.
        expect(colorIn(result), name).toBeLessThanOrEqual(8);
        means.push(distance(result, grays).mean);
        const texts = [bytes, made].map((file) => runProgram('pdftotext', ['-', '-'], file).toString());
        if (report.imagePages.length === 0) expect(texts[1] === texts[0], name).toBe(true);
        compared += 1;
      } catch (error) {
        // Poppler draws nothing of some damaged ones.
        if (!(error instanceof Error) || !/pdftoppm|pdftotext/.test(error.message)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(150);
    means.sort((a, b) => a - b);
    expect(means[Math.floor(0.97 * means.length)]).toBeLessThan(2);
  },
);
