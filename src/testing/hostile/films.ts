import { deflateSync } from 'node:zlib';

import { avis } from './avi-films.js';
import { zlibBomb } from './bombs.js';
import { box, nested } from './boxed.js';
import { be, type HostileFile, latin } from './hostile-file.js';
import { film, full } from './lying-film.js';
import { mediaStreams } from './media-streams.js';
import { mediaTags } from './media-tags.js';

export type MediaRow = readonly [name: string, bytes: Buffer, attack: string];

/** Films whose headers lie of size, number and length, that contain themselves or never end, and tags that are bombs. */
export const hostileFilms = (): HostileFile[] =>
  [...boxedFilms(), ...matroska(), ...avis(), ...mediaStreams(), ...mediaTags()].map(([name, bytes, attack]) => ({
    name,
    bytes,
    attack,
  }));

const BILLION = 1_000_000_000;

function boxedFilms(): MediaRow[] {
  const edit = (count: number): Buffer =>
    box(
      'edts',
      full('elst', Buffer.concat([be([4, count]), Buffer.alloc(12 * count, be([4, 1], [4, 0], [4, 0x10000]))])),
    );
  const fragment = (samples: number): Buffer =>
    box(
      'moof',
      Buffer.concat([
        full('mfhd', be([4, 1])),
        box('traf', Buffer.concat([full('tfhd', be([4, 1])), full('trun', be([4, samples]))])),
      ]),
    );
  const kind = box('ftyp', latin('isom\0\0\0\0isomdash'));
  return [
    ['huge.mov', film({ width: 65_535, height: 65_535 }), 'a picture of 65,535 × 65,535'],
    ['huge-codec.mp4', film({ width: 65_535, height: 65_535, codec: 'mp4v' }), 'a picture of 65,535 × 65,535, coded'],
    [
      'wide.mov',
      film({ width: 65_535, height: 1, size: 196_605, data: Buffer.alloc(196_605) }),
      'a picture of one line',
    ],
    ['large.mov', film({ width: 6000, height: 6000, pictures: 5000, size: 1 }), '5,000 pictures of 36 megapixels'],
    ['pictures.mov', film({ pictures: BILLION, size: 1 }), 'a billion pictures of a byte'],
    ['empty-pictures.mov', film({ pictures: BILLION, size: 0 }), 'a billion sizes, none there'],
    ['pictures.mp4', film({ pictures: 0x3fffffff, size: 1, step: 0 }), 'a billion pictures at once'],
    ['times.mp4', film({ pictures: 2, step: 0xffffffff, scale: 1 }), 'pictures of 136 years'],
    ['scale.mp4', film({ scale: 0xffffffff, step: 1 }), '4 billion pictures a second'],
    ['no-scale.mp4', film({ scale: 0 }), 'a time divided by nought'],
    ['edits.mp4', film({ edits: edit(100_000), pictures: 100, size: 7 }), '100,000 edits of 100 pictures'],
    [
      'fragments.mp4',
      Buffer.concat([kind, box('moov', full('mvhd', Buffer.alloc(96))), fragment(0xffffffff)]),
      'a fragment of 4 billion pictures',
    ],
    [
      'many-fragments.mp4',
      Buffer.concat([film({}), ...Array.from({ length: 20_000 }, () => fragment(0))]),
      '20,000 fragments of nothing',
    ],
    [
      'tracks.mp4',
      Buffer.concat([
        kind,
        box(
          'moov',
          Buffer.concat(
            Array.from({ length: 5000 }, () =>
              box('trak', box('mdia', full('hdlr', Buffer.concat([latin('mhlrvide'), Buffer.alloc(13)])))),
            ),
          ),
        ),
      ]),
      '5,000 tracks of nothing',
    ],
    ['nested.mov', Buffer.concat([kind, nested('trak', 20_000)]), '20,000 tracks in each other'],
    [
      'zip.mov',
      Buffer.concat([
        kind,
        box(
          'moov',
          box(
            'cmov',
            Buffer.concat([
              box('dcom', latin('zlib')),
              box('cmvd', Buffer.concat([be([4, 0x7fffffff]), zlibBomb(48)])),
            ]),
          ),
        ),
      ]),
      'a header that unpacks to 50 MB',
    ],
    ['zip-loop.mov', Buffer.concat([kind, zipped(zipped(zipped(Buffer.alloc(8))))]), 'headers packed in each other'],
    ['mvhd.mp4', Buffer.concat([film({}), box('free', Buffer.alloc(0), 0xffffffff)]), 'a box beyond the end'],
  ];
}

/** A header of QuickTime in zlib (`cmov`). */
const zipped = (header: Buffer): Buffer =>
  box(
    'moov',
    box(
      'cmov',
      Buffer.concat([
        box('dcom', latin('zlib')),
        box('cmvd', Buffer.concat([be([4, header.length]), deflateSync(header)])),
      ]),
    ),
  );

/** An element of EBML (RFC 8794); without a body of unknown size. */
const element = (id: string, body?: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(id, 'hex'),
    be([8, (1n << 56n) | (body === undefined ? (1n << 56n) - 1n : BigInt(body.length))]),
    body ?? Buffer.alloc(0),
  ]);

