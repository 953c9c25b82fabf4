import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import compressImage from './compress-image.js';
import convertImage from './convert-image.js';
import cropImage from './crop-image.js';
import mergeImages from './merge-images.js';
import resizeImage from './resize-image.js';
import rotateImage from './rotate-image.js';

type Options = Readonly<Record<string, unknown>>;

const run = async (tool: Tool, name: string, bytes: Uint8Array, options: Options): Promise<ClientAnswer> => {
  const answer = await runTool(tool, { options, files: [{ name, bytes }] });
  expect(answer.message).toBeUndefined();
  return answer;
};

const first = async (tool: Tool, name: string, bytes: Uint8Array, options: Options): Promise<Buffer> =>
  (await run(tool, name, bytes, options)).files[0]!.bytes;

/** A picture with soft and sharp parts, 240 × 160. */
async function scene(): Promise<Buffer> {
  const [width, height] = [240, 160];
  const pixels = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = 3 * (y * width + x);
      pixels[i] = 128 + 100 * Math.sin(x / 9) * Math.cos(y / 13);
      pixels[i + 1] = (x * 255) / width;
      pixels[i + 2] = (x - 120) ** 2 + (y - 80) ** 2 < 2500 ? 220 : 40 + (y * 100) / height;
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const rgba = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer();

const error = (a: Buffer, b: Buffer): number => {
  expect(a.length).toBe(b.length);
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return sum / a.length;
};
const decibels = (a: Buffer, b: Buffer): number => 10 * Math.log10(255 ** 2 / error(a, b));

let picture: Buffer = Buffer.alloc(0);
let folder = '';
beforeAll(async () => {
  picture = await scene();
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('without other programs', () => {
  it('keeps a wide profile where the format has one, and converts where it has none', async () => {
    const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const stored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
    const kept = await first(convertImage, 'wide.png', wide, { format: 'webp', lossless: true });
    expect((await sharp(kept).metadata()).icc).toBeDefined();
    expect(error(await sharp(kept, { ignoreIcc: true }).removeAlpha().raw().toBuffer(), stored)).toBeLessThan(1);
    const plain = await first(convertImage, 'wide.png', wide, { format: 'bmp' });
    // Display P3 of sRGB red is (234, 51, 35): back in sRGB it is red again.
    expect([...plain.subarray(-4)].slice(0, 3).sort()).toEqual([0, 0, 255]);
  });

  it('paints in colour beside grey pictures, with alpha and without', async () => {
    const pixels = Buffer.alloc(2 * 20 * 10, 0x80);
    const clear = await sharp(pixels, { raw: { width: 20, height: 10, channels: 2 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const opaque = await sharp(clear).removeAlpha().toColourspace('b-w').png().toBuffer();
    const deep = await sharp(opaque).toColourspace('grey16').png().toBuffer();
    for (const grey of [clear, opaque, deep]) {
      expect((await sharp(grey).metadata()).space).toMatch(/b-w|grey16/);
      for (const [tool, options] of [
        [resizeImage, { width: 40, height: 40, fit: 'contain', enlarge: true }],
        [rotateImage, { angle: 45 }],
      ] as const) {
        const bytes = await first(tool, 'grey.png', grey, { ...options, background: '#ff0000' });
        expect([...(await rgba(bytes)).subarray(0, 4)]).toEqual([255, 0, 0, 255]);
      }
      const turned = await first(rotateImage, 'grey.png', grey, { angle: 45, background: '#00ff0080' });
      expect([...(await rgba(turned)).subarray(0, 4)]).toEqual([0, 255, 0, 128]);
    }
  });

  it('keeps metadata where asked, with the turn it asked for done', async () => {
    const photo = await sharp(picture)
      .withExif({ IFD0: { Copyright: 'Somebody', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    for (const [tool, options] of [
      [resizeImage, { width: 60 }],
      [cropImage, { ratio: '1:1' }],
      [rotateImage, { angle: 90 }],
    ] as const) {
      for (const keepMetadata of [true, false]) {
        const result = await first(tool, 'photo.jpg', photo, { ...options, keepMetadata });
        const { exif, orientation = 1 } = await sharp(result).metadata();
        expect(exif?.includes('Somebody') ?? false).toBe(keepMetadata);
        expect(orientation).toBe(1);
      }
    }
  });

  it('keeps 16 bits in PNG and TIFF', async () => {
    const deep = readFixture('image/raster/deep.png');
    const raw = (bytes: Uint8Array): Promise<Buffer> =>
      sharp(bytes).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
    for (const format of ['png', 'tiff']) {
      const result = await first(convertImage, 'deep.png', deep, { format });
      expect((await sharp(result).metadata()).depth).toBe('ushort');
      expect((await raw(result)).equals(await raw(deep))).toBe(true);
    }
  });

  it.each(['webp', 'gif'])('keeps frames, delays and repetitions in %s through every tool', async (format) => {
    const blink = readFixture('image/raster/blink.gif');
    for (const [tool, options, size] of [
      [convertImage, {}, [16, 12]],
      [resizeImage, { width: 8 }, [8, 6]],
      [cropImage, { width: 4, height: 3 }, [4, 3]],
      [rotateImage, { angle: 90 }, [12, 16]],
    ] as const) {
      const result = await first(tool, 'blink.gif', blink, { ...options, format });
      const { pages, delay, loop, width, pageHeight } = await sharp(result, { animated: true }).metadata();
      expect([pages, delay, loop, width, pageHeight], tool.id).toEqual([3, [100, 200, 300], 2, ...size]);
      const colours = await sharp(result, { animated: true }).removeAlpha().raw().toBuffer();
      const frame = colours.length / 3;
      for (const [i, colour] of [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
      ].entries()) {
        expect(error(colours.subarray(i * frame, i * frame + 3), Buffer.from(colour)), tool.id).toBeLessThan(10);
      }
    }
  });

  it('leaves 16-bit, grey, CMYK and clear pictures right through every tool', async () => {
    for (const name of ['deep.png', 'cmyk.jpg', 'half-clear.png', 'icon.ico', 'photo.bmp']) {
      const bytes = readFixture(`image/raster/${name}`);
      for (const [tool, options] of [
        [resizeImage, { width: 20, height: 20, fit: 'contain', background: 'red', format: 'png' }],
        [cropImage, { width: 10, height: 10, format: 'png' }],
        [rotateImage, { angle: 30, background: '#0000ff80', format: 'png' }],
        [compressImage, { format: 'webp' }],
      ] as const) {
        const result = await first(tool, name, bytes, options);
        const { width, height } = await sharp(result).metadata();
        expect(width * height, `${name} ${tool.id}`).toBeGreaterThan(0);
      }
    }
  });

  it('lays clear grounds on white in formats without transparency', async () => {
    const files = [1, 2].map((n) => ({ name: `${n}.png`, bytes: picture }));
    const grounds = { transparent: [255, 255, 255], 'rgb(255 0 0 / 50%)': [255, 127, 127] };
    for (const [background, expected] of Object.entries(grounds)) {
      const options = { background, format: 'jpg', quality: 100 };
      const merged = await runTool(mergeImages, { files, options: { ...options, gap: 20 } });
      const places = [
        [await first(rotateImage, 'a.png', picture, { ...options, angle: 20 }), 1],
        [await first(resizeImage, 'a.png', picture, { ...options, width: 100, height: 100, fit: 'contain' }), 1],
        [merged.files[0]!.bytes, 250],
      ] as const;
      for (const [bytes, left] of places) {
        const pixel = await sharp(bytes).extract({ left, top: 1, width: 1, height: 1 }).raw().toBuffer();
        for (const [i, value] of expected.entries()) {
          expect(Math.abs((pixel[i] ?? 0) - value), `${background} at ${left}: ${[...pixel]}`).toBeLessThan(4);
        }
      }
    }
  });

  exhaustive('never gives back more than it got, and reaches its target', async () => {
    const noise = await sharp(Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * 7919 * (i % 13)) % 256)), {
      raw: { width: 64, height: 64, channels: 3 },
    })
      .jpeg({ quality: 30 })
      .toBuffer();
    for (const [name, bytes] of [
      ['noise.jpg', noise],
      ['scene.png', picture],
    ] as const) {
      for (const format of ['same', 'webp', 'png', 'avif']) {
        expect((await first(compressImage, name, bytes, { format })).length).toBeLessThanOrEqual(bytes.length);
      }
    }
    for (const [format, targetKb] of [
      ['jpg', 4],
      ['webp', 2],
      ['png', 8],
      ['avif', 2],
    ] as const) {
      const { files, data } = await run(compressImage, 'scene.png', picture, { format, targetKb });
      expect(files[0]!.bytes.length).toBeLessThanOrEqual(1024 * targetKb);
      // Close to the target: the search does not give up early.
      if (format !== 'png') expect(files[0]!.bytes.length, format).toBeGreaterThan(600 * targetKb);
      expect(data).toMatchObject({ files: [{ bytesAfter: files[0]!.bytes.length }] });
    }
  });

  it('compresses PNG without loss', async () => {
    const result = await first(compressImage, 'scene.png', picture, {});
    expect((await rgba(result)).equals(await rgba(picture))).toBe(true);
  });
});

describe.skipIf(!hasProgram('convert', ['-version'], 'pictures beside ImageMagick'))('beside ImageMagick', () => {
  /** What ImageMagick makes of a picture with each list of arguments, as RGBA; all from one small process. */
  function magick(bytes: Uint8Array, ...lists: readonly (readonly string[])[]): Buffer[] {
    const source = join(folder, 'source');
    writeFileSync(source, bytes);
    const target = (i: number): string => join(folder, `target-${i}`);
    const jobs = lists.map((args, i) => ({
      program: 'convert',
      args: [source, ...args, '-depth', '8', `rgba:${target(i)}`],
      input: '',
    }));
    for (const { status, stderr } of runPrograms(jobs)) expect(status, stderr).toBe(0);
    return lists.map((_, i) => readFileSync(target(i)));
  }

  it('reads the same picture from every format written', async () => {
    const original = await rgba(picture);
    for (const [format, least] of [
      ['png', Infinity],
      ['tiff', Infinity],
      ['bmp', Infinity],
      ['ppm', Infinity],
      ['jpg', 30],
      ['webp', 30],
      ['gif', 28],
    ] as const) {
      const result = await first(convertImage, 'scene.png', picture, { format });
      const read = runProgram('convert', [`${format}:-`, '-depth', '8', 'rgba:-'], result);
      expect(decibels(read, original), format).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(['nearest', 'cubic', 'mitchell', 'lanczos3'] as const)('resizes as it does with %s', async (kernel) => {
    const filter = { nearest: 'Point', cubic: 'Catrom', mitchell: 'Mitchell', lanczos3: 'Lanczos' }[kernel];
    const widths = [120, 80, 61];
    const theirs = magick(
      picture,
      ...widths.map((width) => ['-filter', filter, '-resize', `${width}x${Math.round((160 * width) / 240)}!`]),
    );
    for (const [i, width] of widths.entries()) {
      const ours = await first(resizeImage, 'scene.png', picture, { width, kernel });
      expect(decibels(await rgba(ours), theirs[i]!)).toBeGreaterThan(kernel === 'nearest' ? 20 : 35);
    }
  });

  exhaustive('crops the same pixels', async () => {
    const boxes = Array.from({ length: 20 }, (_, i) => ({
      left: (i * 37) % 100,
      top: (i * 23) % 80,
      width: 1 + ((i * 53) % 140),
      height: 1 + ((i * 31) % 80),
    }));
    const theirs = magick(
      picture,
      ...boxes.map(({ left, top, width, height }) => ['-crop', `${width}x${height}+${left}+${top}`, '+repage']),
    );
    for (const [i, box] of boxes.entries()) {
      const options = { box: [box.left, box.top, box.width, box.height].join() };
      expect((await rgba(await first(cropImage, 'scene.png', picture, options))).equals(theirs[i]!)).toBe(true);
    }
  });

  it('places boxes at the edges and corners', async () => {
    const names = {
      center: 'Center',
      'top-left': 'NorthWest',
      'bottom-right': 'SouthEast',
      'center-right': 'East',
      'bottom-center': 'South',
    };
    const positions = Object.entries(names);
    const theirs = magick(picture, ...positions.map(([, name]) => ['-gravity', name, '-crop', '50x40+0+0', '+repage']));
    for (const [i, [position]] of positions.entries()) {
      const ours = await first(cropImage, 'scene.png', picture, { width: 50, height: 40, position });
      expect((await rgba(ours)).equals(theirs[i]!), position).toBe(true);
    }
  });

  it('keeps the part of a covered size that is asked for', async () => {
    const [theirs] = magick(picture, ['-gravity', 'East', '-crop', '80x160+0+0', '+repage']);
    const options = { width: 80, height: 160, fit: 'cover', position: 'center-right' };
    expect((await rgba(await first(resizeImage, 'scene.png', picture, options))).equals(theirs!)).toBe(true);
  });

  it('trims the same box', async () => {
    const box = readFixture('image/raster/bordered.png');
    const ours = await first(cropImage, 'bordered.png', box, { trim: true });
    expect((await rgba(ours)).equals(magick(box, ['-trim', '+repage'])[0]!)).toBe(true);
  });

  exhaustive('turns and mirrors the same pixels', async () => {
    const turns = [0, 90, 180, 270, -90].flatMap((angle) =>
      [
        [false, false],
        [true, false],
        [false, true],
      ].map(([flipVertical, flipHorizontal]) => ({ angle, flipVertical, flipHorizontal })),
    );
    const theirs = magick(
      picture,
      ...turns.map(({ angle, flipVertical, flipHorizontal }) => [
        ...(flipVertical ? ['-flip'] : []),
        ...(flipHorizontal ? ['-flop'] : []),
        '-rotate',
        `${angle}`,
      ]),
    );
    for (const [i, turn] of turns.entries()) {
      const ours = await rgba(await first(rotateImage, 'scene.png', picture, turn));
      expect(ours.equals(theirs[i]!), JSON.stringify(turn)).toBe(true);
    }
    const slanted = await sharp(await first(rotateImage, 'scene.png', picture, { angle: 33 })).metadata();
    const size = runProgram('convert', ['-', '-rotate', '33', '-format', '%w %h', 'info:'], picture).toString();
    const [width, height] = size.split(' ');
    expect(Math.abs(slanted.width - Number(width))).toBeLessThanOrEqual(2);
    expect(Math.abs(slanted.height - Number(height))).toBeLessThanOrEqual(2);
  });

  exhaustive.skipIf(!hasProgram('exiftool', ['-ver'], 'orientation and metadata of pictures'))(
    'turns every EXIF orientation upright and keeps or leaves metadata as asked',
    async () => {
      const jpeg = await sharp(picture).jpeg({ quality: 95 }).toBuffer();
      const paths = Array.from({ length: 8 }, (_, i) => join(folder, `turned-${i + 1}.jpg`));
      for (const path of paths) writeFileSync(path, jpeg);
      const write = paths.flatMap((path, i) => [
        '-n',
        '-q',
        '-overwrite_original',
        `-Orientation=${i + 1}`,
        '-Artist=Somebody',
        path,
        '-execute',
      ]);
      runProgram('exiftool', write);
      const kept: string[] = [];
      for (const path of paths) {
        const bytes = readFileSync(path);
        const [theirs] = magick(bytes, ['-auto-orient']);
        const ours = await first(rotateImage, 'turned.jpg', bytes, { format: 'png' });
        expect(decibels(await rgba(ours), theirs!), path).toBeGreaterThan(45);
        kept.push(path.replace('turned', 'kept'));
        writeFileSync(
          kept.at(-1)!,
          await first(convertImage, 'turned.jpg', bytes, { format: 'jpg', keepMetadata: true }),
        );
      }
      const tags = runProgram('exiftool', ['-n', '-q', '-p', '$Artist $Orientation#', '-f', ...kept]).toString();
      expect(
        tags
          .trim()
          .split('\n')
          .map((line) => line.replace(/ [-1]$/, '')),
      ).toEqual(kept.map(() => 'Somebody'));
      const photo = readFixture('image/raster/photo.jpg');
      const left = await first(convertImage, 'photo.jpg', photo, { format: 'jpg' });
      expect(runProgram('exiftool', ['-s3', '-GPSPosition', '-Model', '-Artist', '-'], left).toString()).toBe('');
    },
  );
});
