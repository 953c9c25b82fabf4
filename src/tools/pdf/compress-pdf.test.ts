import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { firstReport } from '../../testing/file-report.js';
import { complaints, renderPages } from '../../testing/pdf-readers.js';
import { pdfOf, richPdf, stream } from '../../testing/pdf-samples.js';
import { meanDifference, ssim } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import compressPdf from './compress-pdf.js';

const FONT = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';

interface Report {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly isOriginal: boolean;
  readonly targetReached: boolean | null;
  readonly images: { readonly found: number; readonly changed: number };
}

async function compress(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const answer = await runTool(compressPdf, { files: [{ name: 'sample.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return { bytes: answer.files[0]?.bytes ?? Buffer.alloc(0), report: firstReport(answer) as Report };
}

const SIDE = 200;

/** A smooth scene: colours of waves. */
function scene(channels: number): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: channels * SIDE * SIDE }, (_, i) => {
      const [x, y, channel] = [Math.floor(i / channels) % SIDE, Math.floor(i / channels / SIDE), i % channels];
      return 128 + 60 * Math.sin(x / 20 + channel) + 60 * Math.cos(y / 30 - channel) + ((x * 7 + y * 13) % 7);
    }),
  );
}

const picture = (data: Uint8Array, entries: string, filter = 'FlateDecode'): string =>
  stream(
    Buffer.from(filter === 'FlateDecode' ? deflateSync(data) : data).toString('latin1'),
    `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /BitsPerComponent 8 /Filter /${filter} ${entries}`,
  );

