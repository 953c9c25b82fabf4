import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';

import { psnr } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import compressImage from './compress-image.js';
import gifEditor from './gif-editor.js';
import gifMaker from './gif-maker.js';

const rgba = (bytes: Uint8Array, animated = false): Promise<Buffer> =>
  sharp(bytes, { animated }).ensureAlpha().raw().toBuffer();

/** What is behind clear pixels is not seen. */
async function seen(bytes: Uint8Array): Promise<Buffer> {
  const pixels = await rgba(bytes);
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 0) pixels.fill(0, i, i + 4);
  return pixels;
}

/** Colours of all frames together, counted. */
async function colorsOf(bytes: Uint8Array): Promise<number> {
  const pixels = await rgba(bytes, true);
  return new Set(new Uint32Array(Uint8Array.from(pixels).buffer)).size;
}

/** Smooth colours and a texture, different in each frame: more colours than any palette has. */
async function painting(width: number, height: number, phase = 0): Promise<Buffer> {
  const pixels = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = 3 * (y * width + x);
      pixels[i] = 128 + 120 * Math.sin((x + phase) / 17) * Math.cos(y / 23);
      pixels[i + 1] = (255 * (x ^ y)) / Math.max(width, height);
      pixels[i + 2] = 40 + (200 * y) / height + 10 * Math.sin(x * y + phase);
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

interface Report {
  readonly colors?: number;
  readonly bytesAfter: number;
  readonly warnings: readonly string[];
  readonly error?: string;
}

const run = async (bytes: Uint8Array, options: object) => {
  const { data, files, message } = await runTool(compressImage, {
    options: { ...options },
    files: [{ name: 'a.png', bytes }],
  });
  expect(message).toBeUndefined();
  const [report] = (data as { files: Report[] }).files;
  return { report: report!, bytes: files[0]!.bytes };
};

describe('numbers of colours', () => {
  exhaustive('are what was asked for, counted in the result', async () => {
    const picture = await painting(160, 120);
    for (const paletteColors of [2, 7, 20, 64, 100, 256]) {
      const { bytes, report } = await run(picture, { paletteColors });
      const counted = await colorsOf(bytes);
      expect(counted).toBeLessThanOrEqual(paletteColors);
      expect(counted).toBeGreaterThan(0.8 * paletteColors);
      expect(report.colors).toBe(paletteColors);
    }
  });

  it('hold for all frames of a GIF together, of GIF Maker and GIF Editor', async () => {
    const files = [];
    for (const phase of [0, 40, 80]) files.push({ name: `${phase}.png`, bytes: await painting(90, 60, phase) });
    for (const colors of [5, 32, 100]) {
      const made = await runTool(gifMaker, { options: { colors }, files });
      const gif = made.files[0]!.bytes;
      // Transparency, where the encoder uses it between frames, is not seen.
      expect(await colorsOf(gif)).toBeLessThanOrEqual(colors);
      expect(await colorsOf(gif)).toBeGreaterThan(0.8 * colors);
      const whole = await runTool(gifMaker, { options: {}, files });
      const edited = await runTool(gifEditor, {
        options: { colors },
        files: [{ name: 'a.gif', bytes: whole.files[0]!.bytes }],
      });
      expect(await colorsOf(edited.files[0]!.bytes)).toBeLessThanOrEqual(colors);
    }
  });

  it('keeps a picture of few colours as it is, transparent ones too', async () => {
    const logo = readFixture('qr-barcode/logo.png');
    const large = await sharp(logo).resize(200, 200, { kernel: 'nearest' }).png({ compressionLevel: 0 }).toBuffer();
    const { bytes } = await run(large, {});
    expect((await seen(bytes)).equals(await seen(large))).toBe(true);
  });
});

describe('PNG', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'compress-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  exhaustive.skipIf(!hasProgram('optipng', ['-v'], 'lossless PNG beside another optimiser'))(
    'without loss has no more bytes than optipng makes',
    async () => {
      const photo = await sharp(readFixture('image/raster/photo.jpg')).resize(400).png().toBuffer();
      for (const bytes of [await painting(320, 200), photo]) {
        const result = await run(bytes, { lossless: true });
        expect((await rgba(result.bytes)).equals(await rgba(bytes))).toBe(true);
        const path = join(folder, 'a.png');
        writeFileSync(path, bytes);
        runProgram('optipng', ['-quiet', '-o2', path]);
        expect(result.bytes.length).toBeLessThanOrEqual(readFileSync(path).length);
      }
    },
  );

  exhaustive('gets a palette only where it looks the same', async () => {
    const screen = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#f4f4f4' } })
      .composite([
        {
          input: Buffer.from(
            '<svg width="300" height="200"><circle cx="90" cy="90" r="60" fill="#2563eb"/><rect x="170" y="40" width="99" height="99" rx="9" fill="#f97316"/></svg>',
          ),
        },
      ])
      .png()
      .toBuffer();
    const flat = await run(screen, {});
    expect(flat.report.colors).toBeGreaterThan(2);
    expect(psnr(await rgba(flat.bytes), await rgba(screen))).toBeGreaterThan(45);
    expect(flat.bytes.length).toBeLessThanOrEqual((await run(screen, { lossless: true })).bytes.length);
    const rich = await painting(320, 200);
    const kept = await run(rich, {});
    expect(kept.report.colors).toBeUndefined();
    expect((await rgba(kept.bytes)).equals(await rgba(rich))).toBe(true);
  });
});

describe('wishes', () => {
  it('a target out of reach gives the best try and a warning', async () => {
    const { report, bytes } = await run(await painting(300, 200), { targetKb: 0.3, format: 'jpg' });
    expect(report.warnings[0]).toMatch(/^The target of 0\.3 KiB cannot be reached: as JPEG the image has at least /);
    expect(bytes.length).toBe(report.bytesAfter);
  });

  exhaustive('a width is a limit, not a size', async () => {
    const picture = await painting(300, 200);
    const width = async (maxWidth: number) => (await sharp((await run(picture, { maxWidth })).bytes).metadata()).width;
    expect([await width(100), await width(1000)]).toEqual([100, 300]);
  });

  it('one file that fails does not spoil the others', async () => {
    const files = [
      { name: 'a.png', bytes: await painting(60, 40) },
      { name: 'b.png', bytes: Buffer.from('no image') },
    ];
    const { data, files: results } = await runTool(compressImage, { files });
    const reports = (data as { files: Report[] }).files;
    expect(results).toHaveLength(1);
    expect(reports[1]?.error).toBe('Cannot read picture "b.png": it is in no known picture format');
  });
});
