import { gzipSync } from 'node:zlib';

import { ImageMagick, MagickFormat, MagickReadSettings } from '@imagemagick/magick-wasm';
import sharp from 'sharp';

import { compress } from '../../engines/compression.js';
import { encodeWithMagick } from '../../engines/image/magick.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { jpegToPdf } from '../../lib/documents/jpeg-pdf.js';
import { readFixture } from '../run-tool.js';

/** A request to a tool without the file that is damaged. */
interface Call {
  readonly tool: string;
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** What one caller sends, and the file of the next one. */
export interface CarryOverCase {
  readonly name: string;
  /** Two callers' data: what is answered to the next caller must not depend on which of them came before. */
  readonly before: readonly [Call, Call];
  readonly next: (damaged: Buffer) => Call;
  readonly file: Buffer;
}

/** Words that only the first callers send. */
export const CANARY = 'canary-7f3a91c2';
/** Colours that only the first callers' pictures have. */
export const CANARY_COLOURS = [
  [230, 20, 200],
  [20, 220, 90],
] as const;

const SIDE = 256;

type Paint = (x: number, y: number) => readonly [number, number, number];

const paint = (colourAt: Paint): Buffer => {
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  for (let i = 0; i < SIDE * SIDE; i++) pixels.set(colourAt(i % SIDE, Math.floor(i / SIDE)), 3 * i);
  return pixels;
};

const CANARY_PICTURES = [
  paint((x, y) => CANARY_COLOURS[((x >> 5) + (y >> 5)) % 2 === 0 ? 0 : 1]),
  paint((x, y) => CANARY_COLOURS[((x >> 3) + (y >> 6)) % 3 === 0 ? 1 : 0]),
] as const;

const PLAIN_PICTURE = paint((x, y) => {
  const value = Math.round(128 + 60 * Math.sin(x / 23) * Math.cos(y / 31) + (((x >> 4) * 7 + (y >> 4) * 13) % 12));
  return [value, value, value];
});

const canaryText = (which: number): string =>
  Array.from({ length: 900 }, (_, line) => `${CANARY}-${which} line ${line * (which + 1)}\n`).join('');

type Encoder = (pixels: Buffer) => Promise<Uint8Array>;

const withSharp =
  (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif', options = {}): Encoder =>
  (pixels) =>
    sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
      .toFormat(format, options)
      .toBuffer();

const fax: Encoder = (pixels) =>
  sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .threshold(120)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();

const withMagick =
  (format: MagickFormat): Encoder =>
  async (pixels) => {
    // Starts the engine, which this package shares.
    await encodeWithMagick({ width: 1, height: 1, rgba: Buffer.alloc(4), profile: undefined }, 'bmp', 100);
    const settings = new MagickReadSettings({ format: MagickFormat.Rgb, width: SIDE, height: SIDE, depth: 8 });
    return ImageMagick.read(pixels, settings, (image) => image.write(format, (bytes) => Uint8Array.from(bytes)));
  };

const PICTURE_ENCODERS: Readonly<Record<string, Encoder>> = {
  'photo.jpg': withSharp('jpeg', { quality: 80 }),
  'progressive.jpg': withSharp('jpeg', { quality: 80, progressive: true }),
  'picture.png': withSharp('png'),
  'interlaced.png': withSharp('png', { progressive: true }),
  'photo.webp': withSharp('webp', { quality: 70 }),
  'lossless.webp': withSharp('webp', { lossless: true }),
  'picture.gif': withSharp('gif'),
  'lzw.tif': withSharp('tiff', { compression: 'lzw' }),
  'deflate.tif': withSharp('tiff', { compression: 'deflate', tile: true }),
  'jpeg.tif': withSharp('tiff', { compression: 'jpeg', quality: 80 }),
  'fax.tif': fax,
  'photo.avif': withSharp('avif', { quality: 50, effort: 1 }),
  'picture.bmp': withMagick(MagickFormat.Bmp),
  'picture.jxl': withMagick(MagickFormat.Jxl),
  'picture.jp2': withMagick(MagickFormat.Jp2),
  'picture.psd': withMagick(MagickFormat.Psd),
  'picture.tga': withMagick(MagickFormat.Tga),
  'picture.qoi': withMagick(MagickFormat.Qoi),
  'picture.ppm': withMagick(MagickFormat.Ppm),
};

const convert = (name: string, bytes: Uint8Array): Call => ({ tool: 'convert-image', files: [{ name, bytes }] });
const draw = (bytes: Uint8Array): Call => ({
  tool: 'pdf-to-jpg',
  options: { format: 'png', dpi: 72 },
  files: [{ name: 'page.pdf', bytes }],
});
const toJpg = (bytes: Uint8Array): Call => ({ tool: 'heic-to-jpg', files: [{ name: 'photo.heic', bytes }] });

async function pictureCases(): Promise<CarryOverCase[]> {
  const cases: CarryOverCase[] = [];
  for (const [name, encode] of Object.entries(PICTURE_ENCODERS)) {
    const [first, second] = [await encode(CANARY_PICTURES[0]), await encode(CANARY_PICTURES[1])];
    cases.push({
      name,
      before: [convert(name, first), convert(name, second)],
      next: (bytes) => convert(name, bytes),
      file: Buffer.from(await encode(PLAIN_PICTURE)),
    });
  }
  const heic = (name: string): Buffer => readFixture(`image/heic/${name}.heic`);
  for (const name of ['many-blocks', 'many-blocks-grid', 'orientation-1', '10-bit', 'alpha', 'mono', 'is-avif']) {
    const before = [toJpg(heic('two-colours')), toJpg(heic('phone'))] as const;
    cases.push({ name: `${name}.heic`, before, next: toJpg, file: heic(name) });
  }
  const pdf = async (pixels: Buffer): Promise<Uint8Array> => {
    const jpeg = await withSharp('jpeg', { quality: 80 })(pixels);
    return jpegToPdf({ jpeg, width: SIDE, height: SIDE, channels: 3, profile: undefined });
  };
  const pages = [draw(await pdf(CANARY_PICTURES[0])), draw(await pdf(CANARY_PICTURES[1]))] as const;
  cases.push({ name: 'jpeg.pdf', before: pages, next: draw, file: Buffer.from(await pdf(PLAIN_PICTURE)) });
  for (const name of ['pictures', 'scan', 'letter']) {
    cases.push({ name: `${name}.pdf`, before: pages, next: draw, file: readFixture(`pdf/${name}.pdf`) });
  }
  return cases;
}

async function packedCases(): Promise<CarryOverCase[]> {
  const unpack = (name: string, bytes: Uint8Array): Call => ({ tool: 'decompress-file', files: [{ name, bytes }] });
  const extract = (name: string, bytes: Uint8Array): Call => ({ tool: 'extract-archive', files: [{ name, bytes }] });
  const packed = async (which: number): Promise<Uint8Array> => compress(Buffer.from(canaryText(which)), 'zstd', 3);
  const zip = (which: number): Uint8Array =>
    writeZip([{ name: `${CANARY}.txt`, bytes: Buffer.from(canaryText(which)) }], { level: 6 });
  const files = ['numbers.txt.gz', 'numbers.txt.xz', 'numbers.txt.bz2', 'numbers.txt.lzma', 'numbers.txt.zst'];
  const unpacked = [...files, 'numbers.txt.lz4', 'numbers.txt.Z', 'numbers.txt.br'].map((name) => ({
    name,
    before: [unpack('a.txt.gz', gzipSync(canaryText(0))), unpack('a.txt.gz', gzipSync(canaryText(1)))] as const,
    next: (bytes: Buffer) => unpack(name, bytes),
    file: readFixture(`archives/${name}`),
  }));
  const archives = [
    'small.zip',
    'small.7z',
    'small.cab',
    'small.wim',
    'stored5.rar',
    'stored4.rar',
    'gnu.tar.xz',
    'ppmd.zip',
  ];
  const extracted = archives.map((name) => ({
    name,
    before: [extract('a.zip', zip(0)), extract('a.zip', zip(1))] as const,
    next: (bytes: Buffer) => extract(name, bytes),
    file: readFixture(`archives/${name}`),
  }));
  const zstd = {
    name: 'text.zst',
    before: [unpack('a.zst', await packed(0)), unpack('a.zst', await packed(1))] as const,
    next: (bytes: Buffer) => unpack('b.zst', bytes),
    file: Buffer.from(await compress(Buffer.from('plain text of the next caller\n'.repeat(600)), 'zstd', 3)),
  };
  return [...unpacked, ...extracted, zstd];
}

function dataCases(): CarryOverCase[] {
  const table = (which: number): Call => ({
    tool: 'csv-sql-query',
    options: { sql: 'SELECT word FROM data' },
    files: [{ name: 'data.csv', bytes: Buffer.from(`word\n${canaryText(which)}`) }],
  });
  const query = (bytes: Uint8Array): Call => ({
    tool: 'sqlite-query',
    options: { sql: 'SELECT * FROM sqlite_schema' },
    files: [{ name: 'a.db', bytes }],
  });
  const check = (input: string): Call => ({ tool: 'xml-validator', input });
  const read = (bytes: Uint8Array): Call => ({ tool: 'qr-code-reader', files: [{ name: 'a.png', bytes }] });
  const xml = (which: number): Call => check(`<a>${canaryText(which)}</a>`);
  const feed = `<feed>${'<entry id="1"><title>plain</title></entry>'.repeat(60)}</feed>`;
  return [
    { name: 'shop.db', before: [table(0), table(1)], next: query, file: readFixture('data/shop.db') },
    { name: 'feed.xml', before: [xml(0), xml(1)], next: (bytes) => check(bytes.toString()), file: Buffer.from(feed) },
    {
      name: 'url.png',
      before: [read(readFixture('qr-barcode/sheet.png')), read(readFixture('qr-barcode/binary.png'))],
      next: read,
      file: readFixture('qr-barcode/url.png'),
    },
  ];
}

/** Letters are slow to read. */
function slowCases(): CarryOverCase[] {
  const read = (bytes: Uint8Array): Call => ({ tool: 'ocr-image', files: [{ name: 'a.png', bytes }] });
  return [
    {
      name: 'letters.png',
      before: [read(readFixture('image/ocr/skewed-german.png')), read(readFixture('image/ocr/meter.png'))],
      next: read,
      file: readFixture('image/ocr/blank.png'),
    },
  ];
}

/** Every format that is decoded, as one caller's file. */
export const carryOverCases = async (hasSlow: boolean): Promise<CarryOverCase[]> => [
  ...(await pictureCases()),
  ...(await packedCases()),
  ...dataCases(),
  ...(hasSlow ? slowCases() : []),
];
