import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './placeholder-image.js';

const hasPrograms =
  hasProgram('convert', ['-version'], 'placeholder images as ImageMagick reads them') &&
  hasProgram('rsvg-convert', ['--version'], 'placeholder SVG as librsvg draws it');
const hasReader = hasProgram('tesseract', ['--version'], 'text on placeholder images read again');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placeholder-image-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function made(options: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await runTool(tool, { options });
  expect(answer.message).toBeUndefined();
  const [file] = answer.files;
  const path = join(folder, file?.name ?? '');
  writeFileSync(path, file?.bytes ?? '');
  return path;
}

const magick = (args: readonly string[]): string => runProgram('convert', args).toString();
const colorAt = (path: string, x: number, y: number): string =>
  magick([path, '-format', `%[pixel:u.p{${x},${y}}]`, 'info:']);

/** Box of what is not the background, `width x height + left + top`. */
function inkBox(path: string): readonly number[] {
  const found = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec(magick([path, '-fuzz', '20%', '-format', '%@', 'info:']));
  return (found ?? []).slice(1).map(Number);
}

describe.skipIf(!hasPrograms)('placeholder-image', () => {
  it('has the size and format asked for', async () => {
    for (const [format, type] of [
      ['png', 'PNG'],
      ['jpg', 'JPEG'],
      ['webp', 'WEBP'],
    ]) {
      for (const [width, height] of [
        [600, 400],
        [1, 1],
        [7, 300],
        [4096, 3],
      ]) {
        const path = await made({ width, height, format });
        expect(runProgram('identify', ['-format', '%m %w %h', path]).toString()).toBe(`${type} ${width} ${height}`);
      }
    }
  });

  it('writes an SVG that librsvg draws as the PNG is', async () => {
    for (const options of [
      {},
      { text: 'Hero & <banner>\nन्यू 横浜 😀', cross: true, background: 'teal', color: '#ffffffc0' },
      { width: 90, height: 333, font: 'serif', bold: false },
    ]) {
      const svg = await made({ ...options, format: 'svg' });
      const png = await made({ ...options, format: 'png' });
      runProgram('rsvg-convert', [svg, '-o', join(folder, 'drawn.png')]);
      const [{ stderr } = { stderr: '' }] = runPrograms([
        { program: 'compare', args: ['-metric', 'MAE', png, join(folder, 'drawn.png'), 'null:'], input: '' },
      ]);
      // Mean difference of 255: edges are smoothed otherwise.
      expect(255 * Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1])).toBeLessThan(0.5);
    }
  });

  inRounds.skipIf(!hasReader)('can be read', [1, 2], async (rounds) => {
    const read = (path: string): string =>
      runProgram('tesseract', [path, '-', '--psm', '6']).toString().replace(/\s+/g, ' ').trim();
    expect(read(await made({ width: 640, height: 480, format: 'png' }))).toMatch(/^640 [x×] 480$/);
    const text = 'This is where the photograph of the harbour will be shown later';
    for (const size of [
      { width: 500, height: 700 },
      { width: 800, height: 300 },
    ].slice(0, rounds))
      expect(read(await made({ ...size, text, format: 'png' }))).toBe(text);
  });

  inRounds('puts the text in the middle, within the image, for every size', [2, 5], async (sides) => {
    const SIDES = [60, 333, 48, 100, 1200].slice(0, sides);
    for (const width of SIDES) {
      for (const height of SIDES) {
        const path = await made({ width, height, format: 'png', color: 'black', background: 'white' });
        const [w = 0, h = 0, left = 0, top = 0] = inkBox(path);
        expect(w).toBeLessThanOrEqual(width * 0.95);
        expect(Math.abs(left + w / 2 - width / 2)).toBeLessThan(2 + width * 0.01);
        expect(Math.abs(top + h / 2 - height / 2)).toBeLessThan(2 + height * 0.06);
      }
    }
  });

  it('takes any size without a text of its own', async () => {
    for (const width of [1, 5, 20, 47, 48, 49, 55, 64, 80])
      for (const height of [1, 2, 5, 6, 7, 9, 12, 20, 4096]) expect(await made({ width, height })).not.toBe('');
  });

  it('has the colours, typeface and size asked for', async () => {
    const plain = await made({ label: false, background: 'rgb(1, 2, 3)', format: 'png' });
    expect(colorAt(plain, 300, 200)).toBe('srgb(1,2,3)');
    expect(magick([plain, '-format', '%k', 'info:'])).toBe('1');
    const clear = await made({ label: false, background: '#ff000000', format: 'png', width: 9 });
    expect(colorAt(clear, 3, 3)).toMatch(/,0\)$/);
    const white = await made({ label: false, background: '#ff000000', format: 'jpg', width: 9, quality: 100 });
    expect(colorAt(white, 3, 3)).toMatch(/^(white|srgb\(255,255,255\))$/);
    // A capital H of Noto Sans is 714 of 1000 units high, its stem is of the text's colour.
    const ink = { text: 'H', fontSize: 200, color: '#0000ff', background: '#ffffff', format: 'png' };
    const bold = await made(ink);
    const [boldWidth = 0, height = 0, left = 0] = inkBox(bold);
    expect(Math.abs(height - 142.8)).toBeLessThan(2);
    expect(colorAt(bold, left + 5, 200)).toBe('srgb(0,0,255)');
    const [lightWidth = 0] = inkBox(await made({ ...ink, bold: false }));
    expect(lightWidth).toBeLessThan(boldWidth);
    const [serifWidth = 0] = inkBox(await made({ ...ink, font: 'serif' }));
    const [monoWidth = 0] = inkBox(await made({ ...ink, font: 'mono' }));
    expect(new Set([boldWidth, serifWidth, monoWidth]).size).toBe(3);
    const plainCorner = colorAt(await made(ink), 0, 0);
    expect(plainCorner).toMatch(/white|255,255,255/);
    expect(colorAt(await made({ ...ink, cross: true }), 0, 0)).not.toBe(plainCorner);
    const sizes = await Promise.all(
      [20, 95].map(
        async (quality) => (await runTool(tool, { options: { format: 'jpg', quality } })).files[0]?.bytes.length,
      ),
    );
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
  });
});
