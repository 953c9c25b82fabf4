import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPicture } from '../../engines/image/picture.js';
import { metadataPieces } from '../../formats/metadata/pieces.js';
import { pngChunk } from '../../lib/picture-files/png-writer.js';
import { exhaustive, inRows } from '../../testing/exhaustive.js';
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

/** A fixture with a location in its XMP beside the one in the EXIF. */
async function withXmpPlace(name: string): Promise<Buffer> {
  // ExifTool does not write WebP: its XMP comes from the JPEG.
  const source = name.replace('.webp', '.jpg');
  const [from, to] = [join(folder, `from-${source}`), join(folder, `to-${source}`)];
  writeFileSync(from, fixture(source).bytes);
  rmSync(to, { force: true });
  const place = ['-XMP-exif:GPSLatitude=48.5', '-XMP-exif:GPSLongitude=2.5', '-XMP-exif:GPSMapDatum=WGS-84'];
  runProgram('exiftool', ['-q', '-o', to, ...place, '-XMP-dc:Rights=stays', from]);
  if (source === name) return readFileSync(to);
  const xmp = runProgram('exiftool', ['-XMP', '-b', to]).toString();
  return sharp(fixture(name).bytes).keepMetadata().withXmp(xmp).webp().toBuffer();
}

/** The parts of a JPEG as ImageMagick wrote them into texts of PNG: digits in lines of 72. */
async function withRawProfiles(jpeg: Uint8Array): Promise<Buffer> {
  const pieces = metadataPieces(jpeg, 'jpeg');
  const text = (kind: string, bytes: Uint8Array): Buffer => {
    const digits = Buffer.from(bytes)
      .toString('hex')
      .replace(/.{1,72}/g, '$&\n');
    const head = `\n${kind}\n${String(bytes.length).padStart(8)}\n`;
    return Buffer.concat([Buffer.from(`Raw profile type ${kind}\0\0`), deflateSync(`${head}${digits}`)]);
  };
  const resource = Buffer.from([...Buffer.from('8BIM'), 4, 4, 0, 0, 0, 0, 0, pieces.iptc?.length ?? 0]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), pieces.exif ?? Buffer.alloc(0)]);
  const plain = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return Buffer.concat([
    plain.subarray(0, 33),
    pngChunk('zTXt', text('exif', exif)),
    pngChunk('zTXt', text('iptc', Buffer.concat([resource, pieces.iptc ?? Buffer.alloc(0)]))),
    pngChunk('zTXt', text('xmp', pieces.xmp ?? Buffer.alloc(0))),
    plain.subarray(33),
  ]);
}