function matroska(): MediaRow[] {
  const head = element('1a45dfa3', element('4282', latin('matroska')));
  const number = (id: string, value: number | bigint, width = 8): Buffer => element(id, be([width, value]));
  // RFC 9559: TrackNumber, TrackUID, TrackType, CodecID, Video.
  const track = (width: number, height: number, more: readonly Buffer[] = [], codec = 'V_UNCOMPRESSED'): Buffer =>
    element(
      '1654ae6b',
      element(
        'ae',
        Buffer.concat([
          number('d7', 1),
          number('73c5', 1),
          number('83', 1),
          element('86', latin(codec)),
          ...more,
          element(
            'e0',
            Buffer.concat([number('b0', width), number('ba', height), element('2eb524', latin('RGB\x18'))]),
          ),
        ]),
      ),
    );
  const info = (duration: number): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(duration);
    return element('1549a966', Buffer.concat([number('2ad7b1', 1_000_000), element('4489', bytes)]));
  };
  const block = (data: Buffer, time = 0): Buffer =>
    element('a3', Buffer.concat([be([1, 0x81], [2, time], [1, 0x80]), data]));
  const cluster = (...blocks: readonly Buffer[]): Buffer =>
    element('1f43b675', Buffer.concat([number('e7', 0), ...blocks]));
  const segment = (...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([head, element('18538067', Buffer.concat(parts))]);
  const packed = zlibBomb(9);
  const zlib = element('6d80', element('6240', element('5034', number('4254', 0))));
  const tag = (depth: number): Buffer =>
    Array.from({ length: depth }).reduce<Buffer>(
      (body) => element('67c8', Buffer.concat([element('45a3', latin('a')), body])),
      Buffer.alloc(0),
    );
  const cues = element(
    '1c53bb6b',
    Buffer.concat(
      Array.from({ length: 20_000 }, (_, i) =>
        element(
          'bb',
          Buffer.concat([number('b3', i), element('b7', Buffer.concat([number('f7', 1), number('f1', 0)]))]),
        ),
      ),
    ),
  );
  const seek = element(
    '114d9b74',
    Buffer.concat(
      Array.from({ length: 2000 }, () =>
        element('4dbb', Buffer.concat([element('53ab', Buffer.from('114d9b74', 'hex')), number('53ac', 0)])),
      ),
    ),
  );
  const chapters = (depth: number): Buffer =>
    Array.from({ length: depth }).reduce<Buffer>(
      (body) => element('b6', Buffer.concat([number('73c4', 1), number('91', 0), body])),
      Buffer.alloc(0),
    );
  return [
    ['huge.mkv', segment(track(65_535, 65_535), cluster(block(Buffer.alloc(768)))), 'a picture of 65,535 × 65,535'],
    [
      'huge-vp9.webm',
      segment(track(0xffffffff, 0xffffffff, [], 'V_VP9'), cluster(block(Buffer.alloc(9, 0x82)))),
      'a picture of 2^64 pixels',
    ],
    ['duration.mkv', segment(info(1e300), track(16, 16), cluster(block(Buffer.alloc(768)))), 'says 10^297 seconds'],
    [
      'no-duration.mkv',
      segment(info(Number.NaN), track(16, 16), cluster(block(Buffer.alloc(768)))),
      'a length that is no number',
    ],
    [
      'rate.mkv',
      segment(
        track(16, 16, [number('23e383', 1)]),
        cluster(block(Buffer.alloc(768)), block(Buffer.alloc(768), 32_767)),
      ),
      'a billion pictures a second',
    ],
    [
      'unknown.mkv',
      Buffer.concat([
        head,
        element('18538067'),
        track(16, 16),
        ...Array.from({ length: 5000 }, () => element('1f43b675')),
      ]),
      '5,000 clusters of unknown size',
    ],
    [
      'unknown-track.webm',
      Buffer.concat([head, element('18538067'), element('1654ae6b'), Buffer.alloc(30_000, element('ae'))]),
      'tracks of unknown size in each other',
    ],
    [
      'zlib.mkv',
      segment(track(16, 16, [zlib]), cluster(...Array.from({ length: 200 }, (_, i) => block(packed, i)))),
      'pictures that unpack to 1.8 GB',
    ],
    [
      'tags.mkv',
      segment(track(16, 16), element('1254c367', element('7373', tag(300))), cluster(block(Buffer.alloc(768)))),
      '300 tags in each other',
    ],
    [
      'chapters.mkv',
      segment(track(16, 16), element('1043a770', element('45b9', chapters(300))), cluster(block(Buffer.alloc(768)))),
      '300 chapters in each other',
    ],
    ['cues.mkv', segment(track(16, 16), cues), 'an index of 20,000 entries that lead to the start'],
    ['seek.mkv', segment(seek, track(16, 16), cluster(block(Buffer.alloc(768)))), 'an index of itself, 2,000 times'],
    [
      'lacing.mkv',
      segment(
        track(16, 16),
        cluster(element('a3', Buffer.concat([be([1, 0x81], [2, 0], [1, 0x86]), Buffer.alloc(300, 0xff)]))),
      ),
      'a block of 256 blocks',
    ],
    [
      'void.mkv',
      Buffer.concat([head, element('18538067'), Buffer.alloc(500_000, Buffer.from([0xec, 0x80]))]),
      '250,000 gaps',
    ],
  ];
}
