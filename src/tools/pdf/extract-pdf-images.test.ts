import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { firstReport } from '../../testing/file-report.js';
import { pdfOf, stream } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import extractPdfImages from './extract-pdf-images.js';

const hasPoppler = hasProgram('pdfimages', ['-v'], 'pictures taken out of PDFs');
const scratch = mkdtempSync(join(tmpdir(), 'extract-pdf-images-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const extracted = async (bytes: Uint8Array, options: Record<string, unknown> = {}) => {
  const answer = await runTool(extractPdfImages, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  return answer;
};

const pixels = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();

/** A page with one picture. */
const pictured = (data: Buffer, entries: string): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 64 16] >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    4: stream('64 0 0 16 0 0 cm /P Do'),
    5: stream(data.toString('latin1'), `/Type /XObject /Subtype /Image /Width 64 /Height 16 ${entries}`),
  });

/** Something with an up and a down, a left and a right. */
const pattern = Buffer.from(
  Uint8Array.from({ length: 64 * 16 }, (_, i) => ((i % 64) * 3 + (i >> 6) * 17 < 150 ? 0 : 255)),
);

describe('extract-pdf-images', () => {
  it.skipIf(!hasPoppler)('gives the pictures that pdfimages gives', async () => {
    const path = join(scratch, 'in.pdf');
    writeFileSync(path, readFixture('pdf/pictures.pdf'));
    runProgram('pdfimages', ['-all', path, join(scratch, 'x')]);
    const theirs = readdirSync(scratch)
      .filter((name) => name.startsWith('x-'))
      .sort();
    // Of the seven, the JPEG comes twice and the soft mask by itself.
    expect(theirs).toEqual(['x-000.jpg', 'x-001.png', 'x-002.jpg', 'x-003.png', 'x-004.png', 'x-005.tif', 'x-006.png']);
    const read = (index: number): Buffer => readFileSync(join(scratch, theirs[index]!));
    const ours = (await extracted(readFixture('pdf/pictures.pdf'))).files.map(({ bytes }) => bytes);
    expect(ours[0]).toEqual(read(0));
    expect(await pixels(ours[1]!)).toEqual(await pixels(read(1)));
    expect(await pixels(ours[2]!)).toEqual(await pixels(read(3)));
    expect(await sharp(ours[2]).extractChannel('alpha').raw().toBuffer()).toEqual(
      await sharp(read(4)).extractChannel(0).raw().toBuffer(),
    );
    expect(await sharp(ours[3]).raw().toBuffer()).toEqual(await sharp(read(5)).raw().toBuffer());
  });

  it('puts fax pictures into a TIFF that other programs read', async () => {
    const source = sharp(pattern, { raw: { width: 64, height: 16, channels: 1 } }).toColourspace('b-w');
    const tiff = await source.tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
    const entry = (tag: number): number => {
      const start = tiff.readUInt32LE(4);
      for (let i = 0; i < tiff.readUInt16LE(start); i += 1) {
        const at = start + 2 + 12 * i;
        if (tiff.readUInt16LE(at) === tag)
          return tiff.readUInt16LE(at + 2) === 3 ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8);
      }
      throw new Error(`no tag ${tag}`);
    };
    const strip = tiff.subarray(entry(273), entry(273) + entry(279));
    for (const isBlackZero of [true, false]) {
      const parameters = `/DecodeParms << /K -1 /Columns 64 /Rows 16 /BlackIs1 ${!isBlackZero} >>`;
      const pdf = pictured(strip, `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode ${parameters}`);
      const answer = await extracted(pdf);
      const { files } = answer;
      expect(firstReport(answer)).toMatchObject({ images: [{ name: 'in-1.tif', how: 'wrapped' }] });
      const shown = await sharp(files[0]!.bytes).toColourspace('b-w').raw().toBuffer();
      const photometric = entry(262) === 0 ? isBlackZero : !isBlackZero;
      expect(shown).toEqual(photometric ? pattern : pattern.map((value) => 255 - value));
    }
  });

  it.each([
    ['gray of 1 bit', '/ColorSpace /DeviceGray /BitsPerComponent 1', 8],
    ['gray of 4 bits upside down', '/ColorSpace /DeviceGray /BitsPerComponent 4 /Decode [1 0]', 2],
    ['gray of 16 bits', '/ColorSpace /CalGray /BitsPerComponent 16', 0.5],
  ])('keeps the depth of %s', async (_what, entries, samplesInByte) => {
    const data = Buffer.from(Uint8Array.from({ length: (64 * 16) / samplesInByte }, (_, i) => (i * 37) % 256));
    const { files } = await extracted(pictured(data, entries));
    const { depth, width, height } = await sharp(files[0]!.bytes).metadata();
    expect([width, height, depth === 'ushort']).toEqual([64, 16, samplesInByte === 0.5]);
    const first = (await sharp(files[0]!.bytes).toColourspace('b-w').raw().toBuffer())[0];
    expect(first).toBe(samplesInByte === 2 ? 255 : 0);
  });

  it('draws colours that PNG does not know', async () => {
    const black = '<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1 >>';
    const pdf = pictured(pattern, `/ColorSpace [/Separation /Spot /DeviceRGB ${black}] /BitsPerComponent 8`);
    const answer = await extracted(pdf);
    const { files } = answer;
    expect(firstReport(answer)).toMatchObject({ images: [{ how: 'drawn', colorSpace: 'Separation' }] });
    const expected = Buffer.concat(
      [...pattern].map((value) => Buffer.from(value === 255 ? [255, 0, 0] : [255, 255, 255])),
    );
    expect(await pixels(files[0]!.bytes)).toEqual(expected);
  });

  it('gives the same picture once, or as often as it is stored', async () => {
    const source = readFixture('pdf/pictures.pdf');
    expect((await extracted(source, { pages: '2' })).files.length).toBe(4);
    expect((await extracted(source, { minSize: 5 })).files.length).toBe(3);
  });
});
