import { describe, expect, it } from 'vitest';

import { readFixture } from '../../testing/run-tool.js';
import { publicExif } from './exif-public.js';

/** The EXIF of the phone fixture, from its TIFF header. */
function phoneExif(): Uint8Array {
  const bytes = readFixture('image/heic/phone.heic');
  const start = bytes.lastIndexOf('Exif\0\0') + 6;
  return new Uint8Array(bytes.subarray(start));
}

/** Tag numbers of a directory. */
function tags(tiff: Uint8Array, offset: number): number[] {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  return Array.from({ length: view.getUint16(offset) }, (_, i) => view.getUint16(offset + 2 + 12 * i));
}

describe('exif-public', () => {
  it('keeps date, camera, exposure and lens; drops position, serial number, maker note and orientation', () => {
    const kept = publicExif(phoneExif())!;
    expect(tags(kept, 8)).toEqual([0x010f, 0x0110, 0x0132, 0x8769]);
    const pointer = new DataView(kept.buffer).getUint32(8 + 2 + 3 * 12 + 8);
    expect(tags(kept, pointer)).toEqual([0x829a, 0x9000, 0x9003, 0x9011, 0xa434]);
    const text = Buffer.from(kept).toString('latin1');
    for (const part of ['Phone 1', 'Examplemaker', '2025:06:01 12:34:56', '+02:00', 'back camera'])
      expect(text).toContain(part);
    for (const part of ['SERIAL', 'Apple iO']) expect(text).not.toContain(part);
  });

  it('says the same when it is run on its own result', () => {
    const once = publicExif(phoneExif())!;
    expect(publicExif(once)).toEqual(once);
  });

  it('reads little-endian EXIF', () => {
    const tiff = Buffer.alloc(64);
    tiff.write('II');
    tiff.writeUInt16LE(42, 2);
    tiff.writeUInt32LE(8, 4);
    tiff.writeUInt16LE(2, 8);
    for (const [i, [tag, offset]] of [
      [0x010f, 40],
      [0x0112, 50],
    ].entries()) {
      tiff.writeUInt16LE(tag!, 10 + 12 * i);
      tiff.writeUInt16LE(2, 12 + 12 * i);
      tiff.writeUInt32LE(6, 14 + 12 * i);
      tiff.writeUInt32LE(offset!, 18 + 12 * i);
    }
    tiff.write('Maker\0', 40);
    const kept = publicExif(tiff)!;
    expect(Buffer.from(kept).toString('latin1')).toContain('Maker');
    expect(Buffer.from(kept).readUInt16LE(8)).toBe(1);
  });

  it('is nothing when nothing is left', () => {
    expect(publicExif(new Uint8Array())).toBeUndefined();
    expect(publicExif(Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0))).toBeUndefined();
    expect(publicExif(Buffer.from('not a TIFF structure'))).toBeUndefined();
  });

  it('never fails and never grows on damaged EXIF', () => {
    const good = phoneExif();
    for (let i = 0; i + 2 < good.length; i++) {
      for (const value of [0, 0x7f, 0xff]) {
        const bad = new Uint8Array(good);
        bad.fill(value, i, i + 2);
        expect(publicExif(bad)?.length ?? 0).toBeLessThan(20_000);
      }
      publicExif(good.subarray(0, i));
    }
  });
});