describe.skipIf(!hasExiftool)('image-metadata', () => {
  it('reads what ImageMagick wrote into texts of PNG, as ExifTool does', async () => {
    const bytes = await withRawProfiles(fixture('photo.jpg').bytes);
    const [fromPng, fromJpeg] = [await read('a.png', bytes), await read('a.jpg', fixture('photo.jpg').bytes)];
    for (const key of ['exif', 'xmp', 'iptc', 'gps', 'camera', 'taken'])
      expect(fromPng[key], key).toEqual(fromJpeg[key]);
    expect(fromPng.exif).toBeDefined();
    const theirs = exiftool('a.png', bytes);
    const exif = fromPng.exif as Readonly<Record<string, Table>>;
    for (const key of ['Make', 'Model']) expect(exif.image?.[key], key).toBe(theirs[`IFD0:${key}`]);
    expect(Object.keys(theirs).filter((key) => key.startsWith('IPTC:')).length).toBeGreaterThan(1);
  });

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
  if (hasExiftool)
    inRows(2, PHOTOS)('%s: ExifTool finds nothing left, and the pixels are the same', async (name) => {
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

  if (hasExiftool)
    inRows(2, PHOTOS)('%s: only the location goes, by ExifTool', async (name) => {
      const bytes = await withXmpPlace(name);
      const [before, after] = [exiftool(name, bytes), exiftool(name, await clean(name, bytes, { locationOnly: true }))];
      const isGps = (key: string): boolean => /:GPS/.test(key);
      const isLayout = (key: string): boolean =>
        /^(?:File|System|ExifTool):|:(?:StripOffsets|ThumbnailOffset)$/.test(key);
      const rest = (table: Table) => Object.entries(table).filter(([key]) => !isGps(key) && !isLayout(key));
      expect(Object.keys(before).filter(isGps).length).toBeGreaterThan(name.endsWith('.gif') ? 2 : 10);
      expect(Object.keys(after).filter(isGps)).toEqual([]);
      expect(rest(after)).toEqual(rest(before));
      expect(
        (await pixels(name, await clean(name, bytes, { locationOnly: true }))).equals(await pixels(name, bytes)),
      ).toBe(true);
    });

  it('a picture without a location stays byte for byte', async () => {
    for (const name of PHOTOS) {
      const once = await clean(name, fixture(name).bytes, { locationOnly: true });
      expect((await clean(name, once, { locationOnly: true })).equals(once), name).toBe(true);
      const whole = await clean(name, fixture(name).bytes);
      expect((await clean(name, whole, { locationOnly: true })).equals(whole), name).toBe(true);
    }
  });

  it('a second picture behind the first loses its location too', async () => {
    const { bytes } = fixture('photo.jpg');
    const twice = Buffer.concat([bytes, bytes]);
    const { data, files } = await runTool(removeExif, {
      files: [{ name: 'twice.jpg', bytes: twice }],
      options: { locationOnly: true },
    });
    const once = await clean('photo.jpg', bytes, { locationOnly: true });
    expect(files[0]!.bytes.equals(Buffer.concat([once, once]))).toBe(true);
    expect(data).toMatchObject({
      files: [{ removed: [{ what: 'location', part: 'APP1' }, { part: 'APP1' }], kept: [] }],
    });
  });

  it('XMP in a PNG that is packed loses its location', async () => {
    const packet =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a b:GPSLatitude="48,1N" c="stays"><b:GPSx>1</b:GPSx></a></x:xmpmeta>';
    const head = Buffer.from('XML:com.adobe.xmp\0\u0001\0\0\0', 'latin1');
    const plain = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const withXmp = (xml: string) =>
      Buffer.concat([
        plain.subarray(0, 33),
        pngChunk('iTXt', Buffer.concat([head, deflateSync(xml)])),
        plain.subarray(33),
      ]);
    const cleaned = await clean('a.png', withXmp(packet), { locationOnly: true });
    const blank = (found: string) => ' '.repeat(found.length);
    const wanted = packet.replace(' b:GPSLatitude="48,1N"', blank).replace('<b:GPSx>1</b:GPSx>', blank);
    expect(cleaned.equals(withXmp(wanted))).toBe(true);
    const { message } = await runTool(removeExif, {
      files: [{ name: 'a.png', bytes: withXmp('<a><b:GPSx><i>1</i></b:GPSx></a>') }],
      options: { locationOnly: true },
    });
    expect(message).toBe(
      'Cannot remove the location of file "a.png": its XMP holds a location in a form that cannot be removed alone',
    );
  });

  exhaustive('pictures cut or with a byte changed end in a picture or a clear refusal', async () => {
    for (const tool of [removeExif, imageMetadata]) {
      for (const name of PHOTOS) {
        const { bytes } = fixture(name);
        for (let i = 0; i < 20; i += 1) {
          const at = Math.floor((bytes.length * i) / 20);
          const changed = Uint8Array.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ 0xff;
          for (const variant of [changed, bytes.subarray(0, at)]) {
            for (const options of tool === removeExif ? [{}, { locationOnly: true }] : [{}]) {
              const { status, cause } = await runTool(tool, { files: [{ name, bytes: variant }], options });
              if (status !== 200 && status !== 400)
                throw new Error(`${tool.id} ${name} at ${at}: ${status}`, { cause });
            }
          }
        }
      }
    }
  });
});
