import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPicture } from '../../engines/image/picture.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import imageMetadata from './image-metadata.js';
import removeExif from './remove-exif.js';

const hasExiftool = hasProgram('exiftool', ['-ver'], 'metadata of pictures');
const PHOTOS = ['jpg', 'png', 'webp', 'tif', 'heic', 'avif', 'gif'].map((ending) => `photo.${ending}`);

const fixture = (name: string) => ({ name, bytes: readFixture(`metadata/${name}`) });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metadata-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Table = Readonly<Record<string, unknown>>;

/** By group and name, numbers as numbers. */
function exiftool(name: string, bytes: Uint8Array): Table {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const out = runProgram('exiftool', ['-j', '-n', '-G1', '-a', '-u', '-struct', path]).toString();
  return (JSON.parse(out) as Table[])[0] ?? {};
}

async function read(name: string, bytes: Uint8Array): Promise<Table> {
  const { data, message } = await runTool(imageMetadata, { files: [{ name, bytes }], options: { raw: true } });
  expect(message).toBeUndefined();
  return (data as { files: Table[] }).files[0] ?? {};
}

async function clean(name: string, bytes: Uint8Array, options = {}): Promise<Buffer> {
  const { files, message } = await runTool(removeExif, { files: [{ name, bytes }], options });
  expect(message).toBeUndefined();
  return files[0]!.bytes;
}

async function pixels(name: string, bytes: Uint8Array): Promise<Buffer> {
  if (!name.endsWith('.heic')) return sharp(bytes).raw().toBuffer();
  const picture = await openPicture({ name, mime: undefined, bytes }, new AbortController().signal);
  return picture.open('own').raw().toBuffer();
}

const GROUPS: readonly (readonly [group: string, table: string])[] = [
  ['IFD0', 'image'],
  ['ExifIFD', 'exif'],
  ['GPS', 'gps'],
];

describe.skipIf(!hasExiftool)('image-metadata', () => {
  it.each(PHOTOS)('%s: EXIF, GPS, XMP, IPTC and profile are what ExifTool reads', async (name) => {
    const { bytes } = fixture(name);
    const [ours, theirs] = [await read(name, bytes), exiftool(name, bytes)];
    const exif = (ours.exif ?? {}) as Readonly<Record<string, Table>>;
    let compared = 0;
    for (const [group, table] of GROUPS) {
      for (const [key, value] of Object.entries(theirs)) {
        const [, tag] = key.split(`${group}:`);
        if (!key.startsWith(`${group}:`) || tag === undefined || /^(?:ThumbnailOffset|ThumbnailLength)$/.test(tag))
          continue;
        const own = exif[table]?.[tag];
        const text = Array.isArray(own) ? own.join(' ') : own;
        if (tag === 'GPSLatitude' || tag === 'GPSLongitude') {
          const position = ours.position as Readonly<Record<string, number>>;
          expect(Math.abs(position[tag.slice(3).toLowerCase()] ?? 0), tag).toBeCloseTo(Number(value), 6);
        } else if (tag === 'GPSTimeStamp')
          expect(
            (text as string)
              .split(' ')
              .map((part) => part.padStart(2, '0'))
              .join(':'),
          ).toBe(value);
        else if (tag !== 'StripOffsets' && tag !== 'StripByteCounts')
          expect(String(text), `${group} ${tag}`).toBe(String(value));
        compared += 1;
      }
    }
    if (!name.endsWith('.gif')) expect(compared).toBeGreaterThan(15);
    expect((ours.xmp as Table)['dc:title']).toBe(theirs['XMP-dc:Title']);
    expect((ours.xmp as Table)['dc:subject']).toEqual(theirs['XMP-dc:Subject']);
    expect((ours.iptc as Table | undefined)?.Headline).toBe(theirs['IPTC:Headline']);
    expect((ours.icc as Table | undefined)?.description).toBe(theirs['ICC_Profile:ProfileDescription']);
    expect([ours.width, ours.height]).toEqual([
      theirs['File:ImageWidth'] ??
        theirs['PNG:ImageWidth'] ??
        theirs['GIF:ImageWidth'] ??
        theirs['RIFF:ImageWidth'] ??
        theirs['IFD0:ImageWidth'] ??
        theirs['Meta:ImageWidth'] ??
        ours.width,
      ours.height,
    ]);
  });

  it('position, time and credentials of the JPEG are those that were put in', async () => {
    const found = await read('photo.jpg', fixture('photo.jpg').bytes);
    expect(found).toMatchObject({
      camera: 'Example Camera 1',
      taken: '2026-01-02T03:04:05.25+01:00',
      position: { latitude: 48.8583701, longitude: -2.2944813, altitude: 35.5, time: '2026-01-02T02:04:05Z' },
      comments: ['a JPEG comment'],
      c2pa: { generator: 'test_tool/1.0' },
      trailingBytes: 21,
    });
  });
});

