import { describe, expect, it } from 'vitest';

import { readFixture } from '../../testing/run-tool.js';
import { heifKind, otherFormat, widenApertures } from './heif-boxes.js';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('heif-boxes', () => {
  it('tells pictures, sequences and other files apart', () => {
    expect(heifKind(readFixture('image/heic/grid.heic'))).toBe('picture');
    expect(heifKind(readFixture('image/heic/sequence.heic'))).toBe('sequence');
    expect(heifKind(bytesOf('\0\0\0\x14ftypheic\0\0\0\0heic'))).toBe('nothing');
    expect(heifKind(bytesOf('hello'))).toBe('other');
    expect(heifKind(new Uint8Array())).toBe('other');
  });

  it('names well-known formats', () => {
    expect(otherFormat(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('a JPEG picture');
    expect(otherFormat(bytesOf('%PDF-1.7'))).toBe('a PDF document');
    expect(otherFormat(bytesOf('hello'))).toBeUndefined();
  });

  it('makes every clean aperture the whole picture and touches nothing else', () => {
    const before = readFixture('image/heic/clean-aperture.heic');
    const after = new Uint8Array(before);
    expect(widenApertures(after, 96, 64)).toBe(true);
    const start = before.indexOf('clap') + 4;
    expect(Buffer.from(after.subarray(start, start + 32)).toString('hex')).toBe(
      ['00000060', '00000001', '00000040', '00000001', '00000000', '00000001', '00000000', '00000001'].join(''),
    );
    expect(after.subarray(0, start)).toEqual(new Uint8Array(before.subarray(0, start)));
    expect(after.subarray(start + 32)).toEqual(new Uint8Array(before.subarray(start + 32)));
    expect(widenApertures(new Uint8Array(readFixture('image/heic/grid.heic')), 100, 90)).toBe(false);
  });

  it('ends on boxes whose sizes lie', () => {
    const good = new Uint8Array(readFixture('image/heic/clean-aperture.heic'));
    for (let i = 0; i + 4 <= 400; i += 4) {
      for (const value of [0, 1, 7, 0x7fffffff, 0xffffffff]) {
        const bad = new Uint8Array(good);
        new DataView(bad.buffer).setUint32(i, value);
        heifKind(bad);
        widenApertures(bad, 1, 1);
        expect(bad.length).toBe(good.length);
      }
    }
  });
});
