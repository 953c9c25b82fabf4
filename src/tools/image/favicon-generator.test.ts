import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { meanDifference } from '../../testing/picture-measures.js';
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

const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'icon.svg of favicon-generator beside rsvg-convert');
const svg = (attributes: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="20" height="10" fill="red"/><circle cx="30" cy="10" r="8" fill="#00f8"/></svg>`,
  );

describe('an SVG', () => {
  const drawings = [
    ['with a view box', readFixture('image/svg/drawing.svg')],
    ['in millimetres', readFixture('image/svg/editor.svg')],
    ['without a view box', svg('width="40px" height="20"')],
    ['without a size', svg('viewBox="0 0 40 20"')],
  ] as const;
  it.skipIf(!hasRsvg).each(drawings)('%s is an icon that is drawn as the pictures are', async (_, bytes) => {
    for (const options of [{ background: 'white' }, { background: '#fc0', padding: 20 }]) {
      const answer = await runTool(faviconGenerator, { files: [{ name: 'a.svg', bytes }], options });
      const files = new Map(answer.files.map((file) => [file.name, file.bytes]));
      const drawn = runProgram('rsvg-convert', ['-w', '192', '-h', '192'], files.get('icon.svg')!);
      const [own, other] = [await rgbaOf(files.get('icon-192.png')!), await rgbaOf(drawn)];
      expect([other.width, other.height]).toEqual([192, 192]);
      expect(meanDifference(own.data, other.data)).toBeLessThan(4);
    }
  });

  it('is named by manifest and HTML, and loses its scripts', async () => {
    const { html, files } = await icons({}, Buffer.from(svg('onload="alert(1)"')));
    expect(html).toContain('<link rel="icon" href="/icon.svg" sizes="any" type="image/svg+xml">');
    expect(JSON.parse(files.get('site.webmanifest')!.toString()).icons[0].src).toBe('/icon.svg');
    expect(files.get('icon.svg')!.toString()).not.toContain('alert');
  });
});

it('several pictures give an archive each, with the HTML in it', async () => {
  const files = [
    { name: 'a.png', bytes: readFixture('image/edit/logo.png') },
    { name: 'b.svg', bytes: Buffer.from('<html/>') },
    { name: 'c.svg', bytes: svg('viewBox="0 0 40 20"') },
  ];
  const answer = await runTool(faviconGenerator, { files });
  expect(answer.data).toEqual({
    files: [
      { name: 'a.png', outputs: ['a-favicon.zip'] },
      { name: 'b.svg', error: 'Cannot read picture "b.svg": it is in no known picture format' },
      { name: 'c.svg', outputs: ['c-favicon.zip'] },
    ],
  });
  const names = new ZipArchive(answer.files[1]!.bytes, 1e7).names;
  expect(names).toContain('icon.svg');
  expect(names).toContain('favicon.html');
});

it('refuses a drawing of a million pixels a side', async () => {
  const bytes = svg('width="1000000" height="1000000"');
  const answer = await runTool(faviconGenerator, { files: [{ name: 'huge.svg', bytes }] });
  expect([answer.status, answer.message]).toEqual([
    413,
    'The size that file "huge.svg" states must be at most 100000 pixels a side, got 1000000 × 1000000',
  ]);
});