describe('remove-exif', () => {
  it.skipIf(!hasExiftool).each(PHOTOS)('%s: ExifTool finds nothing left, and the pixels are the same', async (name) => {
    const { bytes } = fixture(name);
    const cleaned = await clean(
      name,
      bytes,
      name.endsWith('.heic') || name.endsWith('.avif') ? {} : { keepIcc: false, keepOrientation: false },
    );
    const left = Object.keys(exiftool(name, cleaned)).filter(
      (key) =>
        !/^(?:SourceFile|ExifTool:ExifToolVersion|(?:File|System|Composite|PNG|PNG-pHYs|JFIF|GIF|RIFF|Meta|QuickTime|HEVC):\w+)$/.test(
          key,
        ),
    );
    const layout =
      /^IFD0:(?:Image(?:Width|Height)|BitsPerSample|Compression|PhotometricInterpretation|StripOffsets|SamplesPerPixel|RowsPerStrip|StripByteCounts|[XY]Resolution|ResolutionUnit|PlanarConfiguration|Predictor|SubfileType|Orientation|SampleFormat|FillOrder|PageNumber)$/;
    expect(left.filter((key) => !(name.endsWith('.tif') && layout.test(key)))).toEqual([]);
    for (const word of ['Example', 'Anna', 'exiftool', 'title', 'comment', 'hidden', 'c2pa', 'Editor'])
      expect(cleaned.includes(word), word).toBe(false);
    // Decoding applies the colour profile, so it must be there to compare.
    const withProfile = await clean(name, bytes);
    expect((await pixels(name, withProfile)).equals(await pixels(name, bytes)), 'pixels').toBe(true);
  });

  it('the colour profile and the orientation stay where asked', async () => {
    for (const name of ['photo.jpg', 'photo.png', 'photo.webp', 'photo.tif']) {
      const { bytes } = fixture(name);
      const [before, kept] = [await sharp(bytes).metadata(), await sharp(await clean(name, bytes)).metadata()];
      expect([name, kept.orientation, kept.icc?.equals(before.icc ?? Buffer.alloc(0))]).toEqual([
        name,
        6,
        before.icc === undefined ? undefined : true,
      ]);
      const gone = await sharp(await clean(name, bytes, { keepIcc: false, keepOrientation: false })).metadata();
      expect([name, gone.orientation ?? 1, gone.icc]).toEqual([name, 1, undefined]);
    }
  });

  it('twice is as once', async () => {
    for (const name of PHOTOS) {
      const once = await clean(name, fixture(name).bytes);
      expect((await clean(name, once)).equals(once), name).toBe(true);
    }
  });

  it('an animated GIF and WebP keep their frames', async () => {
    const frames = Buffer.from(Array.from({ length: 4 * 4 * 3 * 3 }, (_, i) => (i * 37) % 256));
    const raw = { width: 4, height: 12, channels: 3, pageHeight: 4 } as const;
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await sharp(frames, { raw, animated: true })
        .toFormat(format, { delay: [50, 60, 70] })
        .toBuffer();
      const { pages, delay } = await sharp(await clean(`a.${format}`, bytes)).metadata();
      expect([pages, delay]).toEqual([3, [50, 60, 70]]);
    }
  });

  it('pictures cut or with a byte changed end in a picture or a clear refusal', async () => {
    for (const tool of [removeExif, imageMetadata]) {
      for (const name of PHOTOS) {
        const { bytes } = fixture(name);
        for (let i = 0; i < 20; i += 1) {
          const at = Math.floor((bytes.length * i) / 20);
          const changed = Uint8Array.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ 0xff;
          for (const variant of [changed, bytes.subarray(0, at)]) {
            const { status, cause } = await runTool(tool, { files: [{ name, bytes: variant }] });
            if (status !== 200 && status !== 400) throw new Error(`${tool.id} ${name} at ${at}: ${status}`, { cause });
          }
        }
      }
    }
  });
});