/** Pictures of every kind, 200 pixels wide on 36 points: 400 dots per inch; /Form draws its picture at 200. */
async function sample(): Promise<Buffer> {
  const rgb = scene(3);
  const jpeg = await sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer();
  const cmyk = await sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .toColourspace('cmyk')
    .jpeg({ quality: 95 })
    .toBuffer();
  const indexes = Buffer.from(scene(1).map((value) => value >> 2));
  const table = Array.from(
    { length: 64 },
    (_, i) => `${(i * 4).toString(16).padStart(2, '0')}80${(255 - i * 4).toString(16).padStart(2, '0')}`,
  ).join('');
  const names = ['Rgb', 'Grey', 'Jpeg', 'Cmyk', 'Indexed', 'Keyed', 'Soft'];
  const draws = names.map(
    (name, i) => `q 36 0 0 36 ${10 + 40 * (i % 4)} ${150 - 40 * Math.floor(i / 4)} cm /${name} Do Q`,
  );
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /Metadata 20 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << ${names.map((name, i) => `/${name} ${10 + i} 0 R`).join(' ')} /Form 18 0 R >> >> >>`,
    4: stream(`1 0 0 rg 0 100 200 5 re f ${draws.join('\n')} q 2 0 0 2 10 10 cm /Form Do Q`),
    10: picture(rgb, '/ColorSpace /DeviceRGB'),
    11: picture(scene(1), '/ColorSpace /DeviceGray'),
    12: picture(jpeg, '/ColorSpace /DeviceRGB', 'DCTDecode'),
    13: picture(cmyk, '/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]', 'DCTDecode'),
    14: picture(indexes, `/ColorSpace [/Indexed /DeviceRGB 63 <${table}>]`),
    15: picture(rgb, '/ColorSpace /DeviceRGB /Mask [100 160 0 255 0 255]'),
    16: picture(rgb, '/ColorSpace /DeviceRGB /SMask 17 0 R /Intent /Perceptual'),
    17: picture(scene(1), '/ColorSpace /DeviceGray'),
    18: stream(
      'q 36 0 0 36 0 0 cm /Inner Do Q',
      '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /Inner 19 0 R >> >>',
    ),
    19: picture(scene(3).reverse(), '/ColorSpace /DeviceRGB'),
    20: stream('<x>kept</x>', '/Type /Metadata /Subtype /XML'),
  });
}

describe.skipIf(!hasProgram('pdfimages', ['-v'], 'pictures of compressed PDFs'))('with poppler', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'compress-pdf-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const widths = (name: string): number[] =>
    runProgram('pdfimages', ['-list', at(name)])
      .toString()
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => Number(row.trim().split(/\s+/)[3]));
  async function pixels(name: string) {
    runProgram('pdftoppm', ['-png', '-r', '100', '-singlefile', at(name), at('page')]);
    return await sharp(at('page.png')).greyscale().raw().toBuffer({ resolveWithObject: true });
  }

  exhaustive('pictures become as small as the size drawn allows and look the same', async () => {
    const before = await sample();
    const { bytes, report } = await compress(before, { level: 'custom', maxDpi: 100, imageQuality: 80 });
    writeFileSync(at('before.pdf'), before);
    writeFileSync(at('after.pdf'), bytes);
    // 400 dots per inch to 100; the colour key as it was; the form's from 200 to 100. The grey picture and the soft mask are the same and become one.
    expect(widths('after.pdf')).toEqual([50, 50, 50, 50, 50, 200, 50, 50, 100]);
    expect(complaints(at('after.pdf'))).toEqual(new Set());
    expect(bytes.length).toBeLessThan(before.length / 2);
    expect(report.images).toMatchObject({ found: 8 });
    expect(bytes.includes('<x>kept</x>')).toBe(true);
    const [old, made] = [await pixels('before.pdf'), await pixels('after.pdf')];
    expect(ssim(old.data, made.data, old.info.width, old.info.height)).toBeGreaterThan(0.95);
  });

  it('four colours keep their colours, from JPEG files of both kinds and from plain samples', async () => {
    const rgb = scene(3);
    const file = sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } }).toColourspace('cmyk');
    const marked = await file.clone().jpeg({ quality: 95 }).toBuffer();
    // Without Adobe's marker samples are not inverted.
    const at14 = marked.indexOf(Buffer.from([0xff, 0xee]));
    const bare = Buffer.concat([marked.subarray(0, at14), marked.subarray(at14 + 2 + marked.readUInt16BE(at14 + 2))]);
    const plain = Buffer.from(
      Uint8Array.from({ length: 4 * SIDE * SIDE }, (_, i) => (i % 4 === 3 ? 0 : (rgb[i] ?? 0))),
    );
    const pictures = [
      picture(marked, '/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]', 'DCTDecode'),
      picture(marked, '/ColorSpace /DeviceCMYK', 'DCTDecode'),
      picture(bare, '/ColorSpace /DeviceCMYK', 'DCTDecode'),
      picture(plain, '/ColorSpace /DeviceCMYK'),
    ];
    for (const [i, object] of pictures.entries()) {
      const before = pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
        4: stream('q 40 0 0 40 0 0 cm /P Do Q'),
        5: object,
      });
      const { bytes } = await compress(before, { level: 'custom', maxDpi: 150, imageQuality: 90 });
      writeFileSync(at('before.pdf'), before);
      writeFileSync(at('after.pdf'), bytes);
      expect(bytes.length, `picture ${i}`).toBeLessThan(before.length / 2);
      const [old, made] = ['before.pdf', 'after.pdf'].map((name) =>
        runProgram('pdftoppm', ['-r', '72', '-singlefile', at(name)]),
      );
      expect(meanDifference(old ?? [0], made ?? [0]), `picture ${i}`).toBeLessThan(6);
    }
  });

  it.each(['simple', 'composite'] as const)('a %s TrueType font keeps only the letters in use', async (kind) => {
    const font = readFileSync(join(projectRoot, FONT));
    const simple =
      '<< /Type /Font /Subtype /TrueType /BaseFont /NotoSans /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>';
    const before = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: stream(`BT /F 30 Tf 10 40 Td ${kind === 'simple' ? '(\\304rger & Quiz)' : '<0024002500260100>'} Tj ET`),
      5:
        kind === 'simple'
          ? simple
          : '<< /Type /Font /Subtype /Type0 /BaseFont /NotoSans /Encoding /Identity-H /DescendantFonts [8 0 R] >>',
      6: '<< /Type /FontDescriptor /FontName /NotoSans /Flags 32 /FontFile2 7 0 R >>',
      7: stream(deflateSync(font).toString('latin1'), '/Filter /FlateDecode'),
      8: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /NotoSans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R /DW 600 >>',
    });
    const { bytes } = await compress(before);
    writeFileSync(at('before.pdf'), before);
    writeFileSync(at('after.pdf'), bytes);
    expect(bytes.length).toBeLessThan(before.length / 8);
    expect(renderPages(at('after.pdf'), 1, 1)).toEqual(renderPages(at('before.pdf'), 1, 1));
    expect(runProgram('pdffonts', [at('after.pdf')]).toString()).toMatch(/[A-Z]{6}\+NotoSans/);
    expect(complaints(at('after.pdf'))).toEqual(new Set());
  });

  it('a page without content keeps no resources', async () => {
    const before = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << /XObject << /P 5 0 R >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Contents 4 0 R >>',
      4: stream(' '),
      5: picture(scene(3), '/ColorSpace /DeviceRGB'),
    });
    expect((await compress(before)).bytes.length).toBeLessThan(600);
  });

  it('a picture that is drawn large somewhere keeps the pixels for it', async () => {
    const both = (await sample()).toString('latin1').replace('/Rgb Do Q', '/Rgb Do Q q 72 0 0 72 0 0 cm /Rgb Do Q');
    const fixed = Buffer.from(
      both.replace(
        /\/Length (\d+)( +>>\nstream\n1 0 0 rg)/,
        (_all, length: string, rest: string) => `/Length ${Number(length) + 29}${rest}`,
      ),
      'latin1',
    );
    const { bytes } = await compress(fixed, { level: 'custom', maxDpi: 100 });
    writeFileSync(at('large.pdf'), bytes);
    expect(widths('large.pdf')[0]).toBe(100);
  });

  it('a file without pictures is drawn exactly as before, with its outline, fields and attachment', async () => {
    const before = richPdf('Kept');
    const { bytes } = await compress(before);
    writeFileSync(at('rich.pdf'), before);
    writeFileSync(at('small.pdf'), bytes);
    expect(bytes.length).toBeLessThan(before.length);
    expect(complaints(at('small.pdf'))).toEqual(new Set());
    expect(renderPages(at('small.pdf'), 1, 4)).toEqual(renderPages(at('rich.pdf'), 1, 4));
    const said = (name: string) => runProgram('pdfdetach', ['-list', at(name)]).toString();
    expect(said('small.pdf')).toBe(said('rich.pdf'));
  });
});

describe('sizes', () => {
  it('a result that is compressed again comes back as it is, or smaller', async () => {
    const once = await compress(await sample(), { level: 'strong' });
    const twice = await compress(once.bytes, { level: 'strong' });
    expect(twice.bytes.length).toBeLessThanOrEqual(once.bytes.length);
    const thrice = await compress(twice.bytes, { level: 'strong' });
    expect(thrice.bytes.length).toBeLessThanOrEqual(twice.bytes.length);
  });

  exhaustive('a target is met with the best step that meets it, or missed and said so', async () => {
    const file = await sample();
    const wide = await compress(file, { targetKb: 200 });
    const narrow = await compress(file, { targetKb: 90 });
    expect(wide.report.targetReached).toBe(true);
    expect(wide.bytes.length).toBeLessThanOrEqual(200 * 1024);
    expect(narrow.bytes.length).toBeLessThanOrEqual(wide.bytes.length);
    expect((await compress(file, { targetKb: 1 })).report.targetReached).toBe(false);
  });
});
