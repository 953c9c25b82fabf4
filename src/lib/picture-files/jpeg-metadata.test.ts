import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { profileFromCodes } from './icc-profile.js';
import { withMetadata } from './jpeg-metadata.js';

const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
  .jpeg()
  .toBuffer();

describe('jpeg-metadata', () => {
  it('is read by another reader: profile and EXIF to the byte', async () => {
    const profile = profileFromCodes({ primaries: 12, transfer: 13 });
    const exif = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0);
    const read = await sharp(withMetadata(jpeg, { profile, exif })).metadata();
    expect(new Uint8Array(read.icc!)).toEqual(profile);
    expect(new Uint8Array(read.exif!.subarray(6))).toEqual(exif);
    expect(read.exif!.toString('latin1', 0, 6)).toBe('Exif\0\0');
  });

  exhaustive('spreads a large profile over segments', async () => {
    const small = profileFromCodes({ primaries: 9, transfer: 13 });
    const large = new Uint8Array(200_000);
    large.set(small!);
    new DataView(large.buffer).setUint32(0, large.length);
    const read = await sharp(withMetadata(jpeg, { profile: large })).metadata();
    expect(new Uint8Array(read.icc!)).toEqual(large);
  });

  it('leaves out what the format cannot hold, and changes nothing without metadata', () => {
    expect(withMetadata(jpeg, {})).toEqual(new Uint8Array(jpeg));
    expect(withMetadata(jpeg, { exif: new Uint8Array(70_000) })).toEqual(new Uint8Array(jpeg));
  });
});
