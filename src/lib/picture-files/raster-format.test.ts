import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { isAnimatedPng, isLosslessWebp, jpegLuminanceSteps, jpegQuality, rasterFormat } from './raster-format.js';

const canvas = () => sharp({ create: { width: 16, height: 16, channels: 3, background: '#654' } });

/** A PNG chunk; nobody here checks its sum. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  new DataView(bytes.buffer).setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  return bytes;
}

describe('rasterFormat', () => {
  it('goes by the first bytes', async () => {
    expect(rasterFormat(await canvas().png().toBuffer())).toBe('png');
    expect(rasterFormat(await canvas().jpeg().toBuffer())).toBe('jpeg');
    expect(rasterFormat(await canvas().webp().toBuffer())).toBe('webp');
    expect(rasterFormat(await canvas().gif().toBuffer())).toBeUndefined();
    expect(rasterFormat(new TextEncoder().encode('RIFF1234WAVE'))).toBeUndefined();
    expect(rasterFormat(new Uint8Array(0))).toBeUndefined();
  });
});

describe('isAnimatedPng', () => {
  it('finds acTL before the picture only', async () => {
    const png = await canvas().png().toBuffer();
    const control = chunk('acTL', new Uint8Array(8));
    // The signature and IHDR are 33 bytes.
    const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
    expect(isAnimatedPng(png)).toBe(false);
    expect(isAnimatedPng(Buffer.concat([head, control, rest]))).toBe(true);
    expect(isAnimatedPng(Buffer.concat([png, control]))).toBe(false);
  });

  it('ends on lengths that lead nowhere', () => {
    for (const length of [0, 0xffffffff, 0x7fffffff]) {
      const bytes = new Uint8Array(64);
      for (let at = 8; at < 60; at += 12) new DataView(bytes.buffer).setUint32(at, length);
      expect(isAnimatedPng(bytes)).toBe(false);
    }
  });
});

describe('isLosslessWebp', () => {
  it('tells the two bitstreams apart, with and without alpha', async () => {
    expect(isLosslessWebp(await canvas().webp({ lossless: true }).toBuffer())).toBe(true);
    expect(isLosslessWebp(await canvas().webp({ quality: 80 }).toBuffer())).toBe(false);
    expect(isLosslessWebp(await canvas().ensureAlpha(0.5).webp({ quality: 80 }).toBuffer())).toBe(false);
    expect(isLosslessWebp(await canvas().ensureAlpha(0.5).webp({ lossless: true }).toBuffer())).toBe(true);
  });
});

describe('jpegQuality', () => {
  it.each([30, 50, 75, 92, 100])('reads back what libjpeg was told: %d', async (quality) => {
    expect(jpegQuality(await canvas().jpeg({ quality }).toBuffer())).toBe(quality);
  });

  it('has no answer without a table', () => {
    expect(jpegQuality(Uint8Array.of(0xff, 0xd8, 0xff))).toBeUndefined();
    expect(jpegQuality(new Uint8Array(0))).toBeUndefined();
    expect(jpegQuality(Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 0, 0))).toBeUndefined();
  });
});

describe('jpegLuminanceSteps', () => {
  it('are the standard table at quality 50', async () => {
    const steps = jpegLuminanceSteps(await canvas().jpeg({ quality: 50 }).toBuffer());
    // ITU-T T.81, table K.1: first row, and the last column.
    expect(steps.slice(0, 8)).toEqual([16, 11, 10, 16, 24, 40, 51, 61]);
    expect(steps.filter((_, i) => i % 8 === 7)).toEqual([61, 55, 56, 62, 77, 92, 101, 99]);
  });
});
