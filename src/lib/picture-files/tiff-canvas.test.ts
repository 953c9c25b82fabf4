import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { tiffCanvas } from './tiff-canvas.js';

describe('tiffCanvas', () => {
  it.each([1, 2, 3, 4] as const)('holds %d channels as another reader sees them', async (channels) => {
    const [width, height] = [7, 5];
    const { pixels, file } = tiffCanvas({ width, height, channels, bits: 8, density: 300 });
    for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 37) & 255;
    const { data, info } = await sharp(Buffer.from(file)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height });
    const metadata = await sharp(Buffer.from(file)).metadata();
    expect(metadata).toMatchObject({ channels, density: 300, hasAlpha: channels % 2 === 0 });
    if (info.channels === channels) expect([...data]).toEqual([...pixels]);
  });

  it('holds 16 bits and a profile of any length', async () => {
    const profile = (
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
        .withIccProfile('p3')
        .png()
        .toBuffer()
        .then((png) => sharp(png).metadata())
    ).icc!;
    for (const bytes of [profile, profile.subarray(0, 129)]) {
      const { pixels, file } = tiffCanvas({ width: 3, height: 3, channels: 3, bits: 16, profile: bytes });
      pixels.set(Array.from({ length: 27 }, (_, i) => i * 2000));
      const metadata = await sharp(Buffer.from(file)).metadata();
      expect(metadata).toMatchObject({ depth: 'ushort', space: 'rgb16', width: 3 });
      expect(metadata.icc).toEqual(Buffer.from(bytes));
    }
  });
});
