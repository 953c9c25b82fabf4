import { deflateSync } from 'node:zlib';

import { pngChunk } from '../../lib/png-writer.js';

import { gzipBomb, zlibBomb } from './bombs.js';
import { be, type HostileFile, latin, le } from './hostile-file.js';
import { LAUGHS } from './texts.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pictures with faked sizes, bombs, loops, and parts that are missing or lie. */
export const hostilePictures = (): HostileFile[] => [
  ...pngs(),
  ...jpegs(),
  ...gifs(),
  ...webps(),
  ...tiffs(),
  ...bitmaps(),
  ...heics(),
  ...others(),
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
function png(parts: PngParts = {}): Buffer {
  const { before = [], data = deflateSync(Buffer.alloc(4 * 13)) } = parts;
  return Buffer.concat([PNG, header(parts), ...before, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngs(): HostileFile[] {
  const animation = (frames: number): Uint8Array => pngChunk('acTL', be([4, frames], [4, 0]));
  const frame = (width: number, x: number): Uint8Array =>
    pngChunk('fcTL', be([4, 0], [4, width], [4, 4], [4, x], [4, 0], [2, 0], [2, 0], [1, 0], [1, 0]));
  const whole = png();
  return [
    { name: 'huge.png', bytes: png({ width: 0x7fffffff, height: 0x7fffffff }), attack: '2^62 pixels' },
    { name: 'wide.png', bytes: png({ width: 50_000_000, height: 1 }), attack: 'one row of 50 million' },
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
const loopingTiff = (): Buffer =>
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

function tiffs(): HostileFile[] {
  type Field = readonly [tag: number, type: number, count: number, value: number];
  const tiff = (fields: readonly Field[], next = 0, data: Buffer = Buffer.alloc(0)): Buffer =>
    Buffer.concat([
      latin('II*\0'),
      le(
        [4, 8],
        [2, fields.length],
        ...fields.flatMap(
          ([tag, type, count, value]) =>
            [
              [2, tag],
              [2, type],
              [4, count],
              [4, value],
            ] as const,
        ),
        [4, next],
      ),
      data,
    ]);
  const picture = (width: number, height: number): Field[] => [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 4, 1, height],
    [279, 4, 1, 16],
  ];
  const without = (tag: number): Field[] => picture(4, 4).filter(([own]) => own !== tag);
  return [
    { name: 'huge.tif', bytes: tiff(picture(0x7fffffff, 0x7fffffff)), attack: '2^62 pixels' },
    { name: 'loop.tif', bytes: tiff(picture(4, 4), 8), attack: 'a directory that follows itself' },
    { name: 'self.tif', bytes: loopingTiff(), attack: 'directories inside each other' },
    { name: 'strips.tif', bytes: tiff([...without(273), [273, 4, 0xffffffff, 8]]), attack: '4 billion strips' },
    { name: 'offset.tif', bytes: tiff([...without(273), [273, 4, 1, 0xfffffff0]]), attack: 'data beyond the end' },
    { name: 'no-strips.tif', bytes: tiff(without(273)), attack: 'no data' },
    { name: 'samples.tif', bytes: tiff([...without(277), [277, 3, 1, 65_535]]), attack: '65,535 samples a pixel' },
    { name: 'bits.tif', bytes: tiff([...without(258), [258, 3, 1, 65_535]]), attack: '65,535 bits a sample' },
    { name: 'compression.tif', bytes: tiff([...without(259), [259, 3, 1, 34_712]]), attack: 'JPEG 2000 inside' },
    {
      name: 'tiles.tif',
      bytes: tiff([
        ...picture(100_000, 100),
        [322, 4, 1, 0xfffffff0],
        [323, 4, 1, 0xfffffff0],
        [324, 4, 1, 8],
        [325, 4, 1, 8],
      ]),
      attack: 'tiles of 4 billion',
    },
    {
      name: 'fields.tif',
      bytes: Buffer.concat([latin('II*\0'), le([4, 8], [2, 65_535]), Buffer.alloc(500)]),
      attack: '65,535 fields, 41 there',
    },
    {
      name: 'first.tif',
      bytes: Buffer.concat([latin('MM\0*'), be([4, 0xffffffff])]),
      attack: 'a directory beyond the end',
    },
  ];
}

function bitmaps(): HostileFile[] {
  const dib = (
    width: number,
    height: number,
    bits: number,
    { compression = 0, colours = 0, header: size = 40 } = {},
  ): Buffer =>
    le([4, size], [4, width], [4, height], [2, 1], [2, bits], [4, compression], [4, 0], [8, 0], [4, colours], [4, 0]);
  const bmp = (info: Buffer, offset = 54): Buffer =>
    Buffer.concat([latin('BM'), le([4, 0], [4, 0], [4, offset]), info, Buffer.alloc(64)]);
  const icon = (count: number, size: number, offset: number, body: Buffer): Buffer =>
    Buffer.concat([
      le([2, 0], [2, 1], [2, count]),
      le([1, 0], [1, 0], [2, 0], [2, 1], [2, 32], [4, size], [4, offset]),
      body,
    ]);
  return [
    { name: 'huge.bmp', bytes: bmp(dib(0x7fffffff, 0x7fffffff, 24)), attack: '2^62 pixels' },
    { name: 'negative.bmp', bytes: bmp(dib(-4, 4, 24)), attack: 'a negative width' },
    { name: 'least.bmp', bytes: bmp(dib(4, -0x80000000, 24)), attack: 'a height of -2^31' },
    { name: 'bits.bmp', bytes: bmp(dib(4, 4, 40)), attack: '40 bits a pixel' },
    { name: 'colours.bmp', bytes: bmp(dib(4, 4, 8, { colours: 0xffffffff })), attack: '4 billion colours' },
    { name: 'offset.bmp', bytes: bmp(dib(4, 4, 24), 0xffffff00), attack: 'pixels beyond the end' },
    { name: 'runs.bmp', bytes: bmp(dib(30_000, 30_000, 8, { compression: 1 })), attack: '900 megapixels of runs' },
    { name: 'header.bmp', bytes: bmp(dib(4, 4, 24, { header: 0xffffffff })), attack: 'a header of 4 GiB' },
    { name: 'count.ico', bytes: icon(65_535, 40, 22, dib(4, 8, 32)), attack: '65,535 pictures, one there' },
    { name: 'size.ico', bytes: icon(1, 0xffffffff, 22, dib(4, 8, 32)), attack: 'a picture of 4 GiB' },
    { name: 'offset.ico', bytes: icon(1, 40, 0xfffffff0, dib(4, 8, 32)), attack: 'a picture beyond the end' },
    { name: 'self.ico', bytes: icon(1, 22, 0, Buffer.alloc(0)), attack: 'a picture that is the file' },
    { name: 'huge.ico', bytes: icon(1, 100, 22, dib(0x7fffffff, 0x7ffffffe, 32)), attack: '2^61 pixels' },
    {
      name: 'png.ico',
      bytes: icon(1, 4000, 22, png({ width: 0x7fffffff, height: 0x7fffffff })),
      attack: 'a huge PNG inside',
    },
    { name: 'none.ico', bytes: le([2, 0], [2, 1], [2, 0]), attack: 'no picture' },
  ];
}

/** A box of ISO base media (ISO/IEC 14496-12, 4.2): HEIC, MP4. `said` replaces the length. */
export const box = (kind: string, body: Buffer, said?: number): Buffer =>
  Buffer.concat([be([4, said ?? body.length + 8]), latin(kind), body]);
/** A box with version and flags. */
const fullBox = (kind: string, body: Buffer, version = 0): Buffer =>
  box(kind, Buffer.concat([be([1, version], [3, 0]), body]));

function heics(): HostileFile[] {
  const kind = box('ftyp', latin('heic\0\0\0\0mif1heic'));
  const item = (id: number, type: string): Buffer =>
    fullBox('infe', Buffer.concat([be([2, id], [2, 0]), latin(type), Buffer.alloc(1)]), 2);
  interface Parts {
    readonly items?: readonly Buffer[];
    readonly properties?: readonly Buffer[];
    readonly extents?: Buffer;
    readonly references?: Buffer;
    readonly primary?: number;
  }
  const heic = ({
    items = [item(1, 'hvc1')],
    properties = [],
    extents = be([2, 1], [2, 1], [2, 0], [2, 1], [4, 0], [4, 100]),
    references = Buffer.alloc(0),
    primary = 1,
  }: Parts): Buffer => {
    const associations = be([4, 1], [2, 1], [1, properties.length], ...properties.map((_, i) => [1, i + 1] as const));
    const meta = [
      fullBox('hdlr', Buffer.concat([be([4, 0]), latin('pict'), Buffer.alloc(13)])),
      fullBox('pitm', be([2, primary])),
      fullBox('iinf', Buffer.concat([be([2, items.length]), ...items])),
      fullBox('iloc', Buffer.concat([be([2, 0x4400]), extents])),
      references,
      box('iprp', Buffer.concat([box('ipco', Buffer.concat(properties)), fullBox('ipma', associations)])),
    ];
    return Buffer.concat([kind, fullBox('meta', Buffer.concat(meta)), box('mdat', Buffer.alloc(100))]);
  };
  const extent = (width: number, height: number): Buffer => fullBox('ispe', be([4, width], [4, height]));
  const derived = (from: number, to: number): Buffer => fullBox('iref', box('dimg', be([2, from], [2, 1], [2, to])));
  return [
    { name: 'only-type.heic', bytes: kind, attack: 'only a file type' },
    { name: 'huge.heic', bytes: heic({ properties: [extent(0xffffffff, 0xffffffff)] }), attack: '2^64 pixels' },
    { name: 'empty.heic', bytes: heic({ properties: [extent(0, 0)] }), attack: 'no size' },
    { name: 'primary.heic', bytes: heic({ primary: 99 }), attack: 'a primary picture that is not there' },
    {
      name: 'extent.heic',
      bytes: heic({ extents: be([2, 1], [2, 1], [2, 0], [2, 1], [4, 0xfffffff0], [4, 0xffffffff]) }),
      attack: 'data beyond the end',
    },
    {
      name: 'extents.heic',
      bytes: heic({ extents: be([2, 65_535], [2, 1], [2, 0], [2, 65_535]) }),
      attack: '65,535 pieces of data, none there',
    },
    {
      name: 'grid-loop.heic',
      bytes: heic({ items: [item(1, 'grid')], references: derived(1, 1), properties: [extent(64, 64)] }),
      attack: 'a grid made of itself',
    },
    {
      name: 'overlay-loop.heic',
      bytes: heic({
        items: [item(1, 'iovl'), item(2, 'iden')],
        references: derived(1, 2),
        properties: [extent(64, 64)],
      }),
      attack: 'derived pictures that need each other',
    },
    {
      name: 'turns.heic',
      bytes: heic({
        properties: [extent(64, 64), ...Array.from({ length: 100 }, () => box('irot', Buffer.from([1])))],
      }),
      attack: '100 turns',
    },
    {
      name: 'crop.heic',
      bytes: heic({
        properties: [extent(64, 64), box('clap', be([4, 1], [4, 0], [4, 1], [4, 0], [4, 0], [4, 0], [4, 0], [4, 0]))],
      }),
      attack: 'a crop divided by nought',
    },
    { name: 'box-zero.heic', bytes: Buffer.concat([kind, Buffer.alloc(400)]), attack: 'boxes of no length' },
    {
      name: 'box-huge.heic',
      bytes: Buffer.concat([kind, box('meta', be([8, 0x7fffffffffffffffn], [4, 0]), 1)]),
      attack: 'a box of 2^63 bytes',
    },
    { name: 'boxes.heic', bytes: Buffer.concat([kind, nested('meta', 3000)]), attack: '3,000 boxes in each other' },
    {
      name: 'sequence.heic',
      bytes: Buffer.concat([box('ftyp', latin('hevc\0\0\0\0msf1hevc')), box('moov', box('trak', Buffer.alloc(8)))]),
      attack: 'a sequence without a picture',
    },
  ];
}

/** Boxes of one kind in each other. */
export function nested(kind: string, depth: number): Buffer {
  const head = Buffer.alloc(8 * depth);
  for (let i = 0; i < depth; i++) be([4, 8 * (depth - i)]).copy(head, 8 * i) && latin(kind).copy(head, 8 * i + 4);
  return head;
}

function others(): HostileFile[] {
  const svg = (body: string, more = ''): Buffer =>
    Buffer.from(
      `${more}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${body}</svg>`,
    );
  const uses = Array.from(
    { length: 12 },
    (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('');
  return [
    {
      name: 'huge.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>'),
      attack: '10^18 pixels',
    },
    { name: 'entities.svg', bytes: svg('&l;', LAUGHS.replace('DOCTYPE x', 'DOCTYPE svg')), attack: 'a billion laughs' },
    {
      name: 'file.svg',
      bytes: svg(
        '&x;<image xlink:href="file:///etc/passwd"/>',
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
      attack: 'reads files',
    },
    {
      name: 'uses.svg',
      bytes: svg(`<defs><path id="g0" d="M0 0h1"/>${uses}</defs><use xlink:href="#g12"/>`),
      attack: '10^12 uses',
    },
    {
      name: 'use-loop.svg',
      bytes: svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
      attack: 'uses that need each other',
    },
    {
      name: 'pattern-loop.svg',
      bytes: svg(
        '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
      ),
      attack: 'a pattern of itself',
    },
    {
      name: 'mask-loop.svg',
      bytes: svg(
        '<mask id="m"><rect mask="url(#m)" width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>',
      ),
      attack: 'a mask of itself',
    },
    {
      name: 'filter.svg',
      bytes: svg(
        `<filter id="f" x="-1e6" y="-1e6" width="1e9" height="1e9">${'<feGaussianBlur stdDeviation="1e6"/>'.repeat(20)}</filter><rect filter="url(#f)" width="9" height="9"/>`,
      ),
      attack: 'blurs of a million',
    },
    {
      name: 'deep.svg',
      bytes: svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`),
      attack: '20,000 groups in each other',
    },
    {
      name: 'numbers.svg',
      bytes: svg(
        '<path d="M1e999 NaN L-1e-999 1e38 A0 0 1e9 1 1 1e308 1e308"/><rect width="NaN" height="1e400" transform="scale(1e300) matrix(0 0 0 0 0 0)"/>',
      ),
      attack: 'numbers that are none',
    },
    {
      name: 'dashes.svg',
      bytes: svg('<path d="M0 0H1e7" stroke="#000" stroke-dasharray="1e-5 1e-5"/>'),
      attack: '10^12 dashes',
    },
    {
      name: 'data.svg',
      bytes: svg(
        `<image width="9" height="9" xlink:href="data:image/png;base64,${png({ width: 60_000, height: 60_000 }).toString('base64')}"/>`,
      ),
      attack: 'a huge picture inside',
    },
    {
      name: 'gzip.svg',
      bytes: gzipBomb(64, 0x20, '<svg xmlns="http://www.w3.org/2000/svg">'),
      attack: 'SVG packed a thousand times',
    },
    { name: 'wide.ppm', bytes: latin('P6\n99999999 99999999\n255\n\0\0\0'), attack: '10^16 pixels' },
    { name: 'negative.pgm', bytes: latin('P5\n-4 -4\n-1\n\0'), attack: 'negative sizes' },
    {
      name: 'digits.ppm',
      bytes: latin(`P3\n2 2\n${'9'.repeat(100_000)}\n1 1 1`),
      attack: 'a number of 100,000 digits',
    },
    {
      name: 'huge.tga',
      bytes: Buffer.concat([
        Buffer.from([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        le([2, 65_535], [2, 65_535], [1, 32], [1, 0]),
        Buffer.alloc(40, 0xff),
      ]),
      attack: '4.3 gigapixels of runs',
    },
    {
      name: 'huge.psd',
      bytes: Buffer.concat([
        latin('8BPS'),
        be([2, 1], [6, 0], [2, 56], [4, 300_000], [4, 300_000], [2, 8], [2, 3], [4, 0], [4, 0xffffffff]),
      ]),
      attack: '90 gigapixels, 56 channels',
    },
    {
      name: 'huge.qoi',
      bytes: Buffer.concat([
        latin('qoif'),
        be([4, 0xffffffff], [4, 0xffffffff], [1, 4], [1, 0]),
        Buffer.alloc(40, 0xfd),
      ]),
      attack: '2^64 pixels of runs',
    },
    {
      name: 'huge.hdr',
      bytes: latin('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 99999999 +X 99999999\n\x02\x02\xff\xff'),
      attack: '10^16 pixels',
    },
    {
      name: 'huge.jp2',
      bytes: Buffer.concat([
        box('jP  ', latin('\r\n\x87\n')),
        box('ftyp', latin('jp2 \0\0\0\0jp2 ')),
        box('jp2h', box('ihdr', be([4, 0x7fffffff], [4, 0x7fffffff], [2, 3], [1, 7], [1, 7], [2, 0]))),
      ]),
      attack: '2^62 pixels',
    },
    { name: 'cut.jxl', bytes: latin('\xff\x0a\xff\xff\xff\xff\xff\xff\xff'), attack: 'a size of all ones' },
    { name: 'loop.dng', bytes: loopingTiff(), attack: 'directories inside each other' },
    { name: 'nothing.avif', bytes: box('ftyp', latin('avif\0\0\0\0mif1avif')), attack: 'only a file type' },
  ];
}
