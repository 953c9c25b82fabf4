import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../core/errors.js';
import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { drawScene } from '../../testing/photo-scenes.js';
import { meanDifference } from '../../testing/picture-measures.js';

import { MAX_PIXELS } from './picture-size.js';
import { canvasLike, openRaster } from './raster.js';

const SCENE = drawScene('table', 96, 64);
const scene = () => sharp(SCENE.pixels, { raw: { width: 96, height: 64, channels: 3 } });
const asFile = (name: string, bytes: Uint8Array) => ({ name, mime: undefined, bytes });

async function refusal(bytes: Uint8Array): Promise<ToolError> {
  const cause: unknown = await openRaster(asFile('a.png', bytes)).then(
    () => new Error('was opened'),
    (error: unknown) => error,
  );
  if (!(cause instanceof ToolError)) throw cause;
  return cause;
}

/** Opened, copied to a canvas, written and opened again. */
async function throughCanvas(bytes: Uint8Array) {
  const before = await openRaster(asFile('a', bytes));
  const canvas = canvasLike(before);
  canvas.picture.data.set(before.picture.data);
  const written = await canvas.encode();
  return { before, written, after: await openRaster(asFile('a', written)), metadata: await sharp(written).metadata() };
}

describe('openRaster', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turns EXIF orientation %d upright, once', async (orientation) => {
    // sharp's own inverse: turning the file's pixels by its autoOrient gives the picture meant.
    const bytes = await scene()
      .withMetadata({ orientation })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const { picture } = await openRaster(asFile('a.jpg', bytes));
    const expected = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    expect([picture.width, picture.height]).toEqual(orientation > 4 ? [64, 96] : [96, 64]);
    expect(meanDifference(picture.data, expected.data)).toBeLessThan(0.5);
    const { metadata, after } = await throughCanvas(bytes);
    expect(metadata.orientation ?? 1).toBe(1);
    expect([after.picture.width, after.picture.height]).toEqual([picture.width, picture.height]);
  });

  it('refuses more pixels than the limit by the header alone', async () => {
    const bytes = await scene().png().toBuffer();
    bytes.writeUInt32BE(MAX_PIXELS / 5000, 16);
    bytes.writeUInt32BE(5001, 20);
    const { code, message } = await refusal(bytes);
    expect(code).toBe('LIMIT_EXCEEDED');
    expect(message).toBe('Picture "a.png" has 10000 × 5001 = 50010000 pixels, the limit is 50000000');
  });

  it.each(['png', 'jpeg', 'webp'] as const)('refuses a %s that is cut short anywhere', async (format) => {
    const options = format === 'webp' ? { lossless: true } : {};
    const bytes = await scene().toFormat(format, options).toBuffer();
    for (let tenth = 1; tenth <= 9; tenth++) {
      const { code } = await refusal(bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)));
      expect(code).toBe('INVALID_INPUT');
    }
  });

  it('refuses animations', async () => {
    const frames = await sharp(Buffer.concat([SCENE.pixels, SCENE.pixels.map((value) => 255 - value)]), {
      raw: { width: 96, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await refusal(frames)).message).toBe(
      'Cannot read picture "a.png": it is animated, one still picture is needed',
    );
  });

  exhaustive('ends damaged files in a picture or a refusal', async () => {
    const random = fractionsOf(6);
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const bytes = await scene().toFormat(format).toBuffer();
      for (let i = 0; i < 60; i++) {
        const damaged = Uint8Array.from(bytes);
        for (let n = 0; n < 4; n++) damaged[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
        const outcome: unknown = await openRaster(asFile('a', damaged)).catch((error: unknown) => error);
        expect(outcome instanceof ToolError || (outcome as { picture?: unknown }).picture !== undefined).toBe(true);
      }
    }
  });
});

describe('canvasLike', () => {
  it('keeps format, profile, resolution and samples', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const image = scene().withMetadata({ density: 300, icc: 'p3' });
      const { before, metadata, after } = await throughCanvas(
        await image.toFormat(format, format === 'jpeg' ? { quality: 95 } : { lossless: true }).toBuffer(),
      );
      expect(metadata.format).toBe(format);
      expect(metadata.icc).toEqual(before.profile);
      expect(metadata.icc?.length).toBeGreaterThan(100);
      if (format !== 'webp') expect(metadata.density).toBe(300);
      // JPEG 95 written again is within a level on average; the others have no loss.
      expect(meanDifference(after.picture.data, before.picture.data)).toBeLessThanOrEqual(format === 'jpeg' ? 1.2 : 0);
    }
  });

  it('keeps 16 bits, grey and alpha to the last bit', async () => {
    const random = fractionsOf(8);
    for (const channels of [1, 2, 3, 4] as const) {
      const samples = Uint16Array.from({ length: 12 * 9 * channels }, () => Math.floor(65_536 * random()));
      const space = channels <= 2 ? 'grey16' : 'rgb16';
      const png = await sharp(samples, { raw: { width: 12, height: 9, channels } })
        .pipelineColourspace(space)
        .toColourspace(space)
        .png()
        .toBuffer();
      const { before, after, metadata } = await throughCanvas(png);
      expect(metadata).toMatchObject({ depth: 'ushort', channels });
      expect([...before.picture.data]).toEqual([...samples]);
      expect([...after.picture.data]).toEqual([...samples]);
    }
  });

  it('writes JPEG at no less than its quality and its chroma', async () => {
    const bytes = await scene().jpeg({ quality: 97, chromaSubsampling: '4:4:4', progressive: true }).toBuffer();
    const { metadata, after } = await throughCanvas(bytes);
    expect(metadata).toMatchObject({ chromaSubsampling: '4:4:4', isProgressive: true });
    expect(after.encoding.quality).toBe(97);
  });

  it('makes sRGB of CMYK', async () => {
    const cmyk = await scene().toColourspace('cmyk').jpeg().toBuffer();
    const { metadata, after } = await throughCanvas(cmyk);
    expect(metadata).toMatchObject({ space: 'srgb', channels: 3 });
    // To CMYK and back is no identity; the picture is still itself.
    expect(meanDifference(after.picture.data, SCENE.pixels)).toBeLessThan(25);
  });
});
