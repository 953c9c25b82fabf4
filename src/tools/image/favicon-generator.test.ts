import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { pngOf, rgbaOf } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import faviconGenerator from './favicon-generator.js';

const hasIcotool = hasProgram('icotool', ['--version'], 'favicon-generator against icotool');

async function icons(options: Record<string, unknown>, bytes: Uint8Array = readFixture('image/edit/logo.png')) {
  const answer = await runTool(faviconGenerator, { files: [{ name: 'logo.png', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return { html: answer.text ?? '', files: new Map(answer.files.map((file) => [file.name, file.bytes])) };
}

describe('favicon-generator', () => {
  it.skipIf(!hasIcotool)('writes an icon that icotool takes apart', async () => {
    const { files } = await icons({});
    const folder = mkdtempSync(join(tmpdir(), 'icon-test-'));
    try {
      writeFileSync(join(folder, 'favicon.ico'), files.get('favicon.ico')!);
      const list = runProgram('icotool', ['-l', join(folder, 'favicon.ico')]).toString();
      expect(
        [...list.matchAll(/--width=(\d+) --height=(\d+) --bit-depth=(\d+)/g)].map((found) => found.slice(1)),
      ).toEqual([
        ['16', '16', '32'],
        ['32', '32', '32'],
        ['48', '48', '32'],
      ]);
      runProgram('icotool', ['-x', '-o', folder, join(folder, 'favicon.ico')]);
      const extracted = readdirSync(folder).filter((name) => name.endsWith('.png'));
      expect(extracted.length).toBe(3);
      for (const name of extracted) {
        const side = /_(\d+)x/.exec(name)?.[1];
        const own = files.get(`favicon-${side}x${side}.png`)!;
        expect((await rgbaOf(readFileSync(join(folder, name)))).data).toEqual((await rgbaOf(own)).data);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has every file that manifest and HTML name, in the size they say', async () => {
    const { html, files } = await icons({ name: 'Ex"ample', themeColor: 'navy' });
    const manifest = JSON.parse(files.get('site.webmanifest')!.toString());
    expect(manifest).toMatchObject({ name: 'Ex"ample', theme_color: '#000080', background_color: '#000080' });
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(files.get(src.slice(1))!).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const [, name = ''] of html.matchAll(/href="\/([^"]+)"/g)) expect(files.has(name), name).toBe(true);
    const apple = await sharp(files.get('apple-touch-icon.png')!).metadata();
    expect([apple.width, apple.height, apple.hasAlpha]).toEqual([180, 180, false]);
  });

  it('keeps the whole picture within the safe circle of the maskable icon', async () => {
    const { files } = await icons({ background: 'white' }, await pngOf(50, 50, () => [255, 0, 0]));
    const { width, data } = await rgbaOf(files.get('icon-maskable-512.png')!);
    let furthest = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 1]! > 128) continue;
      furthest = Math.max(furthest, Math.hypot(((i / 4) % width) - 255.5, Math.floor(i / 4 / width) - 255.5));
    }
    expect(furthest).toBeLessThanOrEqual(0.4 * 512 + 1);
    expect(furthest).toBeGreaterThan(0.38 * 512);
  });

  it('centres a picture that is not square, with padding', async () => {
    const { files } = await icons({ padding: 25 }, await pngOf(40, 20, () => [0, 0, 255]));
    const { data } = await rgbaOf(files.get('icon-192.png')!);
    const alpha = (x: number, y: number): number | undefined => data[4 * (192 * y + x) + 3];
    expect([alpha(46, 96), alpha(50, 96), alpha(96, 70), alpha(96, 74)]).toEqual([0, 255, 0, 255]);
  });
});
