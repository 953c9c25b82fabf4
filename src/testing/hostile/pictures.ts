import { deflateSync } from 'node:zlib';

import { pngChunk } from '../../lib/picture-files/png-writer.js';

import { zlibBomb } from './bombs.js';
import { boxedPictures } from './boxed.js';
import { drawings } from './drawings.js';
import { be, type HostileFile, latin, le } from './hostile-file.js';
import { plainPictures } from './plain-pictures.js';
import { LAUGHS } from './texts.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pictures with faked sizes, bombs, loops, and parts that are missing or lie. */
export const hostilePictures = (): HostileFile[] => [
  ...pngs(),
  ...jpegs(),
  ...gifs(),
  ...webps(),
  ...plainPictures(),
  ...boxedPictures(),
  ...drawings(),
];

interface PngParts {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly colour?: number;
  readonly interlace?: number;
  readonly before?: readonly Uint8Array[];
  readonly data?: Buffer;
}

const header = ({ width = 4, height = 4, bits = 8, colour = 2, interlace = 0 }: PngParts): Uint8Array =>
  pngChunk('IHDR', be([4, width], [4, height], [1, bits], [1, colour], [2, 0], [1, interlace]));

/** A PNG of black pixels (PNG specification, 5 and 11). */
export function png(parts: PngParts = {}): Buffer {
  const { before = [], data = deflateSync(Buffer.alloc(4 * 13)) } = parts;
  return Buffer.concat([PNG, header(parts), ...before, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A whole picture of two tones. */
const strip = (width: number, height: number): Buffer =>
  png({ width, height, bits: 1, colour: 0, data: deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)) });

function pngs(): HostileFile[] {
  const animation = (frames: number): Uint8Array => pngChunk('acTL', be([4, frames], [4, 0]));
  const frame = (width: number, x: number): Uint8Array =>
    pngChunk('fcTL', be([4, 0], [4, width], [4, 4], [4, x], [4, 0], [2, 0], [2, 0], [1, 0], [1, 0]));
  const whole = png();
  return [
    { name: 'huge.png', bytes: png({ width: 0x7fffffff, height: 0x7fffffff }), attack: '2^62 pixels' },
    { name: 'wide.png', bytes: png({ width: 50_000_000, height: 1 }), attack: 'one row of 50 million' },
    { name: 'strip.png', bytes: strip(60_000, 1), attack: 'a strip of one row' },
    { name: 'column.png', bytes: strip(1, 60_000), attack: 'a strip of one column' },
    { name: 'empty.png', bytes: png({ width: 0, height: 4 }), attack: 'no width' },
    { name: 'bits.png', bytes: png({ bits: 3 }), attack: '3 bits a sample' },
    { name: 'colour.png', bytes: png({ colour: 5 }), attack: 'a colour type that there is not' },
    { name: 'interlace.png', bytes: png({ interlace: 7 }), attack: 'an interlace method that there is not' },
    { name: 'no-palette.png', bytes: png({ colour: 3 }), attack: 'indexed without a palette' },
    { name: 'bomb.png', bytes: png({ data: zlibBomb(64) }), attack: '64 MiB of data for 16 pixels' },
    {
      name: 'text-bomb.png',
      bytes: png({ before: [pngChunk('zTXt', Buffer.concat([latin('a\0\0'), zlibBomb(64)]))] }),
      attack: '64 MiB of text',
    },
    {
      name: 'itxt-bomb.png',
      bytes: png({ before: [pngChunk('iTXt', Buffer.concat([latin('XML:com.adobe.xmp\0\x01\0\0\0'), zlibBomb(64)]))] }),
      attack: '64 MiB of XMP',
    },
    {
      name: 'profile-bomb.png',
      bytes: png({ before: [pngChunk('iCCP', Buffer.concat([latin('a\0\0'), zlibBomb(64)]))] }),
      attack: '64 MiB of profile',
    },
    {
      name: 'profile-noise.png',
      bytes: png({ before: [pngChunk('iCCP', Buffer.concat([latin('a\0\0'), deflateSync(Buffer.alloc(200, 0x41))]))] }),
      attack: 'a profile of nonsense',
    },
    {
      name: 'many-texts.png',
      bytes: png({ before: Array.from({ length: 20_000 }, () => pngChunk('tEXt', latin('a\0b'))) }),
      attack: '20,000 texts',
    },
    { name: 'frames.png', bytes: png({ before: [animation(0x7fffffff), frame(4, 0)] }), attack: '2^31 frames' },
    {
      name: 'frame-outside.png',
      bytes: png({ before: [animation(1), frame(0x7fffffff, 0x7fffffff)] }),
      attack: 'a frame outside the picture',
    },
    {
      name: 'exif-loop.png',
      bytes: png({ before: [pngChunk('eXIf', loopingTiff())] }),
      attack: 'Exif that points at itself',
    },
    { name: 'no-data.png', bytes: Buffer.concat([PNG, header({})]), attack: 'only a header' },
    {
      name: 'length.png',
      bytes: Buffer.concat([PNG, header({}), be([4, 0xffffffff]), latin('IDAT')]),
      attack: 'a chunk of 4 GiB',
    },
    { name: 'cut.png', bytes: whole.subarray(0, whole.length - 30), attack: 'cut in the data' },
  ];
}

/** A segment of a JPEG (ITU-T T.81, annex B). */
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([be([1, 0xff], [1, marker], [2, data.length + 2]), data]);

function jpegs(): HostileFile[] {
  const jpeg = (...parts: readonly Buffer[]): Buffer => Buffer.concat([latin('\xff\xd8'), ...parts, latin('\xff\xd9')]);
  const size = (width: number, height: number, components = 3): Buffer =>
    segment(
      0xc0,
      be(
        [1, 8],
        [2, height],
        [2, width],
        [1, components],
        ...Array.from({ length: 3 * components }, (_, i) => [1, i % 3 === 1 ? 0x11 : Math.floor(i / 3)] as const),
      ),
    );
  const quantum = segment(0xdb, Buffer.concat([be([1, 0]), Buffer.alloc(64, 1)]));
  const codes = segment(0xc4, Buffer.concat([be([1, 0]), Buffer.from([1, ...Array<number>(15).fill(0)]), be([1, 0])]));
  const scan = Buffer.concat([segment(0xda, Buffer.from([3, 0, 0, 1, 0, 2, 0, 0, 63, 0])), Buffer.alloc(50)]);
  const exif = (tiff: Buffer): Buffer => segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff]));
  const whole = [quantum, size(8, 8), codes, scan];
  return [
    { name: 'huge.jpg', bytes: jpeg(quantum, size(65_535, 65_535), codes, scan), attack: '4.3 gigapixels' },
    { name: 'empty.jpg', bytes: jpeg(quantum, size(0, 0), codes, scan), attack: 'no size' },
    { name: 'components.jpg', bytes: jpeg(quantum, size(8, 8, 80), codes, scan), attack: '80 components' },
    {
      name: 'codes.jpg',
      bytes: jpeg(quantum, size(8, 8), segment(0xc4, Buffer.alloc(17, 0xff)), scan),
      attack: 'more codes than there can be',
    },
    { name: 'no-tables.jpg', bytes: jpeg(size(8, 8), scan), attack: 'no tables' },
    {
      name: 'comments.jpg',
      bytes: jpeg(...Array.from({ length: 30_000 }, () => segment(0xfe, latin('x'))), ...whole),
      attack: '30,000 comments',
    },
    { name: 'exif-loop.jpg', bytes: jpeg(exif(loopingTiff()), ...whole), attack: 'Exif that points at itself' },
    {
      name: 'exif-count.jpg',
      bytes: jpeg(
        exif(
          Buffer.concat([latin('II*\0'), le([4, 8], [2, 1], [2, 0x010e], [2, 2], [4, 0xffffffff], [4, 26], [4, 0])]),
        ),
        ...whole,
      ),
      attack: 'an Exif text of 4 GiB',
    },
    {
      name: 'xmp-entities.jpg',
      bytes: jpeg(segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${LAUGHS}<x>&l;</x>`)), ...whole),
      attack: 'XMP with entities',
    },
    {
      name: 'profile-part.jpg',
      bytes: jpeg(segment(0xe2, latin('ICC_PROFILE\0\x01\xff')), ...whole),
      attack: 'a profile of 255 parts, one there',
    },
    { name: 'segment.jpg', bytes: latin('\xff\xd8\xff\xe1\0\0'), attack: 'a segment shorter than its length' },
    {
      name: 'restarts.jpg',
      bytes: jpeg(
        quantum,
        size(64, 64),
        codes,
        segment(0xdd, be([2, 1])),
        scan,
        latin('\xff\xd0').subarray(0, 2),
        Buffer.alloc(1000, 0xd0),
      ),
      attack: 'restarts without end',
    },
  ];
}

/** A TIFF whose directories follow each other round: the first, the Exif and the GPS directory are one. */
export const loopingTiff = (): Buffer =>
  Buffer.concat([
    latin('II*\0'),
    le(
      [4, 8],
      [2, 3],
      ...[0x8769, 0x8825, 0x014a].flatMap(
        (tag) =>
          [
            [2, tag],
            [2, 4],
            [4, 1],
            [4, 8],
          ] as const,
      ),
      [4, 8],
    ),
  ]);

function gifs(): HostileFile[] {
  const gif = (width: number, height: number, ...blocks: readonly Buffer[]): Buffer =>
    Buffer.concat([
      latin('GIF89a'),
      le([2, width], [2, height], [1, 0x80], [2, 0]),
      Buffer.alloc(6, 9),
      ...blocks,
      latin(';'),
    ]);
  const image = (width: number, height: number, data = Buffer.from([2, 2, 0x44, 1, 0])): Buffer =>
    Buffer.concat([latin(','), le([2, 0], [2, 0], [2, width], [2, height], [1, 0]), data]);
  const whole = gif(2, 2, image(2, 2));
  return [
    { name: 'huge.gif', bytes: gif(65_535, 65_535, image(1, 1)), attack: '4.3 gigapixels for one' },
    { name: 'empty.gif', bytes: gif(0, 0, image(0, 0)), attack: 'no size' },
    {
      name: 'frames.gif',
      bytes: gif(1000, 1000, ...Array.from({ length: 5000 }, () => image(1, 1))),
      attack: '5,000 frames of a megapixel',
    },
    { name: 'outside.gif', bytes: gif(2, 2, image(65_535, 65_535)), attack: 'a frame larger than the picture' },
    {
      name: 'code-size.gif',
      bytes: gif(2, 2, image(2, 2, Buffer.from([255, 2, 0x44, 1, 0]))),
      attack: 'codes of 255 bits',
    },
    { name: 'no-end.gif', bytes: whole.subarray(0, whole.length - 2), attack: 'cut in the data' },
    { name: 'no-frame.gif', bytes: gif(2, 2), attack: 'no frame' },
    {
      name: 'extensions.gif',
      bytes: gif(2, 2, Buffer.alloc(200_000, Buffer.from([0x21, 0xfe, 1, 0x41, 0])), image(2, 2)),
      attack: '40,000 comments',
    },
  ];
}

/** Chunks of RIFF: WebP, WAV. */
export function riff(kind: string, chunks: readonly (readonly [string, Buffer, number?])[], length?: number): Buffer {
  const body = Buffer.concat(
    chunks.map(([name, data, said]) =>
      Buffer.concat([latin(name), le([4, said ?? data.length]), data, Buffer.alloc(data.length % 2)]),
    ),
  );
  return Buffer.concat([latin('RIFF'), le([4, length ?? body.length + 4]), latin(kind), body]);
}

function webps(): HostileFile[] {
  const canvas = (flags: number, size: number): readonly [string, Buffer] => [
    'VP8X',
    le([4, flags], [3, size - 1], [3, size - 1]),
  ];
  const lossless: readonly [string, Buffer] = [
    'VP8L',
    Buffer.concat([latin('/'), le([4, 0x0fffffff]), Buffer.alloc(20)]),
  ];
  const lossy = Buffer.concat([le([3, 0x10]), latin('\x9d\x01\x2a'), le([2, 0x3fff], [2, 0x3fff]), Buffer.alloc(40)]);
  const frame = (data: readonly [string, Buffer]): readonly [string, Buffer] => [
    'ANMF',
    Buffer.concat([
      le([3, 0], [3, 0], [3, 16383], [3, 16383], [3, 10], [1, 0]),
      latin(data[0]),
      le([4, data[1].length]),
      data[1],
    ]),
  ];
  return [
    { name: 'huge.webp', bytes: riff('WEBP', [canvas(0, 16_384), lossless]), attack: '268 megapixels, no data' },
    { name: 'lossy.webp', bytes: riff('WEBP', [['VP8 ', lossy]]), attack: '268 megapixels in 50 bytes' },
    {
      name: 'frames.webp',
      bytes: riff('WEBP', [
        canvas(2, 16_384),
        ['ANIM', le([4, 0], [2, 0])],
        ...Array.from({ length: 300 }, () => frame(lossless)),
      ]),
      attack: '300 frames of 268 megapixels',
    },
    { name: 'riff-lies.webp', bytes: riff('WEBP', [lossless], 0xffffffff), attack: 'a RIFF of 4 GiB' },
    {
      name: 'chunk-lies.webp',
      bytes: riff('WEBP', [['VP8L', Buffer.alloc(4), 0xfffffff0]]),
      attack: 'a chunk of 4 GiB',
    },
    { name: 'nothing.webp', bytes: riff('WEBP', []), attack: 'no chunk' },
  ];
}
