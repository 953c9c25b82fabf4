import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { bandLayout, joinJpegBands } from './jpeg-bands.js';

const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);

const encode = (pixels: Uint8Array, width: number, channels: 1 | 3, chromaSubsampling: string): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height: pixels.length / width / channels, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 85, chromaSubsampling, optimiseCoding: false })
    .toBuffer();

describe('jpeg-bands', () => {
  it.each([
    [70, 200, 32, 3, '4:2:0'],
    [64, 48, 16, 3, '4:2:0'],
    [33, 500, 16, 3, '4:4:4'],
    [129, 77, 48, 1, '4:2:0'],
    [20, 16, 16, 3, '4:2:0'],
  ] as const)(
    '%i × %i in bands of %i rows is what the whole is, %i channels, %s',
    async (width, height, rows, channels, chroma) => {
      const pixels = noise(width * height * channels);
      const row = width * channels;
      const bands: Buffer[] = [];
      for (let top = 0; top < height; top += rows) {
        bands.push(
          await encode(pixels.subarray(top * row, Math.min(height, top + rows) * row), width, channels, chroma),
        );
      }
      const joined = joinJpegBands(bands, height, rows);
      const whole = await encode(pixels, width, channels, chroma);
      const [got, expected] = await Promise.all(
        [joined, whole].map((jpeg) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer()),
      );
      expect(got!.equals(expected!)).toBe(true);
    },
  );

  it('keeps bands within the largest restart interval of the format', () => {
    expect(bandLayout(4032, 3024, 512)).toEqual({ rows: 512, count: 6 });
    expect(bandLayout(100, 500, 500)).toEqual({ rows: 512, count: 1 });
    for (const width of [1, 8192, 30_000, 65_500]) {
      const { rows } = bandLayout(width, 65_500, 512);
      expect(rows % 16).toBe(0);
      expect(Math.ceil(width / 8) * (rows / 8)).toBeLessThanOrEqual(65_535);
    }
  });
});
