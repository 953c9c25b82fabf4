import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { profileFromCodes, profileSpace } from './icc-profile.js';
import { withMetadata } from './jpeg-metadata.js';

/** XYZ tags of a profile, by name. */
function xyz(profile: Uint8Array, name: string): number[] {
  const bytes = Buffer.from(profile);
  const entry = bytes.indexOf(name, 132);
  const offset = bytes.readUInt32BE(entry + 4);
  return [0, 1, 2].map((i) => bytes.readInt32BE(offset + 8 + 4 * i) / 65536);
}

const plain = (colour: string, profile?: Uint8Array): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: colour } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .then((jpeg) => sharp(withMetadata(jpeg, { profile })).toColourspace('srgb').raw().toBuffer());

describe('icc-profile', () => {
  it('is Display P3 for codes 12 and 13', () => {
    const profile = profileFromCodes({ primaries: 12, transfer: 13 });
    // The colorants of Apple's "Display P3.icc".
    const published = {
      rXYZ: [0.5151, 0.2412, -0.0011],
      gXYZ: [0.292, 0.6922, 0.0419],
      bXYZ: [0.1571, 0.0666, 0.7841],
    };
    for (const [name, expected] of Object.entries(published)) {
      const got = xyz(profile!, name);
      for (const [i, value] of expected.entries()) expect(Math.abs(got[i]! - value)).toBeLessThan(0.0006);
    }
    expect(profileSpace(profile!)).toBe('RGB ');
  });

  it('is none for sRGB and for codes that say nothing', () => {
    for (const primaries of [1, 2, 0, 99]) expect(profileFromCodes({ primaries, transfer: 13 })).toBeUndefined();
    expect(profileFromCodes({ primaries: 1, transfer: 1 })).toBeUndefined();
  });

  it('turns colours as the profile of another maker does', async () => {
    const published = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
      .then((jpeg) => sharp(jpeg).metadata());
    const ours = profileFromCodes({ primaries: 12, transfer: 13 });
    for (const colour of ['#c86432', '#336699', '#808080', '#20a040']) {
      const [got, expected] = [await plain(colour, ours), await plain(colour, published.icc)];
      for (let i = 0; i < 3; i++) expect(Math.abs(got[i]! - expected[i]!)).toBeLessThanOrEqual(1);
    }
  });

  it('reads a gamma as it is: linear half is sRGB 188', async () => {
    const got = await plain('#808080', profileFromCodes({ primaries: 1, transfer: 8 }));
    // IEC 61966-2-1 of 128/255.
    expect(Math.abs(got[0]! - 188)).toBeLessThanOrEqual(1);
  });

  it('knows no space of what is not a profile', () => {
    expect(profileSpace(new Uint8Array(10))).toBeUndefined();
    expect(profileSpace(new Uint8Array(500))).toBeUndefined();
  });
});
