import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';

import { psnr as decibels } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import convertImage from './convert-image.js';

const rgba = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();

/** A difference of one of 255 levels everywhere: two ways to round. */
const ONE_LEVEL = 48;

/** What ImageMagick writes of a photograph, and how near to it the result must be, in decibels. */
const KINDS: readonly (readonly [arguments: readonly string[], least: number])[] = [
  [['-colorspace', 'Lab', '-depth', '8'], 30],
  [['-colorspace', 'Lab', '-depth', '16'], 30],
  [['-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '50%', '-colorspace', 'Lab', '-depth', '8'], 30],
  [['-depth', '10'], ONE_LEVEL],
  [['-depth', '12', '-define', 'tiff:endian=msb'], ONE_LEVEL],
  [['-depth', '10', '-define', 'tiff:tile-geometry=128x128'], ONE_LEVEL],
  [['-depth', '32'], ONE_LEVEL],
  [['-depth', '8', '-define', 'quantum:format=signed'], ONE_LEVEL],
  [['-colorspace', 'YCbCr', '-compress', 'LZW'], 40],
];

/** A TIFF around a whole JPEG file, as programs wrote it before 1995 (TIFF 6.0, section 22). */
function oldStyleJpeg(jpeg: Uint8Array, width: number, height: number): Buffer {
  const tags = [256, 257, 258, 259, 262, 273, 277, 278, 279, 512, 513, 514] as const;
  const bits = 8 + 2 + 12 * tags.length + 4;
  const at = bits + 6;
  const values = [width, height, bits, 6, 6, at, 3, height, jpeg.length, 1, at, jpeg.length];
  const head = Buffer.alloc(at);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length, 8);
  for (const [i, tag] of tags.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * i);
    head.writeUInt16LE(tag === 258 ? 3 : 4, 12 + 12 * i);
    head.writeUInt32LE(tag === 258 ? 3 : 1, 14 + 12 * i);
    head.writeUInt32LE(values[i] ?? 0, 18 + 12 * i);
  }
  for (let i = 0; i < 3; i += 1) head.writeUInt16LE(8, bits + 2 * i);
  return Buffer.concat([head, jpeg]);
}

describe('TIFF files that few programs read', () => {
  exhaustive.skipIf(!hasProgram('convert', ['-version'], 'CIELab, floating point and odd sample sizes in TIFF'))(
    'are read as ImageMagick wrote them',
    async () => {
      const photo = readFixture('image/raster/photo.jpg');
      for (const [args, least] of KINDS) {
        const bytes = runProgram('convert', ['jpg:-', ...args, 'tiff:-'], photo);
        const answer = await runTool(convertImage, { files: [{ name: 'photo.tif', bytes }] });
        expect(answer.message, args.join(' ')).toBeUndefined();
        const read = runProgram('convert', ['tiff:-', '-colorspace', 'sRGB', '-depth', '8', 'rgba:-'], bytes);
        expect(decibels(await rgba(answer.files[0]!.bytes), read), args.join(' ')).toBeGreaterThan(least);
      }
    },
  );

  it('holds the pixels of an old-style JPEG', async () => {
    const jpeg = await sharp(readFixture('image/raster/photo.jpg')).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
    const bytes = oldStyleJpeg(jpeg, 64, 48);
    const answer = await runTool(convertImage, { files: [{ name: 'old.tif', bytes }] });
    expect(answer.message).toBeUndefined();
    expect(decibels(await rgba(answer.files[0]!.bytes), await rgba(jpeg))).toBeGreaterThan(40);
  });

  it('says what is not supported where nothing reads it', async () => {
    const bytes = oldStyleJpeg(Buffer.from('no JPEG'), 64, 48);
    const answer = await runTool(convertImage, { files: [{ name: 'old.tif', bytes }] });
    expect(answer.status).toBe(400);
    expect(answer.message).toBe(
      'Cannot read TIFF picture "old.tif": its storage is not supported or it is damaged (compression 6, photometric interpretation 6, 3 × 8 bits)',
    );
  });
});
